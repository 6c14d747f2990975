// Package store keeps finished tables by name: in memory, in files, or wherever
// else [Store] is implemented. What their bytes mean it does not know.
//
// store.go has the contract, errors.go and check.go what implementations share;
// memstore.go and filestore.go are two of them, and file.go says what is in a file.
// Package storetest holds each to the contract.
package store

import "context"

// A Store keeps finished tables by name. A table becomes visible whole, when
// its [Writer] commits, or not at all: a crash, a full disk or a closed tab
// leaves at most garbage that the store clears up by itself.
//
// A Store may be used by several goroutines at once. Memory, files and
// IndexedDB implement it; package storetest holds each of them to the same
// conformance test.
type Store interface {
	// List returns every committed table, sorted by name; those that can't be
	// read any more too, with no header.
	List(ctx context.Context) ([]Entry, error)

	// Open gives access to a committed table, or an error that matches
	// [ErrMissing] or [ErrCorrupt].
	Open(ctx context.Context, name string) (Blob, error)

	// Create begins a table. Nothing is visible before the writer commits;
	// a table already stored under that name stays readable until then.
	// Other names than 1 to 64 ASCII letters and digits, with hyphens between them, are refused, here and
	// wherever a name is given, with an error that matches [ErrName]; no two
	// names may differ only in case. The context holds for the writer, too.
	Create(ctx context.Context, name string) (Writer, error)

	// Remove deletes a table and gives its space back. Removing a table that
	// is not there is an error that matches [ErrMissing].
	Remove(ctx context.Context, name string) error
}

// An Entry describes a committed table without opening it.
type Entry struct {
	Name   string
	Size   int64  // bytes in the store: data and header
	Header []byte // as passed to [Writer.Commit], not to be modified; nil if damaged: Open tells why
}

// A Blob is a committed table, open for reading: a header, and data that is
// read in ranges. It may be used by several goroutines at once. A blob whose
// table was removed or replaced after Open either still reads the old bytes
// or fails with an error that matches [ErrMissing]; it never mixes old and new.
type Blob interface {
	// Header returns the bytes passed to [Writer.Commit]; not to be modified.
	Header() []byte

	// Size is the length of the data in bytes, the header not counted.
	Size() int64

	// ReadAt fills p with the data from byte off on. A range that is not
	// wholly inside the data, or data that the store has lost, is an error
	// that matches [ErrCorrupt].
	ReadAt(ctx context.Context, p []byte, off int64) error

	// Close gives back what reading needs. Nothing may be read afterwards.
	Close() error
}

// A Writer receives one table: its data in any number of writes, then its
// header. It is used by one goroutine. After a failure, Commit or Abort only
// Abort works.
type Writer interface {
	// Write appends data. An error that matches [ErrFull] means that the
	// storage is full; whatever was committed before stays intact.
	Write(p []byte) (int, error)

	// Commit makes the table visible, atomically replacing one of the same
	// name. After an error the table is not visible. The header may be empty,
	// and is [MaxHeader] bytes at most.
	Commit(header []byte) error

	// Abort drops everything written. After Commit it does nothing, so that
	// it can be deferred.
	Abort() error
}

// WriteAll writes to a table of that name.
func WriteAll(w Writer, name string, b []byte) error {
	if _, err := w.Write(b); err != nil {
		return Named(name, err)
	}
	return nil
}
