package tile

import "math/bits"

// A Trainer makes a summed model of the decisions that describe tiles, given these several times. It is logistic
// regression by stochastic gradient descent, with steps that become smaller the more a number was moved (AdaGrad:
// J. Duchi, E. Hazan, Y. Singer, 2011). All is in integers, because the bytes of a table depend on it.
type Trainer struct {
	weights [contexts + allTerms]weight
	bits    uint64
}

// A weight is a code or a term before rounding, and the amount of its moves.
type weight struct {
	code  int32  // in units of 1/weightOne
	moved uint32 // the sum of squared errors, in units of 1/movedOne
}

const (
	weightLog = 16
	weightOne = 1 << weightLog
	movedLog  = 10
	movedOne  = 1 << movedLog
)

// Add learns the decisions of a tile.
func (tr *Trainer) Add(d *Description) {
	for row, lanes := range d.canvas.legal {
		for ; lanes != 0; lanes = lanes.Rest() {
			d.eachSum(row*Side+int(lanes.First()), tr.learn)
		}
	}
}

// eachSum visits the decisions about an entry: the indices of the numbers in the sum, the first of them a context, and
// the answer. The next visit has them in the same memory.
func (d *Description) eachSum(at int, visit func(parts []int, answer uint32)) {
	c := &d.canvas
	a := d.agreement(at)
	t, first := c.traits[margin+at], c.rank(at, a.from[0])
	var near look
	var far farLook
	above := c.look(at, first, &near)
	for i, decision := range d.decisions[:d.decideEntry(at, a, d.decisions[:])] {
		context := int(decision >> 1)
		parts := append(d.parts[:0], context)
		add := func(terms ...int) {
			for _, term := range terms {
				parts = append(parts, contexts+term)
			}
		}
		switch {
		case context < firstLater:
			add(near[:]...)
		case context < firstOutcome:
			add(laterTerms(i-1, at, first, above))
		case context < firstDelta && (context-firstOutcome)&1 == 0:
			add(laterTerms(2, at, first, above))
		case firstDelta <= context && context < firstDepth:
			node := (context - firstDelta) & 0xff
			if node == 1 { // the first of several bits
				c.lookFar(at, t, first, &far)
			}
			for _, tree := range far {
				add(tree + node)
			}
		}
		visit(parts, decision&1)
	}
}

// learn learns the answer of a decision.
func (tr *Trainer) learn(parts []int, answer uint32) {
	sum := int32(0)
	for _, i := range parts {
		sum += tr.weights[i].code
	}
	sum = min(max(sum, -maxCode*weightOne), maxCode*weightOne-1)
	code, rest := int(sum>>weightLog), sum&(weightOne-1)
	from, to := int32(chance(code)), int32(chance(code+1))
	zero := from + int32(int64(to-from)*int64(rest)>>weightLog)
	wrong := probOne - zero
	if answer != 0 {
		wrong = -zero
		tr.bits += uint64(bitsOf[(probOne-zero)>>bitsShift])
	} else {
		tr.bits += uint64(bitsOf[zero>>bitsShift])
	}
	square := uint32(wrong * wrong >> (2*probBits - movedLog))
	for _, i := range parts {
		w := &tr.weights[i]
		w.moved += square
		w.code += int32(int64(wrong) * int64(stepFor(w.moved)) >> probBits)
	}
}

// stepFor returns how far a weight moves for an error of 1.
func stepFor(moved uint32) int32 {
	moved += movedFirst
	n := bits.Len32(moved)
	return steps[n][moved>>(n-1-stepLog)&(1<<stepLog-1)]
}

const (
	stepLog    = 3             // bits of a number, after the first one, that steps depend on
	movedFirst = movedOne / 10 // as if a weight had moved by this before
	widestStep = 11 * weightOne / 6
)

// steps has [widestStep] divided by the root of the amount of moves, by the length of the amount and its next bits.
var steps = func() (table [33][1 << stepLog]int32) {
	for n := stepLog + 1; n < len(table); n++ {
		for i := range table[n] {
			moved := uint64(1<<stepLog+i) << (n - 1 - stepLog)
			table[n][i] = int32(root(widestStep * widestStep * movedOne / moved))
		}
	}
	return table
}()

// root returns the root of a number, rounded down.
func root(of uint64) (r uint64) {
	for bit := uint64(1) << 31; bit != 0; bit >>= 1 {
		if next := r | bit; next*next <= of {
			r = next
		}
	}
	return r
}

// Bits returns the approximate number of bits of the decisions since the last call. Each counts with the weights at the
// time when it was learned.
func (tr *Trainer) Bits() uint64 {
	n := tr.bits / bitsUnit
	tr.bits = 0
	return n
}

// Model returns the model that was learned.
func (tr *Trainer) Model() *Model {
	m := newModel()
	for i, w := range &tr.weights {
		if w.moved == 0 { // as most are
			continue
		}
		code := (w.code + weightOne/2) >> weightLog
		if int64(code)*int64(code)*int64(w.moved) < leastWorth*movedOne {
			code = 0
		}
		m.set(i, int8(min(max(code, -maxCode), maxCode)))
	}
	return m
}

// leastWorth is the approximate amount that a number must save to be stored, in units of 1/100 bit. A sample has about
// a tenth of a section, and a number takes about four bits.
const leastWorth = 30
