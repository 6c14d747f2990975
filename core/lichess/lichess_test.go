package lichess_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/lichess"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/value"
)

// fields are those that lila-tablebase gives for a position, as its source has them (src/response.rs), and ours.
const (
	fields = "category checkmate dtc dtm dtw dtz insufficient_material precise_dtz stalemate " +
		"variant_loss variant_win"
	ofAnswer   = fields + " moves"
	ofMove     = fields + " conversion san uci zeroing"
	ofMainline = "dtz mainline precise_dtz winner"
	ofStep     = "dtz precise_dtz san uci"
)

// TestFields checks that an answer has every field of lichess's, null or not.
func TestFields(t *testing.T) {
	const fen = "8/3P4/8/8/8/8/8/k1K5 w - - 0 1"
	prober := probe.By(value.DTZ50, tabletest.BuiltBy(t, value.DTZ50, "KPvK"))
	defer prober.Close()
	r, err := prober.Probe(t.Context(), tabletest.Position(t, fen))
	if err != nil {
		t.Fatal(err)
	}
	answer := decode(t, lichess.NewAnswer(fen, r))
	want(t, answer, ofAnswer, "dtm50 fen")
	for _, m := range answer["moves"].([]any) {
		want(t, m.(map[string]any), ofMove, "dtm50")
	}
	line, err := prober.Line(t.Context(), tabletest.Position(t, fen))
	if err != nil {
		t.Fatal(err)
	}
	mainline := decode(t, lichess.NewMainline(fen, line, 0))
	want(t, mainline, ofMainline, "fen")
	for _, step := range mainline["mainline"].([]any) {
		want(t, step.(map[string]any), ofStep, "")
	}
}

func decode(t *testing.T, v any) (object map[string]any) {
	t.Helper()
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, &object)
	}
	if err != nil {
		t.Fatal(err)
	}
	return object
}

func want(t *testing.T, object map[string]any, theirs, ours string) {
	t.Helper()
	names := strings.Fields(theirs + " " + ours)
	slices.Sort(names)
	if there := slices.Sorted(maps.Keys(object)); !slices.Equal(there, names) {
		t.Errorf("there are the fields %v, want %v", there, names)
	}
}

// TestMoves checks which moves convert, which are zeroing, and which leave insufficient material.
func TestMoves(t *testing.T) {
	prober := probe.New(tabletest.Built(t, "KPvK"))
	defer prober.Close()
	moves := map[string]*lichess.Move{}
	for _, fen := range []string{"8/3P4/8/8/8/8/8/k1K5 w", "8/8/8/8/2k5/8/3P4/K7 w", "8/8/8/8/8/8/1p6/K6k w"} {
		r, err := prober.Probe(t.Context(), tabletest.Position(t, fen))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range lichess.NewAnswer(fen, r).Moves {
			moves[fen[:strings.IndexByte(fen, ' ')]+" "+m.SAN] = &m
		}
	}
	for _, test := range []struct {
		move                              string
		zeroing, conversion, insufficient bool
	}{
		{"8/3P4/8/8/8/8/8/k1K5 d8=Q", true, true, false},
		{"8/3P4/8/8/8/8/8/k1K5 d8=N", true, true, true},
		{"8/3P4/8/8/8/8/8/k1K5 Kc2", false, false, false},
		{"8/8/8/8/2k5/8/3P4/K7 d4", true, false, false},
		{"8/8/8/8/8/8/1p6/K6k Kxb2", true, true, true},
	} {
		m := moves[test.move]
		if m == nil || m.Zeroing != test.zeroing || m.Conversion != test.conversion ||
			m.InsufficientMaterial != test.insufficient {
			t.Errorf("%s is %+v", test.move, m)
		}
	}
}

// TestMainline: a line has a winner if it mates before a draw can be claimed.
func TestMainline(t *testing.T) {
	prober := probe.By(value.DTZ50, tabletest.BuiltBy(t, value.DTZ50, "KPvK"))
	defer prober.Close()
	const rook = "8/8/8/8/8/2k5/8/K6R w - - " // 27 plies to mate
	for _, test := range []struct {
		fen, winner string
		plies       int
	}{
		{rook + "0 1", "w", 27},
		{rook + "73 90", "w", 27},
		{rook + "74 90", "", 26},
		{rook + "100 90", "", 0},
		{rook + "120 90", "", 0},
		{"8/8/8/8/8/2K5/8/k6r b - - 0 1", "b", 27},
		{"k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", "w", 0},
		{"k7/1Q6/8/8/8/8/8/7K b - - 0 1", "", 0},
	} {
		clock := tabletest.Reading(t, test.fen).Counters.Clock
		line, err := prober.LineAt(t.Context(), tabletest.Position(t, test.fen), clock)
		if err != nil {
			t.Fatal(err)
		}
		m := lichess.NewMainline(test.fen, line, clock)
		winner := ""
		if m.Winner != nil {
			winner = *m.Winner
		}
		if winner != test.winner || len(m.Steps) != test.plies || *m.DTZ != *line.Start.DTZ {
			t.Errorf("%s: %d plies, won by %q, and %d by DTZ", test.fen, len(m.Steps), winner, *m.DTZ)
		}
	}
}
