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

// adding is what is known of a frame whose words are added.
type adding struct {
	frame slice.FrameNo // or noFrame
	bits  [Sets][]board.Bitboard
	masks [Sets][]board.Bitboard
	exits exits.ExitRanks
	err   error // the first

	// What is to be listed: for each list a chain of words.
	words  []addedWord
	used   int32
	chains [2][chains]chain
}

// The chains are one for each round in which exits decide, and one of those in check.
const (
	checkChain = kernel.LastDue + 1
	chains     = checkChain + 1
)

type addedWord struct {
	lanes board.Bitboard
	word  int32 // in the frame
	next  int32 // of the chain
}

type chain struct{ first, last int32 }

var noChain = chain{-1, -1}

const NoFrame = -1

func (a *adding) begin(rows int) {
	a.beginBits(rows)
	a.words = make([]addedWord, min(mostAdded, 4*2*rows*kernel.RowWords))
	a.unchain()
}

func (a *adding) beginBits(rows int) {
	a.frame, a.exits.Err, a.err = NoFrame, nil, nil
	for set := range a.bits {
		kernel.Reset(&a.bits[set], rows*kernel.RowWords)
		kernel.Reset(&a.masks[set], rows)
	}
}

// mostAdded is how many words are chained before they are listed.
const mostAdded = 1 << 20

// unchain empties all chains.
func (a *adding) unchain() {
	a.used = 0
	for c := range a.chains {
		for i := range a.chains[c] {
			a.chains[c][i] = noChain
		}
	}
}

// add adds a word to a chain, for which there must be room.
func (a *adding) add(to *chain, word int32, lanes board.Bitboard) {
	a.words[a.used] = addedWord{lanes, word, -1}
	if to.first < 0 {
		to.first = a.used
	} else {
		a.words[to.last].next = a.used
	}
	to.last = a.used
	a.used++
}

// turnTo turns to a frame, and returns its first row.
func (g *Pages) turnTo(word slice.WordNo) (row kernel.RowNo) {
	row = kernel.RowNo(word >> 6)
	if frame := g.Rows.FrameOf(row); frame != g.adding.frame {
		g.endFrame()
		g.adding.frame = frame
	}
	return row & (1<<g.Rows.Upper - 1)
}

// AddImpossible implements [Worker].
func (g *Pages) AddImpossible(word slice.WordNo) {
	row := g.turnTo(word)
	for set := range g.adding.bits {
		g.adding.bits[set][int(row)<<6|int(word&63)] = ^board.Bitboard(0)
	}
}

// AddWord implements [Worker].
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

func (a *adding) set(set SetNo, row kernel.RowNo, w board.Square, lanes board.Bitboard) {
	a.bits[set][int(row)<<6|int(w)] = lanes
	if ^lanes != 0 {
		a.masks[set][row] |= w.Bit()
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

func (a *adding) failed(err error) {
	if a.err == nil {
		a.err = err
	}
}

// endFrame writes what was added.
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

// Err implements [Worker].
func (g *Pages) Err() error { return g.adding.err }

// endAdding ends what is added, and gives the memory for it back.
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
