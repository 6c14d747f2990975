package lichess_test

import (
	"testing"

	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/ending/shelf"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/lichess"
	"github.com/matewright/matewright/core/value"
)

// TestKnown shapes bounds. None looks like a result that tables would have.
func TestKnown(t *testing.T) {
	const fen = "6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1"
	reading := tabletest.Reading(t, fen)
	move := func(uci string, low, high value.Outcome) ending.Move {
		for _, m := range reading.Position.LegalMoves(nil) {
			if m.String() == uci {
				return ending.Move{Move: m, Low: low, High: high}
			}
		}
		t.Fatalf("%s is not legal", uci)
		return ending.Move{}
	}
	a := &shelf.Answer{
		Answer: ending.Answer{Low: value.Win, High: value.Win, Moves: []ending.Move{
			move("d1d8", value.Win, value.Win), move("d1d2", value.Win, value.Win),
			move("d1d7", value.Drawn, value.Win),
			move("d1d3", value.Loss, value.Drawn), move("d1d4", value.Drawn, value.Drawn),
			move("d1d5", value.Loss, value.Loss),
		}},
		From: []shelf.Entry{{Name: "KRvKPPP-1"}},
	}
	answer := lichess.NewKnown(fen, &reading, a)
	object := decode(t, answer)
	want(t, object, ofAnswer, "dtm50 endings fen high low")
	for _, m := range object["moves"].([]any) {
		want(t, m.(map[string]any), ofMove, "dtm50 high low")
	}
	if answer.Category != "maybe-win" || answer.Low != "win" || answer.High != "win" || answer.DTM != nil {
		t.Errorf("%+v", answer)
	}
	for i, want := range []struct{ san, category, low, high string }{
		{"Rd8#", "loss", "win", "win"},
		{"Rd2", "maybe-loss", "win", "win"},
		{"Rd7", "unknown", "draw", "win"},
		{"Rd3", "unknown", "loss", "draw"},
		{"Rd4", "draw", "draw", "draw"},
		{"Rd5", "maybe-win", "loss", "loss"},
	} {
		m := answer.Moves[i]
		if m.SAN != want.san || string(m.Category) != want.category || string(m.Low) != want.low ||
			string(m.High) != want.high || m.Checkmate != (i == 0) || m.Conversion || m.Zeroing {
			t.Errorf("%+v, want %+v", m, want)
		}
	}
	if answer.Plies != 0 || answer.Mate != (ending.Mate{}) {
		t.Errorf("plies that are not measured: %+v", answer)
	}
	a.Plies, a.Moves[1].Plies, a.Moves[1].Mate = 1, 3, ending.Mate{Least: 3, Most: 5}
	answer = lichess.NewKnown(fen, &reading, a)
	if m := answer.Moves[1]; answer.Plies != 1 || m.Plies != 3 || m.Mate != a.Moves[1].Mate || m.DTM != nil {
		t.Errorf("%+v", answer)
	}
	want(t, decode(t, answer)["moves"].([]any)[1].(map[string]any), ofMove, "dtm50 high low plies mate")
	reading.Position = tabletest.Position(t, "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1")
	mated := lichess.NewKnown("", &reading, &shelf.Answer{Answer: ending.Answer{Low: value.Loss, High: value.Loss}})
	if mated.Category != value.LossCategory || !mated.Checkmate || len(mated.Moves) > 0 || mated.High != "loss" {
		t.Errorf("%+v", mated)
	}
}
