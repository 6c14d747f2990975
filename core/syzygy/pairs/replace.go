package pairs

// A replacer replaces the pairs of all passes of a grammar in sequences. It goes from one pair to the next, so it does
// not read the sequence in each pass. Only one goroutine may use it at a time.
type replacer struct {
	*rules
	next, before []int32    // by place of a symbol: the places beside it
	waiting      [][]uint32 // by pass: pairs that come up, as a place and the symbol that replaces them
}

// rules have the symbols that replace pairs.
type rules struct {
	symbols []symbol
	passOf  []uint16 // by symbol
	table   []uint64 // hash table: 1 more than the pair, and its symbol
}

const ruleBits = symbolBits + 1

// newRules returns the rules of a grammar.
func newRules(g *grammar) *rules {
	r := &rules{symbols: g.symbols, passOf: make([]uint16, len(g.symbols))}
	r.table = make([]uint64, 1<<ruleBits)
	for pass, first := range g.passes {
		end := len(g.symbols)
		if pass+1 < len(g.passes) {
			end = g.passes[pass+1]
		}
		for s := first; s < end; s++ {
			pair := pairOf(g.symbols[s].left, g.symbols[s].right)
			r.passOf[s] = uint16(pass)
			r.table[r.place(pair)] = uint64(pair+1)<<32 | uint64(s)
		}
	}
	return r
}

// place returns the place of a pair in the table, or a free one for it.
func (r *rules) place(pair uint32) int {
	at := int(pair * 0x9e3779b1 >> (32 - ruleBits))
	for r.table[at] != 0 && uint32(r.table[at]>>32) != pair+1 {
		at = (at + 1) & (1<<ruleBits - 1)
	}
	return at
}

// newReplacer returns a replacer for sequences of up to a length.
func newReplacer(r *rules, passes, length int) *replacer {
	return &replacer{
		rules: r, next: make([]int32, length), before: make([]int32, length), waiting: make([][]uint32, passes),
	}
}

// gone is the place of a symbol that has become part of another one.
const gone = 1<<16 - 1

// replace replaces pairs in a sequence, in its own memory.
func (r *replacer) replace(sequence []uint16) []uint16 {
	n := len(sequence)
	for i := range sequence {
		r.next[i], r.before[i] = int32(i+1), int32(i-1)
		if i+1 < n {
			r.see(i, sequence[i], sequence[i+1])
		}
	}
	for pass := range r.waiting {
		for _, w := range r.waiting[pass] {
			i, made := int(w>>symbolBits), uint16(w&symbolMask)
			j := int(r.next[i])
			s := &r.symbols[made]
			if sequence[i] != s.left || j >= n || sequence[j] != s.right {
				continue // replaced before
			}
			after := int(r.next[j])
			sequence[i], sequence[j], r.next[i] = made, gone, int32(after)
			if before := int(r.before[i]); before >= 0 {
				r.see(before, sequence[before], made)
			}
			if after < n {
				r.before[after] = int32(i)
				r.see(i, made, sequence[after])
			}
		}
		r.waiting[pass] = r.waiting[pass][:0]
	}
	to := 0
	for _, s := range sequence {
		if s != gone {
			sequence[to] = s
			to++
		}
	}
	return sequence[:to]
}

// see lets a pair wait for its pass, if it has one.
func (r *replacer) see(i int, left, right uint16) {
	if entry := r.table[r.place(pairOf(left, right))]; entry != 0 {
		made := uint16(entry)
		pass := r.passOf[made]
		r.waiting[pass] = append(r.waiting[pass], uint32(i)<<symbolBits|uint32(made))
	}
}
