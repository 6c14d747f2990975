// Package checkpoint keeps what a build has found out of a slice beyond the end of the process, so that another one
// goes on from there.
//
// A checkpoint is a name with three files: two in which a solver works as it would in scratch, and one with a [Record] of
// how far it has come. The solver knows how to go on from a record, whatever was written after it. [Dir] keeps checkpoints in
// a directory.
package checkpoint

import (
	"errors"

	"github.com/matewright/matewright/core/scratch"
)

// A Store keeps checkpoints by name.
type Store interface {
	// Open opens the files of a checkpoint, and makes what is not there. Nobody else can until they are closed: that is an
	// error that matches [ErrOpen]. One that matches [errors.ErrUnsupported] says that nothing can be kept here.
	Open(name string) (*Files, error)

	// List returns the checkpoints with a record, sorted by name.
	List() ([]Entry, error)

	// Remove deletes a checkpoint, if it is there. It fails while somebody has it open.
	Remove(name string) error

	// Clear deletes what nobody has open and is without a record: its solver has died before it got so far.
	Clear() error
}

// ErrOpen says that another build works on a checkpoint.
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
