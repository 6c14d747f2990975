package solve_test

import (
	"flag"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/value"
)

var benchClasses = flag.String("classes", "KQvKR,KQvKQ,KRPvK,KPvKP", "classes that BenchmarkSolve solves")

// BenchmarkSolve solves whole classes by each method. It measures neither the tables that they depend on, nor encoding.
// Five men take seconds:
//
//	go test ./core/solve -run - -bench Solve -benchtime 1x -args -classes KQRvKQ
func BenchmarkSolve(b *testing.B) {
	source := newInMemory(b)
	for _, name := range strings.Split(*benchClasses, ",") {
		class, _ := source.need(name) // all slices: solving reads those that pushes lead to
		for _, method := range allMethods {
			b.Run(name+"/"+method.Name(), func(b *testing.B) { source.bench(b, class, method) })
		}
	}
}

func (m *inMemory) bench(b *testing.B, class material.Class, method solve.Method) {
	l := m.layouts[class]
	solver, sink := solve.New(method, l, value.DTM, m, nil), method.NewSink(l, value.DTM, true, &memoryScratch{})
	for b.Loop() {
		for n := range l.Slices() {
			if err := solver.Solve(n, sink); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(l.Positions())*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mpos/s")
}

// inMemory solves classes and is the source for those that depend on them.
type inMemory struct {
	tb      testing.TB
	metric  *value.Metric
	layouts map[material.Class]*slice.Layout
	values  map[material.Class][]*solve.Values
}

func newInMemory(tb testing.TB) *inMemory { return newInMemoryOf(tb, value.DTM) }

func newInMemoryOf(tb testing.TB, metric *value.Metric) *inMemory {
	return &inMemory{tb, metric, map[material.Class]*slice.Layout{}, map[material.Class][]*solve.Values{}}
}

// need solves a class and all classes that it depends on.
func (m *inMemory) need(name string) (material.Class, *slice.Layout) {
	class, err := material.Parse(name)
	if err != nil {
		m.tb.Fatal(err)
	}
	for _, c := range material.Closure(class) {
		m.solve(c)
	}
	return class, m.layouts[class]
}

func (m *inMemory) solve(class material.Class) {
	if m.layouts[class] != nil {
		return
	}
	l := slice.NewLayout(class)
	m.layouts[class] = l
	m.values[class] = nil
	solver := solve.New(fastest, l, m.metric, m, nil)
	for n := range l.Slices() {
		values := solve.NewValues(l)
		m.values[class] = append(m.values[class], values)
		if err := solver.Solve(n, values); err != nil {
			m.tb.Fatal(err)
		}
	}
}

func (m *inMemory) Layout(class material.Class) (*slice.Layout, error) { return m.layouts[class], nil }

func (m *inMemory) Span(l *slice.Layout, n slice.Number, side board.Color, frame slice.FrameNo) (exits.Span, error) {
	if l.Promoted() < 0 {
		return exits.Span{Values: m.values[l.Class][n][side]}, nil
	}
	values, whole := m.values[l.Class][l.WholeSlice(n)][side], l.Whole()
	return cutFrame(l, n, frame, func(frame slice.FrameNo) []value.Byte {
		return values[whole.FirstEntry(frame):][:whole.FrameEntries()]
	})
}
