package solve

import (
	"cmp"
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

// adding is what is known of a frame whose words are added.
type adding struct {
	frame slice.FrameNo // or noFrame
	bits  [sets][]board.Bitboard
	masks [sets][]board.Bitboard
	exits exitRanks
	err   error // the first

	// What is to be listed: for each list a chain of words.
	words  []addedWord
	used   int32
	chains [2][chains]chain
}

// The chains are one for each round in which exits decide, and one of those in check.
const (
	checkChain = lastDue + 1
	chains     = checkChain + 1
)

type addedWord struct {
	lanes board.Bitboard
	word  int32 // in the frame
	next  int32 // of the chain
}

type chain struct{ first, last int32 }

var noChain = chain{-1, -1}

const noFrame = -1

func (a *adding) begin(rows int) {
	a.beginBits(rows)
	a.words = make([]addedWord, min(mostAdded, 4*2*rows*rowWords))
	a.unchain()
}

func (a *adding) beginBits(rows int) {
	a.frame, a.exits.err, a.err = noFrame, nil, nil
	for set := range a.bits {
		reset(&a.bits[set], rows*rowWords)
		reset(&a.masks[set], rows)
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
func (g *paged) turnTo(word slice.WordNo) (row rowNo) {
	row = rowNo(word >> 6)
	if frame := g.rows.frameOf(row); frame != g.adding.frame {
		g.endFrame()
		g.adding.frame = frame
	}
	return row & (1<<g.rows.upper - 1)
}

// AddImpossible implements [Worker].
func (g *paged) AddImpossible(word slice.WordNo) {
	row := g.turnTo(word)
	for set := range g.adding.bits {
		g.adding.bits[set][int(row)<<6|int(word&63)] = ^board.Bitboard(0)
	}
}

// AddWord implements [Worker].
func (g *paged) AddWord(c board.Color, word slice.WordNo, known Known) {
	row := g.turnTo(word)
	a, w := &g.adding, board.Square(word&63)
	a.set(wonBy(c), row, w, known.Illegal)
	a.set(heldBy(c), row, w, known.Illegal|known.Exits)
	if int(a.used)+64+1 > len(a.words) {
		g.listAdded()
	}
	inFrame := int32(row)<<6 | int32(w)
	if checks := known.Checked &^ known.Illegal; checks != 0 {
		a.add(&a.chains[c][checkChain], inFrame, checks)
	}
	a.exits.begin(known)
	for v, lanes := a.exits.next(); lanes != 0; v, lanes = a.exits.next() {
		if v != value.Draw {
			a.add(&a.chains[c][v.Round()], inFrame, lanes)
		}
	}
}

func (a *adding) set(set setNo, row rowNo, w board.Square, lanes board.Bitboard) {
	a.bits[set][int(row)<<6|int(w)] = lanes
	if ^lanes != 0 {
		a.masks[set][row] |= w.Bit()
	}
}

// listAdded writes the chains to the lists.
func (g *paged) listAdded() {
	a := &g.adding
	for c := range a.chains {
		for i, from := range a.chains[c] {
			list := &g.checks[c]
			if i != checkChain {
				list = &g.due[c][i]
			}
			g.listChain(from, list)
		}
	}
	a.unchain()
}

func (g *paged) listChain(from chain, list *frameList) {
	a, first := &g.adding, rowNo(g.adding.frame)<<g.rows.upper
	for at := from.first; at >= 0; {
		added := &a.words[at]
		g.writer.addWord(first+rowNo(added.word>>6), board.Square(added.word&63), added.lanes)
		if at = added.next; at < 0 || g.writer.isFull() {
			a.failed(g.writer.flush(list, a.frame, &g.sink.pile))
		}
	}
}

func (a *adding) failed(err error) {
	if a.err == nil {
		a.err = err
	}
}

// endFrame writes what was added.
func (g *paged) endFrame() {
	a := &g.adding
	if a.frame == noFrame {
		return
	}
	first, _ := g.rows.ofFrame(a.frame)
	for set, bits := range a.bits {
		a.failed(g.file.write(setNo(set), first, bits))
		a.failed(g.file.writeMask(setNo(set), first, a.masks[set]))
		if g.saver != nil {
			a.failed(g.file.write(atFirst(setNo(set)), first, bits))
		}
		clear(bits)
		clear(a.masks[set])
	}
	g.listAdded()
	a.frame = noFrame
}

// Err implements [Worker].
func (g *paged) Err() error { return g.adding.err }

// endAdding ends what is added, and gives the memory for it back.
func (g *paged) endAdding() error {
	g.endFrame()
	err := cmp.Or(g.adding.err, g.adding.exits.err)
	g.adding = adding{frame: noFrame}
	if err != nil {
		return err
	}
	for c := range g.due {
		g.checks[c].sort()
		for ply := range g.due[c] {
			g.due[c][ply].sort()
		}
	}
	return nil
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
