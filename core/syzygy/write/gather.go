package write

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/syzygy/layout"
)

// A kingsPlace is the first code of two kings in a slice, and the symmetry of the other men.
type kingsPlace struct {
	first    int32 // negative if the kings touch
	symmetry board.Symmetry
}

// A pawnsPlace is the first code of a slice, and whether the board is mirrored.
type pawnsPlace struct {
	first  int
	mirror board.Symmetry
}

// A gatherer reads the codes of one side in the order of a layout of the format.
type gatherer struct {
	codes  []uint8
	groups []group
	order  []int        // of groups, the one with the smallest factor first
	men    []int        // for each piece of the layout, the man of the table
	lead   [][3]uint8   // squares of the first group, by number
	kings  []kingsPlace // by White's king and Black's
	slices []pawnsPlace // by the squares of the pawns
	stride [8]int
	pawns  int // pieces that are pawns
	wk, bk int // pieces
	size   int64
}

type group struct {
	layout.Group
	chosen [][3]uint8 // by number: the places among the free squares
}

// newGatherer returns a gatherer for a layout.
func newGatherer(c *codes, side board.Color, l *layout.Layout) *gatherer {
	g := &gatherer{codes: c.of[side], size: int64(l.Size())}
	pieces := l.Pieces()
	used := map[int]bool{}
	for i, p := range pieces {
		for m := range c.layout.Men {
			man := &c.layout.Men[m]
			if man.Color == p.Color && man.Type == p.Type && !used[m] {
				used[m] = true
				g.men = append(g.men, m)
				g.stride[i] = c.layout.Stride(m)
				break
			}
		}
		switch {
		case p.Type == board.Pawn:
			g.pawns++
		case p.Type == board.King && p.Color == board.White:
			g.wk = i
		case p.Type == board.King:
			g.bk = i
		}
	}
	g.setGroups(l)
	g.setKings(c.layout)
	g.setSlices(c)
	return g
}

func (g *gatherer) setGroups(l *layout.Layout) {
	for _, at := range l.List() {
		g.groups = append(g.groups, group{Group: at})
	}
	lead := &g.groups[0]
	g.lead = make([][3]uint8, lead.Count)
	for n := range g.lead {
		squares := l.Squares(uint64(n) * lead.Factor)
		for i := range min(3, lead.Men) {
			g.lead[n][i] = uint8(squares[i])
		}
	}
	for i := range g.groups[1:] {
		g.groups[i+1].choose()
	}
	for range g.groups {
		next := -1
		for i := range g.groups {
			if len(g.order) > 0 && g.groups[i].Factor <= g.groups[g.order[len(g.order)-1]].Factor {
				continue
			}
			if next < 0 || g.groups[i].Factor < g.groups[next].Factor {
				next = i
			}
		}
		g.order = append(g.order, next)
	}
}

// choose lists the numbers of the group: combinations, counted by their greatest member first.
func (g *group) choose() {
	g.chosen = make([][3]uint8, 0, g.Count)
	var c [3]uint8
	for i := range g.Men {
		c[i] = uint8(i)
	}
	for range g.Count {
		g.chosen = append(g.chosen, c)
		i := 0
		for i < g.Men-1 && c[i]+1 == c[i+1] {
			c[i] = uint8(i)
			i++
		}
		c[i]++
	}
}

// setKings finds the places of all pairs of kings.
func (g *gatherer) setKings(l *slice.Layout) {
	g.kings = make([]kingsPlace, 64*64)
	frames := l.Frames()
	lone := frames.At(0).Kings[board.Black] == board.NoSquare
	for wk := range board.Square(64) {
		for bk := range board.Square(64) {
			at := &g.kings[int(wk)<<6|int(bk)]
			switch {
			case wk == bk || board.Attacks(board.King, wk, 0).Has(bk):
				at.first = -1
			case lone:
				at.first = int32(l.FirstEntry(slice.FrameNo(wk))) + int32(bk)
			default:
				frame, symmetry := frames.Find(wk, bk)
				at.first, at.symmetry = int32(l.FirstEntry(frame)), symmetry
			}
		}
	}
}

// setSlices finds the slices of all placements of pawns.
func (g *gatherer) setSlices(c *codes) {
	g.slices = make([]pawnsPlace, 1<<(6*g.pawns))
	for i := range g.slices {
		var squares slice.Squares
		taken, valid := board.Bitboard(0), true
		for k := range g.pawns {
			s := board.Square(i>>(6*k)) & 63
			valid = valid && s.Rank() > 0 && s.Rank() < 7 && !taken.Has(s)
			taken |= s.Bit()
			squares[g.men[k]] = s
		}
		g.slices[i].first = -1
		if valid {
			number, mirror := c.layout.SliceOf(&squares)
			if at, found := c.first[number]; found {
				g.slices[i] = pawnsPlace{at, mirror}
			}
		}
	}
}

// gather reads the codes of positions from a number on, and translates each.
func (g *gatherer) gather(first int64, into []uint16, as *[256]uint16) {
	var digits [8]int
	for i := range g.groups {
		digits[i] = int(uint64(first) / g.groups[i].Factor % g.groups[i].Count)
	}
	for i := range into {
		into[i] = as[g.code(&digits)]
		for _, k := range g.order {
			if digits[k]++; digits[k] < int(g.groups[k].Count) {
				break
			}
			digits[k] = 0
		}
	}
}

// code returns the code of a position, given the numbers of its groups.
func (g *gatherer) code(digits *[8]int) uint8 {
	var squares [8]uint8
	var taken [8]uint8 // in ascending order
	n := 0
	put := func(s uint8) {
		i := n
		for ; i > 0 && taken[i-1] > s; i-- {
			taken[i] = taken[i-1]
		}
		taken[i] = s
		n++
	}
	lead := &g.lead[digits[0]]
	for i := range g.groups[0].Men {
		squares[i] = lead[i]
		put(lead[i])
	}
	for k := 1; k < len(g.groups); k++ {
		at := &g.groups[k]
		chosen := &at.chosen[digits[k]]
		before := taken[:n]
		for i := range at.Men {
			s := chosen[i]
			if at.IsPawns {
				s += 8
			}
			for _, t := range before {
				if s >= t {
					s++
				}
			}
			squares[at.Start+i] = s
		}
		for i := range at.Men {
			put(squares[at.Start+i])
		}
	}
	pawns := 0
	for i := range g.pawns {
		pawns |= int(squares[i]) << (6 * i)
	}
	place := &g.slices[pawns]
	if place.first < 0 {
		return 0
	}
	mirror := place.mirror.Squares()
	kings := &g.kings[int(mirror[squares[g.wk]&63])<<6|int(mirror[squares[g.bk]&63])]
	if kings.first < 0 {
		return 0
	}
	entry := place.first + int(kings.first)
	through := kings.symmetry.Squares()
	for i := g.pawns; i < len(g.men); i++ {
		if stride := g.stride[i]; stride != 0 && i != g.wk && i != g.bk {
			entry += stride * int(through[mirror[squares[i]&63]])
		}
	}
	return g.codes[entry]
}
