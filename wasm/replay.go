//go:build js && wasm

package main

import (
	"context"

	"github.com/matewright/matewright/core/board"
)

// mostReplayed is the largest number of moves, variations included. Real games have fewer.
const mostReplayed = 1000

// replay answers with the legal moves and null moves of a game, each once, without moves after illegal ones. Links and
// files may have any moves.
func (e *engine) replay(ctx context.Context, request replayRequest) (*gameShape, error) {
	start, err := board.ReadFEN(request.FEN)
	if err != nil {
		return nil, err
	}
	type place struct {
		position board.Position
		counters board.Counters
		number   int  // of the move that leads here
		reached  bool // by legal moves; if not, it is the last place on the way that is
	}
	places := []place{{start.Position, start.Counters, 0, true}}
	known := places[:1:1] // by their numbers
	game := &gameShape{
		Start:    start.FEN(),
		Warnings: shapeWarnings(start.Warnings),
		Moves:    []playedShape{},
		Numbers:  []int{},
	}
	for i, name := range request.Moves[:min(len(request.Moves), mostReplayed)] {
		at := place{}
		if before := request.before(i); before >= 0 && before <= i {
			at = places[before]
		}
		next := at
		next.reached = false
		if at.reached {
			legal := at.position.LegalMoves(nil)
			m, found := at.position.FindMove(name, legal)
			var after board.Position
			var san string
			switch {
			case found:
				after, san = at.position.Play(m), at.position.SAN(m, legal)
			case board.IsNull(name):
				m, san = board.Null, board.NullSAN
				after, found = at.position.Pass()
			}
			if found {
				number, uci := 1, m.String()
				isOther := func(m playedShape) bool { return m.After != at.number || m.UCI != uci }
				for number < len(known) && isOther(game.Moves[number-1]) {
					number++
				}
				if number == len(known) {
					next = place{
						after,
						at.counters.After(at.position.Turn, m != board.Null && at.position.IsZeroing(m)),
						number,
						true,
					}
					known = append(known, next)
					game.Moves = append(
						game.Moves,
						playedShape{uci, san, next.position.FENWith(next.counters), at.number},
					)
				}
				next = known[number]
				game.Legal++
			}
		}
		places = append(places, next)
		game.Numbers = append(game.Numbers, next.number)
	}
	return game, nil
}
