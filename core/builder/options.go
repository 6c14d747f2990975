package builder

import (
	"time"

	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/encode"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// Options are the options of a build. The zero value is usable. A build never changes them.
type Options struct {
	// Budget is how many bytes of memory the build may hold, with the program
	// itself. Each table is made by the fastest method that fits, see [Provide]. The
	// cache gets the rest. 0 stands for no budget.
	Budget int64

	// Memory is about how many bytes the build is to hold, if it has no budget.
	// If Memory is short it becomes the budget, or if it is too small, the least that suffices.
	// 0 stands for 4 GiB.
	Memory int64

	// Begin, if it is not nil, is called at the start with the budget or 0. It may set
	// the limit of the garbage collector.
	Begin func(budget int64)

	// Collect, if it is not nil, frees the memory that the program no longer refers to, such as [runtime.GC] does. A
	// build calls it when large data was dropped and other large data follows. Without it, a build may exceed
	// its budget for a while.
	Collect func()

	// Metric is the metric of the values; nil for [value.Default].
	Metric *value.Metric

	// Method is how slices are solved; nil for the fastest that fits.
	Method solve.Method

	// Maker, if it is not nil, makes each table as a whole, and no method solves its slices. Then the build uses only
	// Budget, Memory, Begin, Claims, Checkpoints, Threads, Observe and Built.
	Maker Maker

	// Claims, if it is not nil, makes it a joint build. Other processes have the same store and claims of it. Each
	// builds the units that no other process has stored or claimed, and none again that are stored. The build ends when
	// all units of the job are stored. Threads and memory are those of this build alone.
	Claims store.Claims

	// Scratch opens files outside of memory, if a budget needs them. Nil stands for
	// [scratch.FilesIn] in the directory of temporary files.
	Scratch func() (scratch.File, error)

	// Checkpoints keep the state of a slice beyond the end of the process, about every CheckpointEvery, if the method
	// can save it. The next build of the slice resumes from there. If it is nil, nothing is saved of an unfinished
	// slice.
	Checkpoints     checkpoint.Store
	CheckpointEvery time.Duration // 0 stands for a minute

	// Faces is a store for the targets of promotions and pawn pushes: derived data, which may be lost. It is
	// not the store of the tables. Nil stands for memory, which no budget counts.
	Faces store.Store

	// UnpackedFrame is the least number of entries in frames of tables and faces that are read from scratch. 0 stands
	// for [library.UnpackedFrame]. Tests choose fewer, so that small tables are read from scratch.
	UnpackedFrame int

	// Later has classes that other builds make afterwards. The faces that they read
	// are also written and kept; those of pushes only within a budget.
	Later []material.Class

	// Library reads the tables. The build leaves it open for the next build. Nil stands for a library
	// of its own.
	Library *library.Library

	// Kept keeps slices that pawns push into from one build of units of a class to the next, if the memory suffices.
	// Nil stands for one of each build's own.
	Kept *encode.Kept

	// CacheBytes bounds the memory for data that is read of finished slices, or kept
	// to be read. 0 stands for the rest of Memory; other values are added to Memory. A
	// budget overrides it.
	CacheBytes int64

	// Threads is how many slices, of one table or of several, are worked on at
	// once. 0 stands for as many as Go may run in parallel, or with a budget for one.
	// Each takes memory, some 440 MB for a class of five men without pawns. No more
	// begin than fit into half of Memory, or into the budget, but one table always may.
	Threads int

	// Clock, if it is not nil, returns the time from which Solving and Encoding of a [Result] are computed. With one
	// thread it may be the CPU time of the process. Nil stands for the time by the clock, by which spans are always
	// timed.
	Clock func() time.Duration

	// Observe, if not nil, is called as often as a [solve.Observer], and
	// with each block that is stored. If it returns an error, the build ends
	// with that error.
	Observe func(Progress) error

	// Fill counts the positions of each slice by the squares of the kings, for Observe. KQvKR took no longer to solve
	// with it.
	Fill bool

	// Built, if not nil, is called with each table that is finished, also by other processes of a joint build. Neither
	// it nor Observe is ever called while one of them is being called.
	Built func(Result)
}

// Bounds of options. Larger numbers are typing errors.
const (
	MostThreads = 1 << 12
	MostMemory  = 1 << 44
)

// check refuses absurd options.
func (o *Options) check() error {
	if o.Threads < 0 || o.Threads > MostThreads {
		return words.Error("core.build.threads", "count", o.Threads, "most", MostThreads)
	}
	for _, bytes := range []struct {
		of string
		n  int64
	}{{"budget", o.Budget}, {"memory", o.Memory}, {"cache", o.CacheBytes}} {
		if bytes.n < 0 || bytes.n > MostMemory {
			return words.Error("core.build.bytes", "of", bytes.of, "count", bytes.n, "most", int64(MostMemory))
		}
	}
	return nil
}

// Progress is the progress of a build: the task of one of the threads, and the
// work that all have done.
type Progress struct {
	Class         material.Class
	Index, Count  int // of the step
	Doing         Doing
	Slice, Slices int
	Table, Tables int            // while preparing: which of the tables that are read
	Ply           int            // while solving
	Resumed       bool           // solving resumes from a checkpoint: reported once, with the ply
	Filling       *solve.Filling // while solving, see [Options.Fill]; nil if the method does not count
	Positions     int64          // done, of all steps
	Total         int64

	// Elsewhere means that the build waits, because another process builds the class. Then Doing is empty.
	Elsewhere bool

	ScratchRead, ScratchWritten int64 // bytes, for the table so far
}

// Doing names a part of building a table.
type Doing string

// The parts of building a table, in their order for each slice.
const (
	Preparing Doing = "preparing" // making faces that are missing, before the first slice
	Reading   Doing = "reading"   // smaller tables, for captures and pawn moves
	Solving   Doing = "solving"
	Storing   Doing = "storing"
)

// A Result describes a table that was built. In a joint build, the step has only the units of this build.
type Result struct {
	Step
	Elsewhere int // units of other processes

	Method   solve.Method   // that solved it
	Header   *format.Header // nil if other units are missing
	Bytes    int64          // stored; in a joint build those of the step, if some are Elsewhere
	Solving  time.Duration  // of all threads, including Reading
	Reading  time.Duration  // of smaller tables, also to make faces, and of finished slices: [library.Source.Reading]
	Encoding time.Duration  // of all threads, including statistics and storing

	ScratchRead, ScratchWritten int64 // bytes
}
