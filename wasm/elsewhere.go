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
// a time, until the page stops it.
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
	for some := range slices.Chunk(read.Position.Elsewhere(square), elsewhereAtOnce) {
		report(e.judgeEach(ctx, some, read.Counters))
		time.Sleep(time.Millisecond) // only during a sleep do messages arrive, such as a stop
		if ctx.Err() != nil {
			break
		}
	}
	return struct{}{}, nil
}

func (e *engine) judgeEach(ctx context.Context, some []board.Placed, counters board.Counters) []placedShape {
	questions := make([]probe.Question, len(some))
	for i, placed := range some {
		questions[i] = probe.Question{Position: placed.Position, Clock: counters.Clock}
	}
	shapes := make([]placedShape, len(some))
	for i, answer := range e.prober.ProbeAll(ctx, questions) {
		p := &some[i].Position
		shapes[i] = placedShape{Square: some[i].Square.String(), FEN: p.FENWith(counters)}
		if answer.Err == nil && len(answer.Unproven) == 0 {
			shapes[i].Verdict = &answer.Verdict
		}
	}
	return shapes
}
