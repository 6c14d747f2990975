package uci

import (
	"slices"
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/words"
)

const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// A game is a position with the positions before it.
type game struct {
	board.Position
	counters board.Counters
	seen     map[string]int   // how often each position occurred since the last capture or pawn move, by its FEN
	past     []board.Position // these positions, each once
	warnings []board.Warning  // of the FEN that it begins from
}

// play makes a move.
func (g *game) play(m board.Move) {
	zeroing := g.IsZeroing(m)
	g.counters = g.counters.After(g.Turn, zeroing)
	if zeroing { // none of these can occur again
		clear(g.seen)
		g.past = nil
	}
	g.Position = g.Play(m)
	fen := g.FEN()
	g.seen[fen]++
	if g.seen[fen] == 1 {
		g.past = append(g.past, g.Position)
	}
}

// repeated reports whether a position occurred twice.
func (g *game) repeated() bool { return len(g.occurred(2)) > 0 }

// occurred returns the positions that occurred some times or more since the last capture or pawn move.
func (g *game) occurred(times int) map[fingerprint]bool {
	found := map[fingerprint]bool{}
	for i := range g.past {
		if g.seen[g.past[i].FEN()] >= times {
			found[fingerprintOf(&g.past[i], 0)] = true
		}
	}
	return found
}

// parseGame reads the arguments of "position", whose FEN may be an X-FEN of Chess960.
func parseGame(given []string, chess960 bool) (*game, error) {
	setup, moves := given, []string(nil)
	if i := slices.Index(given, "moves"); i >= 0 {
		setup, moves = given[:i], given[i+1:]
	}
	fen := startFEN
	switch {
	case len(setup) == 1 && setup[0] == "startpos":
	case len(setup) > 1 && setup[0] == "fen":
		fen = strings.Join(setup[1:], " ")
	default:
		return nil, words.Error("command.uci.position")
	}
	if chess960 {
		fen = board.FromXFEN(fen)
	}
	r, err := board.ReadFEN(fen)
	if err != nil {
		return nil, err
	}
	g := &game{
		Position: r.Position,
		counters: r.Counters,
		seen:     map[string]int{r.Position.FEN(): 1},
		past:     []board.Position{r.Position},
		warnings: r.Warnings,
	}
	for i, word := range moves {
		m, ok := find(&g.Position, word)
		if !ok {
			return nil, words.Error("command.uci.illegal", "number", i+1, "move", quoted(word))
		}
		g.play(m)
	}
	return g, nil
}

// find returns the legal move of a name. To castle, the king may always move onto its rook.
func find(p *board.Position, name string) (board.Move, bool) {
	name = strings.ToLower(name)
	moves := p.LegalMoves(nil)
	i := slices.IndexFunc(moves, func(m board.Move) bool {
		return m.String() == name || p.Castle(m) != nil && ontoRook(p, m).String() == name
	})
	if i < 0 {
		return board.Move{}, false
	}
	return moves[i], true
}

// ontoRook returns a move as programs write it that play Chess960: to castle, the king moves onto its rook.
func ontoRook(p *board.Position, m board.Move) board.Move {
	if c := p.Castle(m); c != nil {
		m.To = c.Rook
	}
	return m
}
