package find

import (
	"cmp"
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
	last *Search
}

// Classes reads the names of classes, and leaves out repeated ones.
func Classes(names []string) (list []material.Class, err error) {
	all, err := material.ParseAll(names)
	for _, class := range all {
		if !slices.Contains(list, class) {
			list = append(list, class)
		}
	}
	return list, err
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

// Last returns the search that found the last position.
func (s *Several) Last() *Search { return s.last }

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
		s.last = each
		next, err = search(each, max(0, from-base), func(f Found) bool {
			f.Next += base
			more = found(f)
			return more
		})
		if next += base; err != nil || !more {
			return next, err
		}
		each.release()
		base = end
	}
	return max(next, from), nil
}

// Random returns one position, or false if no search has one. It tries the searches in an order at random, in which a
// search with more entries tends to come first. A search that only gives up is an error if no other one has a position.
func (s *Several) Random(r *rand.Rand) (f Found, ok bool, err error) {
	left := slices.Clone(s.list)
	var gaveUp error
	for len(left) > 0 && !ok {
		i, entry := 0, r.Int64N(Join(left...).Entries())
		for ; entry >= left[i].Entries(); i++ {
			entry -= left[i].Entries()
		}
		s.last = left[i]
		f, ok, err = s.last.Random(r)
		if gaveUp = cmp.Or(gaveUp, err); err != nil && !hasGivenUp(err) {
			return f, false, err
		}
		s.last.release()
		left = slices.Delete(left, i, i+1)
	}
	if !ok {
		err = gaveUp
	}
	return f, ok, err
}
