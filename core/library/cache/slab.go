package cache

// Parts are handed out of slabs, small ones side by side: what is read in order is dropped in order, and leaves
// holes as large as the largest part. Where small things lay scattered, no large one would find a place in a heap
// that is nearly full. The memory of a part is never used again, so others can go on reading it when it is dropped.

// An Allocator hands out memory of slabs to the parts of one cache, whose mutex guards it.
type Allocator[T ~uint8] struct {
	slab *slab // the last one
	rest []T   // of it
}

// A slab is memory that is allocated, and given up, at once.
type slab struct {
	used int  // bytes of parts that are remembered
	full bool // no more of it is handed out
}

// SlabBytes is what the largest frame takes, and most stretches.
const SlabBytes = 256 << 10

// unusedSlabs is how many bytes of slabs may be unused before parts are dropped for them: where little is remembered,
// it would be decoded again and again.
const unusedSlabs = 4 << 20

// A piece is memory of a slab.
type piece struct {
	slab  *slab
	bytes int
}

// pieces is the memory that a part has of slabs.
type pieces struct {
	list    []piece
	dropped bool // perhaps before it was decoded
}

// slabs counts the bytes of slabs that are not given up, and that no part has.
type slabs struct{ unused int64 }

// takeFrom gives a part zeros.
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

// giveBack gives back the pieces of a part.
func (s *slabs) giveBack(p *pieces) {
	for _, piece := range p.list {
		piece.slab.used -= piece.bytes
		s.unused += int64(piece.bytes)
		s.reclaim(piece.slab)
	}
	p.list, p.dropped = nil, true
}

// reclaim no longer counts a slab that no part has.
func (s *slabs) reclaim(one *slab) {
	if one.full && one.used == 0 {
		s.unused -= SlabBytes
	}
}
