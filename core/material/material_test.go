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
		"KRRvKQ": "KRRvKQ", "KQvKRR": "KRRvKQ", "KNNvKN": "KNNvKN", "KBNvKBB": "KBBvKBN", "KBBvKN": "KBBvKN",
		"KvK": "", "": "", "KK": "", "KQ": "", "QKvK": "", "KQvKvK": "", "KQvKX": "",
		"KQRBNvK": "KQRBNvK", "KQRBNvKN": "",
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

// TestFaces counts the men after each promotion, and checks that a face has the class with a piece of that type and
// colour. It checks that no other faces exist.
func TestFaces(t *testing.T) {
	for _, c := range UpTo(5) {
		want := map[Face]bool{}
		for _, mover := range board.Colors {
			for _, piece := range board.Promotions {
				for _, captured := range append([]board.PieceType{board.NoPiece}, board.Promotions[:]...) {
					if f, ok := promotion(c, mover, piece, captured); ok {
						want[f] = true
					}
				}
			}
		}
		faces := c.Faces()
		if len(faces) != len(want) {
			t.Errorf("%v: %d faces, want %d", c, len(faces), len(want))
		}
		for _, f := range faces {
			if !want[f] {
				t.Errorf("%v does not lead to %v", c, f)
			}
			if !slices.Contains(c.Successors(), f.Class) {
				t.Errorf("%v leads to %v, but not to its class", c, f)
			}
		}
	}
}

// promotion finds the class after a promotion, man by man.
func promotion(c Class, mover board.Color, piece, captured board.PieceType) (f Face, ok bool) {
	var men []board.Man
	gone := map[board.Man]bool{{Color: mover, Type: board.Pawn}: true}
	if captured != board.NoPiece {
		gone[board.Man{Color: mover.Other(), Type: captured}] = true
	}
	for _, color := range board.Colors {
		for kind := board.King; kind <= board.Pawn; kind++ {
			for range c.Count(color, kind) {
				man := board.Man{Color: color, Type: kind}
				if gone[man] {
					delete(gone, man)
				} else {
					men = append(men, man)
				}
			}
		}
	}
	if len(gone) > 0 {
		return f, false
	}
	class, swapped := ClassOf(append(men, board.Man{Color: mover, Type: piece}), 0)
	if swapped {
		mover = mover.Other()
	}
	return Face{Class: class, Still: board.Man{Color: mover, Type: piece}}, true
}

// TestLeadsTo checks LeadsTo against the dependencies of classes.
func TestLeadsTo(t *testing.T) {
	all := UpTo(5)
	for _, c := range all {
		leads := map[Class]bool{}
		for _, d := range Closure(c) {
			leads[d] = true
		}
		for _, d := range all {
			if c.LeadsTo(d) != leads[d] {
				t.Errorf("%v leads to %v: %v, want %v", c, d, c.LeadsTo(d), leads[d])
			}
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

// TestClosures compares the closures of all classes with those that are made one by one.
func TestClosures(t *testing.T) {
	all := UpTo(MaxMen)
	closures := Closures(all...)
	for _, c := range all {
		if !slices.Equal(closures[c], Closure(c)) {
			t.Errorf("the closure of %v is %v, want %v", c, closures[c], Closure(c))
		}
	}
	if len(closures) != len(all) {
		t.Errorf("%d closures of %d classes", len(closures), len(all))
	}
}

// TestSuccessorsFromMoves plays all moves of positions of every class, and compares the classes after them with
// Successors.
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
				class, _ := OfPosition(&next)
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
