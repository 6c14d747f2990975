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
			g.stride[i] = 0
		case p.Type == board.King && p.Color == board.White:
			g.wk, g.stride[i] = i, 0
		case p.Type == board.King:
			g.bk, g.stride[i] = i, 0
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
	w := walk{gatherer: g, as: as, fixed: -1}
	for i := range g.groups {
		w.digits[i] = int(uint64(first) / g.groups[i].Factor % g.groups[i].Count)
	}
	fast := g.order[0]
	for len(into) > 0 {
		n := min(len(into), int(g.groups[fast].Count)-w.digits[fast])
		w.run(fast, into[:n])
		into = into[n:]
		w.digits[fast] += n
		for _, k := range g.order {
			if w.digits[k] < int(g.groups[k].Count) {
				break
			}
			w.digits[k] = 0
			w.carry(k)
		}
	}
}

// A walk visits positions in the order of their numbers.
type walk struct {
	*gatherer
	as      *[256]uint16
	digits  [8]int
	squares [8]uint8  // of the pieces
	taken   [8]uint8  // in ascending order
	n       int       // of taken
	fixed   int       // the numbers of the first groups that free belongs to, or -1
	free    [64]uint8 // squares that are not taken by the first groups
}

// carry increments the group whose factor comes after that of another one.
func (w *walk) carry(k int) {
	for i, at := range w.order[:len(w.order)-1] {
		if at == k {
			w.digits[w.order[i+1]]++
		}
	}
}

// run reads the codes of some numbers of the group with the smallest factor.
func (w *walk) run(fast int, into []uint16) {
	at := &w.groups[fast]
	if fast == 0 || at.IsPawns {
		for i := range into {
			into[i] = w.as[w.code()]
			w.digits[fast]++
		}
		w.digits[fast] -= len(into)
		return
	}
	w.placeFirst(fast)
	switch {
	case at.Men == 1:
		w.runOne(fast, into)
	case fast == len(w.groups)-1:
		w.runAll(fast, into)
	default:
		d := w.digits[fast]
		for i := range into {
			w.digits[fast] = d + i
			into[i] = w.as[w.code()]
		}
		w.digits[fast] = d
	}
}

// placeFirst places the groups before a group, and finds the free squares.
func (w *walk) placeFirst(end int) {
	fixed := w.digits[0]
	if end == 2 {
		fixed = fixed<<16 | w.digits[1]
	}
	if fixed == w.fixed {
		return
	}
	w.fixed, w.n = fixed, 0
	for k := range end {
		w.place(k)
	}
	n, t := 0, 0
	for s := range uint8(64) {
		if t < w.n && w.taken[t] == s {
			t++
			continue
		}
		w.free[n] = s
		n++
	}
}

// runOne is run for a group of one man.
func (w *walk) runOne(fast int, into []uint16) {
	man := w.groups[fast].Start
	moved := *w // with one square more taken
	for i := 0; i < len(into); {
		d := w.digits[fast] + i
		end := len(into)
		moved.taken, moved.n, moved.squares = w.taken, w.n, w.squares
		moved.squares[man] = w.free[d&63]
		moved.take(w.free[d&63])
		for k := fast + 1; k < len(w.groups); k++ {
			moved.place(k)
			for m := range w.groups[k].Men {
				if s := moved.squares[w.groups[k].Start+m]; s > w.free[d&63] {
					for end > i+1 && w.free[(w.digits[fast]+end-1)&63] >= s {
						end-- // others stay until the man reaches that square
					}
				}
			}
		}
		moved.move(man, w.free[d:d+end-i], into[i:end])
		i = end
	}
}

// move reads the codes with a man on some squares, while all others stay.
func (w *walk) move(man int, to []uint8, into []uint16) {
	if man == w.wk || man == w.bk {
		for i, s := range to {
			w.squares[man] = s
			into[i] = w.as[w.here()]
		}
		return
	}
	stride := w.stride[man]
	w.squares[man] = 0
	entry, symmetry := w.entry()
	if entry < 0 {
		for i := range into {
			into[i] = w.as[0]
		}
		return
	}
	through := symmetry.Squares()
	entry -= stride * int(through[0])
	for i, s := range to {
		into[i] = w.as[w.codes[entry+stride*int(through[s&63])]]
	}
}

// runAll is run for the last group, of like men.
func (w *walk) runAll(fast int, into []uint16) {
	at := &w.groups[fast]
	for i := range at.Men {
		w.squares[at.Start+i] = 0
	}
	entry, symmetry := w.entry()
	if entry < 0 {
		for i := range into {
			into[i] = w.as[0]
		}
		return
	}
	through := symmetry.Squares()
	var strides [3]int
	for i := range at.Men {
		strides[i] = w.stride[at.Start+i]
		entry -= strides[i] * int(through[0])
	}
	chosen := at.chosen[w.digits[fast]:]
	for i := range into {
		c := &chosen[i]
		e := entry
		for k := range at.Men {
			e += strides[k] * int(through[w.free[c[k]&63]&63])
		}
		into[i] = w.as[w.codes[e]]
	}
}

// take adds a square to those that are taken.
func (w *walk) take(s uint8) {
	i := w.n
	for ; i > 0 && w.taken[i-1] > s; i-- {
		w.taken[i] = w.taken[i-1]
	}
	w.taken[i] = s
	w.n++
}

// place places a group, after those before it.
func (w *walk) place(k int) {
	at := &w.groups[k]
	if k == 0 {
		lead := &w.lead[w.digits[0]]
		for i := range at.Men {
			w.squares[i] = lead[i]
			w.take(lead[i])
		}
		return
	}
	chosen := &at.chosen[w.digits[k]]
	before := w.taken[:w.n]
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
		w.squares[at.Start+i] = s
	}
	for i := range at.Men {
		w.take(w.squares[at.Start+i])
	}
}

// code returns the code of the position.
func (w *walk) code() uint8 {
	w.n, w.fixed = 0, -1
	for k := range w.groups {
		w.place(k)
	}
	return w.here()
}

// here returns the code of the present squares.
func (w *walk) here() uint8 {
	entry, _ := w.entry()
	if entry < 0 {
		return 0
	}
	return w.codes[entry]
}

// entry returns the place of the code, or a negative number without one. It also returns the symmetry that other men
// than kings and pawns go through.
func (w *walk) entry() (entry int, symmetry board.Symmetry) {
	pawns := 0
	for i := range w.pawns {
		pawns |= int(w.squares[i]) << (6 * i)
	}
	at := &w.slices[pawns]
	if at.first < 0 {
		return -1, 0
	}
	mirror := at.mirror.Squares()
	kings := &w.kings[int(mirror[w.squares[w.wk]&63])<<6|int(mirror[w.squares[w.bk]&63])]
	if kings.first < 0 {
		return -1, 0
	}
	if symmetry = at.mirror; w.pawns == 0 {
		symmetry = kings.symmetry
	}
	entry = at.first + int(kings.first)
	through := symmetry.Squares()
	for i := w.pawns; i < len(w.men); i++ {
		entry += w.stride[i] * int(through[w.squares[i]&63])
	}
	return entry, symmetry
}
