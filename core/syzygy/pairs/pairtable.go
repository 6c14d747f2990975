package pairs

// A pairTable has a number for each of some pairs of symbols. It is a hash table with linear probing.
type pairTable struct {
	entries []uint64 // 1 more than the pair in the high half, and its number; or 0
	shift   int      // of a hash
}

// newPairTable returns an empty table with a number of entries, given as a binary logarithm.
func newPairTable(bits int) pairTable { return pairTable{make([]uint64, 1<<bits), 32 - bits} }

// place returns the place of a pair, or a free one for it.
func (t *pairTable) place(pair uint32) int {
	mask := len(t.entries) - 1
	at := int(pair*0x9e3779b1>>t.shift) & mask
	for t.entries[at] != 0 && uint32(t.entries[at]>>32) != pair+1 {
		at = (at + 1) & mask
	}
	return at
}

// set sets the number of a pair.
func (t *pairTable) set(pair, number uint32) {
	t.entries[t.place(pair)] = uint64(pair+1)<<32 | uint64(number)
}
