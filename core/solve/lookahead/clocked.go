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
// Each position and side takes two bytes, and each change about one and a half. With two levels, both take twice as
// much ([twoLevels]).
type Clocked struct {
	layout  *slice.Layout
	sources []exits.ClockedSource
	levels  *twoLevels     // nil if values fit into bytes
	each    [][]*Lookahead // by thread and level
	rows    *kernel.Rows   // the rows of the first
	observe func(done float64) error
	sides   [2]clockedSide
	changed [2][value.FiftyMoves]Changes
}

// A clockedSide has the data of the positions with one side to move.
type clockedSide struct {
	levels []clockedLevel
	stale  rowSet // rows with moves to positions that have changed
}

// A clockedLevel has the data of the positions at a level.
type clockedLevel struct {
	ranks []kernel.Octets // of moves to them, with the current clock; 0 in illegal lanes
	exits []kernel.Octets // of their best exit that resets the clock; 0 without one
	quiet []kernel.Octets // of their best exit that increments the clock; nil without castling rights
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
// other slices with a clock at 0. Solve fails with a [kernel.TooLongError] if a value does not fit into a byte.
func NewClocked(l *slice.Layout, sources ...exits.ClockedSource) *Clocked {
	return newClocked(l, []value.Level{value.OnlyLevel}, sources)
}

// NewLeveled returns a solver for values at two levels ([value.Metric.Overlapping]), for a class without castling
// rights. Each source must be a [exits.LeveledSource].
func NewLeveled(l *slice.Layout, levels [2]value.Level, sources ...exits.ClockedSource) *Clocked {
	s := newClocked(l, levels[:], sources)
	s.levels = newTwoLevels(levels)
	return s
}

func newClocked(l *slice.Layout, levels []value.Level, sources []exits.ClockedSource) *Clocked {
	s := &Clocked{layout: l, sources: sources, observe: func(float64) error { return nil }}
	for _, source := range sources {
		var looks []*Lookahead
		for _, level := range levels {
			of := exits.Source(source)
			if len(levels) > 1 {
				of = source.(exits.LeveledSource).At(level)
			}
			la := New(l, value.WithGoal(value.ToMate), of).At(level)
			la.Limit(0)
			looks = append(looks, la)
		}
		s.each = append(s.each, looks)
	}
	s.rows = s.each[0][0].rows
	for c := range s.sides {
		for range levels {
			of := clockedLevel{ranks: make([]kernel.Octets, l.Words()), exits: make([]kernel.Octets, l.Words())}
			if l.Class.Rights() != 0 {
				of.quiet = make([]kernel.Octets, l.Words())
			}
			s.sides[c].levels = append(s.sides[c].levels, of)
		}
	}
	return s
}

// Observe sets a function that is called before each clock, with the share of the clocks of a slice that are done. If
// it returns an error, Solve ends with that error.
func (s *Clocked) Observe(observe func(done float64) error) { s.observe = observe }

// ClockedBytes returns the memory of a solver with one level for a class in bytes, without the lists of changes.
func ClockedBytes(l *slice.Layout) int64 {
	if l.Class.Rights() != 0 {
		return 6 * int64(l.Entries())
	}
	return 4 * int64(l.Entries())
}

// Changes returns the changes between a clock from 0 to 99 and the next one, in the slice that was solved last.
func (s *Clocked) Changes(c board.Color, clock int) *Changes { return &s.changed[c][clock] }

// Solve finds the values of a slice with a clock at 0 at each level, and the changes with other clocks. At the second
// level, values of the first are draws.
func (s *Clocked) Solve(number slice.Number, into ...*solve.Values) error {
	if err := s.solve(number, into); err != nil {
		return fmt.Errorf("solving %v, slice %d: %w", s.layout.Class, number, err)
	}
	return nil
}

func (s *Clocked) solve(number slice.Number, into []*solve.Values) error {
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
		for word := range s.layout.Words() {
			var values [2][]value.Byte
			for level := range into {
				values[level] = into[level][c][word<<6:][:64]
			}
			s.put(board.Color(c), slice.WordNo(word), values)
		}
	}
	return nil
}

// put writes the values of a word at each level.
func (s *Clocked) put(c board.Color, word slice.WordNo, into [2][]value.Byte) {
	levels := s.sides[c].levels
	for level := range levels {
		levels[level].ranks[word].PutChildren(into[level])
	}
	if s.levels != nil {
		s.levels.keepLater(into)
	}
}

// begin finds the exits of a slice. With a clock after the last one, all positions are drawn.
func (s *Clocked) begin(number slice.Number) error {
	for _, looks := range s.each {
		for _, la := range looks {
			la.Begin(number, board.White)
		}
	}
	for c := range s.sides {
		side := &s.sides[c]
		side.stale = make(rowSet, (s.rows.Count+63)/64)
		for _, of := range side.levels {
			clear(of.ranks)
			clear(of.exits)
		}
		clear(s.changed[c][:])
	}
	return s.eachRow(s.findExits)
}

// eachRow calls do with all rows, on all threads.
func (s *Clocked) eachRow(do func(looks []*Lookahead, number kernel.RowNo) error) error {
	orbits := s.layout.Frames().Orbits() // faster for exits
	return s.share(len(orbits), func(looks []*Lookahead, i int) error {
		first, end := s.rows.OfFrame(orbits[i])
		for row := first; row < end; row++ {
			if err := do(looks, row); err != nil {
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
	for i, looks := range s.each {
		la := looks[0] // classes with castling rights have one level
		// With the last clock, only the existence of moves matters.
		la.exits.Source = s.sources[i].WithClock(min(clock+1, value.FiftyMoves))
		la.exits.Forget()
	}
	return s.eachRow(s.findQuietExits)
}

func (s *Clocked) findQuietExits(looks []*Lookahead, number kernel.RowNo) error {
	x := &looks[0].exits
	x.Place(number)
	first := int(s.rows.FirstOf(number))
	for c := range s.sides {
		if err := x.FindInto(s.sides[c].levels[0].quiet[first:], board.Color(c), x.FindQuiet); err != nil {
			return err
		}
	}
	return nil
}

// share calls do with the numbers below n, on all threads.
func (s *Clocked) share(n int, do func(looks []*Lookahead, i int) error) error {
	var next atomic.Int64
	var threads errgroup.Group
	for _, looks := range s.each {
		threads.Go(func() error {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				if err := do(looks, i); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return threads.Wait()
}

func (s *Clocked) findExits(looks []*Lookahead, number kernel.RowNo) error {
	first := int(s.rows.FirstOf(number))
	for level, la := range looks {
		x := &la.exits
		x.Place(number)
		for c := range s.sides {
			of := &s.sides[c].levels[level]
			for words := x.Words; words != 0; words = words.Rest() {
				w := words.First() & 63
				legal := kernel.MaskOf(^x.Illegal[c][w])
				for i := range legal {
					of.ranks[first+int(w)][i] = legal[i] & kernel.HighBits // a draw
				}
			}
			if err := x.FindInto(of.exits[first:], board.Color(c), x.FindZeroing); err != nil {
				return err
			}
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
	err = s.share(len(stale), func(looks []*Lookahead, i int) error {
		for rows := stale[i]; rows != 0; rows = rows.Rest() {
			number := kernel.RowNo(i*rowsAtOnce) + kernel.RowNo(rows.First())
			if int(number) >= s.rows.Count {
				break
			}
			changed, err := s.row(looks, c, number, clock)
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

// row finds the changes in a row, with side c to move.
func (s *Clocked) row(
	looks []*Lookahead, c board.Color, number kernel.RowNo, clock int,
) (changed changedRow, err error) {
	for level, la := range looks {
		if la.exits.Place(number); la.exits.Words == 0 {
			return changed, nil
		}
		s.movesInside(la, c, level)
	}
	x, levels := &looks[0].exits, s.sides[c].levels
	changed.first = slice.WordNo(s.rows.FirstOf(number))
	for words := x.Words; words != 0; words = words.Rest() {
		w := words.First() & 63
		word := changed.first + slice.WordNo(w)
		legal := ^x.Illegal[c][w]
		for level, la := range looks {
			best := &la.best[w]
			best.Raise(&levels[level].exits[word])
			if quiet := levels[level].quiet; quiet != nil {
				best.Raise(&quiet[word])
			}
			best.DrawStalemates(legal &^ x.Checked[c][w])
			if clock == value.FiftyMoves {
				best.DrawMoves()
			}
		}
		if s.levels != nil && !s.levels.fit(&looks[0].best[w], &looks[1].best[w], legal) {
			return changed, &kernel.TooLongError{Most: looks[1].level.Last()}
		}
		var after [2]kernel.Octets
		lanes := board.Bitboard(0)
		for level, la := range looks {
			var longest bool
			if after[level], longest = la.best[w].AsChildren(legal); longest {
				return changed, &kernel.TooLongError{Most: la.level.Last() - 1}
			}
			lanes |= levels[level].ranks[word].Differ(&after[level])
		}
		if lanes != 0 {
			s.add(&changed, c, w, lanes, after[:len(looks)])
		}
	}
	return changed, nil
}

// movesInside finds the best moves that stay in the slice at a level.
func (s *Clocked) movesInside(la *Lookahead, c board.Color, level int) {
	frameWords := s.layout.FrameEntries() >> 6
	ofFrame := func(frame slice.FrameNo) []kernel.Octets {
		return s.sides[c.Other()].levels[level].ranks[int(frame)*frameWords:][:frameWords]
	}
	la.color = c
	la.own = ofFrame(la.row.FrameNo)
	for i, move := range la.row.Frame.Moves[c] {
		la.kings[i] = ofFrame(move.Frame)
	}
	la.movesInside()
}

// add adds the changes of a word.
func (s *Clocked) add(
	changed *changedRow, c board.Color, w board.Square, lanes board.Bitboard, after []kernel.Octets,
) {
	changed.words |= w.Bit()
	changed.lanes = append(changed.lanes, lanes)
	var values [2][64]value.Byte
	s.put(c, changed.first+slice.WordNo(w), [2][]value.Byte{values[0][:], values[1][:]})
	for ; lanes != 0; lanes = lanes.Rest() {
		lane := lanes.First()
		changed.values = append(changed.values, values[0][lane])
		if s.levels != nil {
			changed.later = append(changed.later, values[1][lane])
		}
	}
	changed.after = append(changed.after, after...)
}

// apply applies changes with side c to move, and marks the rows of the other side with moves to them as stale.
func (s *Clocked) apply(c board.Color, changes []changedRow) {
	side, stale := &s.sides[c], s.sides[c.Other()].stale
	var at kernel.Row
	for i := range changes {
		changed := &changes[i]
		n := 0
		for words := changed.words; words != 0; words = words.Rest() {
			for level := range side.levels {
				side.levels[level].ranks[changed.first+slice.WordNo(words.First())] = changed.after[n]
				n++
			}
		}
		changed.after = nil
		s.rows.Unpack(kernel.RowNo(int(changed.first)>>s.rows.Bits), &at)
		s.rows.Retract(&at, c.Other(), stale.add)
	}
}
