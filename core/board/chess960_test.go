package board_test

import (
	"math/rand/v2"
	"testing"

	"github.com/matewright/matewright/core/board"
)

// TestChess960Castling checks positions after castling, in which king and rook may swap squares or stay.
func TestChess960Castling(t *testing.T) {
	for _, test := range []struct{ fen, move, uci, want string }{
		{"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "O-O", "f1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 0 1"},
		{"4k3/8/8/8/8/8/8/6KR w H - 0 1", "O-O", "g1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 0 1"},
		{"4k3/8/8/8/8/8/8/RK6 w A - 0 1", "O-O-O", "b1a1", "4k3/8/8/8/8/8/8/2KR4 b - - 0 1"},
		{"4k3/8/8/8/8/8/8/2RK4 w C - 0 1", "O-O-O", "d1c1", "4k3/8/8/8/8/8/8/2KR4 b - - 0 1"},
		{"1rk5/8/8/8/8/8/8/4K3 b b - 0 1", "O-O-O+", "c8b8", "2kr4/8/8/8/8/8/8/4K3 w - - 0 1"},
		{"1k5r/8/8/8/8/8/8/R3K2R b KQh - 0 1", "O-O", "b8h8", "5rk1/8/8/8/8/8/8/R3K2R w KQ - 0 1"},
	} {
		p, err := board.ParseFEN(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		legal := p.LegalMoves(nil)
		m, found := p.FindMove(test.move, legal)
		next := p.Play(m)
		if !found || m.String() != test.uci || next.FEN() != test.want || p.IsCapture(m) || p.IsZeroing(m) {
			t.Errorf("%s: %s is %v and leads to %s", test.fen, test.move, m, next.FEN())
		}
		if san := p.SAN(m, legal); board.NoSquare == m.To || san[:3] != test.move[:3] {
			t.Errorf("%s: %v has the name %s", test.fen, m, san)
		}
	}
	for _, fen := range []string{
		"4k3/8/8/8/8/8/8/rR4K1 w B - 0 1",   // the rook shields the king's last square
		"4k3/8/8/8/8/8/8/RK1N4 w A - 0 1",   // a knight on the rook's last square
		"4kr2/8/8/8/8/8/8/1K5R w H - 0 1",   // the king passes an attacked square
		"4k1r1/8/8/8/8/8/8/5K1R w H - 0 1",  // the king's last square is attacked
		"7k/8/8/8/8/8/8/r1K1R3 w E - 0 1",   // in check
		"4k3/8/8/8/8/8/8/1R2N1K1 w B - 0 1", // a man on the king's way
		"4k3/8/8/8/8/8/8/1Rn3K1 w B - 0 1",  // an enemy on the king's last square
		"4k3/8/8/8/8/8/8/R1NK4 w A - 0 1",   // a man on the king's last square
		"4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1",   // a man on the rook's way
		"7k/8/8/8/8/8/8/1K1NR1R1 w E - 0 1", // between king and rook
	} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range p.LegalMoves(nil) {
			if p.Castle(m) != nil {
				t.Errorf("%s: %v castles", fen, m)
			}
		}
	}
}

// TestXFEN checks that KQkq name the outermost rooks, and other letters the files of rooks.
func TestXFEN(t *testing.T) {
	for fen, want := range map[string]string{
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1":   "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
		"4k3/8/8/8/8/8/8/4K1R1 w K - 0 1":        "4k3/8/8/8/8/8/8/4K1R1 w G - 0 1",
		"4k3/8/8/8/8/8/8/5K1R w K - 9 7":         "4k3/8/8/8/8/8/8/5K1R w H - 9 7",
		"1rr3k1/8/8/8/8/8/8/RRK1RR2 w KQq - 0 1": "1rr3k1/8/8/8/8/8/8/RRK1RR2 w FAb - 0 1",
		"1rr3k1/8/8/8/8/8/8/RRK1RR2 w EBc - 0 1": "1rr3k1/8/8/8/8/8/8/RRK1RR2 w EBc - 0 1",
		"4k3/8/8/8/8/8/4K3/7R w K - 0 1":         "4k3/8/8/8/8/8/4K3/7R w - - 0 1",
	} {
		r, err := board.ReadFEN(board.FromXFEN(fen))
		if err != nil || r.FEN() != want {
			t.Errorf("%s is read as %s, want %s: %v", fen, r.FEN(), want, err)
		}
		if again, err := board.ReadFENStrictly(board.FromXFEN(r.XFEN())); err != nil || again.Position != r.Position {
			t.Errorf("%s is written as %s: %v", r.FEN(), r.XFEN(), err)
		}
	}
	r, err := board.ReadFEN("1rr3k1/8/8/8/8/8/8/RRK1RR2 w EAb - 7 31")
	if want := "1rr3k1/8/8/8/8/8/8/RRK1RR2 w EQq - 7 31"; err != nil || r.XFEN() != want {
		t.Errorf("it is written as %s, want %s: %v", r.XFEN(), want, err)
	}
	if text := "no FEN w K"; board.FromXFEN(text) != text {
		t.Errorf("it becomes %s", board.FromXFEN(text))
	}
}

// TestPresumeCastling checks that FENs without castling rights get those of kings and rooks at home, and others stay.
func TestPresumeCastling(t *testing.T) {
	for fen, want := range map[string]string{
		"r3k2r/8/8/8/8/8/8/R3K3 w - - 3 9":   "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 3 9",
		"r3k2r/8/8/8/8/8/8/R3K3_b_–_-":       "r3k2r/8/8/8/8/8/8/R3K3 b Qkq -",
		"4k3/8/8/8/8/8/8/4K2R w":             "4k3/8/8/8/8/8/8/4K2R w K",
		"4k3/8/8/8/8/8/8/5K1R w - -":         "4k3/8/8/8/8/8/8/5K1R w - -",
		"r3k2r/8/8/8/8/8/8/R3K3 w q - 0 1":   "r3k2r/8/8/8/8/8/8/R3K3 w q - 0 1",
		"4k3/8/8/8/8/8/8/4K2R":               "4k3/8/8/8/8/8/8/4K2R",
		"castling is presumed":               "castling is presumed",
		"r3k2r/8/8/8/8/8/8/R3K2R w - - 3 9":  "r3k2r/8/8/8/8/8/8/R3K2R w - - 3 9", // six men
		"4k3/8/8/8/8/8/8/4K2R/8 w - - 0 1":   "4k3/8/8/8/8/8/8/4K2R/8 w - - 0 1",
		"1r2k3/8/8/8/8/8/8/1R2K2R w - - 0 1": "1r2k3/8/8/8/8/8/8/1R2K2R w K - 0 1",
	} {
		if got := board.PresumeCastling(fen, 5); got != want {
			t.Errorf("%q becomes %q, want %q", fen, got, want)
		}
	}
}

// TestRights checks sets of rights, of all kings and rooks, against lists of the same rights.
func TestRights(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 60))
	for range 10_000 {
		var all board.Rights
		var list, swapped [4]board.Rights // by the way to castle
		for _, c := range board.Colors {
			king := board.NewSquare(r.IntN(8), 7*int(c))
			for range r.IntN(3) {
				rook := board.NewSquare(r.IntN(8), king.Rank())
				right := board.NewRight(c, king, rook)
				if rook == king || all&right.Set() != 0 {
					continue
				}
				all |= right
				castle := right.Castle(way(right))
				if castle.King != king || castle.Rook != rook || castle.Color != c || all.King(c) != king {
					t.Fatalf("the right of %v and %v is %+v", king, rook, castle)
				}
				list[castle.Way] = right
				swapped[castle.Way^2] = board.NewRight(c.Other(), king^56, rook^56)
			}
		}
		set := board.Rights(r.IntN(16))
		var kept, turned board.Rights
		for i, right := range list {
			if set>>i&1 != 0 {
				kept |= right
			}
			turned |= swapped[i]
		}
		if all.Only(set) != kept || all.Without(board.AllRights&^set) != kept || all.Swapped() != turned ||
			all.Side(board.White) != list[0]|list[1] || all.Side(board.Black) != list[2]|list[3] {
			t.Fatalf("%v: of %v it keeps %v, swapped it is %v", all, set, all.Only(set), all.Swapped())
		}
	}
}

// way returns the way to castle of a single right.
func way(right board.Rights) int {
	for c := range right.Castles() {
		return c.Way
	}
	return -1
}
