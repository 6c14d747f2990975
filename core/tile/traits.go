package tile

import (
	"encoding/binary"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
)

// A trait is a byte of flags about attacks and defences in a position. A few bitboard operations find those of the 64
// lanes of a row. Neighbours with the same trait mostly have the same value; those with another trait seldom do.
type trait = uint8

const (
	inCheck      trait = 1 << iota // the side to move is
	canCapture                     // it attacks a man
	canWin                         // it attacks a man that nothing defends
	isThreatened                   // one of its men is attacked
	isHanging                      // one of its men is attacked, and nothing defends it

	traits        = 1 << iota
	illegal trait = 0x7f // the highest bit is left for [canvas.markTraits]
)

// The sights of a tile are the attacks and defences of men by men. The part that does not depend on the row is found
// once; see [sights.inRow] for one row.
//
// The men that stand still hide each other in all rows. The row man may hide them, too, and the lane man hides them in
// the lanes between them.
type sights struct {
	still board.Bitboard // squares of all men except two
	apart bool           // none of them share a square

	amongStill []sight // set: the lanes that are not between the two
	withRow    []sight // set: the squares from which the row man sees the other, or on which the other sees it
	withLane   []sight // set: the lanes' squares likewise, without regard to the row man
	ofBoth     []sight // the row man and the lane man

	memory [sightsMax]sight
}

// A sight is that of one man by another.
type sight struct {
	set board.Bitboard
	at  board.Square    // of the man that stands still
	by  board.PieceType // that sees the other
	sum uint8           // to which the lanes are added
}

// The sums of each man: the lanes in which it is attacked, and those in which its own side defends it.
const (
	threat = iota
	defence
	sums

	allSums   = 16 // sums of all men, and more, so that an index needs only a mask
	sightsMax = 4 * material.MaxMen * material.MaxMen
)

// find finds the sights of a tile.
func (v *sights) find(sc *slice.Scene, row, lane int) {
	v.still, v.apart = 0, true
	for i := range sc.N {
		if i != row && i != lane {
			bit := sc.Men[i].Square.Bit()
			v.apart = v.apart && v.still&bit == 0
			v.still |= bit
		}
	}
	const most = material.MaxMen * material.MaxMen
	v.amongStill, v.withRow = v.memory[:0:most], v.memory[most:most:2*most]
	v.withLane, v.ofBoth = v.memory[2*most:2*most:3*most], v.memory[3*most:3*most]
	for man := range sc.N {
		for by := range sc.N {
			if own := sc.Men[by].Color == sc.Men[man].Color; by != man && !(own && man <= int(board.Black)) {
				v.add(sc, man, by, row, lane)
			}
		}
	}
}

// add adds the sight of one man by another.
func (v *sights) add(sc *slice.Scene, man, by, row, lane int) {
	target, m := &sc.Men[man], &sc.Men[by]
	s := sight{at: target.Square, by: m.Type, sum: uint8(sums*man + threat)}
	if m.Color == target.Color {
		s.sum = uint8(sums*man + defence)
	}
	switch {
	case (man == row || man == lane) && (by == row || by == lane):
		v.ofBoth = append(v.ofBoth, s)
		return
	case man == row || man == lane:
		s.at, s.set = m.Square, m.AttackSet(v.still)
	case by == row || by == lane:
		s.set = board.Attacks(m.Type, target.Square, v.still)
	case m.Attacks(target.Square, v.still):
		s.set = ^board.Between(m.Square, target.Square)
		v.amongStill = append(v.amongStill, s)
		return
	default:
		return
	}
	if man == row || by == row {
		v.withRow = append(v.withRow, s)
	} else {
		v.withLane = append(v.withLane, s)
	}
}

// inRow adds up the lanes in which men are attacked and defended if the row man is on a square.
func (v *sights) inRow(at board.Square, lanes *[allSums]board.Bitboard) {
	clear(lanes[:])
	for i := range v.amongStill {
		s := &v.amongStill[i]
		lanes[s.sum%allSums] |= s.set & allIf(s.set.Has(at))
	}
	for i := range v.withRow {
		s := &v.withRow[i]
		lanes[s.sum%allSums] |= ^board.Between(s.at, at) & allIf(s.set.Has(at))
	}
	for i := range v.withLane {
		s := &v.withLane[i]
		lanes[s.sum%allSums] |= s.set &^ board.Beyond(s.at, at)
	}
	for i := range v.ofBoth {
		s := &v.ofBoth[i]
		lanes[s.sum%allSums] |= board.Attacks(s.by, at, v.still)
	}
}

// allIf returns all lanes, or none.
func allIf(yes bool) (lanes board.Bitboard) {
	if yes {
		lanes = ^board.Bitboard(0)
	}
	return lanes
}

// rowTraits finds the traits of a row, whose man is in its place. It returns those of the wanted lanes that are legal.
// If any is legal, the traits of the others are illegal.
func rowTraits(
	v *sights, sc *slice.Scene, row int, side board.Color, wanted board.Bitboard, into *[Side]trait,
) (legal board.Bitboard) {
	if wanted == 0 {
		return 0
	}
	var seen [allSums]board.Bitboard
	at := sc.Men[row].Square
	v.inRow(at, &seen)
	legal = wanted &^ (v.still | at.Bit() | seen[sums*side.Other()+threat])
	if legal == 0 {
		return 0
	}
	var set [5]board.Bitboard
	set[0] = seen[sums*side+threat]
	for man := int(board.Black) + 1; man < sc.N; man++ {
		at := 1
		if sc.Men[man].Color == side {
			at = 3
		}
		set[at] |= seen[sums*man+threat]
		set[at+1] |= seen[sums*man+threat] &^ seen[sums*man+defence]
	}
	for i := 0; i < Side; i += 8 {
		b := spread[uint8(^legal>>i)]*uint64(illegal) | spread[uint8(set[0]>>i)] | spread[uint8(set[1]>>i)]<<1 |
			spread[uint8(set[2]>>i)]<<2 | spread[uint8(set[3]>>i)]<<3 | spread[uint8(set[4]>>i)]<<4
		binary.LittleEndian.PutUint64(into[i:], b)
	}
	return legal
}

// spread has the bits of a byte as the low bits of eight bytes.
var spread = func() (table [256]uint64) {
	for b := range table {
		for bit := range 8 {
			table[b] |= uint64(b>>bit&1) << (8 * bit)
		}
	}
	return table
}()
