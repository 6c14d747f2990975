package pairs

import (
	"cmp"
	"container/heap"
	"slices"
)

// maxBits is the length of the longest code. Readers refill 32 bits at a time.
const maxBits = 32

// A code gives bits to symbols, canonically: the codes of a length are consecutive numbers. Longer ones are smaller.
type code struct {
	order  []uint16 // symbols by descending length of their codes, and those without a code last
	number []uint16 // of each symbol in order
	bits   []uint8  // length of each symbol's code; 0 for symbols that never come up
	least  int      // the shortest and the longest length
	most   int
	offset [maxBits + 2]uint16 // by length: the number of its first symbol
	base   [maxBits + 2]uint64 // by length: the code of that symbol
}

// A tree is a node of a Huffman tree.
type tree struct {
	weight      uint64
	symbol      int // or -1
	left, right *tree
}

// A forest is a heap of trees.
type forest []*tree

func (f forest) Len() int { return len(f) }
func (f forest) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(f[i].weight, f[j].weight), cmp.Compare(f[i].symbol, f[j].symbol)) < 0
}
func (f forest) Swap(i, j int) { f[i], f[j] = f[j], f[i] }
func (f *forest) Push(t any)   { *f = append(*f, t.(*tree)) }
func (f *forest) Pop() any {
	last := len(*f) - 1
	t := (*f)[last]
	*f = (*f)[:last]
	return t
}

// newCode returns the shortest code for symbols that come up as often as given, with lengths up to maxBits.
func newCode(counts []uint64) *code {
	c := &code{bits: make([]uint8, len(counts))}
	weights := slices.Clone(counts)
	for !c.setBits(weights) {
		for i, w := range weights { // flatter weights make the longest codes shorter
			if w > 0 {
				weights[i] = w/2 + 1
			}
		}
	}
	c.number = make([]uint16, len(counts))
	for i := range counts {
		c.order = append(c.order, uint16(i))
	}
	slices.SortStableFunc(c.order, func(a, b uint16) int { return cmp.Compare(c.bits[b], c.bits[a]) })
	for i, s := range c.order {
		c.number[s] = uint16(i)
	}
	c.setBases()
	return c
}

// setBits sets the lengths of the codes. It returns false if one is longer than maxBits.
func (c *code) setBits(weights []uint64) bool {
	var f forest
	for i, w := range weights {
		if w > 0 {
			f = append(f, &tree{weight: w, symbol: i})
		}
	}
	if len(f) == 1 {
		c.bits[f[0].symbol] = 1
		return true
	}
	heap.Init(&f)
	for len(f) > 1 {
		a, b := heap.Pop(&f).(*tree), heap.Pop(&f).(*tree)
		heap.Push(&f, &tree{a.weight + b.weight, -1, a, b})
	}
	return c.descend(f[0], 0)
}

func (c *code) descend(t *tree, depth int) bool {
	if t.left != nil {
		return c.descend(t.left, depth+1) && c.descend(t.right, depth+1)
	}
	if depth > maxBits {
		return false
	}
	c.bits[t.symbol] = uint8(depth)
	return true
}

// setBases numbers the codes of each length.
func (c *code) setBases() {
	var have [maxBits + 2]int
	for _, bits := range c.bits {
		have[bits]++
	}
	c.most = int(c.bits[c.order[0]])
	before := 0
	for bits := c.most; bits > 0; bits-- {
		c.offset[bits] = uint16(before)
		c.base[bits] = (c.base[bits+1] + uint64(have[bits+1])) / 2
		if before += have[bits]; have[bits] > 0 {
			c.least = bits
		}
	}
	c.base[c.most] = 0
}

// of returns the code of a symbol.
func (c *code) of(symbol uint16) uint64 {
	bits := c.bits[symbol]
	return c.base[bits] + uint64(c.number[symbol]-c.offset[bits])
}

// countsOf counts the symbols of sequences.
func countsOf(sequences [][]uint16, symbols int) []uint64 {
	counts := make([]uint64, symbols)
	for _, s := range sequences {
		for _, symbol := range s {
			counts[symbol]++
		}
	}
	return counts
}
