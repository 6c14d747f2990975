package pairs

import (
	"cmp"
	"math/bits"
	"slices"
)

// maxSymbols is the number of symbols that a table may have. 12 bits name a symbol, and the last number stands for the
// missing second part of a value.
const maxSymbols = 1<<12 - 1

// maxLength is the number of values that a symbol may stand for, as readers keep it in a byte.
const maxLength = 256

// A symbol stands for a value or for two symbols, one after the other.
type symbol struct {
	left, right uint16 // symbols before this one; left can be the value itself
	length      uint16 // number of its values
}

// A grammar has the symbols of a table. The first ones stand for single values. The others were made in passes. Each
// pass replaces several pairs at once.
type grammar struct {
	values  int
	symbols []symbol
	passes  []int    // the first symbol of each pass, and then the number of symbols
	most    int      // symbols
	bits    uint     // that name a symbol in a pair
	rules   []uint16 // by pair: its symbol, or 0
}

// newGrammar returns a grammar of values that may get more symbols, up to a number.
func newGrammar(values, most int) *grammar {
	most = min(most, maxSymbols)
	g := &grammar{values: values, passes: []int{values}, most: most, bits: uint(bits.Len(uint(most)))}
	g.rules = make([]uint16, 1<<(2*g.bits))
	for v := range values {
		g.symbols = append(g.symbols, symbol{left: uint16(v), length: 1})
	}
	return g
}

// A counter counts the pairs of neighbours in sequences of symbols.
type counter struct {
	bits    uint
	counts  []uint32 // by pair
	touched []uint32 // pairs with a count
}

// pairOf returns the number of a pair of symbols that take some bits.
func pairOf(left, right uint16, bits uint) uint32 { return uint32(left)<<bits | uint32(right) }

// add counts the pairs of a sequence. If a symbol comes three times in a row, it counts one pair, as one can be
// replaced.
func (c *counter) add(sequence []uint16) {
	if len(sequence) == 0 {
		return
	}
	before, twice := sequence[0], false
	for _, s := range sequence[1:] {
		if s == before && twice {
			twice = false
			continue
		}
		twice = s == before
		pair := pairOf(before, s, c.bits)
		if c.counts[pair] == 0 {
			c.touched = append(c.touched, pair)
		}
		c.counts[pair]++
		before = s
	}
}

// A candidate is a pair that may become a symbol.
type candidate struct{ pair, count uint32 }

// take returns the pairs with a count of least or more, the most frequent first, and forgets all counts.
func (c *counter) take(least uint32, into []candidate) []candidate {
	into = into[:0]
	for _, pair := range c.touched {
		if count := c.counts[pair]; count >= least {
			into = append(into, candidate{pair, count})
		}
		c.counts[pair] = 0
	}
	c.touched = c.touched[:0]
	slices.SortFunc(into, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.pair, b.pair))
	})
	return into
}

// train adds symbols for the most frequent pairs of some sequences, and replaces the pairs there. A pair must come up
// at least the given number of times.
func (g *grammar) train(sequences [][]uint16, least uint32) {
	c := &counter{bits: g.bits, counts: make([]uint32, len(g.rules))}
	var candidates []candidate
	for len(g.symbols) < g.most {
		for _, s := range sequences {
			c.add(s)
		}
		candidates = c.take(least, candidates)
		if !g.addPass(candidates) {
			return
		}
		p := g.pass(len(g.passes) - 2)
		for i, s := range sequences {
			sequences[i] = p.replace(s)
		}
	}
}

// passShare limits a pass to pairs with at least 1/passShare of the count of the most frequent one. The counts of the
// others change much by the replacements.
const passShare = 2

// addPass makes symbols of those candidates that do not overlap with more frequent ones. It reports whether there are
// any.
func (g *grammar) addPass(candidates []candidate) bool {
	var first, second [maxSymbols + 1]bool
	before, top := len(g.symbols), uint32(0)
	for _, c := range candidates {
		if c.count*passShare < top || len(g.symbols) == g.most {
			break
		}
		left, right := uint16(c.pair>>g.bits), uint16(c.pair&(1<<g.bits-1))
		length := g.symbols[left].length + g.symbols[right].length
		if length > maxLength {
			continue
		}
		top = max(top, c.count)
		free := !second[left] && !first[right]
		first[left], second[right] = true, true
		if !free {
			continue
		}
		g.rules[c.pair] = uint16(len(g.symbols))
		g.symbols = append(g.symbols, symbol{left, right, length})
	}
	if len(g.symbols) == before {
		return false
	}
	g.passes = append(g.passes, len(g.symbols))
	return true
}

// A pass replaces the pairs of one pass of a grammar.
type pass struct {
	rules       []uint16
	bits        uint
	first, end  uint16                // symbols
	left, right [maxSymbols + 1]uint8 // 1 for symbols that are part of such a pair
}

func (g *grammar) pass(number int) *pass {
	p := &pass{rules: g.rules, bits: g.bits, first: uint16(g.passes[number]), end: uint16(g.passes[number+1])}
	for _, s := range g.symbols[p.first:p.end] {
		p.left[s.left], p.right[s.right] = 1, 1
	}
	return p
}

// replace replaces pairs in a sequence, in its own memory.
func (p *pass) replace(sequence []uint16) []uint16 {
	n, to := len(sequence), 0
	for i := 0; i < n; i++ {
		s := sequence[i]
		if i+1 < n {
			t := sequence[i+1]
			if p.left[s&0xfff]&p.right[t&0xfff] != 0 {
				if made := p.rules[pairOf(s, t, p.bits)]; made >= p.first && made < p.end {
					s = made
					i++
				}
			}
		}
		sequence[to] = s
		to++
	}
	return sequence[:to]
}

// doubled returns the symbols of a value once, twice, four times and so on in a row, as far as they exist.
func (g *grammar) doubled(value uint16) (list []uint16) {
	list = append(list, value)
	for s := value; ; {
		pair := pairOf(s, s, g.bits)
		if s = g.rules[pair]; s == 0 {
			return list
		}
		list = append(list, s)
	}
}

// A shortener replaces runs of a value. The passes would do the same, but take longer.
type shortener struct{ doubled [][]uint16 } // by value

func newShortener(g *grammar) *shortener {
	s := &shortener{}
	for v := range g.values {
		s.doubled = append(s.doubled, g.doubled(uint16(v)))
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
