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

// Measure sets the plies of an answer of [Reader.Answer], and sorts its moves by them. Those to mate are set if
// [Ending.Mates] found them. Errors are those of [Reader.Distance].
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
	if err := r.addMates(p, a); err != nil {
		return err
	}
	slices.SortStableFunc(a.Moves, Move.Compare)
	if a.decided() && len(a.Moves) > 0 {
		quickest := slices.MinFunc(a.Moves, func(m, other Move) int {
			m.Mate, other.Mate = Mate{}, Mate{}
			return m.Compare(other)
		})
		a.Plies = quickest.Plies
	}
	return nil
}

// Line returns moves that keep the result of a proven win or loss, up to mate. The winner plays for the fewest plies to
// mate, as far as [Ending.Mates] found them, and the loser for the most. Otherwise they play in each slice for the
// plies to an exit. A position without a distance ends the line. Errors are those of [Reader.Distance].
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

// mate returns the bounds of a position, or false if they are not known.
func (r *Reader) mate(p *board.Position) (Mate, bool, error) {
	if p.EnPassant != board.NoSquare { // slices have no such positions
		a, err := r.Answer(p)
		if err != nil || !a.decided() {
			return Mate{}, false, err
		}
		err = r.addMates(p, a)
		return a.Mate, err == nil && a.Mate.Most > 0, err
	}
	s, ok := sliceOf(p)
	if _, known := r.kept.mateNode(s); !ok || !known || p.Rights != 0 {
		return Mate{}, false, nil
	}
	f := frameOf(s.pieces)
	word, lane := f.locate(p)
	var n [mateBounds]int
	for bound := range n {
		m, err := r.kept.mates(s, bound)
		if err != nil {
			return Mate{}, false, err
		}
		n[bound] = int(m[p.Turn][64*word+int(lane)])
	}
	if n[most] == 0 {
		return Mate{}, false, nil
	}
	low, _, err := r.Bounds(p)
	if err != nil {
		return Mate{}, false, err
	}
	if low == value.Win {
		return Mate{2*n[least] - 1, 2*n[most] - 1}, true, nil
	}
	return Mate{2 * (n[least] - 1), 2 * (n[most] - 1)}, true, nil
}

// addMates sets the bounds of the plies to mate of an answer about a position.
func (r *Reader) addMates(p *board.Position, a *Answer) error {
	for i := range a.Moves {
		m := &a.Moves[i]
		if m.Low < m.High || m.Low == value.Drawn {
			continue
		}
		next := p.Play(m.Move)
		mate, ok, err := r.mate(&next)
		if err != nil {
			return err
		}
		if ok {
			m.Mate = mate.before()
		}
	}
	a.concludeMate()
	return nil
}

// concludeMate sets the bounds of the position by those of its moves.
func (a *Answer) concludeMate() {
	a.Mate = Mate{}
	if !a.decided() {
		return
	}
	wins := a.Low == value.Win
	for _, m := range a.Moves {
		switch own := &a.Mate; {
		case !wins && m.Mate.Most == 0: // the loser may elude
			a.Mate = Mate{}
			return
		case !wins:
			*own = Mate{max(own.Least, m.Mate.Least), max(own.Most, m.Mate.Most)}
		case m.High < value.Win:
		default:
			fastest := max(m.Mate.Least, 1) // the move may mate
			if own.Least == 0 || fastest < own.Least {
				own.Least = fastest
			}
			if m.Mate.Most > 0 && (own.Most == 0 || m.Mate.Most < own.Most) {
				own.Most = m.Mate.Most
			}
		}
	}
	if a.Mate.Most == 0 {
		a.Mate = Mate{}
	}
}
