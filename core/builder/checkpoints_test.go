package builder_test

import (
	"errors"
	"testing"
	"time"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
)

// TestCheckpoints stops a build in the middle of a slice. The next one goes on from there by the same method, begins anew by
// another one or while somebody else has the checkpoint, and removes it in the end if nobody has.
func TestCheckpoints(t *testing.T) {
	method, err := solve.MethodNamed("half-cycles")
	if err != nil {
		t.Fatal(err)
	}
	tables := store.NewMemStore()
	if err := builder.Build(t.Context(), tables, plan(t, tables, "KQvKR"), builder.Options{}); err != nil {
		t.Fatal(err)
	}
	want := images(t, tables)
	queenRook := class(t, "KQvKR")
	errStop := errors.New("stop")
	for _, next := range []struct {
		name   string
		method solve.Method
		busy   bool
	}{{"the same method", method, false}, {"another method", nil, false}, {"somebody else is at it", method, true}} {
		dir := checkpoint.Dir(t.TempDir())
		saved := func() []checkpoint.Entry {
			list, err := builder.Checkpoints(dir, queenRook)
			if err != nil {
				t.Fatal(err)
			}
			return list
		}
		first := -1 // ply that was solved
		options := builder.Options{Method: method, Checkpoints: dir, CheckpointEvery: time.Nanosecond}
		build := func(observe func(builder.Progress) error) error {
			job, err := builder.PlanAgain(t.Context(), tables, queenRook)
			if err != nil {
				t.Fatal(err)
			}
			first = -1
			options.Observe = func(p builder.Progress) error {
				if first < 0 && p.Doing == builder.Solving {
					first = p.Ply
				}
				return observe(p)
			}
			return builder.Build(t.Context(), tables, job, options)
		}
		if err := build(func(p builder.Progress) error {
			if p.Ply == 9 {
				return errStop
			}
			return nil
		}); !errors.Is(err, errStop) {
			t.Fatal(err)
		}
		if list := saved(); len(list) != 1 || list[0].Record.Ply != 9 {
			t.Fatalf("%s: %+v is saved", next.name, list)
		}
		close := func() error { return nil }
		if next.busy {
			files, err := dir.Open(saved()[0].Name)
			if err != nil {
				t.Fatal(err)
			}
			close = files.Close
		}
		options.Method = next.method
		if err := errors.Join(build(func(builder.Progress) error { return nil }), close()); err != nil {
			t.Fatal(err)
		}
		if goesOn := first == 9; goesOn != (next.method == method && !next.busy) {
			t.Errorf("%s goes on from ply %d", next.name, first)
		}
		if len(saved()) > 0 != next.busy {
			t.Errorf("%s leaves %+v", next.name, saved())
		}
		if got := images(t, tables)["KQvKR"]; got != want["KQvKR"] {
			t.Errorf("%s makes another table", next.name)
		}
		if err := builder.RemoveCheckpoints(dir, queenRook); err != nil || len(saved()) > 0 {
			t.Errorf("%s: %+v is left, %v", next.name, saved(), err)
		}
	}
}
