package uci

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/matewright/matewright/core/board"
)

// A place is a position with the rights to castle, which [board.Position] knows nothing of.
type place struct {
	board.Position
	rights rights
}

// rights is a set of castles, bit i for castles[i].
type rights uint8

// A castle is one of the four ways to castle.
type castle struct {
	color    board.Color
	king, to board.Square // the king's way
	rook     board.Square // where it stands before
}

// castleLetters are those of the castles in FEN.
const castleLetters = "KQkq"

var castles = [len(castleLetters)]castle{
	{board.White, 4, 6, 7},
	{board.White, 4, 2, 0},
	{board.Black, 60, 62, 63},
	{board.Black, 60, 58, 56},
}

// passed is the square between those of the king, to which the rook goes.
func (c *castle) passed() board.Square { return (c.king + c.to) / 2 }

const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// parsePlace reads a FEN. A right whose king or rook is not at home is none.
func parsePlace(fen string) (place, error) {
	fields := strings.Fields(fen)
	letters := "-"
	if len(fields) > 2 {
		letters, fields[2] = fields[2], "-"
	}
	p, err := board.ParseFEN(strings.Join(fields, " "))
	if err != nil {
		return place{}, err
	}
	at := place{Position: p}
	if letters == "-" {
		return at, nil
	}
	for _, letter := range letters {
		n := strings.IndexRune(castleLetters, letter)
		if n < 0 {
			return place{}, fmt.Errorf("the castling rights are %q instead of some of %s, or -", shortened(letters), castleLetters)
		}
		c := &castles[n]
		if at.has(c.color, board.King, c.king) && at.has(c.color, board.Rook, c.rook) {
			at.rights |= 1 << n
		}
	}
	return at, nil
}

// has reports whether a man stands on a square.
func (p *place) has(c board.Color, t board.PieceType, s board.Square) bool {
	return slices.Contains(p.Men(), board.Man{Color: c, Type: t, Square: s})
}

// key is the same for places that are the same.
func (p *place) key() string { return fmt.Sprint(p.FEN(), p.rights) }

// moves lists the legal moves, castling as two steps of the king.
func (p *place) moves() []board.Move {
	list := p.LegalMoves(nil)
	for i := range castles {
		c := &castles[i]
		if p.rights>>i&1 == 0 || c.color != p.Turn || board.Between(c.king, c.rook)&p.Occupied() != 0 || p.InCheck(c.color) {
			continue
		}
		passing := p.Play(board.Move{From: c.king, To: c.passed()})
		castled := p.castled(c)
		if !passing.InCheck(c.color) && !castled.InCheck(c.color) {
			list = append(list, board.Move{From: c.king, To: c.to})
		}
	}
	return list
}

// castled returns the position after castling.
func (p *place) castled(c *castle) board.Position {
	men := slices.Clone(p.Men())
	for i := range men {
		switch men[i].Square {
		case c.king:
			men[i].Square = c.to
		case c.rook:
			men[i].Square = c.passed()
		}
	}
	return board.NewPosition(p.Turn.Other(), men...)
}

// play returns the place after a legal move.
func (p *place) play(m board.Move) place {
	next := place{p.Play(m), p.rights}
	for i := range castles {
		c := &castles[i]
		if p.rights>>i&1 == 0 {
			continue
		}
		if m.From == c.king && m.To == c.to {
			next.Position = p.castled(c)
		}
		if m.From == c.king || m.From == c.rook || m.To == c.rook { // the rook may have been taken
			next.rights &^= 1 << i
		}
	}
	return next
}

// A game is a place and what was there before.
type game struct {
	place
	seen map[string]bool // keys of all places of the game
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
	p, err := parsePlace(fen)
	if err != nil {
		return nil, err
	}
	g := &game{p, map[string]bool{p.key(): true}}
	for i, word := range moves {
		m, ok := g.find(word)
		if !ok {
			return nil, fmt.Errorf("its move %d, %q, is not legal", i+1, shortened(word))
		}
		g.place = g.play(m)
		g.seen[g.key()] = true
	}
	return g, nil
}

// find returns the legal move of a name.
func (p *place) find(name string) (board.Move, bool) {
	moves := p.moves()
	i := slices.IndexFunc(moves, func(m board.Move) bool { return m.String() == strings.ToLower(name) })
	if i < 0 {
		return board.Move{}, false
	}
	return moves[i], true
}
