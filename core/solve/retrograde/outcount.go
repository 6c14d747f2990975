package retrograde

import (
	"fmt"
	"unsafe"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// OutCount counts the moves of a position that are not known to lose yet. The count is in the byte that later has the
// value, so OutCount needs only two more bits a position and side.
//
// OutCount is not faster than grandfather, though counting is reported to be faster in programs that visit positions
// one by one. Here a test of the moves of 64 positions costs little, and counts take eight times the memory of bits.
type OutCount struct{}

// Name implements [solve.Method].
func (OutCount) Name() string { return "out-count" }

// Slowdown comes from the same classes as that of [GrandfatherSpilled].
func (OutCount) Slowdown() float64 { return 5.4e-9 }

// Words implements [solve.Method].
func (OutCount) Words() solve.Words {
	return solve.Words{Where: "core.method.inMemoryCounting", By: "core.method.by.counting"}
}

// Plan implements [solve.Method].
func (m OutCount) Plan(l *slice.Layout) solve.Plan {
	lists := listsBytes(l)
	plan := solve.Plan{Method: m, Lists: lists, InBytes: true, Parts: []solve.Part{
		{Name: solve.BitsPart, Bytes: bitsBytes(l, 2)},
		{Name: solve.ValuesPart, Bytes: 2 * int64(l.Entries())},
		{Name: solve.ListsPart, Bytes: lists},
	}}
	if rs := kernel.RowsOf(l); rs.Cells != nil {
		plan.Parts = append(plan.Parts, solve.Part{Name: solve.CountsPart, Bytes: 2 * 64 * int64(rs.Count*rs.Size)})
	}
	return plan
}

// NewSink implements [solve.Method].
func (OutCount) NewSink(l *slice.Layout, _ *value.Metric, _ bool, _ scratch.Room) solve.Sink {
	return solve.NewValues(l)
}

// NewWorker implements [solve.Method].
func (OutCount) NewWorker(l *slice.Layout, metric *value.Metric) solve.Worker {
	g := &retrograde{layout: l, metric: metric}
	g.proof = newCounting(g)
	return g
}

// counting is the proof of out-count, and its record. A candidate is lost if it has no move left, and no step of the
// inner man saves it. The proof reads counts and next in the same words.
type counting struct {
	*retrograde
	values *solve.Values
	counts [2][]counts

	counter   counter
	uncounter uncounter
}

func newCounting(g *retrograde) *counting {
	n := &counting{retrograde: g}
	n.counter.Decision, n.uncounter.Retraction = &g.decision, &g.retraction
	return n
}

// begin makes room for counts, all 0. They are in the memory of the values, if words are numbered in the same way.
func (n *counting) begin(into solve.Sink) (record, error) {
	values, ok := into.(*solve.Values)
	if !ok {
		return nil, fmt.Errorf("%s does not write to a %T", OutCount{}.Name(), into)
	}
	n.values = values
	for c, values := range values {
		if n.rows.Cells != nil {
			kernel.Reset(&n.counts[c], n.rows.Count*n.rows.Size)
			continue
		}
		clear(values)
		n.counts[c] = unsafe.Slice((*counts)(unsafe.Pointer(unsafe.SliceData(values))), len(values)>>6)
	}
	return n, nil
}

func (n *counting) addExits(c board.Color, word kernel.RowWord, losing, saving board.Bitboard) board.Bitboard {
	counts := &n.counts[c][word]
	counts.add(losing)
	counts[neverPlane] |= saving
	return mayLose(n.sides[c].won[word], counts)
}

// ofRow returns the counts of a row's words.
func (n *counting) ofRow(c board.Color, number kernel.RowNo) []counts {
	first := int(n.rows.FirstOf(number))
	return n.counts[c][first : first+n.rows.Size]
}

// mayLose returns the lanes of a word that are not won, nor saved by an exit.
func mayLose(won board.Bitboard, counts *counts) board.Bitboard { return ^(won | counts.done()) }

// prepare counts the moves to positions that the opponent has not won in the beginning, which are the legal ones.
func (n *counting) prepare() {
	n.countMoves(board.White)
	n.countMoves(board.Black)
}

func (n *counting) countMoves(c board.Color) {
	s, d := &n.sides[c], &n.decision
	d.Begin(&n.rows, c, n.sides[c.Other()].wonRows())
	d.Refuter = &n.counter
	for number, words := range s.canLose {
		n.countRow(
			kernel.RowNo(number),
			words,
			n.rows.In(s.won, kernel.BitsRow(number)),
			n.ofRow(c, kernel.RowNo(number)),
		)
	}
}

// countRow counts the moves from some words of a row.
func (n *counting) countRow(
	number kernel.RowNo, words board.Bitboard, won *[kernel.RowWords]board.Bitboard, counts []counts,
) {
	if words == 0 {
		return
	}
	d := &n.decision
	d.Words, n.counter.counts = words, counts
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		d.Lanes[w] = mayLose(won[w], &counts[w])
	}
	d.Place(number)
	d.OuterMen()
}

func (n *counting) release(c board.Color, number kernel.RowNo, words board.Bitboard, lanes []board.Bitboard) {
	counts, won := n.ofRow(c, number), n.rows.In(n.sides[c].won, kernel.BitsRow(number))
	i := 0
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		counts[w].subtract(lanes[i] &^ won[w])
		i++
	}
}

func (n *counting) gatherLost(c board.Color, number kernel.RowNo, words board.Bitboard) {
	d, s, at := &n.decision, &n.sides[c], kernel.BitsRow(number)
	next, won, counts := n.rows.In(s.next.Words, at), n.rows.In(s.won, at), n.ofRow(c, number)
	d.Words = 0
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		d.Lanes[w] = next[w] &^ won[w] & counts[w].zero()
		next[w] = 0
		if d.Lanes[w] != 0 {
			d.Words |= w.Bit()
		}
	}
	if d.Words != 0 {
		d.Place(number)
		d.InnerMan()
	}
}

func (n *counting) settleLost(_ board.Color, _ kernel.RowNo, into *[kernel.RowWords]board.Bitboard) int {
	return n.decision.List(into) // the record does the rest
}

func (n *counting) settleWon(board.Color, kernel.RowNo) {}

// adder subtracts moves to positions that the opponent has won.
func (n *counting) adder(c board.Color, ply int) kernel.Adder {
	if !kernel.IsWin(ply) {
		return &n.retraction
	}
	n.uncounter.won, n.uncounter.counts = n.sides[c].won, n.counts[c]
	return &n.uncounter
}

func (n *counting) clear(given *blockFile) *blockFile { return given }

func (n *counting) lastRound() int { return value.MaxByteRound }

func (n *counting) settle(c board.Color, number kernel.RowNo, v value.Value, d *kernel.Decision) {
	counts, decided := n.ofRow(c, number), v.Byte()
	for words := d.Words; words != 0; words = words.Rest() {
		w := words.First() & 63
		counts[w].decide(decided, d.Lanes[w])
	}
}

func (n *counting) holds() (parts []solve.Part, lists int64) {
	parts = []solve.Part{{Name: solve.ValuesPart, Bytes: int64(len(n.values[0]) + len(n.values[1]))}}
	if n.rows.Cells != nil {
		parts = append(
			parts,
			solve.Part{Name: solve.CountsPart, Bytes: 2 * int64(len(n.counts[0])) * int64(unsafe.Sizeof(counts{}))},
		)
	}
	return parts, 0
}

func (n *counting) endPly(board.Color, int, *rowList, *blockPool) {}

// finish turns the counts of undecided positions into draws, and all bytes into values.
func (n *counting) finish(rs *kernel.Rows, _ *blockPool, _ func() error) error {
	for _, c := range board.Colors {
		for number := range kernel.RowNo(rs.Count) {
			n.finishRow(c, number, rs.In(n.sides[c].won, kernel.BitsRow(number)))
		}
	}
	return nil
}

func (n *counting) finishRow(c board.Color, number kernel.RowNo, won *[kernel.RowWords]board.Bitboard) {
	for w := range n.rows.Size {
		word := n.rows.FirstOf(number) + kernel.RowWord(w)
		if n.rows.IsExtra(word) {
			continue
		}
		values := n.counts[c][word].values(won[w])
		values.Put((*[64]byte)(value.RawBytes(n.values[c][n.rows.LayoutWord(word)<<6:])))
	}
}

// counter is the refuter that counts moves which are not known to lose.
type counter struct {
	*kernel.Decision
	counts []counts // of the row
}

// Keep implements [kernel.Refuter].
func (n *counter) Keep(words board.Bitboard, won *[kernel.RowWords]board.Bitboard, way board.Bitboard) {
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		n.counts[w].add(n.Lanes[w] &^ (won[w] | way))
	}
}

// RowMan implements [kernel.Refuter].
func (n *counter) RowMan() {
	if !n.HasRowMan() {
		return
	}
	kind := n.Rows.Men[n.Rows.Man].Type
	notWon := n.Lost.Open[n.At] &^ n.Row.Fixed
	won := n.Lost.View(n.Rows, n.At)
	for words := n.Words; words != 0; words = words.Rest() {
		from := words.First() & 63
		for targets := board.Attacks(kind, from, n.Row.Fixed) & notWon; targets != 0; targets = targets.Rest() {
			to := targets.First() & 63
			n.counts[from].add(n.Lanes[from] &^ (won[to] | board.Between(from, to) | to.Bit()))
		}
	}
}

// uncounter is the adder that subtracts the retracted moves. Only positions without a move left become candidates.
type uncounter struct {
	*kernel.Retraction
	won    []board.Bitboard
	counts []counts
}

// Add implements [kernel.Adder].
func (n *uncounter) Add(
	number kernel.RowNo,
	at kernel.BitsRow,
	words board.Bitboard,
	lanes *[kernel.RowWords]board.Bitboard,
	free board.Bitboard,
) {
	n.To.Rows[at] |= words
	to := n.Rows.In(n.To.Words, at)
	row := n.rowAt(number, at)
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		to[w] |= row.subtract(lanes[w]&free, w)
	}
}

// A countedRow has the parts of a row that subtracting needs.
type countedRow struct {
	counts []counts
	won    *[kernel.RowWords]board.Bitboard
	open   *board.Bitboard
}

func (n *uncounter) rowAt(number kernel.RowNo, at kernel.BitsRow) countedRow {
	return countedRow{n.counts[n.Rows.FirstOf(number):], n.Rows.In(n.won, at), &n.To.Open[at]}
}

// RowMan implements [kernel.Adder].
func (n *uncounter) RowMan() {
	if !n.HasRowMan() {
		return
	}
	kind := n.Rows.Men[n.Rows.Man].Type
	to := n.Rows.In(n.To.Words, n.At)
	row := n.rowAt(n.Row.Number, n.At)
	notFixed := *row.open &^ n.Row.Fixed
	lanes := &n.Frontier
	var reached board.Bitboard
	for words := n.Words; words != 0; words = words.Rest() {
		from := words.First() & 63
		targets := board.Attacks(kind, from, n.Row.Fixed) & notFixed
		reached |= targets
		for ; targets != 0; targets = targets.Rest() {
			w := targets.First() & 63
			to[w] |= row.subtract(lanes[from]&^(board.Between(from, w)|w.Bit()), w)
		}
	}
	n.To.Rows[n.At] |= reached
}

// subtract subtracts a move in some lanes of a word, and returns the lanes without a move left.
// The word is no longer open in its row if all its lanes are decided.
func (r *countedRow) subtract(lanes board.Bitboard, w board.Square) board.Bitboard {
	won := r.won[w&63]
	if lanes &^= won; lanes == 0 {
		return 0 // without a read of the counts, which are far away in memory
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
