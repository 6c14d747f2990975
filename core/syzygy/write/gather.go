package write

import (
	"cmp"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/syzygy/layout"
)

// A firstPlace has the squares of the first groups: those whose squares other groups do not change.
type firstPlace struct {
	taken [4]uint8  // by piece
	free  [64]uint8 // the other squares, in order
}

// A gatherer reads the codes of one side in the order of a layout of the format.
type gatherer struct {
	codes  []uint8
	groups []group
	order  []int        // of groups, the one with the smallest factor first
	firsts int          // groups that come first: one, or two if both sides have pawns
	places []firstPlace // by the numbers of these groups
	*tablePlaces
	men    []int // for each piece of the layout, the man of the table
	stride [8]int
	lone   int // the first piece that belongs to a later group
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
	g.setPlaces(l)
	c.placing.Do(func() {
		c.places.setKings(c.layout)
		c.places.setSlices(c.layout, c.first, g.men[:g.pawns])
	})
	g.tablePlaces = &c.places
	return g
}

func (g *gatherer) setGroups(l *layout.Layout) {
	for _, at := range l.List() {
		g.groups = append(g.groups, group{Group: at})
	}
	g.firsts = 1
	if len(g.groups) > 1 && g.groups[1].IsPawns {
		g.firsts = 2
	}
	last := &g.groups[g.firsts-1]
	g.lone = last.Start + last.Men
	for i := range g.groups[1:] {
		g.groups[i+1].choose()
	}
	g.order = make([]int, len(g.groups))
	for i := range g.order {
		g.order[i] = i
	}
	slices.SortFunc(g.order, func(a, b int) int { return cmp.Compare(g.groups[a].Factor, g.groups[b].Factor) })
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

// setPlaces lists the squares of the first groups.
func (g *gatherer) setPlaces(l *layout.Layout) {
	lead, seconds := &g.groups[0], 1
	if g.firsts == 2 {
		seconds = int(g.groups[1].Count)
	}
	for second := range seconds {
		for n := range lead.Count {
			index := n * lead.Factor
			if g.firsts == 2 {
				index += uint64(second) * g.groups[1].Factor
			}
			var at firstPlace
			taken := board.Bitboard(0)
			squares := l.Squares(index)
			for i, s := range squares[:g.lone] {
				at.taken[i] = uint8(s)
				taken |= s.Bit()
			}
			for i, rest := 0, ^taken; rest != 0; i, rest = i+1, rest.Rest() {
				at.free[i] = uint8(rest.First())
			}
			g.places = append(g.places, at)
		}
	}
}

// gather reads the codes of positions from a number on, and translates each. It finds the places of many codes before
// it reads them: the processor can then wait for several parts of memory at once.
func (g *gatherer) gather(first int64, into []uint16, as *[256]uint16) {
	var places [4096]uint32
	w := walk{gatherer: g}
	for i := range g.groups {
		w.digits[i] = int(uint64(first) / g.groups[i].Factor % g.groups[i].Count)
	}
	for len(into) > 0 {
		n := min(len(into), len(places))
		w.find(places[:n])
		for i, place := range places[:n] {
			into[i] = as[g.codes[place]]
		}
		into = into[n:]
	}
}

// find finds the places of the codes of the next positions.
func (w *walk) find(into []uint32) {
	fast := w.order[0]
	for len(into) > 0 {
		n := min(len(into), int(w.groups[fast].Count)-w.digits[fast])
		w.run(fast, into[:n])
		into = into[n:]
		w.digits[fast] += n
		for _, k := range w.order {
			if w.digits[k] < int(w.groups[k].Count) {
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
	digits  [8]int
	first   *firstPlace
	places  [8]uint8 // of the pieces in later groups, among the squares that the first groups leave free
	squares [8]uint8 // of the pieces
}

// carry increments the group whose factor comes after that of another one.
func (w *walk) carry(k int) {
	for i, at := range w.order[:len(w.order)-1] {
		if at == k {
			w.digits[w.order[i+1]]++
		}
	}
}

// run finds the places of some numbers of the group with the smallest factor.
func (w *walk) run(fast int, into []uint32) {
	d := w.digits[fast]
	w.placeFirst()
	switch {
	case fast < w.firsts:
		w.placeLater()
		for i := range into {
			w.digits[fast] = d + i
			w.placeFirst()
			into[i] = w.here()
		}
	case w.groups[fast].Men == 1:
		w.runOne(fast, into)
	case fast == len(w.groups)-1:
		w.placeLater()
		w.runAll(fast, into)
	default:
		for i := range into {
			w.digits[fast] = d + i
			w.placeLater()
			into[i] = w.here()
		}
	}
	w.digits[fast] = d
}

// placeFirst places the first groups.
func (w *walk) placeFirst() {
	n := w.digits[0]
	if w.firsts == 2 {
		n += w.digits[1] * int(w.groups[0].Count)
	}
	w.first = &w.gatherer.places[n]
	for i := range w.lone {
		w.squares[i] = w.first.taken[i&3]
	}
}

// placeLater places the later groups. Each chooses from the squares that those before it leave free.
func (w *walk) placeLater() {
	var taken [8]uint8 // in ascending order
	n := 0
	for k := w.firsts; k < len(w.groups); k++ {
		at := &w.groups[k]
		chosen := &at.chosen[w.digits[k]]
		for i := range at.Men {
			s := chosen[i%3]
			for _, t := range taken[:n] {
				if s >= t {
					s++
				}
			}
			w.places[(at.Start+i)&7] = s
		}
		for i := range at.Men {
			s, j := w.places[(at.Start+i)&7], n
			for ; j > 0 && taken[j-1] > s; j-- {
				taken[j] = taken[j-1]
			}
			taken[j] = s
			n++
		}
	}
}

// runOne is run for a group of one man.
func (w *walk) runOne(fast int, into []uint32) {
	man, d := w.groups[fast].Start, w.digits[fast]
	for i := 0; i < len(into); {
		w.digits[fast] = d + i
		w.placeLater()
		place := int(w.places[man&7])
		n := len(into) - i
		for p := w.lone; p < len(w.men); p++ {
			w.squares[p&7] = w.first.free[w.places[p&7]&63]
			if ahead := int(w.places[p&7]) - place; ahead > 0 {
				n = min(n, ahead) // others stay until the man reaches that square
			}
		}
		w.move(man, w.first.free[place:place+n], into[i:i+n])
		i += n
	}
}

// move finds the places with a man on some squares, while all others stay.
func (w *walk) move(man int, to []uint8, into []uint32) {
	if man == w.wk || man == w.bk {
		for i, s := range to {
			w.squares[man] = s
			into[i] = w.place()
		}
		return
	}
	stride := w.stride[man]
	w.squares[man] = 0
	entry, symmetry := w.entry()
	if entry < 0 {
		for i := range into {
			into[i] = w.none()
		}
		return
	}
	through := symmetry.Squares()
	entry -= stride * int(through[0])
	into = into[:len(to)]
	for i, s := range to {
		into[i] = uint32(entry + stride*int(through[s&63]))
	}
}

// runAll is run for the last group, of like men.
func (w *walk) runAll(fast int, into []uint32) {
	at := &w.groups[fast]
	w.placeSquares()
	for i := range at.Men {
		w.squares[at.Start+i] = 0
	}
	entry, symmetry := w.entry()
	if entry < 0 {
		for i := range into {
			into[i] = w.none()
		}
		return
	}
	through := symmetry.Squares()
	var strides [3]int
	for i := range at.Men {
		strides[i] = w.stride[at.Start+i]
		entry -= strides[i] * int(through[0])
	}
	var free [64]int32 // the squares that the groups before leave free, through the symmetry
	others := board.Bitboard(0)
	for p := w.lone; p < at.Start; p++ {
		others |= board.Square(w.places[p]).Bit()
	}
	n := 0
	for place, s := range w.first.free[:64-w.lone] {
		if !others.Has(board.Square(place)) {
			free[n] = int32(through[s&63])
			n++
		}
	}
	chosen := at.chosen[w.digits[fast]:]
	for i := range into {
		c := &chosen[i]
		e := entry
		for k := range at.Men {
			e += strides[k] * int(free[c[k]&63])
		}
		into[i] = uint32(e)
	}
}

// placeSquares sets the squares of the later groups.
func (w *walk) placeSquares() {
	for p := w.lone; p < len(w.men); p++ {
		w.squares[p&7] = w.first.free[w.places[p&7]&63]
	}
}

// here returns the place of the code of the present places of the men.
func (w *walk) here() uint32 {
	w.placeSquares()
	return w.place()
}

// place returns the place of the code of the present squares.
func (w *walk) place() uint32 {
	entry, _ := w.entry()
	if entry < 0 {
		return w.none()
	}
	return uint32(entry)
}

// none returns the place of the code of illegal positions.
func (w *walk) none() uint32 { return uint32(len(w.codes) - 1) }

// entry returns the place of the code, or a negative number without one. It also returns the symmetry that other men
// than kings and pawns go through.
func (w *walk) entry() (entry int, symmetry board.Symmetry) {
	wk, bk := w.squares[w.wk&7]&63, w.squares[w.bk&7]&63
	if w.pawns == 0 {
		kings := &w.kings[int(wk)<<6|int(bk)]
		entry, symmetry = int(kings.first), kings.symmetry
	} else {
		pawns := 0
		for i := range w.pawns {
			pawns |= int(w.squares[i&7]) << (6 * i)
		}
		at := &w.slices[pawns]
		mirror := at.mirror.Squares()
		kings := &w.kings[int(mirror[wk])<<6|int(mirror[bk])]
		if at.first < 0 || kings.first < 0 {
			return -1, 0
		}
		entry, symmetry = at.first+int(kings.first), at.mirror
	}
	if entry < 0 {
		return -1, 0
	}
	through := symmetry.Squares()
	for i := w.pawns; i < len(w.men); i++ {
		entry += w.stride[i&7] * int(through[w.squares[i&7]&63])
	}
	return entry, symmetry
}
