package matewright_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/matewright/matewright"
)

// TestCancelled checks that cancelled calls return matching errors, and build nothing.
func TestCancelled(t *testing.T) {
	tables := open(t, matewright.Options{})
	build(t, tables, "KQvK")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	calls := map[string]func() error{
		"probe":   func() error { _, err := tables.Probe(ctx, queen); return err },
		"line":    func() error { _, err := tables.Line(ctx, queen); return err },
		"plan":    func() error { _, err := tables.Plan(ctx, "KRvK"); return err },
		"build":   func() error { _, err := tables.Build(ctx, "KRvK"); return err },
		"rebuild": func() error { _, err := tables.Rebuild(ctx, "KQvK"); return err },
		"verify":  func() error { _, err := tables.Verify(ctx, "KQvK"); return err },
		"find":    func() error { return last(tables.Find(ctx, matewright.Query{Class: "KQvK"})) },
		"check":   func() error { return last(tables.Check(ctx, strings.NewReader(queen))) },
		"import":  func() error { _, err := tables.Import(ctx, strings.NewReader("x"), 1); return err },
		"export":  func() error { _, err := tables.Export(ctx, "KQvK", t.TempDir()); return err },
		"prove":   func() error { _, err := tables.Prove(ctx, queen); return err },
	}
	for name, call := range calls {
		if err := call(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := tables.Probe(t.Context(), "8/8/8/3k4/8/8/1R6/K7 w - - 0 1"); !errors.Is(err, matewright.ErrMissing) {
		t.Errorf("after a build that was cancelled: %v", err)
	}
}

// TestStopped checks that a build that is cancelled in its middle keeps finished parts, and is resumed.
func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	dir := t.TempDir()
	tables := open(t, matewright.Options{Dir: dir, Threads: 1, Progress: func(p matewright.Progress) {
		if p.Class == "KPvK" {
			cancel()
		}
	}})
	if _, err := tables.Build(ctx, "KPvK"); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	plan := build(t, tables, "KPvK")
	if len(plan.Steps) != 1 || plan.Steps[0].Class != "KPvK" || len(plan.Present) != 4 {
		t.Errorf("%+v", plan)
	}
}

// TestRebuild checks that a damaged table is an error until it is built again, with the same bytes.
func TestRebuild(t *testing.T) {
	dir := t.TempDir()
	tables := open(t, matewright.Options{Dir: dir})
	build(t, tables, "KQvK")
	path := filepath.Join(dir, "KQvK.mwt")
	right, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, right[:len(right)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	var failed *matewright.Error
	_, err = tables.Probe(t.Context(), queen)
	if !errors.Is(err, matewright.ErrDamaged) || !errors.As(err, &failed) || failed.Class != "KQvK" {
		t.Errorf("%v, %+v", err, failed)
	}
	if _, err := tables.Rebuild(t.Context(), "KQvK"); err != nil {
		t.Fatal(err)
	}
	if answer, err := tables.Probe(t.Context(), queen); err != nil || answer.Category != matewright.Win {
		t.Errorf("%+v, %v", answer, err)
	}
	if again, err := os.ReadFile(path); err != nil || !slices.Equal(again, right) {
		t.Errorf("other bytes: %v", err)
	}
}

// TestBuildsWait checks that a build waits for the one under way, but no longer than its context.
func TestBuildsWait(t *testing.T) {
	begun, release := make(chan struct{}), make(chan struct{})
	once := sync.OnceFunc(func() { close(begun) })
	tables := open(t, matewright.Options{Progress: func(matewright.Progress) {
		once()
		<-release
	}})
	var first errgroup.Group
	first.Go(func() error {
		_, err := tables.Build(t.Context(), "KRvK")
		return err
	})
	<-begun
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := tables.Build(ctx, "KQvK"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	close(release)
	if err := first.Wait(); err != nil {
		t.Error(err)
	}
	build(t, tables, "KQvK")
}

// TestNoTable checks that a class that cannot have a table of DTM50 is refused before a build.
func TestNoTable(t *testing.T) {
	tables := open(t, matewright.Options{Metric: matewright.DTM50})
	if plan, err := tables.Plan(t.Context(), "KRRvKRR-h1"); !errors.Is(err, matewright.ErrClass) {
		t.Errorf("%+v, %v", plan, err)
	}
}

// TestMemory checks that too little memory is an error with a code, for either kind of table.
func TestMemory(t *testing.T) {
	for _, metric := range []matewright.Metric{matewright.DTM, matewright.DTM50} {
		tables := open(t, matewright.Options{Metric: metric, Memory: 1 << 20})
		if _, err := tables.Build(t.Context(), "KQvK"); !errors.Is(err, matewright.ErrUsage) {
			t.Errorf("%s: %v", metric, err)
		}
		if plan, err := tables.Plan(t.Context(), "KQvK"); err != nil || plan.Memory <= 1<<20 {
			t.Errorf("%s: %+v, %v", metric, plan, err)
		}
	}
}
