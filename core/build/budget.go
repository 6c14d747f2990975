package build

import (
	"errors"
	"fmt"
	"math"

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
func (p *Provision) Least() int64 { return p.Bytes() - p.Cache + leastCache(p.layout) }

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
func leastCache(l *slice.Layout) int64 { return longestSpan(l) + 8<<20 }

// longestSpan is the most memory that a single part takes that is read of finished
// slices, with what looking ahead in it takes. Five men with pawns read tables
// without pawns, a king's square at a time.
func longestSpan(l *slice.Layout) int64 {
	if !longSpans(l.Class) {
		return 1 << 20
	}
	return 20 << 20
}

func longSpans(class material.Class) bool { return class.Men() == 5 && class.Pawns() > 0 }

// Holes returns the memory that lies unused between long spans: part of what a class
// takes, but nothing for the garbage collector to hand out.
func Holes(class material.Class) int64 {
	if longSpans(class) {
		return 12 << 20
	}
	return 0
}

// libraryBytes returns the bytes that a library is to remember so that it holds no
// more than the cache, in a build of this class: what looks ahead takes a quarter more,
// what is just being read and packed comes on top, and what is dropped is not collected
// at once. The longest span must fit: without it, each frame of it decodes it anew.
// With several pawns one looks ahead while another one does, up to three of them, and
// each holds on to a frame of every table that it leads to.
func (p *Provision) libraryBytes() int64 {
	if p.Class.Pawns() > 1 {
		return min(p.Cache-longestSpan(p.layout), p.Cache/4)
	}
	return min(p.Cache-longestSpan(p.layout), p.Cache*2/5)
}

// Least returns the smallest budget with which a table can be made, by a method or, if
// it is nil, by any.
func Least(class material.Class, method solve.Method) (int64, error) {
	_, err := Provide(class, 0, method) // which nothing fits
	if small := (*solve.TooSmallError)(nil); errors.As(err, &small) {
		return small.Need, nil
	}
	return 0, err
}

// Provide says how to make a table within a budget, a slice at a time, by a method
// or, if it is nil, by the fastest that fits. An error of type
// [*solve.TooSmallError] says how much it takes.
func Provide(class material.Class, budget int64, method solve.Method) (*Provision, error) {
	l := slice.NewLayout(class)
	least := leastCache(l)
	small := &solve.TooSmallError{Have: budget, Need: math.MaxInt64}
	for _, plan := range plansFor(l, method) {
		p := newProvision(class, l, plan)
		p.Budget = budget
		p.Parts = append(p.Parts, solve.Part{Name: "program", Bytes: programBytes})
		p.Parts = append(p.Parts, plan.Parts...)
		p.Parts = append(p.Parts, solve.Part{Name: "encoding", Bytes: p.footprint - plan.Bytes()})
		if holes := Holes(class); holes > 0 {
			p.Parts = append(p.Parts, solve.Part{Name: "holes", Bytes: holes})
		}
		p.Cache = budget - p.Bytes()
		if p.Cache >= least {
			p.Parts = append(p.Parts, solve.Part{Name: "cache", Bytes: p.Cache})
			return p, nil
		}
		small.Need = min(small.Need, p.Bytes()+least)
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
	return newProvision(class, l, plansFor(l, o.Method)[0]), nil
}

// plansFor lists the plans to choose from, the fastest first.
func plansFor(l *slice.Layout, method solve.Method) []solve.Plan {
	if method == nil {
		return solve.Plans(l)
	}
	return []solve.Plan{method.Plan(l)}
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
