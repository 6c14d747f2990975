package paged

import (
	"fmt"
	"unsafe"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/solve/spill"
	"github.com/matewright/matewright/core/value"
)

// Pages has the bits of a slice and all lists in scratch: what methods share that differ in how they go over them.
type Pages struct {
	Layout *slice.Layout
	Metric *value.Metric
	Method solve.Method
	Rows   kernel.Rows
	File   RowFile
	Sink   *spill.Sink // lists are there, too

	*lists
	Found     int64 // positions that are decided
	from      int   // the first ply to decide
	LastRound int   // for which the sink has room

	saver    *saver             // nil if nothing is kept
	record   *checkpoint.Record // of what is to be gone on with; nil if there is none, or once that has begun
	adding   adding
	Writer   spill.FrameWriter
	Frontier spill.FrameReader
}

// lists have what is known of a slice, by side.
type lists struct {
	Checks   [2]spill.FrameList // that are mates, if no move helps
	Due      [2][kernel.LastDue + 1]spill.FrameList
	decided  [2][]spill.FrameList // by ply
	HeldFrom [2]int               // the ply from which on exits still hold what they lose to
}

// BeginSlice turns to a slice. It returns the ply before which the slice was last saved, or 0.
func (g *Pages) BeginSlice(number slice.Number, into solve.Sink, with solve.Resources) (saved int, err error) {
	sink, ok := into.(*spill.Sink)
	if !ok {
		return 0, fmt.Errorf("%s does not write to a %T", g.Method.Name(), into)
	}
	g.Sink, g.LastRound = sink, sink.LastRound()
	if g.lists == nil {
		g.lists = &lists{}
	}
	g.Rows.Begin(g.Layout, number)
	switch {
	case with.Scratch != nil:
		g.File.Room = with.Scratch
	case g.File.Room == nil:
		g.File.Room = &scratch.Memory{}
	}
	g.File.Rows, g.File.Traffic = &g.Rows, Traffic{}
	work := checkpoint.Work{
		Format: savedFormat, Class: g.Layout.Class.String(), Slice: int(number), Metric: g.Metric.Name(), Method: g.Method.Name(),
	}
	g.saver = nil
	if with.Checkpoint != nil {
		g.saver = &saver{record: with.Checkpoint.Record, every: with.Every}
	}
	r, err := g.saver.begin(work)
	if err != nil {
		return 0, err
	}
	if g.record = r; r != nil && r.Ply > 0 {
		g.reset()
		g.from = r.Ply
		return r.Ply, nil
	}
	return 0, g.beginAnew()
}

// beginAnew begins without what was saved.
func (g *Pages) beginAnew() error {
	g.reset()
	g.adding.begin(1 << g.Rows.Upper)
	return g.saver.beginAnew()
}

// reset forgets the slice before.
func (g *Pages) reset() {
	g.Sink.Pile.Clear()
	for c := range g.Due {
		g.Checks[c].Clear()
		for ply := range g.Due[c] {
			g.Due[c][ply].Clear()
		}
		g.decided[c] = g.decided[c][:0]
	}
	g.Found, g.from, g.HeldFrom = 0, 0, [2]int{}
	g.Writer.Bands = nil
	g.Writer.Clear()
}

// A Course decides a slice ply by ply.
type Course interface {
	// MakeRoom makes room for that. Before, while exits are found, others may need the memory.
	MakeRoom()

	// DecideBoth finds what both sides win or lose at a ply, once all before is known.
	DecideBoth(ply int) error

	// Room returns memory for the values of a frame at least, once all is decided.
	Room() []board.Bitboard
}

// Run solves the slice.
func (g *Pages) Run(course Course, observe solve.Observer) error {
	if err := g.endAdding(); err != nil {
		return err
	}
	if err := g.report(observe, g.from); err != nil {
		return err
	}
	course.MakeRoom() // the observer may have given back memory
	ply := g.from
	for ; ply == 0 || g.undecided(ply); ply++ {
		if err := g.save(ply); err != nil {
			return err
		}
		if err := g.report(observe, ply); err != nil {
			return err
		}
		if err := course.DecideBoth(ply); err != nil {
			return err
		}
	}
	if err := g.save(ply); err != nil {
		return err
	}
	return g.merge(course.Room(), observe)
}

// report calls an observer with a ply.
func (g *Pages) report(observe solve.Observer, ply int) error {
	return observe(solve.Progress{Phase: solve.Solving, Ply: g.Metric.Ply(ply), Done: g.Found})
}

// Listed returns what it takes in memory to find the pieces of the lists.
func (g *Pages) Listed() (bytes int64) {
	add := func(list *spill.FrameList) {
		bytes += int64(cap(list.Pieces)) * int64(unsafe.Sizeof(spill.FramePiece{}))
	}
	for c := range g.Due {
		add(&g.Checks[c])
		for ply := range g.Due[c] {
			add(&g.Due[c][ply])
		}
		for ply := range g.decided[c] {
			add(&g.decided[c][ply])
		}
	}
	return bytes
}

// DecidedAt returns the list of what a side wins or loses at a ply.
func (g *Pages) DecidedAt(c board.Color, ply int) *spill.FrameList {
	for len(g.decided[c]) <= ply {
		g.decided[c] = append(g.decided[c], spill.FrameList{})
	}
	return &g.decided[c][ply]
}

// undecided reports whether something may be decided at a ply or later.
func (g *Pages) undecided(ply int) bool {
	for c := range g.decided {
		for from := max(0, ply-value.MostWait); from < ply; from++ {
			if !g.decided[c][from].Empty() {
				return true
			}
		}
		for later := ply; later < len(g.Due[c]); later++ {
			if !g.Due[c][later].Empty() {
				return true
			}
		}
	}
	return false
}

// merge makes values of what was decided, in the memory of bits that nobody needs any more.
func (g *Pages) merge(bits []board.Bitboard, observe solve.Observer) error {
	room := unsafe.Slice((*value.Byte)(unsafe.Pointer(unsafe.SliceData(bits))), 8*len(bits))
	step := kernel.RowNo(len(room) / g.Layout.FrameEntries() << g.Rows.Upper)
	last := max(lastListed(g.decided[board.White]), lastListed(g.decided[board.Black]))
	return g.Sink.Merge(&g.Rows, last, step, room, g.eachDecided, func() error {
		return observe(solve.Progress{Phase: solve.Solving, Done: g.Found})
	})
}

// lastListed returns the last ply of which there is a list.
func lastListed(lists []spill.FrameList) (last int) {
	for ply := range lists {
		if !lists[ply].Empty() {
			last = ply
		}
	}
	return last
}

// eachDecided hands over what was decided from a ply on in some rows, of whole frames.
func (g *Pages) eachDecided(c board.Color, from int, first, end kernel.RowNo, do func(ply int, number kernel.RowNo, words board.Bitboard, lanes []board.Bitboard)) error {
	rows := &g.Frontier
	for ply := from; ply < len(g.decided[c]); ply++ {
		for frame := g.Rows.FrameOf(first); frame < g.Rows.FrameOf(end); frame++ {
			for rows.Begin(&g.Sink.Pile, g.decided[c][ply].Of(frame)); rows.Number >= 0; rows.Next() {
				do(ply, rows.Number, rows.Words, rows.Lanes)
			}
			if rows.Err != nil {
				return rows.Err
			}
		}
	}
	return nil
}
