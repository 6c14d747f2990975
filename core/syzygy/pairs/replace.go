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
	symbols   []symbol
	passOf    []uint16 // by symbol
	pairTable          // of the symbols that replace pairs
}

const ruleBits = symbolBits + 1

// newRules returns the rules of a grammar.
func newRules(g *grammar) *rules {
	r := &rules{g.symbols, make([]uint16, len(g.symbols)), newPairTable(ruleBits)}
	for pass, first := range g.passes {
		end := len(g.symbols)
		if pass+1 < len(g.passes) {
			end = g.passes[pass+1]
		}
		for s := first; s < end; s++ {
			r.passOf[s] = uint16(pass)
			r.set(pairOf(g.symbols[s].left, g.symbols[s].right), uint32(s))
		}
	}
	return r
}

// of returns the symbol that replaces a pair, or 0.
func (r *rules) of(left, right uint16) uint16 { return uint16(r.entries[r.place(pairOf(left, right))]) }

// doubled returns the symbols of a value once, twice, four times and so on in a row, as far as they exist.
func (r *rules) doubled(value uint16) (list []uint16) {
	for s := value; s != 0 || len(list) == 0; s = r.of(s, s) {
		list = append(list, s)
	}
	return list
}

// newReplacer returns a replacer for sequences of up to a length.
func newReplacer(r *rules, passes, length int) *replacer {
	return &replacer{
		rules: r, next: make([]int32, length), before: make([]int32, length), waiting: make([][]uint32, passes),
	}
}

// gone stands in the place of a symbol that has become part of another one.
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
	if made := r.of(left, right); made != 0 {
		pass := r.passOf[made]
		r.waiting[pass] = append(r.waiting[pass], uint32(i)<<symbolBits|uint32(made))
	}
}

// A shortener replaces runs of a value. A replacer would do the same, but take longer.
type shortener struct{ doubled [][]uint16 } // by value

// newShortener returns a shortener for numbers below a limit.
func newShortener(r *rules, values int) *shortener {
	s := &shortener{}
	for v := range values {
		s.doubled = append(s.doubled, r.doubled(uint16(v)))
	}
	return s
}

// replace replaces runs of values, in their own memory.
func (r *shortener) replace(values []uint16) []uint16 {
	n, to := len(values), 0
	for i := 0; i < n; {
		v, end := values[i], i+1
		for end+4 <= n {
			next := values[end : end+4 : end+4]
			if (next[0]^v)|(next[1]^v)|(next[2]^v)|(next[3]^v) != 0 {
				break
			}
			end += 4
		}
		for end < n && values[end] == v {
			end++
		}
		run := end - i
		i = end
		list := r.doubled[v]
		for level := len(list) - 1; level >= 0; level-- {
			for ; run >= 1<<level; run -= 1 << level {
				values[to] = list[level]
				to++
			}
		}
	}
	return values[:to]
}
