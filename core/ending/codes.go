package ending

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// A code is the set of possible outcomes of a position, from the view of White. Each of its bits is in a plane.
type code uint8

const (
	illegal   code = iota
	stalemate      // a draw without a move
	draw
	whiteWins
	blackWins
	notLost // by White: a draw or a win
	notWon  // by White: a draw or a loss
	unknown
)

// bounds returns the worst and the best outcome for a side. The position must be legal.
func (c code) bounds(side board.Color) (low, high value.Outcome) {
	switch c {
	case whiteWins:
		low, high = value.Win, value.Win
	case blackWins:
		low, high = value.Loss, value.Loss
	case notLost:
		low, high = value.Drawn, value.Win
	case notWon:
		low, high = value.Loss, value.Drawn
	case unknown:
		low, high = value.Loss, value.Win
	default:
		low, high = value.Drawn, value.Drawn
	}
	if side == board.Black {
		low, high = -high, -low
	}
	return low, high
}

// Bounds of a game. They decide whether moves to open positions win: never, if that is likely, or always.
const (
	surely = iota
	likely
	maybe
	bounds
)

// lanes has the lanes of a word in which a side wins, by bound. Each has those before it.
type lanes [bounds]uint64

// codes has the codes of the 64 positions of a word, one plane for each bit. Two more planes have the open positions
// that White and Black are likely to win. They only guide the choice of slices.
type codes struct {
	a, b, c uint64
	likely  [2]uint64
}

func (w codes) and(lanes uint64) codes {
	return codes{w.a & lanes, w.b & lanes, w.c & lanes, [2]uint64{w.likely[0] & lanes, w.likely[1] & lanes}}
}

// at returns the code of a lane.
func (w codes) at(lane board.Square) code {
	return code(w.a>>lane&1 | w.b>>lane&1<<1 | w.c>>lane&1<<2)
}

// everywhere returns the code of a lane in all lanes.
func (w codes) everywhere(lane board.Square) codes {
	return codes{
		-(w.a >> lane & 1), -(w.b >> lane & 1), -(w.c >> lane & 1),
		[2]uint64{-(w.likely[0] >> lane & 1), -(w.likely[1] >> lane & 1)},
	}
}

func (w codes) legal() uint64     { return w.a | w.b | w.c }
func (w codes) stalemate() uint64 { return w.a &^ (w.b | w.c) }

// wins returns the lanes in which a side wins.
func (w codes) wins(side board.Color) lanes {
	sure, may := w.a&w.b&^w.c, w.a&(w.b|w.c)
	if side == board.Black {
		sure, may = w.c&^(w.a|w.b), w.c&(w.b|^w.a)
	}
	return lanes{sure, sure | w.likely[side], may}
}

// encode returns the codes of a word, given the lanes that each side wins.
func encode(legal, stale uint64, white, black *lanes) codes {
	drawn := legal &^ (white[maybe] | black[maybe])
	open := (white[maybe] | black[maybe]) &^ (white[surely] | black[surely])
	return codes{
		a:      white[maybe] | stale,
		b:      white[surely] | drawn&^stale | open&black[maybe],
		c:      black[surely] | open,
		likely: [2]uint64{white[likely] & open, black[likely] & open},
	}
}

// A block has the codes of all positions of a slice with a side to move, by word.
type block struct {
	words []codes
	open  bool  // exits of the slice lead to open positions
	slab  *slab // of a wide slice, with either side to move, instead of words
}

// codesBytes is the size of codes in memory.
const codesBytes = 5 * 8

// size returns the bytes of a block in memory.
func (f *frame) size() int {
	if f.pieces.areWide() {
		return 2 * 8 * slabFiles * f.words() / 64
	}
	return codesBytes * f.words()
}
