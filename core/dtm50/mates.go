package dtm50

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// levels are those of values that do not fit into bytes. In KPPvKP a mate takes up to 281 plies with the clock at 0.
var levels = [2]value.Level{metric.Overlapping(0), metric.Overlapping(1)}

// valueOf returns the value that two levels have. The second one has a draw for values of the first.
func valueOf(first, later value.Byte) value.Value {
	if levels[0].IsLater(first) {
		return levels[1].Value(later)
	}
	return levels[0].Value(first)
}

// Mates are the values of a slice with one side to move and a clock. They are bytes, or have two levels.
type Mates struct{ first, later []value.Byte }

func newMates(entries int, wide bool) Mates {
	m := Mates{first: make([]value.Byte, entries)}
	if wide {
		m.later = make([]value.Byte, entries)
	}
	return m
}

// At returns the value of an entry.
func (m Mates) At(entry slice.Entry) value.Value {
	if m.later == nil {
		return m.first[entry].Value()
	}
	return valueOf(m.first[entry], m.later[entry])
}

// isDraw reports whether an entry is a draw.
func (m Mates) isDraw(entry slice.Entry) bool { return m.first[entry] == value.DrawByte }

// fits reports whether the mates have room for a value.
func (m Mates) fits(v value.Value) bool { return m.later != nil || v.Round() <= value.MaxByteRound }

// set sets the value of an entry, for which there must be room.
func (m Mates) set(entry slice.Entry, v value.Value) {
	if m.later == nil {
		m.first[entry] = v.Byte()
		return
	}
	m.first[entry], m.later[entry] = levels[0].Byte(v), levels[1].Byte(v)
}

// clear makes all entries draws.
func (m Mates) clear() {
	clear(m.first)
	clear(m.later)
}

// leveledValues are the values of a slice. Later is nil if they are bytes.
type leveledValues struct{ first, later *solve.Values }

// list returns the values by level.
func (v leveledValues) list() []*solve.Values {
	if v.later == nil {
		return []*solve.Values{v.first}
	}
	return []*solve.Values{v.first, v.later}
}

// of returns the values with a side to move.
func (v leveledValues) of(side board.Color) Mates {
	m := Mates{first: v.first[side]}
	if v.later != nil {
		m.later = v.later[side]
	}
	return m
}

// errWide is the error for values that do not fit into bytes, where two levels are not supported.
var errWide error = &kernel.TooLongError{Most: value.MaxByteRound}
