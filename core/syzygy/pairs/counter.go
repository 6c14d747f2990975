package pairs

import (
	"cmp"
	"math/bits"
	"slices"
)

// A counter counts the pairs of neighbours in sequences of symbols.
type counter struct {
	pairTable     // of counts
	used      int // entries
	found     []candidate
}

const firstCounterBits = 12

func newCounter() *counter { return &counter{pairTable: newPairTable(firstCounterBits)} }

// increment counts a pair.
func (c *counter) increment(left, right uint16) {
	pair := pairOf(left, right)
	at := c.place(pair)
	if c.entries[at] == 0 {
		if c.used*2 >= len(c.entries) {
			c.grow()
			at = c.place(pair)
		}
		c.used++
		c.set(pair, 0)
	}
	c.entries[at]++
}

// decrement forgets one of a pair that was counted.
func (c *counter) decrement(left, right uint16) { c.entries[c.place(pairOf(left, right))]-- }

// grow drops the pairs that no longer come up, and makes room for others.
func (c *counter) grow() {
	old, left := c.entries, 0
	for _, entry := range old {
		if uint32(entry) != 0 {
			left++
		}
	}
	c.pairTable = newPairTable(bits.Len(uint(4 * left)))
	for _, entry := range old {
		if uint32(entry) != 0 {
			c.set(uint32(entry>>32)-1, uint32(entry))
		}
	}
	c.used = left
}

// add counts the pairs of a sequence.
func (c *counter) add(sequence []uint16) {
	for i := 1; i < len(sequence); i++ {
		c.increment(sequence[i-1], sequence[i])
	}
}

// replaced changes the counts after the symbol left and the first one of the rest were replaced.
func (c *counter) replaced(before []uint16, left uint16, rest []uint16, made uint16) {
	c.decrement(left, rest[0])
	if n := len(before); n > 0 {
		c.decrement(before[n-1], left)
		c.increment(before[n-1], made)
	}
	if len(rest) > 1 {
		c.decrement(rest[0], rest[1])
		c.increment(made, rest[1])
	}
}

// candidates returns the candidates for a pass, the most frequent first. Each comes up least times or more. In a row of
// like symbols, about every other pair can be replaced.
func (c *counter) candidates(g *grammar, least uint32) []candidate {
	c.found = c.found[:0]
	top := uint32(0)
	for _, entry := range c.entries {
		count := uint32(entry)
		if count < least || count*passShare < top {
			continue
		}
		found := candidate{uint32(entry>>32) - 1, count}
		left, right := found.symbols()
		if left == right {
			found.count = (count + 1) / 2
		}
		if found.count >= least && g.lengthOf(left, right) <= maxLength {
			top = max(top, found.count)
			c.found = append(c.found, found)
		}
	}
	c.found = slices.DeleteFunc(c.found, func(f candidate) bool { return f.count*passShare < top })
	slices.SortFunc(c.found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.pair, b.pair))
	})
	return c.found
}
