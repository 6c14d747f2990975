package paged

import (
	"cmp"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/solve/spill"
	"github.com/matewright/matewright/core/value"
)

// turnTo moves to the frame of a word, and returns the row of the word in the frame.
func (g *Pages) turnTo(word slice.WordNo) (row kernel.RowNo) {
	row = kernel.RowNo(word >> 6)
	if frame := g.Rows.FrameOf(row); frame != g.adding.frame {
		g.endFrame()
		g.adding.frame = frame
	}
	return row & (1<<g.Rows.Upper - 1)
}

// AddImpossible implements [solve.Worker].
func (g *Pages) AddImpossible(word slice.WordNo) {
	row := g.turnTo(word)
	for set := range g.adding.bits {
		g.adding.bits[set][int(row)<<6|int(word&63)] = ^board.Bitboard(0)
	}
}

// AddWord implements [solve.Worker].
func (g *Pages) AddWord(c board.Color, word slice.WordNo, known exits.Known) {
	row := g.turnTo(word)
	a, w := &g.adding, board.Square(word&63)
	a.set(WonBy(c), row, w, known.Illegal)
	a.set(heldBy(c), row, w, known.Illegal|known.Exits)
	if int(a.used)+64+1 > len(a.words) {
		g.listAdded()
	}
	inFrame := int32(row)<<6 | int32(w)
	if checks := known.Checked &^ known.Illegal; checks != 0 {
		a.add(&a.chains[c][checkChain], inFrame, checks)
	}
	a.exits.Begin(known)
	for v, lanes := a.exits.Next(); lanes != 0; v, lanes = a.exits.Next() {
		if v != value.Draw {
			a.add(&a.chains[c][v.Round()], inFrame, lanes)
		}
	}
}

// listAdded writes the chains to the lists.
func (g *Pages) listAdded() {
	a := &g.adding
	for c := range a.chains {
		for i, from := range a.chains[c] {
			list := &g.Checks[c]
			if i != checkChain {
				list = &g.Due[c][i]
			}
			g.listChain(from, list)
		}
	}
	a.unchain()
}

func (g *Pages) listChain(from chain, list *spill.FrameList) {
	a, first := &g.adding, kernel.RowNo(g.adding.frame)<<g.Rows.Upper
	for at := from.first; at >= 0; {
		added := &a.words[at]
		g.Writer.AddWord(first+kernel.RowNo(added.word>>6), board.Square(added.word&63), added.lanes)
		if at = added.next; at < 0 || g.Writer.IsFull() {
			a.failed(g.Writer.Flush(list, a.frame, &g.Sink.Pile))
		}
	}
}

// endFrame writes the added frame.
func (g *Pages) endFrame() {
	a := &g.adding
	if a.frame == NoFrame {
		return
	}
	first, _ := g.Rows.OfFrame(a.frame)
	for set, bits := range a.bits {
		a.failed(g.File.Write(SetNo(set), first, bits))
		a.failed(g.File.writeMask(SetNo(set), first, a.masks[set]))
		if g.saver != nil {
			a.failed(g.File.Write(atFirst(SetNo(set)), first, bits))
		}
		clear(bits)
		clear(a.masks[set])
	}
	g.listAdded()
	a.frame = NoFrame
}

// Err implements [solve.Worker].
func (g *Pages) Err() error { return g.adding.err }

// endAdding writes the last frame, sorts the lists, and frees the memory for adding.
func (g *Pages) endAdding() error {
	g.endFrame()
	err := cmp.Or(g.adding.err, g.adding.exits.Err)
	g.adding = adding{frame: NoFrame}
	if err != nil {
		return err
	}
	for c := range g.Due {
		g.Checks[c].Sort()
		for ply := range g.Due[c] {
			g.Due[c][ply].Sort()
		}
	}
	return nil
}
