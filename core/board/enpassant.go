package board

// EnPassantSquares returns all possible en-passant squares. An enemy pawn can just have jumped over such a square, and
// a pawn of the side to move could legally capture there.
func (p *Position) EnPassantSquares() []Square {
	var squares []Square
	for s := range Square(64) {
		jumped := *p
		jumped.EnPassant = s
		if jumped.checkEnPassant() == nil && jumped.canTakeEnPassant() {
			squares = append(squares, s)
		}
	}
	return squares
}
