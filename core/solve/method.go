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

// A Method is a way to solve the slices of a class. All methods find the same values. They differ in time and memory.
//
// Each method is a type in its own file, in one of the packages below this one. Package methods lists them all, and no
// other package names any of them. The planner, the estimates, the command and the page get names, words and plans from
// the methods.
type Method interface {
	// Name returns the name in options, plans and records, such as "out-count".
	Name() string

	// Words returns a description for people.
	Words() Words

	// Slowdown returns the extra time compared with the fastest method: seconds of one thread for each position, with
	// encoding. A plan may have its own.
	Slowdown() float64

	// Plan returns the plan for slices of a layout, one at a time.
	Plan(l *slice.Layout) Plan

	// NewSink returns room for the values of a slice. If levels are allowed, values that do not fit into bytes may take
	// several. A method that keeps values in memory ignores the scratch, and has one level.
	NewSink(l *slice.Layout, metric *value.Metric, levels bool, room scratch.Room) Sink

	// NewWorker returns a worker for slices of a layout. The worker uses [value.Metric.Wait]. Its input has exits that
	// are already ranked by the metric.
	NewWorker(l *slice.Layout, metric *value.Metric) Worker
}

// Words describe a method to people.
type Words struct {
	Where string // the key of a message about the storage, such as "in memory"
	By    string // the key of a message about the method, such as "counting moves, which takes less memory"
}

// A Worker solves slices by a method, one after the other, and reuses its memory. For each slice its user calls Begin.
// Then it adds the exits of each word, unless Resume succeeds. Then it calls Solve.
type Worker interface {
	exits.Receiver

	// Begin begins a slice, and drops the last one. The sink is one of the method's. Begin returns the ply before which
	// the slice was last saved in the checkpoint, or 0.
	Begin(number slice.Number, into Sink, with Resources) (saved int, err error)

	// Resume restores the saved state, if Begin has returned a ply, and calls observe in between. It returns false if
	// the state is damaged. Then the slice must be solved from the beginning.
	Resume(observe func() error) (ok bool, err error)

	// Err returns the first error of adding words. Solve returns it, too.
	Err() error

	// Solve finds the values.
	Solve(observe Observer) error

	// Holds returns the memory that the worker and its sink hold after Solve, in the parts of the method's plan. Tests
	// compare the two.
	Holds() []Part
}

// Resources has the memory, scratch and threads of a worker for a slice. A method ignores those that its plan does not
// use.
type Resources struct {
	Lists   int64        // bytes of memory for lists, see [Plan.Lists]
	Scratch scratch.Room // for bits, and for lists beyond that; nil if all is in memory
	Threads int          // on the slice; 0 stands for 1

	Checkpoint *checkpoint.Files // nil to save nothing
	Every      time.Duration     // about the time between saves

	Filling *Filling // nil to count nothing
}

// A Plan is a way to solve the slices of a class, with its resources for one slice at a time.
type Plan struct {
	Method  Method
	Parts   []Part // of the memory
	Lists   int64  // bytes of the memory for lists, see [Solver.Limit]
	Scratch int64  // bytes, about, without the lists that fit into memory
	Second  int64  // bytes of memory for a second thread on a slice; 0 if only one thread can work
	Threads int    // on a slice: 2 with that memory, and otherwise 0, which stands for 1

	Slowdown  float64 // as [Method.Slowdown], which is the default
	InBytes   bool    // values must fit into bytes: see [Sink.Levels]
	Resumable bool    // the state can be saved in a checkpoint, see [Solver.Keep]
}

// A Part is a part of the memory of a worker or a plan.
type Part struct {
	Name  string
	Bytes int64
}

// Bytes returns the memory of a plan.
func (p *Plan) Bytes() (sum int64) {
	for _, part := range p.Parts {
		sum += part.Bytes
	}
	return sum
}

// Values returns the memory of the values.
func (p *Plan) Values() int64 {
	for _, part := range p.Parts {
		if part.Name == ValuesPart {
			return part.Bytes
		}
	}
	return 0
}

// WithLists returns the plan with more bytes for lists.
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

// ValuesPart is the part of a plan that holds the values, if they are in memory. It is needed until they are encoded.
const ValuesPart = "values"

// The other parts of our methods' plans.
const (
	BitsPart    = "bits"
	CountsPart  = "counts" // if they are not in the memory of the values
	ListsPart   = "lists"
	MergingPart = "merging"
	SortingPart = "sorting"
	secondPart  = "bits of a second thread"
	FramesPart  = "frames" // the place of each, and its parts of lists
)

// PlanBy returns the plan of a method for slices of a layout.
func PlanBy(m Method, l *slice.Layout) Plan {
	plan := m.Plan(l)
	plan.Slowdown = cmp.Or(plan.Slowdown, m.Slowdown())
	return plan
}

// A TooSmallError reports that no method fits into memory.
type TooSmallError struct{ Have, Need int64 } // bytes

// Message returns a message with both sizes in MiB.
func (e *TooSmallError) Message() words.Message {
	return words.New("core.memory.method", "have", mebibytes(e.Have), "need", mebibytes(e.Need))
}

// Error returns the message in English.
func (e *TooSmallError) Error() string { return e.Message().String() }

func mebibytes(n int64) string { return fmt.Sprintf("%.1f", float64(n)/(1<<20)) }
