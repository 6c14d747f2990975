// Package checkpoint stores the state of an unfinished slice, or of a table that is made as a whole (package dtm50). So
// another process can resume the build.
//
// A checkpoint is a name with three files. The solver uses two of them like scratch files. The third has a [Record] of
// its progress. The solver resumes from a record, and ignores everything written after it. [Dir] stores checkpoints in
// a directory.
package checkpoint

import (
	"errors"

	"github.com/matewright/matewright/core/scratch"
)

// A Store keeps checkpoints by name.
type Store interface {
	// Open opens the files of a checkpoint, and creates missing ones. Until they are closed, every other Open returns
	// an error that matches [ErrOpen]. If the system cannot store checkpoints, the error matches
	// [errors.ErrUnsupported].
	Open(name string) (*Files, error)

	// List returns the checkpoints with a record, sorted by name.
	List() ([]Entry, error)

	// Remove deletes a checkpoint, if it exists. It fails while the checkpoint is open.
	Remove(name string) error

	// Clear deletes checkpoints without a record, unless they are open. Their solvers died before the first record.
	Clear() error
}

// ErrOpen means that another build has the checkpoint open.
var ErrOpen = errors.New("it is in use by another build")

// Files are those of a checkpoint. They stay when they are closed, until it is removed.
type Files struct {
	Bits, Lists scratch.File
	Record      scratch.File // made when it is first written to, see [Write]
}

// The names of the files, where they have some.
const (
	BitsName   = "bits"
	ListsName  = "lists"
	RecordName = "record"
)

// Close closes all.
func (f *Files) Close() error {
	return errors.Join(f.Record.Close(), f.Lists.Close(), f.Bits.Close())
}

// An Entry describes a checkpoint.
type Entry struct {
	Name   string
	Bytes  int64 // of all its files
	Record *Record
}
