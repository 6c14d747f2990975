package lookahead

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// A Clocked solves slices by moves to mate where the fifty-move rule is enforced: by the clock of a position, which
// is the plies without a capture or a pawn move that were played before it. It is used by one goroutine.
//
// A quiet move takes the clock on by one, and an exit sets it back to 0, unless it ends rights to castle: that is
// quiet, too. So what a position is worth with a clock depends only on what its moves lead to with the next one, and on
// the values with a clock at 0 of other slices: the slice is looked ahead in (lookahead.go) from the last clock down,
// once for each, and nothing has to be found out by going round. Passes:
//
//  1. exits, once: they are the same whatever the clock says. A byte a position and side.
//  2. with a clock at 100, who is mated is mated, and all else is drawn.
//  3. with a clock at 99 all rows; and for each clock from 98 to 0, the rows with a move into a row that changed at the last one. All others are
//     worth what they were worth. What has changed is listed: see [Clocked.Changes]. Where rights to castle can end, what that leads to
//     is found anew with each clock, and so are all rows: there are few.
//
// Both sides take two bytes a position, and the lists about one and a half for each change.
type Clocked struct {
	layout  *slice.Layout
	sources []exits.ClockedSource
	each    []*Lookahead // one for each thread
	rows    *kernel.Rows // those of the first
	sides   [2]clockedSide
	changed [2][value.FiftyMoves]Changes
}

// A clockedSide is what is known of the positions with one side to move.
type clockedSide struct {
	ranks []kernel.Octets // of moves to them, with the clock at hand; 0 where they are illegal
	exits []kernel.Octets // of their best exit; 0 where there is none
	quiet []kernel.Octets // of the best one that takes the clock at hand on; nil where there are none
	stale rowSet          // rows of which what moves lead to has changed
}

// A rowSet is a set of rows.
type rowSet []board.Bitboard

func (s rowSet) add(number kernel.RowNo) { s[number>>6] |= 1 << (number & 63) }

func (s rowSet) fill() {
	for i := range s {
		s[i] = ^board.Bitboard(0)
	}
}

// NewClocked returns a solver for the slices of a class, by so many threads. Each has a source of its own, with the
// values of other slices with a clock at 0.
func NewClocked(l *slice.Layout, sources ...exits.ClockedSource) *Clocked {
	s := &Clocked{layout: l, sources: sources}
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

// ClockedBytes is the memory that a solver of a class takes, the lists not counted.
func ClockedBytes(l *slice.Layout) int64 {
	if l.Class.Rights() != 0 {
		return 6 * int64(l.Entries())
	}
	return 4 * int64(l.Entries())
}

// Changes returns those between a clock, from 0 to 99, and the next one, in the slice that was solved last.
func (s *Clocked) Changes(c board.Color, clock int) *Changes { return &s.changed[c][clock] }

// Solve finds the values of a slice with a clock at 0, and the changes.
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
		if err := s.findQuiet(clock); err != nil {
			return err
		}
		if clock >= value.FiftyMoves-1 || s.layout.Class.Rights() != 0 { // beyond there are neither moves nor exits
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

// begin finds the exits of a slice. With a clock beyond the last all positions are drawn.
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

// eachRow has the threads go through all rows.
func (s *Clocked) eachRow(do func(la *Lookahead, number kernel.RowNo) error) error {
	orbits := s.layout.Frames().Orbits() // exits profit
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

// findQuiet finds what quiet moves out of the slice are worth with a clock.
func (s *Clocked) findQuiet(clock int) error {
	if s.layout.Class.Rights() == 0 {
		return nil
	}
	for i, la := range s.each {
		la.exits.Source = s.sources[i].WithClock(
			min(clock+1, value.FiftyMoves),
		) // with the last one it matters only that there are moves
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

// share has the threads do the work on so many things.
func (s *Clocked) share(n int, do func(la *Lookahead, i int) error) error {
	var next atomic.Int64
	var others sync.WaitGroup
	errs := make([]error, len(s.each))
	for thread, la := range s.each {
		others.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && errs[thread] == nil; i = int(next.Add(1)) - 1 {
				errs[thread] = do(la, i)
			}
		})
	}
	others.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
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

// lookAhead finds what changes with side c to move when the clock is so much less than at last. Nothing is changed yet,
// as the other side is still to look at it.
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

// row finds what changes in a row.
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

// apply makes changes with side c to move, and notes which rows of the other side they matter to.
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
