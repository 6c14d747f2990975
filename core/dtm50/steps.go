package dtm50

import (
	"io"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/encode"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/stats"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/lookahead"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// A solved slice has its values with a clock at 0, and their changes as the clock advances.
type solved struct {
	values  leveledValues
	changes [2][value.FiftyMoves]lookahead.Changes
	legal   [2][]board.Bitboard // by word: the positions that are stored, like pieces in one order
}

// newSolved takes a slice from a solver.
func newSolved(l *slice.Layout, number slice.Number, s *lookahead.Clocked, values leveledValues) *solved {
	sv := &solved{values: values}
	var words slice.Words
	words.Begin(l, number)
	for c := range sv.legal {
		sv.legal[c] = make([]board.Bitboard, l.Words())
		for clock := range value.FiftyMoves {
			sv.changes[c][clock] = *s.Changes(board.Color(c), clock)
		}
	}
	for n := range l.Words() {
		if words.Word(n) {
			sorted := l.SortedLanes(words.Scene())
			for c := range sv.legal {
				sv.legal[c][n] = sorted &^ words.Illegal(board.Color(c))
			}
		}
	}
	return sv
}

// pairs has the pairs of the positions of a group of slices with one side to move, one after the other. The first pairs
// of all positions come first, then the second ones.
type pairs struct {
	layout *slice.Layout
	side   board.Color
	group  []*solved

	most   int // the last round that a plane without a later level may have
	number int // of the pair at hand, from 0 on; by slice and entry:
	mate   []Mates
	left   [][]uint8
	next   []Mates // of the next pair
	seen   []uint8 // changes so far, of the entries of a slice
}

func newPairs(l *slice.Layout, side board.Color, group []*solved) *pairs {
	p := &pairs{
		layout: l, side: side, group: group, most: value.MaxByteRound, number: -1, seen: make([]uint8, l.Entries()),
	}
	for _, s := range group {
		if s.values.later != nil {
			p.most = mostPlain
		}
		p.next = append(p.next, s.values.of(side))
		p.mate = append(p.mate, Mates{})
		p.left = append(p.left, make([]uint8, l.Entries()))
	}
	return p
}

// mostPlain is the last round of planes without a later level, in groups with such values. Tests lower it.
var mostPlain = value.MaxByteRound

// turn turns to the next pair.
func (p *pairs) turn() {
	p.number++
	for i, s := range p.group {
		room := p.mate[i]
		p.mate[i] = p.next[i]
		if p.number < 2 { // the first ones are the slice's values
			room = newMates(p.layout.Entries(), s.values.later != nil)
		}
		p.next[i] = room
		p.find(s, p.left[i], p.next[i])
	}
}

// find finds the plies that are left with the pair at hand, and the mates of the next one, in a slice.
func (p *pairs) find(s *solved, left []uint8, next Mates) {
	clear(left)
	next.clear()
	clear(p.seen)
	for clock := range s.changes[p.side] {
		s.changes[p.side][clock].Each(func(word slice.WordNo, lanes board.Bitboard, values, later []value.Byte) {
			for i := 0; lanes != 0; i, lanes = i+1, lanes.Rest() {
				entry := word.At(lanes.First())
				if int(p.seen[entry]) == p.number {
					left[entry], next.first[entry] = uint8(value.FiftyMoves-clock), values[i]
					if later != nil {
						next.later[entry] = later[i]
					}
				}
				p.seen[entry]++
			}
		})
	}
}

// A form is the way in which a plane stores its numbers.
type form uint8

const (
	plain   form = iota
	related      // to the plane before
	forms
)

// formOf returns the form of a plane's section.
func formOf(ref format.SectionRef) form {
	if ref.Related {
		return related
	}
	return plain
}

// Numbers are stored as bytes of values. Plies left are stored as lost values.

// leftByte returns the byte of a position's plies left in a form. It returns false if the form has no such byte.
func leftByte(f form, mate value.Value, left uint8) (value.Byte, bool) {
	n := int(left)
	if f == related {
		n = mate.Round() - n
	}
	if n < 0 || 2*n > value.MaxByteRound {
		return value.DrawByte, false
	}
	return value.Decided(2 * n).Byte(), true
}

// leftOf is the reverse of leftByte. It returns false for bytes that stand for no number.
func leftOf(f form, mate value.Value, stored value.Byte) (left uint8, ok bool) {
	v := stored.Value()
	n := v.Round() / 2
	if f == related {
		n = mate.Round() - n
	}
	return uint8(n), v.Outcome() == value.Loss && 0 <= n && n <= value.FiftyMoves
}

// nextByte returns the byte of the next pair's mate in a form, or a draw if the next pair is missing. It returns false
// if the byte would have more than the given number of rounds.
func nextByte(f form, mate, next value.Value, most int) (value.Byte, bool) {
	if next == value.Draw {
		return value.DrawByte, true
	}
	n := next.Round()
	if f == related {
		n -= mate.Round() // even, as the outcome is the same
		if mate.Outcome() == value.Win {
			n--
		}
	}
	if n > most {
		return value.DrawByte, false
	}
	return value.Decided(n).Byte(), true
}

// nextOf is the reverse of nextByte. It returns false for bytes that stand for no mate.
func nextOf(f form, mate value.Value, stored value.Byte) (next value.Value, ok bool) {
	if stored == value.DrawByte {
		return value.Draw, true
	}
	round := stored.Value().Round()
	if f == related {
		if mate.Outcome() == value.Win {
			round++
		}
		round += mate.Round()
	}
	ok = stored.Value().Outcome() == mate.Outcome() && mate.Round() < round && round <= levels[1].Last()
	return value.Decided(round), ok
}

// A planeOf has the contents of a plane. It is used by several goroutines.
type planeOf struct {
	forms []form
	later bool               // whether it has the later level of the mates in the plane before
	lanes [][]board.Bitboard // by slice and word: the positions of the plane; nil for all

	// byteOf returns the byte of a position in some form. It returns false if the form has no such byte.
	byteOf func(f form, i int, entry slice.Entry) (value.Byte, bool)
}

// within fills in the lanes of a tile that the plane has.
func (of *planeOf) within(g *tile.Grid, i, n int, lanes *[tile.Side]board.Bitboard) {
	rows, stride := g.Entries(n)
	for row, first := range rows {
		lanes[row] = 0
		switch {
		case first < 0:
		case stride == 1:
			lanes[row] = of.lanes[i][first>>6]
		default:
			for lane := range board.NoSquare {
				word, bit := slice.Entry(first + int(lane)*stride).Word()
				if of.lanes[i][word].Has(bit) {
					lanes[row] |= lane.Bit()
				}
			}
		}
	}
}

// planes calls a function with all planes, in their order. It returns the number of positions with each pair.
func (p *pairs) planes(do func(of *planeOf) error) (counts []uint64, err error) {
	p.turn()
	err = p.mates(p.mate, nil, []form{plain}, func(_ form, i int, entry slice.Entry) (value.Byte, bool) {
		return nextByte(plain, value.Draw, p.mate[i].At(entry), p.most)
	}, do)
	for err == nil {
		decided, n := p.mark(func(i int, entry slice.Entry) bool { return !p.mate[i].isDraw(entry) })
		if n == 0 {
			break
		}
		counts = append(counts, n)
		leftIn := func(f form, i int, entry slice.Entry) (value.Byte, bool) {
			return leftByte(f, p.mate[i].At(entry), p.left[i][entry])
		}
		if err = do(&planeOf{forms: []form{plain, related}, lanes: decided, byteOf: leftIn}); err != nil {
			break
		}
		if _, n := p.mark(func(i int, entry slice.Entry) bool { return !p.next[i].isDraw(entry) }); n == 0 {
			break
		}
		continued, _ := p.mark(func(i int, entry slice.Entry) bool { return p.left[i][entry] > 0 })
		nextIn := func(f form, i int, entry slice.Entry) (value.Byte, bool) {
			return nextByte(f, p.mate[i].At(entry), p.next[i].At(entry), p.most)
		}
		err = p.mates(p.next, continued, []form{plain, related}, nextIn, do)
		p.turn()
	}
	return counts, err
}

// mates calls a function with the plane of the mates of a pair. If no form has a byte for each of them, the plane has
// their first level, and a second plane has the later one.
func (p *pairs) mates(
	mates []Mates, lanes [][]board.Bitboard, usual []form,
	byteOf func(f form, i int, entry slice.Entry) (value.Byte, bool), do func(of *planeOf) error,
) error {
	var forms []form
	for _, f := range usual {
		if p.fits(lanes, func(i int, entry slice.Entry) bool { _, ok := byteOf(f, i, entry); return ok }) {
			forms = append(forms, f)
		}
	}
	if forms != nil {
		return do(&planeOf{forms: forms, lanes: lanes, byteOf: byteOf})
	}
	at := func(level value.Level) func(form, int, slice.Entry) (value.Byte, bool) {
		return func(_ form, i int, entry slice.Entry) (value.Byte, bool) { return level.Byte(mates[i].At(entry)), true }
	}
	if err := do(&planeOf{forms: []form{plain}, lanes: lanes, byteOf: at(levels[0])}); err != nil {
		return err
	}
	later, _ := p.mark(func(i int, entry slice.Entry) bool { return mates[i].At(entry).Round() >= levels[1].First() })
	return do(&planeOf{forms: []form{plain}, later: true, lanes: later, byteOf: at(levels[1])})
}

// fits reports whether a function is true for all positions of a plane. It is, in groups whose values are bytes.
func (p *pairs) fits(lanes [][]board.Bitboard, fit func(i int, entry slice.Entry) bool) bool {
	if !slices.ContainsFunc(p.group, func(s *solved) bool { return s.values.later != nil }) {
		return true
	}
	for i := range p.group {
		included := p.group[i].legal[p.side]
		if lanes != nil {
			included = lanes[i]
		}
		for word, rest := range included {
			for ; rest != 0; rest = rest.Rest() {
				if !fit(i, slice.WordNo(word).At(rest.First())) {
					return false
				}
			}
		}
	}
	return true
}

// count returns the number of positions with each pair.
func (p *pairs) count() []uint64 {
	counts, _ := p.planes(func(*planeOf) error { return nil })
	return counts
}

// mark returns the positions for which a function is true, by slice and word, and their number.
func (p *pairs) mark(is func(i int, entry slice.Entry) bool) (marked [][]board.Bitboard, n uint64) {
	for i, s := range p.group {
		list := make([]board.Bitboard, len(s.legal[p.side]))
		for word, lanes := range s.legal[p.side] {
			for ; lanes != 0; lanes = lanes.Rest() {
				if lane := lanes.First(); is(i, slice.WordNo(word).At(lane)) {
					list[word] |= lane.Bit()
				}
			}
			n += uint64(list[word].Count())
		}
		marked = append(marked, list)
	}
	return marked, n
}

// A packer writes the planes of a group with one side to move, or counts their bits.
type packer struct {
	*pairs
	first   slice.Number // of the group
	threads int
	writer  io.Writer           // nil if the bits are only counted
	shape   int                 // of the first plane's tiles; -1 before it
	refs    []format.SectionRef // of the planes
	bits    uint64              // expected, of all planes
	rooms   [forms][]solve.Sink // for a plane in each form, by slice
}

// add writes a plane in the form that takes the fewest bytes.
func (p *packer) add(of *planeOf) error {
	var best *encode.Section
	isRelated, least := false, uint64(0)
	for _, f := range of.forms {
		s, err := p.section(f, of)
		if err != nil {
			return err
		}
		if s == nil {
			continue
		}
		bits, err := s.Train()
		if err != nil {
			return err
		}
		if best == nil || bits < least {
			best, least, isRelated = s, bits, f == related
		}
	}
	p.bits, p.shape = p.bits+least, best.Shape()
	if p.writer == nil {
		return nil
	}
	ref, err := best.Pack(p.writer)
	if err != nil {
		return err
	}
	ref.Related, ref.Later = isRelated, of.later
	p.refs = append(p.refs, ref)
	return nil
}

// section returns the section of a plane in some form, or nil if the form lacks a byte of it.
func (p *packer) section(f form, of *planeOf) (*encode.Section, error) {
	if p.rooms[f] == nil {
		for range p.group {
			values := &solve.Values{}
			values[p.side] = make([]value.Byte, p.layout.Entries())
			p.rooms[f] = append(p.rooms[f], values)
		}
	}
	for i, s := range p.group {
		bytes, included := p.rooms[f][i].(*solve.Values)[p.side], s.legal[p.side]
		if of.lanes != nil {
			included = of.lanes[i]
		}
		clear(bytes)
		for word, lanes := range included {
			for ; lanes != 0; lanes = lanes.Rest() {
				entry := slice.WordNo(word).At(lanes.First())
				var ok bool
				if bytes[entry], ok = of.byteOf(f, i, entry); !ok {
					return nil, nil
				}
			}
		}
	}
	var within encode.Within
	if of.lanes != nil {
		within = of.within
	}
	return encode.NewSection(p.layout, p.side, p.rooms[f], p.first, p.shape, within, p.threads)
}

// tally counts the values of slices with a clock at 0.
func tally(t *stats.Tally, l *slice.Layout, number slice.Number, s *solved) {
	words := l.FrameEntries() >> 6
	for c := range s.legal {
		legal := make([]board.Bitboard, words)
		for frame := range l.Frames().Len() {
			first := slice.Place{Slice: number, Side: board.Color(c), Entry: l.FirstEntry(frame)}
			word, _ := first.Entry.Word()
			copy(legal, s.legal[c][word:])
			values := s.values.of(board.Color(c))
			if values.later == nil {
				t.AddFrame(l, metric, first, legal, value.OnlyLevel, values.first[first.Entry:][:l.FrameEntries()])
				continue
			}
			t.AddFrame(l, metric, first, legal, levels[0], values.first[first.Entry:][:l.FrameEntries()])
			t.AddFrame(l, metric, first, legal, levels[1], values.later[first.Entry:][:l.FrameEntries()])
		}
	}
}
