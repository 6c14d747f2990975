//go:build js && wasm

package main

import (
	"context"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/difficulty"
	"github.com/matewright/matewright/core/probe"
)

type rateRequest struct {
	FENs []string `json:"fens"`
}

// ratedShape is a position with its difficulty.
type ratedShape struct {
	FEN    string             `json:"fen"`
	Rating *difficulty.Rating `json:"rating,omitempty"` // absent if tables are missing, damaged or unproven
}

// rate reports the difficulty of positions, one at a time, until the page stops it.
func (e *engine) rate(ctx context.Context, request rateRequest, report func(ratedShape)) (struct{}, error) {
	for _, fen := range request.FENs {
		read, err := board.ReadFEN(fen)
		if err != nil {
			return struct{}{}, err
		}
		shape := ratedShape{FEN: fen}
		q := probe.Question{Position: read.Position, Clock: read.Counters.Clock}
		rating, err := again(e, &read.Position, func() (difficulty.Rating, error) {
			return difficulty.Rate(ctx, e.prober, q, difficulty.MostMoves)
		})
		if err == nil && !rating.Unproven {
			shape.Rating = &rating
		}
		if ctx.Err() != nil {
			break
		}
		report(shape)
		time.Sleep(time.Millisecond) // only during a sleep do messages arrive, such as a stop
	}
	return struct{}{}, nil
}
