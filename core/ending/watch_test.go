package ending

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
)

// An endingContext ends when it is looked at for the last time of a number.
type endingContext struct {
	context.Context
	looks int
}

func (c *endingContext) Err() error {
	if c.looks--; c.looks <= 0 {
		return context.Canceled
	}
	return nil
}

// TestStoppedInside lets the context end at each moment of solving a slice, and of following its claims. Nothing is
// stored, and the same solver solves the slice later.
func TestStoppedInside(t *testing.T) {
	p := tabletest.Position(t, "8/8/5pk1/6p1/6P1/5RK1/5P2/8 w - - 0 1")
	e := newEnding(t, p)
	root, _ := sliceOf(&p)
	again, fresh := e.crew.solvers[0], solver{source: e.kept}
	open, err := fresh.solve(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	want := fresh.blocks(open)
	reminded := 0
	again.watch.also = func() { reminded++ }
	stops := func(name string, do func(context.Context) error) {
		looks := 1
		for ; ; looks++ {
			reminded = 0
			err := do(&endingContext{t.Context(), looks})
			if err == nil {
				break
			}
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("%s: %v", name, err)
			}
			if len(e.kept.nodes) > 0 {
				t.Fatalf("%s, stopped at look %d: a slice is stored", name, looks)
			}
			if looks%16 != 1 {
				continue
			}
			open, err := again.solve(t.Context(), root)
			got := again.blocks(open)
			if err != nil || !slices.Equal(got[0].words, want[0].words) || !slices.Equal(got[1].words, want[1].words) {
				t.Fatalf("%s, after look %d: other codes, %v", name, looks, err)
			}
		}
		if least := 2 * 64 * 64 / callsPerLook; looks < 2*least || reminded < 2*least {
			t.Errorf("%s: only %d looks, and %d reminders", name, looks, reminded)
		}
	}
	for _, wins := range []bool{true, false} {
		stops("a claim", func(ctx context.Context) error {
			all := newMarks(64 * 64)
			for _, c := range board.Colors {
				for i := range 64 * 64 {
					all.add(c, i, ^uint64(0))
				}
			}
			nothing := func(Slice, board.Color, int, uint64) {}
			return again.followClaim(ctx, root, claim{board.White, wins}, all, nothing)
		})
	}
	stops("a slice", func(ctx context.Context) error { return e.solveWith(ctx, again, root) })
	if len(e.kept.nodes) != 1 {
		t.Error("the slice is not stored")
	}
}

// TestReporter reports changes at once. Reminders repeat a report only after some time.
func TestReporter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var it reporter
		it.remind() // nobody listens
		reports, value := []int{}, 0
		it.begin(func() { reports = append(reports, value) })
		it.remind()
		it.update(func() { value++ })
		time.Sleep(reportInterval - 1)
		it.remind()
		time.Sleep(time.Nanosecond)
		it.remind()
		it.remind()
		it.begin(nil)
		time.Sleep(reportInterval)
		it.remind()
		if want := []int{1, 1}; !slices.Equal(reports, want) {
			t.Errorf("reports of %v, want %v", reports, want)
		}
	})
}
