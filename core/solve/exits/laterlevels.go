package exits

import (
	"errors"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// laterLevels finds what the exits of a row are worth at later levels, when the first one does not tell it: one level
// after the other.
type laterLevels struct {
	source LeveledSource
	layout *slice.Layout
	metric *value.Metric
	number slice.Number
	levels []value.Level
	exits  []*Finder    // by level; nil until it is asked for, and for the first one
	row    kernel.RowNo // at hand, of all words that are asked for
	color  board.Color
	found  int // up to which level those of the row are there
	err    error
}

// newLaterLevels returns nil if one level says all.
func newLaterLevels(l *slice.Layout, metric *value.Metric, source Source) *laterLevels {
	levels := LevelsSeen(l, metric)
	leveled, ok := source.(LeveledSource)
	if len(levels) == 1 || !ok {
		return nil
	}
	return &laterLevels{source: leveled, layout: l, metric: metric, levels: levels, exits: make([]*Finder, len(levels))}
}

// begin turns to a slice.
func (x *laterLevels) begin(number slice.Number) {
	x.number, x.err = number, nil
	clear(x.exits)
}

// turnTo turns to a row with a side to move.
func (x *laterLevels) turnTo(row kernel.RowNo, c board.Color) { x.row, x.color, x.found = row, c, 0 }

// best returns what the exits of a word of the row are worth at a level, which comes after one that was asked for
// before. It returns nil if there is an error.
func (x *laterLevels) best(level int, w board.Square) *[64]value.Rank {
	if level == len(x.levels) && x.err == nil {
		x.err = errContradiction
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

// errContradiction says that tables that exits lead to are not what they were: they have to be built again.
var errContradiction = errors.New("what moves lead to is told in levels that contradict each other")

// LevelsSeen returns the levels at which it is seen what exits of a class lead to. Where pawns are captured en passant
// the opponent has the last word, two moves on, and levels tell no more than one.
func LevelsSeen(l *slice.Layout, metric *value.Metric) []value.Level {
	if l.Class.HasEnPassant() {
		return []value.Level{value.OnlyLevel}
	}
	return metric.Seen(l.Class)
}
