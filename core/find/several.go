package find

import (
	"math/rand/v2"
	"slices"

	"github.com/matewright/matewright/core/material"
)

// Several searches classes one after the other. Its entries are those of all searches, in their order, so its progress
// is one number too.
type Several struct {
	// Observe and Until are those of [Search], for the entries of all searches.
	Observe func(entries int64)
	Until   int64

	list []*Search
}

// Join returns the searches as one. They may no longer be used on their own.
func Join(list ...*Search) *Several { return &Several{list: list} }

// Entries returns the number of entries to be passed.
func (s *Several) Entries() (n int64) {
	for _, each := range s.list {
		n += each.Entries()
	}
	return n
}

// Total returns the number of positions to be found, if all searches have it: see [Search.Total].
func (s *Several) Total() (total int64, known bool) {
	for _, each := range s.list {
		n, known := each.Total()
		if !known {
			return 0, false
		}
		total += n
	}
	return total, true
}

// Unproven returns the unproven classes of all searches: see [Search.Unproven].
func (s *Several) Unproven() (list []material.Class) {
	for _, each := range s.list {
		for _, class := range each.Unproven() {
			if !slices.Contains(list, class) {
				list = append(list, class)
			}
		}
	}
	return list
}

// InFiles reports whether a search reads Syzygy files.
func (s *Several) InFiles() bool { return slices.ContainsFunc(s.list, (*Search).InFiles) }

// Each is [Search.Each].
func (s *Several) Each(from int64, found func(Found) bool) (next int64, err error) {
	return s.walk(from, found, (*Search).Each)
}

// Varied is [Search.Varied]. It calls found with positions from all parts of the first table, then of the next one.
func (s *Several) Varied(seed uint64, from int64, found func(Found) bool) (next int64, err error) {
	return s.walk(from, found, func(each *Search, from int64, found func(Found) bool) (int64, error) {
		return each.Varied(seed, from, found)
	})
}

// walk calls search for each search from an entry on, until found returns false.
func (s *Several) walk(
	from int64, found func(Found) bool, search func(each *Search, from int64, found func(Found) bool) (int64, error),
) (next int64, err error) {
	var base int64
	for _, each := range s.list {
		end := base + each.Entries()
		if from >= end {
			base = end
			continue
		}
		if s.Until > 0 && s.Until <= base {
			break
		}
		if each.Until = 0; s.Until > 0 && s.Until < end {
			each.Until = s.Until - base
		}
		if s.Observe != nil {
			each.Observe = func(entries int64) { s.Observe(base + entries) }
		}
		more := true
		next, err = search(each, max(0, from-base), func(f Found) bool {
			f.Next += base
			more = found(f)
			return more
		})
		if next += base; err != nil || !more {
			return next, err
		}
		base = end
	}
	return max(next, from), nil
}

// Random returns one position, or false if no search has one. It tries the searches in an order at random, in which a
// search with more entries tends to come first.
func (s *Several) Random(r *rand.Rand) (f Found, ok bool, err error) {
	left := slices.Clone(s.list)
	for len(left) > 0 && !ok && err == nil {
		i, entry := 0, r.Int64N(Join(left...).Entries())
		for ; entry >= left[i].Entries(); i++ {
			entry -= left[i].Entries()
		}
		f, ok, err = left[i].Random(r)
		left = slices.Delete(left, i, i+1)
	}
	return f, ok, err
}
