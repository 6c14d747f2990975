package probe_test

import (
	"testing"

	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/value"
)

// TestCount checks the categories by the rule of positions and their moves for different clocks, and that better moves
// come first.
func TestCount(t *testing.T) {
	prober := probe.New(everyone(t)).AddMetric(value.DTZ50, tabletest.BuiltBy(t, value.DTZ50, "KPvKP"))
	defer prober.Close()
	for _, test := range []struct {
		fen         string
		clock       int
		category    value.Category
		uci         string
		best, after value.Category // of the first move, and of another one
	}{
		{"8/8/8/8/8/2k5/8/K6R w", 73, "win", "h1h4", "loss", "loss"}, // 27 plies to mate
		{"8/8/8/8/8/2k5/8/K6R w", 74, "cursed-win", "h1h4", "blessed-loss", "blessed-loss"},
		{"8/8/8/8/8/2k5/8/K6R w", 100, "cursed-win", "h1h4", "blessed-loss", "blessed-loss"},
		{"8/8/8/8/8/2k5/7R/K7 b", 0, "loss", "c3b3", "win", "win"},
		{"8/8/8/8/8/2k5/7R/K7 b", 90, "blessed-loss", "c3b3", "cursed-win", "cursed-win"},
		{"8/3P4/8/8/8/8/8/k1K5 w", 99, "win", "d7d8q", "loss", "loss"}, // a pawn move resets the clock
		{"8/3P4/8/8/8/8/8/k1K5 w", 99, "win", "c1c2", "loss", "blessed-loss"},
		{"8/3P4/8/8/8/8/8/k1K5 w", 100, "cursed-win", "d7d8q", "blessed-loss", "blessed-loss"}, // too late for that
		{"k7/8/1K6/8/8/8/8/6Q1 w", 99, "win", "g1g8", "loss", "loss"},                          // mate in time
		{"k7/8/1K6/8/8/8/8/6Q1 w", 100, "cursed-win", "g1g8", "blessed-loss", "blessed-loss"},
		{"k7/1Q6/1K6/8/8/8/8/8 b", 100, "loss", "", "", ""},
		{"k7/1Q6/8/8/8/8/8/7K b", 100, "draw", "a8b7", "draw", "draw"},
	} {
		r, err := prober.ProbeAt(t.Context(), tabletest.Position(t, test.fen), test.clock)
		if err != nil {
			t.Fatal(err)
		}
		var after value.Category
		for _, m := range r.Moves {
			if m.UCI == test.uci {
				after = m.Category
			}
		}
		if r.Category != test.category || after != test.after || len(r.Moves) > 0 && r.Moves[0].Category != test.best {
			t.Errorf(
				"%s after %d plies is a %s, after %s a %s, first comes %v",
				test.fen,
				test.clock,
				r.Category,
				test.uci,
				after,
				r.Moves[:1],
			)
		}
	}
}
