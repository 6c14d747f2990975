package retrograde

import (
	"fmt"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/solve/spill"
	"github.com/matewright/matewright/core/value"
)

// Grandfather tries all moves of a position again whenever it may be lost. It has no counters, but three bits a
// position and side, and the values, which it only writes.
type Grandfather struct{}

// Name implements [solve.Method].
func (Grandfather) Name() string { return "grandfather" }

// Slowdown implements [solve.Method].
func (Grandfather) Slowdown() float64 { return 0 }

// Words implements [solve.Method].
func (Grandfather) Words() solve.Words {
	return solve.Words{Where: "core.method.inMemory", By: "core.method.by.askingAgain"}
}

// Plan implements [solve.Method].
func (m Grandfather) Plan(l *slice.Layout) solve.Plan {
	lists := listsBytes(l)
	return solve.Plan{Method: m, Lists: lists, InBytes: true, Parts: []solve.Part{
		{Name: solve.BitsPart, Bytes: bitsBytes(l, 3)},
		{Name: solve.ValuesPart, Bytes: 2 * int64(l.Entries())},
		{Name: solve.ListsPart, Bytes: lists},
	}}
}

// NewSink implements [solve.Method].
func (Grandfather) NewSink(l *slice.Layout, _ *value.Metric, _ bool, _ scratch.Room) solve.Sink {
	return solve.NewValues(l)
}

// NewWorker implements [solve.Method].
func (Grandfather) NewWorker(l *slice.Layout, metric *value.Metric) solve.Worker {
	g := &retrograde{layout: l, metric: metric, held: true}
	g.proof = &retrying{retrograde: g}
	return g
}

// retrying is the proof of grandfather. A candidate is lost if no exit holds it, and all its moves inside the slice
// lead to positions that the opponent has won. The proof reads rows of won positions until no lane is left.
type retrying struct {
	*retrograde
	spilled spilledRecord // if values are in scratch
}

func (a *retrying) begin(into solve.Sink) (record, error) {
	switch sink := into.(type) {
	case *solve.Values:
		return memoryRecord{sink}, nil
	case *spill.Sink:
		a.spilled.sink, a.spilled.spill.pile = sink, &sink.Pile
		return &a.spilled, nil
	}
	return nil, fmt.Errorf("%s does not write to a %T", Grandfather{}.Name(), into)
}

func (a *retrying) addExits(c board.Color, word kernel.RowWord, losing, saving board.Bitboard) board.Bitboard {
	s, held := &a.sides[c], losing|saving
	s.held[word] = held
	return ^(s.won[word] | held)
}

func (a *retrying) prepare() {
	for number, words := range a.sides[a.innerColor()].canLose {
		a.reopen(kernel.RowNo(number), words)
	}
}

func (a *retrying) innerColor() board.Color { return a.rows.Men[a.rows.Inner].Color }

func (a *retrying) release(c board.Color, number kernel.RowNo, words board.Bitboard, lanes []board.Bitboard) {
	kernel.DropListed(a.rows.In(a.sides[c].held, kernel.BitsRow(number)), words, lanes)
}

func (a *retrying) gatherLost(c board.Color, number kernel.RowNo, words board.Bitboard) {
	d, s, at := &a.decision, &a.sides[c], kernel.BitsRow(number)
	d.Gather(words, a.rows.In(s.next.Words, at), a.rows.In(s.won, at), a.rows.In(s.held, at), &s.canLose[at])
	if d.Words != 0 {
		d.Place(number)
		d.InnerMan()
		d.OuterMen()
	}
}

func (a *retrying) settleLost(c board.Color, number kernel.RowNo, into *[kernel.RowWords]board.Bitboard) int {
	d, s := &a.decision, &a.sides[c]
	full, lanes := kernel.SettleLanes(a.rows.In(s.held, kernel.BitsRow(number)), &d.Lanes, into, d.Words)
	s.canLose[number] &^= full
	return lanes
}

func (a *retrying) settleWon(c board.Color, number kernel.RowNo) {
	if a.innerColor() != c {
		a.reopen(number, a.decision.Words)
	}
}

func (a *retrying) adder(board.Color, int) kernel.Adder { return &a.retraction }

// reopen finds the words of a row in which the side of the inner man can lose, after its opponent won some lanes there.
// Such a word has a lane that is neither won nor held, and that no step of the inner man saves.
func (a *retrying) reopen(number kernel.RowNo, words board.Bitboard) {
	inner := &a.rows.Men[a.rows.Inner]
	s, opponent := &a.sides[inner.Color], &a.sides[inner.Color.Other()]
	at := kernel.BitsRow(number)
	won, held, lost := a.rows.In(s.won, at), a.rows.In(s.held, at), a.rows.In(opponent.won, at)
	stride := inner.Type.Stride()
	open := s.canLose[at] &^ words
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		if ^(won[w] | held[w] | stride.Reach(^lost[w])) != 0 {
			open |= w.Bit()
		}
	}
	s.canLose[at] = open
}
