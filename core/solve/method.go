package solve

import (
	"time"

	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/value"
)

// A Method is a way to solve the slices of a class. All methods come to the same
// values, and differ in time and memory.
//
// A method is a type in a file of its own, in one of the packages below this one. The list (package methods) names all of them, and
// no other package knows any: the planner, the estimates, the command and the page learn from the method what they say and do.
type Method interface {
	// Name is what options, plans and records call it, such as "out-count".
	Name() string

	// Words describe it to people.
	Words() Words

	// Slowdown returns how much longer it takes than the fastest method: seconds of
	// one thread for each position, with encoding. A plan may say otherwise.
	Slowdown() float64

	// Plan returns what it takes to solve slices of a layout, one at a time.
	Plan(l *slice.Layout) Plan

	// NewSink returns room for the values of a slice. If levels are allowed, values that do not fit into bytes may take
	// several. A method that keeps values in memory ignores the scratch, and has one level.
	NewSink(l *slice.Layout, metric *value.Metric, levels bool, room scratch.Room) Sink

	// NewWorker returns what solves slices of a layout, one after the other. Of the metric
	// it needs [value.Metric.Wait]: exits come ranked by it.
	NewWorker(l *slice.Layout, metric *value.Metric) Worker
}

// Words describe a method to people.
type Words struct {
	Where string // tables are made: "in memory"
	By    string // doing what: "counting moves, which takes less memory"
}

// A Worker solves slices by a method, and keeps its memory in between. For each slice
// Begin is called, then what is known of each word is added unless Resume succeeds, then Solve is called.
type Worker interface {
	exits.Receiver

	// Begin turns to a slice, and forgets the one before. The sink is one of the method's. It returns the ply before which
	// the slice was last saved in the checkpoint, or 0.
	Begin(number slice.Number, into Sink, with Resources) (saved int, err error)

	// Resume restores what was saved, if Begin has returned a ply, and calls observe in between. It returns false if that is
	// damaged: the slice then has to be solved from the beginning.
	Resume(observe func() error) (ok bool, err error)

	// Err returns the first error of adding words. Solve returns it, too.
	Err() error

	// Solve finds the values.
	Solve(observe Observer) error

	// Holds returns the memory that the worker and its sink hold after Solve, in the parts of the method's plan. Tests compare the two.
	Holds() []Part
}

// Resources are what a worker may use for a slice. Methods ignore those that their plans do not ask for.
type Resources struct {
	Lists   int64        // bytes of memory for lists, see [Plan.Lists]
	Scratch scratch.Room // for bits, and for lists beyond that; nil if all is in memory
	Threads int          // that work on the slice; 0 stands for 1

	Checkpoint *checkpoint.Files // nil if nothing is saved
	Every      time.Duration     // about how often it is saved
}
