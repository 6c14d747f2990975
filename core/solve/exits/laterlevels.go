package exits

import (
	"errors"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// laterLevels finds the ranks of the exits of a row at later levels, one level after the other. It is for ranks that
// the first level does not have.
type laterLevels struct {
	source LeveledSource
	layout *slice.Layout
	metric *value.Metric
	number slice.Number
	levels []value.Level
	exits  []*Finder    // by level; nil until its first use, and for the first level
	row    kernel.RowNo // the current row
	color  board.Color
	found  int // the last level with ranks of the row
	err    error
}

// newLaterLevels returns nil if one level has all values.
func newLaterLevels(l *slice.Layout, metric *value.Metric, source Source) *laterLevels {
	levels := LevelsSeen(l, metric)
	leveled, ok := source.(LeveledSource)
	if len(levels) == 1 || !ok {
		return nil
	}
	return &laterLevels{source: leveled, layout: l, metric: metric, levels: levels, exits: make([]*Finder, len(levels))}
}

// begin starts with a slice.
func (x *laterLevels) begin(number slice.Number) {
	x.number, x.err = number, nil
	clear(x.exits)
}

// turnTo moves to a row with a side to move.
func (x *laterLevels) turnTo(row kernel.RowNo, c board.Color) { x.row, x.color, x.found = row, c, 0 }

// best returns the ranks of the exits of a word of the row at a level. Levels of a word must be requested in order. It
// returns nil after an error.
func (x *laterLevels) best(level int, w board.Square) *[64]value.Rank {
	if level == len(x.levels) && x.err == nil {
		x.err = errInconsistentLevels
	}
	if x.err != nil {
		return nil
	}
	at := x.exits[level]
	if at == nil {
		at = new(Finder)
		at.Begin(x.layout, x.number, x.metric, x.source.At(x.levels[level]), x.levels[level])
		x.exits[level] = at
	}
	if x.found < level {
		at.Place(x.row)
		if x.err = at.Find(x.color); x.err != nil {
			return nil
		}
		x.found = level
	}
	return &at.Best[w&63].Rank
}

// errInconsistentLevels reports that the tables that exits lead to have changed. They have to be built again.
var errInconsistentLevels = errors.New("the levels of the tables after exits contradict each other")

// LevelsSeen returns the levels of the values after exits of a class. A class with en passant has a single level: the
// opponent's reply decides the value, and levels do not reach two moves ahead.
func LevelsSeen(l *slice.Layout, metric *value.Metric) []value.Level {
	if l.Class.HasEnPassant() {
		return []value.Level{value.OnlyLevel}
	}
	return metric.Seen(l.Class)
}
