package pairs

import (
	"cmp"
	"slices"
)

// free marks a value that does not matter, up to a greatest one.
const free = 1 << 15

// UpTo stands for a value that does not matter, except that it is at most the given one.
func UpTo(most uint16) uint16 { return free | most }

// A filler chooses the values that do not matter.
type filler struct {
	usual uint16   // the most frequent value
	rank  []uint16 // of each value: 0 for the most frequent one
}

// newFiller counts the values of a sample.
func newFiller(sample [][]uint16, alphabet int) *filler {
	counts := make([]int, alphabet)
	order := make([]uint16, alphabet)
	for v := range order {
		order[v] = uint16(v)
	}
	for _, s := range sample {
		for _, v := range s {
			if v&free == 0 {
				counts[v]++
			}
		}
	}
	slices.SortStableFunc(order, func(a, b uint16) int { return cmp.Compare(counts[b], counts[a]) })
	f := &filler{usual: order[0], rank: make([]uint16, alphabet)}
	for rank, v := range order {
		f.rank[v] = uint16(rank)
	}
	return f
}

// longRun is the number of values from which a run does not continue its neighbours: one value in all long runs makes
// fewer symbols.
const longRun = 32

// fill chooses the values that do not matter, in place. Short runs continue the value before or after them.
func (f *filler) fill(values []uint16) {
	n := len(values)
	for i := 0; i < n; {
		if values[i]&free == 0 {
			i++
			continue
		}
		most, end := values[i]&^free, i+1
		for ; end < n && values[end]&free != 0; end++ {
			most = min(most, values[end]&^free)
		}
		chosen := f.usual
		if end-i < longRun || f.usual > most {
			chosen = f.chooseFor(values, i, end, most)
		}
		for ; i < end; i++ {
			values[i] = min(chosen, values[i]&^free)
		}
	}
}

// chooseFor chooses the value of a short run.
func (f *filler) chooseFor(values []uint16, first, end int, most uint16) uint16 {
	left, right := uint16(free), uint16(free)
	if first > 0 && values[first-1] <= most {
		left = values[first-1]
	}
	if end < len(values) && values[end] <= most {
		right = values[end]
	}
	switch {
	case left == free && right == free:
		return f.usual
	case right == free:
		return left
	case left == free || f.rank[right] < f.rank[left]:
		return right
	}
	return left
}
