package build

import (
	"errors"
	"fmt"
	"math"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/table"
)

// A Provision says how a table is made with so much memory, and where that goes.
type Provision struct {
	Class   material.Class
	Budget  int64
	Solving solve.Plan
	Parts   []solve.Part // all that is held at once at most, with what solving holds
	Cache   int64        // bytes of them for what is read of finished slices

	layout    *slice.Layout
	footprint int64 // bytes that a slice holds
}

// Least returns the smallest budget for which all but the cache stays the same.
func (p *Provision) Least() int64 { return p.Bytes() - p.Cache + leastCache }

// Bytes returns the sum of the parts.
func (p *Provision) Bytes() (sum int64) {
	for _, part := range p.Parts {
		sum += part.Bytes
	}
	return sum
}

// programBytes is what the program itself holds: its code, Go's runtime, stacks.
const programBytes = 18 << 20

// leastCache is the least memory for what is read of finished slices.
const leastCache = 9 << 20

// readingBytes is the most memory that a single part takes that is read of finished
// slices.
const readingBytes = 1 << 20

// facesBytes is what a table takes to write its faces: as many as there are pieces of
// different types and sides. A single slice is added to one after the other.
func facesBytes(class material.Class) (bytes int64) {
	if class.Pawns() == 0 {
		return table.FaceBytes
	}
	for _, c := range board.Colors {
		for _, t := range board.Promotions {
			if class.Count(c, t) > 0 {
				bytes += table.FaceBytes
			}
		}
	}
	return bytes
}

// libraryBytes returns the bytes that a library is to remember so that it holds no
// more than the cache: what is dropped is not collected at once.
func (p *Provision) libraryBytes() int64 { return (p.Cache - readingBytes) / 2 }

// Least returns the smallest budget with which a table can be made, by a method or, if
// it is "", by any.
func Least(class material.Class, method solve.Method) (int64, error) {
	_, err := Provide(class, 0, method) // which nothing fits
	if small := (*solve.TooSmallError)(nil); errors.As(err, &small) {
		return small.Need, nil
	}
	return 0, err
}

// Provide says how to make a table within a budget, a slice at a time, by a method
// or, if it is "", by the fastest that fits. An error of type
// [*solve.TooSmallError] says how much it takes.
func Provide(class material.Class, budget int64, method solve.Method) (*Provision, error) {
	l := slice.NewLayout(class)
	plans, err := plansFor(l, method)
	if err != nil {
		return nil, err
	}
	small := &solve.TooSmallError{Have: budget, Need: math.MaxInt64}
	for _, plan := range plans {
		p := newProvision(class, l, plan)
		p.Budget = budget
		p.Parts = append(p.Parts, solve.Part{Name: "program", Bytes: programBytes})
		p.Parts = append(p.Parts, plan.Parts...)
		p.Parts = append(p.Parts, solve.Part{Name: "encoding", Bytes: p.footprint - plan.Bytes()})
		p.Parts = append(p.Parts, solve.Part{Name: "faces", Bytes: facesBytes(class)})
		p.Cache = budget - p.Bytes()
		if p.Cache >= leastCache {
			p.Parts = append(p.Parts, solve.Part{Name: "cache", Bytes: p.Cache})
			return p, nil
		}
		small.Need = min(small.Need, p.Bytes()+leastCache)
	}
	return nil, fmt.Errorf("%v: %w", class, small)
}

func newProvision(class material.Class, l *slice.Layout, plan solve.Plan) *Provision {
	return &Provision{Class: class, Solving: plan, layout: l, footprint: footprint(l, &plan)}
}

// provide is Provide for a table of a build, whose options may leave the memory
// unbounded.
func provide(class material.Class, o *Options) (*Provision, error) {
	if o.Budget > 0 {
		return Provide(class, o.Budget, o.Method)
	}
	l := slice.NewLayout(class)
	plans, err := plansFor(l, o.Method)
	if err != nil {
		return nil, err
	}
	return newProvision(class, l, plans[0]), nil
}

func plansFor(l *slice.Layout, method solve.Method) ([]solve.Plan, error) {
	if method == "" {
		return solve.Plans(l), nil
	}
	plan, err := solve.PlanOf(l, method)
	return []solve.Plan{plan}, err
}

// footprint returns the bytes that a slice holds while it is solved and encoded. If
// it is the only one, what solving takes is given back in between.
func footprint(l *slice.Layout, plan *solve.Plan) int64 {
	encoding := table.EncodingBytes(l)
	if l.Slices() > 1 {
		return plan.Bytes() + encoding
	}
	return max(plan.Bytes(), plan.Values()+encoding)
}
