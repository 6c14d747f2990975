package exits

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// ExitRanks groups the exits of a word by value.
type ExitRanks struct {
	byRank [256]board.Bitboard // while a word is added
	known  Known
	best   *[64]value.Rank // at the current level
	level  int
	left   board.Bitboard // lanes that Next has not returned
	more   board.Bitboard // lanes whose values are in later levels
	wins   board.Bitboard // those of them that win
	Err    error          // the first error: a line is too long for values, or levels contradict each other
}

// Begin starts with the exits of a word.
func (x *ExitRanks) Begin(known Known) {
	x.known, x.best, x.level = known, known.Best, 0
	x.left, x.more, x.wins = known.Exits&^known.Illegal, 0, 0
	kernel.RankLanes(&x.byRank, x.best, x.left)
}

// Next returns lanes with the same value, and the value. In the end it returns no lanes.
func (x *ExitRanks) Next() (v value.Value, lanes board.Bitboard) {
	for x.left|x.more != 0 {
		if x.left == 0 && !x.nextLevel() {
			break
		}
		rank := x.best[x.left.First()&63]
		lanes, x.byRank[rank] = x.byRank[rank], 0
		x.left &^= lanes
		level := x.known.levelAt(x.level)
		if x.level > 0 && !x.isConsistent(rank, lanes) {
			x.fail(errInconsistentLevels)
			continue
		}
		if level.IsLater(rank.Byte()) {
			x.more |= lanes
			if rank > value.DrawRank {
				x.wins |= lanes
			}
			continue
		}
		v = level.Value(rank.Byte())
		if rank == 0 ||
			v.Round() > kernel.LastDue { // rank 0 is a loss beyond the longest: no move leaves its own side mated
			x.fail(&kernel.TooLongError{Most: min(kernel.LastDue, level.Last())})
			continue
		}
		return v, lanes
	}
	return value.Draw, 0
}

// isConsistent reports whether lanes win or lose as at the levels before.
func (x *ExitRanks) isConsistent(rank value.Rank, lanes board.Bitboard) bool {
	if rank > value.DrawRank {
		return lanes&^x.wins == 0
	}
	return rank < value.DrawRank && lanes&x.wins == 0
}

// nextLevel moves to the next level, with the lanes whose values are at that level or later.
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
