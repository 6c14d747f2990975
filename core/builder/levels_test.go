package builder_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/stats"
	"github.com/matewright/matewright/core/internal/methodtest"
	"github.com/matewright/matewright/core/internal/metrictest"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/methods"
	"github.com/matewright/matewright/core/solve/spill"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/verify"
	"github.com/matewright/matewright/core/words"
)

// A shortened metric is one with short levels.
type shortened struct{ short, of *value.Metric }

var (
	mates       = shortened{metrictest.Short, value.DTM}
	conversions = shortened{metrictest.ShortDTC, value.DTC} // with two rounds for each ply
	zeroings    = shortened{metrictest.ShortDTZ, metrictest.DTZ10}
)

// TestLevels checks that values in levels equal those in bytes. All methods that can have more than bytes find the same
// bytes at each level. The lines of these classes take more rounds than a level has: up to 80 plies.
func TestLevels(t *testing.T) {
	for _, test := range []struct {
		name string
		shortened
	}{
		{"KBNvK", mates},
		{"KRvKN", mates},
		{"KRvKN", conversions},
		{"KRvKN", zeroings},
		{"KRvKN-h1", mates},
		{"KRvKN-h1", conversions},
	} {
		name := test.name
		l := slice.NewLayout(class(t, name))
		plain, needed := tabletest.BuiltBy(t, test.of, name), store.NewMemStore()
		for _, successor := range l.Class.Successors() {
			test.build(t, needed, plan(t, needed, successor.String()), builder.Options{})
		}
		var together methodtest.Together
		for _, m := range methods.All() {
			if _, spilled := m.NewSink(l, test.short, true, nil).(*spill.Sink); spilled {
				together = append(together, m)
			}
		}
		if len(together) < 2 {
			t.Fatalf("only %d methods have levels", len(together))
		}
		tables := tabletest.Copy(t, needed)
		test.build(t, tables, plan(t, tables, name), builder.Options{Method: together})
		test.wantSameValues(t, l, plain, tables)
	}
}

// wantSameValues checks a table in levels against one in bytes: its statistics, and values that are read in each
// possible way.
func (s shortened) wantSameValues(t *testing.T, l *slice.Layout, plain, leveled store.Store) {
	t.Helper()
	want, got := tabletest.Open(t, plain, l), tabletest.Open(t, leveled, l)
	if n := got.Header.Levels(); n < 2 || n > 4 {
		t.Fatalf("%v has %d levels", l.Class, got.Header.Levels())
	}
	if !got.Header.Statistics.Equal(&want.Header.Statistics) {
		t.Errorf("%v has other statistics", l.Class)
	}
	if err := got.Check(t.Context()); err != nil {
		t.Error(err)
	}
	exported := store.NewMemStore()
	if err := got.Export(t.Context(), exported); err != nil {
		t.Fatal(err)
	}
	if name := l.Class.String(); string(tabletest.ImageOf(t, exported, name).File()) != string(
		tabletest.TableOf(t, leveled, l.Class).File(),
	) {
		t.Errorf("%s has other bytes when it is exported", name)
	}
	lib, reader := library.New(leveled, 1<<20), library.New(leveled, 1<<20).Reader(t.Context())
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		at := slice.Place{
			Slice: slice.Number(r.IntN(int(l.Slices()))),
			Side:  board.Color(r.IntN(2)),
			Entry: slice.Entry(r.IntN(l.Entries())),
		}
		p := l.Position(at)
		if p.Occupied().Count() < len(l.Men) || p.Check() != nil {
			continue
		}
		v, err := want.Value(t.Context(), at)
		if err != nil {
			t.Fatal(err)
		}
		if w, err := got.Value(t.Context(), at); w != v || err != nil {
			t.Fatalf("%s is a %v, want %v (%v)", p.FEN(), w, v, err)
		}
		if w, err := lib.Value(t.Context(), &p); w != v || err != nil {
			t.Fatalf("%s is a %v in a query, want %v (%v)", p.FEN(), w, v, err)
		}
		if w, stored, err := reader.Value(&p); err != nil ||
			(w != v || stored != library.Here) && stored != library.NextPly {
			t.Fatalf("%s is a %v for a search, want %v (%v, %v)", p.FEN(), w, v, stored, err)
		}
	}
	for _, side := range want.Header.Statistics {
		if side.LongestFEN == "" {
			continue
		}
		line, err := probe.By(s.short, leveled).Line(t.Context(), tabletest.Position(t, side.LongestFEN))
		if err != nil || len(line.Moves) < s.short.Plies(side.LongestWin) ||
			s.of == value.DTM && len(line.Moves) > side.LongestWin.Round() {
			t.Errorf("%s: a line of %d moves, want %v (%v)", side.LongestFEN, len(line.Moves), side.LongestWin, err)
		}
	}
	large := library.New(leveled, 256<<20)
	defer large.Close()
	if _, err := verify.Table(t.Context(), large, l.Class, verify.Options{}); err != nil {
		t.Error(err)
	}
}

// TestLevelsOfPawns checks promotions and pushes to values in levels. They are read from scratch, from units of an
// earlier build, and by looking ahead if a side to move is not stored.
func TestLevelsOfPawns(t *testing.T) {
	mates.wantLevelsOfPawns(t, 4)
	conversions.wantLevelsOfPawns(t, 3)
}

// TestLevelsBesideBytes checks a class whose values fit into bytes. Its moves that begin a new count lead to a class
// with values in levels.
func TestLevelsBesideBytes(t *testing.T) {
	const leveled, name = "KPvK", "KPvKP" // which captures a pawn
	l := tabletest.Layout(t, leveled)
	tabletest.SmallGroups(t, l, 21) // of one slice
	tables := tabletest.StoreOf(l)
	zeroings.build(t, tables, plan(t, tables, leveled), builder.Options{Method: methodNamed(t, "grandfather-spilled")})
	zeroings.build(t, tables, plan(t, tables, name), builder.Options{})
	for class, levels := range map[string]int{leveled: 2, name: 1} {
		if n := tabletest.Open(t, tables, tabletest.Layout(t, class)).Header.Levels(); n != levels {
			t.Errorf("%s has %d levels, want %d", class, n, levels)
		}
	}
	lib := library.New(tables, 256<<20)
	defer lib.Close()
	if _, err := verify.Table(t.Context(), lib, class(t, name), verify.Options{}); err != nil {
		t.Error(err)
	}
}

// wantLevelsOfPawns builds with both sides to move stored of tables with up to the given number of men.
func (s shortened) wantLevelsOfPawns(t *testing.T, mostMenBothSides int) {
	t.Helper()
	const name = "KBPvK"
	l := tabletest.Layout(t, name)
	tabletest.SmallGroups(t, l, 21) // of one slice, as those with six men are
	params := tabletest.ParamsOf(l)
	plain := tabletest.BuiltWith(t, params, s.of, name)
	params.MostMenBothSides = mostMenBothSides
	needed := format.With(store.NewMemStore(), params)
	s.build(t, needed, plan(t, needed, "KPvK"), builder.Options{}) // in bytes: it has several slices in a group
	s.build(
		t,
		needed,
		plan(t, needed, "KBNvK", "KRBvK", "KQBvK", "KBBvK"),
		builder.Options{Method: methodNamed(t, "grandfather-spilled")},
	)
	bytes := builder.Options{Metric: s.short, Method: methodNamed(t, "grandfather")}
	err := builder.Build(t.Context(), tabletest.Copy(t, needed), plan(t, needed, name), bytes)
	if err == nil || !strings.Contains(err.Error(), "use another method") {
		t.Errorf("in bytes: %v", err)
	}
	var want tabletest.Image
	for i, test := range []struct {
		men, units int // that are built at once
		unpacked   int
		options    builder.Options
	}{
		{4, 21, library.MaxFrame, builder.Options{Method: methodNamed(t, "grandfather-spilled")}},
		{
			4, 3, library.MaxFrame,
			builder.Options{Method: methodNamed(t, "grandfather-spilled"), Faces: store.NewMemStore()},
		},
		{3, 21, library.MaxFrame, builder.Options{Method: methodNamed(t, "half-cycles")}},
		{3, 7, library.MaxFrame, builder.Options{Method: methodNamed(t, "half-cycles")}},   // makes faces each time
		{3, 21, 64, builder.Options{Method: methodNamed(t, "leapfrog"), Budget: 64 << 20}}, // from scratch
	} {
		if test.men != mostMenBothSides {
			continue
		}
		test.options.UnpackedFrame = test.unpacked
		tables := tabletest.Copy(t, needed)
		for unit := 1; unit <= 21; unit += test.units {
			job := plan(t, tables, name)
			step := &job.Steps[0]
			step.Units, step.Whole = step.Units[:test.units], len(step.Units) == test.units
			s.build(t, tables, job, test.options)
		}
		if image := tabletest.TableOf(t, tables, l.Class); want.Header == nil {
			want = image
			s.wantSameValues(t, l, plain, tables)
		} else if string(image.File()) != string(want.File()) {
			t.Errorf("%d: there are other bytes", i)
		}
	}
}

// build builds tables with short levels.
func (s shortened) build(t *testing.T, tables store.Store, job *builder.Job, options builder.Options) {
	t.Helper()
	options.Metric = s.short
	if err := builder.Build(t.Context(), tables, job, options); err != nil {
		t.Fatal(err)
	}
}

func methodNamed(t *testing.T, name string) solve.Method {
	t.Helper()
	m, err := methods.All().Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestLevelsRefused checks that levels that a table cannot have are refused.
func TestLevelsRefused(t *testing.T) {
	for _, test := range []struct {
		name   string
		metric *value.Metric
		change func(h *format.Header)
		reason string
	}{
		{"KBNvK", metrictest.Short, func(h *format.Header) {}, "2 levels for 0 rounds"},
		{"KPvK", metrictest.Short, longestOf(60), "2 levels"}, // with several slices in a group
		{"KQvK", value.DTM, longestOf(300), "2 levels"},       // three men take no more than a byte
		{"KBNvK", metrictest.Short, longestOf(4000), "2 levels for 4000 rounds"},
		{"KBNvK", metrictest.Short, func(h *format.Header) {
			longestOf(60)(h)
			h.Sections[1].Shape = 1
		}, "different shapes"},
		{"KBNvK", metrictest.Short, func(h *format.Header) {
			longestOf(60)(h)
			h.Sections[2].Tiles = 0
		}, "a section is empty"},
		{"KBNvK", metrictest.Short, func(h *format.Header) {
			longestOf(60)(h)
			h.Sections[1] = format.SectionRef{Checksum: 1}
		}, "a section is empty"},
		{"KBNvK", metrictest.Short, func(h *format.Header) {
			longestOf(70)(h)
			h.MoreLevels, h.Sections = 2, append(h.Sections, h.Sections[:2]...)
			h.Sections[1].Tiles = 0
		}, "after one that is empty"},
		{"KBNvK", metrictest.Short, func(h *format.Header) {
			longestOf(60)(h)
			h.MoreLevels, h.Sections = 0, h.Sections[:2]
		}, "1 levels for 60 rounds"},
	} {
		l := slice.NewLayout(class(t, test.name))
		h := format.Header{
			Class:      l.Class,
			Metric:     test.metric,
			Sides:      format.BothSides,
			MoreLevels: 1,
			Sections:   slices.Repeat([]format.SectionRef{{Tiles: 1}}, 4),
		}
		test.change(&h)
		if _, _, err := (format.Params{}).Decode(h.Encode(l), 0); !errors.Is(err, store.ErrCorrupt) ||
			!strings.Contains(err.Error(), test.reason) {
			t.Errorf("%s, %q: %v", test.name, test.reason, err)
		}
	}
}

// longestOf makes White lose in the given number of rounds.
func longestOf(rounds int) func(h *format.Header) {
	return func(h *format.Header) { h.Statistics[0].Add(value.Decided(rounds), stats.Count{All: 8, Distinct: 1}) }
}

// TestLevelsContradict checks that levels that contradict each other are refused.
func TestLevelsContradict(t *testing.T) {
	h := format.Header{Metric: metrictest.Short, MoreLevels: 1}
	more, longer := value.Decided(33).Byte(), value.Decided(34).Byte()
	for _, test := range []struct {
		bytes [2]value.Byte
		want  value.Value // a draw for an error
	}{
		{[2]value.Byte{value.Decided(7).Byte(), value.DrawByte}, value.Decided(7)},
		{[2]value.Byte{more, value.Decided(5).Byte()}, value.Decided(37)},
		{[2]value.Byte{longer, value.Decided(32).Byte()}, value.Decided(64)},
		{[2]value.Byte{more, value.DrawByte}, value.Draw},
		{[2]value.Byte{more, value.Decided(4).Byte()}, value.Draw},
		{[2]value.Byte{longer, value.Decided(0).Byte()}, value.Draw},
		{[2]value.Byte{more, more}, value.Draw},
	} {
		v, err := h.ValueIn(func(level int) (value.Byte, error) { return test.bytes[level], nil })
		if v != test.want || (test.want == value.Draw) != errors.Is(err, store.ErrCorrupt) {
			t.Errorf("%v: %v, %v", test.bytes, v, err)
		}
	}
	if _, err := h.ValueIn(func(int) (value.Byte, error) { return 0, store.ErrMissing }); !errors.Is(
		err,
		store.ErrMissing,
	) {
		t.Errorf("a level that is missing: %v", err)
	}
}

// TestProvideLevels checks the methods for any memory. Methods without long mates do not solve six men. Methods without
// late conversions do not solve the five men that are converted late. No method solves six men by DTC.
func TestProvideLevels(t *testing.T) {
	for _, name := range []string{"KRNvKNN", "KQRvKQR", "KNPvKNN", "KQPPvKN"} {
		p, err := builder.Provide(class(t, name), value.DTM, 1<<40, nil)
		if err != nil || p.Solving.InBytes {
			t.Errorf("%s is solved by %v (%v)", name, p.Solving.Method.Name(), err)
		}
	}
	for name, late := range map[string]bool{"KQPvKQ": true, "KNNvKP": true, "KQPvKR": false} {
		p, err := builder.Provide(class(t, name), value.DTC, 1<<40, nil)
		if err != nil || p.Solving.InBytes == late || (p.LevelScratch() > 0) != late {
			t.Errorf("%s by DTC is solved by %v (%v)", name, p.Solving.Method.Name(), err)
		}
	}
	var said *words.Message
	if _, err := builder.Provide(class(t, "KRNvKNN"), value.DTC, 1<<40, nil); !errors.As(err, &said) ||
		said.Key != "core.metric.longLines" {
		t.Errorf("six men by DTC: %v", err)
	}
}
