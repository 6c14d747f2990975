package tile

import (
	"sort"
)

// A Census counts decisions, so that a model can be made from them.
type Census struct {
	count   [contexts][2]uint32
	entries int
}

// Add counts the decisions of a tile.
func (c *Census) Add(d *Description) {
	for row := range Side {
		for _, decision := range d.decide(row) {
			c.count[decision>>1][decision&1]++
		}
	}
	c.entries += d.entries
}

// Entries returns the number of legal entries of all tiles that were added.
func (c *Census) Entries() int { return c.entries }

// Model returns the model that fits the counts.
func (c *Census) Model() *Model {
	m := newModel()
	for i := range c.count {
		if n := &c.count[i]; n[0]+n[1] > 0 {
			chance := (5*uint64(n[0]) + 2) * probOne / (5*uint64(n[0]+n[1]) + 4)
			m.codes[i] = nearestCode(uint16(chance))
		}
	}
	return m
}

func nearestCode(of uint16) int8 {
	code := sort.Search(2*maxCode, func(i int) bool {
		code := i - maxCode
		return uint32(of)*2 < uint32(chance(code))+uint32(chance(code+1))
	}) - maxCode
	return int8(code)
}

// Bits returns the number of bits that the counted decisions take with a model that is not summed.
func (c *Census) Bits(m *Model) uint64 {
	var bits uint64
	for i := range c.count {
		if n := &c.count[i]; n[0]+n[1] > 0 {
			chance := chance(int(m.codes[i]))
			bits += uint64(n[0]) * uint64(bitsOf[chance>>bitsShift])
			bits += uint64(n[1]) * uint64(bitsOf[(probOne-chance)>>bitsShift])
		}
	}
	return bits / bitsUnit
}
