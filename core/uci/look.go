package uci

import (
	"cmp"
	"context"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// A look estimates unknown positions by the material after some plies of play. It is for positions beyond the reach of
// tables and proofs, and no more than sensible. Its mates are real, and their distances are exact: it looks at all
// moves until its depth. Beyond the depth it looks only at captures, and no mate counts.
type look struct {
	ctx     context.Context
	nodes   int64
	most    int64 // nodes, or 0
	rule    bool  // whether the fifty-move rule counts
	reached int   // plies
	stopped bool
}

// The depth of a look, and its work, unless the goal has other numbers.
const (
	lookDepth = 4
	lookNodes = 100_000
)

// mated is the negated value of being mated now; each ply takes one off. Values below certainly are estimates.
const (
	mated     = 100_000
	certainly = mated - 1000
	mostLook  = 100 // plies
)

// matePlies returns the plies to mate, negative for the side that is mated, if the value is a mate.
func matePlies(v int) (plies int, ok bool) {
	switch {
	case v >= certainly:
		return mated - v, true
	case v <= -certainly:
		return -(mated + v), true
	}
	return 0, false
}

// value returns the value of a position for the side to move. It is exact if it lies between alpha and
// beta.
func (l *look) value(p *board.Position, c board.Counters, depth, ply, alpha, beta int) int {
	if l.ended() {
		return 0
	}
	l.reached = max(l.reached, ply)
	moves := p.LegalMoves(nil)
	switch {
	case len(moves) == 0 && p.InCheck(p.Turn):
		return ply - mated
	case len(moves) == 0 || p.InsufficientMaterial() || l.rule && c.Clock >= value.FiftyMoves:
		return 0
	case depth == 0:
		return l.quiet(p, moves, ply, alpha, beta)
	}
	best := -mated
	for _, m := range capturesFirst(p, moves) {
		next := p.Play(m)
		v := -l.value(&next, c.After(p.Turn, p.IsZeroing(m)), depth-1, ply+1, -beta, -max(alpha, best))
		if best = max(best, v); best >= beta || l.stopped {
			break
		}
	}
	return best
}

// quiet returns the value with captures only, none of which is forced.
func (l *look) quiet(p *board.Position, moves []board.Move, ply, alpha, beta int) int {
	l.reached = max(l.reached, ply)
	best := estimate(p)
	for _, m := range capturesFirst(p, moves) {
		if best >= beta || l.ended() || !p.IsCapture(m) {
			break
		}
		next := p.Play(m)
		best = max(best, -l.quiet(&next, next.LegalMoves(nil), ply+1, -beta, -max(alpha, best)))
	}
	return best
}

// ended counts a node and reports whether it is one too many.
func (l *look) ended() bool {
	l.nodes++
	if l.most > 0 && l.nodes > l.most || l.nodes&255 == 0 && l.ctx.Err() != nil {
		l.stopped = true
	}
	return l.stopped
}

// worths are the values of men in centipawns.
var worths = [...]int{
	board.Pawn:   100,
	board.Knight: 300,
	board.Bishop: 310,
	board.Rook:   500,
	board.Queen:  900,
	board.King:   0,
}

// estimate counts the men for the side to move, in centipawns. Advanced pawns and central minor pieces are worth more,
// so that play makes progress.
func estimate(p *board.Position) int {
	sum := 0
	for _, m := range p.Men() {
		worth := worths[m.Type]
		rank, file := m.Square.Rank(), m.Square.File()
		switch m.Type {
		case board.Pawn:
			if m.Color == board.Black {
				rank = 7 - rank
			}
			worth += 6 * (rank - 1)
		case board.Knight, board.Bishop:
			worth += 4 * (min(rank, 7-rank) + min(file, 7-file))
		}
		if m.Color != p.Turn {
			worth = -worth
		}
		sum += worth
	}
	return sum
}

// capturesFirst puts the captures in front, the most valuable men first.
func capturesFirst(p *board.Position, moves []board.Move) []board.Move {
	var taken [64]int
	for _, m := range p.Men() {
		taken[m.Square] = worths[m.Type]
	}
	gain := func(m board.Move) int {
		if !p.IsCapture(m) {
			return -1
		}
		return taken[m.To]
	}
	slices.SortStableFunc(moves, func(a, b board.Move) int { return cmp.Compare(gain(b), gain(a)) })
	return moves
}
