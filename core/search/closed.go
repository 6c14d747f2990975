package search

import (
	"slices"

	"github.com/matewright/matewright/core/board"
)

// A depth-first search is bad at proving that a side makes no progress, as in a blockade of pawns. The kings have many
// paths, each path is another line, and the table cannot store answers that depend on the path. But such play reaches
// few positions. So a closure lists them all, and crosses out those from which the attacker wins or may win, as
// retrograde analysis does. The defender never has to leave the rest.

// A closure lists the positions that play can reach from the first one, up to positions with known answers.
type closure struct {
	search   *Search
	attacker board.Color
	most     int // the largest number of positions
	spots    []spot
	index    map[key]int // of the spot with a position
	moves    []board.Move
	open     []child // positions after the moves of a spot, with unknown answers
}

type spot struct {
	position board.Position
	key      key
	crossed  bool       // the attacker wins, or may win
	exits    int        // of the defender: the moves that are not known to lose
	holds    board.Move // of the defender, if it is known not to lose
	from     []int      // the spots with a move to here
}

// A closure may have one spot for every perSpot positions of the depth-first search. So it takes a small part of the
// time, which is lost if play is not confined. It takes at most a quarter of the table's memory: a spot and its entry
// in the index take up to spotBytes.
const (
	perSpot   = 200
	spotBytes = 600
)

// spots returns the number of spots that a closure may have now.
func (s *Search) spots() int {
	return int(min(s.nodes/perSpot, s.table.Stats().Bytes/(4*spotBytes)))
}

// held is the number of exits of a spot that is never crossed out.
const held = 1 << 30

// closed answers no if a closure of at most the given number of positions proves that the attacker does not win.
func (s *Search) closed(p *board.Position, attacker board.Color, most int) (answer, error) {
	c := &closure{search: s, attacker: attacker, most: most, index: map[key]int{}}
	s.path = s.path[:0]
	c.add(p, keyOf(p))
	for i := 0; i < len(c.spots); i++ {
		if err := c.follow(i); err != nil {
			return open, err
		}
		if c.spots[0].crossed {
			return open, nil
		}
	}
	for i := range c.spots {
		if at := &c.spots[i]; !at.crossed {
			r := s.table.find(at.key)
			if at.position.Turn != attacker {
				r.move = c.holding(at)
			}
			s.settle(at.key, r, attacker, no, 0, r.move)
		}
	}
	return no, nil
}

// holding returns a move of the defender that stays within the closure, or the zero move in a stalemate.
func (c *closure) holding(at *spot) board.Move {
	if at.exits == held {
		return at.holds
	}
	c.moves = at.position.LegalMoves(c.moves[:0])
	i := slices.IndexFunc(c.moves, func(m board.Move) bool {
		next := at.position.Play(m)
		to, listed := c.index[keyOf(&next)]
		return listed && !c.spots[to].crossed
	})
	return c.moves[i]
}

func (c *closure) add(p *board.Position, k key) int {
	i, listed := c.index[k]
	if !listed {
		i = len(c.spots)
		c.index[k] = i
		c.spots = append(c.spots, spot{position: *p, key: k})
	}
	return i
}

// follow adds the positions after the moves of a spot.
func (c *closure) follow(i int) error {
	p := c.spots[i].position
	attacks := p.Turn == c.attacker
	decided, m, err := c.look(&p, attacks)
	switch {
	case err != nil:
		return err
	case decided == yes:
		c.cross(i)
		return nil
	case decided == no:
		c.spots[i].exits, c.spots[i].holds = held, m
		return nil
	}
	c.spots[i].exits = len(c.open)
	for at := range c.open {
		next := &c.open[at]
		if _, listed := c.index[next.key]; !listed && len(c.spots) >= c.most {
			c.lose(i) // the position is unknown
			continue
		}
		to := c.add(&next.position, next.key)
		c.spots[to].from = append(c.spots[to].from, i)
		if c.spots[to].crossed {
			c.lose(i)
		}
	}
	return nil
}

// look collects the moves to positions with unknown answers. If the other moves decide the position, it returns the
// answer, and the deciding move if it is a single one.
func (c *closure) look(p *board.Position, attacks bool) (answer, board.Move, error) {
	c.open = c.open[:0]
	c.moves = p.LegalMoves(c.moves[:0])
	if len(c.moves) == 0 {
		return withoutMoves(p, c.attacker), board.Move{}, nil
	}
	for _, m := range c.moves {
		if err := c.search.count(); err != nil {
			return open, board.Move{}, err
		}
		next := child{position: p.Play(m)}
		k, a, _, err := c.search.glance(&next.position, c.attacker)
		switch {
		case err != nil:
			return open, board.Move{}, err
		case a == yes && attacks, a == no && !attacks:
			return a, m, nil
		case a == open:
			next.key = k
			c.open = append(c.open, next)
		}
	}
	if len(c.open) > 0 {
		return open, board.Move{}, nil
	}
	if attacks {
		return no, board.Move{}, nil
	}
	return yes, board.Move{}, nil
}

// lose counts a move of a spot to a position from which the attacker wins or may win.
func (c *closure) lose(i int) {
	at := &c.spots[i]
	if at.exits--; at.exits == 0 || at.position.Turn == c.attacker {
		c.cross(i)
	}
}

// cross crosses out a spot, and all spots that this decides.
func (c *closure) cross(i int) {
	if c.spots[i].crossed {
		return
	}
	c.spots[i].crossed = true
	for _, from := range c.spots[i].from {
		c.lose(from)
	}
}
