package tabletest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/internal/filelock"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// SharedEnv is an environment variable that names a directory. The test processes of a run share tables there, so that
// each table is built once. The caller must empty the directory before the run: the tables of other code may have other
// bytes.
const SharedEnv = "MATEWRIGHT_TEST_TABLES"

// sharedDir returns the directory for tables with a makeup, or "" if processes share none.
func sharedDir(of makeup) string {
	dir := os.Getenv(SharedEnv)
	if dir == "" {
		return ""
	}
	name := fmt.Sprintf("%s-%d-%d", of.metric.Name(), of.params.GroupEntries, of.params.MostMenBothSides)
	if of.params.Compact {
		name += "-compact"
	}
	return filepath.Join(dir, name)
}

// SharedDir returns the directory that has the tables of a metric with the usual parameters, or "" if processes share
// none.
func SharedDir(metric *value.Metric) string { return sharedDir(makeup{metric: metric}) }

// exactEnv names a directory that keeps the tables of DTZ50 with which Syzygy files are compared.
const exactEnv = "MATEWRIGHT_SYZYGY_EXACT"

// ByFiftyMoves returns a library with the tables of DTZ50 of classes, and of all that they depend on.
func ByFiftyMoves(t testing.TB, classes ...material.Class) *library.Library {
	t.Helper()
	metric := value.ByFiftyMoves()
	dir := cmp.Or(os.Getenv(exactEnv), SharedDir(metric), t.TempDir())
	stored := store.NewFileStore(dir).Derived()
	if err := BuildMissing(t.Context(), stored, metric, material.Closure(classes...)); err != nil {
		t.Fatal(err)
	}
	lib := library.New(stored, 64<<20).ForMetric(metric)
	t.Cleanup(func() { lib.Close() })
	return lib
}

// BuildMissing builds the missing tables of classes and of all classes that they depend on. If processes
// share the directory, only one builds at a time: another one would build the same tables.
func BuildMissing(
	ctx context.Context, tables store.Store, metric *value.Metric, classes []material.Class,
) (err error) {
	job, err := builder.Plan(ctx, tables, classes...)
	if err != nil || len(job.Steps) == 0 {
		return err
	}
	if dir := sharedDir(makeup{metric, format.ParamsOf(tables)}); dir != "" {
		unlock, err := lock(ctx, dir)
		if err != nil {
			return err
		}
		defer unlock()
		if job, err = builder.Plan(ctx, tables, classes...); err != nil { // others may have built some meanwhile
			return err
		}
	}
	return builder.Build(ctx, tables, job, builder.Options{Metric: metric})
}

// lock waits until no other process has locked a directory, and locks it as far as the system can.
func lock(ctx context.Context, dir string) (unlock func(), err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	file, err := os.Create(filepath.Join(dir, "lock"))
	if err != nil {
		return nil, err
	}
	for errors.Is(filelock.Try(file), filelock.ErrLocked) {
		select {
		case <-ctx.Done():
			file.Close()
			return nil, ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
	return func() { file.Close() }, nil
}
