package solve

import (
	"fmt"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// grandfather asks again, whenever a position may be lost, for all of its moves. It
// keeps no counters: three bits a position and side, and the values, which are only
// written.
type grandfather struct{}

func (grandfather) Name() string      { return "grandfather" }
func (grandfather) Slowdown() float64 { return 0 }

func (grandfather) Words() Words {
	return Words{Where: "in memory", By: "asking for all moves of a position again"}
}

func (m grandfather) Plan(l *slice.Layout) Plan {
	lists := listsBytes(l)
	return Plan{Method: m, Lists: lists, InBytes: true, Parts: []Part{
		{bitsPart, bitsBytes(l, 3)},
		{ValuesPart, 2 * int64(l.Entries())},
		{listsPart, lists},
	}}
}

func (grandfather) NewSink(l *slice.Layout, _ *value.Metric, _ bool, _ scratch.Room) Sink {
	return NewValues(l)
}

func (grandfather) NewWorker(l *slice.Layout, metric *value.Metric) Worker {
	g := &retrograde{layout: l, metric: metric, held: true}
	g.proof = &asking{retrograde: g}
	return g
}

// asking is the proof of grandfather: a candidate is lost if nothing holds it and all
// its moves inside the slice lead to words already won by the opponent. Of these it
// reads rows, here and there, until no lane is left.
type asking struct {
	*retrograde
	spilled spilledRecord // if values are in scratch
}

func (a *asking) begin(into Sink) (record, error) {
	switch sink := into.(type) {
	case *Values:
		return memoryRecord{sink}, nil
	case *Spilled:
		a.spilled.sink, a.spilled.spill.pile = sink, &sink.pile
		return &a.spilled, nil
	}
	return nil, fmt.Errorf("%s does not write to a %T", grandfather{}.Name(), into)
}

func (a *asking) addExits(c board.Color, word rowWord, losing, saving board.Bitboard) board.Bitboard {
	s, held := &a.sides[c], losing|saving
	s.held[word] = held
	return ^(s.won[word] | held)
}

func (a *asking) prepare() {
	for number, words := range a.sides[a.innerColor()].canLose {
		a.reopen(rowNo(number), words)
	}
}

func (a *asking) innerColor() board.Color { return a.rows.men[a.rows.inner].Color }

func (a *asking) release(c board.Color, number rowNo, words board.Bitboard, lanes []board.Bitboard) {
	dropListed(a.rows.in(a.sides[c].held, bitsRow(number)), words, lanes)
}

func (a *asking) gatherLost(c board.Color, number rowNo, words board.Bitboard) {
	d, s, at := &a.decision, &a.sides[c], bitsRow(number)
	d.gather(words, a.rows.in(s.next.words, at), a.rows.in(s.won, at), a.rows.in(s.held, at), &s.canLose[at])
	if d.words != 0 {
		d.place(number)
		d.innerMan()
		d.outerMen()
	}
}

func (a *asking) settleLost(c board.Color, number rowNo, into *[rowWords]board.Bitboard) int {
	d, s := &a.decision, &a.sides[c]
	full, lanes := settleLanes(a.rows.in(s.held, bitsRow(number)), &d.lanes, into, d.words)
	s.canLose[number] &^= full
	return lanes
}

func (a *asking) settleWon(c board.Color, number rowNo) {
	if a.innerColor() != c {
		a.reopen(number, a.decision.words)
	}
}

func (a *asking) adder(board.Color, int) adder { return &a.takeback }

// reopen finds out in which of a row's words the side of the inner man can
// lose, after its opponent won some lanes there: those with a lane neither won
// nor held in which no step of the inner man saves it.
func (a *asking) reopen(number rowNo, words board.Bitboard) {
	inner := &a.rows.men[a.rows.inner]
	s, opponent := &a.sides[inner.Color], &a.sides[inner.Color.Other()]
	at := bitsRow(number)
	won, held, lost := a.rows.in(s.won, at), a.rows.in(s.held, at), a.rows.in(opponent.won, at)
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
