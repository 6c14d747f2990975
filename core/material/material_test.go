package material

import (
	"errors"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
)

func TestNumberOfClasses(t *testing.T) {
	for men, want := range map[int]int{2: 0, 3: 5, 4: 30, 5: 110} {
		if got := len(All(men)); got != want {
			t.Errorf("%d classes with %d men, want %d", got, men, want)
		}
	}
}

func TestParse(t *testing.T) {
	for in, want := range map[string]string{
		"KRPvKR": "KRPvKR", "krpkr": "KRPvKR", "KRPKR": "KRPvKR", "KRvKRP": "KRPvKR",
		"KPRVKR": "KRPvKR", "kvkq": "KQvK", "KNvKB": "KBvKN", "KPvKQ": "KQvKP",
		"KRRvKQ": "KRRvKQ", "KQvKRR": "KRRvKQ", "KNNvKN": "KNNvKN", "KBNvKBB": "", "KBBvKN": "KBBvKN",
		"KvK": "", "": "", "KK": "", "KQ": "", "QKvK": "", "KQvKvK": "", "KQvKX": "", "KQRBNvK": "",
		"KKvKQ": "", "KQvQK": "", "vKQK": "", "KQKv": "", "KQvKé": "", "KPPPPPPPPPPPPPPPPPPPPPPPPPPPPvK": "",
	} {
		c, err := Parse(in)
		if want == "" {
			if !errors.Is(err, ErrClass) {
				t.Errorf("Parse(%q) = %v, %v; want ErrClass", in, c, err)
			}
		} else if err != nil || c.String() != want {
			t.Errorf("Parse(%q) = %v, %v; want %s", in, c, err, want)
		}
	}
	for _, c := range UpTo(5) {
		if back, err := Parse(c.String()); err != nil || back != c {
			t.Errorf("Parse(%v) = %v, %v", c, back, err)
		}
	}
}

func TestOrder(t *testing.T) {
	all := UpTo(5)
	if len(all) != 145 {
		t.Fatalf("%d classes", len(all))
	}
	at := map[Class]int{}
	for i, c := range all {
		at[c] = i
	}
	for _, c := range all {
		for _, next := range c.Successors() {
			i, ok := at[next]
			if !ok || i >= at[c] {
				t.Errorf("%v leads to %v, which does not come before it", c, next)
			}
		}
	}
}

// TestPromotions: four for each side that has a pawn, which it gives for a piece;
// the other side has the same men, and is to move.
func TestPromotions(t *testing.T) {
	for _, c := range UpTo(5) {
		promotions := c.Promotions()
		for _, mover := range board.Colors {
			if c.Count(mover, board.Pawn) == 0 {
				continue
			}
			for _, piece := range board.Promotions {
				p := promotions[0]
				promotions = promotions[1:]
				for _, kind := range []board.PieceType{board.Queen, board.Rook, board.Bishop, board.Knight, board.Pawn} {
					want := c.Count(mover, kind)
					switch kind {
					case piece:
						want++
					case board.Pawn:
						want--
					}
					if p.To.Count(p.Turn.Other(), kind) != want || p.To.Count(p.Turn, kind) != c.Count(mover.Other(), kind) {
						t.Errorf("%v: %v promotes to %v, %v to move", c, mover, p.To, p.Turn)
					}
				}
			}
		}
		if len(promotions) > 0 {
			t.Errorf("%v: %v too", c, promotions)
		}
	}
}

func TestClosure(t *testing.T) {
	c, _ := Parse("KPvKP")
	var names []string
	for _, c := range Closure(c) {
		names = append(names, c.String())
	}
	want := []string{"KQvK", "KRvK", "KBvK", "KNvK", "KPvK", "KQvKQ", "KQvKR", "KQvKB", "KQvKN", "KRvKR",
		"KRvKB", "KRvKN", "KBvKB", "KBvKN", "KNvKN", "KQvKP", "KRvKP", "KBvKP", "KNvKP", "KPvKP"}
	if !slices.Equal(names, want) {
		t.Errorf("the closure of KPvKP is %v, want %v", names, want)
	}
}

// TestSuccessorsFromMoves plays all moves of positions of every class and
// compares the classes that come up with what Successors says.
func TestSuccessorsFromMoves(t *testing.T) {
	for _, c := range UpTo(4) {
		allowed := map[Class]bool{c: true}
		for _, next := range c.Successors() {
			allowed[next] = true
		}
		reached := map[Class]bool{}
		visitPositions(c, func(p board.Position) {
			for _, m := range p.LegalMoves(nil) {
				next := p.Play(m)
				class, _ := Of(next.Men())
				if class.BareKings() {
					continue
				}
				if !allowed[class] {
					t.Fatalf("%v: %v %v leads to %v", c, p.FEN(), m, class)
				}
				reached[class] = true
			}
		})
		for next := range allowed {
			if next != c && !reached[next] {
				t.Errorf("%v never leads to %v", c, next)
			}
		}
	}
}

// visitPositions calls f with legal positions of the class, the men on a
// coarse but sufficient choice of squares.
func visitPositions(c Class, f func(board.Position)) {
	squares := []board.Square{0, 1, 8, 9, 10, 17, 48, 49, 50, 56, 57, 58, 41}
	var types []board.Man
	for side := range board.Colors {
		for t := board.King; t <= board.Pawn; t++ {
			for range c.Count(board.Color(side), t) {
				types = append(types, board.Man{Color: board.Color(side), Type: t})
			}
		}
	}
	var place func(i int, used board.Bitboard)
	place = func(i int, used board.Bitboard) {
		if i == len(types) {
			for _, turn := range board.Colors {
				if p := board.NewPosition(turn, types...); p.Check() == nil {
					f(p)
				}
			}
			return
		}
		for _, s := range squares {
			if !used.Has(s) {
				types[i].Square = s
				place(i+1, used|s.Bit())
			}
		}
	}
	place(0, 0)
}
