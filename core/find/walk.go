package find

import (
	"cmp"
	"errors"
	"math/rand/v2"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// Each calls found with one position after the other, from an entry on, until found returns false.
// With either side to move, it passes on a mutual zugzwang once: with White to move if that has one
// of the values. It passes on one of two positions that differ by an exchange of colors. Next is
// the entry from which another search can continue. At the number of all entries the search is
// complete.
func (s *Search) Each(from int64, found func(Found) bool) (next int64, err error) {
	left, end := s.total, s.Entries()
	if 0 < s.Until && s.Until < end {
		end = s.Until
	}
	if left > 0 && (from > 0 || end < s.Entries()) {
		left = -1 // others find some
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

// Varied calls found with positions that are far from each other. It divides the table into stretches, and visits them
// in an order at random. From each it takes the first position after a place at random. Next counts the entries of the
// stretches that were visited, so a search can continue as with [Search.Each]. The same seed chooses the same
// positions. A mutual zugzwang is found once, as by [Search.Each].
func (s *Search) Varied(seed uint64, from int64, found func(Found) bool) (next int64, err error) {
	size := s.frameSize()
	frames := s.Entries() / size
	long := (frames + stretches - 1) / stretches
	count := (frames + long - 1) / long
	order := rand.New(rand.NewPCG(seed, 0)).Perm(int(count))
	if from >= s.Entries() {
		return from, nil
	}
	if s.total == 0 {
		return s.Entries(), nil
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

// firstIn returns the first position between two entries, from a frame at random around to that frame. All the time it
// reports the given progress, at which the stretch began: a search that continues there looks at all of it again.
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

// Random returns one position, or false if the query has none. It looks at some
// frames at random, then at all frames from one of them on, until a frame has such
// positions. In this frame all of them are equally likely.
//
// So it is quick if many frames have positions, but the choice is not uniform. A
// position is more likely if its frame has few others. If most frames are empty, it
// is more likely the more empty frames come before its own.
//
// In Syzygy files, it looks at words at random instead, and gives up after [SampledEntries] entries with an error. Then
// a position is more likely if its word has few others.
func (s *Search) Random(r *rand.Rand) (f Found, ok bool, err error) {
	switch {
	case s.total == 0:
		return f, false, nil
	case s.files != nil:
		return s.sample(r)
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

// SampledEntries is how many entries [Search.Random] looks at in Syzygy files.
const SampledEntries = 1 << 22

// sample is [Search.Random] in Syzygy files. It looks at words at random.
func (s *Search) sample(r *rand.Rand) (f Found, ok bool, err error) {
	sides := s.query.sides()
	for passed := int64(0); passed < SampledEntries; passed += 64 {
		if passed%(1<<12) == 0 {
			if err := s.ctx.Err(); err != nil {
				return f, false, err
			}
		}
		word := slice.WordNo(r.IntN(int(s.layout.Words()))).At(0)
		frame := s.layout.FirstEntry(s.layout.FrameOf(word))
		s.first = slice.Place{
			Slice: slice.Number(r.IntN(int(s.layout.Slices()))), Side: sides[r.IntN(len(sides))], Entry: frame,
		}
		s.list = s.list[:0]
		s.listWord(int(word - frame))
		if f, ok, err = s.any(r, func(*Found) bool { return true }); ok || err != nil {
			return f, ok, err
		}
	}
	return f, false, words.Error("core.find.sampled", "count", SampledEntries)
}

// hasGivenUp reports whether an error is that of [Search.sample].
func hasGivenUp(err error) bool {
	m := (*words.Message)(nil)
	return errors.As(err, &m) && m.Key == "core.find.sampled"
}

// look turns to the frame that begins with an entry of the search, and reports the
// entries passed so far. It lists the entries of the frame that may be found, by
// their own values.
func (s *Search) look(passed, entry int64) (err error) {
	if s.Observe != nil {
		s.Observe(passed)
	}
	if err := cmp.Or(s.ctx.Err(), s.checkSize()); err != nil {
		return err
	}
	sides := s.query.sides()
	size, entries := int64(s.layout.FrameEntries()), int64(s.layout.Entries())
	unit := entry / size
	at := unit / int64(len(sides)) * size
	before := s.first
	s.base = unit * size
	s.first = slice.Place{
		Slice: slice.Number(at / entries),
		Side:  sides[unit%int64(len(sides))],
		Entry: slice.Entry(at % entries),
	}
	s.list = s.list[:0]
	if before.Slice != s.first.Slice || before.Entry != s.first.Entry {
		s.loaded = [2][][]value.Byte{}
	}
	if !s.mayStand() {
		return nil
	}
	if s.files != nil {
		s.listFrame()
		return nil
	}
	if s.halved && s.query.Kind.isMutual() && s.loaded[s.stored] == nil {
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
	s.listFrame()
	return nil
}

// listFrame lists the entries of the frame that may be found.
func (s *Search) listFrame() {
	for first := 0; first < s.layout.FrameEntries(); first += 64 {
		s.listWord(first)
	}
}

// listWord adds the entries of a word of the frame that may be found, given its first entry.
func (s *Search) listWord(first int) {
	for lanes := s.lanes(first); lanes != 0; lanes = lanes.Rest() {
		s.list = append(s.list, first|int(lanes.First()))
	}
}

// readBoth reads the values of the frame with the side to move, and with the other side if the kind requires them.
func (s *Search) readBoth() (err error) {
	if s.values, err = s.read(s.first.Side); err != nil || s.query.Kind == Any {
		return err
	}
	if s.others, err = s.read(s.first.Side.Other()); err == nil && s.isOnly {
		s.findKept()
	}
	return err
}

// lanes returns those lanes of a word of the frame, given its first entry, that may
// be found.
func (s *Search) lanes(first int) board.Bitboard {
	var lanes board.Bitboard
	switch {
	case s.files != nil:
		lanes = ^board.Bitboard(0)
	case s.isSparse:
		lanes = s.mutual[first>>6]
	default:
		lanes = among(s.wanted, s.values, first)
	}
	if s.query.Kind.isMutual() && !s.isSparse && s.files == nil { // the first level has the outcomes
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
	case s.query.Kind.isMutual():
		lanes &^= sc.Illegal(s.first.Side.Other())
	case s.isOnly && lanes != 0 && s.files == nil:
		lanes &^= s.keptTwice(first>>6, &sc, lanes)
	}
	if lanes == 0 {
		return 0
	}
	return lanes & s.layout.Orbit(s.first.Slice, &sc).Distinct
}

// judge returns the position of a listed entry with its values, and reports whether
// the query accepts it.
func (s *Search) judge(entry int) (f Found, ok bool, err error) {
	at := s.first
	at.Entry |= slice.Entry(entry)
	f = Found{Position: s.position(at), Metric: s.metric, Next: s.base + int64(entry) + 1}
	switch {
	case s.files != nil:
		ok, err = s.judgeByFiles(&f)
		return f, ok, err
	case s.isSparse:
		if ok, err = s.judgeMutual(&f, entry); ok && s.query.Kind == Cyclic {
			ok, err = s.isCyclic(&f.Position)
		}
		return f, ok, err
	}
	f.Value = s.valueOf(s.values, entry)
	if s.query.Kind.isMutual() {
		f.Passed = s.valueOf(s.others, entry)
	}
	if s.query.Kind == Cyclic {
		ok, err = s.isCyclic(&f.Position)
		return f, ok, err
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
