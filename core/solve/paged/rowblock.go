package paged

import (
	"math"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/solve/kernel"
)

// A rowBlock is a block of rows of a frame that are decided together.
type rowBlock struct {
	c       board.Color
	ply     int
	first   kernel.RowNo
	at      kernel.BitsRow // the place of the first row among candidates
	n       kernel.RowNo
	release board.Bitboard // rows with lanes whose exits decide now
	masked  bool           // the mask has changed
}

// releaseBlock makes the positions whose exits decide at this ply candidates.
func (h *cycles) releaseBlock(b *rowBlock) {
	due := &h.released
	for ; due.Number >= 0 && due.Number < b.first+b.n; due.Next() {
		row := due.Number - b.first
		at := b.at + kernel.BitsRow(row)
		h.next.AddRow(&h.Rows, at, due.Words, due.Lanes)
		h.next.Open[at] |= due.Words
		if kernel.IsWin(b.ply) {
			continue
		}
		lanes := kernel.RowOf(h.release, int(row)<<6)
		if bit := board.Square(row).Bit(); b.release&bit == 0 {
			b.release |= bit
			clear(lanes[:])
		}
		kernel.AddListed(lanes, due.Words, due.Lanes)
	}
}

// decideBlock reads the rows with candidates, and some rows between them, and decides the candidates.
func (h *cycles) decideBlock(b *rowBlock) error {
	var rows board.Bitboard // with candidates
	for i, words := range h.next.Rows[b.at : b.at+kernel.BitsRow(b.n)] {
		if words != 0 && (kernel.IsWin(b.ply) || h.proveRow(b, kernel.RowNo(i))) {
			rows |= board.Square(i).Bit()
		}
	}
	rows |= b.release
	for rows != 0 {
		run, n := rows.First(), kernel.RowNo(0)
		some := rows
		for some != 0 && kernel.RowNo(some.First()-run) <= n+readThrough {
			n = kernel.RowNo(some.First()-run) + 1
			some = some.Rest()
		}
		set := OwnSet(b.c, b.ply)
		own := h.own[:n<<6]
		if err := h.File.Read(set, b.first+kernel.RowNo(run), own); err != nil {
			return err
		}
		changed, end := kernel.RowNo(math.MaxInt), kernel.RowNo(0)
		for ; rows != some; rows = rows.Rest() {
			row := kernel.RowNo(rows.First() - run)
			if h.decideRow(b, kernel.RowNo(rows.First()), kernel.RowOf(own, int(row)<<6)) {
				changed, end = min(changed, row), row+1
			}
		}
		if changed < end {
			if err := h.File.Write(set, b.first+kernel.RowNo(run)+changed, own[changed<<6:end<<6]); err != nil {
				return err
			}
		}
		if h.Writer.IsFull() {
			frame := h.Rows.FrameOf(b.first)
			if err := h.Writer.Flush(h.DecidedAt(b.c, b.ply), frame, &h.Sink.Pile); err != nil {
				return err
			}
		}
	}
	if h.tooLong {
		return &kernel.TooLongError{Most: h.LastRound}
	}
	return nil
}

// proveRow keeps the candidates of a row from which all moves inside the slice lead to positions that the other side
// has won. It reports whether it has kept any.
func (h *cycles) proveRow(b *rowBlock, row kernel.RowNo) bool {
	at := b.at + kernel.BitsRow(row)
	d, next := &h.decision, h.Rows.In(h.next.Words, at)
	var full board.Bitboard
	d.Gather(h.next.Rows[at], next, &noLanes, &noLanes, &full)
	if d.Words != 0 {
		d.Place(b.first + row)
		d.InnerMan()
		d.OuterMen()
	}
	h.next.Rows[at] = d.Words
	for words := d.Words; words != 0; words = words.Rest() {
		w := words.First() & 63
		next[w] = d.Lanes[w]
	}
	return d.Words != 0
}

var noLanes [kernel.RowWords]board.Bitboard

// readThrough is the largest number of unneeded rows that a read includes, to save another read.
const readThrough = 2

// decideRow decides the candidates of a row, given the row of [OwnSet], and reports whether it has changed that row.
func (h *cycles) decideRow(b *rowBlock, row kernel.RowNo, own *[kernel.RowWords]board.Bitboard) (changed bool) {
	at, number := b.at+kernel.BitsRow(row), b.first+row
	if b.release.Has(board.Square(row)) {
		for w, lanes := range kernel.RowOf(h.release, int(row)<<6) {
			own[w] &^= lanes
		}
		changed = true
	}
	d := &h.decision
	open := h.next.Open[at]
	d.Gather(h.next.Rows[at], h.Rows.In(h.next.Words, at), own, own, &h.next.Open[at])
	h.next.Rows[at] = 0
	if d.Words != 0 {
		if b.ply > h.LastRound {
			h.tooLong = true
			return false
		}
		into := h.Writer.AddRow(number, d.Words)
		if kernel.IsWin(b.ply) {
			full, lanes := kernel.SettleLanes(own, &d.Lanes, into, d.Words)
			h.next.Open[at] &^= full
			h.Found += int64(lanes)
			changed = true
		} else {
			h.Found += int64(d.List(into))
		}
	}
	b.masked = b.masked || h.next.Open[at] != open
	return changed
}
