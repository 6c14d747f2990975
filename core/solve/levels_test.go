package solve_test

import (
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/metrictest"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/solve/spill"
	"github.com/matewright/matewright/core/value"
)

// farAway has one value in all positions, in levels.
type farAway struct {
	value value.Value
	level value.Level
}

func (f farAway) Layout(class material.Class) (*slice.Layout, error) {
	return slice.NewLayout(class), nil
}

func (f farAway) At(level value.Level) exits.Source { return farAway{f.value, level} }

func (f farAway) Span(l *slice.Layout, _ slice.Number, _ board.Color, frame slice.FrameNo) (exits.Span, error) {
	values := make([]value.Byte, l.FrameEntries())
	for i := range values {
		values[i] = f.level.View(f.value)
	}
	return exits.Span{First: frame, Values: values}, nil
}

// TestFarExits checks captures with a late win. Methods with several levels find the win; the others return an error
// if it does not fit into a byte.
func TestFarExits(t *testing.T) {
	class, err := material.Parse("KQvKR")
	if err != nil {
		t.Fatal(err)
	}
	l := slice.NewLayout(class)
	p, err := board.ParseFEN("8/8/8/3k4/8/8/3r4/K2Q4 w - - 0 1") // the queen may take
	if err != nil {
		t.Fatal(err)
	}
	at := l.LocateFor(&p, board.White)
	for _, name := range []string{"grandfather", "out-count", "grandfather-spilled", "half-cycles"} {
		method, err := allMethods.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, round := range []int{32, 254} {
			sink := method.NewSink(l, metrictest.Short, true, &scratch.Memory{})
			source := farAway{value: value.Decided(round)}
			err := solve.New(method, l, metrictest.Short, source, nil).Solve(0, sink)
			if _, spilled := sink.(*spill.Sink); !spilled && round+1 > value.MaxByteRound {
				if err == nil || !strings.Contains(err.Error(), "254") {
					t.Errorf("by %s, lost in %d: %v", method.Name(), round, err)
				}
				continue
			}
			if err != nil {
				t.Fatalf("by %s, lost in %d: %v", method.Name(), round, err)
			}
			if got := valueIn(t, sink, at); got.Outcome() != value.Win || got.Round() > round+1 {
				t.Errorf("by %s, lost in %d: %v", method.Name(), round, got)
			}
		}
	}
}

// valueIn returns the value of a place from the levels of a sink.
func valueIn(t *testing.T, sink solve.Sink, at slice.Place) value.Value {
	t.Helper()
	levels := sink.Levels()
	for i, level := range levels {
		view, err := level.View(at.Side, at.Entry, 1, make([]value.Byte, 1))
		if err != nil {
			t.Fatal(err)
		}
		if level := metrictest.Short.Level(i, len(levels)); !level.IsLater(view[0]) {
			return level.Value(view[0])
		}
	}
	t.Fatal("no level has the value")
	return value.Draw
}
