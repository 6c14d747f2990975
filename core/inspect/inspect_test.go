package inspect_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/dtm50"
	"github.com/matewright/matewright/core/encode"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/inspect"
	"github.com/matewright/matewright/core/internal/metrictest"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

// golden compares a text with a file in testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n"))) {
		t.Errorf("%s differs (go test -update writes it):\n%s", path, got)
	}
}

// open opens the table, unit or slice of a name.
func open(t testing.TB, tables store.Store, name string) *inspect.Reader {
	t.Helper()
	im := tabletest.ImageOf(t, tables, name)
	file := im.File()
	blob, err := store.OpenFile(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	r, err := inspect.Open(format.ParamsOf(tables), blob)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// description has the descriptions of a table, a position and a tile.
type description struct {
	Table *inspect.Table
	Entry *inspect.Entry
	Tile  *inspect.Tile
}

func describe(t *testing.T, r *inspect.Reader, fen string, tile int) description {
	t.Helper()
	var d description
	var err error
	if d.Table, err = r.Describe(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	p := tabletest.Position(t, fen)
	if d.Entry, err = r.Find(t.Context(), &p); err != nil {
		t.Fatal(err)
	}
	if d.Tile, err = r.Tile(t.Context(), tile); err != nil {
		t.Fatal(err)
	}
	return d
}

// text returns the descriptions as text.
func (d description) text(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	for _, part := range []interface{ WriteText(io.Writer) error }{d.Table, d.Entry, d.Tile} {
		if err := part.WriteText(&b); err != nil {
			t.Fatal(err)
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// TestGolden compares descriptions of small tables with files. The tables are one of DTM, one with cursed wins, and one
// of DTM50. The others are a unit, and a table with a single side to move in several levels.
func TestGolden(t *testing.T) {
	const rook, pawn = "8/8/8/2k5/8/8/8/RK6 w - - 0 1", "8/8/8/8/8/4k3/4P3/4K3 b - - 0 1"
	t.Run("KRvK", func(t *testing.T) {
		d := describe(t, open(t, tabletest.Built(t, "KRvK"), "KRvK"), rook, 17)
		golden(t, "KRvK.txt", d.text(t))
		encoded, err := json.MarshalIndent(d, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		golden(t, "KRvK.json", append(encoded, '\n'))
		var again description
		if err := json.Unmarshal(encoded, &again); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(d, again); diff != "" {
			t.Errorf("JSON is read otherwise (-want +got):\n%s", diff)
		}
	})
	t.Run("KRvK by DTZ10", func(t *testing.T) {
		r := open(t, tabletest.BuiltBy(t, metrictest.DTZ10, "KRvK"), "KRvK")
		golden(t, "KRvK-dtz10.txt", describe(t, r, rook, 3).text(t))
	})
	t.Run("KPvK by the clock", func(t *testing.T) {
		r := open(t, byClock(t, "KPvK"), "KPvK")
		golden(t, "KPvK-dtm50.txt", describe(t, r, "8/8/8/8/8/2Pk4/K7/8 w - - 0 1", 90).text(t))
	})
	t.Run("unit", func(t *testing.T) {
		l := tabletest.Layout(t, "KPvK")
		tabletest.SmallGroups(t, l, 3)
		r := open(t, tabletest.BuiltWith(t, tabletest.ParamsOf(l), value.DTM, "KPvK"), "KPvKunit3")
		golden(t, "KPvKunit3.txt", describe(t, r, pawn, 2).text(t))
		p := tabletest.Position(t, "8/4P3/8/8/8/4k3/8/4K3 w - - 0 1")
		if e, err := r.Find(t.Context(), &p); err == nil {
			t.Errorf("a position of another unit is found: %+v", e)
		}
	})
	t.Run("levels", func(t *testing.T) {
		r := open(t, tabletest.BuiltWith(t, format.Params{MostMenBothSides: 2}, metrictest.Short, "KBNvK"), "KBNvK")
		d := describe(t, r, "8/8/8/4k3/8/8/8/KBN5 b - - 0 1", 641)
		other := describe(t, r, "8/8/8/4k3/8/8/8/KBN5 w - - 0 1", 1)
		if len(d.Table.Sides) != 1 || d.Table.Levels < 2 || len(d.Entry.Tiles) != 2 || other.Entry.Stored {
			t.Errorf("sides %v, %d levels, %+v, %+v", d.Table.Sides, d.Table.Levels, d.Entry, other.Entry)
		}
		golden(t, "KBNvK-levels.txt", append(d.text(t), other.text(t)...))
	})
	t.Run("slice", func(t *testing.T) {
		l := tabletest.Layout(t, "KPvKP")
		tabletest.SmallGroups(t, l, 20)
		piece := format.LonePiece(l, l.Slices()-1)
		tables := tabletest.StoreOf(l)
		e, err := encode.NewEncoder(t.Context(), tables, l, value.DTM, []format.Piece{piece})
		if err == nil {
			err = e.AddSlice(piece.First, tabletest.MadeUp(l, piece.First))
		}
		if err == nil {
			err = e.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		table, err := open(t, tables, piece.Name).Describe(t.Context(), true)
		if err != nil {
			t.Fatal(err)
		}
		want := [2]int{int(piece.First), int(piece.End)}
		if table.Kind != inspect.Lone || table.Slices != want || len(table.Sections) != 2 || table.IsDamaged() {
			t.Errorf("%s is %+v", piece.Name, table)
		}
	})
}

// byClock returns a store with the DTM50 tables of some classes and of the classes that they depend on.
func byClock(t testing.TB, names ...string) store.Store {
	t.Helper()
	tables := store.NewMemStore()
	tabletest.BuildByClock(t, tables, tabletest.Classes(t, names...))
	return tables
}

// TestFind compares the values of entries, and the first values of their tiles, with those that other readers find.
// Long because it draws positions of several kinds of tables.
func TestFind(t *testing.T) {
	l := tabletest.Layout(t, "KPvK")
	tabletest.SmallGroups(t, l, 3)
	short := tabletest.BuiltBy(t, metrictest.Short, "KBNvK")
	built := tabletest.BuiltWith(t, tabletest.ParamsOf(l), value.DTM, "KPvK", "KRRvK")
	clocked := byClock(t, "KPvK")
	inLibrary := func(tables store.Store) func(*board.Position) (value.Value, error) {
		lib := library.New(tables, 1<<20)
		t.Cleanup(func() { lib.Close() })
		return func(p *board.Position) (value.Value, error) { return lib.Value(t.Context(), p) }
	}
	byPairs := dtm50.NewLibrary(clocked)
	t.Cleanup(func() { byPairs.Close() })
	withClock := func(p *board.Position) (value.Value, error) { return byPairs.ValueAt(t.Context(), p, 0) }
	random := rand.New(rand.NewPCG(50, 7))
	for _, test := range []findTest{
		{built, "KPvK", "KPvKunit1", inLibrary(built)},
		{built, "KPvK", "KPvKunit3", inLibrary(built)},
		{built, "KRRvK", "KRRvK", inLibrary(built)},
		{short, "KBNvK", "KBNvK", inLibrary(short)},
		{clocked, "KPvK", "KPvK", withClock},
	} {
		test.run(t, random)
	}
}

// A findTest has a table or unit, and a function that finds the values of its positions by other means.
type findTest struct {
	tables      store.Store
	class, name string
	want        func(*board.Position) (value.Value, error)
}

// run finds entries at random.
func (test *findTest) run(t *testing.T, random *rand.Rand) {
	t.Helper()
	r := open(t, test.tables, test.name)
	table, err := r.Describe(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	metric, err := value.MetricNamed(table.Metric)
	if err != nil {
		metric = value.DTM
	}
	want := func(p *board.Position, got *inspect.Value) {
		t.Helper()
		v, err := test.want(p)
		if err != nil {
			t.Fatal(err)
		}
		if got.Outcome != metric.Category(v) || v != value.Draw && *got.Plies != metric.Plies(v) {
			t.Errorf("%s: %s is %s, want %s", test.name, got.FEN, got.Words, metric.Format(v))
		}
	}
	found := 0
	for tries := 0; tries < 2000 && found < 30; tries++ {
		p := tabletest.RandomPosition(random, tabletest.Layout(t, test.class).Class)
		e, err := r.Find(t.Context(), &p)
		if err != nil {
			continue // in another unit
		}
		if !e.Stored {
			continue
		}
		found++
		want(&p, e.Value)
		stored := tabletest.Position(t, e.Position)
		want(&stored, e.Value)
		if found > 5 {
			continue
		}
		d, err := r.Tile(t.Context(), e.Tiles[len(e.Tiles)-1])
		if err != nil {
			t.Fatal(err)
		}
		if d.Slice != e.Slice || d.Bytes*2 != len(d.Coded) || len(d.Values) == 0 || len(d.Values) > d.Entries {
			t.Errorf("%s: the tile of %+v is %+v", test.name, e, d)
		}
		if first, err := r.Tile(t.Context(), e.Tiles[0]); err != nil {
			t.Fatal(err)
		} else if table.Levels == 1 {
			for _, v := range first.Values {
				p := tabletest.Position(t, v.FEN)
				want(&p, &v)
			}
		}
	}
	if found < 30 {
		t.Errorf("%s: only %d positions were found", test.name, found)
	}
}

// TestRefused checks that positions and tiles outside a table give errors, but not those of damage.
func TestRefused(t *testing.T) {
	r := open(t, tabletest.Built(t, "KRvK"), "KRvK")
	for _, fen := range []string{"8/8/8/2k5/8/8/8/QK6 w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"} {
		p := tabletest.Position(t, fen)
		if e, err := r.Find(t.Context(), &p); err == nil || errors.Is(err, store.ErrCorrupt) {
			t.Errorf("%s: %+v, %v", fen, e, err)
		}
	}
	for _, number := range []int{-1, 20} {
		if d, err := r.Tile(t.Context(), number); err == nil || errors.Is(err, store.ErrCorrupt) {
			t.Errorf("tile %d: %+v, %v", number, d, err)
		}
	}
}

// TestDamage cuts files and changes bytes in them: each is refused, or a section is described as damaged. Headers with
// such bytes and a right checksum give errors that match [store.ErrCorrupt], or none.
func TestDamage(t *testing.T) {
	l := tabletest.Layout(t, "KPvK")
	tabletest.SmallGroups(t, l, 3)
	params := tabletest.ParamsOf(l)
	built, clocked := tabletest.BuiltWith(t, params, value.DTM, "KPvK", "KNvK"), byClock(t, "KRvK")
	for _, im := range []tabletest.Image{
		tabletest.ImageOf(t, built, "KNvK"),
		tabletest.ImageOf(t, built, "KPvKunit2"),
		tabletest.ImageOf(t, clocked, "KRvK"),
	} {
		file := im.File()
		if isDamaged(t, params, file) {
			t.Fatal("the table is damaged to begin with")
		}
		step := 1 + len(file)/100
		for at := 0; at < len(file); at += step {
			if !isDamaged(t, params, file[:at]) {
				t.Errorf("%s cut after %d bytes is not damaged", im.Header[:4], at)
			}
			file[at] ^= 1 << (at % 8)
			if !isDamaged(t, params, file) {
				t.Errorf("%s with another byte %d is not damaged", im.Header[:4], at)
			}
			file[at] ^= 1 << (at % 8)
		}
		unsealed := im.Header[:len(im.Header)-4]
		for at := range unsealed {
			other := bytes.Clone(unsealed)
			other[at] ^= [...]byte{1, 0x80, 0xff}[at%3]
			isDamaged(t, params, tabletest.Image{Data: im.Data, Header: tabletest.Seal(other)}.File())
			isDamaged(t, params, tabletest.Image{Data: im.Data, Header: tabletest.Seal(other[:at])}.File())
		}
	}
}

// isDamaged describes a file and some of its tiles, and reports whether any of it is damaged. Any other error fails the
// test.
func isDamaged(t *testing.T, params format.Params, file []byte) (damaged bool) {
	t.Helper()
	note := func(err error) bool {
		if err != nil && !errors.Is(err, store.ErrCorrupt) {
			t.Fatal(err)
		}
		damaged = damaged || err != nil
		return err == nil
	}
	blob, err := store.OpenFile(bytes.NewReader(file), int64(len(file)))
	if !note(err) {
		return damaged
	}
	r, err := inspect.Open(params, blob)
	if !note(err) {
		return damaged
	}
	table, err := r.Describe(t.Context(), true)
	if !note(err) {
		return damaged
	}
	for _, s := range table.Sections {
		damaged = damaged || s.State == inspect.Damaged
		if s.Tiles > 0 {
			_, err := r.Tile(t.Context(), s.FirstTile+s.Tiles/2)
			note(err)
		}
	}
	return damaged
}

// TestFaces checks that Open refuses a face.
func TestFaces(t *testing.T) {
	faces := store.NewMemStore()
	l := tabletest.Layout(t, "KPvK")
	tabletest.SmallGroups(t, l, 3)
	tabletest.BuildUnits(t, tabletest.WithNeeded(t, l), faces, l, 1)
	names := tabletest.Names(t, faces)
	if len(names) == 0 {
		t.Fatal("no face was left")
	}
	blob, err := faces.Open(t.Context(), names[0])
	if err != nil {
		t.Fatal(err)
	}
	defer blob.Close()
	if _, err := inspect.Open(format.Params{}, blob); !errors.Is(err, store.ErrForeign) {
		t.Errorf("a face: %v", err)
	}
}
