package lookahead

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// A twoLevels solves values at two levels side by side. At the first level, all later wins have the same byte, and so
// have all later losses. At the second level, values of the first are views ([value.Level.View]).
type twoLevels struct {
	levels [2]value.Level
	first  [256]value.Rank // the rank at the first level, by the rank that moves give
	later  [256]bool       // whether the first level refers to the second one, by rank
	beyond [256]bool       // whether a rank at the second level is that of a value beyond
	view   [256]value.Rank // at the second level, by the rank at the first
}

func newTwoLevels(levels [2]value.Level) *twoLevels {
	t := &twoLevels{levels: levels}
	for rank := range 256 {
		v := value.Rank(rank).Value()
		t.first[rank] = levels[0].Byte(v).Rank()
		t.later[rank] = levels[0].IsLater(v.Byte())
		t.beyond[rank] = levels[1].IsLater(v.Byte())
		t.view[rank] = levels[1].View(v).Rank()
	}
	return t
}

// fit makes the ranks of positions at both levels consistent, given the best moves at each. It reports whether no value
// of a legal position is beyond the second level.
func (t *twoLevels) fit(first, second *kernel.Octets, legal board.Bitboard) (ok bool) {
	ok = true
	for i := range first {
		for shift := 0; shift < 64; shift += 8 {
			rank := byte(first[i] >> shift)
			first[i] = first[i]&^(255<<shift) | uint64(t.first[rank])<<shift
			if !t.later[rank] {
				second[i] = second[i]&^(255<<shift) | uint64(t.view[rank])<<shift
			} else if t.beyond[byte(second[i]>>shift)] && legal.Has(board.Square(8*i+shift/8)) {
				ok = false
			}
		}
	}
	return ok
}

// keepLater makes the values at the second level draws, except those that only this level has.
func (t *twoLevels) keepLater(values [2][]value.Byte) {
	for lane := range board.NoSquare {
		if !t.levels[0].IsLater(values[0][lane]) {
			values[1][lane] = value.DrawByte
		}
	}
}
