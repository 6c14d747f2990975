package ending

import "github.com/matewright/matewright/core/board"

// A geometry has the rules for the men of a slice: their legal squares, their moves and their checks.
type geometry struct {
	frame
	slice Slice
	pawns board.Bitboard
	men   [1 + mostPieces]outerMan

	pawnAttacks [2]board.Bitboard // by the color of the pawns
}

// An outerMan is the white king or a piece.
type outerMan struct {
	color  board.Color
	kind   board.PieceType
	shift  int // of its square in the number of a word
	lo, hi int // its directions, if it slides
}

// A way leads to a word, in the lanes in which no man stands in between.
type way struct {
	word  int
	lanes uint64
}

// mostWays is the largest number of squares that a queen attacks.
const mostWays = 27

// mostSteps is the largest number of squares that a king attacks.
const mostSteps = 8

func (g *geometry) begin(s Slice) {
	g.place(s)
	for _, c := range board.Colors {
		g.pawnAttacks[c] = 0
		for b := s.pawns[c]; b != 0; b = b.Rest() {
			g.pawnAttacks[c] |= board.PawnAttacks(c, b.First())
		}
	}
}

// place is begin without the rules for checks.
func (g *geometry) place(s Slice) {
	g.frame, g.slice, g.pawns = frameOf(s.pieces), s, s.allPawns()
	for i := range g.outer {
		m := &g.men[i]
		m.color, m.kind = g.man(i)
		m.shift = g.shift(i)
		m.lo, m.hi = m.kind.Directions()
	}
}

// at returns the square of an outer man.
func (g *geometry) at(word, man int) board.Square { return board.Square(word >> g.men[man].shift & 63) }

// legal returns the lanes of a word that are legal with White and with Black to move.
func (g *geometry) legal(word int) (white, black uint64) {
	occupied := g.pawns
	for i := range g.outer {
		s := g.at(word, i)
		if occupied.Has(s) {
			return 0, 0
		}
		occupied |= s.Bit()
	}
	king := g.at(word, 0)
	free := ^(occupied | board.Attacks(board.King, king, 0))
	byWhite := g.pawnAttacks[board.White]
	var toKing board.Bitboard // the lanes in which White is in check
	if g.pawnAttacks[board.Black].Has(king) {
		toKing = ^board.Bitboard(0)
	}
	for i := 1; i < g.outer; i++ {
		m := &g.men[i]
		s := g.at(word, i)
		attacked := board.Attacks(m.kind, s, occupied)
		if m.color == board.White {
			byWhite |= attacked
		} else if attacked.Has(king) {
			toKing |= ^board.Between(s, king)
		}
	}
	return uint64(free &^ byWhite), uint64(free &^ toKing)
}

// legalFor returns the lanes of a word that are legal with a side to move.
func (g *geometry) legalFor(turn board.Color, word int) uint64 {
	white, black := g.legal(word)
	if turn == board.White {
		return white
	}
	return black
}

// ways returns the words that differ from one by a move of an outer man, to its square or from there. They are in the
// given array. Words in which two men share a square are among them.
func (g *geometry) ways(word, man int, found *[mostWays]way) []way {
	m := &g.men[man]
	s := g.at(word, man)
	view := farFirst(m.color)
	rest := word &^ (63 << m.shift)
	n := 0
	switch m.kind {
	case board.King, board.Knight:
		steps := board.Steps.King[s^view]
		if m.kind == board.Knight {
			steps = board.Steps.Knight[s^view]
		}
		for _, t := range steps {
			found[n] = way{rest | int(t^view)<<m.shift, ^uint64(0)}
			n++
		}
	default:
		blockers := g.pawns
		for i := range g.outer {
			if i != man {
				blockers |= g.at(word, i).Bit()
			}
		}
		for d := m.lo; d < m.hi; d++ {
			lanes := ^uint64(0)
			for _, t := range board.Rays[s^view][d] {
				if t ^= view; blockers.Has(t) {
					break
				}
				found[n] = way{rest | int(t)<<m.shift, lanes}
				n++
				lanes &^= uint64(t.Bit())
			}
		}
	}
	return found[:n]
}
