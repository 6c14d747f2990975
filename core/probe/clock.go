package probe

import "github.com/matewright/matewright/core/value"

// Count has a result count the plies without a capture or a pawn move that were played before, as a FEN tells them: a win that then comes too
// late is a draw by the fifty-move rule, and called a cursed one; so are the moves. It takes a DTZ. The plies stay as they are.
func (r *Result) Count(clock int) {
	r.Verdict.Count(clock)
	for i := range r.Moves {
		if m := &r.Moves[i]; !m.Zeroing {
			m.Count(clock + 1)
		}
	}
}

// Count is [Result.Count] for a verdict alone. Whoever is mated is mated.
func (v *Verdict) Count(clock int) {
	switch {
	case v.DTZ == nil || v.Checkmate:
	case v.Category == value.WinCategory && clock+*v.DTZ > value.FiftyMoves:
		v.Category = value.CursedWinCategory
	case v.Category == value.LossCategory && clock-*v.DTZ > value.FiftyMoves:
		v.Category = value.BlessedLossCategory
	}
}
