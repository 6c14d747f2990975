package value

import "github.com/matewright/matewright/core/board"

// A Backup finds the value of a position from those that its legal moves lead to. The value is the best that the metric
// gives for one of them. A side without moves is mated if it is in check, and otherwise stalemated. The zero value is
// for a position without added moves.
type Backup struct {
	best  Value
	moves bool // there are some
}

// Add adds a legal move of a kind, which leads to the value child.
func (b *Backup) Add(m *Metric, kind MoveKind, child Value) {
	if v := m.After(kind, child); !b.moves || Compare(v, b.best) > 0 {
		b.best, b.moves = v, true
	}
}

// Value returns the value of the position, of which all legal moves were added.
func (b Backup) Value(p *board.Position) Value {
	switch {
	case b.moves:
		return b.best
	case p.InCheck(p.Turn):
		return Decided(0)
	}
	return Draw
}

// ValueAt returns the value of the position with a clock of the fifty-move rule. When the clock has ended, a position
// with a move is a draw.
func (b Backup) ValueAt(p *board.Position, clock int) Value {
	if b.moves && clock >= FiftyMoves {
		return Draw
	}
	return b.Value(p)
}
