package verify_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/encode"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/stats"
	"github.com/matewright/matewright/core/internal/metrictest"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/methods"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/verify"
)

// TestMetric checks that tables of DTC are right by the rules of DTC, and wrong by those of DTM.
func TestMetric(t *testing.T) {
	tables := store.NewMemStore()
	job, err := builder.Plan(t.Context(), tables, class(t, "KPvK"))
	if err != nil {
		t.Fatal(err)
	}
	if err := builder.Build(t.Context(), tables, job, builder.Options{Metric: value.DTC}); err != nil {
		t.Fatal(err)
	}
	for _, c := range material.Closure(class(t, "KPvK")) {
		if _, err := verifyIn(t.Context(), tables, c, verify.Options{Every: 1}); err != nil {
			t.Errorf("%v: %v", c, err)
		}
	}
	lib := library.New(tables, 1<<20)
	defer lib.Close()
	tab, err := lib.Open(t.Context(), class(t, "KPvK"))
	if err != nil {
		t.Fatal(err)
	}
	name := stats.NewReport(tab.Header.Class, tab.Header.Metric, &tab.Header.Statistics).Metric
	if tab.Header.Metric != value.DTC || name != "DTC" {
		t.Errorf("the metric is %s", name)
	}
	p, err := board.ParseFEN("8/P6k/8/8/8/8/8/K7 w")
	if err != nil {
		t.Fatal(err)
	}
	if v, err := lib.Value(t.Context(), &p); err != nil || value.DTC.Format(v) != "win in 1" {
		t.Errorf("a pawn that promotes: %v, %v", value.DTC.Format(v), err)
	}

	l := slice.NewLayout(class(t, "KPvK"))
	put(t, tables, l, contents(t, tables, l)) // as if they were mates
	var mismatch *verify.MismatchError
	if _, err := verifyIn(t.Context(), tables, l.Class, verify.Options{}); !errors.As(err, &mismatch) ||
		mismatch.Metric != value.DTM {
		t.Errorf("conversions as mates: %v", err)
	}
}

// TestWideMetric checks that solvers, encoders and decoders refuse a metric with values that are too long for solvers.
func TestWideMetric(t *testing.T) {
	longest := fmt.Sprintf("%d rounds", value.MostRounds)
	l := slice.NewLayout(class(t, "KQvK"))
	tables := store.NewMemStore()
	if _, err := encode.NewEncoder(t.Context(), tables, l, metrictest.Wide, format.UnitPieces(l, 1)); err == nil ||
		!strings.Contains(err.Error(), longest) {
		t.Errorf("encoded: %v", err)
	}
	if err := solve.New(methods.All()[0], l, metrictest.Wide, nil, nil).Solve(0, solve.NewValues(l)); err == nil ||
		!strings.Contains(err.Error(), longest) {
		t.Errorf("solved: %v", err)
	}
	h := format.Header{
		Class:    l.Class,
		Metric:   metrictest.Wide,
		Sides:    format.BothSides,
		Sections: make([]format.SectionRef, 2),
	}
	if _, _, err := (format.Params{}).Decode(h.Encode(l), 0); !errors.Is(err, store.ErrCorrupt) ||
		!strings.Contains(err.Error(), longest) {
		t.Errorf("decoded: %v", err)
	}
}

// TestMoveRule checks that tables by a rule of ten plies are right, with cursed wins that take much longer.
func TestMoveRule(t *testing.T) {
	tables := tabletest.BuiltBy(t, metrictest.DTZ10, "KRBvK")
	lib := library.New(tables, 64<<20)
	defer lib.Close()
	for _, c := range material.Closure(class(t, "KRBvK")) {
		if _, err := verify.Table(t.Context(), lib, c, verify.Options{Every: 1000}); err != nil {
			t.Errorf("%v: %v", c, err)
		}
	}
	tab, err := lib.Open(t.Context(), class(t, "KRBvK"))
	if err != nil {
		t.Fatal(err)
	}
	side := stats.NewReport(tab.Header.Class, tab.Header.Metric, &tab.Header.Statistics).Sides[board.White]
	if *side.All.CursedWin == 0 || side.Plies[len(side.Plies)-1].Plies <= 16 || side.Longest.Plies != 10 {
		t.Errorf("%+v", side)
	}
}
