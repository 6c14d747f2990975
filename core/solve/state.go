package solve

import (
	"math"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// A state has the bits of a slice: those of all frames, or of the frames that are pinned,
// if there is a pager for the others.
type state struct {
	held  bool // there are such bits
	rows  *rows
	sides [2]sideBits
	pager pager // nil if all frames stay in memory
}

// begin turns to the rows of a slice. All bits are zero, and nothing is pinned.
func (s *state) begin(rs *rows) {
	s.rows = rs
	if s.pager != nil {
		s.pager.begin(rs, s)
		return
	}
	for c := range s.sides {
		s.sides[c].begin(rs, rs.count, s.held)
	}
}

// A pager brings frames into memory and takes them out again.
//
// Only king moves leave a frame. So who works on the rows of a frame pins it first,
// with the frames that some king moves lead to, for each side to move apart; and
// unpins the same when it is done. Frames can be pinned more than once.
type pager interface {
	// begin makes room in the state, and forgets the slice before.
	begin(rs *rows, s *state)

	// pin brings in some sets of a frame with side c to move, and of those that the moves lead to.
	pin(c board.Color, frame slice.FrameNo, moves []slice.KingMove, sets bitSets) error

	// wrote says that some sets of frames that are pinned were written. It need not be said of words that left canWin or
	// canLose: those say where to look, and more of them is no mistake.
	wrote(c board.Color, frame slice.FrameNo, moves []slice.KingMove, sets bitSets)

	// unpin ends a pin.
	unpin(c board.Color, frame slice.FrameNo, moves []slice.KingMove)
}

// bitSets says which of the sets of a frame with one side to move are meant.
type bitSets uint8

const (
	wonSet bitSets = 1 << iota
	heldSet
	nextWordsSet
	nextRowsSet
	canWinSet
	canLoseSet

	nextSet = nextWordsSet | nextRowsSet
	openSet = canWinSet | canLoseSet
	allSets = wonSet | heldSet | nextSet | openSet

	setCount = 6
)

// An access says which sets are read and which are written, perhaps read too.
type access struct{ reads, writes bitSets }

// sideBits are what is known of the positions with one side to move, in those frames that
// are in memory.
type sideBits struct {
	frames []frameBits

	won  []board.Bitboard // illegal positions too
	held []board.Bitboard // cannot be lost, or not yet, because of an exit; or is lost already. Some proofs do without
	next wordSet          // candidates for the next ply

	canWin  []board.Bitboard // by row: the words with lanes not won
	canLose []board.Bitboard // by row: the words with lanes that may be lost yet, as the proof says
}

// frameBits say what has to be at hand of a frame, wherever its bits are.
type frameBits struct {
	offset int32 // what to add to the number of a row to find it in the arrays, or absent
	active bool  // there may be candidates for the next ply
}

// absent is the offset of a frame that is not in memory: with it, no row is found.
const absent = math.MinInt32

// A bitsRow is where a row is in bits.
type bitsRow int

// at returns where a row of a frame is.
func (b *sideBits) at(frame slice.FrameNo, number rowNo) bitsRow { return b.frames[frame].at(number) }

func (f *frameBits) at(number rowNo) bitsRow { return bitsRow(number) + bitsRow(f.offset) }

// begin empties all, with room for so many rows.
func (b *sideBits) begin(rs *rows, count int, withHeld bool) {
	words := rs.room(count)
	reset(&b.won, words)
	reset(&b.next.words, words)
	if withHeld {
		reset(&b.held, words)
	}
	for _, set := range []*[]board.Bitboard{&b.canWin, &b.canLose, &b.next.rows} {
		reset(set, count)
	}
	reset(&b.frames, int(rs.frames.Len()))
}

// open returns the words in which something can be decided at a ply.
func (b *sideBits) open(ply int) []board.Bitboard {
	if isWin(ply) {
		return b.canWin
	}
	return b.canLose
}

// isWin reports whether what is decided at a ply is won, not lost.
func isWin(ply int) bool { return ply&1 == 1 }

// A window is a frame that is pinned, for one side to move or both, as it moves over the
// slice. Without a pager it costs nothing.
type window struct {
	pager pager
	rows  *rows
	views [2]view
	frame slice.FrameNo // or noFrame
}

const noFrame = -1

// A view says what a window has of a side to move: some sets of frames within reach. The zero view has nothing.
type view struct {
	reach reach
	sets  bitSets
}

// A reach is the frame of a window, perhaps with the frames that moves of a king lead to.
type reach uint8

const (
	single reach = iota // the frame
	whiteAround
	blackAround
)

// around is the frame, with those that moves of a side's king lead to.
func around(c board.Color) reach { return whiteAround + reach(c) }

// window returns a window that has so much of a side to move, and of the other one.
func (s *state) window(c board.Color, own, other view) window {
	w := window{pager: s.pager, rows: s.rows, frame: noFrame}
	w.views[c], w.views[c.Other()] = own, other
	return w
}

// moveTo turns to a frame.
func (w *window) moveTo(frame slice.FrameNo) error {
	if w.pager == nil {
		w.frame = frame
		return nil
	}
	return w.pin(frame)
}

func (w *window) pin(frame slice.FrameNo) error {
	w.close()
	for _, c := range board.Colors {
		if w.views[c].sets == 0 {
			continue
		}
		if err := w.pager.pin(c, frame, w.moves(c, frame), w.views[c].sets); err != nil {
			w.unpin(c, frame)
			return err
		}
	}
	w.frame = frame
	return nil
}

// wrote says that all that the window has of some sets was written.
func (w *window) wrote(c board.Color, sets bitSets) {
	if w.pager != nil && sets != 0 {
		w.pager.wrote(c, w.frame, w.moves(c, w.frame), sets)
	}
}

func (w *window) close() {
	if w.pager != nil && w.frame != noFrame {
		w.unpin(board.Black+1, w.frame)
	}
	w.frame = noFrame
}

// unpin ends the pins of the sides before one.
func (w *window) unpin(end board.Color, frame slice.FrameNo) {
	for c := range end {
		if w.views[c].sets != 0 {
			w.pager.unpin(c, frame, w.moves(c, frame))
		}
	}
}

// moves returns the king moves that lead to other frames of the window.
func (w *window) moves(c board.Color, frame slice.FrameNo) []slice.KingMove {
	if w.views[c].reach == single {
		return nil
	}
	return w.rows.frames.At(frame).Moves[w.views[c].reach-whiteAround]
}

// sideState is what is known of the positions with one side to move: bits by frame, and
// lists, which are in memory or spilled by themselves.
type sideState struct {
	*sideBits // of the state

	// frontiers has what was decided at the last plies and is not taken back yet.
	frontiers [value.MostWait + 1]rowList

	due [value.MaxByteRound + 1]rowList // by the rounds in which their exits win or lose
}

// begin empties the lists.
func (s *sideState) begin(b *sideBits, pool *blockPool) {
	s.sideBits = b
	for i := range s.frontiers {
		s.frontiers[i].clear(pool)
	}
	for ply := range s.due {
		s.due[ply].clear(pool)
	}
}

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

// reset makes a list of n zeros.
func reset[T any](list *[]T, n int) {
	if len(*list) == n {
		clear(*list)
	} else {
		*list = make([]T, n)
	}
}
