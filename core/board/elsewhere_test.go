package board

import (
	"strings"
	"testing"
)

// TestElsewhere compares the positions with FENs: each square of the diagram is tried, and ReadFEN rejects the illegal
// ones.
func TestElsewhere(t *testing.T) {
	for _, test := range []struct{ fen, from string }{
		{"8/8/8/3k4/8/8/8/KR6 w - - 0 1", "b1"},
		{"8/8/8/3k4/8/8/8/KR6 b - - 0 1", "d5"},
		{"8/8/8/3k4/3P4/8/8/K7 w - - 0 1", "d4"},
		{"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1"},
		{"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e8"},
		{"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4"},
		{"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "e1"},
	} {
		p, err := ParseFEN(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		from, _ := ParseSquare(test.from)
		want := map[Square]string{}
		man := p.Men()[p.at(from)]
		for to := Square(0); to < 64; to++ {
			if to != from && p.at(to) >= 0 {
				continue
			}
			men := []Man{{man.Color, man.Type, to}}
			for _, m := range p.Men() {
				if m.Square != from {
					men = append(men, m)
				}
			}
			moved := NewPosition(p.Turn, men...)
			moved.EnPassant = p.EnPassant
			fields := strings.Fields(moved.FEN())
			rights := strings.Fields(test.fen)[2]
			if rights == "Q" && (to != from && man.Color == White) {
				rights = "-"
			}
			if fields[2] = rights; to != from {
				fields[3] = "-"
			}
			if read, err := ParseFEN(strings.Join(fields, " ")); err == nil {
				want[to] = read.FEN()
			}
		}
		got := p.Elsewhere(from)
		if len(got) != len(want) || len(got) < 20 {
			t.Errorf("%s: %d positions, want %d", test.fen, len(got), len(want))
		}
		for _, placed := range got {
			if fen := placed.Position.FEN(); fen != want[placed.Square] {
				t.Errorf("%s, %v: %s, want %s", test.fen, placed.Square, fen, want[placed.Square])
			}
		}
	}
	if p, _ := ParseFEN("8/8/8/3k4/8/8/8/KR6 w - - 0 1"); p.Elsewhere(63) != nil {
		t.Error("an empty square has no man")
	}
}
