package syzygy

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// Value returns the value of a position by [value.ByFiftyMoves], and whether its plies may be one too few. The
// caller looks for legal moves; without any, Value needs no file. Errors are those of [Tables.Probe].
func (t *Tables) Value(p *board.Position, hasMoves bool) (v value.Value, rounded bool, err error) {
	if !hasMoves {
		if p.InCheck(p.Turn) {
			return value.Decided(0), false, nil
		}
		return value.Draw, false, nil
	}
	r, err := t.Probe(p)
	switch {
	case err != nil:
		return value.Draw, false, err
	case r.WDL > Draw:
		return value.Decided(2*r.DTZ + 1), !r.Exact && (r.DTZ > 1 || !mates(p)), nil
	case r.WDL < Draw:
		return value.Decided(2 * -r.DTZ), !r.Exact, nil
	}
	return value.Draw, false, nil
}

// mates reports whether a position has a move that mates.
func mates(p *board.Position) bool {
	var room [128]board.Move
	var after board.Position // not in the loop, where it would be allocated
	for _, m := range p.LegalMoves(room[:0]) {
		if after = p.Play(m); after.InCheck(after.Turn) && !after.HasLegalMove() {
			return true
		}
	}
	return false
}

// OnePlyMore returns a value of [Tables.Value] with one ply more: the other value that it may stand for if its plies
// are rounded.
func OnePlyMore(v value.Value) value.Value { return value.Decided(v.Round() + 2) }
