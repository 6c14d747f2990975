package solve_test

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/internal/methodtest"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/value"
)

// keptRooms are the files of a checkpoint in memory. They outlive solvers.
type keptRooms [3]keptRoom

type keptRoom struct{ memoryScratch }

func (*keptRoom) Close() error { return nil }

func (k *keptRooms) files() *checkpoint.Files {
	for i := range k {
		k[i].writes, k[i].reads = 0, 0
	}
	return &checkpoint.Files{Bits: &k[0], Lists: &k[1], Record: &k[2]}
}

// solveKept solves a slice from a checkpoint, and returns the ply from which it resumes. It saves before every ply.
func solveKept(
	method solve.Method,
	l *slice.Layout,
	number slice.Number,
	source exits.Source,
	files *checkpoint.Files,
	observe solve.Observer,
) (
	from int, sink solve.Sink, err error) {
	from = -1
	solver := solve.New(method, l, value.DTM, source, func(p solve.Progress) error {
		if p.Phase == solve.Exits {
			from = 0
		} else if from < 0 {
			from = p.Ply
		}
		return observe(p)
	})
	solver.Limit(method.Plan(l).Lists, files.Bits)
	solver.Keep(files, 0)
	sink = method.NewSink(l, value.DTM, true, files.Lists)
	return from, sink, solver.Solve(number, sink)
}

func keepingMethods(t *testing.T, l *slice.Layout) (methods []solve.Method) {
	t.Helper()
	for _, m := range allMethods {
		if plan := m.Plan(l); plan.Resumable {
			methods = append(methods, m)
		}
	}
	if len(methods) == 0 {
		t.Fatal("no method keeps anything")
	}
	return methods
}

var errKilled = errors.New("killed")

func observeNothing(solve.Progress) error { return nil }

// TestKilled kills solvers at random writes until one ends. It checks that each resumes from the last record, and that
// the values are right.
func TestKilled(t *testing.T) {
	source := newInMemory(t)
	random := rand.New(rand.NewPCG(1, 2))
	kills, later := 0, 0
	for _, name := range []string{"KQvKR", "KRvKN", "KBNvK"} {
		class, l := source.need(name)
		for _, method := range keepingMethods(t, l) {
			kept := &keptRooms{}
			number := slice.Number(random.IntN(int(min(3, l.Slices()))))
			if _, _, err := solveKept(method, l, number, source, kept.files(), observeNothing); err != nil {
				t.Fatal(err)
			}
			writes := [2]int{-kept[0].writes, -kept[1].writes}
			kept = &keptRooms{}
			last := 0
			for tries, alive := 0, false; !alive; tries++ {
				files := kept.files()
				if room := random.IntN(2); tries < 8 {
					kept[room].writes = 1 + random.IntN(writes[room]/2)
				}
				from, sink, err := solveKept(method, l, number, source, files, observeNothing)
				if from >= 0 && from < last {
					t.Fatalf("%s by %s begins at ply %d, and was at %d", name, method.Name(), from, last)
				}
				last = max(last, from)
				if from > 0 {
					later++
				}
				if alive = err == nil; alive {
					wantView(t, l, sink, source.values[class][number])
				} else if kills++; !errors.Is(err, errDisk) {
					t.Fatal(err)
				}
			}
		}
	}
	if kills < 8 || later < 4 {
		t.Errorf("%d were killed, and %d resumed", kills, later)
	}
}

// TestDamagedCheckpoint flips bits of the files of a checkpoint, or empties a file. The slice then begins again, or
// resumes if it did not read the damaged bits. The test checks the values, also with a checkpoint of another class.
func TestDamagedCheckpoint(t *testing.T) {
	source := newInMemory(t)
	class, l := source.need("KRvKN")
	random := rand.New(rand.NewPCG(3, 4))
	for _, method := range keepingMethods(t, l) {
		stopAt := func(ply int) solve.Observer {
			return func(p solve.Progress) error {
				if p.Phase == solve.Solving && p.Ply >= ply {
					return errKilled
				}
				return nil
			}
		}
		begun := 0
		for n := range 12 {
			kept := &keptRooms{}
			if _, _, err := solveKept(method, l, 0, source, kept.files(), stopAt(7)); !errors.Is(err, errKilled) {
				t.Fatal(err)
			}
			damaged := &kept[n%len(kept)]
			if n < 3 {
				damaged.Room = methodtest.Room{}
			} else {
				damaged.Flip(int64(random.IntN(int(damaged.Len()))), 1<<random.IntN(8))
			}
			from, sink, err := solveKept(method, l, 0, source, kept.files(), observeNothing)
			if err != nil {
				t.Fatal(err)
			}
			if from == 0 {
				begun++
			}
			wantView(t, l, sink, source.values[class][0])
		}
		if begun < 3 || begun == 12 {
			t.Errorf("%s began again after %d damages of 12", method.Name(), begun)
		}

		kept := &keptRooms{}
		other, otherLayout := source.need("KRvKB")
		if _, _, err := solveKept(method, otherLayout, 0, source, kept.files(), stopAt(5)); !errors.Is(err, errKilled) {
			t.Fatal(other, err)
		}
		from, sink, err := solveKept(method, l, 0, source, kept.files(), observeNothing)
		if err != nil || from != 0 {
			t.Fatalf("after %v: from ply %d, %v", other, from, err)
		}
		wantView(t, l, sink, source.values[class][0])
	}
}

// TestSaving checks that a solver leaves no record before the first save is due.
func TestSaving(t *testing.T) {
	source := newInMemory(t)
	_, l := source.need("KQvKR")
	for _, method := range keepingMethods(t, l) {
		kept := &keptRooms{}
		files := kept.files()
		solver := solve.New(method, l, value.DTM, source, nil)
		solver.Limit(method.Plan(l).Lists, files.Bits)
		solver.Keep(files, time.Hour)
		if err := solver.Solve(0, method.NewSink(l, value.DTM, true, files.Lists)); err != nil {
			t.Fatal(err)
		}
		if r, err := checkpoint.Read(files.Record); r != nil || err != nil {
			t.Errorf("%s has saved %+v, %v", method.Name(), r, err)
		}
	}
}

// TestStoppedResuming stops solvers while they resume, and checks that the checkpoint stays complete.
func TestStoppedResuming(t *testing.T) {
	source := newInMemory(t)
	class, l := source.need("KQvKR")
	for _, method := range keepingMethods(t, l) {
		kept := &keptRooms{}
		stopAfter := func(left int) solve.Observer {
			return func(p solve.Progress) error {
				if left--; p.Phase == solve.Solving && left <= 0 {
					return errKilled
				}
				return nil
			}
		}
		if _, _, err := solveKept(method, l, 0, source, kept.files(), func(p solve.Progress) error {
			if p.Ply == 9 {
				return errKilled
			}
			return nil
		}); !errors.Is(err, errKilled) {
			t.Fatal(err)
		}
		for _, after := range []int{1, 2, 300, 900} { // lists and frames
			if from, _, err := solveKept(method, l, 0, source, kept.files(), stopAfter(after)); !errors.Is(
				err,
				errKilled,
			) ||
				from != 9 {
				t.Fatalf("%s, stopped after %d steps: from ply %d, %v", method.Name(), after, from, err)
			}
		}
		from, sink, err := solveKept(method, l, 0, source, kept.files(), observeNothing)
		if err != nil || from != 9 {
			t.Fatalf("%s resumes from ply %d: %v", method.Name(), from, err)
		}
		wantView(t, l, sink, source.values[class][0])
	}
}
