package library

// Parts are handed out of slabs, small ones side by side: what is read in order is dropped in order, and leaves
// holes as large as the largest part. Where small things lay scattered, no large one would find a place in a heap
// that is nearly full. The memory of a part is never used again, so others can go on reading it when it is dropped.

// An allocator hands out parts of slabs. A library's caching guards it.
type allocator[T ~uint8] struct {
	slab *slab // the last one
	rest []T   // of it
}

// A slab is memory that is allocated, and given up, at once.
type slab struct {
	used int  // bytes of parts that are remembered
	full bool // no more of it is handed out
}

// slabBytes is what the largest frame takes, and most stretches.
const slabBytes = 256 << 10

// unusedSlabs is how many bytes of slabs may be unused before parts are dropped for them: where little is remembered, it
// would be decoded again and again.
const unusedSlabs = 4 << 20

// A piece is what a part has of a slab.
type piece struct {
	slab  *slab
	bytes int
}

// take gives a part so many zeros.
func take[T ~uint8](lib *Library, a *allocator[T], p *part, n int) []T {
	if n == 0 || n > slabBytes/2 {
		return make([]T, n)
	}
	lib.caching.Lock()
	defer lib.caching.Unlock()
	if p.dropped {
		return make([]T, n)
	}
	if len(a.rest) < n {
		if a.slab != nil {
			a.slab.full = true
			lib.reclaim(a.slab)
		}
		a.slab, a.rest = new(slab), make([]T, slabBytes)
		lib.unused += slabBytes
	}
	taken := a.rest[:n:n]
	a.rest = a.rest[n:]
	a.slab.used += n
	lib.unused -= int64(n)
	p.pieces = append(p.pieces, piece{a.slab, n})
	return taken
}

// giveBack gives back what a part has of slabs.
func (lib *Library) giveBack(p *part) {
	for _, piece := range p.pieces {
		piece.slab.used -= piece.bytes
		lib.unused += int64(piece.bytes)
		lib.reclaim(piece.slab)
	}
	p.pieces, p.dropped = nil, true
}

// reclaim no longer counts a slab that no part has.
func (lib *Library) reclaim(s *slab) {
	if s.full && s.used == 0 {
		lib.unused -= slabBytes
	}
}
