package probe_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/dtm50"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/value"
)

// byRule has probers for KPvK and the classes that it needs, each with the tables of one more metric.
type byRule struct {
	mates    *probe.Prober // DTM
	zeroings *probe.Prober // DTM and DTZ50
	all      *probe.Prober // and DTM50
}

func buildByRule(t *testing.T) *byRule {
	t.Helper()
	zeroings := tabletest.BuiltBy(t, value.DTZ50, "KPvK")
	clocked := tabletest.BuiltByClock(t, "KPvK")
	b := &byRule{
		mates:    probe.New(everyone(t)),
		zeroings: probe.New(everyone(t)).AddMetric(value.DTZ50, zeroings),
		all:      probe.New(everyone(t)).AddMetric(value.DTZ50, zeroings).WithClock(dtm50.NewLibrary(clocked)),
	}
	t.Cleanup(func() { b.mates.Close(); b.zeroings.Close(); b.all.Close() })
	return b
}

// TestByRule checks that, with different tables, the verdicts of positions and moves equal those of
// DTM50 tables, or are marked as unsure. A line takes the plies of its verdict.
func TestByRule(t *testing.T) {
	probers := buildByRule(t)
	r := rand.New(rand.NewPCG(11, 3))
	derived, unsure, slower := 0, 0, 0
	for range 2500 {
		p := tabletest.RandomPosition(r, class(t, []string{"KPvK", "KPvK", "KPvK", "KPvK", "KPvK", "KRvK"}[r.IntN(6)]))
		clock := r.IntN(101)
		if start := probeAt(t, probers.zeroings, p, 0); *start.DTZ != 0 { // a ply too late, just in time, or earlier
			clock = value.FiftyMoves - max(*start.DTZ, -*start.DTZ) - r.IntN(4) + 1
		} else if r.IntN(10) > 0 {
			continue
		}
		want := probeAt(t, probers.all, p, clock)
		if want.Unsure {
			t.Fatalf("%s: unsure with all tables", p.FEN())
		}
		if want.DTM50 != nil && *want.DTM50 != *want.DTM {
			slower++
		}
		for _, prober := range []*probe.Prober{probers.mates, probers.zeroings, probers.all} {
			got := probeAt(t, prober, p, clock)
			wantByRule(t, &got.Verdict, &want.Verdict, prober != probers.mates, fmt.Sprintf("%s %d", p.FEN(), clock))
			for _, m := range got.Moves {
				wantByRule(
					t,
					&m.Verdict,
					moveOf(want, m.UCI),
					prober != probers.mates,
					fmt.Sprintf("%s %d, %s", p.FEN(), clock, m.SAN),
				)
			}
			if got.Unsure {
				unsure++
			}
			if got.DTM50 == nil {
				continue
			}
			if prober != probers.all && *got.DTM50 != *got.DTM {
				derived++
			}
			line, err := prober.LineAt(t.Context(), p, clock)
			if err != nil {
				t.Fatal(err)
			}
			if len(line.Moves) != max(*got.DTM50, -*got.DTM50) {
				t.Errorf(
					"%s %d: the line takes %d plies, the verdict is %d",
					p.FEN(),
					clock,
					len(line.Moves),
					*got.DTM50,
				)
			}
		}
	}
	if derived < 8 || unsure < 50 || slower < 30 {
		t.Errorf("%d values were derived, %d were unsure, and the rule makes %d wins slower", derived, unsure, slower)
	}
}

func probeAt(t *testing.T, prober *probe.Prober, p board.Position, clock int) *probe.Result {
	t.Helper()
	r, err := prober.ProbeAt(t.Context(), p, clock)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func moveOf(r *probe.Result, uci string) *probe.Verdict {
	for i := range r.Moves {
		if r.Moves[i].UCI == uci {
			return &r.Moves[i].Verdict
		}
	}
	return nil
}

// wantByRule checks a verdict by the rule of tables of some metrics.
func wantByRule(t *testing.T, got, want *probe.Verdict, sure bool, what string) {
	t.Helper()
	if got.Category != want.Category && (sure || !got.Unsure) || sure && got.Unsure {
		t.Errorf("%s: it is a %s, unsure is %t, want %s", what, got.Category, got.Unsure, want.Category)
	}
	if got.DTM50 != nil && (want.DTM50 == nil || *got.DTM50 != *want.DTM50) {
		t.Errorf("%s: DTM50 is %d, want %v", what, *got.DTM50, want.DTM50)
	}
}

// TestHeadline checks the verdicts of positions whose clock leaves little room.
func TestHeadline(t *testing.T) {
	probers := buildByRule(t)
	p := tabletest.Position(t, "8/1K6/8/4k3/1P6/8/8/8 w")
	for name, prober := range map[string]*probe.Prober{
		"DTM": probers.mates, "DTZ50": probers.zeroings, "DTM50": probers.all,
	} {
		r := probeAt(t, prober, p, 99) // all but a pawn move draws
		if r.Category != value.WinCategory || r.DTM50 == nil || *r.DTM50 != 27 || *r.DTM != 23 || r.Unsure ||
			r.Moves[0].SAN != "b5" {
			t.Errorf("with %s: %+v, first %s", name, r.Verdict, r.Moves[0].SAN)
		}
		for _, m := range r.Moves[1:] {
			if m.Category != value.BlessedLossCategory && m.Category != value.DrawCategory {
				t.Errorf("with %s: after %s it is a %s", name, m.SAN, m.Category)
			}
		}
	}
	rook := tabletest.Position(t, "8/8/8/8/8/2k5/8/K6R w") // 27 plies to mate
	for clock, want := range map[int]struct {
		category      value.Category
		unsure, mates bool
	}{
		73: {"win", false, true}, 74: {"win", true, false}, 98: {"win", true, false},
		99: {"cursed-win", false, false}, 100: {"cursed-win", false, false},
	} {
		r := probeAt(t, probers.mates, rook, clock)
		if r.Category != want.category || r.Unsure != want.unsure || (r.DTM50 != nil) != want.mates {
			t.Errorf("by DTM alone after %d plies: %+v", clock, r.Verdict)
		}
	}
}
