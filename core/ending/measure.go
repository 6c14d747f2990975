package ending

import (
	"context"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/library/cache"
	"github.com/matewright/matewright/core/value"
)

// Distance returns the plies of a proven win or loss to the next exit or mate. Exits are pawn moves and captures. The
// winner plays for the fewest plies, by moves that are proven to win, and the loser for the most. Mate has 0 plies. All
// other positions have no distance.
//
// Nothing is stored: the slice of the position is solved again, and stays in memory for the next questions. Errors are
// those of the context and of the room.
func (r *Reader) Distance(ctx context.Context, p *board.Position) (plies int, ok bool, err error) {
	if p.EnPassant != board.NoSquare { // slices have no such positions
		a, err := r.Answer(p)
		if err != nil || !a.decided() {
			return 0, false, err
		}
		err = r.Measure(ctx, p, a)
		return a.Plies, err == nil, err
	}
	low, high, err := r.Bounds(p)
	if low < high || low == value.Drawn || err != nil {
		return 0, false, err
	}
	s, _ := sliceOf(p)
	if s.isWide() {
		return 0, false, nil
	}
	d, err := r.distances(ctx, s)
	if err != nil {
		return 0, false, err
	}
	of := frameOf(s.pieces)
	word, lane := of.locate(p)
	plies, ok = d.at(p.Turn, word, lane)
	return plies, ok, nil
}

// distances returns the distances of a solved slice.
func (r *Reader) distances(ctx context.Context, s Slice) (*distances, error) {
	stored, err := r.kept.block(s)
	if err != nil {
		return nil, err
	}
	with := r.solver
	if with == nil {
		with = &solver{source: r.kept}
	}
	of := frameOf(s.pieces)
	find := func(p *cache.Part[blockKey, *distances]) (err error) {
		p.Value, err = with.distances(ctx, s, stored)
		return err
	}
	// Each change of a slice may change the distances in those before it.
	p, err := r.kept.distances.Get(ctx, blockKey{s, r.kept.now()}, 2*64*of.words(), find)
	if err != nil {
		return nil, err
	}
	return p.Value, nil
}

// decided reports whether a position is a proven win or loss.
func (a *Answer) decided() bool { return a.Low == a.High && a.Low != value.Drawn }

// Measure sets the plies of an answer of [Reader.Answer], and sorts its moves by them. Errors are those of
// [Reader.Distance].
func (r *Reader) Measure(ctx context.Context, p *board.Position, a *Answer) error {
	before, _ := sliceOf(p)
	for i := range a.Moves {
		m := &a.Moves[i]
		if m.Low < m.High || m.Low == value.Drawn {
			continue
		}
		next := p.Play(m.Move)
		if after, _ := sliceOf(&next); after != before {
			m.Plies = 1
			continue
		}
		plies, ok, err := r.Distance(ctx, &next)
		if err != nil {
			return err
		}
		if ok {
			m.Plies = 1 + plies
		}
	}
	slices.SortStableFunc(a.Moves, Move.Compare)
	if a.decided() && len(a.Moves) > 0 {
		a.Plies = a.Moves[0].Plies
	}
	return nil
}

// Line returns moves that keep the result of a proven win or loss, up to mate. In each slice the winner plays for the
// fewest plies to an exit, and the loser for the most. A position without a distance ends the line. Errors are those of
// [Reader.Distance].
func (r *Reader) Line(ctx context.Context, p board.Position) (line []board.Move, err error) {
	for {
		a, err := r.Answer(&p)
		if err != nil {
			return nil, err
		}
		if !a.decided() || len(a.Moves) == 0 {
			return line, nil
		}
		if err := r.Measure(ctx, &p, a); err != nil {
			return nil, err
		}
		best := a.Moves[0]
		if best.Low != a.Low || best.Plies == 0 {
			return line, nil
		}
		for _, m := range a.Moves {
			if next := p.Play(m.Move); m.Plies == 1 && next.InCheck(next.Turn) && !next.HasLegalMove() {
				best = m
			}
		}
		line = append(line, best.Move)
		p = p.Play(best.Move)
	}
}
