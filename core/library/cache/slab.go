package cache

// Parts get memory from slabs, with small parts side by side. Parts that are read in order are also dropped in order,
// and leave holes as large as the largest part. Between scattered small parts, a nearly full heap would have no place
// for a large one. The memory of a part is never reused, so that goroutines can still read a dropped part.

// An Allocator allocates memory of slabs for the parts of one cache, whose mutex guards it.
type Allocator[T ~uint8] struct {
	slab *slab // the last one
	rest []T   // of it
}

// A slab is memory that is allocated and freed as a whole.
type slab struct {
	used int  // bytes of cached parts
	full bool // no part gets more of it
}

// SlabBytes is the size of the largest frame, and of most stretches.
const SlabBytes = 256 << 10

// unusedSlabs is the number of unused bytes of slabs that do not count. Otherwise a small cache would drop its parts
// for them, and decode them again and again.
const unusedSlabs = 4 << 20

// A piece is memory of a slab.
type piece struct {
	slab  *slab
	bytes int
}

// pieces is the memory of a part in slabs.
type pieces struct {
	list    []piece
	dropped bool // perhaps before it was decoded
}

// slabs counts the bytes of allocated slabs that no cached part uses.
type slabs struct{ unused int64 }

// takeFrom returns n zeros for a part.
func takeFrom[T ~uint8](s *slabs, a *Allocator[T], p *pieces, n int) []T {
	if p.dropped {
		return make([]T, n)
	}
	if len(a.rest) < n {
		if a.slab != nil {
			a.slab.full = true
			s.reclaim(a.slab)
		}
		a.slab, a.rest = new(slab), make([]T, SlabBytes)
		s.unused += SlabBytes
	}
	taken := a.rest[:n:n]
	a.rest = a.rest[n:]
	a.slab.used += n
	s.unused -= int64(n)
	p.list = append(p.list, piece{a.slab, n})
	return taken
}

// giveBack returns the pieces of a part to their slabs.
func (s *slabs) giveBack(p *pieces) {
	for _, piece := range p.list {
		piece.slab.used -= piece.bytes
		s.unused += int64(piece.bytes)
		s.reclaim(piece.slab)
	}
	p.list, p.dropped = nil, true
}

// reclaim stops counting a full slab that no cached part uses.
func (s *slabs) reclaim(one *slab) {
	if one.full && one.used == 0 {
		s.unused -= SlabBytes
	}
}
