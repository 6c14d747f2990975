package board

// EnPassantSquares returns the squares that an enemy pawn may just have jumped
// over, and which a pawn of the side to move could then legally go to.
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
