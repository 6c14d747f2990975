package retrograde

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// sideState is the state of the positions with one side to move: bits, and lists, which may spill to scratch.
type sideState struct {
	won  []board.Bitboard // illegal positions too
	held []board.Bitboard // an exit saves the position, or saves it so far, or it is lost already; not in all proofs

	canWin  []board.Bitboard // by row: the words with lanes not won
	canLose []board.Bitboard // by row: the words with lanes that may still be lost, by the proof

	next kernel.WordSet // candidates for the next ply

	// frontiers has the positions decided at the last plies, until moves are retracted from them.
	frontiers [value.MostWait + 1]rowList

	due [kernel.LastDue + 1]rowList // by the rounds in which their exits win or lose
}

// begin clears all sets and lists.
func (s *sideState) begin(rs *kernel.Rows, withHeld bool, pool *blockPool) {
	words := rs.Room(rs.Count)
	kernel.Reset(&s.won, words)
	kernel.Reset(&s.next.Words, words)
	if withHeld {
		kernel.Reset(&s.held, words)
	}
	for _, set := range []*[]board.Bitboard{&s.canWin, &s.canLose, &s.next.Rows} {
		kernel.Reset(set, rs.Count)
	}
	kernel.Reset(&s.next.Active, int(rs.Frames.Len()))
	for i := range s.frontiers {
		s.frontiers[i].clear(pool)
	}
	for ply := range s.due {
		s.due[ply].clear(pool)
	}
}

// open returns the words in which something can be decided at a ply.
func (s *sideState) open(ply int) []board.Bitboard {
	if kernel.IsWin(ply) {
		return s.canWin
	}
	return s.canLose
}

// wonRows returns the won positions, to test the other side's moves.
func (s *sideState) wonRows() kernel.WonRows { return kernel.WonRows{Words: s.won, Open: s.canWin} }

// frontier returns the list of the positions decided at a ply.
func (s *sideState) frontier(ply int) *rowList {
	return &s.frontiers[ply%len(s.frontiers)]
}

// anyWaiting reports whether a frontier is not empty.
func (s *sideState) anyWaiting() bool {
	for i := range s.frontiers {
		if !s.frontiers[i].empty() {
			return true
		}
	}
	return false
}

// anyDueAfter reports whether any exits decide after a ply.
func (s *sideState) anyDueAfter(ply int) bool {
	for _, due := range s.due[min(ply+1, len(s.due)):] {
		if !due.empty() {
			return true
		}
	}
	return false
}
