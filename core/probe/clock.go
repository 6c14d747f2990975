package probe

import "github.com/matewright/matewright/core/value"

// Count has a result count the plies without a capture or a pawn move that were played before, as a FEN tells them: a win that then comes too
// late is a draw by the fifty-move rule, and called a cursed one; so are the moves, and those that keep more come first. It takes a DTZ. The
// plies stay as they are. A result comes with a clock at 0.
func (r *Result) Count(clock int) {
	r.Verdict.Count(clock)
	for i := range r.Moves {
		switch m := &r.Moves[i]; {
		case clock >= value.FiftyMoves: // it is a draw already
			m.Count(value.FiftyMoves + 1)
		case !m.Zeroing:
			m.Count(clock + 1)
		}
	}
	r.order()
}

// Count is [Result.Count] for a verdict alone. Whoever is mated in time is mated.
func (v *Verdict) Count(clock int) {
	if v.DTZ == nil || v.Checkmate && clock <= value.FiftyMoves {
		return
	}
	plies := max(*v.DTZ, -*v.DTZ)
	if v.Checkmate {
		plies = 0
	}
	if clock+plies > value.FiftyMoves {
		v.Category = v.Category.Drawn()
	}
}
