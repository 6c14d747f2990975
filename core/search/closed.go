package search

import (
	"slices"

	"github.com/matewright/matewright/core/board"
)

// A search that goes down one line of play after the other proves badly that a side never gets anywhere, as behind
// pawns that block each other: the kings walk about, each way is another line, and what lines to and fro come to can't be
// remembered. There the positions are few. So all are listed, and those are crossed out, as in retrograde
// analysis, from which the attacker wins or may win. The defender never has to leave the rest.

// A closure is a list of the positions that play can reach from the first one, up to those of which the answer is known.
type closure struct {
	search   *Search
	attacker board.Color
	most     int // positions that it may have
	spots    []spot
	index    map[key]int // of the spot with a position
	moves    []board.Move
	open     []child // where the moves of a spot lead to, if that is not known
}

type spot struct {
	position board.Position
	key      key
	crossed  bool       // the attacker wins, or may win
	exits    int        // of the defender: his moves that are not known to lose
	holds    board.Move // of the defender, if it is known not to lose
	from     []int      // the spots with a move to here
}

// A closure may have one spot for so many positions that were looked at in lines of play: it takes a small part of
// the time, which is wasted where play is not confined. And no more memory than a quarter of the table's: a spot takes up
// to so many bytes, with its place in the index.
const (
	perSpot   = 200
	spotBytes = 600
)

// spots is how many spots a closure may have now.
func (s *Search) spots() int {
	return int(min(s.nodes/perSpot, s.table.Stats().Bytes/(4*spotBytes)))
}

// held is the exits of a spot that is never crossed out.
const held = 1 << 30

// closed answers no if the attacker does not win and a closure of so many positions shows it.
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

// holding returns the defender's move that stays within what is not crossed out, or none if he has no moves.
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

// follow lists where the moves of a spot lead to.
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
			c.lose(i) // who knows what is there
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

// look finds the moves of a position whose answer is not known. It returns the answer for the position if the others
// decide it, and the move that does if it is a single one.
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

// lose notes that a move of a spot leads to where the attacker wins, or may win.
func (c *closure) lose(i int) {
	at := &c.spots[i]
	if at.exits--; at.exits == 0 || at.position.Turn == c.attacker {
		c.cross(i)
	}
}

// cross crosses a spot out, and those that this decides.
func (c *closure) cross(i int) {
	if c.spots[i].crossed {
		return
	}
	c.spots[i].crossed = true
	for _, from := range c.spots[i].from {
		c.lose(from)
	}
}
