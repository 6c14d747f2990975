package solve

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/matewright/matewright/core/slice"
)

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

func (e *TooSmallError) Error() string {
	return fmt.Sprintf("no method fits into %.1f MiB of memory, it takes %.1f MiB", float64(e.Have)/(1<<20), float64(e.Need)/(1<<20))
}
