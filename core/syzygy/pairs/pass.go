package pairs

// train adds symbols for the most frequent pairs of some sequences, and replaces the pairs there. A pair must come up
// at least the given number of times.
func (g *grammar) train(sequences [][]uint16, least uint32) {
	c := newCounter()
	for _, s := range sequences {
		c.add(s)
	}
	for {
		if !g.addPass(c.candidates(g, least)) {
			return
		}
		p := newPass(g)
		for i, s := range sequences {
			sequences[i] = p.replace(s, c)
		}
	}
}

// A pass replaces the pairs of one pass of a grammar.
type pass struct {
	left, right [1 << symbolBits]uint16 // by symbol: a row and a column of made, or 0
	width       int
	made        []uint16 // the symbol of a pair, or 0
}

// newPass returns the last pass of a grammar.
func newPass(g *grammar) *pass {
	symbols, first := g.symbols, g.passes[len(g.passes)-1]
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

// replace replaces pairs in a sequence, in its own memory. The counter has counted its pairs, and counts those of the
// result.
func (p *pass) replace(sequence []uint16, c *counter) []uint16 {
	n, to := len(sequence), 0
	for i := 0; i < n; i++ {
		s := sequence[i]
		if row := p.left[s&symbolMask]; row != 0 && i+1 < n {
			if column := p.right[sequence[i+1]&symbolMask]; column != 0 {
				if made := p.made[int(row)*p.width+int(column)]; made != 0 {
					i++
					c.replaced(sequence[:to], s, sequence[i:], made)
					s = made
				}
			}
		}
		sequence[to] = s
		to++
	}
	return sequence[:to]
}
