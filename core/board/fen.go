package board

import (
	"fmt"
	"strconv"
	"strings"
)

// A FENError says why a FEN is refused, in a sentence for its author.
type FENError struct {
	FEN    string
	Reason string
	Men    int // on its board, if that could be read
}

// Error returns the reason.
func (e *FENError) Error() string { return "this FEN is not usable: " + e.Reason }

// ParseFEN reads and checks a position. Underscores may stand for spaces, and
// fields may be missing from the castling rights on: then there are none. The result is a legal
// position as far as [Position.Check] can tell; an en-passant square that no
// pawn can use is dropped. Every error is a [*FENError].
func ParseFEN(fen string) (Position, error) {
	p, err := parseFEN(fen)
	if err == nil {
		err = p.Check()
	}
	if err != nil {
		return Position{}, &FENError{FEN: fen, Reason: err.Error(), Men: len(p.Men())}
	}
	p.dropIdleEnPassant()
	return p, nil
}

func fenFields(fen string) []string { return strings.Fields(strings.ReplaceAll(fen, "_", " ")) }

func parseFEN(fen string) (Position, error) {
	if len(fen) > 200 {
		return Position{}, fmt.Errorf("it is %d characters long", len(fen))
	}
	fields := fenFields(fen)
	if len(fields) < 2 {
		return Position{}, fmt.Errorf("it needs at least the board and the side to move, such as \"8/8/8/3k4/8/8/1Q6/K7 w\"")
	}
	if len(fields) > 6 {
		return Position{}, fmt.Errorf("it has %d fields, and 6 are allowed", len(fields))
	}
	p, err := parseBoard(fields[0])
	if err != nil {
		return Position{}, err
	}
	switch fields[1] {
	case "w":
		p.Turn = White
	case "b":
		p.Turn = Black
	default:
		return p, fmt.Errorf("the side to move is %q instead of \"w\" or \"b\"", fields[1])
	}
	p.EnPassant = NoSquare
	if len(fields) > 2 {
		if p.Rights, err = ParseRights(fields[2]); err != nil {
			return p, err
		}
	}
	if len(fields) > 3 && fields[3] != "-" {
		if p.EnPassant, err = ParseSquare(fields[3]); err != nil {
			return p, fmt.Errorf("the en-passant square is wrong: %w", err)
		}
	}
	for i, name := range []string{"half-move clock", "move number"} {
		if len(fields) > 4+i {
			if n, err := strconv.Atoi(fields[4+i]); err != nil || n < 0 || n > maxCounter {
				return p, fmt.Errorf("the %s is %q, which is not a number", name, fields[4+i])
			}
		}
	}
	return p, nil
}

// maxCounter is as far as FENs count.
const maxCounter = 9999

// Counters are what a FEN says of the game before its position.
type Counters struct {
	Clock  int // plies without a capture or a pawn move that were played before
	Number int // of the next move, from 1
}

// ParseCounters returns the counters of a FEN: those of a game's beginning where it says none that [ParseFEN] reads.
func ParseCounters(fen string) Counters {
	var counters [2]int
	if fields := fenFields(fen); len(fields) > 4 {
		for i, field := range fields[4:min(len(fields), 6)] {
			if n, err := strconv.Atoi(field); err == nil && 0 <= n && n <= maxCounter {
				counters[i] = n
			}
		}
	}
	return Counters{counters[0], max(counters[1], 1)}
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

func parseBoard(text string) (Position, error) {
	var p Position
	ranks := strings.Split(text, "/")
	if len(ranks) != 8 {
		return p, fmt.Errorf("the board has %s instead of 8", plural(len(ranks), "rank"))
	}
	men := 0
	for i, rank := range ranks {
		file, digit := 0, false
		for _, r := range rank {
			if r >= '1' && r <= '8' {
				if digit {
					return p, fmt.Errorf("rank %d has two numbers in a row", 8-i)
				}
				file += int(r - '0')
				digit = true
				continue
			}
			digit = false
			t := strings.IndexRune(typeLetters[1:], r&^0x20)
			if r > 'z' || t < 0 {
				return p, fmt.Errorf("%q is not a piece", r)
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
			return p, fmt.Errorf("rank %d has %s instead of 8", 8-i, plural(file, "square"))
		}
	}
	if men > maxMen {
		return p, fmt.Errorf("it has %d men, and a game begins with %d", men, maxMen)
	}
	return p, nil
}

// plural counts in English.
func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// Check returns an error unless the position could be reached as far as rules
// about single positions go: one king each that do not touch, no more than 16
// men and 8 pawns of a side, no pawns on the first or last rank, the side not to
// move not in check, castling rights only with king and rook at home, and an en-passant
// square, if any, behind a pawn that can just have jumped.
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
			return fmt.Errorf("there is a pawn on %v, where no pawn can stand", m.Square)
		}
	}
	for _, c := range Colors {
		if n := kings[c].Count(); n == 0 {
			return fmt.Errorf("%v has no king", c)
		} else if n > 1 {
			return fmt.Errorf("%v has %d kings", c, n)
		} else if men[c] > 16 {
			return fmt.Errorf("%v has %d men, and nobody has more than 16", c, men[c])
		} else if pawns[c] > 8 {
			return fmt.Errorf("%v has %d pawns, and nobody has more than 8", c, pawns[c])
		}
	}
	if Attacks(King, kings[White].First(), 0)&kings[Black] != 0 {
		return fmt.Errorf("the kings touch")
	}
	if p.InCheck(p.Turn.Other()) {
		return fmt.Errorf("%v is in check, but it is %v's turn", p.Turn.Other(), p.Turn)
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
		return fmt.Errorf("the en-passant square %v is impossible with %v to move", p.EnPassant, p.Turn)
	}
	victim := p.at(enPassantVictim(p.EnPassant))
	if victim < 0 || p.men[victim].Type != Pawn || p.men[victim].Color == p.Turn {
		return fmt.Errorf("the en-passant square %v is impossible: no pawn has jumped over it", p.EnPassant)
	}
	if p.at(p.EnPassant) >= 0 || p.at(origin) >= 0 {
		return fmt.Errorf("the en-passant square %v is impossible: the way of the pawn was blocked", p.EnPassant)
	}
	return nil
}

func (p *Position) dropIdleEnPassant() {
	if p.EnPassant == NoSquare {
		return
	}
	for _, m := range p.Men() {
		if m.Type == Pawn && m.Color == p.Turn && PawnAttacks(m.Color, m.Square).Has(p.EnPassant) {
			return
		}
	}
	p.EnPassant = NoSquare
}

// FENWith is [Position.FEN] with counters.
func (p *Position) FENWith(c Counters) string {
	return fmt.Sprintf("%s%d %d", strings.TrimSuffix(p.FEN(), "0 1"), min(c.Clock, maxCounter), min(c.Number, maxCounter))
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
