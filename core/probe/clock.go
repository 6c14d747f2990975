package probe

import (
	"cmp"
	"math"
	"slices"

	"github.com/matewright/matewright/core/value"
)

// count applies the fifty-move rule to a result. The clock counts the plies without a capture or a
// pawn move that were played before, as a FEN does. A win that comes too late is a draw by the rule, and
// called a cursed one; so are the moves. DTZ and DTM stay as they are. It is called once, after all
// tables have answered.
func (r *Result) count(clock int) {
	r.Verdict.count(clock)
	for i := range r.Moves {
		switch m := &r.Moves[i]; {
		case clock >= value.FiftyMoves: // already a draw
			m.count(value.FiftyMoves + 1)
		case m.Zeroing:
			m.count(0)
		default:
			m.count(clock + 1)
		}
	}
	r.order()
	r.deduce()
}

// count is [Result.count] for a single verdict. A mate in time counts as mate.
//
// Other tables can imply DTM50: if mate comes before a draw can be claimed, DTM is DTM50.
func (v *Verdict) count(clock int) {
	if !v.isDecided() || v.DTM50 != nil {
		return
	}
	late := clock >= value.FiftyMoves || v.DTZ != nil && clock+plies(v.DTZ) > value.FiftyMoves
	if v.Checkmate {
		late = clock > value.FiftyMoves
	}
	switch {
	case late:
		v.Category = v.Category.Drawn()
	case v.DTM != nil && clock+plies(v.DTM) <= value.FiftyMoves:
		v.DTM50 = v.DTM
	default:
		rounded := v.PreciseDTZ == nil && clock > 0 && clock+plies(v.DTZ) == value.FiftyMoves // one ply may be too many
		open := v.DTZ == nil && !(v.OutcomeOnly && clock == 0)
		v.Unsure = !v.Checkmate && (open || rounded)
	}
}

// isDecided reports whether a side wins, as far as is known.
func (v *Verdict) isDecided() bool { return v.Category != v.Category.Drawn() }

// deduce derives the verdict of the position by the rule from its moves, in their order, if its own
// tables do not have it.
func (r *Result) deduce() {
	if len(r.Moves) == 0 || !r.isDecided() || r.DTM50 != nil {
		return
	}
	isSure := r.OutcomeOnly && !r.Unsure // whichever move it is
	if best := r.Moves[0]; !best.isDecided() {
		r.Category, r.Unsure = r.Category.Drawn(), false // no move keeps the win, or this one saves the game
		return
	}
	if r.Category == value.WinCategory {
		r.DTM50, r.Unsure = quickest(r.Moves), r.Moves[0].Unsure
	} else {
		r.DTM50, r.Unsure = longest(r.Moves), slices.ContainsFunc(r.Moves, func(m Move) bool { return m.Unsure })
	}
	r.Unsure = r.Unsure && !isSure
}

// quickest returns the plies to mate by the rule with the quickest winning move, or nil if they are
// not known.
func quickest(moves []Move) *int {
	known, unknown := math.MaxInt, math.MaxInt
	for i := range moves {
		switch m := &moves[i]; {
		case m.Category != value.LossCategory:
		case m.DTM50 != nil:
			known = min(known, 1+plies(m.DTM50))
		case m.DTM != nil:
			unknown = min(unknown, 1+plies(m.DTM)) // at least
		default:
			return nil
		}
	}
	if known == math.MaxInt || known > unknown {
		return nil
	}
	return &known
}

// longest returns the signed plies to mate by the rule with the longest defence, or nil if they are
// not known. All moves lose.
func longest(moves []Move) *int {
	most := 0
	for i := range moves {
		if moves[i].DTM50 == nil {
			return nil
		}
		most = max(most, 1+plies(moves[i].DTM50))
	}
	most = -most
	return &most
}

// order puts the moves first that keep more by the fifty-move rule. If the metric counts to mate, it then puts first
// those that mate sooner by the rule, or are mated later.
func (r *Result) order() {
	better := func(a, b Move) int {
		c := cmp.Compare(a.standing(), b.standing())
		if c != 0 || r.By.Goal() != value.ToMate || !a.isDecided() {
			return c
		}
		if c = cmp.Compare(a.soonest(), b.soonest()); a.Category == value.WinCategory {
			return -c
		}
		return cmp.Or(c, compareKnown(a.DTM50, b.DTM50))
	}
	if !slices.IsSortedFunc(r.Moves, better) { // they mostly are, and moves are large
		slices.SortStableFunc(r.Moves, better)
	}
}

// standing is less for outcomes that are better for the player who moved there.
func (v *Verdict) standing() int {
	n := standingOf(v.Category)
	if v.Unsure {
		return n - n/max(n, -n) // nearer to a draw
	}
	return n
}

func standingOf(c value.Category) int {
	switch c {
	case value.LossCategory:
		return -3
	case value.BlessedLossCategory:
		return -1
	case value.CursedWinCategory:
		return 1
	case value.WinCategory:
		return 3
	}
	return 0
}

// soonest returns the least plies to mate by the fifty-move rule, as far as is known.
func (v *Verdict) soonest() int { return plies(cmp.Or(v.DTM50, v.DTM)) }

// compareKnown orders known numbers before unknown ones.
func compareKnown(a, b *int) int {
	switch {
	case (a == nil) == (b == nil):
		return 0
	case a == nil:
		return 1
	}
	return -1
}

// plies returns signed plies without their sign, and 0 for none.
func plies(signed *int) int {
	if signed == nil {
		return 0
	}
	return max(*signed, -*signed)
}
