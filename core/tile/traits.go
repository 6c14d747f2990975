package tile

import (
	"encoding/binary"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
)

// A trait is a byte that says what is going on in a position, as far as a few
// bitboard operations show it for the 64 lanes of a row. Neighbours with the
// same trait mostly have the same value; those with another trait seldom do.
type trait = uint8

const (
	inCheck      trait = 1 << iota // the side to move is
	canCapture                     // it attacks a man
	canWin                         // it attacks a man that nothing defends
	isThreatened                   // one of its men is attacked
	isHanging                      // one of its men is attacked, and nothing defends it

	traits        = 1 << iota
	illegal trait = 0xff
)

// rowTraits finds the traits of a row, whose man is in its place, and returns
// those of the wanted lanes that are legal. The others mean nothing.
func rowTraits(sc *slice.Scene, side board.Color, wanted board.Bitboard, into *[Side]trait) (legal board.Bitboard) {
	legal = wanted
	if legal != 0 {
		legal &^= sc.Fixed | sc.Checked(side.Other())
	}
	if legal == 0 {
		return 0
	}
	var set [5]board.Bitboard
	set[0] = sc.Checked(side)
	for man := int(board.Black) + 1; man < sc.N; man++ {
		threat, defence := threats(sc, man)
		at := 1
		if sc.Men[man].Color == side {
			at = 3
		}
		set[at] |= threat
		set[at+1] |= threat &^ defence
	}
	for i := 0; i < Side; i += 8 {
		b := spread[uint8(set[0]>>i)] | spread[uint8(set[1]>>i)]<<1 | spread[uint8(set[2]>>i)]<<2 |
			spread[uint8(set[3]>>i)]<<3 | spread[uint8(set[4]>>i)]<<4
		binary.LittleEndian.PutUint64(into[i:], b)
	}
	return legal
}

// threats returns the lanes in which a man is attacked by the other side, and
// those in which its own side stands by.
func threats(sc *slice.Scene, man int) (threat, defence board.Bitboard) {
	target := &sc.Men[man]
	for i := range sc.N {
		if i == man {
			continue
		}
		m := &sc.Men[i]
		var lanes board.Bitboard
		switch {
		case man == sc.Inner:
			lanes = m.AttackSet(sc.Fixed)
		case i == sc.Inner:
			lanes = board.Attacks(m.Type, target.Square, sc.Fixed)
		case m.Attacks(target.Square, sc.Fixed):
			lanes = ^board.Between(m.Square, target.Square)
		}
		if m.Color == target.Color {
			defence |= lanes
		} else {
			threat |= lanes
		}
	}
	return threat, defence
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
