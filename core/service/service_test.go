package service_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/service"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

func classes(t *testing.T, names ...string) []material.Class {
	t.Helper()
	list, err := material.ParseAll(names)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func position(t *testing.T, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func steps(job *builder.Job) (names []string) {
	for _, s := range job.Steps {
		names = append(names, s.Class.String())
	}
	return names
}

// build prepares and builds a request.
func build(t *testing.T, p *service.Place, r service.Request) *builder.Job {
	t.Helper()
	job, err := p.Prepare(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Build(t.Context(), job, builder.Options{}); err != nil {
		t.Fatal(err)
	}
	return job
}

// TestBuild checks that stored tables are built again only in a rebuild, and that planning changes nothing.
func TestBuild(t *testing.T) {
	tidied := 0
	p := &service.Place{Tables: store.NewMemStore(), ClearOrphans: func(context.Context) error { tidied++; return nil }}
	queen := service.Request{Classes: classes(t, "KQvK")}
	for range 2 {
		job, err := p.Plan(t.Context(), queen)
		if err != nil || !slices.Equal(steps(job), []string{"KQvK"}) {
			t.Fatalf("%v, %v", job, err)
		}
	}
	build(t, p, queen)
	if job := build(t, p, queen); len(job.Steps) != 0 || len(job.Present) != 1 {
		t.Errorf("what is stored: %+v", job)
	}
	queen.Rebuild = true
	if job := build(t, p, queen); !slices.Equal(steps(job), []string{"KQvK"}) {
		t.Errorf("a rebuild: %+v", job)
	}
	if tidied != 3 {
		t.Errorf("tidied %d times in 3 builds", tidied)
	}
	if entries, err := p.Tables.List(t.Context()); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}

// TestPositions checks that a position needs only the units that play can reach. A position with too many men is an
// error with their number.
func TestPositions(t *testing.T) {
	p := &service.Place{Tables: store.NewMemStore()}
	build(t, p, service.Request{Classes: classes(t, "KQvK", "KRvK")})
	pawn := position(t, "8/8/8/8/4k3/8/4P3/4K3 w - - 0 1")
	job, err := p.Plan(t.Context(), service.Request{Positions: []board.Position{pawn}})
	if err != nil || !slices.Equal(steps(job), []string{"KBvK", "KNvK", "KPvK"}) {
		t.Errorf("%+v, %v", job, err)
	}
	full := position(t, "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1")
	_, err = p.Prepare(t.Context(), service.Request{Positions: []board.Position{pawn, full}})
	var men *probe.MenError
	if !errors.As(err, &men) || men.Men != 16 {
		t.Error(err)
	}
}

// TestTidy checks that a build deletes checkpoints of whole tables first, even if it has nothing to do.
func TestTidy(t *testing.T) {
	from := checkpoint.Dir(t.TempDir())
	p := &service.Place{Tables: store.NewMemStore(), Checkpoints: from}
	queen := service.Request{Classes: classes(t, "KQvK")}
	build(t, p, queen)
	for _, class := range []string{"KQvK", "KQvKR"} {
		files, err := from.Open(class + "-0")
		if err != nil {
			t.Fatal(err)
		}
		record := &checkpoint.Record{Of: checkpoint.Work{Class: class, Method: "any"}, Ply: 1, Saved: 1}
		if err := errors.Join(checkpoint.Write(files.Record, record), files.Close()); err != nil {
			t.Fatal(err)
		}
	}
	build(t, p, queen)
	list, err := from.List()
	if err != nil || len(list) != 1 || list[0].Record.Of.Class != "KQvKR" {
		t.Errorf("%+v, %v", list, err)
	}
	failed := errors.New("failed")
	p.ClearOrphans = func(context.Context) error { return failed }
	if err := p.Build(t.Context(), &builder.Job{}, builder.Options{}); !errors.Is(err, failed) {
		t.Error(err)
	}
}

// TestAgain checks that only errors that another process may have cured lead to a second call.
func TestAgain(t *testing.T) {
	other := errors.New("other")
	for _, test := range []struct {
		err   error
		asked int
	}{{nil, 1}, {other, 1}, {store.ErrMissing, 2}, {store.Named("KQvK", store.ErrVersion), 2}} {
		asked, renewed := 0, 0
		renew := func(err error) error {
			if renewed++; !errors.Is(err, test.err) {
				t.Errorf("renewed after %v instead of %v", err, test.err)
			}
			return other
		}
		_, err := service.Again(renew, func() (int, error) { asked++; return 0, test.err })
		if asked != test.asked || renewed != asked-1 || !errors.Is(err, test.err) {
			t.Errorf("%v: asked %d times, renewed %d times, %v", test.err, asked, renewed, err)
		}
	}
	built := false
	n, err := service.Again(func(error) error { built = true; return nil }, func() (int, error) {
		if !built {
			return 0, store.ErrMissing
		}
		return 7, nil
	})
	if n != 7 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
}

// TestEstimate checks that too little memory is raised to the least that suffices, and that a part of a table is a
// share of it.
func TestEstimate(t *testing.T) {
	class := classes(t, "KPvKP")[0]
	job, err := builder.PlanTables(class)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := service.EstimateStep(job.Steps[0], value.DTM, 1, 1)
	if err != nil || whole.Least <= 1<<20 || whole.Budget != whole.Least || whole.Seconds <= 0 || whole.Stored <= 0 {
		t.Fatalf("%+v, %v", whole, err)
	}
	half := job.Steps[0]
	half.Positions /= 2
	part, err := service.EstimateStep(half, value.DTM, 1, 1)
	if err != nil || part.Seconds > whole.Seconds*0.51 || part.Stored > whole.Stored/2+1 || part.Least != whole.Least {
		t.Errorf("%+v of %+v, %v", part, whole, err)
	}
}
