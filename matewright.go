package matewright

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"runtime"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/ending/shelf"
	"github.com/matewright/matewright/core/home"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/syzygy"
)

// A Metric is the distance that the plies of a table count.
type Metric string

// The metrics. The zero value stands for DTM.
const (
	DTM   Metric = "DTM"   // plies to mate, without the fifty-move rule
	DTC   Metric = "DTC"   // plies to a capture, promotion or mate, without that rule
	DTZ50 Metric = "DTZ50" // plies to a capture, pawn move or mate, under that rule
	DTM50 Metric = "DTM50" // plies to mate, under that rule, by the clock of the position
)

// Options configure the access to tables. The zero value is usable.
type Options struct {
	// Dir is the directory of the tables. It need not exist. "" stands for .matewright in the user's home
	// directory, as for the command matewright.
	Dir string

	// Shipped has tables that answer if Dir lacks them: compact ones of three and four men, in directories such as dtm
	// and dtz50. The module github.com/matewright/matewright/tables34 embeds them. Probe, Line, Check and Prove read
	// them; Build does not. nil stands for none.
	Shipped fs.FS

	// Metric is that of the tables that are built, verified, searched and exchanged. It decides which moves are best.
	Metric Metric

	// Syzygy lists directories of Syzygy files, as the system's PATH lists directories. The files answer if tables of
	// Dir lack a position of up to seven men, or have no DTZ. Without DTZ files they answer with outcomes, and there is
	// no line. They must not change until Close. "" stands for none.
	Syzygy string

	// Memory is the approximate number of bytes that a call may hold. Go's heap can exceed it by garbage that is not
	// freed yet, see [runtime/debug.SetMemoryLimit]. 0 stands for half of the available memory.
	Memory int64

	// Threads is the number of threads that a call may use. 0 stands for [runtime.GOMAXPROCS].
	Threads int

	// KeepEndings stores the slices that Ending solves in Dir, often 100 MB and more for an ending.
	KeepEndings bool

	// Mates makes Ending find the plies to mate, too. This takes two to three times as long as solving. With less than
	// 227 MiB of memory, wins that need slices with two pieces have none.
	Mates bool

	// Progress, if not nil, is called regularly during Build, Rebuild, Verify, Import and Ending. One call of these
	// uses one goroutine at a time. Verify may run beside others.
	Progress func(Progress)
}

// Progress is the progress of a call. Ending counts slices: the positions with the same pawns and pieces. Their number
// can grow. With [Options.Mates] it counts them twice.
type Progress struct {
	Class    string // of the table that is worked on, or the name of the ending
	Done, Of int64  // of all positions of the call or, while a file is imported, of its bytes and then of its positions
}

// Tables are the tables in a directory. Several goroutines may use them at once. Builds wait for each other. Other
// processes may use the directory at the same time.
type Tables struct {
	options  Options
	kind     kind.Kind
	home     home.Home
	prober   *probe.Prober
	syzygy   *syzygy.Tables // or nil
	endings  *shelf.Shelf
	building chan struct{} // holds a value while tables are built or imported
}

// Open opens a directory of tables. It reads nothing yet except the names of Syzygy files. Errors match [ErrUsage], or
// are those of reading the directories of these.
func Open(options Options) (*Tables, error) {
	t := &Tables{options: options, home: home.Home(options.Dir), building: make(chan struct{}, 1)}
	if options.Dir == "" {
		t.home = home.Default()
	}
	var err error
	if t.kind, err = kind.Named(string(cmp.Or(options.Metric, DTM))); err != nil {
		return nil, usage("%v", err)
	}
	switch {
	case options.Memory < 0 || options.Memory > builder.MostMemory:
		return nil, usage("invalid memory: %d bytes (from 0 to %d)", options.Memory, int64(builder.MostMemory))
	case options.Threads < 0 || options.Threads > builder.MostThreads:
		return nil, usage("invalid number of threads: %d (from 0 to %d)", options.Threads, builder.MostThreads)
	}
	if options.Syzygy != "" {
		if t.syzygy, err = syzygy.Open(options.Syzygy); err != nil {
			return nil, err
		}
	}
	t.prober = home.ProberOf(t.readable, t.kind, kind.All()...).Unproven().WithSyzygy(t.syzygy)
	t.endings = shelf.New(t.home.Endings(), min(mostShelfBytes, t.memory()/4))
	return t, nil
}

// readable returns the store of the tables of a kind to probe.
func (t *Tables) readable(k kind.Kind) store.Store { return t.home.Readable(k, t.options.Shipped) }

// Close closes all files. Calls that follow may fail with [io/fs.ErrClosed].
func (t *Tables) Close() error {
	err := errors.Join(t.prober.Close(), t.endings.Close())
	if t.syzygy != nil {
		err = errors.Join(err, t.syzygy.Close())
	}
	return err
}

// mostShelfBytes limits the unpacked slices of kept endings.
const mostShelfBytes = 128 << 20

// beginBuilding waits until nothing else is built or imported, or until the context ends. The caller calls end.
func (t *Tables) beginBuilding(ctx context.Context) (end func(), err error) {
	select {
	case t.building <- struct{}{}:
		return func() { <-t.building }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// renew makes the next answer read the directory again after an error. After damage it also closes whole tables, which
// another process may have replaced.
func (t *Tables) renew(err error) error {
	if errors.Is(err, store.ErrCorrupt) {
		return t.prober.Forget()
	}
	return t.prober.Renew()
}

// memory returns the number of bytes that a call may hold.
func (t *Tables) memory() int64 {
	if t.options.Memory > 0 {
		return t.options.Memory
	}
	return home.SpareMemory()
}

// threads returns the number of threads that a call may use.
func (t *Tables) threads() int { return cmp.Or(t.options.Threads, runtime.GOMAXPROCS(0)) }

// observe reports progress to the caller.
func (t *Tables) observe(class string, done, of int64) {
	if t.options.Progress != nil {
		t.options.Progress(Progress{class, done, of})
	}
}

// parse reads a FEN. If the context has ended, parse returns its error.
func parse(ctx context.Context, fen string) (board.Reading, error) {
	if err := ctx.Err(); err != nil {
		return board.Reading{}, err
	}
	reading, err := board.ReadFEN(fen)
	return reading, coded(err)
}

// warnings returns the texts of warnings.
func warnings(list []board.Warning) (words []string) {
	for _, w := range list {
		words = append(words, w.Words)
	}
	return words
}
