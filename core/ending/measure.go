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
// Nothing is stored: the slice of the position is solved again, and stays in memory for the next questions. A slice
// with two pieces takes up to 100 MiB meanwhile, and then a few. Errors are those of the context and of the room.
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
	with := r.solver
	if with == nil {
		with = &solver{source: r.kept}
	}
	of := frameOf(s.pieces)
	find := func(p *cache.Part[blockKey, *distances]) (err error) {
		if p.Value, err = with.distances(ctx, s); err == nil {
			r.kept.distances.Resize(p, p.Value.pack())
		}
		return err
	}
	// Each change of a slice may change the distances in those before it.
	p, err := r.kept.distances.Get(ctx, blockKey{slice: s, change: r.kept.now()}, 2*64*of.words(), find)
	if err != nil {
		return nil, err
	}
	return p.Value, nil
}

// Measure sets the plies of an answer of [Reader.Answer], and sorts its moves by them. Those to mate are set if
// [Ending.Mates] found them. Errors are those of [Reader.Distance].
func (r *Reader) Measure(ctx context.Context, p *board.Position, a *Answer) error {
	return r.measure(ctx, p, a, mateBounds)
}

// measure is Measure, and may leave out the lower bounds of the plies to mate.
func (r *Reader) measure(ctx context.Context, p *board.Position, a *Answer, bounds int) error {
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
	if err := r.addMates(p, a, bounds); err != nil {
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
		if err := r.measure(ctx, &p, a, 1); err != nil {
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

// mate returns the bounds of the plies to mate of a position, or only the upper one. It returns false if they are not
// known.
func (r *Reader) mate(p *board.Position, bounds int) (m Mate, ok bool, err error) {
	low, high, err := r.Bounds(p)
	if err != nil || low < high || low == value.Drawn {
		return Mate{}, false, err
	}
	if p.EnPassant != board.NoSquare { // slices have no such positions
		a, err := r.Answer(p)
		if err == nil {
			err = r.addMates(p, a, bounds)
		}
		if err != nil {
			return Mate{}, false, err
		}
		return a.Mate, a.Mate.Most > 0, nil
	}
	for bound := range bounds {
		n, err := r.number(p, bound)
		if n == 0 || err != nil {
			return Mate{}, false, err
		}
		m.put(bound, pliesOf(n, low))
	}
	return m, true, nil
}

// number returns the number of a position without a right to capture en passant, see [mates], or 0.
func (r *Reader) number(p *board.Position, bound int) (n int, err error) {
	s, ok := sliceOf(p)
	if !ok {
		return 0, nil
	}
	m, err := r.kept.mates(s, bound)
	if m == nil || err != nil {
		return 0, err
	}
	f := frameOf(s.pieces)
	word, lane := f.locate(p)
	return int(m[p.Turn][64*word+int(lane)]), nil
}

// pliesOf returns the plies of a number of [mates], for a side to move with an outcome.
func pliesOf(n int, outcome value.Outcome) int {
	if outcome == value.Loss {
		return 2*n - 2
	}
	return 2*n - 1
}

func (m *Mate) put(bound, plies int) {
	if bound == most {
		m.Most = plies
	} else {
		m.Least = plies
	}
}

// addMates sets the bounds of the plies to mate of an answer about a position, or only the upper ones.
func (r *Reader) addMates(p *board.Position, a *Answer, bounds int) error {
	after := make([]board.Position, len(a.Moves))
	var inOrder []int // moves inside the slice come first: a large one is then unpacked once
	before, _ := sliceOf(p)
	for i, m := range a.Moves {
		after[i] = p.Play(m.Move)
		if m.Low < m.High || m.Low == value.Drawn {
			continue
		}
		if s, _ := sliceOf(&after[i]); s == before {
			inOrder = slices.Insert(inOrder, 0, i)
		} else {
			inOrder = append(inOrder, i)
		}
	}
	for bound := range bounds {
		for _, i := range inOrder {
			if err := r.addMate(&after[i], &a.Moves[i], bound, bounds); err != nil {
				return err
			}
		}
	}
	a.concludeMate()
	return nil
}

// addMate sets a bound of a move, given the position after it.
func (r *Reader) addMate(after *board.Position, m *Move, bound, bounds int) error {
	if after.EnPassant == board.NoSquare {
		n, err := r.number(after, bound)
		if n > 0 {
			m.Mate.put(bound, 1+pliesOf(n, -m.Low))
		}
		return err
	}
	if bound > 0 {
		return nil // both are set
	}
	mate, ok, err := r.mate(after, bounds)
	if ok {
		m.Mate = mate.before()
	}
	return err
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
