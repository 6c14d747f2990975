package board

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/matewright/matewright/core/words"
)

// maxCounter is the largest counter that a FEN has.
const maxCounter = 9999

// Counters are the numbers at the end of a FEN, which describe the game before its position.
type Counters struct {
	Clock  int // plies without a capture or a pawn move that were played before
	Number int // of the next move, from 1
}

// After returns the counters after a move, which is a capture or a pawn move or not.
func (c Counters) After(mover Color, zeroing bool) Counters {
	c.Clock++
	if zeroing {
		c.Clock = 0
	}
	if mover == Black {
		c.Number++
	}
	return c
}

// A FENError is the reason why a FEN is refused.
type FENError struct {
	FEN    string
	Reason words.Message
	Men    int // on its board, if that could be read
}

// Message returns the reason as a message.
func (e *FENError) Message() words.Message { return words.New("core.fen.unusable", "why", e.Reason) }

// Error returns the reason.
func (e *FENError) Error() string { return e.Message().String() }

func parseBoard(text string) (Position, error) {
	var p Position
	ranks := strings.Split(text, "/")
	if len(ranks) != 8 {
		return p, words.Error("core.fen.ranks", "count", len(ranks))
	}
	men := 0
	for i, rank := range ranks {
		file, digit := 0, false
		for _, r := range rank {
			if r >= '1' && r <= '8' {
				if digit {
					return p, words.Error("core.fen.twoNumbers", "rank", 8-i)
				}
				file += int(r - '0')
				digit = true
				continue
			}
			digit = false
			t := strings.IndexRune(typeLetters[1:], r&^0x20)
			if r > 'z' || t < 0 {
				return p, words.Error("core.fen.notPiece", "letter", strconv.QuoteRune(r))
			}
			if file < 8 {
				if men < maxMen {
					man := Man{Type: PieceType(t + 1), Square: NewSquare(file, 7-i)}
					if r >= 'a' {
						man.Color = Black
					}
					p.men[men] = man
					p.n++
				}
				men++
			}
			file++
		}
		if file != 8 {
			return p, words.Error("core.fen.squares", "rank", 8-i, "count", file)
		}
	}
	if men > maxMen {
		return p, words.Error("core.fen.manyMen", "count", men, "most", maxMen)
	}
	return p, nil
}

// Check returns an error unless the position follows the rules about single positions:
//
//   - each side has one king, and the kings do not touch;
//   - each side has at most 16 men and at most 8 pawns, and no pawn is on the first or last rank;
//   - the side that has just moved is not in check;
//   - castling rights have king and rook at home;
//   - an en-passant square is behind a pawn that can just have jumped.
func (p *Position) Check() error {
	var kings [2]Bitboard
	var men, pawns [2]int
	for _, m := range p.Men() {
		men[m.Color]++
		if m.Type == Pawn {
			pawns[m.Color]++
		}
		switch {
		case m.Type == King:
			kings[m.Color] |= m.Square.Bit()
		case m.Type == Pawn && (m.Square.Rank() == 0 || m.Square.Rank() == 7):
			return words.Error("core.fen.pawnOn", "square", m.Square)
		}
	}
	for _, c := range Colors {
		if n := kings[c].Count(); n == 0 {
			return words.Error("core.fen.noKing", "color", c)
		} else if n > 1 {
			return words.Error("core.fen.kings", "color", c, "count", n)
		} else if men[c] > 16 {
			return words.Error("core.fen.sideMen", "color", c, "count", men[c])
		} else if pawns[c] > 8 {
			return words.Error("core.fen.sidePawns", "color", c, "count", pawns[c])
		}
	}
	if Attacks(King, kings[White].First(), 0)&kings[Black] != 0 {
		return words.Error("core.fen.kingsTouch")
	}
	if p.InCheck(p.Turn.Other()) {
		return words.Error("core.fen.check", "color", p.Turn.Other())
	}
	if err := p.checkRights(); err != nil {
		return err
	}
	return p.checkEnPassant()
}

func (p *Position) checkEnPassant() error {
	if p.EnPassant == NoSquare {
		return nil
	}
	rank, origin := 5, p.EnPassant+8 // White to move takes on the sixth rank
	if p.Turn == Black {
		rank, origin = 2, p.EnPassant-8
	}
	if p.EnPassant.Rank() != rank {
		return words.Error("core.fen.enPassantTurn", "square", p.EnPassant, "color", p.Turn)
	}
	victim := p.at(enPassantVictim(p.EnPassant))
	if victim < 0 || p.men[victim].Type != Pawn || p.men[victim].Color == p.Turn {
		return words.Error("core.fen.enPassantPawn", "square", p.EnPassant)
	}
	if p.at(p.EnPassant) >= 0 || p.at(origin) >= 0 {
		return words.Error("core.fen.enPassantBlocked", "square", p.EnPassant)
	}
	return nil
}

// FENWith is [Position.FEN] with counters.
func (p *Position) FENWith(c Counters) string {
	return fmt.Sprintf(
		"%s%d %d",
		strings.TrimSuffix(p.FEN(), "0 1"),
		min(c.Clock, maxCounter),
		min(c.Number, maxCounter),
	)
}

// FEN returns the position as a complete FEN with counters at their start.
func (p *Position) FEN() string {
	var b strings.Builder
	for rank := 7; rank >= 0; rank-- {
		empty := 0
		for file := range 8 {
			i := p.at(NewSquare(file, rank))
			if i < 0 {
				empty++
				continue
			}
			if empty > 0 {
				b.WriteByte('0' + byte(empty))
				empty = 0
			}
			letter := p.men[i].Type.Letter()
			if p.men[i].Color == Black {
				letter |= 0x20
			}
			b.WriteByte(letter)
		}
		if empty > 0 {
			b.WriteByte('0' + byte(empty))
		}
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	fmt.Fprintf(&b, " %c %v %v 0 1", p.Turn.Letter(), p.Rights, p.EnPassant)
	return b.String()
}
