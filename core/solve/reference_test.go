package solve_test

import (
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// A reference has the values of a class of three men: the kings and a man of
// White. It is slow and obvious: all moves of all positions, again and again,
// without bitboards, slices or symmetries.
type reference [2 << 18]value.Value

// unknown is the value of what is no legal position, or has no value yet.
const unknown = value.Value(255)

// number numbers the placements of three men.
func number(p *board.Position) int {
	var at [3]int // White's king, Black's, the other man
	for _, m := range p.Men() {
		i := 2
		if m.Type == board.King {
			i = int(m.Color)
		}
		at[i] = int(m.Square)
	}
	return int(p.Turn)<<18 | at[0]<<12 | at[1]<<6 | at[2]
}

func placement(man board.PieceType, number int) board.Position {
	return board.NewPosition(board.Color(number>>18),
		board.Man{Type: board.King, Square: board.Square(number >> 12 & 63)},
		board.Man{Type: board.King, Color: board.Black, Square: board.Square(number >> 6 & 63)},
		board.Man{Type: man, Square: board.Square(number & 63)})
}

// open is a position without a value yet.
type open struct {
	number int
	moves  []int32       // into positions of the class
	exits  []value.Value // what the other moves lead to
}

// newReference solves a class. Promoted has what its pawn may become.
func newReference(man board.PieceType, promoted map[board.PieceType]*reference) *reference {
	var r reference
	var undecided []*open
	for n := range r {
		r[n] = unknown
		p := placement(man, n)
		if p.Occupied().Count() < 3 || p.Check() != nil {
			continue
		}
		o := &open{number: n}
		for _, m := range p.LegalMoves(nil) {
			after := p.Play(m)
			switch {
			case m.Promotion != board.NoPiece:
				o.exits = append(o.exits, promoted[m.Promotion][number(&after)])
			case len(after.Men()) == 2:
				o.exits = append(o.exits, value.Draw)
			default:
				o.moves = append(o.moves, int32(number(&after)))
			}
		}
		if len(o.moves)+len(o.exits) > 0 || p.InCheck(p.Turn) {
			undecided = append(undecided, o)
		} else {
			r[n] = value.Draw // stalemate
		}
	}
	for plies, last := 0, 0; plies <= last+2; plies++ { // three men leave no gaps
		undecided = slices.DeleteFunc(undecided, func(o *open) bool {
			ends := o.ends(plies, &r)
			if ends {
				r[o.number] = value.Decided(plies)
				last = plies
			}
			return ends
		})
	}
	for _, o := range undecided {
		r[o.number] = value.Draw
	}
	return &r
}

// ends reports whether a position wins or loses in this many plies, when all
// that ends sooner is known: a win needs one move that loses for the opponent,
// a loss only moves that win for him.
func (o *open) ends(plies int, r *reference) bool {
	wins := plies%2 == 1
	ended := func(v value.Value) bool {
		return v != unknown && v != value.Draw && (v.Outcome() == value.Loss) == wins && v.Plies() < plies
	}
	for _, v := range o.exits {
		if ended(v) == wins {
			return wins
		}
	}
	for _, n := range o.moves {
		if ended(r[n]) == wins {
			return wins
		}
	}
	return !wins
}

// TestReference holds whole classes of three men to the reference.
func TestReference(t *testing.T) {
	source := newInMemory(t)
	references := map[board.PieceType]*reference{}
	for _, man := range []board.PieceType{board.Queen, board.Rook, board.Bishop, board.Knight, board.Pawn} {
		class, err := material.Parse("K" + string(man.Letter()) + "vK")
		if err != nil {
			t.Fatal(err)
		}
		source.solve(class)
		l := source.layouts[class]
		want := newReference(man, references)
		references[man] = want
		compared := 0
		for i, values := range source.values[class] {
			for _, c := range board.Colors {
				for entry, got := range values[c] {
					p := l.Position(slice.Place{Slice: i, Side: c, Entry: entry})
					v := want[number(&p)]
					if v == unknown {
						continue
					}
					compared++
					if got != v {
						t.Fatalf("%v: %s is a %v, want %v", class, p.FEN(), got, v)
					}
				}
			}
		}
		if compared < 20_000 {
			t.Errorf("%v: only %d entries were compared", class, compared)
		}
	}
}
