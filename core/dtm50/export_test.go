package dtm50

import (
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/stats"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/lookahead"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// Spoil replaces the table of a class without pawns by one in which a mate in one move takes two. All checksums are
// right.
func Spoil(t *testing.T, tables store.Store, class material.Class) {
	t.Helper()
	l := slice.NewLayout(class)
	m := NewMaker(tables)
	defer m.Close()
	if err := m.hold(t.Context(), class); err != nil {
		t.Fatal(err)
	}
	solver, values := lookahead.NewClocked(l, m.held.sources(1)...), solve.NewValues(l)
	if err := solver.Solve(0, values); err != nil {
		t.Fatal(err)
	}
	s, h := newSolved(l, 0, solver, leveledValues{first: values}), newHeader(class)
	spoilt := false
	for word, lanes := range s.legal[board.White] {
		for ; lanes != 0 && !spoilt; lanes = lanes.Rest() {
			if v := &values[board.White][slice.WordNo(word).At(lanes.First())]; *v == value.Decided(1).Byte() {
				*v, spoilt = value.Decided(3).Byte(), true
			}
		}
	}
	w, err := tables.Create(t.Context(), class.String())
	if err != nil {
		t.Fatal(err)
	}
	var counts stats.Tally
	tally(&counts, l, 0, s)
	packed, err := pack(w, h, l, []*solved{s}, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	packed.Statistics = counts.Statistics
	packed.addTo(h)
	if err := w.Commit(h.Encode(l)); err != nil {
		t.Fatal(err)
	}
}

// NewMadeUp returns a Transient in which all positions of a class have the same value, with all clocks.
func NewMadeUp(t *testing.T, classes map[string]value.Value) *Transient {
	t.Helper()
	transient := NewTransient()
	for name, v := range classes {
		class, err := material.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		l := slice.NewLayout(class)
		own := &heldClass{part: part{class: class}, layout: l}
		for range l.Slices() {
			values, pairs := solve.NewValues(l), [2]*heldPairs{}
			for c := range values {
				for i := range values[c] {
					values[c][i] = v.Byte()
				}
				pairs[c] = newHeldPairs(l)
				for frame := range l.Frames().Len() {
					for entry := range l.FrameEntries() {
						pairs[c].frames[frame].put(0, entry, l.FrameEntries(), v.Byte(), 0)
					}
				}
			}
			own.add(leveledValues{first: values})
			own.pairs = append(own.pairs, pairs)
		}
		transient.held[class] = own
	}
	return transient
}

// EachFace calls a function with the held slices of each face that promotions of a class lead to, and the layout.
func EachFace(
	t *testing.T, tables store.Store, class material.Class,
	do func(l *slice.Layout, number slice.Number, side board.Color, values []value.Byte),
) {
	t.Helper()
	m := NewMaker(tables)
	defer m.Close()
	for p, sides := range needs(class) {
		if p.isWhole() {
			continue
		}
		if err := m.holdValues(t.Context(), p, sides); err != nil {
			t.Fatal(err)
		}
		face := m.held[p.class].faces[p.layoutIn(m.held[p.class].layout)]
		for number, values := range face.slices {
			for _, side := range board.Colors {
				if values[side] != nil {
					do(face.layout, slice.Number(number), side, values[side])
				}
			}
		}
	}
}

// EachPairs calls a function for each slice after the end of a class's castling rights, with the needed sides to move.
// It passes on a function that returns the value of an entry with a clock. Pairs of a side that a table does not store
// are found by looking ahead.
func EachPairs(
	t *testing.T, tables store.Store, class material.Class,
	do func(l *slice.Layout, number slice.Number, side board.Color, at func(slice.Entry, int) value.Byte),
) {
	t.Helper()
	m := NewMaker(tables)
	defer m.Close()
	for p, sides := range needsByClock(class) {
		if err := m.holdPairs(t.Context(), p, sides); err != nil {
			t.Fatal(err)
		}
		held := m.held[p.class]
		if !p.isWhole() {
			held = held.faces[p.layoutIn(held.layout)]
		}
		for number, pairs := range held.pairs {
			for _, side := range board.Colors {
				if !sides.Has(side) {
					continue
				}
				do(held.layout, slice.Number(number), side, func(entry slice.Entry, clock int) value.Byte {
					return pairs[side].at(held.layout, entry, clock)
				})
			}
		}
	}
}

// KeptAfter solves a class in memory, as a build does, and then drops the values that another class does not
// need. It returns whether values of the class are left, and whether they make others take two levels.
func KeptAfter(t *testing.T, tables store.Store, class, next material.Class) (kept, leveled bool) {
	t.Helper()
	m := NewMaker(tables)
	defer m.Close()
	if err := m.hold(t.Context(), class); err != nil {
		t.Fatal(err)
	}
	each := func(slice.Number, *lookahead.Clocked, leveledValues) error { return nil }
	err := m.held.solve(slice.NewLayout(class), nil, 1, func(float64) error { return nil }, each)
	if err != nil {
		t.Fatal(err)
	}
	m.held.keep(next)
	for _, side := range board.Colors {
		kept = kept || m.held[class].has(0, side)
	}
	return kept, m.held.isLeveled()
}

// Overhead is the part of [Memory] that is not for data of the class.
const Overhead = overhead

// short is the metric with levels of few rounds.
type short struct {
	value.Rules
	rounds int
}

func (s short) LevelRounds() int { return s.rounds }

// ShortenLevels makes all tables take two levels from a slice on, until the test ends. The first level, and planes
// without a later one, have a number of rounds.
func ShortenLevels(t *testing.T, rounds int, from slice.Number) {
	were, leveledWere, mostWas := levels, leveledFrom, mostPlain
	t.Cleanup(func() { levels, leveledFrom, mostPlain = were, leveledWere, mostWas })
	m := value.New(short{metric.Rules, rounds + 2})
	levels, leveledFrom, mostPlain = [2]value.Level{m.Overlapping(0), m.Overlapping(1)}, from, rounds
}

// NextByte returns the byte of a mate after another one, in one of the forms of planes.
func NextByte(isRelated bool, mate, next value.Value) (value.Byte, bool) {
	return nextByte(formOf(format.SectionRef{Related: isRelated}), mate, next, value.MaxByteRound)
}

// NextOf is the reverse of NextByte.
func NextOf(isRelated bool, mate value.Value, stored value.Byte) (value.Value, bool) {
	return nextOf(formOf(format.SectionRef{Related: isRelated}), mate, stored)
}
