package find

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// A Search looks for the positions of a query. It is used by one goroutine.
//
// Its entries are those of all slices of the class with one side to move, in their
// order. How far a search has come is a number of entries, so the next one can
// begin where it ended.
type Search struct {
	// Observe, if not nil, is called before each frame with the number of entries
	// that were passed.
	Observe func(entries int64)

	ctx    context.Context
	query  Query
	wanted []levelSet // its values
	metric *value.Metric
	layout *slice.Layout
	source *library.Source
	levels []value.Level // in which the table tells values

	unproven bool // the table of the class
	moves    *library.Moves
	legal    []board.Move // of a position
	total    int64        // of the positions to be found, or -1

	// The frame at hand: its first place, its values with the side to move and, for
	// all kinds but [Any], with the other one, each level by level, and those of its entries that may be
	// found.
	first    slice.Place
	values   [][]value.Byte
	others   [][]value.Byte
	outcomes [256]value.Outcome // by value
	lost     []board.Bitboard   // for single winning moves: by word, lanes that the other side loses
	list     []int
}

// New returns a search in the tables of a library: in that of the class, and in
// those that it depends on where it takes them.
func New(ctx context.Context, lib *library.Library, q Query) (*Search, error) {
	t, err := lib.Open(ctx, q.Class)
	if err != nil {
		return nil, err
	}
	if library.IsLarge(q.Class) {
		return nil, fmt.Errorf("%v is too large to be searched: that goes up to %d men", q.Class, material.UsualMen)
	}
	if q.Kind == OnlyMove {
		q.Values = q.Values.And(Ending(value.Win))
	}
	source := lib.Source(ctx)
	metric := t.Header.Metric
	s := &Search{
		unproven: t.Unproven,
		ctx:      ctx,
		query:    q,
		metric:   metric,
		layout:   t.Layout,
		source:   source,
		moves:    library.NewMoves(t.Layout, metric, source),
	}
	for i := range t.Header.Levels() {
		s.levels = append(s.levels, metric.Level(i, t.Header.Levels()))
	}
	s.wanted = q.Values.in(metric, s.levels)
	for b := range s.outcomes {
		s.outcomes[b] = metric.Outcome(value.Value(b))
	}
	s.total = s.count(&t.Header.Statistics[q.Side])
	return s, nil
}

// count returns how many positions can be found, as far as the statistics tell:
// -1 if they don't.
func (s *Search) count(st *format.SideStatistics) (total int64) {
	for v, n := range st.Count {
		if s.query.Values(s.metric, value.Value(v)) {
			total += int64(n.Distinct)
		}
	}
	if s.query.Kind != Any && total > 0 {
		return -1
	}
	return total
}

// Total returns how many positions there are to be found. For zugzwangs and single
// winning moves that is mostly not known before.
func (s *Search) Total() (n int64, known bool) { return s.total, s.total >= 0 }

// Unproven returns the class, if its table is one whose bytes are not those that are known to be right, and those of
// the others that were read so far; see [library.Library.Unproven].
func (s *Search) Unproven() []material.Class {
	list := s.source.Unproven()
	if s.unproven && !slices.Contains(list, s.query.Class) {
		list = append(list, s.query.Class)
	}
	return list
}

// Entries returns the number of entries to be passed.
func (s *Search) Entries() int64 { return int64(s.layout.Slices()) * int64(s.layout.Entries()) }

// Each calls found with one position after the other, from an entry on, until it
// returns false. Next is where the following search begins: at the number of all
// entries, nothing is left to be found.
func (s *Search) Each(from int64, found func(Found) bool) (next int64, err error) {
	left := s.total
	if from > 0 {
		left = -1 // some were found before
	}
	size := int64(s.layout.FrameEntries())
	for next = from; next < s.Entries() && left != 0; next += size - next%size {
		if err := s.look(next, next-next%size); err != nil {
			return next, err
		}
		for _, entry := range s.list {
			if entry < int(next%size) {
				continue
			}
			f, ok, err := s.judge(entry)
			if err != nil {
				return next, err
			}
			if !ok {
				continue
			}
			if left--; !found(f) {
				return f.Next, nil
			}
		}
	}
	return s.Entries(), nil
}

// tries is how many frames at random are looked at before all are, in their order.
const tries = 16

// Random returns one position, or false if there is none. It looks at some frames at
// random, then goes around the table from one, until a frame has such positions:
// there each is as likely as the other.
//
// So it is quick where there are many, but the choice is not uniform: a position
// comes more often the fewer others there are in its frame and, where most frames
// have none, the more of these come before.
func (s *Search) Random(r *rand.Rand) (f Found, ok bool, err error) {
	if s.total == 0 {
		return f, false, nil
	}
	size := int64(s.layout.FrameEntries())
	frames := s.Entries() / size
	frame := int64(0)
	for i := range tries + frames {
		if frame = (frame + 1) % frames; i <= tries {
			frame = r.Int64N(frames)
		}
		if err := s.look(max(0, i-tries)*size, frame*size); err != nil {
			return f, false, err
		}
		r.Shuffle(len(s.list), func(i, k int) { s.list[i], s.list[k] = s.list[k], s.list[i] })
		for _, entry := range s.list {
			if f, ok, err = s.judge(entry); ok || err != nil {
				return f, ok, err
			}
		}
	}
	return f, false, nil
}

// look turns to the frame that begins with an entry of the search, after so many
// were passed, and lists those of its entries that may be found, as far as their
// own values tell.
func (s *Search) look(passed, entry int64) (err error) {
	if s.Observe != nil {
		s.Observe(passed)
	}
	entries := int64(s.layout.Entries())
	s.first = slice.Place{Slice: slice.Number(entry / entries), Side: s.query.Side, Entry: slice.Entry(entry % entries)}
	s.list = s.list[:0]
	if s.values, err = s.read(s.query.Side); err != nil {
		return err
	}
	if s.query.Kind != Any {
		if s.others, err = s.read(s.query.Side.Other()); err != nil {
			return err
		}
	}
	if s.query.Kind == OnlyMove {
		s.findLost()
	}
	for first := 0; first < s.layout.FrameEntries(); first += 64 {
		for lanes := s.lanes(first); lanes != 0; lanes = lanes.Rest() {
			s.list = append(s.list, first|int(lanes.First()))
		}
	}
	return nil
}

// read returns the values of the frame with a side to move, level by level.
func (s *Search) read(side board.Color) ([][]value.Byte, error) {
	if err := s.ctx.Err(); err != nil {
		return nil, err
	}
	frame := s.layout.FrameOf(s.first.Entry)
	told := make([][]value.Byte, len(s.levels))
	for i, level := range s.levels {
		span, err := s.source.At(level).Span(s.layout, s.first.Slice, side, frame)
		if err != nil {
			return nil, err
		}
		told[i] = span.Frame(frame, s.layout.FrameEntries())
	}
	return told, nil
}

// valueOf returns the value of an entry of the frame, given what the levels tell.
func (s *Search) valueOf(told [][]value.Byte, entry int) (v value.Value) {
	for i, level := range s.levels {
		if v = level.Value(told[i][entry]); !level.IsMore(told[i][entry]) {
			break
		}
	}
	return v
}

// lanes returns those lanes of a word of the frame, given its first entry, that may
// be found.
func (s *Search) lanes(first int) board.Bitboard {
	lanes := among(s.wanted, s.values, first)
	if s.query.Kind == Zugzwang { // the first level tells outcomes
		lanes &= mutual(&s.outcomes, (*[64]value.Byte)(s.values[0][first:]), (*[64]value.Byte)(s.others[0][first:]))
	}
	var sc slice.Scene
	if lanes == 0 || !s.scene(first, &sc) {
		return 0
	}
	lanes &^= sc.Illegal(s.query.Side)
	switch {
	case s.query.Kind == Zugzwang:
		lanes &^= sc.Illegal(s.query.Side.Other())
	case s.query.Kind == OnlyMove && lanes != 0:
		lanes &^= s.winTwice(first>>6, &sc, lanes)
	}
	if lanes == 0 {
		return 0
	}
	return lanes & s.layout.Orbit(s.first.Slice, &sc).Distinct
}

// scene unpacks a word of the frame, given its first entry there.
func (s *Search) scene(first int, sc *slice.Scene) bool {
	word, _ := (s.first.Entry | slice.Entry(first)).Word()
	return s.layout.Scene(s.first.Slice, word, sc)
}

// judge returns what there is to say of a listed entry, and whether it is found
// indeed.
func (s *Search) judge(entry int) (f Found, ok bool, err error) {
	at := s.first
	at.Entry |= slice.Entry(entry)
	f = Found{Position: s.layout.Position(at), Metric: s.metric, Value: s.valueOf(s.values, entry), Next: s.number(at) + 1}
	switch s.query.Kind {
	case Zugzwang:
		f.Passed = s.valueOf(s.others, entry)
	case OnlyMove:
		f.Move, ok, err = s.onlyMove(&f.Position)
		return f, ok, err
	}
	return f, true, nil
}

// number returns the number of an entry of the search.
func (s *Search) number(at slice.Place) int64 {
	return int64(at.Slice)*int64(s.layout.Entries()) + int64(at.Entry)
}
