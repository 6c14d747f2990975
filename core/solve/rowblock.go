package solve

import (
	"math"

	"github.com/matewright/matewright/core/board"
)

// A rowBlock is some rows of a frame that are decided together.
type rowBlock struct {
	c       board.Color
	ply     int
	first   rowNo
	at      bitsRow // of the first, among candidates
	n       rowNo
	release board.Bitboard // rows with lanes whose exits decide now
	masked  bool           // words have become full, or are no longer
}

// releaseBlock makes candidates of the positions with an exit of this length.
func (h *cycles) releaseBlock(b *rowBlock) {
	due := &h.released
	for ; due.number >= 0 && due.number < b.first+b.n; due.next() {
		row := due.number - b.first
		at := b.at + bitsRow(row)
		h.next.addRow(&h.rows, at, due.words, due.lanes)
		h.next.open[at] |= due.words
		if isWin(b.ply) {
			continue
		}
		lanes := rowOf(h.release, int(row)<<6)
		if bit := board.Square(row).Bit(); b.release&bit == 0 {
			b.release |= bit
			clear(lanes[:])
		}
		addListed(lanes, due.words, due.lanes)
	}
}

// decideBlock reads those rows that have candidates, and some between them, and decides.
func (h *cycles) decideBlock(b *rowBlock) error {
	var rows board.Bitboard // with candidates
	for i, words := range h.next.rows[b.at : b.at+bitsRow(b.n)] {
		if words != 0 && (isWin(b.ply) || h.proveRow(b, rowNo(i))) {
			rows |= board.Square(i).Bit()
		}
	}
	rows |= b.release
	for rows != 0 {
		run, n := rows.First(), rowNo(0)
		some := rows
		for some != 0 && rowNo(some.First()-run) <= n+readThrough {
			n = rowNo(some.First()-run) + 1
			some = some.Rest()
		}
		set := ownSet(b.c, b.ply)
		own := h.own[:n<<6]
		if err := h.file.read(set, b.first+rowNo(run), own); err != nil {
			return err
		}
		changed, end := rowNo(math.MaxInt), rowNo(0)
		for ; rows != some; rows = rows.Rest() {
			row := rowNo(rows.First() - run)
			if h.decideRow(b, rowNo(rows.First()), rowOf(own, int(row)<<6)) {
				changed, end = min(changed, row), row+1
			}
		}
		if changed < end {
			if err := h.file.write(set, b.first+rowNo(run)+changed, own[changed<<6:end<<6]); err != nil {
				return err
			}
		}
		if h.writer.isFull() {
			frame := h.rows.frameOf(b.first)
			if err := h.writer.flush(h.decidedAt(b.c, b.ply), frame, &h.sink.pile); err != nil {
				return err
			}
		}
	}
	if h.tooLong {
		return &tooLongError{h.lastRound}
	}
	return nil
}

// proveRow keeps of the candidates of a row those from which all moves inside the slice lead to what the other side has
// won, and reports whether there are any.
func (h *cycles) proveRow(b *rowBlock, row rowNo) bool {
	at := b.at + bitsRow(row)
	d, next := &h.decision, h.rows.in(h.next.words, at)
	var full board.Bitboard
	d.gather(h.next.rows[at], next, &noLanes, &noLanes, &full)
	if d.words != 0 {
		d.place(b.first + row)
		d.innerMan()
		d.outerMen()
	}
	h.next.rows[at] = d.words
	for words := d.words; words != 0; words = words.Rest() {
		w := words.First() & 63
		next[w] = d.lanes[w]
	}
	return d.words != 0
}

var noLanes [rowWords]board.Bitboard

// readThrough is how many rows are read that nobody needs so that others need not be read by themselves.
const readThrough = 2

// decideRow decides the candidates of a row, given what they are held to, and reports whether that has changed.
func (h *cycles) decideRow(b *rowBlock, row rowNo, own *[rowWords]board.Bitboard) (changed bool) {
	at, number := b.at+bitsRow(row), b.first+row
	if b.release.Has(board.Square(row)) {
		for w, lanes := range rowOf(h.release, int(row)<<6) {
			own[w] &^= lanes
		}
		changed = true
	}
	d := &h.decision
	open := h.next.open[at]
	d.gather(h.next.rows[at], h.rows.in(h.next.words, at), own, own, &h.next.open[at])
	h.next.rows[at] = 0
	if d.words != 0 {
		if b.ply > h.lastRound {
			h.tooLong = true
			return false
		}
		into := h.writer.addRow(number, d.words)
		if isWin(b.ply) {
			full, lanes := settleLanes(own, &d.lanes, into, d.words)
			h.next.open[at] &^= full
			h.found += int64(lanes)
			changed = true
		} else {
			h.found += int64(d.list(into))
		}
	}
	b.masked = b.masked || h.next.open[at] != open
	return changed
}
