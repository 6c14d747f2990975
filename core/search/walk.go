package search

import (
	"math/bits"
	"slices"

	"github.com/matewright/matewright/core/board"
)

func (s *Search) level(ply int) *level {
	for len(s.levels) <= ply {
		s.levels = append(s.levels, new(level))
	}
	return s.levels[ply]
}

// walk searches to a depth whether the attacker wins from the last position of the path. A no may hold only because a
// position above repeats. Then rests is the index in the path of the uppermost such position, and otherwise free.
func (s *Search) walk(p *board.Position, attacker board.Color, depth int) (a answer, rests int, err error) {
	k, ply := s.path[len(s.path)-1], len(s.path)-1
	r := s.table.find(k)
	if a := r.answer(attacker); a != open {
		return a, free, nil
	}
	// Only an open answer of this walk ends the search here. In cycles, an older one would confirm itself for ever.
	if !r.old && int(r.depth[attacker]) > max(depth, 0) || ply+1 >= maxPlies {
		return open, free, nil
	}
	s.reached = max(s.reached, ply)
	l := s.level(ply)
	l.moves = p.LegalMoves(l.moves[:0])
	if len(l.moves) == 0 {
		a = withoutMoves(p, attacker)
		s.settle(k, r, attacker, a, depth, board.Move{})
		return a, free, nil
	}
	attacks := p.Turn == attacker
	wanted := no
	if attacks {
		wanted = yes
	}
	a, rests, best, err := s.look(p, l, r.move, attacker, wanted)
	if err != nil {
		return open, 0, err
	}
	if a == open {
		best = l.children[0].move
		if depth > 0 {
			a, rests, best, err = s.deepest(l, attacker, wanted, depth)
		}
		if err != nil {
			return open, 0, err
		}
	}
	if rests >= ply {
		rests = free // the cycle ends here: the answer depends on nothing above
	}
	switch {
	case a == open:
		r = s.table.find(k) // a line below may have stored the other answer
		r.searched(attacker, depth, best)
		s.table.put(k, r)
	case rests == free:
		s.settle(k, r, attacker, a, depth, best)
	}
	return a, rests, nil
}

// withoutMoves returns the answer for a position without legal moves.
func withoutMoves(p *board.Position, attacker board.Color) answer {
	if p.Turn != attacker && p.InCheck(p.Turn) {
		return yes
	}
	return no
}

// settle stores an answer.
func (s *Search) settle(k key, r record, attacker board.Color, a answer, depth int, best board.Move) {
	r.learn(attacker, a)
	r.searched(attacker, depth, best)
	s.table.put(k, r)
}

// look glances at the position after each move, without a search. If one has the wanted answer (yes for the attacker's
// moves, no for the defender's), that is the answer. If all have the other one, that is the answer.
func (s *Search) look(
	p *board.Position, l *level, first board.Move, attacker board.Color, wanted answer,
) (a answer, rests int, best board.Move, err error) {
	l.children = slices.Grow(l.children[:0], len(l.moves))[:len(l.moves)]
	left := false
	rests = free
	for i, m := range l.moves {
		if err := s.count(); err != nil {
			return open, 0, board.Move{}, err
		}
		c := &l.children[i]
		c.position, c.move = p.Play(m), m
		if c.key, c.answer, c.rests, err = s.glance(&c.position, attacker); err != nil {
			return open, 0, board.Move{}, err
		}
		switch {
		case c.answer == wanted && c.rests == free:
			return wanted, free, m, nil
		case c.answer == wanted:
			left = true // another move may have this answer without the path
		case c.answer == open:
			left = true
		default:
			rests = min(rests, c.rests)
		}
		c.order = order(p, c, first)
	}
	if !left {
		if first == (board.Move{}) { // else it may prove the other bound
			first = l.moves[0]
		}
		return other(wanted), rests, first, nil
	}
	slices.SortStableFunc(l.children, func(a, b child) int { return int(b.order - a.order) })
	return open, free, board.Move{}, nil
}

// order returns the priority of a move: the best one of the last search, then promotions, captures and checks.
func order(p *board.Position, c *child, first board.Move) int32 {
	if c.move == first {
		return 1 << 20
	}
	n := int32(0)
	if c.move.Promotion != board.NoPiece {
		n += 600 - 100*int32(c.move.Promotion)
	}
	if len(c.position.Men()) < len(p.Men()) {
		n += 300
	}
	if c.position.InCheck(c.position.Turn) {
		n += 200
	}
	return n
}

// deepest searches the position after each move.
func (s *Search) deepest(
	l *level, attacker board.Color, wanted answer, depth int,
) (a answer, rests int, best board.Move, err error) {
	a, rests = other(wanted), free
	best = l.children[0].move
	n := len(l.children)
	for i := range l.children {
		c := &l.children[i]
		ca, crests := c.answer, c.rests
		if ca == open {
			s.path = append(s.path, c.key)
			ca, crests, err = s.walk(&c.position, attacker, depth-cost(n, wanted == yes))
			s.path = s.path[:len(s.path)-1]
			if err != nil {
				return open, 0, best, err
			}
		}
		switch ca {
		case wanted:
			return wanted, crests, c.move, nil
		case open:
			a = open
		default:
			rests = min(rests, crests)
		}
	}
	if a == open {
		rests = free
	}
	return a, rests, best, nil
}

// cost returns how much of the depth one of n moves takes. The search looks further if the defender has less choice:
// the tree of a win branches only at the defender's moves.
func cost(n int, attacks bool) int {
	if attacks {
		return 2
	}
	return bits.Len(uint(n - 1))
}
