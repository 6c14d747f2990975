package solve

import (
	"fmt"
	"unsafe"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// paged has the bits of a slice and all lists in scratch: what methods share that differ in how they go over them.
type paged struct {
	layout *slice.Layout
	metric *value.Metric
	method Method
	rows   rows
	file   rowFile
	sink   *Spilled // lists are there, too

	*lists
	found     int64 // positions that are decided
	from      int   // the first ply to decide
	lastRound int   // for which the sink has room

	saver    *saver             // nil if nothing is kept
	record   *checkpoint.Record // of what is to be gone on with; nil if there is none, or once that has begun
	adding   adding
	writer   frameWriter
	frontier frameReader
}

// lists have what is known of a slice, by side.
type lists struct {
	checks   [2]frameList // that are mates, if no move helps
	due      [2][lastDue + 1]frameList
	decided  [2][]frameList // by ply
	heldFrom [2]int         // the ply from which on exits still hold what they lose to
}

// begin turns to a slice. It returns the ply before which the slice was last saved, or 0.
func (g *paged) begin(number slice.Number, into Sink, with Resources) (saved int, err error) {
	sink, ok := into.(*Spilled)
	if !ok {
		return 0, fmt.Errorf("%s does not write to a %T", g.method.Name(), into)
	}
	g.sink, g.lastRound = sink, sink.lastRound()
	if g.lists == nil {
		g.lists = &lists{}
	}
	g.rows.begin(g.layout, number)
	switch {
	case with.Scratch != nil:
		g.file.room = with.Scratch
	case g.file.room == nil:
		g.file.room = &scratch.Memory{}
	}
	g.file.rows, g.file.Traffic = &g.rows, Traffic{}
	work := checkpoint.Work{
		Format: savedFormat, Class: g.layout.Class.String(), Slice: int(number), Metric: g.metric.Name(), Method: g.method.Name(),
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
func (g *paged) beginAnew() error {
	g.reset()
	g.adding.begin(1 << g.rows.upper)
	return g.saver.beginAnew()
}

// reset forgets the slice before.
func (g *paged) reset() {
	g.sink.pile.Clear()
	for c := range g.due {
		g.checks[c].clear()
		for ply := range g.due[c] {
			g.due[c][ply].clear()
		}
		g.decided[c] = g.decided[c][:0]
	}
	g.found, g.from, g.heldFrom = 0, 0, [2]int{}
	g.writer.bands = nil
	g.writer.clear()
}

// A course decides a slice ply by ply.
type course interface {
	// makeRoom makes room for that. Before, while exits are found, others may need the memory.
	makeRoom()

	// decideBoth finds what both sides win or lose at a ply, once all before is known.
	decideBoth(ply int) error

	// room returns memory for the values of a frame at least, once all is decided.
	room() []board.Bitboard
}

// run solves the slice.
func (g *paged) run(course course, observe Observer) error {
	if err := g.endAdding(); err != nil {
		return err
	}
	if err := g.report(observe, g.from); err != nil {
		return err
	}
	course.makeRoom() // the observer may have given back memory
	ply := g.from
	for ; ply == 0 || g.undecided(ply); ply++ {
		if err := g.save(ply); err != nil {
			return err
		}
		if err := g.report(observe, ply); err != nil {
			return err
		}
		if err := course.decideBoth(ply); err != nil {
			return err
		}
	}
	if err := g.save(ply); err != nil {
		return err
	}
	return g.merge(course.room(), observe)
}

// report calls an observer with a ply.
func (g *paged) report(observe Observer, ply int) error {
	return observe(Progress{Phase: Solving, Ply: g.metric.Ply(ply), Done: g.found})
}

// listed returns what it takes in memory to find the pieces of the lists.
func (g *paged) listed() (bytes int64) {
	add := func(list *frameList) { bytes += int64(cap(list.pieces)) * int64(unsafe.Sizeof(framePiece{})) }
	for c := range g.due {
		add(&g.checks[c])
		for ply := range g.due[c] {
			add(&g.due[c][ply])
		}
		for ply := range g.decided[c] {
			add(&g.decided[c][ply])
		}
	}
	return bytes
}

// decidedAt returns the list of what a side wins or loses at a ply.
func (g *paged) decidedAt(c board.Color, ply int) *frameList {
	for len(g.decided[c]) <= ply {
		g.decided[c] = append(g.decided[c], frameList{})
	}
	return &g.decided[c][ply]
}

// undecided reports whether something may be decided at a ply or later.
func (g *paged) undecided(ply int) bool {
	for c := range g.decided {
		for from := max(0, ply-value.MostWait); from < ply; from++ {
			if !g.decided[c][from].empty() {
				return true
			}
		}
		for later := ply; later < len(g.due[c]); later++ {
			if !g.due[c][later].empty() {
				return true
			}
		}
	}
	return false
}

// merge makes values of what was decided, in the memory of bits that nobody needs any more.
func (g *paged) merge(bits []board.Bitboard, observe Observer) error {
	room := unsafe.Slice((*value.Byte)(unsafe.Pointer(unsafe.SliceData(bits))), 8*len(bits))
	step := rowNo(len(room) / g.layout.FrameEntries() << g.rows.upper)
	last := max(lastListed(g.decided[board.White]), lastListed(g.decided[board.Black]))
	return g.sink.merge(&g.rows, last, step, room, g.eachDecided, func() error {
		return observe(Progress{Phase: Solving, Done: g.found})
	})
}

// lastListed returns the last ply of which there is a list.
func lastListed(lists []frameList) (last int) {
	for ply := range lists {
		if !lists[ply].empty() {
			last = ply
		}
	}
	return last
}

// eachDecided hands over what was decided from a ply on in some rows, of whole frames.
func (g *paged) eachDecided(c board.Color, from int, first, end rowNo, do func(ply int, number rowNo, words board.Bitboard, lanes []board.Bitboard)) error {
	rows := &g.frontier
	for ply := from; ply < len(g.decided[c]); ply++ {
		for frame := g.rows.frameOf(first); frame < g.rows.frameOf(end); frame++ {
			for rows.begin(&g.sink.pile, g.decided[c][ply].of(frame)); rows.number >= 0; rows.next() {
				do(ply, rows.number, rows.words, rows.lanes)
			}
			if rows.err != nil {
				return rows.err
			}
		}
	}
	return nil
}
