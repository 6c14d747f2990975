package builder_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/solve/methods"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/store/storetest"
	"github.com/matewright/matewright/core/value"
)

// The class to build and the classes that it depends on, in order.
const closure = "KQvK KRvK KBvK KNvK KPvK"

func class(t testing.TB, name string) material.Class {
	t.Helper()
	c, err := material.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func plan(t testing.TB, tables store.Store, names ...string) *builder.Job {
	t.Helper()
	var classes []material.Class
	for _, name := range names {
		classes = append(classes, class(t, name))
	}
	job, err := builder.Plan(t.Context(), tables, classes...)
	if err != nil {
		t.Fatal(err)
	}
	return job
}

func steps(job *builder.Job) string {
	var names []string
	for _, s := range job.Steps {
		names = append(names, s.Class.String())
	}
	return strings.Join(names, " ")
}

// images returns the bytes of all tables of a store, header and data.
func images(t testing.TB, tables store.Store) map[string]string {
	t.Helper()
	entries, err := tables.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, e := range entries {
		im := tabletest.ImageOf(t, tables, e.Name)
		all[e.Name] = string(im.Header) + string(im.Data)
	}
	return all
}

// built returns the tables of an undisturbed build.
func built(t testing.TB) map[string]string {
	t.Helper()
	tables := store.NewMemStore()
	if err := builder.Build(t.Context(), tables, plan(t, tables, "KPvK"), builder.Options{}); err != nil {
		t.Fatal(err)
	}
	return images(t, tables)
}

func TestPlan(t *testing.T) {
	tables := store.NewMemStore()
	if got := steps(plan(t, tables, "KPvK")); got != closure {
		t.Errorf("the steps are %s, want %s", got, closure)
	}
	if got := steps(plan(t, tables, "KNvK", "KQvK", "KNvK")); got != "KQvK KNvK" {
		t.Errorf("the steps of two classes are %s", got)
	}
	job := plan(t, tables, "KRvK")
	if err := builder.Build(t.Context(), tables, job, builder.Options{}); err != nil {
		t.Fatal(err)
	}
	blob, err := tables.Open(t.Context(), "KRvK")
	if err != nil {
		t.Fatal(err)
	}
	put(t, tables, "KBvK", blob.Header())               // another class under a name
	put(t, tables, "KNvK", []byte("not a header"))      // damaged
	put(t, tables, "stray", bytes.Clone(blob.Header())) // not a class
	job = plan(t, tables, "KPvK")
	if got := steps(job); got != "KQvK KBvK KNvK KPvK" || len(job.Present) != 1 || job.Present[0] != class(t, "KRvK") {
		t.Errorf("the steps are %s, present is %v", got, job.Present)
	}
	if err := tables.Remove(t.Context(), "KRvK"); err != nil { // KBvK has its header still
		t.Fatal(err)
	}
	if got := steps(plan(t, tables, "KRvK")); got != "KRvK" {
		t.Errorf("the steps of KRvK are %s", got)
	}
	if got, want := job.Positions(), int64(2*64*(3*462+24*64)); got != want {
		t.Errorf("%d positions, want %d", got, want)
	}
}

func put(t *testing.T, tables store.Store, name string, header []byte) {
	t.Helper()
	w, err := tables.Create(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(header); err != nil {
		t.Fatal(err)
	}
}

// A full store has no room for anything.
type full struct{ store.Store }

func (full) Create(context.Context, string) (store.Writer, error) { return nil, store.ErrFull }

// TestResume ends builds in every way and at many moments. It checks that finished
// tables stay, that nothing else is visible, and that the next build continues to the
// same bytes. Long because of its list of ways.
func TestResume(t *testing.T) {
	want := built(t)
	errStop := errors.New("stop")
	ways := []struct {
		name string
		err  error
		// disturb makes a build end at the nth of some moments.
		disturb func(tables *storetest.FaultStore, n int, options *builder.Options, cancel func())
	}{
		{"full at create", store.ErrFull, func(tables *storetest.FaultStore, n int, _ *builder.Options, _ func()) {
			tables.Fail(storetest.Create, n, store.ErrFull)
		}},
		{"full at write", store.ErrFull, func(tables *storetest.FaultStore, n int, _ *builder.Options, _ func()) {
			tables.Fail(storetest.Write, n, store.ErrFull)
		}},
		{"full at commit", store.ErrFull, func(tables *storetest.FaultStore, n int, _ *builder.Options, _ func()) {
			tables.Fail(storetest.Commit, n, store.ErrFull)
		}},
		{
			"damage at read",
			store.ErrCorrupt,
			func(tables *storetest.FaultStore, n int, options *builder.Options, _ func()) {
				options.Faces = full{store.NewMemStore()} // so that tables are read
				tables.Fail(storetest.Read, n, store.ErrCorrupt)
			},
		},
		{"cancelled", context.Canceled, func(_ *storetest.FaultStore, n int, options *builder.Options, cancel func()) {
			options.Observe = func(builder.Progress) error {
				if n--; n == 0 {
					cancel()
				}
				return nil
			}
		}},
		{"stopped by the observer", errStop, func(_ *storetest.FaultStore, n int, options *builder.Options, _ func()) {
			options.Observe = func(builder.Progress) error {
				if n--; n == 0 {
					return errStop
				}
				return nil
			}
		}},
	}
	for _, threads := range []int{1, 2, 5} {
		for _, way := range ways {
			t.Run(fmt.Sprintf("%s, threads=%d", way.name, threads), func(t *testing.T) {
				partial := map[int]bool{}
				for n := 1; ; n += 1 + n/2 {
					tables := &storetest.FaultStore{Store: store.NewMemStore()}
					ctx, cancel := context.WithCancel(t.Context())
					finished := map[string]bool{}
					options := builder.Options{
						Threads: threads,
						Built:   func(r builder.Result) { finished[r.Class.String()] = true },
					}
					way.disturb(tables, n, &options, cancel)
					err := builder.Build(ctx, tables, plan(t, tables, "KPvK"), options)
					undisturbed := err == nil
					cancel()
					if !undisturbed && !errors.Is(err, way.err) {
						t.Fatalf("at %d: %v, want %v", n, err, way.err)
					}
					visible := images(t, tables.Store)
					if len(visible) != len(finished) {
						t.Fatalf(
							"at %d: %v are visible, %v were finished",
							n,
							slices.Collect(maps.Keys(visible)),
							finished,
						)
					}
					for name, image := range visible {
						if !finished[name] || image != want[name] {
							t.Errorf("at %d: %s is visible and was not finished, or is wrong", n, name)
						}
					}
					partial[len(finished)] = true
					job := plan(t, tables.Store, "KPvK")
					if err := builder.Build(t.Context(), tables.Store, job, builder.Options{}); err != nil {
						t.Fatal(err)
					}
					if !maps.Equal(images(t, tables.Store), want) {
						t.Fatalf("at %d: the tables of the second build differ", n)
					}
					if undisturbed {
						break
					}
				}
				if len(partial) < 2 {
					t.Errorf("builds ended with %v tables only", partial)
				}
			})
		}
	}
}

// TestErrorNames checks that the error of a table has its name.
func TestErrorNames(t *testing.T) {
	tables := &storetest.FaultStore{Store: store.NewMemStore()}
	tables.Fail(storetest.Commit, 3, store.ErrFull)
	err := builder.Build(t.Context(), tables, plan(t, tables, "KPvK"), builder.Options{Threads: 1})
	var named *store.Error
	if !errors.As(err, &named) || named.Table != "KBvK" {
		t.Errorf("storing: %v", err)
	}
	job := plan(t, tables, "KPvK")
	if err := tables.Remove(t.Context(), "KRvK"); err != nil { // behind its back
		t.Fatal(err)
	}
	err = builder.Build(t.Context(), tables, job, builder.Options{})
	if !errors.Is(err, store.ErrMissing) || !errors.As(err, &named) || named.Table != "KRvK" {
		t.Errorf("reading: %v", err)
	}
}

// TestCache checks that the bytes do not depend on the size of the cache, or on the run.
func TestCache(t *testing.T) {
	want := built(t)
	for _, budget := range []int64{1, 100_000, 1 << 30} {
		tables := store.NewFileStore(t.TempDir())
		options := builder.Options{CacheBytes: budget}
		if err := builder.Build(t.Context(), tables, plan(t, tables, "KPvK"), options); err != nil {
			t.Fatal(err)
		}
		if !maps.Equal(images(t, tables), want) {
			t.Errorf("with %d bytes the tables differ", budget)
		}
	}
}

// TestMemory checks that tables do not depend on the memory either. If it is short it is the
// budget, raised to the least that suffices. With plenty of memory the build has no budget.
func TestMemory(t *testing.T) {
	for _, memory := range []int64{1, 0} {
		tables := store.NewMemStore()
		got := int64(-1)
		options := builder.Options{Memory: memory, Threads: 3, Begin: func(budget int64) { got = budget }}
		if err := builder.Build(t.Context(), tables, plan(t, tables, "KPvK"), options); err != nil {
			t.Fatal(err)
		}
		least, err := builder.Least(class(t, "KPvK"), value.DTM, nil)
		if err != nil {
			t.Fatal(err)
		}
		if memory == 0 {
			least = 0
		}
		if got != least {
			t.Errorf("with %d bytes the budget is %d, want %d", memory, got, least)
		}
		if !maps.Equal(images(t, tables), built(t)) {
			t.Errorf("with %d bytes the tables differ", memory)
		}
	}
}

// TestThreads checks that the bytes do not depend on the number of threads either. With
// -short, it builds only one pawn.
func TestThreads(t *testing.T) {
	names := strings.Fields(closure + " KPPvK")
	if testing.Short() {
		names = strings.Fields(closure)
	}
	tables := store.NewMemStore()
	if err := builder.Build(t.Context(), tables, plan(t, tables, names...), builder.Options{}); err != nil {
		t.Fatal(err)
	}
	want := images(t, tables)
	var again []material.Class
	for _, name := range names {
		again = append(again, class(t, name))
	}
	for _, threads := range []int{1, 2, 5} {
		job, err := builder.PlanAgain(t.Context(), tables, again...)
		if err != nil || len(job.Steps) != len(again) {
			t.Fatal(job, err)
		}
		built := 0
		options := builder.Options{Threads: threads, Built: func(builder.Result) { built++ }}
		if err := builder.Build(t.Context(), tables, job, options); err != nil || built != len(again) {
			t.Fatalf("with %d threads %d of %d tables were built: %v", threads, built, len(again), err)
		}
		for name, image := range images(t, tables) {
			if image != want[name] {
				t.Errorf("with %d threads %s differs", threads, name)
			}
		}
	}
}

// countedRoom is scratch in memory that counts the bytes read and written.
type countedRoom struct {
	scratch.Memory
	read, written *int64
}

func (r *countedRoom) ReadAt(p []byte, off int64) (n int, err error) {
	n, err = r.Memory.ReadAt(p, off)
	*r.read += int64(n)
	return n, err
}

func (r *countedRoom) WriteAt(p []byte, off int64) (n int, err error) {
	n, err = r.Memory.WriteAt(p, off)
	*r.written += int64(n)
	return n, err
}

func (r *countedRoom) Close() error { return nil }

// TestProgressOfScratch checks that progress has the bytes written to scratch and read from it so far.
func TestProgressOfScratch(t *testing.T) {
	method, err := methods.All().Named("grandfather-spilled")
	if err != nil {
		t.Fatal(err)
	}
	var read, written int64
	var last builder.Progress
	tables := store.NewMemStore()
	err = builder.Build(t.Context(), tables, plan(t, tables, "KRvK"), builder.Options{
		Threads: 1,
		Method:  method,
		Scratch: func() (scratch.File, error) { return &countedRoom{read: &read, written: &written}, nil },
		Observe: func(p builder.Progress) error {
			if p.ScratchRead != read || p.ScratchWritten != written {
				t.Errorf("%+v, but %d bytes were read and %d written", p, read, written)
			}
			last = p
			return nil
		},
	})
	if err != nil || last.ScratchRead == 0 || last.ScratchWritten == 0 {
		t.Errorf("at the end it said %+v, %v", last, err)
	}
}

// TestProgress checks that the progress only grows and ends at the total, and that every slice has its
// parts in order. One thread makes one slice after the other.
func TestProgress(t *testing.T) {
	doing := map[builder.Doing]int{builder.Preparing: 0, builder.Reading: 1, builder.Solving: 2, builder.Storing: 3}
	for _, threads := range []int{1, 2, 5} {
		tables := store.NewMemStore()
		job := plan(t, tables, "KPvK")
		var last builder.Progress
		slice := func(p builder.Progress) []int { return []int{p.Index, p.Slice} }
		at := map[string]int{} // the last part of a slice
		seen := map[string]bool{}
		options := builder.Options{Threads: threads, Observe: func(p builder.Progress) error {
			step := fmt.Sprint(p.Class, p.Slice)
			if p.Positions < last.Positions || doing[p.Doing] < at[step] ||
				threads == 1 && slices.Compare(slice(last), slice(p)) > 0 {
				t.Errorf("%+v comes after %+v", p, last)
			}
			if p.Total != job.Positions() || p.Count != len(job.Steps) || p.Class != job.Steps[p.Index].Class ||
				p.Slice >= p.Slices {
				t.Errorf("%+v", p)
			}
			first := !seen[fmt.Sprint(step, p.Doing)]
			if first && threads == 1 && step == "KPvK23" && p.Doing == builder.Storing {
				stored := job.Positions() - p.Positions // by the last slice, which stores all slices
				if of := job.Steps[p.Index].Positions; stored < of/5 || stored > of/4 {
					t.Errorf("%d of %d positions are left when all slices are solved", stored, of)
				}
			}
			at[step] = doing[p.Doing]
			seen[fmt.Sprint(step, p.Doing)] = true
			last = p
			return nil
		}}
		if err := builder.Build(t.Context(), tables, job, options); err != nil {
			t.Fatal(err)
		}
		if last.Positions != job.Positions() {
			t.Errorf("it ended at %d of %d", last.Positions, job.Positions())
		}
		if want := 3 * (4 + 24); len(seen) != want {
			t.Errorf("%d steps were seen, want %d", len(seen), want)
		}
	}
}
