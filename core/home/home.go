// Package home lays out the tables of all kinds in one directory of the file system, and returns how much memory this
// computer can spare.
//
// The tables of the default kind, DTM, are in the directory itself. Those of each other kind are in a directory in it
// with the kind's name in lower case, such as dtm50. Each of these directories has subdirectories for the faces and
// checkpoints of its tables.
package home

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/internal/filelock"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/service"
	"github.com/matewright/matewright/core/store"
)

// A Home is the directory of the tables of all kinds. The directory need not exist yet.
type Home string

// Tables are tables that have a directory: those of a [kind.Kind], or of a [value.Metric].
type Tables interface {
	Name() string
	IsDefault() bool // their directory is the home
}

// Default returns the directory that is used if the user names none: .matewright in the user's home directory.
func Default() Home {
	if dir, err := os.UserHomeDir(); err == nil {
		return Home(filepath.Join(dir, ".matewright"))
	}
	return "tables"
}

// DirName returns the name of the directory of some tables, unless that is the home.
func DirName(of Tables) string { return strings.ToLower(of.Name()) }

// Dir returns the directory of some tables.
func (h Home) Dir(of Tables) string {
	if of.IsDefault() {
		return string(h)
	}
	return filepath.Join(string(h), DirName(of))
}

// Tables returns the store of some tables.
func (h Home) Tables(of Tables) *store.FileStore { return store.NewFileStore(h.Dir(of)) }

// Readable returns the store of some tables to probe. If it lacks a table, it opens that of the shipped files, unless
// these are nil. They have a directory for each kind, such as dtm and dtz50.
func (h Home) Readable(of Tables, shipped fs.FS) store.Store {
	if shipped == nil {
		return h.Tables(of)
	}
	files, err := fs.Sub(shipped, DirName(of))
	if err != nil {
		panic(err) // of a name that is not valid
	}
	return store.BesideFiles(h.Tables(of), files)
}

// Faces returns the store of the faces of some tables.
func (h Home) Faces(of Tables) store.Store { return FacesIn(h.Dir(of)) }

// FacesIn returns the store of the faces of the tables in a directory.
func FacesIn(dir string) store.Store {
	return store.NewFileStore(filepath.Join(dir, "faces")).Derived()
}

// Checkpoints returns the checkpoints of tables that are being built.
func (h Home) Checkpoints(of Tables) checkpoint.Store {
	return checkpoint.Dir(filepath.Join(h.Dir(of), "checkpoints"))
}

// ScratchDir returns the directory for temporary files of some tables: their own directory or, if that does not
// exist, the home. It returns "" if neither exists. The system's temporary directory may be in memory.
func (h Home) ScratchDir(of Tables) string {
	for _, dir := range []string{h.Dir(of), string(h)} {
		if isDir(dir) {
			return dir
		}
	}
	return ""
}

// Place returns where some tables are built.
func (h Home) Place(of Tables) *service.Place {
	tables := h.Tables(of)
	return &service.Place{
		Tables:      tables,
		Checkpoints: h.Checkpoints(of),
		Claims:      tables,
		ClearOrphans: func(context.Context) error {
			tables.ClearOrphans()
			return nil
		},
	}
}

// ProberOf returns a prober in which the tables of the lead kind choose the best moves. The tables of the other kinds
// add their values. Their stores are given by kind.
func ProberOf(tables func(kind.Kind) store.Store, lead kind.Kind, others ...kind.Kind) *probe.Prober {
	prober := new(probe.Prober)
	lead.AddTo(prober, tables(lead))
	for _, k := range others {
		if k != lead {
			k.AddTo(prober, tables(k))
		}
	}
	return prober
}

// NewFaces returns an empty store of faces for a verification, which trusts no faces of others, and a function that
// deletes it. The store is nil if there is no directory for it; the verification then takes longer.
func (h Home) NewFaces(of Tables) (faces store.Store, drop func()) {
	place := cmp.Or(h.ScratchDir(of), os.TempDir())
	const name = "verifying-*"
	old, _ := filepath.Glob(filepath.Join(place, name))
	for _, dir := range old { // of processes that were killed
		if lock, err := lockIn(dir); err == nil {
			removeLocked(dir, lock)
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
	return store.NewFileStore(dir).Derived(), func() { removeLocked(dir, lock) }
}

// removeLocked deletes a directory with its lock, if there is one.
func removeLocked(dir string, lock *os.File) {
	os.RemoveAll(dir)
	if lock != nil {
		lock.Close()
		os.RemoveAll(dir) // Windows leaves the open lock
	}
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
