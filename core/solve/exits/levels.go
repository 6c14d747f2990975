package exits

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

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
		if x.level > 0 && !x.isConsistent(rank, lanes) {
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
		if rank == 0 ||
			v.Round() > kernel.LastDue { // rank 0 is a loss beyond the longest: no move leaves its own side mated
			x.fail(&kernel.TooLongError{Most: min(kernel.LastDue, level.Last())})
			continue
		}
		return v, lanes
	}
	return value.Draw, 0
}

// isConsistent reports whether lanes win or lose as the levels before have said.
func (x *ExitRanks) isConsistent(rank value.Rank, lanes board.Bitboard) bool {
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
