package pairs

// maxSymbols is the number of symbols that a table may have. 12 bits name a symbol, and the last number stands for the
// missing second part of a value.
const (
	symbolBits = 12
	symbolMask = 1<<symbolBits - 1
	maxSymbols = symbolMask
)

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
	passes  []int             // the first symbol of each
	most    int               // symbols
	rules   map[uint32]uint16 // the symbol of each pair that has one
}

// newGrammar returns a grammar of values that may get more symbols, up to a number.
func newGrammar(values, most int) *grammar {
	g := &grammar{values: values, most: min(most, maxSymbols), rules: map[uint32]uint16{}}
	for v := range values {
		g.symbols = append(g.symbols, symbol{left: uint16(v), length: 1})
	}
	return g
}

// pairOf returns the number of a pair of symbols.
func pairOf(left, right uint16) uint32 { return uint32(left)<<symbolBits | uint32(right) }

// train adds symbols for the most frequent pairs of some sequences, and replaces the pairs there. A pair must come up
// at least the given number of times.
func (g *grammar) train(sequences [][]uint16, least uint32) {
	c := newCounter()
	for _, s := range sequences {
		c.add(s)
	}
	for {
		p := g.addPass(c.candidates(g, least))
		if p == nil {
			return
		}
		for i, s := range sequences {
			sequences[i] = p.replace(s, c)
		}
	}
}

// passShare limits a pass to pairs with at least 1/passShare of the count of the most frequent one. The counts of the
// others change much by the replacements.
const passShare = 2

// addPass makes symbols of those candidates that do not overlap with more frequent ones. It returns nil if there are
// none.
func (g *grammar) addPass(candidates []candidate) *pass {
	var first, second [maxSymbols + 1]bool
	before := len(g.symbols)
	for _, c := range candidates {
		if len(g.symbols) == g.most {
			break
		}
		left, right := c.symbols()
		free := !second[left] && !first[right]
		first[left], second[right] = true, true
		if !free {
			continue
		}
		g.rules[c.pair] = uint16(len(g.symbols))
		g.symbols = append(g.symbols, symbol{left, right, g.lengthOf(left, right)})
	}
	if len(g.symbols) == before {
		return nil
	}
	g.passes = append(g.passes, before)
	return newPass(g.symbols, before)
}

// lengthOf returns the number of values of two symbols together.
func (g *grammar) lengthOf(left, right uint16) uint16 {
	return g.symbols[left].length + g.symbols[right].length
}

// A pass replaces the pairs of one pass of a grammar.
type pass struct {
	left, right [1 << symbolBits]uint16 // by symbol: a row and a column of made, or 0
	width       int
	made        []uint16 // the symbol of a pair, or 0
}

// newPass returns the pass that made the symbols from a number on.
func newPass(symbols []symbol, first int) *pass {
	p := &pass{width: 1}
	rows := 1
	for _, s := range symbols[first:] {
		if p.left[s.left] == 0 {
			p.left[s.left] = uint16(rows)
			rows++
		}
		if p.right[s.right] == 0 {
			p.right[s.right] = uint16(p.width)
			p.width++
		}
	}
	p.made = make([]uint16, rows*p.width)
	for i, s := range symbols[first:] {
		p.made[int(p.left[s.left])*p.width+int(p.right[s.right])] = uint16(first + i)
	}
	return p
}

// replace replaces pairs in a sequence, in its own memory. A counter that has counted its pairs, if there is one, counts
// those of the result.
func (p *pass) replace(sequence []uint16, c *counter) []uint16 {
	n, to := len(sequence), 0
	for i := 0; i < n; i++ {
		s := sequence[i]
		if row := p.left[s&symbolMask]; row != 0 && i+1 < n {
			if column := p.right[sequence[i+1]&symbolMask]; column != 0 {
				if made := p.made[int(row)*p.width+int(column)]; made != 0 {
					if i++; c != nil {
						c.replaced(sequence[:to], s, sequence[i:], made)
					}
					s = made
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
		if s = g.rules[pairOf(s, s)]; s == 0 {
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
