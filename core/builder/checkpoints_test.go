package builder_test

import (
	"errors"
	"testing"
	"time"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/checkpoint/checkpointtest"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/methods"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/store/storetest"
)

// TestCheckpoints stops a build in the middle of a slice. It checks that the next one resumes from there. By another
// method, or while another process has the checkpoint, the build starts again. In the end it removes the checkpoint,
// if no other process has it. Long because of its cases.
func TestCheckpoints(t *testing.T) {
	method, err := methods.All().Named("half-cycles")
	other, otherErr := methods.All().Named("grandfather")
	if err := errors.Join(err, otherErr); err != nil {
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
	}{
		{"the same method", method, false},
		{"no method named", nil, false},
		{"another method", other, false},
		{"another build", method, true},
	} {
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
		if goesOn := first == 9; goesOn != (next.method != other && !next.busy) {
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

// TestRefusedCheckpoint checks that a checkpoint that led to other bytes than the known ones is not resumed. The
// checkpoint of a whole table is cleared.
func TestRefusedCheckpoint(t *testing.T) {
	method, err := methods.All().Named("half-cycles")
	if err != nil {
		t.Fatal(err)
	}
	dir, queenRook := checkpoint.Dir(t.TempDir()), class(t, "KQvKR")
	saved := func() int {
		list, err := builder.Checkpoints(dir, queenRook)
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	tables := &storetest.FaultStore{Store: store.NewMemStore()}
	for _, refused := range []error{store.ErrFull, known.ErrOther} {
		if err := builder.Build(t.Context(), tables, plan(t, tables, "KQvK", "KRvK"), builder.Options{}); err != nil {
			t.Fatal(err)
		}
		tables.Fail(storetest.Commit, 1, refused)
		err := builder.Build(
			t.Context(),
			tables,
			plan(t, tables, "KQvKR"),
			builder.Options{Method: method, Checkpoints: dir, CheckpointEvery: time.Nanosecond},
		)
		if !errors.Is(err, refused) || saved() > 0 != (refused == store.ErrFull) {
			t.Errorf("%v: %d are saved after %v", refused, saved(), err)
		}
	}
	files, err := dir.Open("KQvKR-0")
	if err != nil {
		t.Fatal(err)
	}
	record := checkpointtest.Record(3)
	record.Of.Class = "KQvKR"
	written := errors.Join(checkpoint.Write(files.Record, record), files.Close())
	if err := errors.Join(written, builder.ClearCheckpoints(t.Context(), dir, tables)); err != nil ||
		saved() != 1 {
		t.Errorf("%d are saved of a table that is not there, %v", saved(), err)
	}
	tables.Fail(storetest.Commit, 0, nil)
	if err := builder.Build(t.Context(), tables, plan(t, tables, "KQvKR"), builder.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := builder.ClearCheckpoints(t.Context(), dir, tables); err != nil || saved() > 0 {
		t.Errorf("%d are saved of a table that is there, %v", saved(), err)
	}
}
