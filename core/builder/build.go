// Package builder makes tables: it knows which are needed, in which order, and
// takes each from its slices to the store.
//
// [Plan] says what there is to do and [Build] does it. A build can be stopped
// at any time, by its context or by a crash: the units of tables that are finished are
// in the store, and the next build goes on from there.
//
// schedule.go decides what is done when, and what side by side; production.go
// does it; budget.go says how, given so much memory.
package builder

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/encode"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// A Job is a list of tables to build, each after all that it needs.
type Job struct {
	Steps   []Step
	Present []material.Class // needed too, but already in the store
}

// A Step is one table to build: those of its units that are absent, or one that was asked for.
type Step struct {
	Class     material.Class
	Units     []int          // in ascending order
	Lone      []slice.Number // or slices of units that are not built as a whole, in ascending order
	Whole     bool           // with them the table is complete
	Positions int64          // entries to solve, both sides
}

func newStep(l *slice.Layout, units []int, lone []slice.Number, whole bool) Step {
	s := Step{Class: l.Class, Units: units, Lone: lone, Whole: whole}
	for _, piece := range s.pieces(l) {
		s.Positions += positionsOf(l, piece)
	}
	return s
}

// pieces returns the units or the lone slices, in ascending order.
func (s *Step) pieces(l *slice.Layout) []format.Piece {
	pieces := format.UnitPieces(l, s.Units...)
	for _, number := range s.Lone {
		pieces = append(pieces, format.LonePiece(l, number))
	}
	return pieces
}

// A Unit is a part of a table that can be built by itself, see [PlanUnit].
type Unit struct {
	Number    int
	Positions int64
	Needs     []int // the units that must be in the store before
	Bytes     int64 // in the store already; 0 if it is absent
}

// Units lists the units that a table is made of, given what is in the store of them.
func Units(l *slice.Layout, entries []store.Entry) []Unit {
	list := make([]Unit, format.Units(l))
	for i := range list {
		n := i + 1
		list[i] = Unit{Number: n, Positions: positionsOf(l, format.UnitPiece(l, n)), Needs: format.UnitNeeds(l, n)}
	}
	for _, found := range catalog.FindUnits(l, entries) {
		list[found.Number-1].Bytes = found.Bytes
	}
	return list
}

func positionsOf(l *slice.Layout, p format.Piece) int64 {
	return 2 * int64(p.End-p.First) * int64(l.Entries())
}

// Positions returns the number of entries of all steps.
func (j *Job) Positions() (sum int64) {
	for _, s := range j.Steps {
		sum += s.Positions
	}
	return sum
}

// Plan lists what has to be built so that the given classes, and all they
// depend on, are in the store. What its header shows to be damaged is
// built again.
func Plan(ctx context.Context, tables store.Store, classes ...material.Class) (*Job, error) {
	return plan(ctx, tables, nil, classes)
}

// PlanAgain is [Plan], but the given classes are built even if they are there.
// The old tables stay until the new ones are finished.
func PlanAgain(ctx context.Context, tables store.Store, classes ...material.Class) (*Job, error) {
	return plan(ctx, tables, classes, classes)
}

// PlanUnit plans one unit of a class and nothing else, whether it is there or not: several processes
// can build a table together. What the unit needs must be there; if it isn't, building fails with an error that
// matches [store.ErrMissing]. The bytes are those that [Build] makes of it in one go.
func PlanUnit(l *slice.Layout, unit int) (*Job, error) {
	if unit < 1 || unit > format.Units(l) {
		return nil, fmt.Errorf("%v has no unit %d", l.Class, unit)
	}
	return &Job{Steps: []Step{newStep(l, []int{unit}, nil, format.Units(l) == 1)}}, nil
}

// PlanTables plans some classes and nothing else, each in whole, as [PlanUnit] plans a unit: after each other, as they are listed.
func PlanTables(classes ...material.Class) (*Job, error) {
	job := &Job{}
	for _, class := range classes {
		if err := Check(class); err != nil {
			return nil, err
		}
		l := slice.NewLayout(class)
		job.Steps = append(job.Steps, newStep(l, absentUnits(l, nil), nil, true))
	}
	return job, nil
}

// PlanLone plans some slices of a class, each to be stored alone, as [PlanUnit] plans a unit.
func PlanLone(l *slice.Layout, lone []slice.Number) (*Job, error) {
	if !format.StoresLone(l) || len(lone) == 0 || !slices.IsSorted(lone) || lone[0] < 0 || lone[len(lone)-1] >= l.Slices() {
		return nil, fmt.Errorf("%v has no slices %v that are stored alone", l.Class, lone)
	}
	return &Job{Steps: []Step{newStep(l, nil, slices.Compact(lone), false)}}, nil
}

// Check returns why no table of the class can be made, or nil.
func Check(class material.Class) error {
	if class.Men() < 3 || !class.HasTable() {
		return fmt.Errorf("%w: %v", material.ErrClass, class)
	}
	return nil
}

func plan(ctx context.Context, tables store.Store, again, classes []material.Class) (*Job, error) {
	for _, class := range classes {
		if err := Check(class); err != nil {
			return nil, err
		}
	}
	there, err := listTables(ctx, tables)
	if err != nil {
		return nil, err
	}
	for _, class := range again {
		there.whole[class] = false
		delete(there.Unfinished, class)
	}
	job := &Job{}
	for _, class := range material.Closure(classes...) {
		if there.whole[class] {
			job.Present = append(job.Present, class)
		} else {
			l := format.LayoutIn(tables, class)
			job.Steps = append(job.Steps, newStep(l, absentUnits(l, there.Unfinished[class]), nil, true))
		}
	}
	return job, nil
}

// A listing is what there is in a store, with the classes whose tables are complete.
type listing struct {
	*catalog.Listing
	whole map[material.Class]bool
}

func listTables(ctx context.Context, tables store.Store) (*listing, error) {
	if tables == nil {
		return nil, errNoStore
	}
	there, err := catalog.List(ctx, tables)
	if err != nil {
		return nil, err
	}
	list := &listing{there, map[material.Class]bool{}}
	for _, e := range there.Tables {
		if h, err := format.ParamsOf(tables).DecodeEntry(e); err == nil {
			list.whole[h.Class] = true
		}
	}
	return list, nil
}

// absentUnits returns the units that are not in a store, of a table that is not complete: all, if
// those that are there don't fit together.
func absentUnits(l *slice.Layout, entries []store.Entry) (absent []int) {
	stored := map[int]bool{}
	for _, found := range catalog.FindUnits(l, entries) {
		stored[found.Number] = true
	}
	for unit := 1; unit <= format.Units(l); unit++ {
		if !stored[unit] {
			absent = append(absent, unit)
		}
	}
	if len(absent) == 0 {
		return absentUnits(l, nil)
	}
	return absent
}

var errNoStore = errors.New("tables are built into a store, and there is none")

// Options say how to build. The zero value is usable.
type Options struct {
	// Budget is how many bytes of memory the build may hold, with the program
	// itself. Each table is made by the fastest method that fits, see [Provide]; all
	// is left to the cache that is not needed otherwise. 0 stands for no such bound.
	Budget int64

	// Memory, where there is no budget, is about how many bytes the build is to hold.
	// Where it is short it is taken for the budget, and so is the least that will do
	// where it is less than that. 0 stands for 4 GiB.
	Memory int64

	// Begin, if it is not nil, is called in the beginning with the budget or 0, such as to set
	// what the garbage collector keeps to.
	Begin func(budget int64)

	// Metric is what values count; nil for [value.Default].
	Metric *value.Metric

	// Method is how slices are solved; nil for the fastest that fits.
	Method solve.Method

	// Scratch makes room outside of memory, where a budget needs it. Nil stands for
	// [scratch.FilesIn] where temporary files go.
	Scratch func() (scratch.File, error)

	// Checkpoints save what is found out of a slice beyond the end of the process, about every CheckpointEvery, where the
	// method can: who builds it next goes on from there. With nil, nothing is saved of a slice that is not finished.
	Checkpoints     checkpoint.Store
	CheckpointEvery time.Duration // 0 stands for a minute

	// Faces is a store for what promotions and pawn pushes lead to: derived data, which may be lost. It is
	// not the store of the tables. Nil stands for memory, which no budget counts.
	Faces store.Store

	// UnpackedFrame is how many entries the frames of tables and faces have at least that are read from scratch. 0 stands
	// for [library.UnpackedFrame]. Tests choose fewer, so that small tables are read so.
	UnpackedFrame int

	// Later has classes that are built afterwards, by others: the faces that they read
	// are written and kept, too; those of pushes within a budget only.
	Later []material.Class

	// Library is what the build reads with, and leaves open for the next one. Nil stands for one
	// of its own.
	Library *library.Library

	// Kept is where slices that pawns push into are kept from one build of units of a class to the next, if there is
	// the memory. Nil stands for one of each build's own.
	Kept *encode.Kept

	// CacheBytes bounds the memory for what is read of finished slices, or kept
	// to be read. 0 stands for what Memory leaves; what is said comes on top of it. A
	// budget overrides it.
	CacheBytes int64

	// Threads is how many slices, of one table or of several, are worked on at
	// once. 0 stands for as many as Go may run in parallel, or with a budget for one.
	// Each takes memory, some 440 MB for a class of five men without pawns: no more
	// are begun than fit into half of Memory, or into the budget, but one table always is.
	Threads int

	// Observe, if not nil, is called as often as [solve.Observer] says, and
	// with each block that is stored. If it returns an error, the build ends
	// with that error.
	Observe func(Progress) error

	// Built, if not nil, is called with each table that is finished. Neither
	// it nor Observe is ever called while one of them is being called.
	Built func(Result)

	params format.Params // of the store
}

// setting returns the numbers of the store and of the options.
func (o *Options) setting() setting {
	return setting{o.params, cmp.Or(o.UnpackedFrame, library.UnpackedFrame)}
}

// Bounds of options. Beyond them, somebody mistyped.
const (
	MostThreads = 1 << 12
	MostMemory  = 1 << 44
)

// check refuses what cannot be meant.
func (o *Options) check() error {
	if o.Threads < 0 || o.Threads > MostThreads {
		return fmt.Errorf("%d threads are asked for: there can be 1 to %d, or 0 for as many as there are cores", o.Threads, MostThreads)
	}
	for _, bytes := range []struct {
		what string
		n    int64
	}{{"a budget", o.Budget}, {"memory", o.Memory}, {"a cache", o.CacheBytes}} {
		if bytes.n < 0 || bytes.n > MostMemory {
			return fmt.Errorf("%s of %d bytes is asked for: there can be up to %d", bytes.what, bytes.n, int64(MostMemory))
		}
	}
	return nil
}

// Progress says how far a build is: what one of the threads is at, and how
// much all have done.
type Progress struct {
	Class         material.Class
	Index, Count  int // of the step
	Doing         Doing
	Slice, Slices int
	Table, Tables int   // while preparing: of those that are read
	Ply           int   // while solving
	Resumed       bool  // solving goes on from a checkpoint: told once, with the ply
	Positions     int64 // done, of all steps
	Total         int64

	ScratchRead, ScratchWritten int64 // bytes, for the table so far
}

// Doing names what a build is at.
type Doing string

// The parts of building a table, in their order for each slice.
const (
	Preparing Doing = "preparing" // making faces that are missing, before the first slice
	Reading   Doing = "reading"   // smaller tables, for captures and pawn moves
	Solving   Doing = "solving"
	Storing   Doing = "storing"
)

// A Result describes a table that was built.
type Result struct {
	Step
	Method   solve.Method   // that solved it
	Header   *format.Header // nil if other units are missing
	Bytes    int64          // of what was stored
	Solving  time.Duration  // of all threads, including what follows
	Reading  time.Duration  // of smaller tables, to make faces too, and of finished slices, as [library.Source.Reading] says
	Encoding time.Duration  // of all threads, including statistics and storing

	ScratchRead, ScratchWritten int64 // bytes
}

// Build does a job. Errors that are about a table are of type [*store.Error];
// one that matches [store.ErrFull] means that the storage is full. With several
// threads the first error counts, and ends them all. Tables are the same, byte
// for byte, however many threads build them.
func Build(ctx context.Context, tables store.Store, job *Job, options Options) error {
	b, err := newBuilder(ctx, tables, job, options)
	if err != nil {
		return err
	}
	var others sync.WaitGroup
	for range b.options.Threads - 1 {
		others.Go(b.work)
	}
	b.work()
	others.Wait()
	return b.close()
}
