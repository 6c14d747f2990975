package probe_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// largeCache has room for all tables that a random position needs, so that tests with many of them decode little twice.
const largeCache = 128 << 20

// TestBy checks that ProbeBy with a metric returns the same verdict and moves as a prober whose first metric it is. If
// its tables are missing, ProbeBy uses the first metric.
func TestBy(t *testing.T) {
	stored := map[*value.Metric]store.Store{}
	for _, m := range []*value.Metric{value.DTM, value.DTC, value.DTZ50} {
		stored[m] = tabletest.BuiltBy(t, m, "KPvKP")
	}
	ledBy := func(lead *value.Metric) *probe.Prober {
		pr := probe.By(lead, stored[lead])
		for m, tables := range stored {
			if m != lead {
				pr.AddMetric(m, tables)
			}
		}
		pr.Cache(largeCache)
		t.Cleanup(func() { pr.Close() })
		return pr
	}
	twins := map[*value.Metric]*probe.Prober{}
	for m := range stored {
		twins[m] = ledBy(m)
	}
	prober := twins[value.DTM]
	without := probe.New(stored[value.DTM]).AddMetric(value.DTZ50, store.NewMemStore())
	defer without.Close()

	r := rand.New(rand.NewPCG(5, 9))
	differ := 0
	for range 400 {
		p := tabletest.RandomPosition(r, class(t, "KPvKP"))
		clock := []int{0, 50, 90, 99}[r.IntN(4)]
		first, err := prober.ProbeAt(t.Context(), p, clock)
		if err != nil {
			t.Fatal(err)
		}
		for m, twin := range twins {
			got, err := prober.ProbeBy(t.Context(), m, p, clock)
			if err != nil {
				t.Fatal(err)
			}
			want, err := twin.ProbeAt(t.Context(), p, clock)
			if err != nil {
				t.Fatal(err)
			}
			if got.By != m || len(got.Answered) != 3 || !reflect.DeepEqual(got.Verdict, want.Verdict) ||
				!reflect.DeepEqual(got.Moves, want.Moves) {
				t.Fatalf("%s after %d plies: by %v, %+v\nwant %+v", p.FEN(), clock, m, got.Moves, want.Moves)
			}
			if !reflect.DeepEqual(got.Moves, first.Moves) {
				differ++
			}
		}
		got, err := without.ProbeBy(t.Context(), value.DTZ50, p, clock)
		if err != nil || got.By != value.DTM || !slices.Equal(got.Answered, []*value.Metric{value.DTM}) {
			t.Fatalf("without these tables it goes by %v, %v", got.By, err)
		}
	}
	if differ < 50 {
		t.Errorf("the metrics had other moves first in %d cases only", differ)
	}
}

// TestLineBy checks that a line by each metric mates without giving the win away by the rule. It mates or converts as
// soon as the metric counts.
func TestLineBy(t *testing.T) {
	prober := probe.New(everyone(t)).
		AddMetric(value.DTZ50, tabletest.BuiltBy(t, value.DTZ50, "KPvKP")).
		AddMetric(value.DTC, tabletest.BuiltBy(t, value.DTC, "KPvKP")).
		Cache(largeCache)
	defer prober.Close()
	r := rand.New(rand.NewPCG(7, 1))
	tight := 0 // lines to mate that the rule makes longer
	for range 300 {
		p := tabletest.RandomPosition(r, class(t, []string{"KPvKP", "KPvK", "KQvKP"}[r.IntN(3)]))
		clock := []int{0, 80, 95, 99}[r.IntN(4)]
		start, err := prober.ProbeAt(t.Context(), p, clock)
		if err != nil {
			t.Fatal(err)
		}
		if start.Category != value.WinCategory && start.Category != value.LossCategory {
			continue
		}
		for _, by := range []*value.Metric{value.DTM, value.DTC, value.DTZ50} {
			line, err := prober.LineBy(t.Context(), by, p, clock)
			if err != nil {
				t.Fatal(err)
			}
			wantMate(t, prober, by, p, clock, line)
			first, err := prober.ProbeBy(t.Context(), by, p, clock)
			if err != nil {
				t.Fatal(err)
			}
			from, err := prober.LineFrom(t.Context(), by, first, clock)
			if err != nil || !reflect.DeepEqual(from, line) {
				t.Errorf("%s: from its verdict the line is %+v, want %+v (%v)", p.FEN(), from, line, err)
			}
			if plies := start.DTM; by == value.DTM && len(line.Moves) > max(*plies, -*plies) {
				tight++
			} else if by == value.DTM && clock == 0 && len(line.Moves) != max(*plies, -*plies) {
				t.Errorf("%s: the quickest mate takes %d plies, want %d", p.FEN(), len(line.Moves), *plies)
			}
			converting := map[*value.Metric]*int{value.DTC: start.DTC, value.DTZ50: start.DTZ}[by]
			if converting != nil && clock == 0 && converted(line, by) != max(*converting, -*converting) {
				t.Errorf("%s: by %v it takes %d plies, want %d", p.FEN(), by, converted(line, by), *converting)
			}
		}
	}
	if tight == 0 {
		t.Error("the rule has made no line longer")
	}
}

// wantMate plays a line, and checks that it ends in mate, and that no position in it is a draw by the rule.
func wantMate(t *testing.T, prober *probe.Prober, by *value.Metric, p board.Position, clock int, line *probe.Line) {
	t.Helper()
	start := p.FEN()
	if line.Start.By != by {
		t.Fatalf("%s: the line goes by %v, want %v", start, line.Start.By, by)
	}
	for i, m := range line.Moves {
		if clock++; m.Zeroing {
			clock = 0
		}
		p = m.After
		r, err := prober.ProbeAt(t.Context(), p, clock)
		if err != nil {
			t.Fatal(err)
		}
		if r.Category.Drawn() == r.Category || r.Category != m.Category || r.Checkmate != (i == len(line.Moves)-1) {
			t.Fatalf("%s by %v: after %d plies it is a %s, said to be a %s", start, by, i+1, r.Category, m.Category)
		}
	}
	if len(line.Moves) == 0 && !line.Start.Checkmate {
		t.Fatalf("%s by %v: there is no line", start, by)
	}
}

// converted returns the plies of a line up to the goal of a metric.
func converted(line *probe.Line, by *value.Metric) int {
	for i, m := range line.Moves {
		pawn := m.UCI[:1] == m.SAN[:1] && len(m.UCI) == 4 && m.SAN[1] != 'x' // a push, which does not convert
		if m.Checkmate || m.Zeroing && !(by == value.DTC && pawn) {
			return i + 1
		}
	}
	return len(line.Moves)
}

// TestAny checks that a prober with Any uses the first tables that exist, and that without Any it needs its first ones.
func TestAny(t *testing.T) {
	absent, zeroings := store.NewMemStore(), tabletest.BuiltBy(t, value.DTZ50, "KRvK")
	p := tabletest.Position(t, "8/8/8/8/8/2k5/8/KR6 w - - 0 1")
	for name, test := range map[string]struct {
		prober *probe.Prober
		by     *value.Metric // nil for an error
	}{
		"the first are missing":  {probe.New(absent).AddMetric(value.DTZ50, zeroings).Any(), value.DTZ50},
		"which is not asked for": {probe.New(absent).AddMetric(value.DTZ50, zeroings), nil},
		"all are missing":        {probe.New(absent).AddMetric(value.DTZ50, absent).Any(), nil},
		"the first exist":        {probe.New(everyone(t)).AddMetric(value.DTZ50, zeroings).Any(), value.DTM},
	} {
		r, err := test.prober.ProbeAt(t.Context(), p, 0)
		var missing *probe.MissingError
		switch {
		case test.by == nil && !errors.As(err, &missing):
			t.Errorf("%s: %v, %v", name, r, err)
		case test.by != nil && (err != nil || r.By != test.by || r.Category != value.WinCategory || *r.DTZ != 27 ||
			(r.DTM != nil) != (test.by == value.DTM)):
			t.Errorf("%s: %+v, %v", name, r, err)
		}
		test.prober.Close()
	}
}
