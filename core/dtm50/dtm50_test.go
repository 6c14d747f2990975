package dtm50_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/dtm50"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/verify"
	"github.com/matewright/matewright/core/words"
)

// built returns a store with the tables of classes and all they depend on, and perhaps others. Each is built once.
func built(t *testing.T, names ...string) store.Store {
	t.Helper()
	tabletest.BuildByClock(t, all, tabletest.Classes(t, names...))
	return tabletest.Copy(t, all)
}

var all = store.NewMemStore()

// open opens the table of a class until the test ends.
func open(t *testing.T, tables store.Store, class material.Class) (*library.Table, *library.Library) {
	t.Helper()
	lib := dtm50.NewLibrary(tables)
	t.Cleanup(func() { _ = lib.Close() })
	table, err := lib.Open(t.Context(), class)
	if err != nil {
		t.Fatal(err)
	}
	return table, lib
}

// build builds the tables of a job.
func build(t *testing.T, tables store.Store, job *builder.Job, options builder.Options) error {
	maker := dtm50.NewMaker(tables)
	defer maker.Close()
	options.Maker = maker
	return builder.Build(t.Context(), dtm50.In(tables), job, options)
}

// TestGroups checks tables with many small groups of slices.
func TestGroups(t *testing.T) {
	small := format.With(store.NewMemStore(), format.Params{Kind: format.ByClock, GroupEntries: 1 << 14})
	class := tabletest.Classes(t, "KPvK")
	if groups := format.Groups(format.LayoutIn(small, class[0])); groups < 3 {
		t.Fatalf("only %d groups", groups)
	}
	tabletest.BuildByClock(t, small, class)
	if _, err := verified(t, small, class[0], verify.Options{Every: 50}); err != nil {
		t.Error(err)
	}
}

// TestOptions checks that absurd numbers of threads are refused.
func TestOptions(t *testing.T) {
	tables := built(t, "KQvK")
	for _, threads := range []int{-1, builder.MostThreads + 1} {
		err := build(t, tables, &builder.Job{}, builder.Options{Threads: threads})
		if message := new(words.Message); !errors.As(err, &message) || message.Key != "core.build.threads" {
			t.Errorf("%d threads: %v", threads, err)
		}
	}
	options := verify.Options{Threads: verify.MostThreads + 1}
	if _, err := verified(t, tables, tabletest.Classes(t, "KQvK")[0], options); err == nil {
		t.Errorf("verified by %d threads", options.Threads)
	}
}

// TestSameBytes checks that the bytes of tables depend neither on the number of threads nor on whether the needed
// tables were just built.
func TestSameBytes(t *testing.T) {
	tables := built(t, "KPvK")
	again := tabletest.Copy(t, tables)
	class := tabletest.Classes(t, "KPvK")
	job, err := builder.PlanAgain(t.Context(), dtm50.In(again), class...)
	if err != nil || len(job.Steps) != 1 {
		t.Fatal(job, err)
	}
	if err := build(t, again, job, builder.Options{Threads: 1}); err != nil {
		t.Fatal(err)
	}
	for _, name := range tabletest.Names(t, tables) {
		a, b := tabletest.ImageOf(t, tables, name), tabletest.ImageOf(t, again, name)
		if !bytes.Equal(a.Data, b.Data) || !bytes.Equal(a.Header, b.Header) {
			t.Errorf("%s has other bytes if it is built again", name)
		}
	}
}

// TestValue checks the values of the library against the pairs that Walk returns. Some positions have like pieces,
// swapped colours, or no table.
func TestValue(t *testing.T) {
	tables := built(t, "KRRvK", "KPvK")
	lib, walked := dtm50.NewLibrary(tables), dtm50.NewLibrary(tables)
	defer lib.Close()
	defer walked.Close()
	r := rand.New(rand.NewPCG(1, 50))
	for _, class := range tabletest.Classes(t, "KRRvK", "KPvK") {
		l := slice.NewLayout(class)
		several := 0
		table, err := walked.Open(t.Context(), class)
		if err != nil {
			t.Fatal(err)
		}
		err = dtm50.Walk(t.Context(), table, func(at slice.Place, pairs []dtm50.Pair) error {
			if len(pairs) < 2 && r.IntN(100) > 0 || r.IntN(100) > 0 {
				return nil
			}
			p := l.Position(at)
			var men []board.Man
			for _, m := range p.Men() {
				men = append(
					men,
					board.Man{Color: m.Color.Other(), Type: m.Type, Square: board.FlipRanks.Square(m.Square)},
				)
			}
			r.Shuffle(len(men), func(i, j int) { men[i], men[j] = men[j], men[i] })
			turned := board.NewPosition(p.Turn.Other(), men...)
			clock := r.IntN(value.FiftyMoves + 20)
			want := value.Draw
			for _, pair := range pairs {
				if min(clock, value.FiftyMoves)+pair.Left <= value.FiftyMoves {
					want = pair.Mate
					break
				}
			}
			if len(pairs) > 1 {
				several++
			}
			for _, p := range []board.Position{p, turned} {
				if got, err := lib.ValueAt(t.Context(), &p, clock); err != nil || got != want {
					t.Errorf("%s with a clock of %d: %v %v, want %v", p.FEN(), clock, got, err, want)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if class.Count(board.White, board.Rook) > 0 && several < 100 {
			t.Errorf("only %d positions of %v have several pairs", several, class)
		}
	}
	bare := tabletest.Position(t, "8/8/4k3/8/8/8/3K4/8 w - - 0 1")
	if got, err := lib.ValueAt(t.Context(), &bare, 7); err != nil || got != value.Draw {
		t.Errorf("bare kings: %v %v", got, err)
	}
	missing := tabletest.Position(t, "8/8/4k3/8/8/8/3K4/QQ6 w - - 0 1")
	if _, err := lib.ValueAt(t.Context(), &missing, 7); !errors.Is(err, store.ErrMissing) {
		t.Errorf("without a table: %v", err)
	}
}

// TestVersions checks that a table of the first version of the format is read, and need not be built again. It has both
// sides to move, and checksums of empty tiles. Its values must be those of the present version.
func TestVersions(t *testing.T) {
	class := tabletest.Classes(t, "KQvK")[0]
	old := tabletest.Copy(t, store.NewFileStore("testdata/version1"))
	job, err := builder.Plan(t.Context(), dtm50.In(old), class)
	if err != nil || len(job.Steps) != 0 {
		t.Fatal(job, err)
	}
	if _, err := verified(t, old, class, verify.Options{Every: 1}); err != nil {
		t.Error(err)
	}
	before, now := dtm50.NewLibrary(old), dtm50.NewLibrary(built(t, "KQvK"))
	defer before.Close()
	defer now.Close()
	table, err := before.Open(t.Context(), class)
	if err != nil {
		t.Fatal(err)
	}
	image := tabletest.ImageOf(t, old, "KQvK")
	if table.Header.Version() != 1 || table.Header.Sides != format.BothSides ||
		!bytes.Equal(table.Header.Encode(table.Layout), image.Header) {
		t.Errorf("version %d, %v", table.Header.Version(), table.Header.Sides)
	}
	random, compared := rand.New(rand.NewPCG(1, 1)), 0
	err = dtm50.Walk(t.Context(), table, func(at slice.Place, _ []dtm50.Pair) error {
		if random.IntN(50) > 0 {
			return nil
		}
		compared++
		p, clock := table.Layout.Position(at), random.IntN(value.FiftyMoves+1)
		want, err := before.ValueAt(t.Context(), &p, clock)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := now.ValueAt(t.Context(), &p, clock); err != nil || got != want {
			t.Errorf("%s with a clock of %d: %v %v, want %v", p.FEN(), clock, got, err, want)
		}
		return nil
	})
	if err != nil || compared < 500 {
		t.Errorf("%d positions compared: %v", compared, err)
	}
}

// verified verifies a table.
func verified(
	t *testing.T, tables store.Store, class material.Class, options verify.Options,
) (*verify.Result, error) {
	lib := dtm50.NewLibrary(tables)
	defer lib.Close()
	rule := func(table *library.Table, threads int) (verify.Rule, error) {
		return dtm50.NewRule(t.Context(), lib, table, threads)
	}
	return verify.TableBy(t.Context(), lib, class, options, rule)
}

// TestVerify checks that Verify accepts built tables, and refuses one with a wrong byte and right checksums.
func TestVerify(t *testing.T) {
	tables := built(t, "KPvK")
	for _, class := range material.UpTo(3) {
		r, err := verified(t, tables, class, verify.Options{Every: 50})
		if err != nil {
			t.Fatal(err)
		}
		if r.Entries < 40_000 || r.Alone < 500 {
			t.Errorf("%v: %+v", class, r)
		}
	}
	wrong := tabletest.Copy(t, tables)
	im := tabletest.ImageOf(t, tables, "KQvK")
	dtm50.Spoil(t, wrong, tabletest.Classes(t, "KQvK")[0])
	if spoilt := tabletest.ImageOf(t, wrong, "KQvK"); bytes.Equal(spoilt.Data, im.Data) {
		t.Fatal("nothing is spoilt")
	}
	_, err := verified(t, wrong, tabletest.Classes(t, "KQvK")[0], verify.Options{})
	if !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("a wrong table: %v", err)
	}
}

// TestCastling checks every entry of tables with castling rights against its moves. Some have rights of both sides, or
// of both rooks.
func TestCastling(t *testing.T) {
	tables := built(t, "KRvKR-h1h8", "KRRvK-h1a1")
	for _, c := range []struct {
		class   string
		entries int64
	}{{"KRvKR-h1", 5774}, {"KRvKR-h1h8", 2}, {"KRRvK-h1", 5798}, {"KRRvK-a1", 5749}, {"KRRvK-h1a1", 95}} {
		r, err := verified(t, tables, tabletest.Classes(t, c.class)[0], verify.Options{Every: 1})
		if err != nil {
			t.Fatal(err)
		}
		if r.Entries != c.entries || r.Alone != r.Entries {
			t.Errorf("%s: %+v", c.class, r)
		}
	}
	more := tabletest.Classes(t, "KRPvKR-h1", "KRPvKR-kb1a1", "KRRvKRR-h1")
	if err := dtm50.CheckClasses(more[:2]); err != nil {
		t.Error(err)
	}
	if err := dtm50.CheckClasses(more); !errors.Is(err, material.ErrClass) {
		t.Errorf("six men: %v", err)
	}
	if of := dtm50.Castling(more[0].WithoutRights()); !slices.Contains(of, more[0]) {
		t.Errorf("%v with castling rights", of)
	}
}

// TestDamage checks that changes of a table are noticed by a read or by Verify.
func TestDamage(t *testing.T) {
	t.Run("bytes", func(t *testing.T) { damageTable(t, built(t, "KRvK")) })
	t.Run("levels", func(t *testing.T) {
		dtm50.ShortenLevels(t, 20, 0)
		leveled := store.NewMemStore()
		tabletest.BuildByClock(t, leveled, tabletest.Classes(t, "KRvK"))
		damageTable(t, leveled)
	})
}

// damageTable damages the table of KRvK.
func damageTable(t *testing.T, tables store.Store) {
	t.Helper()
	im := tabletest.ImageOf(t, tables, "KRvK")
	class := tabletest.Classes(t, "KRvK")[0]
	walk := func(tables store.Store) error {
		lib := dtm50.NewLibrary(tables)
		defer lib.Close()
		table, err := lib.Open(t.Context(), class)
		if err != nil {
			return err
		}
		return dtm50.Walk(t.Context(), table, func(slice.Place, []dtm50.Pair) error { return nil })
	}
	if err := walk(im.Store(t, "KRvK")); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(2, 50))
	damage := func(b []byte) []byte {
		b = bytes.Clone(b)
		b[r.IntN(len(b))] ^= 1 << r.IntN(8)
		return b
	}
	for range 100 {
		for _, bad := range []tabletest.Image{
			{Data: damage(im.Data), Header: im.Header},
			{Data: im.Data, Header: damage(im.Header)},
			{Data: im.Data[:r.IntN(len(im.Data))], Header: im.Header},
			{Data: im.Data, Header: im.Header[:r.IntN(len(im.Header))]},
			{Data: im.Data, Header: tabletest.Seal(damage(im.Header[:len(im.Header)-4]))},
		} {
			err := walk(bad.Store(t, "KRvK"))
			if err == nil &&
				(!bytes.Equal(bad.Data, im.Data) ||
					!bytes.Equal(bad.Header[:len(bad.Header)-4], im.Header[:len(im.Header)-4])) {
				// Only wrong statistics can pass unnoticed until the table is verified.
				if _, err = verified(t, bad.Store(t, "KRvK"), class, verify.Options{}); err == nil {
					t.Fatal("damage was not noticed")
				}
			}
			if err != nil && !errors.Is(err, store.ErrCorrupt) {
				t.Fatalf("damage has another error: %v", err)
			}
		}
	}
	if err := walk(im.Store(t, "KQvK")); !errors.Is(err, store.ErrMissing) {
		t.Errorf("a table under another name: %v", err)
	}
	lib := dtm50.NewLibrary(im.Store(t, "KQvK"))
	if _, err := lib.Open(t.Context(), tabletest.Classes(t, "KQvK")[0]); !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("a table of another class: %v", err)
	}
}

// TestMemory checks that a build that takes more memory than available is refused before it begins. A build that stops
// must leave only whole tables.
func TestMemory(t *testing.T) {
	tables := store.NewMemStore()
	buildNamed := func(name string, options builder.Options) error {
		job, err := builder.Plan(t.Context(), dtm50.In(tables), tabletest.Classes(t, name)...)
		if err != nil {
			t.Fatal(err)
		}
		return build(t, tables, job, options)
	}
	large := (*builder.MemoryError)(nil)
	err := buildNamed("KQRvKQ", builder.Options{Budget: 256 << 20})
	if !errors.As(err, &large) || large.Class.Men() != 5 || len(tabletest.Names(t, tables)) > 0 {
		t.Errorf("five men in 256 MiB: %v", err)
	}
	stop := errors.New("stop")
	err = buildNamed("KPvK", builder.Options{Observe: func(p builder.Progress) error {
		if p.Class.Pawns() > 0 && p.Positions > p.Total-slice.NewLayout(p.Class).Positions()/2 {
			return stop
		}
		return nil
	}})
	if !errors.Is(err, stop) || len(tabletest.Names(t, tables)) != 4 {
		t.Errorf("%v, and there are %v", err, tabletest.Names(t, tables))
	}
}
