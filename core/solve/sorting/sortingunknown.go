package sorting

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/runs"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/solve/paged"
	"github.com/matewright/matewright/core/solve/spill"
	"github.com/matewright/matewright/core/value"
)

// Unknown sorts as [Method] does, but without queries. To find the losses of a side, it retracts moves from all
// positions that the other side has not won. Each position before such a move has a move that does not lose; the rest
// have only losing moves. So each ply with possible losses visits all positions, and sorts most of them.
//
// The rest includes positions without any move. Ply 0 separates them: those that are not in check are held, as draws.
//
// After K. W. Regan, in the comments on the article that [Method] follows. Unknown serves for comparison.
type Unknown struct {
	Small solve.Method // as in [Method]
}

// Name implements [solve.Method].
func (Unknown) Name() string { return "sorting-unknown" }

// Slowdown comes from the same classes as that of sorting, in a run that took 52.1 s by sorting and 96.7 s by this
// method.
func (Unknown) Slowdown() float64 { return 87e-9 }

// Words implements [solve.Method].
func (Unknown) Words() solve.Words {
	return solve.Words{Where: "core.method.onDisk", By: "core.method.by.undecided"}
}

// Plan implements [solve.Method].
func (m Unknown) Plan(l *slice.Layout) solve.Plan {
	plan := planSorting(m, m.Small, l)
	plan.Resumable = false // only the bits have the held stalemates
	return plan
}

// NewSink implements [solve.Method].
func (Unknown) NewSink(l *slice.Layout, metric *value.Metric, levels bool, room scratch.Room) solve.Sink {
	return spill.NewSink(l, metric, levels, room)
}

// NewWorker implements [solve.Method].
func (m Unknown) NewWorker(l *slice.Layout, metric *value.Metric) solve.Worker {
	return newSorter(m, m.Small, l, metric, (*sorter).loseByElimination)
}

// loseByElimination decides the losses of a side: all positions that no move saves.
func (s *sorter) loseByElimination(c board.Color, ply int) error {
	released := false
	if err := s.eachDue(c, ply, func(rows *spill.FrameReader) error {
		released = true
		return s.release(rows)
	}); err != nil {
		return err
	}
	if ply > 0 && !released && s.DecidedAt(c.Other(), ply-1).Empty() {
		return nil // nothing has changed
	}
	s.sorted.Clear() // all positions that are not held are candidates
	if err := s.retractUnwon(c, ply); err != nil {
		return err
	}
	d, set := &s.decision, s.own.set
	next := kernel.RowNo(0)
	// left decides the rest of a row, given the lanes that a move saves.
	left := func(number kernel.RowNo, words board.Bitboard, saved *runs.Words) error {
		open := s.notFull[set][number]
		if open == 0 {
			return nil
		}
		held := s.own.row(number)
		d.Words = 0
		for ; open != 0; open = open.Rest() {
			w := open.First() & 63
			lanes := ^held[w]
			if words.Has(w) {
				lanes &^= saved[w]
			}
			if d.Lanes[w] = lanes; lanes != 0 {
				d.Words |= w.Bit()
			}
		}
		if ply == 0 {
			return s.keepUnmovable(number)
		}
		return s.settle(c, ply, number, held)
	}
	if err := s.sorted.Each(func(key runs.Key, words board.Bitboard, lanes *runs.Words) error {
		for ; next < kernel.RowNo(key.Row); next++ {
			if err := left(next, 0, nil); err != nil {
				return err
			}
		}
		next++
		return left(kernel.RowNo(key.Row), words, lanes)
	}); err != nil {
		return err
	}
	for ; next < kernel.RowNo(s.Rows.Count); next++ {
		if err := left(next, 0, nil); err != nil {
			return err
		}
	}
	if ply == 0 {
		return s.settleMates(c)
	}
	return nil
}

// retractUnwon retracts moves from all positions that the other side has not won.
func (s *sorter) retractUnwon(c board.Color, ply int) error {
	s.beginRetraction(c, ply)
	var lanes runs.Words
	for number := range kernel.RowNo(s.Rows.Count) {
		words := s.notFull[paged.WonBy(c.Other())][number]
		if words == 0 {
			continue
		}
		won, n := s.lost.row(number), 0
		for rest := words; rest != 0; rest = rest.Rest() {
			lanes[n&63] = ^won[rest.First()&63]
			n++
		}
		s.retraction.Retract(number, words, lanes[:n])
		if s.err != nil {
			return s.err
		}
	}
	return nil
}

// keepUnmovable keeps the positions without a move at ply 0, until settleMates separates those in check.
func (s *sorter) keepUnmovable(number kernel.RowNo) error {
	return s.queries.Add(runs.Key{Row: uint64(number)}, s.decision.Words, &s.decision.Lanes)
}

// settleMates decides the mates, and holds the stalemates.
func (s *sorter) settleMates(c board.Color) error {
	d := &s.decision
	checks := s.read(s.Checks[c].Pieces)
	err := s.queries.Each(func(key runs.Key, words board.Bitboard, stuck *runs.Words) error {
		number := kernel.RowNo(key.Row)
		for checks.Number >= 0 && checks.Number < number {
			checks.Next()
		}
		held := s.own.row(number)
		var checked runs.Words
		if checks.Number == number {
			kernel.AddListed(&checked, checks.Words, checks.Lanes)
		}
		d.Words = 0
		for ; words != 0; words = words.Rest() {
			w := words.First() & 63
			held[w] |= stuck[w] &^ checked[w]
			if d.Lanes[w] = stuck[w] & checked[w]; d.Lanes[w] != 0 {
				d.Words |= w.Bit()
			}
			if ^held[w] == 0 {
				s.notFull[s.own.set][number] &^= w.Bit()
			}
		}
		s.own.change(number)
		return s.settle(c, 0, number, held)
	})
	if err == nil {
		err = checks.Err
	}
	return err
}
