package solve

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// A Method is a way to solve the slices of a class. All methods come to the same
// values, and differ in time and memory.
//
// A method is a type in a file of its own, in one of the packages below this one. Package catalog lists them all, and
// no other package names any: the planner, the estimates, the command and the page get names, words and plans from the
// method.
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
	Where string // the key of a message: where tables are made, "in memory"
	By    string // the key of a message: what it does, "counting moves, which takes less memory"
}

// A Worker solves slices by a method, and keeps its memory in between. For each slice
// Begin is called, then what is known of each word is added unless Resume succeeds, then Solve is called.
type Worker interface {
	exits.Receiver

	// Begin turns to a slice, and forgets the one before. The sink is one of the method's. It returns the ply before
	// which the slice was last saved in the checkpoint, or 0.
	Begin(number slice.Number, into Sink, with Resources) (saved int, err error)

	// Resume restores what was saved, if Begin has returned a ply, and calls observe in between. It returns false if
	// that is damaged: the slice then has to be solved from the beginning.
	Resume(observe func() error) (ok bool, err error)

	// Err returns the first error of adding words. Solve returns it, too.
	Err() error

	// Solve finds the values.
	Solve(observe Observer) error

	// Holds returns the memory that the worker and its sink hold after Solve, in the parts of the method's plan. Tests
	// compare the two.
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

// A Plan is a way to solve the slices of a class, with what it takes: at most so
// much, for one slice at a time.
type Plan struct {
	Method  Method
	Parts   []Part // of the memory
	Lists   int64  // bytes of them that lists may take, see [Solver.Limit]
	Scratch int64  // bytes, about: those of lists that fit into memory are not counted
	Second  int64  // bytes of memory with which a second thread can work on a slice; 0 if only one can
	Threads int    // that work on a slice: 2 with that memory, and else 0, which stands for 1

	Slowdown  float64 // as [Method.Slowdown], which it is where the method's plan has none
	InBytes   bool    // values must fit into bytes: see [Sink.Levels]
	Resumable bool    // what is found out can be kept in a checkpoint, see [Solver.Keep]
}

// A Part of the memory, or of a plan's.
type Part struct {
	Name  string
	Bytes int64
}

// Bytes returns the memory that a plan takes.
func (p *Plan) Bytes() (sum int64) {
	for _, part := range p.Parts {
		sum += part.Bytes
	}
	return sum
}

// Values returns the part of it that holds the values.
func (p *Plan) Values() int64 {
	for _, part := range p.Parts {
		if part.Name == ValuesPart {
			return part.Bytes
		}
	}
	return 0
}

// WithLists returns the plan with so many bytes more for lists.
func (p Plan) WithLists(more int64) Plan {
	p.Lists += more
	p.Parts = slices.Clone(p.Parts)
	for i := range p.Parts {
		if p.Parts[i].Name == ListsPart {
			p.Parts[i].Bytes += more
		}
	}
	return p
}

// WithSecond returns the plan with a second thread.
func (p Plan) WithSecond() Plan {
	p.Parts = append(slices.Clone(p.Parts), Part{secondPart, p.Second})
	p.Second, p.Threads = 0, 2
	return p
}

// ValuesPart is the part of a plan that holds the values, if they are in memory. It is
// needed until they are encoded.
const ValuesPart = "values"

// The other parts of our methods' plans.
const (
	BitsPart    = "bits"
	CountsPart  = "counts" // where they are not in the memory of the values
	ListsPart   = "lists"
	MergingPart = "merging"
	SortingPart = "sorting"
	secondPart  = "bits of a second thread"
	FramesPart  = "frames" // where each is, and what lists have of it
)

// PlanBy returns what a method takes to solve slices of a layout.
func PlanBy(m Method, l *slice.Layout) Plan {
	plan := m.Plan(l)
	plan.Slowdown = cmp.Or(plan.Slowdown, m.Slowdown())
	return plan
}

// A TooSmallError says that no method fits into memory.
type TooSmallError struct{ Have, Need int64 } // bytes

// Said returns both sizes in MiB as a message.
func (e *TooSmallError) Said() words.Message {
	return words.Of("core.memory.method", "have", mebibytes(e.Have), "need", mebibytes(e.Need))
}

// Error returns the message in English.
func (e *TooSmallError) Error() string { return e.Said().String() }

func mebibytes(n int64) string { return fmt.Sprintf("%.1f", float64(n)/(1<<20)) }
