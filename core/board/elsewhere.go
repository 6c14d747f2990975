package board

import "slices"

// Elsewhere returns the legal positions that differ only in the square of a man: the one on the given square. Among
// them is the position itself. The man stands on each empty square in turn. It keeps the rights to castle whose king
// and rook are still at home, and has no en-passant square. Elsewhere returns nil for an empty square.
func (p *Position) Elsewhere(from Square) (list []Placed) {
	number := p.at(from)
	if number < 0 {
		return nil
	}
	occupied := p.Occupied()
	for to := Square(0); to < 64; to++ {
		if to != from && occupied.Has(to) {
			continue
		}
		there := *p
		if there.men[number].Square = to; to != from {
			there.EnPassant = NoSquare
		}
		for c := range p.Rights.Castles() {
			if !there.atHome(c) {
				there.Rights &^= c.Right
			}
		}
		if there.Check() == nil {
			list = append(list, Placed{to, there})
		}
	}
	return slices.Clip(list)
}

// Placed is a position with the square of the man that was put there.
type Placed struct {
	Square   Square
	Position Position
}
