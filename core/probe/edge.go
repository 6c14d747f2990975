package probe

import (
	"fmt"

	"github.com/notnil/chess"

	"github.com/matewright/matewright/core/board"
)

// edgePosition hands a position that has been checked to the chess library.
func edgePosition(p *board.Position) (*chess.Position, error) {
	option, err := chess.FEN(p.FEN())
	if err != nil {
		return nil, fmt.Errorf("the chess library refuses %q: %w", p.FEN(), err)
	}
	return chess.NewGame(option).Position(), nil
}

var edgePromotions = map[chess.PieceType]board.PieceType{
	chess.Queen:  board.Queen,
	chess.Rook:   board.Rook,
	chess.Bishop: board.Bishop,
	chess.Knight: board.Knight,
}

// edgeMove translates a move of the chess library, which numbers squares as we
// do.
func edgeMove(m *chess.Move) board.Move {
	return board.Move{From: board.Square(m.S1()), To: board.Square(m.S2()), Promotion: edgePromotions[m.Promo()]}
}
