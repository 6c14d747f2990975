package board

import (
	"strconv"
	"strings"

	"github.com/matewright/matewright/core/words"
)

// rightOf returns the right that a letter of a FEN names. It returns 0 if the position has no king and rook for it. A
// letter is the file of the rook, or one of KQkq. Those are the rooks on the a-file and h-file, with the king on the
// e-file.
func (p *Position) rightOf(letter rune) (Rights, error) {
	way := strings.IndexRune(rightLetters, letter)
	switch {
	case way < 0:
		return p.rightOfFile(letter)
	case p.atHome(&Castles[way]):
		return Castles[way].Right, nil
	case p.outermostRight(way) != 0 && p.has(Man{Castles[way].Color, King, Castles[way].King}):
		right := p.outermostRight(way).Castle(way)
		return 0, words.Error(
			"core.fen.innerRook",
			"letter",
			strconv.QuoteRune(letter),
			"rook",
			Castles[way].Rook,
			"inner",
			right.Rook,
			"file",
			strconv.QuoteRune(rune(right.letter())),
		)
	}
	return 0, nil
}

// rightOfFile returns the right of the rook on a file of the first rank of its side. It returns 0 if the rook or the
// king is elsewhere.
func (p *Position) rightOfFile(letter rune) (Rights, error) {
	color, file := White, strings.IndexRune("ABCDEFGH", letter)
	if file < 0 {
		color, file = Black, strings.IndexRune("abcdefgh", letter)
	}
	if file < 0 {
		return 0, words.Error("core.fen.rightLetter", "letter", strconv.QuoteRune(letter), "letters", rightLetters)
	}
	rook := NewSquare(file, Castles[2*color].Rook.Rank())
	king := p.kingOnFirstRank(color)
	if king == NoSquare || !p.has(Man{color, Rook, rook}) {
		return 0, nil
	}
	return NewRight(color, king, rook), nil
}

// outermostRight returns the right of the outermost rook on a side of the king, or 0.
func (p *Position) outermostRight(way int) (right Rights) {
	color := Castles[way].Color
	king, outermost := p.kingOnFirstRank(color), NoSquare
	for _, m := range p.Men() {
		if king == NoSquare || m.Color != color || m.Type != Rook || m.Square.Rank() != king.Rank() {
			continue
		}
		isOuter := outermost == NoSquare || (m.Square > outermost) == Castles[way].kingside()
		if isOuter && (m.Square > king) == Castles[way].kingside() {
			outermost = m.Square
			right = NewRight(color, king, outermost)
		}
	}
	return right
}

// kingOnFirstRank returns the square of a king on the first rank of its side, or NoSquare.
func (p *Position) kingOnFirstRank(c Color) Square {
	for _, m := range p.Men() {
		if m.Type == King && m.Color == c && m.Square.Rank() == Castles[2*c].King.Rank() {
			return m.Square
		}
	}
	return NoSquare
}
