// Package tabletest has helpers for the tests of several packages: tables of made-up
// values, their bytes, and units.
package tabletest

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/checksum"
	"github.com/matewright/matewright/core/dtm50"
	"github.com/matewright/matewright/core/encode"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/wire"
)

// Layout returns the layout of a class.
func Layout(t testing.TB, name string) *slice.Layout {
	t.Helper()
	class, err := material.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return slice.NewLayout(class)
}

// Position returns the position of a FEN.
func Position(t testing.TB, fen string) board.Position {
	t.Helper()
	return Reading(t, fen).Position
}

// Reading returns the reading of a FEN without faults.
func Reading(t testing.TB, fen string) board.Reading {
	t.Helper()
	r, err := board.ReadFENStrictly(fen)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// MadeUp returns random values for a slice, among them the longest possible ones.
func MadeUp(l *slice.Layout, number slice.Number) *solve.Values {
	r := rand.New(rand.NewPCG(uint64(number), 1))
	values := solve.NewValues(l)
	for c := range values {
		for i := range values[c] {
			values[c][i] = value.Byte(r.IntN(256))
			if i > 0 && r.IntN(4) > 0 {
				values[c][i] = values[c][i-1]
			}
		}
	}
	return values
}

// Encode stores a table of made-up values and returns them.
func Encode(t testing.TB, tables store.Store, l *slice.Layout) []*solve.Values {
	t.Helper()
	return Fill(
		t,
		NewEncoder(t, tables, l),
		AllUnits(l),
		func(number slice.Number) *solve.Values { return MadeUp(l, number) },
	)
}

// NewEncoder begins some units of a table, or all of them.
func NewEncoder(t testing.TB, tables store.Store, l *slice.Layout, units ...int) *encode.Encoder {
	t.Helper()
	return NewEncoderBy(t, tables, l, value.DTM, units...)
}

// NewEncoderBy is [NewEncoder] by any metric.
func NewEncoderBy(
	t testing.TB, tables store.Store, l *slice.Layout, metric *value.Metric, units ...int,
) *encode.Encoder {
	t.Helper()
	if len(units) == 0 {
		units = AllUnits(l)
	}
	e, err := encode.NewEncoder(t.Context(), tables, l, metric, format.UnitPieces(l, units...))
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// Fill encodes all slices of some units of a table and returns them.
func Fill(
	t testing.TB, e *encode.Encoder, units []int, valuesOf func(number slice.Number) *solve.Values,
) (all []*solve.Values) {
	t.Helper()
	for _, unit := range units {
		first, end := format.UnitSlices(e.Layout(), unit)
		for number := first; number < end; number++ {
			values := valuesOf(number)
			if err := e.AddSlice(number, values); err != nil {
				t.Fatal(err)
			}
			all = append(all, values)
		}
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	return all
}

// Repack adds all slices of a table in a store to an encoder, and closes it.
func Repack(t testing.TB, e *encode.Encoder, from store.Store) {
	t.Helper()
	l := e.Layout()
	table := Open(t, from, l)
	Fill(t, e, AllUnits(l), func(number slice.Number) *solve.Values {
		values := solve.NewValues(l)
		if err := table.Values(t.Context(), number, values); err != nil {
			t.Fatal(err)
		}
		return values
	})
}

// Open opens a table for the time of a test.
func Open(t testing.TB, tables store.Store, l *slice.Layout) *library.Table {
	t.Helper()
	tab, err := library.Open(t.Context(), tables, l.Class)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tab.Close() })
	return tab
}

// Alike returns a table with the same values in other bytes, all checksums right: tiles end in a zero that
// changes nothing.
func Alike(t testing.TB, im Image) Image {
	t.Helper()
	h, l, err := (format.Params{}).Decode(im.Header, int64(len(im.Data)))
	if err != nil {
		t.Fatal(err)
	}
	var data []byte
	for i := range h.Sections {
		ref := &h.Sections[i]
		tiles := im.Data[ref.Offset:][:ref.Tiles]
		grid := h.Grids(l)[i]
		n := format.GroupTiles(l, h.GroupOf(i), grid)
		dir, err := format.DecodeDirectory(im.Data[ref.Offset+ref.Tiles:][:ref.Directory], *ref, n)
		if err != nil {
			t.Fatal(err)
		}
		ref.Offset, ref.Tiles = int64(len(data)), 0
		var lengths []uint16
		var checksums []byte
		for n := range n {
			at := dir.Tile(n)
			packed := append(bytes.Clone(tiles[at.Offset:][:at.Length]), 0)
			data = append(data, packed...)
			ref.Tiles += int64(len(packed))
			lengths = append(lengths, uint16(len(packed)))
			checksums = binary.LittleEndian.AppendUint32(checksums, checksum.Sum(packed))
		}
		directory := format.EncodeDirectory(dir.Model, lengths, checksums, ref.Sparse)
		ref.Directory, ref.Checksum = len(directory), checksum.Sum(directory)
		data = append(data, directory...)
	}
	return Image{data, h.Encode(l)}
}

// Image has the bytes of a table, as a store gives them.
type Image struct{ Data, Header []byte }

// ImageOf reads the bytes that a store has under a name.
func ImageOf(t testing.TB, tables store.Store, name string) Image {
	t.Helper()
	blob, err := tables.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return imageOf(t, blob)
}

// TableOf reads a table, of units or in one piece.
func TableOf(t testing.TB, tables store.Store, class material.Class) Image {
	t.Helper()
	blob, err := catalog.Open(t.Context(), tables, class)
	if err != nil {
		t.Fatal(err)
	}
	return imageOf(t, blob)
}

func imageOf(t testing.TB, blob store.Blob) Image {
	t.Helper()
	defer blob.Close()
	data := make([]byte, blob.Size())
	if err := blob.ReadAt(t.Context(), data, 0); err != nil {
		t.Fatal(err)
	}
	return Image{data, bytes.Clone(blob.Header())}
}

// Store returns a store that has just these bytes.
func (im Image) Store(t testing.TB, name string) store.Store {
	t.Helper()
	tables := store.NewMemStore()
	im.Put(t, tables, name)
	return tables
}

// Put stores the bytes under a name.
func (im Image) Put(t testing.TB, tables store.Store, name string) {
	t.Helper()
	w, err := tables.Create(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(im.Data); err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(im.Header); err != nil {
		t.Fatal(err)
	}
}

// File returns the bytes as those of a file.
func (im Image) File() []byte {
	before, after := store.FileFrame(int64(len(im.Data)), im.Header)
	return slices.Concat(before, im.Data, after)
}

// Seal ends a header with its checksum.
func Seal(unsealed []byte) []byte {
	return wire.Seal(bytes.Clone(unsealed))
}

// Names lists the names in a store.
func Names(t testing.TB, tables store.Store) (list []string) {
	t.Helper()
	entries, err := tables.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name)
	}
	return list
}

// WantLegal compares the values of legal positions with the original ones.
func WantLegal(t *testing.T, l *slice.Layout, number slice.Number, got, want *solve.Values) {
	t.Helper()
	var sc slice.Scene
	for word := range l.Words() {
		if !l.Scene(number, word, &sc) {
			continue
		}
		for _, c := range board.Colors {
			for lanes := ^sc.Illegal(c); lanes != 0; lanes = lanes.Rest() {
				if entry := word.At(lanes.First()); got[c][entry] != want[c][entry] {
					t.Fatalf(
						"%v: entry %d of slice %d is %v, want %v",
						l.Class,
						entry,
						number,
						got[c][entry],
						want[c][entry],
					)
				}
			}
		}
	}
}

// WantFrames reads all frames of a slice, for the given sides to move.
func WantFrames(
	t *testing.T, source solve.Source, l *slice.Layout, number slice.Number, want *solve.Values, sides ...board.Color,
) {
	t.Helper()
	size := l.FrameEntries()
	got := solve.NewValues(l)
	for c := range got {
		copy(got[c], want[c])
	}
	for _, c := range sides {
		for frame := range l.Frames().Len() {
			span, err := source.Span(l, number, c, frame)
			if err != nil {
				t.Fatal(err)
			}
			copy(got[c][l.FirstEntry(frame):], span.Frame(frame, size))
		}
	}
	WantLegal(t, l, number, got, want)
}

// FacesOf lists the faces that a class can have: one for each type of piece, and one for each castling right.
func FacesOf(l *slice.Layout) (list []material.Face) {
	for _, f := range l.Class.AllFaces() {
		if !f.IsOfPushes() && l.Class.Count(f.Still.Color, f.Still.Type) > 0 {
			list = append(list, f)
		}
	}
	return list
}

// WithNeeded returns a store with all tables that a class needs, without the class.
func WithNeeded(t testing.TB, l *slice.Layout) store.Store {
	t.Helper()
	tables := StoreOf(l)
	build(t, tables, value.DTM, l.Class.Successors())
	return tables
}

// Built returns a store with the tables of classes and all they depend on.
func Built(t testing.TB, names ...string) store.Store {
	t.Helper()
	return BuiltWith(t, format.Params{}, value.DTM, names...)
}

// Build adds the tables of classes and all they depend on to a store.
func Build(t testing.TB, tables store.Store, names ...string) {
	t.Helper()
	build(t, tables, value.DTM, Classes(t, names...))
}

// BuiltBy is [Built] in a metric.
func BuiltBy(t testing.TB, metric *value.Metric, names ...string) store.Store {
	t.Helper()
	return BuiltWith(t, format.Params{}, metric, names...)
}

// BuiltWith is [Built] in a metric, with tables that have some parameters.
func BuiltWith(t testing.TB, params format.Params, metric *value.Metric, names ...string) store.Store {
	t.Helper()
	tables := format.With(store.NewMemStore(), params)
	build(t, tables, metric, Classes(t, names...))
	return tables
}

// Classes returns the classes of some names.
func Classes(t testing.TB, names ...string) []material.Class {
	t.Helper()
	classes, err := material.ParseAll(names)
	if err != nil {
		t.Fatal(err)
	}
	return classes
}

// A makeup determines the bytes of a table of a class.
type makeup struct {
	metric *value.Metric
	params format.Params
}

// built has the tables that this process or others have built before: most tests need the same few classes.
var built = struct {
	sync.Mutex
	by map[makeup]store.Store
}{by: map[makeup]store.Store{}}

// build adds the missing tables of classes and of all classes that they depend on.
func build(t testing.TB, tables store.Store, metric *value.Metric, classes []material.Class) {
	t.Helper()
	built.Lock()
	defer built.Unlock()
	of := makeup{metric, format.ParamsOf(tables)}
	if built.by[of] == nil {
		built.by[of] = format.With(newStore(of), of.params)
	}
	all := built.by[of]
	var lacking []material.Class
	for _, step := range plan(t, tables, classes).Steps {
		lacking = append(lacking, step.Class)
	}
	if err := BuildMissing(t.Context(), all, metric, lacking); err != nil {
		t.Fatal(err)
	}
	there := Names(t, tables)
	for _, name := range Names(t, all) {
		class, ok := format.PieceClass(name)
		if !ok {
			class = Classes(t, name)[0] // a table in one piece
		}
		if slices.Contains(lacking, class) && !slices.Contains(there, name) {
			ImageOf(t, all, name).Put(t, tables, name)
		}
	}
}

// newStore returns a store for tables with a makeup, which this process keeps for itself or shares.
func newStore(of makeup) store.Store {
	if dir := sharedDir(of); dir != "" {
		return store.NewFileStore(dir).Derived()
	}
	return store.NewMemStore()
}

func plan(t testing.TB, tables store.Store, classes []material.Class) *builder.Job {
	t.Helper()
	job, err := builder.Plan(t.Context(), tables, classes...)
	if err != nil {
		t.Fatal(err)
	}
	return job
}

// RandomPosition returns a legal position of a class, without en passant.
func RandomPosition(r *rand.Rand, class material.Class) board.Position {
	for {
		squares := r.Perm(64)
		var men []board.Man
		for _, c := range board.Colors {
			for t := board.King; t <= board.Pawn; t++ {
				for range class.Count(c, t) {
					men = append(men, board.Man{Color: c, Type: t, Square: board.Square(squares[len(men)])})
				}
			}
		}
		if p := board.NewPosition(board.Color(r.IntN(2)), men...); p.Check() == nil {
			return p
		}
	}
}

// Copy returns a copy of a store.
func Copy(t testing.TB, from store.Store) store.Store {
	t.Helper()
	to := format.With(store.NewMemStore(), format.ParamsOf(from))
	for _, name := range Names(t, from) {
		ImageOf(t, from, name).Put(t, to, name)
	}
	return to
}

// BuildByClock builds the missing DTM50 tables of classes and of all classes that they depend on.
func BuildByClock(t testing.TB, tables store.Store, classes []material.Class) {
	t.Helper()
	tables = dtm50.In(tables)
	job, err := builder.Plan(t.Context(), tables, classes...)
	if err != nil {
		t.Fatal(err)
	}
	maker := dtm50.NewMaker(tables)
	defer maker.Close()
	if err := builder.Build(t.Context(), tables, job, builder.Options{Maker: maker, Threads: 2}); err != nil {
		t.Fatal(err)
	}
}

// clocked has the DTM50 tables that this process has built.
var clocked = sync.OnceValue(func() store.Store { return store.NewMemStore() })

// BuiltByClock returns a store with the DTM50 tables of classes and of all classes that they depend on. Tests share it,
// and only read it.
func BuiltByClock(t testing.TB, names ...string) store.Store {
	t.Helper()
	built.Lock()
	defer built.Unlock()
	tables := clocked()
	if dir := os.Getenv(SharedEnv); dir != "" {
		dir = filepath.Join(dir, "dtm50")
		unlock, err := lock(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		defer unlock()
		tables = store.NewFileStore(dir)
	}
	BuildByClock(t, tables, Classes(t, names...))
	return tables
}
