package retrograde

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// sideState is what is known of the positions with one side to move: bits, and lists, which are in memory or
// spilled by themselves.
type sideState struct {
	won  []board.Bitboard // illegal positions too
	held []board.Bitboard // cannot be lost, or not yet, because of an exit; or is lost already. Some proofs do without

	canWin  []board.Bitboard // by row: the words with lanes not won
	canLose []board.Bitboard // by row: the words with lanes that may be lost yet, as the proof says

	next kernel.WordSet // candidates for the next ply

	// frontiers has what was decided at the last plies and is not taken back yet.
	frontiers [value.MostWait + 1]rowList

	due [kernel.LastDue + 1]rowList // by the rounds in which their exits win or lose
}

// begin empties all.
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

// wonRows returns what is won, for those who ask where moves lead to.
func (s *sideState) wonRows() kernel.WonRows { return kernel.WonRows{Words: s.won, Open: s.canWin} }

// frontier returns the list of what is decided at a ply.
func (s *sideState) frontier(ply int) *rowList {
	return &s.frontiers[ply%len(s.frontiers)]
}

// anyWaiting reports whether a frontier has something in it.
func (s *sideState) anyWaiting() bool {
	for i := range s.frontiers {
		if !s.frontiers[i].empty() {
			return true
		}
	}
	return false
}

// anyDueAfter reports whether there are exits that decide after a ply.
func (s *sideState) anyDueAfter(ply int) bool {
	for _, due := range s.due[min(ply+1, len(s.due)):] {
		if !due.empty() {
			return true
		}
	}
	return false
}
