package solve

import (
	"fmt"
	"unsafe"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// outCount counts the moves of a position that are not yet known to lose, in the byte
// where its value comes later, and so holds two bits a position and side besides.
//
// It is not faster than grandfather, as it is said to be where positions are looked at
// one by one: to ask for the moves of 64 positions costs little, and a byte for each is
// eight times as far away as a bit.
type outCount struct{}

func (outCount) Name() string { return "out-count" }

// See grandfatherSpilled.Slowdown.
func (outCount) Slowdown() float64 { return 5.4e-9 }

func (outCount) Words() Words {
	return Words{Where: "in memory, counting moves", By: "counting moves, which takes less memory"}
}

func (m outCount) Plan(l *slice.Layout) Plan {
	lists := listsBytes(l)
	plan := Plan{Method: m, Lists: lists, InBytes: true, Parts: []Part{
		{bitsPart, bitsBytes(l, 2)},
		{ValuesPart, 2 * int64(l.Entries())},
		{listsPart, lists},
	}}
	if rs := planRows(l); rs.cells != nil {
		plan.Parts = append(plan.Parts, Part{countsPart, 2 * 64 * int64(rs.count*rs.size)})
	}
	return plan
}

func (outCount) NewSink(l *slice.Layout, _ *value.Metric, _ bool, _ scratch.Room) Sink {
	return NewValues(l)
}

func (outCount) NewWorker(l *slice.Layout, metric *value.Metric) Worker {
	g := &retrograde{layout: l, metric: metric}
	g.proof = newCounting(g)
	return g
}

// counting is the proof of out-count, and its record: a candidate is lost if no move is
// left, and no step of the inner man saves it. Of the counts it reads the same words as
// of next.
type counting struct {
	*retrograde
	values *Values
	counts [2][]counts

	counter   counter
	uncounter uncounter
}

func newCounting(g *retrograde) *counting {
	n := &counting{retrograde: g}
	n.counter.decision, n.uncounter.takeback = &g.decision, &g.takeback
	return n
}

// begin makes room for counts, all 0: in the memory of the values, if words are
// numbered as there.
func (n *counting) begin(into Sink) (record, error) {
	values, ok := into.(*Values)
	if !ok {
		return nil, fmt.Errorf("%s does not write to a %T", outCount{}.Name(), into)
	}
	n.values = values
	for c, values := range values {
		if n.rows.cells != nil {
			reset(&n.counts[c], n.rows.count*n.rows.size)
			continue
		}
		clear(values)
		n.counts[c] = unsafe.Slice((*counts)(unsafe.Pointer(unsafe.SliceData(values))), len(values)>>6)
	}
	return n, nil
}

func (n *counting) addExits(c board.Color, word rowWord, losing, saving board.Bitboard) board.Bitboard {
	counts := &n.counts[c][word]
	counts.add(losing)
	counts[neverPlane] |= saving
	return mayLose(n.sides[c].won[word], counts)
}

// ofRow returns the counts of a row's words.
func (n *counting) ofRow(c board.Color, number rowNo) []counts {
	first := int(n.rows.firstOf(number))
	return n.counts[c][first : first+n.rows.size]
}

// mayLose returns the lanes of a word that are not won, nor saved by an exit.
func mayLose(won board.Bitboard, counts *counts) board.Bitboard { return ^(won | counts.done()) }

// prepare counts the moves to positions that the opponent has not won to begin with,
// which are those that are legal.
func (n *counting) prepare() {
	n.countMoves(board.White)
	n.countMoves(board.Black)
}

func (n *counting) countMoves(c board.Color) {
	s, d := &n.sides[c], &n.decision
	d.begin(&n.rows, c, n.sides[c.Other()].wonRows())
	d.refuter = &n.counter
	for number, words := range s.canLose {
		n.countRow(rowNo(number), words, n.rows.in(s.won, bitsRow(number)), n.ofRow(c, rowNo(number)))
	}
}

// countRow counts the moves from some words of a row.
func (n *counting) countRow(number rowNo, words board.Bitboard, won *[rowWords]board.Bitboard, counts []counts) {
	if words == 0 {
		return
	}
	d := &n.decision
	d.words, n.counter.counts = words, counts
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		d.lanes[w] = mayLose(won[w], &counts[w])
	}
	d.place(number)
	d.outerMen()
}

func (n *counting) release(c board.Color, number rowNo, words board.Bitboard, lanes []board.Bitboard) {
	counts, won := n.ofRow(c, number), n.rows.in(n.sides[c].won, bitsRow(number))
	i := 0
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		counts[w].subtract(lanes[i] &^ won[w])
		i++
	}
}

func (n *counting) gatherLost(c board.Color, number rowNo, words board.Bitboard) {
	d, s, at := &n.decision, &n.sides[c], bitsRow(number)
	next, won, counts := n.rows.in(s.next.words, at), n.rows.in(s.won, at), n.ofRow(c, number)
	d.words = 0
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		d.lanes[w] = next[w] &^ won[w] & counts[w].zero()
		next[w] = 0
		if d.lanes[w] != 0 {
			d.words |= w.Bit()
		}
	}
	if d.words != 0 {
		d.place(number)
		d.innerMan()
	}
}

func (n *counting) settleLost(_ board.Color, _ rowNo, into *[rowWords]board.Bitboard) int {
	return n.decision.list(into) // for all else the record is enough
}

func (n *counting) settleWon(board.Color, rowNo) {}

// adder subtracts moves to positions that the opponent has won.
func (n *counting) adder(c board.Color, ply int) adder {
	if !isWin(ply) {
		return &n.takeback
	}
	n.uncounter.won, n.uncounter.counts = n.sides[c].won, n.counts[c]
	return &n.uncounter
}

func (n *counting) clear(given *blockFile) *blockFile { return given }

func (n *counting) lastRound() int { return value.MaxByteRound }

func (n *counting) settle(c board.Color, number rowNo, v value.Value, d *decision) {
	counts, decided := n.ofRow(c, number), v.Byte()
	for words := d.words; words != 0; words = words.Rest() {
		w := words.First() & 63
		counts[w].decide(decided, d.lanes[w])
	}
}

func (n *counting) holds() (parts []Part, lists int64) {
	parts = []Part{{ValuesPart, int64(len(n.values[0]) + len(n.values[1]))}}
	if n.rows.cells != nil {
		parts = append(parts, Part{countsPart, 2 * int64(len(n.counts[0])) * int64(unsafe.Sizeof(counts{}))})
	}
	return parts, 0
}

func (n *counting) endPly(board.Color, int, *rowList, *blockPool) {}

// finish turns what is left of counts into draws, and all into values.
func (n *counting) finish(rs *rows, _ *blockPool, _ func() error) error {
	for _, c := range board.Colors {
		for number := range rowNo(rs.count) {
			n.finishRow(c, number, rs.in(n.sides[c].won, bitsRow(number)))
		}
	}
	return nil
}

func (n *counting) finishRow(c board.Color, number rowNo, won *[rowWords]board.Bitboard) {
	for w := range n.rows.size {
		word := n.rows.firstOf(number) + rowWord(w)
		if n.rows.isExtra(word) {
			continue
		}
		values := n.counts[c][word].values(won[w])
		values.put((*[64]byte)(value.RawBytes(n.values[c][n.rows.layoutWord(word)<<6:])))
	}
}

// counter is the refuter that counts moves which are not known to lose.
type counter struct {
	*decision
	counts []counts // of the row
}

func (n *counter) keep(words board.Bitboard, won *[rowWords]board.Bitboard, way board.Bitboard) {
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		n.counts[w].add(n.lanes[w] &^ (won[w] | way))
	}
}

func (n *counter) rowMan() {
	if !n.hasRowMan() {
		return
	}
	kind := n.rows.men[n.rows.man].Type
	notWon := n.lost.open[n.at] &^ n.row.fixed
	won := n.lost.of(n.rows, n.at)
	for words := n.words; words != 0; words = words.Rest() {
		from := words.First() & 63
		for targets := board.Attacks(kind, from, n.row.fixed) & notWon; targets != 0; targets = targets.Rest() {
			to := targets.First() & 63
			n.counts[from].add(n.lanes[from] &^ (won[to] | board.Between(from, to) | to.Bit()))
		}
	}
}

// uncounter is the adder that subtracts the moves taken back. Only those positions are
// candidates that have no move left.
type uncounter struct {
	*takeback
	won    []board.Bitboard
	counts []counts
}

func (n *uncounter) add(number rowNo, at bitsRow, words board.Bitboard, lanes *[rowWords]board.Bitboard, free board.Bitboard) {
	n.to.rows[at] |= words
	to := n.rows.in(n.to.words, at)
	row := n.rowAt(number, at)
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		to[w] |= row.subtract(lanes[w]&free, w)
	}
}

// A countedRow is what subtracting takes to know of a row.
type countedRow struct {
	counts []counts
	won    *[rowWords]board.Bitboard
	open   *board.Bitboard
}

func (n *uncounter) rowAt(number rowNo, at bitsRow) countedRow {
	return countedRow{n.counts[n.rows.firstOf(number):], n.rows.in(n.won, at), &n.to.open[at]}
}

func (n *uncounter) rowMan() {
	if !n.hasRowMan() {
		return
	}
	kind := n.rows.men[n.rows.man].Type
	to := n.rows.in(n.to.words, n.at)
	row := n.rowAt(n.row.number, n.at)
	notFixed := *row.open &^ n.row.fixed
	lanes := &n.frontier
	var reached board.Bitboard
	for words := n.words; words != 0; words = words.Rest() {
		from := words.First() & 63
		targets := board.Attacks(kind, from, n.row.fixed) & notFixed
		reached |= targets
		for ; targets != 0; targets = targets.Rest() {
			w := targets.First() & 63
			to[w] |= row.subtract(lanes[from]&^(board.Between(from, w)|w.Bit()), w)
		}
	}
	n.to.rows[n.at] |= reached
}

// subtract subtracts a move in some lanes of a word, and returns those with none left.
// The word is no longer open in its row if all its lanes are decided.
func (r *countedRow) subtract(lanes board.Bitboard, w board.Square) board.Bitboard {
	won := r.won[w&63]
	if lanes &^= won; lanes == 0 {
		return 0 // without a look at the counts, which are far away
	}
	counts := &r.counts[w&63]
	done := counts.done()
	if won|done == ^board.Bitboard(0) {
		*r.open &^= w.Bit()
		return 0
	}
	lanes &^= done
	counts.subtract(lanes)
	return lanes & counts.zero()
}
