package paged

import (
	"unsafe"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/solve/spill"
	"github.com/matewright/matewright/core/value"
)

// A Course decides a slice ply by ply.
type Course interface {
	// MakeRoom allocates memory. While exits are found, other code may need this memory.
	MakeRoom()

	// DecideBoth finds the positions that both sides win or lose at a ply, after all plies before it.
	DecideBoth(ply int) error

	// Room returns memory for the values of one frame or more, after the last ply.
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
	course.MakeRoom() // the observer may have freed memory
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

// merge makes values of the decided positions, in memory that bits no longer need.
func (g *Pages) merge(bits []board.Bitboard, observe solve.Observer) error {
	room := unsafe.Slice((*value.Byte)(unsafe.Pointer(unsafe.SliceData(bits))), 8*len(bits))
	step := kernel.RowNo(len(room) / g.Layout.FrameEntries() << g.Rows.Upper)
	last := max(lastListed(g.decided[board.White]), lastListed(g.decided[board.Black]))
	return g.Sink.Merge(&g.Rows, last, step, room, g.eachDecided, func() error {
		return observe(solve.Progress{Phase: solve.Solving, Done: g.Found})
	})
}

// lastListed returns the last ply with a list that is not empty.
func lastListed(lists []spill.FrameList) (last int) {
	for ply := range lists {
		if !lists[ply].Empty() {
			last = ply
		}
	}
	return last
}

// eachDecided calls do with the positions decided from a ply on, in some rows of whole frames.
func (g *Pages) eachDecided(
	c board.Color,
	from int,
	first, end kernel.RowNo,
	do func(ply int, number kernel.RowNo, words board.Bitboard, lanes []board.Bitboard),
) error {
	rows := &g.Frontier
	for ply := from; ply < len(g.decided[c]); ply++ {
		for frame := g.Rows.FrameOf(first); frame < g.Rows.FrameOf(end); frame++ {
			for rows.Begin(&g.Sink.Pile, g.decided[c][ply].View(frame)); rows.Number >= 0; rows.Next() {
				do(ply, rows.Number, rows.Words, rows.Lanes)
			}
			if rows.Err != nil {
				return rows.Err
			}
		}
	}
	return nil
}
