package exits

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// A Pass is the first pass over the slices of a layout. It finds their exits.
type Pass struct {
	layout *slice.Layout
	metric *value.Metric
	source Source
	exits  Finder
	later  *laterLevels // nil if exits have a single level
}

// NewPass returns a pass over the slices of a layout.
func NewPass(l *slice.Layout, metric *value.Metric, source Source) *Pass {
	return &Pass{layout: l, metric: metric, source: source, later: newLaterLevels(l, metric, source)}
}

// Begin starts with a slice.
func (p *Pass) Begin(number slice.Number) {
	source, level := p.source, value.OnlyLevel
	if p.later != nil {
		p.later.begin(number)
		level = p.later.levels[0]
		source = p.later.source.At(level)
	}
	p.exits.Begin(p.layout, number, p.metric, source, level)
}

// AddAll begins a slice and adds all of its rows, frame by frame. About once in a thousand words it calls observe with
// the number of entries done, for both sides.
func (p *Pass) AddAll(number slice.Number, to Receiver, observe func(done int64) error) error {
	p.Begin(number)
	done := 0
	for _, frame := range p.layout.Frames().Orbits() {
		for row, end := p.exits.Rows.OfFrame(frame); row < end; row++ {
			if done&1023 == 0 {
				if err := observe(int64(done) << 7); err != nil {
					return err
				}
			}
			done += p.exits.Rows.Size
			if err := p.AddRow(row, to); err != nil {
				return err
			}
		}
	}
	p.exits.Forget()
	if p.later != nil {
		p.later.begin(number) // drops cached data
	}
	return nil
}

// AddRow passes the words of a row to a receiver.
func (p *Pass) AddRow(number kernel.RowNo, to Receiver) error {
	x := &p.exits
	x.Place(number)
	first := slice.WordNo(x.Rows.FirstOf(number))
	for w := range x.Rows.Size {
		if !x.Words.Has(board.Square(w)) {
			to.AddImpossible(first + slice.WordNo(w))
		}
	}
	for _, c := range board.Colors {
		if err := x.Find(c); err != nil {
			return err
		}
		if p.later != nil {
			p.later.turnTo(number, c)
		}
		for words := x.Words; words != 0; words = words.Rest() {
			w := words.First() & 63
			best := &x.Best[w]
			to.AddWord(
				c,
				first+slice.WordNo(w),
				Known{x.Illegal[c][w], x.Checked[c][w], best.Set, &best.Rank, p.later, w},
			)
		}
	}
	if p.later != nil {
		return p.later.err
	}
	return nil
}
