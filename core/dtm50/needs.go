package dtm50

import (
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/encode"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/lookahead"
)

// Memory returns the bytes of memory that making a table takes, or a little more.
func Memory(class material.Class) int64 {
	l := slice.NewLayout(class)
	entries := int64(l.Entries())
	group := int64(min(format.GroupSlices(l), l.Slices()))
	bytes := lookahead.ClockedBytes(l)
	bytes += 2 * entries * int64(l.Slices()) // values, which pushes lead to
	bytes += group * 2 * changesBytes * entries
	bytes += group * packingBytes * entries
	bytes += needs(class).memory()
	for next, sides := range needsByClock(class) {
		bytes += int64(sides.Count()) * pairsBytes * valuesOf(next)
	}
	return bytes + bytes/reserve + overhead
}

// memory returns the bytes of the values. It includes those for looking ahead, one class after the other, if tables do
// not store the needed side.
func (needs sidesOf) memory() (bytes int64) {
	ahead := int64(0)
	for next, sides := range needs {
		bytes += int64(sides.Count()) * valuesOf(next)
		for _, side := range board.Colors {
			switch stored := newHeader(next).Sides; {
			case !sides.Has(side) || next.Rights() != 0:
			case next.Pawns() == 0: // the stored side is not known before the table is read
				ahead = max(ahead, aheadCache+valuesOf(next)+needsAfter(next, side).memory())
			case !stored.Has(side):
				ahead = max(ahead, aheadCache+2*valuesOf(next)+needsAfter(next, side).memory())
			}
		}
	}
	return bytes + ahead
}

// valuesOf returns the bytes of the values of a class with one side to move.
func valuesOf(class material.Class) int64 {
	l := slice.NewLayout(class)
	return int64(l.Entries()) * int64(l.Slices())
}

const (
	aheadCache   = 32 << 20 // of converted frames
	changesBytes = 5        // of a position and side: two changes, and their share of rows and words
	pairsBytes   = 2 * 10   // of a position and side that quiet moves lead to: ten pairs, more than up to four men have
	packingBytes = 6        // of a position: pairs at hand, and planes in two forms
	reserve      = 16       // 1/reserve more: KQRvKQ has more changes, and took 1/40 more
	overhead     = 96 << 20
)

// sidesOf has sides to move of classes.
type sidesOf map[material.Class]format.SideSet

// needs returns the classes that a class needs with a clock at 0, and the sides to move.
func needs(class material.Class) sidesOf {
	need := sidesOf{}
	if class.Rights() == 0 {
		for _, side := range board.Colors {
			for next, sides := range needsAfter(class, side) {
				need[next] |= sides
			}
		}
		return need
	}
	for _, next := range class.Successors() {
		if next.Men() < class.Men() || next.Pawns() < class.Pawns() {
			need[next] = format.BothSides
		}
	}
	return need
}

// needsAfter returns the classes after captures and promotions of a side, and the sides to move. After a move of a pawn
// that can be captured en passant, they include the captures of the other side. The class has no castling rights.
func needsAfter(class material.Class, side board.Color) sidesOf {
	need, other := sidesOf{}, side.Other()
	var men []board.Man
	for _, c := range board.Colors {
		for t := board.King; t <= board.Pawn; t++ {
			for range class.Count(c, t) {
				men = append(men, board.Man{Color: c, Type: t})
			}
		}
	}
	without := func(men []board.Man, c board.Color, t board.PieceType) (left []board.Man, found bool) {
		i := slices.IndexFunc(men, func(m board.Man) bool { return m.Color == c && m.Type == t })
		if i < 0 {
			return nil, false
		}
		return slices.Delete(slices.Clone(men), i, i+1), true
	}
	add := func(men []board.Man, turn board.Color) {
		next, swapped := material.ClassOf(men, 0)
		switch {
		case next.BareKings():
		case swapped:
			need[next] |= format.Only(turn.Other())
		default:
			need[next] |= format.Only(turn)
		}
	}
	addCaptures := func(men []board.Man, last board.PieceType) {
		for t := board.Queen; t <= last; t++ {
			if left, found := without(men, other, t); found {
				add(left, other)
			}
		}
	}
	addCaptures(men, board.Pawn)
	pawnless, hasPawn := without(men, side, board.Pawn)
	if !hasPawn {
		return need
	}
	for _, to := range board.Promotions {
		promoted := append(slices.Clone(pawnless), board.Man{Color: side, Type: to})
		add(promoted, other)
		addCaptures(promoted, board.Knight) // the last rank has no pawns
	}
	if class.HasEnPassant() {
		add(pawnless, side)
	}
	return need
}

// needsByClock returns the classes that a class needs with all clocks, and the sides to move. Quiet moves that end
// castling rights lead to them. If no rights are left, they need the opponent of the side that has moved.
func needsByClock(class material.Class) sidesOf {
	need := sidesOf{}
	rights := class.Rights()
	for _, next := range class.Successors() {
		switch {
		case next.Men() < class.Men() || next.Pawns() < class.Pawns():
		case next.Rights() != 0:
			need[next] = format.BothSides
		default:
			for _, side := range board.Colors {
				if rights.Side(side.Other()) == rights {
					need[next] |= format.Only(side)
				}
			}
		}
	}
	return need
}

// newHeader returns the header of a new table. Without pawns it has both sides to move at first: [pack] chooses one.
func newHeader(class material.Class) *format.Header {
	sides := encode.SidesFor(class, storesBothSides(class))
	return &format.Header{Kind: format.ByClock, Class: class, Metric: metric, Sides: sides}
}

func storesBothSides(class material.Class) bool {
	return format.Params{Kind: format.ByClock}.StoresBothSides(class)
}
