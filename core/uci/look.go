package uci

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/search"
	"github.com/matewright/matewright/core/value"
)

// A look estimates unknown positions by the men after some plies of play (estimate.go). It is for positions that no
// table and no proof has yet. It looks at all moves until its depth. So its mates are real, and the distance of the
// best move is exact. Wins and losses that it finds in tables are real, too. Beyond the depth it looks only at
// captures, and no mate counts.
//
// A selective look is less deep for moves that seem to be bad. It may miss a quicker mate. It looks for new positions:
// those of the game count nearly as draws.
type look struct {
	ctx     context.Context
	nodes   int64
	least   int64                // nodes, whatever the time
	most    int64                // nodes, or 0
	rule    bool                 // whether the fifty-move rule counts
	tables  search.Tables        // of DTM, or nil
	vague   bool                 // their values have no distance to mate
	memory  *lookTable           // or nil
	player  board.Color          // at the first move
	drawn   map[fingerprint]bool // positions of the game in which a draw can be claimed
	seen    map[fingerprint]bool // positions of the game
	reached int                  // plies
	stopped bool

	selective bool

	lists   [][]ordered // of moves, by the ply
	history [64][64]int // how often a quiet move was better than expected
}

// The work of a look, unless the goal has other numbers or limits the time.
const (
	lookDepth = 40
	fullDepth = 4 // beyond it looks are selective

	longestLook = 2 * time.Second // if the time is limited, as more is better spent on a proof

	// leastPerMilli is the least number of nodes for each millisecond of a thought, up to leastNodes. On a busy machine
	// a look might not get these in its time, and then men are lost.
	leastPerMilli = 100
	leastNodes    = 4000
	lookNodes     = 100_000
)

// mated is the negated value of being mated now; each ply takes one off. tabled is that of a loss by tables. Values
// between minus certainly and certainly are estimates.
const (
	mated     = 100_000
	tabled    = 50_000
	farthest  = 2000 // plies
	certainly = tabled - farthest
	mostLook  = 100 // plies
)

// matePlies returns the plies to mate, negative for the side that is mated, if the value is a mate.
func matePlies(v int) (plies int, ok bool) {
	switch {
	case v >= mated-farthest:
		return mated - v, true
	case v <= farthest-mated:
		return -(mated + v), true
	}
	return 0, false
}

// tablePlies returns the plies in which the winner can force mate, negative for the loser, if the value is from tables.
func tablePlies(v int) (plies int, ok bool) {
	switch {
	case v >= mated-farthest || v <= farthest-mated:
		return 0, false
	case v >= certainly:
		return tabled - v, true
	case v <= -certainly:
		return -(tabled + v), true
	}
	return 0, false
}

// value returns the value of a position for the side to move. It is exact if it lies between alpha and beta. Otherwise
// it is a bound of the exact one, on the same side.
func (l *look) value(p *board.Position, c board.Counters, depth, ply, alpha, beta int) int {
	if l.ended() {
		return 0
	}
	l.reached = max(l.reached, ply)
	clock := 0
	if l.rule {
		clock = c.Clock
	}
	if v, ok := l.repeated(p); ok {
		return v
	}
	if depth == 0 {
		return l.leaf(p, clock, ply, alpha, beta)
	}
	of := fingerprintOf(p, clock)
	e, first := l.recall(of)
	if e != nil && int(e.depth) == depth {
		if v := atPly(int(e.value), ply); e.bound == exactly || e.bound == atLeast && v >= beta ||
			e.bound == atMost && v <= alpha {
			return v
		}
	}
	moves := l.moves(p, ply, first)
	switch {
	case len(moves) == 0 && p.InCheck(p.Turn):
		return ply - mated
	case len(moves) == 0 || p.InsufficientMaterial() || clock >= value.FiftyMoves:
		return 0
	}
	if v, ok := l.probe(p, clock, ply); ok {
		return v
	}
	best, bestMove := -mated, moves[0].Move
	checked := l.selective && p.InCheck(p.Turn)
	for i := range moves {
		m := &moves[i]
		next := p.Play(m.Move)
		late := l.late(m, i, depth, checked)
		v := l.after(&next, c.After(p.Turn, m.zeroing), depth-1, ply+1, max(alpha, best), beta, late)
		if l.stopped {
			return 0
		}
		if v > best {
			best, bestMove = v, m.Move
		}
		if best >= beta {
			if m.gain == 0 {
				l.history[m.From][m.To] += depth * depth
			}
			break
		}
	}
	l.store(of, best, depth, ply, alpha, beta, bestMove)
	return best
}

// repeated returns the value of a position if it occurred in the game.
func (l *look) repeated(p *board.Position) (v int, ok bool) {
	if len(l.drawn)+len(l.seen) == 0 {
		return 0, false
	}
	switch of := fingerprintOf(p, 0); {
	case l.drawn[of]:
		return 0, true
	case l.selective && l.seen[of] && p.Turn == l.player:
		return again, true
	case l.selective && l.seen[of]:
		return -again, true
	}
	return 0, false
}

// A lateness is the way in which a move is looked at.
type lateness struct {
	first bool // the best one so far, or the only one
	less  int  // plies that a selective look leaves out unless the move is better than expected
}

// late returns how the move with a number is looked at.
func (l *look) late(m *ordered, number, depth int, checked bool) lateness {
	late := lateness{first: number == 0}
	if l.selective && number >= 3 && depth >= 3 && m.gain == 0 && !checked {
		late.less = 1 + min(number, 12)/12
	}
	return late
}

// after returns the value of a move for its player, given the position after it. It first finds out whether the
// move is better than the others.
func (l *look) after(
	next *board.Position, c board.Counters, depth, ply, alpha, beta int, late lateness,
) int {
	if !late.first {
		v := -l.value(next, c, depth-late.less, ply, -alpha-1, -alpha)
		if v > alpha && late.less > 0 && !l.stopped {
			v = -l.value(next, c, depth, ply, -alpha-1, -alpha)
		}
		if v <= alpha || v >= beta || l.stopped {
			return v
		}
	}
	return -l.value(next, c, depth, ply, -beta, -alpha)
}

// leaf returns the value of a position beyond which only captures count.
func (l *look) leaf(p *board.Position, clock, ply, alpha, beta int) int {
	switch {
	case !p.HasLegalMove() && p.InCheck(p.Turn):
		return ply - mated
	case !p.HasLegalMove() || p.InsufficientMaterial() || clock >= value.FiftyMoves:
		return 0
	}
	return l.quiet(p, clock, ply, alpha, beta)
}

// quiet returns the value with captures only, none of which is forced.
func (l *look) quiet(p *board.Position, clock, ply, alpha, beta int) int {
	l.reached = max(l.reached, ply)
	if v, ok := l.probe(p, clock, ply); ok {
		return v
	}
	// A lead is worth less if the clock may end the game.
	best := estimate(p) * (2*value.FiftyMoves - clock) / (2 * value.FiftyMoves)
	if best >= beta {
		return best
	}
	list := l.list(ply)
	for _, m := range p.LegalCaptures(nil) {
		list = append(list, ordered{Move: m, gain: l.gain(p, m)})
	}
	l.lists[ply] = list
	slices.SortStableFunc(list, func(a, b ordered) int { return cmp.Compare(b.gain, a.gain) })
	for i := range list {
		if best >= beta || l.ended() {
			break
		}
		next := p.Play(list[i].Move)
		best = max(best, -l.quiet(&next, 0, ply+1, -beta, -max(alpha, best)))
	}
	return best
}

// probe returns the value of a position that tables have. A win that may come too late by the clock does
// not count.
func (l *look) probe(p *board.Position, clock, ply int) (v int, ok bool) {
	if l.tables == nil || len(p.Men()) > material.UsualMen {
		return 0, false
	}
	stored, where, err := l.tables.Value(p)
	switch {
	case err != nil:
		l.tables = nil
		return 0, false
	case where != library.Here:
		return 0, false
	}
	plies := stored.Round()
	if l.vague {
		plies = 0
	}
	switch outcome := stored.Outcome(); {
	case outcome == value.Drawn:
		return 0, true
	case clock > 0 && (l.vague || clock+plies > value.FiftyMoves):
		return 0, false
	case outcome == value.Win:
		return tabled - ply - plies, true
	}
	return ply + plies - tabled, true
}

// ended counts a node and reports whether it is one too many.
func (l *look) ended() bool {
	l.nodes++
	if l.most > 0 && l.nodes > l.most || l.nodes&63 == 0 && l.nodes > l.least && l.ctx.Err() != nil {
		l.stopped = true
	}
	return l.stopped
}

// An ordered is a move with its place in the order.
type ordered struct {
	board.Move
	gain, order int
	zeroing     bool
}

// list returns the empty list of a ply.
func (l *look) list(ply int) []ordered {
	for len(l.lists) <= ply {
		l.lists = append(l.lists, make([]ordered, 0, 64))
	}
	return l.lists[ply][:0]
}

// moves returns the legal moves of a position: first a given one, then captures and promotions, and then quiet moves
// that were good elsewhere.
func (l *look) moves(p *board.Position, ply int, first board.Move) []ordered {
	list := l.list(ply)
	var room [64]board.Move
	for _, m := range p.LegalMoves(room[:0]) {
		o := ordered{Move: m, gain: l.gain(p, m), zeroing: p.IsZeroing(m)}
		switch {
		case m == first:
			o.order = 1 << 40
		case o.gain > 0:
			o.order = 1<<30 + o.gain
		default:
			o.order = l.history[m.From][m.To]
		}
		list = append(list, o)
	}
	l.lists[ply] = list
	slices.SortStableFunc(list, func(a, b ordered) int { return cmp.Compare(b.order, a.order) })
	return list
}

// gain returns the worth of the man that a move takes or becomes.
func (l *look) gain(p *board.Position, m board.Move) (gain int) {
	if m.Promotion != board.NoPiece {
		gain = worths[m.Promotion]
	}
	if p.IsEnPassant(m) {
		return worths[board.Pawn]
	}
	for _, victim := range p.Men() {
		if victim.Square == m.To && victim.Color != p.Turn { // else castling
			gain += worths[victim.Type]
		}
	}
	return gain
}

// recall returns the stored entry of a position, or nil, and its best move, or none.
func (l *look) recall(of fingerprint) (*lookEntry, board.Move) {
	if l.memory == nil {
		return nil, board.Move{}
	}
	if e := l.memory.find(of); e.of == of && e.round == l.memory.round {
		return e, e.best
	}
	return nil, board.Move{}
}

// store remembers a value. Mates are stored as if the position were the first one.
func (l *look) store(of fingerprint, v, depth, ply, alpha, beta int, best board.Move) {
	if l.memory == nil {
		return
	}
	e := lookEntry{of: of, value: int32(atPly(v, -ply)), depth: int8(depth), round: l.memory.round, best: best}
	switch {
	case v >= beta:
		e.bound = atLeast
	case v <= alpha:
		e.bound = atMost
	}
	*l.memory.find(of) = e
}

// atPly returns the value of a position some plies after the one for which it holds.
func atPly(v, ply int) int {
	switch {
	case v >= certainly:
		return v - ply
	case v <= -certainly:
		return v + ply
	}
	return v
}
