//go:build js && wasm

package main

import (
	"context"
	"slices"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/probe"
)

// elsewhereAtOnce is how many positions elsewhere judges before it reports them. The prober holds some hundred KiB for
// each.
const elsewhereAtOnce = 16

type elsewhereRequest struct {
	FEN    string `json:"fen"`
	Square string `json:"square"` // of the man
}

// placedShape is the position with the man on another square.
type placedShape struct {
	Square  string         `json:"square"`
	FEN     string         `json:"fen"`
	Verdict *probe.Verdict `json:"verdict,omitempty"` // absent if tables are missing, damaged or not checked
}

// elsewhere reports the verdicts of a position with one of its men on each possible square. It reports some squares at
// a time, until the page stops it. The man's own square comes first: without its tables, all squares stay open.
func (e *engine) elsewhere(
	ctx context.Context, request elsewhereRequest, report func([]placedShape),
) (struct{}, error) {
	read, err := board.ReadFEN(request.FEN)
	if err != nil {
		return struct{}{}, err
	}
	square, err := board.ParseSquare(request.Square)
	if err != nil {
		return struct{}{}, err
	}
	all := read.Position.Elsewhere(square)
	if itself := slices.IndexFunc(all, func(p board.Placed) bool { return p.Square == square }); itself > 0 {
		all[0], all[itself] = all[itself], all[0]
	}
	lacking := false
	for from, next := 0, 1; from < len(all); from, next = next, next+elsewhereAtOnce {
		some := all[from:min(next, len(all))]
		shapes := shapeEach(some, read.Counters)
		if !lacking { // each look for missing tables lists the store
			answers := e.prober.ProbeAll(ctx, questionsOf(some, read.Counters))
			if ctx.Err() != nil {
				break
			}
			for i, answer := range answers {
				if answer.Err == nil && len(answer.Unproven) == 0 {
					shapes[i].Verdict = &answer.Verdict
				}
			}
			lacking = from == 0 && probe.Lacks(answers[0].Err)
		}
		report(shapes)
		time.Sleep(time.Millisecond) // only during a sleep do messages arrive, such as a stop
	}
	return struct{}{}, nil
}

func questionsOf(some []board.Placed, counters board.Counters) []probe.Question {
	questions := make([]probe.Question, len(some))
	for i, placed := range some {
		questions[i] = probe.Question{Position: placed.Position, Clock: counters.Clock}
	}
	return questions
}

// shapeEach shapes positions without their verdicts.
func shapeEach(some []board.Placed, counters board.Counters) []placedShape {
	shapes := make([]placedShape, len(some))
	for i, placed := range some {
		shapes[i] = placedShape{Square: placed.Square.String(), FEN: placed.Position.FENWith(counters)}
	}
	return shapes
}
