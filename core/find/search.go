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
// Its entries are those of all slices of the class with the side to move, in their
// order; with either one, frame by frame, those with White first. How far a search has come is a number of entries, so the next one can
// begin where it ended.
type Search struct {
	// Observe, if not nil, is called before each frame with the number of entries
	// that were passed.
	Observe func(entries int64)

	// Until, if it is not 0, is the entry before which [Search.Each] ends, for another search to go on from there.
	Until int64

	ctx    context.Context
	query  Query
	wanted []levelSet // its values

	// Values of positions that are drawn and lost, and of those into which a quiet move keeps the result, wins, or does not lose.
	draws, losses, keeping, winning, holding []levelSet

	metric *value.Metric
	layout *slice.Layout
	source *library.Source
	levels []value.Level // in which the table tells values

	library  *library.Library
	result   value.Outcome // that a single move keeps
	isOnly   bool          // it is about one
	stored   board.Color   // to move, in the table
	halved   bool          // the other side is not
	images   []menImage    // none if men may stand anywhere
	unproven []material.Class
	moves    *library.Moves
	legal    []board.Move // of a position
	total    int64        // of the positions to be found, or -1

	// The frame at hand: its first place, the number of that in the search, its values with the side to move and, for
	// all kinds but [Any], with the other one, each level by level, and those of its entries that may be
	// found.
	first    slice.Place
	base     int64
	told     [2][][]value.Byte // by side, as far as they were read
	values   [][]value.Byte
	others   [][]value.Byte
	outcomes [256]value.Outcome  // by value
	kept     []board.Bitboard    // for single moves: by word, lanes into which a move keeps the result
	held     []board.Bitboard    // for zugzwangs: by word, lanes into which a move draws or wins; those in kept, where it wins
	mutual   []board.Bitboard    // by word, lanes that may be zugzwangs
	isSparse bool                // these are looked at one by one
	passed   map[int]passedValue // what came of that, by entry: with either side to move it is asked twice
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
	result, isOnly := q.Kind.keeps()
	if isOnly {
		q.Values = q.Values.And(Ending(result))
	}
	if q.Row = max(1, q.Row); q.Row > MostInRow || q.Row > 1 && !isOnly {
		return nil, fmt.Errorf("there are no searches for %d moves in a row: that goes up to %d, of single moves", q.Row, MostInRow)
	}
	source := lib.Source(ctx)
	metric := t.Header.Metric
	s := &Search{
		ctx:     ctx,
		query:   q,
		metric:  metric,
		layout:  t.Layout,
		source:  source,
		library: lib,
		result:  result,
		isOnly:  isOnly,
		moves:   library.NewMoves(t.Layout, metric, source),
		passed:  map[int]passedValue{},
	}
	for _, side := range board.Colors {
		if !t.Header.Stores(side) {
			s.stored, s.halved = side.Other(), true
		}
	}
	if t.Unproven {
		s.unproven = []material.Class{q.Class}
	}
	if len(q.Men) > 0 {
		s.images = q.Men.images(q.Class)
	}
	for i := range t.Header.Levels() {
		s.levels = append(s.levels, metric.Level(i, t.Header.Levels()))
	}
	s.wanted = q.Values.in(metric, s.levels)
	s.draws, s.losses = Ending(value.Drawn).in(metric, s.levels), Ending(value.Loss).in(metric, s.levels)
	s.keeping, s.winning = afterQuiet(result).in(metric, s.levels), afterQuiet(value.Win).in(metric, s.levels)
	holding := Values(func(m *value.Metric, v value.Value) bool { return m.Outcome(m.After(value.Quiet, v)) >= value.Drawn })
	s.holding = holding.in(metric, s.levels)
	for b := range s.outcomes {
		s.outcomes[b] = metric.Outcome(value.Value(b))
	}
	s.total = s.count(t.Header)
	return s, nil
}

// count returns how many positions can be found, as far as the statistics tell:
// -1 if they don't.
func (s *Search) count(h *format.Header) (total int64) {
	for _, side := range s.query.sides() {
		for v, n := range h.Statistics[side].Count {
			if s.query.Values(s.metric, value.Value(v)) {
				total += int64(n.Distinct)
			}
		}
	}
	if total > 0 && (s.query.Kind != Any || len(s.images) > 0) {
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
	s.note(s.source.Unproven())
	return s.unproven
}

func (s *Search) note(unproven []material.Class) {
	for _, class := range unproven {
		if !slices.Contains(s.unproven, class) {
			s.unproven = append(s.unproven, class)
		}
	}
}

// Entries returns the number of entries to be passed.
func (s *Search) Entries() int64 {
	return int64(s.layout.Slices()) * int64(s.layout.Entries()) * int64(len(s.query.sides()))
}

// Each calls found with one position after the other, from an entry on, until that returns false.
// It tells a mutual zugzwang that is found with either side to move once: with White to move if
// that has one of the values. It tells one of two positions in which the colors are exchanged. Next
// is where the following search begins. At the number of all entries nothing is left to be found.
func (s *Search) Each(from int64, found func(Found) bool) (next int64, err error) {
	left := s.total
	if from > 0 {
		left = -1 // some were found before
	}
	end := s.Entries()
	if 0 < s.Until && s.Until < end {
		end, left = s.Until, -1
	}
	size := int64(s.layout.FrameEntries())
	for next = from; next < end && left != 0; next += size - next%size {
		if err := s.look(next, next-next%size); err != nil {
			return next, err
		}
		for _, entry := range s.list {
			if number := s.base + int64(entry); number < next || number >= end {
				continue
			}
			f, ok, err := s.judge(entry)
			if err != nil {
				return next, err
			}
			if !ok || s.isRepeated(&f) {
				continue
			}
			if left--; !found(f) {
				return f.Next, nil
			}
		}
	}
	return end, nil
}

// stretches is into how many parts of about the same size a search for varied positions cuts a table.
const stretches = 256

// Varied calls found with positions that are far from each other: from each of up to so many stretches of the table, taken in an order that jumps, the first one after a place at random. What is next
// counts the entries of the stretches that were left behind, so a search can go on as [Search.Each] does. The same seed chooses
// the same ones, and a mutual zugzwang is told once, as by [Search.Each].
func (s *Search) Varied(seed uint64, from int64, found func(Found) bool) (next int64, err error) {
	size := int64(s.layout.FrameEntries() * len(s.query.sides())) // of a frame
	frames := s.Entries() / size
	long := (frames + stretches - 1) / stretches
	count := (frames + long - 1) / long
	order := rand.New(rand.NewPCG(seed, 0)).Perm(int(count))
	if from >= s.Entries() {
		return from, nil
	}
	for next = from - from%(long*size); next < s.Entries(); next += long * size {
		first := int64(order[next/(long*size)]) * long
		end := min(first+long, frames)
		f, ok, err := s.firstIn(first*size, end*size, rand.New(rand.NewPCG(seed, uint64(first)+1)), next)
		if err != nil {
			return next, err
		}
		if ok {
			if f.Next = min(next+long*size, s.Entries()); !found(f) {
				return f.Next, nil
			}
		}
	}
	return s.Entries(), nil
}

// firstIn returns the first position between two entries after a place at random, around to that. All the while it is observed where the
// stretch began: what goes on from there looks at all of it again.
func (s *Search) firstIn(first, end int64, r *rand.Rand, passed int64) (f Found, ok bool, err error) {
	size := int64(s.layout.FrameEntries())
	frames := (end - first) / size
	for i, start := int64(0), r.Int64N(frames); i < frames; i++ {
		if err := s.look(passed, first+(start+i)%frames*size); err != nil {
			return f, false, err
		}
		if f, ok, err = s.any(r, func(f *Found) bool { return !s.isRepeated(f) }); ok || err != nil {
			return f, ok, err
		}
	}
	return f, false, nil
}

// any returns one of the listed entries at random that is found and has a property.
func (s *Search) any(r *rand.Rand, has func(*Found) bool) (f Found, ok bool, err error) {
	r.Shuffle(len(s.list), func(i, k int) { s.list[i], s.list[k] = s.list[k], s.list[i] })
	for _, entry := range s.list {
		if f, ok, err = s.judge(entry); err != nil || ok && has(&f) {
			return f, ok, err
		}
	}
	return f, false, nil
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
		if f, ok, err = s.any(r, func(*Found) bool { return true }); ok || err != nil {
			return f, ok, err
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
	if err := s.ctx.Err(); err != nil {
		return err
	}
	sides := s.query.sides()
	size, entries := int64(s.layout.FrameEntries()), int64(s.layout.Entries())
	unit := entry / size
	at := unit / int64(len(sides)) * size
	before := s.first
	s.base = unit * size
	s.first = slice.Place{Slice: slice.Number(at / entries), Side: sides[unit%int64(len(sides))], Entry: slice.Entry(at % entries)}
	s.list = s.list[:0]
	if before.Slice != s.first.Slice || before.Entry != s.first.Entry {
		s.told = [2][][]value.Byte{}
	}
	if !s.mayStand() {
		return nil
	}
	if s.halved && s.query.Kind == Zugzwang && s.told[s.stored] == nil {
		if _, err = s.read(s.stored); err != nil {
			return err
		}
		s.isSparse = s.findMutual()
	}
	if !s.isSparse {
		if err := s.readBoth(); err != nil {
			return err
		}
	}
	for first := 0; first < s.layout.FrameEntries(); first += 64 {
		for lanes := s.lanes(first); lanes != 0; lanes = lanes.Rest() {
			s.list = append(s.list, first|int(lanes.First()))
		}
	}
	return nil
}

// readBoth reads the values of the frame with the side to move, and with the other one where they are asked for.
func (s *Search) readBoth() (err error) {
	if s.values, err = s.read(s.first.Side); err != nil || s.query.Kind == Any {
		return err
	}
	if s.others, err = s.read(s.first.Side.Other()); err == nil && s.isOnly {
		s.findKept()
	}
	return err
}

// mayStand reports whether men may stand somewhere in the frame as is demanded.
func (s *Search) mayStand() bool {
	if len(s.images) == 0 {
		return true
	}
	var sc slice.Scene
	s.scene(0, &sc)
	return s.standing(&sc, true) != 0
}

// standing returns the lanes of a word in which men stand as is demanded, or somewhere in its frame.
func (s *Search) standing(sc *slice.Scene, anywhere bool) (lanes board.Bitboard) {
	var at [material.MaxMen]board.Bitboard
	outer, end := s.layout.Outer()
	for i := range sc.N {
		if at[i] = sc.Men[i].Square.Bit(); i == sc.Inner || anywhere && outer <= i && i < end {
			at[i] = ^board.Bitboard(0)
		}
	}
	for i := range s.images {
		lanes |= s.images[i].men.lanes(sc.Men[:sc.N], sc.Inner, &at)
	}
	return lanes
}

// read returns the values of the frame with a side to move, level by level.
func (s *Search) read(side board.Color) ([][]value.Byte, error) {
	if s.told[side] != nil {
		return s.told[side], nil
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
	s.told[side] = told
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
	var lanes board.Bitboard
	if s.isSparse {
		lanes = s.mutual[first>>6]
	} else {
		lanes = among(s.wanted, s.values, first)
	}
	if s.query.Kind == Zugzwang && !s.isSparse { // the first level tells outcomes
		lanes &= mutual(&s.outcomes, (*[64]value.Byte)(s.values[0][first:]), (*[64]value.Byte)(s.others[0][first:]))
	}
	var sc slice.Scene
	if lanes == 0 || !s.scene(first, &sc) {
		return 0
	}
	if len(s.images) > 0 {
		lanes &= s.standing(&sc, false)
	}
	lanes &^= sc.Illegal(s.first.Side)
	switch {
	case s.query.Kind == Zugzwang:
		lanes &^= sc.Illegal(s.first.Side.Other())
	case s.isOnly && lanes != 0:
		lanes &^= s.keptTwice(first>>6, &sc, lanes)
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
	f = Found{Position: s.position(at), Metric: s.metric, Next: s.base + int64(entry) + 1}
	if s.isSparse {
		ok, err = s.judgeMutual(&f, entry)
		return f, ok, err
	}
	f.Value = s.valueOf(s.values, entry)
	if s.query.Kind == Zugzwang {
		f.Passed = s.valueOf(s.others, entry)
	}
	if !s.isOnly {
		return f, true, nil
	}
	if f.Move, ok, err = s.onlyMove(&f.Position); !ok || err != nil {
		return f, false, err
	}
	ok, err = s.isRow(&f.Position, f.Move, s.query.Row)
	return f, ok, err
}

// position returns that of a place, or the one that is symmetric to it in which men stand as is demanded.
func (s *Search) position(at slice.Place) board.Position {
	p := s.layout.Position(at)
	for i := range s.images {
		image := &s.images[i]
		var squares [material.MaxMen]board.Bitboard
		for i, m := range p.Men() {
			squares[i] = m.Square.Bit()
		}
		if image.men.lanes(p.Men(), -1, &squares) == 0 {
			continue
		}
		men := slices.Clone(p.Men())
		for i := range men {
			men[i].Square = image.symmetry.Square(men[i].Square)
		}
		turned := board.NewPosition(p.Turn, men...)
		turned.Rights = p.Rights
		return turned
	}
	return p
}
