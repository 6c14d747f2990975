package ending

import (
	"cmp"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// Bounds returns the worst and the best outcome of a position for the side to move, as far as known. A position that
// is not part of the ending has every outcome.
func (e *Ending) Bounds(p *board.Position) (low, high value.Outcome, err error) {
	if p.EnPassant != board.NoSquare { // slices have no such positions
		return e.boundsByMoves(p)
	}
	low, high = value.Loss, value.Win
	s, ok := sliceOf(p)
	if !ok || p.Rights != 0 {
		return low, high, nil
	}
	b, err := e.kept.block(s)
	if err != nil || b == nil {
		return low, high, err
	}
	of := frameOf(s.pieces)
	word, lane := of.locate(p)
	low, high = b.words[p.Turn][word].at(lane).bounds(p.Turn)
	return low, high, nil
}

// boundsByMoves returns the bounds of a position with a legal move by those of its moves.
func (e *Ending) boundsByMoves(p *board.Position) (low, high value.Outcome, err error) {
	low, high = value.Loss, value.Loss
	for _, m := range p.LegalMoves(nil) {
		next := p.Play(m)
		l, h, err := e.Bounds(&next)
		if err != nil {
			return 0, 0, err
		}
		low, high = max(low, -h), max(high, -l)
	}
	return low, high, nil
}

// A Result has the bounds of a position and of its moves, for the side to move.
type Result struct {
	Low, High value.Outcome
	Moves     []Move // the legal moves, best first as far as known
	Pieces    int    // the most pieces of slices that the memory has room for
	Complete  bool   // no more slices can be solved
	Progress
}

// A Move is a legal move with the bounds of the position after it, for the side that plays it.
type Move struct {
	board.Move
	Low, High value.Outcome
}

// Result returns the known bounds of the position and its moves.
func (e *Ending) Result() (*Result, error) {
	r := &Result{Pieces: e.most, Complete: e.complete, Progress: e.progress}
	var err error
	if r.Low, r.High, err = e.Bounds(&e.root); err != nil {
		return nil, err
	}
	for _, m := range e.root.LegalMoves(nil) {
		next := e.root.Play(m)
		low, high, err := e.Bounds(&next)
		if err != nil {
			return nil, err
		}
		r.Moves = append(r.Moves, Move{m, -high, -low})
	}
	slices.SortStableFunc(r.Moves, func(a, b Move) int {
		return cmp.Or(cmp.Compare(b.Low, a.Low), cmp.Compare(b.High, a.High))
	})
	return r, nil
}
