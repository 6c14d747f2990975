package library

import "sync"

// A slab hands out memory, small pieces of it side by side: what is read in order is dropped in order, and leaves
// holes as large as the largest piece. Where small things lay scattered, no large one would find a place in a heap
// that is nearly full. A piece is never used again, so others can go on reading it when it is dropped.
type slab[T ~uint8] struct {
	mu   sync.Mutex
	rest []T
}

// slabBytes is what the largest frame takes, and most stretches.
const slabBytes = 256 << 10

// take returns so many zeros.
func (s *slab[T]) take(n int) []T {
	if n > slabBytes/2 {
		return make([]T, n)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.rest) < n {
		s.rest = make([]T, slabBytes)
	}
	piece := s.rest[:n:n]
	s.rest = s.rest[n:]
	return piece
}
