package builder_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/dtm50"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// testClaims are claims in memory, which count how often each was taken.
type testClaims struct {
	mu    sync.Mutex
	held  map[string]bool
	taken map[string]int
}

func newClaims() *testClaims { return &testClaims{held: map[string]bool{}, taken: map[string]int{}} }

func (c *testClaims) Claim(_ context.Context, name string) (release func(), err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.held[name] {
		return nil, store.ErrClaimed
	}
	c.held[name] = true
	c.taken[name]++
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.held, name)
	}, nil
}

func (c *testClaims) Held(context.Context) (bool, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.held) > 0, nil
}

// wantFree checks that no claim is left.
func (c *testClaims) wantFree(t *testing.T) {
	t.Helper()
	if len(c.held) > 0 {
		t.Errorf("%v are still claimed", c.held)
	}
}

// TestJointMakingFaces makes the faces of promotions in one thread, while others claim units of the same table. It is
// for the race detector, and checks the bytes.
func TestJointMakingFaces(t *testing.T) {
	l := tabletest.Layout(t, "KPvK")
	tabletest.SmallGroups(t, l, 21)
	want := images(t, tabletest.BuiltWith(t, tabletest.ParamsOf(l), value.DTM, "KPvK"))
	tables, claims := tabletest.StoreOf(l), newClaims()
	tabletest.Build(t, tables, "KQvK", "KRvK", "KBvK", "KNvK")
	prepared := false
	err := builder.Build(t.Context(), tables, plan(t, tables, "KPvK"), builder.Options{
		Claims:  claims,
		Threads: 3,
		Observe: func(p builder.Progress) error {
			prepared = prepared || p.Doing == builder.Preparing
			return nil
		},
	})
	if err != nil || !prepared {
		t.Errorf("prepared is %v (%v)", prepared, err)
	}
	if got := images(t, tables); !maps.Equal(got, want) {
		t.Errorf("%d tables and units, want %d, or they have other bytes", len(got), len(want))
	}
	claims.wantFree(t)
}

// TestJoint checks that simultaneous builds divide the units of all classes, and that the bytes are those of a single
// build. The builds share the faces, or each has its own. Then they read units of others from the store.
func TestJoint(t *testing.T) {
	for _, test := range []struct {
		units, builds, threads int
		least, shared          bool // budget; faces
	}{
		{units: 21, builds: 2, threads: 1, shared: true},
		{units: 21, builds: 3, threads: 2, least: true},
		{units: 6, builds: 2, threads: 3},
	} {
		t.Run(fmt.Sprint(test), func(t *testing.T) {
			l := tabletest.Layout(t, "KPvK")
			tabletest.SmallGroups(t, l, test.units)
			want := images(t, tabletest.BuiltWith(t, tabletest.ParamsOf(l), value.DTM, "KPvK"))
			tables, claims := tabletest.StoreOf(l), newClaims()
			var budget int64
			if test.least {
				var err error
				if budget, err = builder.Least(l.Class, value.DTM, nil); err != nil {
					t.Fatal(err)
				}
			}
			faces := store.NewMemStore()
			var mu sync.Mutex
			here, elsewhere := map[string]int{}, map[string]int{}
			var builds errgroup.Group
			for range test.builds {
				options := builder.Options{Claims: claims, Threads: test.threads, Budget: budget}
				if test.shared {
					options.Faces = faces
				}
				options.Built = func(r builder.Result) {
					mu.Lock()
					defer mu.Unlock()
					here[r.Class.String()] += len(r.Units)
					elsewhere[r.Class.String()] += r.Elsewhere
					if r.Header == nil || len(r.Units) > 0 && (r.Bytes <= 0 || r.Positions <= 0) {
						t.Errorf("%+v is the result", r)
					}
				}
				job := plan(t, tables, "KPvK")
				builds.Go(func() error { return builder.Build(t.Context(), tables, job, options) })
			}
			if err := builds.Wait(); err != nil {
				t.Fatal(err)
			}
			if got := images(t, tables); !maps.Equal(got, want) {
				t.Errorf("%d tables and units, want %d, or they have other bytes", len(got), len(want))
			}
			for class, units := range here {
				all := format.Units(tabletest.ParamsOf(l).Layout(tabletest.Classes(t, class)[0]))
				if units != all || elsewhere[class] != all*(test.builds-1) {
					t.Errorf("%d of %d units of %s are built, %d elsewhere", units, all, class, elsewhere[class])
				}
			}
			claims.wantFree(t)
		})
	}
}

// TestJointWaits checks that a build waits for a unit that another process has claimed, and does all else before. When
// the claim ends, it builds the unit, unless that was stored.
func TestJointWaits(t *testing.T) {
	l := tabletest.Layout(t, "KPvK")
	tabletest.SmallGroups(t, l, 6)
	reference := tabletest.BuiltWith(t, tabletest.ParamsOf(l), value.DTM, "KPvK")
	for _, name := range []string{"KQvK", "KPvKunit3"} {
		for _, stored := range []bool{false, true} {
			tables, claims := tabletest.StoreOf(l), newClaims()
			release, err := claims.Claim(t.Context(), name)
			if err != nil {
				t.Fatal(err)
			}
			waited := 0
			elsewhere := 0
			options := builder.Options{
				Claims:  claims,
				Threads: 2,
				Observe: func(p builder.Progress) error {
					if !p.Elsewhere {
						return nil
					}
					if waited++; waited == 2 { // the first time, a claim that has failed may be tried again
						for other, n := range claims.taken {
							if other != name && n == 0 {
								t.Errorf("%s is left while the build waits for %s", other, name)
							}
						}
						if stored {
							tabletest.ImageOf(t, reference, name).Put(t, tables, name)
						}
						release()
					}
					return nil
				},
				Built: func(r builder.Result) { elsewhere += r.Elsewhere },
			}
			if err := builder.Build(t.Context(), tables, plan(t, tables, "KPvK"), options); err != nil {
				t.Fatal(err)
			}
			if want := map[bool]int{true: 1}[stored]; waited < 2 || elsewhere != want {
				t.Errorf("%s, stored %t: waited %d times, %d units elsewhere", name, stored, waited, elsewhere)
			}
			if !maps.Equal(images(t, tables), images(t, reference)) {
				t.Errorf("%s, stored %t: other bytes", name, stored)
			}
			claims.wantFree(t)
		}
	}
}

// quickClaims are claims beside another process that stores every third unit just before it can be claimed here.
type quickClaims struct {
	*testClaims
	store func(name string)
}

func (c quickClaims) Claim(ctx context.Context, name string) (release func(), err error) {
	if _, unit, ok := format.ParseUnitName(name); ok && unit%3 == 0 {
		c.store(name)
	}
	return c.testClaims.Claim(ctx, name)
}

// TestJointBetween checks that a build looks for a unit again after its claim. It also checks that the build reads
// units without faces that appear while it builds others.
func TestJointBetween(t *testing.T) {
	l := tabletest.Layout(t, "KPvK")
	tabletest.SmallGroups(t, l, 21)
	reference := tabletest.BuiltWith(t, tabletest.ParamsOf(l), value.DTM, "KPvK")
	tables := tabletest.StoreOf(l)
	claims := quickClaims{newClaims(), func(name string) {
		tabletest.ImageOf(t, reference, name).Put(t, tables, name)
	}}
	here, elsewhere := 0, 0
	options := builder.Options{Claims: claims, Threads: 1, Built: func(r builder.Result) {
		if r.Class == l.Class {
			here, elsewhere = len(r.Units), r.Elsewhere
		}
	}}
	if err := builder.Build(t.Context(), tables, plan(t, tables, "KPvK"), options); err != nil {
		t.Fatal(err)
	}
	if here != 14 || elsewhere != 7 {
		t.Errorf("%d units are built here and %d elsewhere, want 14 and 7", here, elsewhere)
	}
	if !maps.Equal(images(t, tables), images(t, reference)) {
		t.Error("other bytes")
	}
	claims.wantFree(t)
}

// TestJointEnds checks that a build that waits ends with its context, and with an error of Observe. Without locks it
// builds nothing.
func TestJointEnds(t *testing.T) {
	errObserved := errors.New("observed")
	tables := store.NewMemStore()
	claims := newClaims()
	if _, err := claims.Claim(t.Context(), "KQvK"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for _, test := range []struct {
		observe func() error
		want    error
	}{
		{func() error { return errObserved }, errObserved},
		{func() error { cancel(); return nil }, context.Canceled},
	} {
		options := builder.Options{Claims: claims, Threads: 3, Observe: func(p builder.Progress) error {
			if p.Elsewhere {
				return test.observe()
			}
			return nil
		}}
		if err := builder.Build(ctx, tables, plan(t, tables, "KQvK"), options); !errors.Is(err, test.want) {
			t.Errorf("%v, want %v", err, test.want)
		}
	}
	job := plan(t, tables, "KPvK")
	err := builder.Build(t.Context(), tables, job, builder.Options{Claims: noLocks{}})
	if !errors.Is(err, store.ErrNoLocks) {
		t.Errorf("without locks: %v", err)
	}
	if names := tabletest.Names(t, tables); len(names) > 0 {
		t.Errorf("%v are built", names)
	}
}

// noLocks are claims on a system without locks.
type noLocks struct{}

func (noLocks) Claim(context.Context, string) (func(), error) { return nil, store.ErrNoLocks }
func (noLocks) Held(context.Context) (bool, error)            { return false, store.ErrNoLocks }

// TestJointFaces checks that a build leaves the faces of other processes, but none if no process is at work.
func TestJointFaces(t *testing.T) {
	for _, beside := range []bool{true, false} {
		claims, faces := newClaims(), store.NewMemStore()
		if beside {
			if _, err := claims.Claim(t.Context(), "KRvKB"); err != nil {
				t.Fatal(err)
			}
		}
		w, err := faces.Create(t.Context(), "KRBvKfaceh1")
		if err == nil {
			err = w.Commit(nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		tables := store.NewMemStore()
		options := builder.Options{Claims: claims, Faces: faces, Threads: 1}
		if err := builder.Build(t.Context(), tables, plan(t, tables, "KPvK"), options); err != nil {
			t.Fatal(err)
		}
		left := map[bool]int{true: 1}[beside]
		if names := tabletest.Names(t, faces); len(names) != left {
			t.Errorf("%q are left, want %d", names, left)
		}
	}
}

// TestJointByMaker checks that builds by a maker divide the tables, and wait for those of others.
func TestJointByMaker(t *testing.T) {
	want := images(t, tabletest.BuiltByClock(t, "KRvK"))
	tables, claims := dtm50.In(store.NewMemStore()), newClaims()
	release, err := claims.Claim(t.Context(), "KRvK")
	if err != nil {
		t.Fatal(err)
	}
	ended := sync.OnceFunc(release)
	var mu sync.Mutex
	here, elsewhere := 0, 0
	var builds errgroup.Group
	for range 2 {
		maker := dtm50.NewMaker(tables)
		defer maker.Close()
		options := builder.Options{
			Claims:  claims,
			Maker:   maker,
			Threads: 1,
			Observe: func(p builder.Progress) error {
				if p.Elsewhere {
					ended()
				}
				return nil
			},
			Built: func(r builder.Result) {
				mu.Lock()
				defer mu.Unlock()
				here += len(r.Units)
				elsewhere += r.Elsewhere
			},
		}
		job := plan(t, tables, "KRvK")
		builds.Go(func() error { return builder.Build(t.Context(), tables, job, options) })
	}
	if err := builds.Wait(); err != nil {
		t.Fatal(err)
	}
	got := images(t, tables)
	for name, image := range got {
		if image != want[name] {
			t.Errorf("%s has other bytes", name)
		}
	}
	if len(got) == 0 || here != len(got) || elsewhere != len(got) {
		t.Errorf("%d of %d tables are built, and %d elsewhere", here, len(got), elsewhere)
	}
	claims.wantFree(t)
}
