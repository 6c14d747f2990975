package value

import "github.com/matewright/matewright/core/board"

// A Backup finds the value of a position from those that its legal moves lead
// to: the best of them, one ply longer. Who has no move is mated or, not being
// in check, stalemated. The zero value is for a position of which no move has
// been looked at.
type Backup struct {
	best  Rank
	moves bool // there are some
}

// Add looks at one more legal move, which leads to the value child.
func (b *Backup) Add(child Value) {
	b.best = max(b.best, child.Parent())
	b.moves = true
}

// Value returns the value of the position, of which all legal moves were added.
func (b Backup) Value(p *board.Position) Value {
	if !b.moves && !p.InCheck(p.Turn) {
		return Draw
	}
	return b.best.Value()
}
