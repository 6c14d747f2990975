package check

import (
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/ending/shelf"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/value"
)

// TestDecided takes bounds for a result only if nothing in them is open that a judgement needs.
func TestDecided(t *testing.T) {
	p := tabletest.Position(t, "8/8/8/8/8/k7/8/K6R w - - 0 1")
	moves := p.LegalMoves(nil)
	for _, test := range []struct {
		low, high         value.Outcome // of the position
		moveLow, moveHigh value.Outcome // of its first move; the others lose
		isPlayed, decided bool
	}{
		{value.Win, value.Win, value.Win, value.Win, true, true},
		{value.Drawn, value.Win, value.Win, value.Win, false, false},
		{value.Win, value.Win, value.Loss, value.Drawn, false, true},
		{value.Win, value.Win, value.Loss, value.Drawn, true, false},
		{value.Win, value.Win, value.Drawn, value.Win, false, false},
		{value.Drawn, value.Drawn, value.Loss, value.Drawn, false, false},
	} {
		known := &shelf.Answer{Answer: ending.Answer{Low: test.low, High: test.high}}
		for _, m := range moves {
			known.Moves = append(known.Moves, ending.Move{Move: m, Low: value.Loss, High: value.Loss})
		}
		known.Moves[0].Low, known.Moves[0].High = test.moveLow, test.moveHigh
		var played []board.Move
		if test.isPlayed {
			played = moves[:1]
		}
		r := decided(&p, known, played)
		if (r != nil) != test.decided {
			t.Errorf("%+v: %+v", test, r)
		}
		if r != nil && (r.Category != value.WinCategory || len(r.Moves) != len(moves) ||
			r.Moves[1].Category != value.WinCategory || r.Moves[1].SAN == "") {
			t.Errorf("%+v: %+v", test, r)
		}
	}
	if decided(&p, nil, nil) != nil {
		t.Error("nothing is known")
	}
}
