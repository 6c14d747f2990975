package write

import (
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/syzygy/pairs"
	"github.com/matewright/matewright/core/value"
)

// A translation has the value of a format's part for each code.
type translation struct {
	of          [256]uint16
	alphabet    int
	isDistances bool
	single      bool // all values can be the same
	value       uint16
	lists       [4][]uint16   // of distances: wins, losses, cursed wins and blessed losses
	plies       [win + 1]bool // outcomes whose distances are in plies, and not rounded
}

// ordered are the values of a side in the order of a layout.
type ordered struct {
	*gatherer
	as *translation
}

func (o *ordered) Len() int64    { return o.size }
func (o *ordered) Alphabet() int { return o.as.alphabet }

// Read implements [pairs.Values].
func (o *ordered) Read(first int64, into []uint16) error {
	o.gather(first, into, &o.as.of)
	return nil
}

// outcomes returns the values of a part with outcomes.
func (c *codes) outcomes(side board.Color) *translation {
	t := &translation{alphabet: win + 1}
	var exact [win + 1]bool
	most := uint16(win) // of the values that do not matter
	for code, m := range c.meaning[side].list {
		switch {
		case !m.legal:
			t.of[code] = pairs.UpTo(win)
		case m.capture:
			t.of[code] = pairs.UpTo(uint16(m.outcome))
			most = min(most, uint16(m.outcome))
		default:
			t.of[code] = uint16(m.outcome)
			exact[m.outcome] = true
		}
	}
	values := 0
	for v, has := range exact {
		if has {
			values++
			t.value = uint16(v)
		}
	}
	t.single = values == 0 || values == 1 && t.value <= most
	return t
}

// listOf has the list of distances by outcome.
var listOf = [win + 1]int{loss: 1, blessedLoss: 3, draw: -1, cursedWin: 2, win: 0}

// raw returns the distance as a part has it: in plies or by two plies.
func (t *translation) raw(m *meaning) uint16 {
	first := 1
	if m.outcome == cursedWin || m.outcome == blessedLoss {
		first = value.FiftyMoves + 1
	}
	if t.plies[m.outcome] {
		return uint16(m.plies - first)
	}
	return uint16((m.plies - first) / 2)
}

// reaches reports whether positions with an outcome have the last distance that the fifty-move rule lets stand.
func (c *codes) reaches(side board.Color, outcome uint8) bool {
	return slices.ContainsFunc(c.meaning[side].list, func(m meaning) bool {
		return m.outcome == outcome && m.plies == value.FiftyMoves
	})
}

// distances returns the values of a part with distances: places in lists. Wins and losses are rounded if this is wanted
// and no line is as long as the fifty-move rule allows.
func (c *codes) distances(side board.Color, rounded bool) *translation {
	t := &translation{isDistances: true}
	t.plies[win] = !rounded || c.reaches(side, win) || c.reaches(side.Other(), loss)
	t.plies[loss] = !rounded || c.reaches(side, loss) || c.reaches(side.Other(), win)
	matters := func(m *meaning) bool { return m.legal && m.outcome != draw && !m.zeroing }
	list := c.meaning[side].list
	for code := range list {
		if m := &list[code]; matters(m) {
			at := &t.lists[listOf[m.outcome]]
			if !slices.Contains(*at, t.raw(m)) {
				*at = append(*at, t.raw(m))
			}
		}
	}
	for i := range t.lists {
		slices.Sort(t.lists[i])
		t.alphabet = max(t.alphabet, len(t.lists[i]))
	}
	for code := range list {
		t.of[code] = pairs.UpTo(uint16(max(0, t.alphabet-1)))
		if m := &list[code]; matters(m) {
			t.of[code] = uint16(slices.Index(t.lists[listOf[m.outcome]], t.raw(m)))
		}
	}
	t.single = t.alphabet == 0 || t.alphabet == 1 && !t.mapped()
	return t
}

// mapped reports whether values differ from the distances.
func (t *translation) mapped() bool {
	for _, list := range t.lists {
		for i, distance := range list {
			if int(distance) != i {
				return true
			}
		}
	}
	return false
}

// wide reports whether a list needs numbers of 16 bits.
func (t *translation) wide() bool {
	for _, list := range t.lists {
		if len(list) > 255 || len(list) > 0 && list[len(list)-1] > 255 {
			return true
		}
	}
	return false
}
