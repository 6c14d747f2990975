package lookahead

import (
	"fmt"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// A Clocked solves slices by distance to mate under the fifty-move rule. The clock of a position is the number of plies
// before it without a capture or a pawn move. Only one goroutine may use a Clocked at a time.
//
// A quiet move increments the clock. An exit resets it to 0, except a quiet move that ends castling rights. So the
// value of a position with a clock depends on values after its moves with the next clock. It also depends on values of
// other slices with a clock at 0. A Clocked looks ahead once for each clock, from the last one down (lookahead.go). It
// does not iterate. Passes:
//
//  1. exits, once, as they do not depend on the clock. They take a byte for each position and side.
//  2. with a clock at 100, mates are losses, and all other positions are drawn.
//  3. with a clock at 99, all rows. With each clock from 98 to 0, only the rows with a move to a row that changed at
//     the last one. Values in other rows stay the same. [Clocked.Changes] returns the changes. If castling rights can
//     end, each clock needs the exits that end them again, and all rows. Such classes have few rows.
//
// Each position and side takes two bytes, and each change about one and a half.
type Clocked struct {
	layout  *slice.Layout
	sources []exits.ClockedSource
	each    []*Lookahead // one for each thread
	rows    *kernel.Rows // the rows of the first
	observe func(done float64) error
	sides   [2]clockedSide
	changed [2][value.FiftyMoves]Changes
}

// A clockedSide has the data of the positions with one side to move.
type clockedSide struct {
	ranks []kernel.Octets // of moves to them, with the current clock; 0 in illegal lanes
	exits []kernel.Octets // of their best exit that resets the clock; 0 without one
	quiet []kernel.Octets // of their best exit that increments the clock; nil without castling rights
	stale rowSet          // rows with moves to positions that have changed
}

// A rowSet is a set of rows.
type rowSet []board.Bitboard

func (s rowSet) add(number kernel.RowNo) { s[number>>6] |= 1 << (number & 63) }

func (s rowSet) fill() {
	for i := range s {
		s[i] = ^board.Bitboard(0)
	}
}

// NewClocked returns a solver for the slices of a class, with a thread for each source. The sources have the values of
// other slices with a clock at 0.
func NewClocked(l *slice.Layout, sources ...exits.ClockedSource) *Clocked {
	s := &Clocked{layout: l, sources: sources, observe: func(float64) error { return nil }}
	for _, source := range sources {
		la := New(l, value.WithGoal(value.ToMate), source)
		la.Limit(0)
		s.each = append(s.each, la)
	}
	s.rows = s.each[0].rows
	for c := range s.sides {
		s.sides[c].ranks = make([]kernel.Octets, l.Words())
		s.sides[c].exits = make([]kernel.Octets, l.Words())
		if l.Class.Rights() != 0 {
			s.sides[c].quiet = make([]kernel.Octets, l.Words())
		}
	}
	return s
}

// Observe sets a function that is called before each clock, with the share of the clocks of a slice that are done. If
// it returns an error, Solve ends with that error.
func (s *Clocked) Observe(observe func(done float64) error) { s.observe = observe }

// ClockedBytes returns the memory of a solver for a class in bytes, without the lists of changes.
func ClockedBytes(l *slice.Layout) int64 {
	if l.Class.Rights() != 0 {
		return 6 * int64(l.Entries())
	}
	return 4 * int64(l.Entries())
}

// Changes returns the changes between a clock from 0 to 99 and the next one, in the slice that was solved last.
func (s *Clocked) Changes(c board.Color, clock int) *Changes { return &s.changed[c][clock] }

// Solve finds the values of a slice with a clock at 0, and the changes with other clocks.
func (s *Clocked) Solve(number slice.Number, into *solve.Values) error {
	if err := s.solve(number, into); err != nil {
		return fmt.Errorf("solving %v, slice %d: %w", s.layout.Class, number, err)
	}
	return nil
}

func (s *Clocked) solve(number slice.Number, into *solve.Values) error {
	if err := s.begin(number); err != nil {
		return err
	}
	for clock := value.FiftyMoves; clock >= 0; clock-- {
		if err := s.observe(1 - float64(clock+1)/(value.FiftyMoves+1)); err != nil {
			return err
		}
		if err := s.findQuiet(clock); err != nil {
			return err
		}
		if clock >= value.FiftyMoves-1 || s.layout.Class.Rights() != 0 { // with a clock at 100, moves only avert mate
			for c := range s.sides {
				s.sides[c].stale.fill()
			}
		}
		var changes [2][]changedRow
		for _, c := range board.Colors {
			var err error
			if changes[c], err = s.lookAhead(c, clock); err != nil {
				return err
			}
		}
		for _, c := range board.Colors {
			clear(s.sides[c].stale)
		}
		for _, c := range board.Colors {
			s.apply(c, changes[c])
			if clock < value.FiftyMoves {
				s.changed[c][clock] = Changes{changes[c]}
			}
		}
	}
	for c := range s.sides {
		for word := range s.sides[c].ranks {
			s.sides[c].ranks[word].PutChildren(into[c][word<<6:])
		}
	}
	return nil
}

// begin finds the exits of a slice. With a clock after the last one, all positions are drawn.
func (s *Clocked) begin(number slice.Number) error {
	for _, la := range s.each {
		la.Begin(number, board.White)
	}
	for c := range s.sides {
		side := &s.sides[c]
		side.stale = make(rowSet, (s.rows.Count+63)/64)
		clear(side.ranks)
		clear(side.exits)
		clear(s.changed[c][:])
	}
	return s.eachRow(s.findExits)
}

// eachRow calls do with all rows, on all threads.
func (s *Clocked) eachRow(do func(la *Lookahead, number kernel.RowNo) error) error {
	orbits := s.layout.Frames().Orbits() // faster for exits
	return s.share(len(orbits), func(la *Lookahead, i int) error {
		first, end := s.rows.OfFrame(orbits[i])
		for row := first; row < end; row++ {
			if err := do(la, row); err != nil {
				return err
			}
		}
		return nil
	})
}

// findQuiet finds the ranks of quiet exits with a clock.
func (s *Clocked) findQuiet(clock int) error {
	if s.layout.Class.Rights() == 0 {
		return nil
	}
	for i, la := range s.each {
		// With the last clock, only the existence of moves matters.
		la.exits.Source = s.sources[i].WithClock(min(clock+1, value.FiftyMoves))
		la.exits.Forget()
	}
	return s.eachRow(s.findQuietExits)
}

func (s *Clocked) findQuietExits(la *Lookahead, number kernel.RowNo) error {
	x := &la.exits
	x.Place(number)
	first := int(s.rows.FirstOf(number))
	for c := range s.sides {
		if err := x.FindInto(s.sides[c].quiet[first:], board.Color(c), x.FindQuiet); err != nil {
			return err
		}
	}
	return nil
}

// share calls do with the numbers below n, on all threads.
func (s *Clocked) share(n int, do func(la *Lookahead, i int) error) error {
	var next atomic.Int64
	var threads errgroup.Group
	for _, la := range s.each {
		threads.Go(func() error {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				if err := do(la, i); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return threads.Wait()
}

func (s *Clocked) findExits(la *Lookahead, number kernel.RowNo) error {
	x := &la.exits
	x.Place(number)
	first := int(s.rows.FirstOf(number))
	for c := range s.sides {
		side := &s.sides[c]
		for words := x.Words; words != 0; words = words.Rest() {
			w := words.First() & 63
			legal := kernel.MaskOf(^x.Illegal[c][w])
			for i := range legal {
				side.ranks[first+int(w)][i] = legal[i] & kernel.HighBits // a draw
			}
		}
		if err := x.FindInto(side.exits[first:], board.Color(c), x.FindZeroing); err != nil {
			return err
		}
	}
	return nil
}

// lookAhead finds the changes with side c to move from the next clock to the given one. It does not apply them, as the
// other side still reads the old values.
func (s *Clocked) lookAhead(c board.Color, clock int) (changes []changedRow, err error) {
	const rowsAtOnce = 64 // an element of the set
	stale := s.sides[c].stale
	found := make([][]changedRow, len(stale))
	err = s.share(len(stale), func(la *Lookahead, i int) error {
		la.color = c
		for rows := stale[i]; rows != 0; rows = rows.Rest() {
			number := kernel.RowNo(i*rowsAtOnce) + kernel.RowNo(rows.First())
			if int(number) >= s.rows.Count {
				break
			}
			changed, err := s.row(la, number, clock)
			if err != nil {
				return err
			}
			if changed.words != 0 {
				found[i] = append(found[i], changed)
			}
		}
		return nil
	})
	return slices.Concat(found...), err
}

// row finds the changes in a row.
func (s *Clocked) row(la *Lookahead, number kernel.RowNo, clock int) (changed changedRow, err error) {
	x := &la.exits
	if x.Place(number); x.Words == 0 {
		return changed, nil
	}
	frameWords := s.layout.FrameEntries() >> 6
	ofFrame := func(frame slice.FrameNo) []kernel.Octets {
		return s.sides[la.color.Other()].ranks[int(frame)*frameWords:][:frameWords]
	}
	la.own = ofFrame(la.row.FrameNo)
	for i, move := range la.row.Frame.Moves[la.color] {
		la.kings[i] = ofFrame(move.Frame)
	}
	la.movesInside()
	changed.first = slice.WordNo(s.rows.FirstOf(number))
	side := &s.sides[la.color]
	for words := x.Words; words != 0; words = words.Rest() {
		w := words.First() & 63
		word := changed.first + slice.WordNo(w)
		best := &la.best[w]
		best.Raise(&side.exits[word])
		if side.quiet != nil {
			best.Raise(&side.quiet[word])
		}
		legal := ^x.Illegal[la.color][w]
		best.DrawStalemates(legal &^ x.Checked[la.color][w])
		if clock == value.FiftyMoves {
			best.DrawMoves()
		}
		after, longest := best.AsChildren(legal)
		if longest {
			return changed, fmt.Errorf("a mate takes more than %d plies", value.MaxByteRound-1)
		}
		was := &side.ranks[word]
		lanes := was.Differ(&after)
		if lanes == 0 {
			continue
		}
		changed.words |= w.Bit()
		changed.lanes = append(changed.lanes, lanes)
		var values [64]value.Byte
		was.PutChildren(values[:])
		for ; lanes != 0; lanes = lanes.Rest() {
			changed.values = append(changed.values, values[lanes.First()])
		}
		changed.after = append(changed.after, after)
	}
	return changed, nil
}

// apply applies changes with side c to move, and marks the rows of the other side with moves to them as stale.
func (s *Clocked) apply(c board.Color, changes []changedRow) {
	side, stale := &s.sides[c], s.sides[c.Other()].stale
	var at kernel.Row
	for i := range changes {
		changed := &changes[i]
		n := 0
		for words := changed.words; words != 0; words = words.Rest() {
			side.ranks[changed.first+slice.WordNo(words.First())] = changed.after[n]
			n++
		}
		changed.after = nil
		s.rows.Unpack(kernel.RowNo(int(changed.first)>>s.rows.Bits), &at)
		s.rows.Retract(&at, c.Other(), stale.add)
	}
}
