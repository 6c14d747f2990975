package uci

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/matewright/matewright/core/board"
)

const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// parsePosition reads a FEN. A castling right whose king or rook is not at home is none: programs leave it where users
// set a position up.
func parsePosition(fen string) (board.Position, error) {
	fields := strings.Fields(fen)
	letters := "-"
	if len(fields) > 2 {
		letters, fields[2] = fields[2], "-"
	}
	p, err := board.ParseFEN(strings.Join(fields, " "))
	if err != nil {
		return p, err
	}
	rights, err := board.ParseRights(letters)
	p.Rights = rights & p.PossibleRights()
	return p, err
}

// A game is a position and what was there before.
type game struct {
	board.Position
	seen map[string]bool // the FENs of all positions of the game
}

// parseGame reads what follows "position".
func parseGame(words []string) (*game, error) {
	setup, moves := words, []string(nil)
	if i := slices.Index(words, "moves"); i >= 0 {
		setup, moves = words[:i], words[i+1:]
	}
	fen := startFEN
	switch {
	case len(setup) == 1 && setup[0] == "startpos":
	case len(setup) > 1 && setup[0] == "fen":
		fen = strings.Join(setup[1:], " ")
	default:
		return nil, errors.New(`it begins with "startpos", or with "fen" and a FEN`)
	}
	p, err := parsePosition(fen)
	if err != nil {
		return nil, err
	}
	g := &game{p, map[string]bool{p.FEN(): true}}
	for i, word := range moves {
		m, ok := find(&g.Position, word)
		if !ok {
			return nil, fmt.Errorf("its move %d, %q, is not legal", i+1, shortened(word))
		}
		g.Position = g.Play(m)
		g.seen[g.FEN()] = true
	}
	return g, nil
}

// find returns the legal move of a name.
func find(p *board.Position, name string) (board.Move, bool) {
	moves := p.LegalMoves(nil)
	i := slices.IndexFunc(moves, func(m board.Move) bool { return m.String() == strings.ToLower(name) })
	if i < 0 {
		return board.Move{}, false
	}
	return moves[i], true
}
