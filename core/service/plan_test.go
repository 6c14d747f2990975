package service_test

import (
	"math"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/service"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// TestNewPlan checks that castling belongs to the step of its class, and that the figures exclude stored data.
func TestNewPlan(t *testing.T) {
	place := &service.Place{Tables: store.NewMemStore()}
	job, err := place.Plan(t.Context(), service.Request{Classes: material.WithCastling(classes(t, "KRPvK")...)})
	if err != nil {
		t.Fatal(err)
	}
	at := service.Circumstances{Metric: value.DTM, Memory: 1 << 30, Beside: 4 << 20, Most: 3 << 30, Saves: true}
	plan, err := service.NewPlan(job, at)
	if err != nil {
		t.Fatal(err)
	}
	last := plan.Steps[len(plan.Steps)-1]
	if last.Class != "KRPvK" || !last.Whole || !slices.Contains(last.Needs, "KRRvK") || last.Seconds <= 0 ||
		last.Stored <= 0 {
		t.Errorf("the last step is %+v", last)
	}
	var castling, own int64
	for _, step := range job.Steps {
		switch {
		case step.Class.Rights() != 0 && step.Class.WithoutRights().String() == "KRPvK":
			castling += step.Positions
		case step.Class.String() == "KRPvK":
			own = step.Positions
		}
	}
	if castling == 0 || last.Positions != own+castling {
		t.Errorf("%d positions, want %d and %d with castling", last.Positions, own, castling)
	}
	least, err := builder.Least(classes(t, "KRPvK")[0], value.DTM, nil)
	if err != nil || last.Memory != least+at.Beside || last.Peak < at.Beside || last.Peak > at.Memory {
		t.Errorf(
			"%d bytes at least and %d at most, want %d at least (%v)",
			last.Memory,
			last.Peak,
			least+at.Beside,
			err,
		)
	}
	at.Memory = 0 // the least is taken, and a faster method is mentioned
	if slow, err := service.NewPlan(job, at); err != nil || slow.Steps[len(plan.Steps)-1].Slower == "" ||
		last.Slower != "" {
		t.Errorf("%+v with little memory, %+v with much (%v)", slow, last, err)
	}
}

// TestPlanOfSixMenCastling checks that a table of six men with castling rights alone has its scratch, and the memory
// for its faces.
func TestPlanOfSixMenCastling(t *testing.T) {
	class := classes(t, "KRRvKRR-h1")[0]
	job, err := builder.PlanTables(class)
	if err != nil {
		t.Fatal(err)
	}
	at := service.Circumstances{Metric: value.DTM, Memory: 1 << 30, Beside: 4 << 20, Most: 3 << 30}
	plan, err := service.NewPlan(job, at)
	if err != nil || len(plan.Steps) != 1 {
		t.Fatalf("%+v, %v", plan, err)
	}
	step := plan.Steps[0]
	least, err := builder.Least(class, value.DTM, nil)
	if err != nil || step.Class != "KRRvKRR" || len(step.Units) != 1 || step.Units[0].Number != service.CastlingUnit ||
		step.Memory < least+at.Beside || step.Scratch < 512<<20 || step.Positions != job.Steps[0].Positions {
		t.Errorf("%+v, %v", step, err)
	}
}

// TestUnitSeconds checks that the seconds of a class are those of its units, in which castling counts by its own costs.
func TestUnitSeconds(t *testing.T) {
	place := &service.Place{Tables: store.NewMemStore()}
	job, err := place.Plan(t.Context(), service.Request{Classes: material.WithCastling(classes(t, "KRPvKR")...)})
	if err != nil {
		t.Fatal(err)
	}
	plan, err := service.NewPlan(job, service.Circumstances{Metric: value.DTM, Memory: 1 << 30, Most: 3 << 30})
	if err != nil {
		t.Fatal(err)
	}
	last := plan.Steps[len(plan.Steps)-1]
	sum, castling, want := 0.0, last.Units[len(last.Units)-1], 0.0
	for _, unit := range last.Units {
		sum += unit.Seconds
	}
	for _, step := range job.Steps {
		if step.Class.Rights() != 0 && step.Class.WithoutRights().String() == "KRPvKR" {
			p, err := builder.Provide(step.Class, value.DTM, 3<<30, nil)
			if err != nil {
				t.Fatal(err)
			}
			want += p.Seconds(1)
		}
	}
	if math.Abs(sum-last.Seconds) > 1e-6 || castling.Number != service.CastlingUnit || want == 0 ||
		math.Abs(castling.Seconds-want) > 1e-6 {
		t.Errorf("%d units take %g s of %g, castling %g of these, want %g",
			len(last.Units), sum, last.Seconds, castling.Seconds, want)
	}
}

// TestSaved checks that existing checkpoints take no more scratch.
func TestSaved(t *testing.T) {
	job, err := builder.PlanTables(classes(t, "KQRvKQ")...)
	if err != nil {
		t.Fatal(err)
	}
	at := service.Circumstances{Metric: value.DTM, Memory: 1, Most: 3 << 30, Saves: true}
	before, err := service.NewPlan(job, at)
	if err != nil {
		t.Fatal(err)
	}
	at.Saved = map[string]int64{"KQRvKQ": 1000}
	after, err := service.NewPlan(job, at)
	if err != nil || before.Steps[0].Scratch < 1000 || after.Steps[0].Scratch != before.Steps[0].Scratch-1000 ||
		!after.Steps[0].Saves {
		t.Errorf("%+v, with a checkpoint %+v (%v)", before, after, err)
	}
}

// TestPart checks the parts of several processes that build a table: a unit, some slices, or the castling.
func TestPart(t *testing.T) {
	class := classes(t, "KRPvKR")[0]
	castling := class.Castling()
	for _, test := range []struct {
		part  service.Part
		units []int
		lone  []slice.Number
		steps int
	}{
		{service.Part{Class: class, Unit: 2}, []int{2}, nil, 1},
		{service.Part{Class: class}, []int{1}, nil, 1},
		{service.Part{Class: class, Unit: service.CastlingUnit, Castling: castling}, nil, nil, len(castling)},
		{service.Part{Class: class, Unit: 1, Castling: castling[:1]}, []int{1}, nil, 2},
	} {
		job, err := test.part.Job()
		if err != nil || len(job.Steps) != test.steps {
			t.Errorf("%+v: %+v, %v", test.part, job, err)
			continue
		}
		first := job.Steps[0]
		if test.units != nil && (!slices.Equal(first.Units, test.units) || first.Class != class) {
			t.Errorf("%+v: %+v", test.part, first)
		}
	}
	if _, err := (&service.Part{Class: class, Unit: 1000}).Job(); err == nil {
		t.Error("a unit that no table has is planned")
	}
}
