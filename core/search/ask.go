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

// ask returns whether the attacker wins from the last position of the path, as far as a depth tells. A no may hold
// only because a position above comes up again: it rests then on the uppermost such position, as an
// index of the path, and otherwise it is free.
func (s *Search) ask(p *board.Position, attacker board.Color, depth int) (a answer, rests int, err error) {
	k, ply := s.path[len(s.path)-1], len(s.path)-1
	r := s.table.find(k)
	if a := r.answer(attacker); a != open {
		return a, free, nil
	}
	// Only what this walk found open is left so: in cycles, what was found open before would be the reason to find
	// it so again.
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
		rests = free // it comes round to here: nothing above is needed
	}
	switch {
	case a == open:
		r = s.table.find(k) // a line may have come back here with the other answer
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

// settle remembers an answer.
func (s *Search) settle(k key, r record, attacker board.Color, a answer, depth int, best board.Move) {
	r.learn(attacker, a)
	r.searched(attacker, depth, best)
	s.table.put(k, r)
}

// look looks at what each move leads to without searching it. One that is wanted, a yes for the attacker's moves
// and a no for the defender's, is the answer; so is the other one if all moves lead to it.
func (s *Search) look(p *board.Position, l *level, first board.Move, attacker board.Color, wanted answer) (a answer, rests int, best board.Move, err error) {
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
			left = true // perhaps another one does not rest on the way here
		case c.answer == open:
			left = true
		default:
			rests = min(rests, c.rests)
		}
		c.order = order(p, c, first)
	}
	if !left {
		if first == (board.Move{}) { // else it may be what proves the other bound
			first = l.moves[0]
		}
		return other(wanted), rests, first, nil
	}
	slices.SortStableFunc(l.children, func(a, b child) int { return int(b.order - a.order) })
	return open, free, board.Move{}, nil
}

// order says how early a move is looked at: the one that was best before, then promotions, captures and checks.
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

// deepest searches what each move leads to.
func (s *Search) deepest(l *level, attacker board.Color, wanted answer, depth int) (a answer, rests int, best board.Move, err error) {
	a, rests = other(wanted), free
	best = l.children[0].move
	n := len(l.children)
	for i := range l.children {
		c := &l.children[i]
		ca, crests := c.answer, c.rests
		if ca == open {
			s.path = append(s.path, c.key)
			ca, crests, err = s.ask(&c.position, attacker, depth-cost(n, wanted == yes))
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

// cost is what a move takes of the depth, one of n: the less choice the defender has, the further one looks. A win
// is a tree that branches at his moves alone.
func cost(n int, attacks bool) int {
	if attacks {
		return 2
	}
	return bits.Len(uint(n - 1))
}
