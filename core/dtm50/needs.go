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
	bytes = bytes*mostLevels(class) + needs(class).memory()
	reading := int64(0)
	for p, sides := range needsByClock(class) {
		bytes += int64(sides.Count()) * pairsBytes * p.reached()
		for _, side := range board.Colors {
			if sides.Has(side) {
				reading = max(reading, p.readingBytes(side))
			}
		}
	}
	bytes += reading
	return bytes + bytes/reserve + overhead
}

// mayLookAhead reports whether the table may not store a side to move. Without pawns either side may be stored.
func (p part) mayLookAhead(side board.Color) bool {
	return !storesBothSides(p.class) && (p.class.Pawns() == 0 || !newHeader(p.class).Stores(side))
}

// readingBytes returns the bytes of memory for reading the pairs of a side to move, without these. If the table may not
// store the side, they include a look ahead and the pairs of the other side.
func (p part) readingBytes(side board.Color) int64 {
	whole := slice.NewLayout(p.class)
	reached := p.reached()
	bytes := placeBytes * reached / int64(whole.Slices())
	if !p.mayLookAhead(side) {
		return bytes
	}
	values := 3 * int64(p.layoutIn(whole).Entries())
	return bytes + pairsBytes*reached + values + aheadBytes(whole, side) + needsAfter(p.class, side).memory()
}

// aheadBytes returns the bytes of a look ahead in a class: its cache, and the slices that pawn pushes lead to.
func aheadBytes(whole *slice.Layout, side board.Color) int64 {
	pushed := 2 * int64(whole.Class.Count(side, board.Pawn))
	return aheadCache + pushed*int64(whole.Entries())
}

// reached returns the number of entries with one side to move in frames that moves lead to.
func (p part) reached() int64 {
	whole := slice.NewLayout(p.class)
	return p.layoutIn(whole).ReachedEntries() * int64(whole.Slices())
}

// memory returns the bytes of the values. It includes those for reading and looking ahead, one part after the other.
func (needs sidesOf) memory() (bytes int64) {
	reading := int64(0)
	for p, sides := range needs {
		bytes += int64(sides.Count()) * p.bytes() * mostLevels(p.class)
		whole := slice.NewLayout(p.class)
		for _, side := range board.Colors {
			if !sides.Has(side) {
				continue
			}
			took := 2 * int64(whole.Entries()) // a slice, and those of the part in it
			isAhead := p.mayLookAhead(side)
			if isAhead {
				took += aheadBytes(whole, side)
			}
			took *= mostLevels(p.class)
			if isAhead {
				took += needsAfter(p.class, side).memory()
			}
			reading = max(reading, took)
		}
	}
	return bytes + reading
}

// mostLevels returns the number of levels that values of a class may have. All classes that are known to take two have
// pawns.
func mostLevels(class material.Class) int64 {
	if class.Men() > 4 && class.Pawns() > 0 {
		return int64(len(levels))
	}
	return 1
}

const (
	aheadCache   = 32 << 20 // of converted frames
	changesBytes = 5        // of a position and side: two changes, and their share of rows and words
	pairsBytes   = 2 * 10   // of a position and side that quiet moves lead to: ten pairs, which few classes exceed
	packingBytes = 6        // of a position: pairs at hand, and planes in two forms
	reserve      = 16       // 1/reserve more: KQRvKQ has more changes, and took 1/40 more
	overhead     = 96 << 20
)

// A part has the positions of a class that moves lead to: the whole class or a face of it.
type part struct {
	class material.Class
	still board.Man    // of the face, as in [material.Face]; no man for the whole class
	right board.Rights // likewise, or 0
}

func partOf(f material.Face) part { return part{f.Class, f.Still, f.Right} }

func (p part) isWhole() bool { return p.still == board.Man{} }

// layoutIn returns the layout of the part, given that of the whole class.
func (p part) layoutIn(whole *slice.Layout) *slice.Layout {
	if p.isWhole() {
		return whole
	}
	return whole.FaceOf(material.Face{Class: p.class, Still: p.still, Right: p.right})
}

// bytes returns the bytes of the values with one side to move.
func (p part) bytes() int64 {
	l := p.layoutIn(slice.NewLayout(p.class))
	return int64(l.Entries()) * int64(l.Slices())
}

// sidesOf has the needed sides to move of parts.
type sidesOf map[part]format.SideSet

// needs returns the parts that a class needs with a clock at 0, and the sides to move.
func needs(class material.Class) sidesOf {
	need := sidesOf{}
	if class.Rights() == 0 {
		for _, side := range board.Colors {
			for p, sides := range needsAfter(class, side) {
				need[p] |= sides
			}
		}
		return need
	}
	for _, next := range class.Successors() {
		promotes := next.Pawns() < class.Pawns() && next.Rights().Count() == class.Rights().Count()
		if next.Men() < class.Men() || promotes { // a promotion without a capture ends no rights
			need[part{class: next}] = format.BothSides
		}
	}
	return need
}

// needsAfter returns the parts after captures and promotions of a side, and the sides to move. After a move of a pawn
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
	without := func(c board.Color, t board.PieceType) (left []board.Man, found bool) {
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
			need[part{class: next}] |= format.Only(turn.Other())
		default:
			need[part{class: next}] |= format.Only(turn)
		}
	}
	for t := board.Queen; t <= board.Pawn; t++ {
		if left, found := without(other, t); found {
			add(left, other)
		}
	}
	for _, f := range class.FacesOf(side) {
		need[partOf(f)] |= format.Only(f.Turn())
	}
	if class.HasEnPassant() {
		pawnless, _ := without(side, board.Pawn)
		add(pawnless, side)
	}
	return need
}

// needsByClock returns the parts that a class needs with all clocks, and the sides to move. Quiet moves that end
// castling rights lead to them: to other rights of the same men, or to a face after the last one.
func needsByClock(class material.Class) sidesOf {
	need := sidesOf{}
	if class.Rights() == 0 {
		return need
	}
	for _, next := range class.Successors() {
		if next.Men() == class.Men() && next.Pawns() == class.Pawns() && next.Rights() != 0 {
			need[part{class: next}] = format.BothSides
		}
	}
	for _, f := range class.Faces() {
		need[partOf(f)] |= format.Only(f.Turn())
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
