package exits

import (
	"errors"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// LevelsSeen returns the levels at which it is seen what exits of a class lead to. Where pawns are captured en passant the opponent
// has the last word, two moves on, and levels tell no more than one.
func LevelsSeen(l *slice.Layout, metric *value.Metric) []value.Level {
	if l.Class.HasEnPassant() {
		return []value.Level{value.OnlyLevel}
	}
	return metric.Seen(l.Class)
}

// laterExits finds what the exits of a row are worth at later levels, when the first one does not tell it: one level after the other.
type laterExits struct {
	source LeveledSource
	layout *slice.Layout
	metric *value.Metric
	number slice.Number
	levels []value.Level
	exits  []*Finder    // by level; nil until it is asked for, and for the first one
	row    kernel.RowNo // at hand, of all words that are asked for
	color  board.Color
	found  int // up to which level those of the row are there
	err    error
}

// newLaterExits returns nil if one level says all.
func newLaterExits(l *slice.Layout, metric *value.Metric, source Source) *laterExits {
	levels := LevelsSeen(l, metric)
	leveled, ok := source.(LeveledSource)
	if len(levels) == 1 || !ok {
		return nil
	}
	return &laterExits{source: leveled, layout: l, metric: metric, levels: levels, exits: make([]*Finder, len(levels))}
}

// begin turns to a slice.
func (x *laterExits) begin(number slice.Number) {
	x.number, x.err = number, nil
	clear(x.exits)
}

// turnTo turns to a row with a side to move.
func (x *laterExits) turnTo(row kernel.RowNo, c board.Color) { x.row, x.color, x.found = row, c, 0 }

// best returns what the exits of a word of the row are worth at a level, which comes after one that was asked for before. It returns
// nil if there is an error.
func (x *laterExits) best(level int, w board.Square) *[64]value.Rank {
	if level == len(x.levels) && x.err == nil {
		x.err = errContradiction
	}
	if x.err != nil {
		return nil
	}
	at := x.exits[level]
	if at == nil {
		at = new(Finder)
		at.Begin(x.layout, x.number, x.metric, x.source.At(x.levels[level]), x.levels[level])
		x.exits[level] = at
	}
	if x.found < level {
		at.Place(x.row)
		if x.err = at.Find(x.color); x.err != nil {
			return nil
		}
		x.found = level
	}
	return &at.Best[w&63].Rank
}

// errContradiction says that tables that exits lead to are not what they were: they have to be built again.
var errContradiction = errors.New("what moves lead to is told in levels that contradict each other")

// ExitRanks tells the exits of a word apart by what they are worth.
type ExitRanks struct {
	byRank [256]board.Bitboard // while a word is added
	known  Known
	best   *[64]value.Rank // at the level at hand
	level  int
	left   board.Bitboard // lanes whose rank was not asked for
	more   board.Bitboard // those of which the next level tells more
	wins   board.Bitboard // those of them that win
	Err    error          // the first: a line is longer than values can say, or levels do not fit each other
}

// Begin turns to the exits of a word.
func (x *ExitRanks) Begin(known Known) {
	x.known, x.best, x.level = known, known.Best, 0
	x.left, x.more, x.wins = known.Exits&^known.Illegal, 0, 0
	kernel.RankLanes(&x.byRank, x.best, x.left)
}

// Next returns lanes that are worth the same, and what that is. There are none in the end.
func (x *ExitRanks) Next() (v value.Value, lanes board.Bitboard) {
	for x.left|x.more != 0 {
		if x.left == 0 && !x.nextLevel() {
			break
		}
		rank := x.best[x.left.First()&63]
		lanes, x.byRank[rank] = x.byRank[rank], 0
		x.left &^= lanes
		level := x.known.levelAt(x.level)
		if x.level > 0 && !x.goesOn(rank, lanes) {
			x.fail(errContradiction)
			continue
		}
		if level.IsMore(rank.Byte()) {
			x.more |= lanes
			if rank > value.DrawRank {
				x.wins |= lanes
			}
			continue
		}
		v = level.Value(rank.Byte())
		if rank == 0 || v.Round() > kernel.LastDue { // rank 0 is a loss beyond the longest: no move leaves its own side mated
			x.fail(&kernel.TooLongError{Most: min(kernel.LastDue, level.Last())})
			continue
		}
		return v, lanes
	}
	return value.Draw, 0
}

// goesOn reports whether lanes win or lose as the levels before have said.
func (x *ExitRanks) goesOn(rank value.Rank, lanes board.Bitboard) bool {
	if rank > value.DrawRank {
		return lanes&^x.wins == 0
	}
	return rank < value.DrawRank && lanes&x.wins == 0
}

// nextLevel turns to the next level with the lanes of which it tells more.
func (x *ExitRanks) nextLevel() (ok bool) {
	x.level++
	if x.best = x.known.later.best(x.level, x.known.word); x.best == nil {
		x.left, x.more = 0, 0
		return false
	}
	x.left, x.more = x.more, 0
	kernel.RankLanes(&x.byRank, x.best, x.left)
	return true
}

func (x *ExitRanks) fail(err error) {
	if x.Err == nil {
		x.Err = err
	}
}
