// Package home lays out the tables of all metrics in one directory of the file system, and says how much memory this
// computer can spare.
//
// The tables of DTM are in the directory itself. Those of each other metric are in a directory in it with the
// metric's name in lower case, as are those that depend on the clock, in dtm50. Each of these directories has
// subdirectories for what belongs to its tables: faces and checkpoints.
package home

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/dtm50"
	"github.com/matewright/matewright/core/internal/filelock"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/service"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// A Home is the directory of the tables of all metrics. Methods take a metric, or nil for the tables that depend on
// the clock (package dtm50). The directory need not exist yet.
type Home string

// Default returns the directory that is used if the user names none: .matewright in the user's home directory.
func Default() Home {
	if dir, err := os.UserHomeDir(); err == nil {
		return Home(filepath.Join(dir, ".matewright"))
	}
	return "tables"
}

// DirName returns the name of a metric's directory.
func DirName(metric *value.Metric) string {
	if metric == nil {
		return strings.ToLower(dtm50.Name)
	}
	return strings.ToLower(metric.Name())
}

// Dir returns the directory of the tables of a metric.
func (h Home) Dir(metric *value.Metric) string {
	if metric != nil && metric.IsDefault() {
		return string(h)
	}
	return filepath.Join(string(h), DirName(metric))
}

// Tables returns the store of the tables of a metric.
func (h Home) Tables(metric *value.Metric) *store.FileStore { return store.NewFileStore(h.Dir(metric)) }

// Faces returns the store of the faces of a metric's tables.
func (h Home) Faces(metric *value.Metric) store.Store { return FacesIn(h.Dir(metric)) }

// FacesIn returns the store of the faces of the tables in a directory.
func FacesIn(dir string) store.Store {
	return store.NewFileStore(filepath.Join(dir, "faces")).Derived()
}

// Checkpoints returns the checkpoints of a metric's tables that are being built.
func (h Home) Checkpoints(metric *value.Metric) checkpoint.Store {
	return checkpoint.Dir(filepath.Join(h.Dir(metric), "checkpoints"))
}

// ScratchDir returns the directory for temporary files of a metric: the directory of its tables or, if that does not
// exist, the home. It returns "" if neither exists. The system's temporary directory may be in memory.
func (h Home) ScratchDir(metric *value.Metric) string {
	for _, dir := range []string{h.Dir(metric), string(h)} {
		if isDir(dir) {
			return dir
		}
	}
	return ""
}

// Place returns where the tables of a metric are built.
func (h Home) Place(metric *value.Metric) *service.Place {
	tables := h.Tables(metric)
	return &service.Place{
		Tables:      tables,
		Checkpoints: h.Checkpoints(metric),
		ClearOrphans: func(context.Context) error {
			tables.ClearOrphans()
			return nil
		},
	}
}

// Prober returns a prober in which the tables of a metric choose the best moves. The tables of the other metrics
// that are named, and those that depend on the clock, add what they say.
func (h Home) Prober(metric *value.Metric, others ...*value.Metric) *probe.Prober {
	prober, clocked := new(probe.Prober), dtm50.NewLibrary(h.Tables(nil))
	if metric == nil {
		prober.WithClock(clocked)
	} else {
		prober.With(metric, h.Tables(metric))
	}
	for _, m := range others {
		if m != metric {
			prober.With(m, h.Tables(m))
		}
	}
	if metric != nil {
		prober.WithClock(clocked)
	}
	return prober
}

// WithCastling returns classes, and those of the same men with castling rights that a metric has tables of.
func WithCastling(metric *value.Metric, classes ...material.Class) []material.Class {
	if metric != nil {
		return material.WithCastling(classes...)
	}
	for _, class := range slices.Clone(classes) {
		classes = append(classes, dtm50.Castling(class)...)
	}
	return classes
}

// NewFaces returns an empty store of faces for a verification, which trusts no faces of others, and a function that
// deletes it. The store is nil if there is no directory for it; the verification then takes longer.
func (h Home) NewFaces(metric *value.Metric) (faces store.Store, drop func()) {
	place := cmp.Or(h.ScratchDir(metric), os.TempDir())
	const name = "verifying-*"
	old, _ := filepath.Glob(filepath.Join(place, name))
	for _, dir := range old { // of processes that were killed
		if lock, err := lockIn(dir); err == nil {
			os.RemoveAll(dir)
			lock.Close()
		}
	}
	dir, err := os.MkdirTemp(place, name)
	if err != nil {
		return nil, func() {}
	}
	lock, err := lockIn(dir)
	if errors.Is(err, filelock.ErrLocked) { // another process is about to delete it, as it was not locked yet
		return nil, func() {}
	}
	return store.NewFileStore(dir).Derived(), func() {
		os.RemoveAll(dir)
		if lock != nil {
			lock.Close()
		}
	}
}

// KeepFaces removes all faces from a library's store but those that verifying some classes reads. An error is of no
// consequence: the whole store is deleted in the end.
func KeepFaces(ctx context.Context, lib *library.Library, classes []material.Class) {
	needed := map[material.Face]bool{}
	for _, class := range material.Closure(classes...) {
		for _, f := range class.Faces() {
			needed[f] = true
		}
	}
	_ = lib.RemoveFaces(ctx, func(f material.Face) bool { return needed[f] })
}

// lockIn locks a directory by a file in it, until that is closed or the process ends.
func lockIn(dir string) (*os.File, error) {
	lock, err := os.Create(filepath.Join(dir, "lock"))
	if err != nil {
		return nil, err
	}
	if err := filelock.Try(lock); err != nil {
		lock.Close()
		return nil, err
	}
	return lock, nil
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
