package builder

import (
	"context"
	"time"

	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/words"
)

// A Maker makes tables of a kind that has a solver and an encoder of its own, such as DTM50. It makes one table after
// the other, with all threads.
type Maker interface {
	// Kind returns the name of the kind of tables.
	Kind() string

	// Memory returns the bytes of memory that making a table takes, or a little more.
	Memory(class material.Class) int64

	// Make writes the data of a table, and returns its header.
	Make(ctx context.Context, m *Making) (*format.Header, error)
}

// A Making is a table that a [Maker] makes.
type Making struct {
	Layout  *slice.Layout // by the parameters of the store
	Writer  store.Writer
	Threads int

	// Observe must be called regularly, with the share of the table that is solved, from 0 to 1. The maker must return
	// an error of it.
	Observe func(done float64) error

	// Checkpoint is nil, or has room for the finished part of the table. The maker resumes from there after a build
	// that was stopped. If the checkpoint is damaged, it returns an error that matches [scratch.ErrDamaged], and the
	// builder starts again.
	Checkpoint *checkpoint.Files

	Encoding time.Duration // the maker adds the time that it does not solve
}

// A MemoryError reports that a table takes more memory than available.
type MemoryError struct {
	Kind        string
	Class       material.Class
	Takes, Have int64
}

// Message returns both numbers in MiB as a message.
func (e *MemoryError) Message() words.Message {
	return words.New("core.memory.table", "metric", e.Kind, "class", e.Class, "need", e.Takes>>20, "have", e.Have>>20)
}

// Error names both numbers.
func (e *MemoryError) Error() string { return e.Message().String() }
