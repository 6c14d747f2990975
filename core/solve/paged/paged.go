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

// Pages has the bits of a slice and all lists in scratch. Methods with different orders of work share it.
type Pages struct {
	Layout *slice.Layout
	Metric *value.Metric
	Method solve.Method
	Rows   kernel.Rows
	File   RowFile
	Sink   *spill.Sink // with the lists in its pile

	*lists
	Found     int64 // decided positions
	from      int   // the first ply to decide
	LastRound int   // that the sink can hold

	saver    *saver             // nil without checkpoints
	record   *checkpoint.Record // to resume from; nil without one, or after Resume
	adding   adding
	Writer   spill.FrameWriter
	Frontier spill.FrameReader
}

// lists has the lists of a slice, by side.
type lists struct {
	Checks   [2]spill.FrameList // mates, if no move helps
	Due      [2][kernel.LastDue + 1]spill.FrameList
	decided  [2][]spill.FrameList // by ply
	HeldFrom [2]int               // the ply from which on losing exits still hold their positions
}

// BeginSlice starts with a slice. It returns the ply before which the slice was last saved, or 0.
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
		Format: savedFormat,
		Class:  g.Layout.Class.String(),
		Slice:  int(number),
		Metric: g.Metric.Name(),
		Method: g.Method.Name(),
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
	return 0, g.restart()
}

// restart starts without a checkpoint.
func (g *Pages) restart() error {
	g.reset()
	g.adding.begin(1 << g.Rows.Upper)
	return g.saver.restart()
}

// reset drops the data of the slice before.
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

// Listed returns the memory of the indexes of all lists, in bytes.
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

// DecidedAt returns the list of the positions that a side wins or loses at a ply.
func (g *Pages) DecidedAt(c board.Color, ply int) *spill.FrameList {
	for len(g.decided[c]) <= ply {
		g.decided[c] = append(g.decided[c], spill.FrameList{})
	}
	return &g.decided[c][ply]
}

// undecided reports whether a ply or a later one may decide positions.
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
