package uci

import "github.com/matewright/matewright/core/board"

// worths are the values of men in centipawns.
var worths = [...]int{
	board.Pawn:   100,
	board.Knight: 300,
	board.Bishop: 310,
	board.Rook:   500,
	board.Queen:  900,
	board.King:   0,
}

// advances are the values of pawns by their rank, beyond those of men: more for the ranks that promotions are near to.
var advances = [8]int{1: 0, 2: 8, 3: 20, 4: 40, 5: 75, 6: 130}

// A camp is one side of a position.
type camp struct {
	king    board.Square // or NoSquare
	worth   int          // of the men
	extra   int          // of their places
	pawns   int
	knights int
	bishops int
	dark    bool         // whether a bishop is on the dark squares
	minor   board.Square // a bishop or a knight, or NoSquare
	others  int          // queens and rooks
}

// estimate returns the value of a position for the side to move, in centipawns. It counts the men and
// their progress. Pawns should be advanced, and minor pieces in the centre. A lonely king should be at the edge, with
// the other king near.
func estimate(p *board.Position) int {
	camps := [2]camp{{king: board.NoSquare, minor: board.NoSquare}, {king: board.NoSquare, minor: board.NoSquare}}
	for _, m := range p.Men() {
		camps[m.Color].add(m)
	}
	us, them := &camps[p.Turn], &camps[p.Turn.Other()]
	return us.against(them) - them.against(us)
}

// add counts a man.
func (c *camp) add(m board.Man) {
	c.worth += worths[m.Type]
	rank := m.Square.Rank()
	switch m.Type {
	case board.King:
		c.king = m.Square
	case board.Pawn:
		if m.Color == board.Black {
			rank = 7 - rank
		}
		c.pawns++
		c.extra += advances[rank]
	case board.Knight:
		c.knights++
		c.minor = m.Square
		c.extra += 4 * centrality(m.Square)
	case board.Bishop:
		c.bishops++
		c.minor, c.dark = m.Square, isDark(m.Square)
		c.extra += 4 * centrality(m.Square)
	default:
		c.others++
	}
}

// against returns the value of a camp, given the other one.
func (c *camp) against(other *camp) int {
	// leastLead is the lead with which a side without pawns usually wins. Less than that often is a draw.
	const leastLead = 400
	lead := c.worth - other.worth
	switch {
	case c.pawns == 0 && lead > 0 && c.isHarmless():
		return other.worth + lead/4 + c.extra
	case c.pawns == 0 && lead > 0 && lead < leastLead:
		return other.worth + lead/4 + c.extra + c.hunts(other) + 8*other.lost()
	case c.pawns == 0 && lead >= leastLead:
		return c.worth + c.extra + c.hunts(other)
	}
	return c.worth + c.extra
}

// isHarmless reports whether the pieces can't force mate.
func (c *camp) isHarmless() bool {
	return c.others == 0 && (c.bishops == 0 && c.knights <= 2 || c.bishops == 1 && c.knights == 0)
}

// hunts returns the value of places in a hunt for a king: it should be at the edge, with
// the own king near it. If a bishop and a knight are to mate it, it should be near a corner of the bishop's colour.
func (c *camp) hunts(prey *camp) int {
	if c.king == board.NoSquare || prey.king == board.NoSquare {
		return 0
	}
	value := 10 * (6 - centrality(prey.king))
	if c.others == 0 && c.bishops == 1 && c.knights == 1 {
		corners := [2]board.Square{7, 56} // h1 and a8, which are light
		if c.dark {
			corners = [2]board.Square{0, 63}
		}
		value += 12 * (7 - min(distance(prey.king, corners[0]), distance(prey.king, corners[1])))
	}
	return value + 5*(7-distance(c.king, prey.king))
}

// lost returns the distance of a minor piece from its king. A rook may win it if that is large.
func (c *camp) lost() int {
	if c.king == board.NoSquare || c.minor == board.NoSquare {
		return 0
	}
	return distance(c.king, c.minor)
}

// centrality returns 6 for squares in the centre, and 0 for corners.
func centrality(s board.Square) int {
	rank, file := s.Rank(), s.File()
	return min(rank, 7-rank) + min(file, 7-file)
}

// distance returns the number of king's moves between two squares.
func distance(a, b board.Square) int {
	return max(abs(a.Rank()-b.Rank()), abs(a.File()-b.File()))
}

func isDark(s board.Square) bool { return (s.Rank()+s.File())%2 == 0 }
