// Package methodtest compares solving methods.
package methodtest

import (
	"errors"
	"fmt"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/value"
)

// Together is a method that solves each slice by all methods of a list, and finds the exits only once. The methods take
// turns class by class: each stores the values of some classes. For all others the values must be the same, byte by
// byte, or the slice is not solved. So a table has the same bytes by each of the methods. This holds if the encoder
// gives the same bytes for the same values in memory and in scratch.
type Together []solve.Method

// of returns the method that stores the values of a layout's class.
func (list Together) of(l *slice.Layout) solve.Method {
	sum := 0
	for _, letter := range []byte(l.Class.String()) {
		sum += int(letter)
	}
	return list[sum%len(list)]
}

// Name implements [solve.Method].
func (Together) Name() string { return "together" }

// Words implements [solve.Method].
func (list Together) Words() solve.Words { return list[0].Words() }

// Slowdown implements [solve.Method].
func (list Together) Slowdown() (sum float64) {
	for _, m := range list {
		sum += m.Slowdown()
	}
	return sum
}

// Plan implements [solve.Method].
func (list Together) Plan(l *slice.Layout) solve.Plan {
	plan := list.of(l).Plan(l)
	plan.Method, plan.Resumable = list, false
	return plan
}

// NewSink implements [solve.Method].
func (list Together) NewSink(l *slice.Layout, metric *value.Metric, levels bool, room scratch.Room) solve.Sink {
	return list.of(l).NewSink(l, metric, levels, room)
}

// NewWorker implements [solve.Method].
func (list Together) NewWorker(l *slice.Layout, metric *value.Metric) solve.Worker {
	w := &worker{Worker: list.of(l).NewWorker(l, metric), layout: l, metric: metric}
	for _, m := range list {
		if m != list.of(l) {
			w.others = append(w.others, &other{Worker: m.NewWorker(l, metric), method: m})
		}
	}
	return w
}

// worker is the worker of the method that stores the values, beside those of the others.
type worker struct {
	solve.Worker
	layout *slice.Layout
	metric *value.Metric
	others []*other
	into   solve.Sink
}

// other is a worker whose values are only compared. Its scratch is in memory.
type other struct {
	solve.Worker
	method      solve.Method
	sink        solve.Sink
	bits, lists Room
}

// Begin implements [solve.Worker].
func (w *worker) Begin(number slice.Number, into solve.Sink, with solve.Resources) (int, error) {
	w.into = into
	if with.Checkpoint != nil {
		return 0, errors.New("methods together save nothing")
	}
	for _, o := range w.others {
		o.bits, o.lists = Room{}, Room{}
		o.sink = o.method.NewSink(w.layout, w.metric, format.TakesLevels(w.layout, w.metric), &o.lists)
		var own solve.Resources
		if plan := o.method.Plan(w.layout); plan.Scratch > 0 {
			own.Lists, own.Scratch = plan.Lists, &o.bits
		}
		if _, err := o.Begin(number, o.sink, own); err != nil {
			return 0, err
		}
	}
	return w.Worker.Begin(number, into, with)
}

// AddImpossible implements [solve.Worker].
func (w *worker) AddImpossible(word slice.WordNo) {
	w.Worker.AddImpossible(word)
	for _, o := range w.others {
		o.AddImpossible(word)
	}
}

// AddWord implements [solve.Worker].
func (w *worker) AddWord(c board.Color, word slice.WordNo, known exits.Known) {
	w.Worker.AddWord(c, word, known)
	for _, o := range w.others {
		o.AddWord(c, word, known)
	}
}

// Err implements [solve.Worker].
func (w *worker) Err() error {
	err := w.Worker.Err()
	for _, o := range w.others {
		err = errors.Join(err, o.Err())
	}
	return err
}

// Solve implements [solve.Worker].
func (w *worker) Solve(observe solve.Observer) error {
	if err := w.Worker.Solve(observe); err != nil {
		return err
	}
	for _, o := range w.others {
		err := o.Solve(func(solve.Progress) error { return nil })
		if err == nil {
			err = w.compare(o.sink.Levels(), w.into.Levels())
		}
		if err != nil {
			return fmt.Errorf("by %s: %w", o.method.Name(), err)
		}
		o.sink, o.bits, o.lists = nil, Room{}, Room{}
	}
	return nil
}

// compare returns an error if values differ at any level.
func (w *worker) compare(got, want []solve.Sink) error {
	if len(got) != len(want) {
		return fmt.Errorf("%d levels, want %d", len(got), len(want))
	}
	const most = 1 << 18
	gotRoom, wantRoom := make([]value.Byte, most), make([]value.Byte, most)
	for i := range want {
		for _, c := range board.Colors {
			for first := 0; first < w.layout.Entries(); first += most {
				n := min(most, w.layout.Entries()-first)
				wanted, err := want[i].View(c, slice.Entry(first), n, wantRoom)
				if err != nil {
					return err
				}
				have, err := got[i].View(c, slice.Entry(first), n, gotRoom)
				if err != nil {
					return err
				}
				if !slices.Equal(have, wanted) {
					return fmt.Errorf("level %d has other values with %v to move, from entry %d on", i, c, first)
				}
			}
		}
	}
	return nil
}
