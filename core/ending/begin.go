package ending

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/words"
)

// A PiecesError reports a position with more pieces, kings not counted, than an ending can begin with.
type PiecesError struct{ Pieces int }

// Message returns both numbers as a message.
func (e *PiecesError) Message() words.Message {
	return words.New("core.ending.pieces", "count", e.Pieces, "most", MaxPieces)
}

// Error returns both numbers.
func (e *PiecesError) Error() string { return e.Message().String() }

// ErrCastling refuses castling rights: positions of a slice have none.
var ErrCastling = words.Error("core.ending.castling")

// check refuses a position that no ending begins with.
func check(root *board.Position) error {
	if root.Rights != 0 {
		return ErrCastling
	}
	pieces := 0
	for _, m := range root.Men() {
		if m.Type != board.King && m.Type != board.Pawn {
			pieces++
		}
	}
	if pieces > MaxPieces {
		return &PiecesError{pieces}
	}
	return nil
}
