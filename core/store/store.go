// Package store stores finished tables by name: in memory, in files, or in another implementation of [Store]. It does
// not interpret their bytes.
//
// store.go has the contract. Implementations share errors.go and check.go. memstore.go and filestore.go are two
// implementations, and file.go describes the file format. Package storetest tests each of them against the contract.
// beside.go reads the files of tables that a store lacks.
package store

import "context"

// A Store stores finished tables by name. A table becomes visible as a whole, when its [Writer] commits. A crash, a
// full disk or a closed tab leaves at most garbage, which the store deletes by itself.
//
// Several goroutines may use a Store at once. Memory, files and IndexedDB implement it, and package storetest runs the
// same conformance test on each.
type Store interface {
	// List returns every committed table, sorted by name; those that can't be
	// read any more too, with no header.
	List(ctx context.Context) ([]Entry, error)

	// Open gives access to a committed table, or an error that matches
	// [ErrMissing] or [ErrCorrupt].
	Open(ctx context.Context, name string) (Blob, error)

	// Create begins a table. The table becomes visible when the writer commits; until then, an older table of that name
	// stays readable. A name has 1 to 64 ASCII letters and digits, with hyphens between them. All methods refuse other
	// names with an error that matches [ErrName]. No two names may differ only in case. The context applies to the
	// writer, too.
	Create(ctx context.Context, name string) (Writer, error)

	// Remove deletes a table and frees its space. If the table does not exist, the error matches [ErrMissing].
	Remove(ctx context.Context, name string) error
}

// An Entry describes a committed table without opening it.
type Entry struct {
	Name   string
	Size   int64  // bytes in the store: data and header
	Header []byte // as passed to [Writer.Commit], not to be modified; nil if damaged: Open returns the reason
}

// A Blob is a committed table, open for reading: a header, and data that is read in ranges. Several goroutines may use
// it at once. If the table was removed or replaced after Open, the blob either still reads the old bytes, or fails with
// an error that matches [ErrMissing]. It never mixes old and new bytes.
type Blob interface {
	// Header returns the bytes passed to [Writer.Commit]; not to be modified.
	Header() []byte

	// Size is the length of the data in bytes, the header not counted.
	Size() int64

	// ReadAt fills p with the data from byte off on. A range that is not
	// wholly inside the data, or data that the store has lost, is an error
	// that matches [ErrCorrupt].
	ReadAt(ctx context.Context, p []byte, off int64) error

	// Close frees the resources for reading. The blob may not be read afterwards.
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
