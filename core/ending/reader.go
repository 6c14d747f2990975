package ending

import (
	"cmp"
	"math"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/value"
)

// A Reader answers from the solved slices of an ending. Several goroutines may use it.
type Reader struct {
	root   board.Position
	kept   *kept
	end    question // that the journal answered as far as possible, when it was opened
	solver *solver  // of an [Ending], or nil
}

// Read returns a reader of a journal that another process wrote, or is writing. It writes nothing. It has memory for
// some bytes of unpacked slices. If the room has no journal, the error matches [ErrNone].
func Read(room scratch.Room, memory int64) (*Reader, error) {
	k := newKept(room, memory)
	root, err := k.journal.position()
	if err != nil {
		return nil, err
	}
	r, err := k.restore()
	if err != nil {
		return nil, err
	}
	return &Reader{root: root, kept: k, end: r.end}, nil
}

// ReadPosition returns the position of the ending whose journal is in a room. It reads no more than that. If the room
// has no journal, the error matches [ErrNone].
func ReadPosition(room scratch.Room) (board.Position, error) {
	k := newKept(room, 0)
	return k.journal.position()
}

// Position returns the position that the ending begins with.
func (r *Reader) Position() board.Position { return r.root }

// Count returns the number of solved slices, and of the positions in them.
func (r *Reader) Count() (n Count) {
	r.kept.mu.Lock()
	defer r.kept.mu.Unlock()
	for s := range r.kept.nodes {
		n.Slices++
		n.Positions += positionsOf(s.pieces)
	}
	return n
}

// Answered returns the sides about whose wins nothing more could be solved when the journal was opened.
func (r *Reader) Answered() (sides []board.Color) {
	for _, c := range board.Colors {
		if r.end.answers(newQuestion(MaxPieces, []board.Color{c})) {
			sides = append(sides, c)
		}
	}
	return sides
}

// Bytes returns the number of bytes of the journal up to its last whole record.
func (r *Reader) Bytes() int64 { return r.kept.journal.pile.Bytes() }

// Bounds returns the worst and the best outcome of a position for the side to move, as far as known. A position that
// is not part of the ending has every outcome.
func (r *Reader) Bounds(p *board.Position) (low, high value.Outcome, err error) {
	if p.EnPassant != board.NoSquare { // slices have no such positions
		return r.boundsByMoves(p)
	}
	low, high = value.Loss, value.Win
	s, ok := sliceOf(p)
	if !ok || p.Rights != 0 {
		return low, high, nil
	}
	b, err := r.kept.block(s, p.Turn)
	if err != nil || b == nil {
		return low, high, err
	}
	of := frameOf(s.pieces)
	word, lane := of.locate(p)
	if b.slab == nil {
		low, high = b.words[word].at(lane).bounds(p.Turn)
	} else if lost, safe, ok := b.slab.at(p.Turn, b.slab.word(&of, word)); ok {
		low, high = slabCodes(b.slab, uint64(lane.Bit()), lost, safe).at(lane).bounds(p.Turn)
	}
	return low, high, nil
}

// boundsByMoves returns the bounds of a position with a legal move by those of its moves.
func (r *Reader) boundsByMoves(p *board.Position) (low, high value.Outcome, err error) {
	low, high = value.Loss, value.Loss
	for _, m := range p.LegalMoves(nil) {
		next := p.Play(m)
		l, h, err := r.Bounds(&next)
		if err != nil {
			return 0, 0, err
		}
		low, high = max(low, -h), max(high, -l)
	}
	return low, high, nil
}

// An Answer has the known bounds of a position and of its moves, for the side to move.
type Answer struct {
	Low, High value.Outcome
	Plies     int    // of a win or loss to the next exit or mate, once they are measured; or 0
	Mate      Mate   // the plies to mate, likewise, if [Ending.Mates] found them
	Moves     []Move // the legal moves, best first as far as known
}

// Settled reports whether the outcome of the position is known.
func (a *Answer) Settled() bool { return a.Low == a.High }

// Proven reports whether the outcomes of the position and of all moves are known.
func (a *Answer) Proven() bool {
	return a.Settled() && !slices.ContainsFunc(a.Moves, func(m Move) bool { return m.Low < m.High })
}

// decided reports whether a position is a proven win or loss.
func (a *Answer) decided() bool { return a.Low == a.High && a.Low != value.Drawn }

// A Move is a legal move with the bounds of the position after it, for the side that plays it.
type Move struct {
	board.Move
	Low, High value.Outcome
	Plies     int  // to the next exit or mate, this move included, once they are measured; or 0
	Mate      Mate // to mate, this move included, likewise
}

// Compare puts a move before another one if it is better, as far as known. Among moves with the same result, a winner's
// shortest and a loser's longest come first. The upper bounds of the plies to mate count, and then the plies to an
// exit. Moves without plies come last.
func (m Move) Compare(other Move) int {
	return cmp.Or(
		cmp.Compare(other.Low, m.Low), cmp.Compare(other.High, m.High),
		int(m.Low)*cmp.Compare(m.length(m.Mate.Most), other.length(other.Mate.Most)),
		int(m.Low)*cmp.Compare(m.length(m.Plies), other.length(other.Plies)),
	)
}

// length returns plies for the order of moves.
func (m Move) length(plies int) int {
	if plies == 0 {
		return int(m.Low) * math.MaxInt32
	}
	return plies
}

// Conclude narrows the bounds of the position by those of its moves. The position may be unsolved, and they are not.
func (a *Answer) Conclude() {
	if len(a.Moves) == 0 {
		return
	}
	high := value.Loss
	for _, m := range a.Moves {
		a.Low, high = max(a.Low, m.Low), max(high, m.High)
	}
	a.High = min(a.High, high)
}

// Answer returns the known bounds of a position and its moves.
func (r *Reader) Answer(p *board.Position) (a *Answer, err error) {
	a = new(Answer)
	if a.Low, a.High, err = r.Bounds(p); err != nil {
		return nil, err
	}
	for _, m := range p.LegalMoves(nil) {
		next := p.Play(m)
		low, high, err := r.Bounds(&next)
		if err != nil {
			return nil, err
		}
		a.Moves = append(a.Moves, Move{Move: m, Low: -high, High: -low})
	}
	a.Conclude()
	slices.SortStableFunc(a.Moves, Move.Compare)
	return a, nil
}
