package tile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sort"

	"github.com/matewright/matewright/core/checksum"
	"github.com/matewright/matewright/core/value"
)

// A Model has the chances of the decisions that describe values: a number for
// each context that a decision can be made in.
//
// An entry is described by at most three questions whether its value is that
// of a neighbour, and then, if it is none, by its outcome and its distance
// from the first neighbour, or from the quickest end. The first question is the
// one that costs most, so its context has the noise too: how many of two
// neighbours were not like their first neighbour themselves.
//
// A summed model has terms besides, see terms.go.
type Model struct {
	codes []int8 // of contexts, then, if it is summed, terms
}

// contexts returns the codes of the contexts.
func (m *Model) contexts() *[contexts]int8 { return (*[contexts]int8)(m.codes) }

// terms returns the terms of a model, nil if it is not summed.
func (m *Model) terms() *terms {
	if !m.isSummed() {
		return nil
	}
	return (*terms)(m.codes[contexts:])
}

func (m *Model) isSummed() bool { return len(m.codes) > contexts }

// set sets a code, or a term, for which room is made with the first that is not 0.
func (m *Model) set(i int, code int8) {
	if code == 0 {
		return // as it is already
	}
	m.fit(i + 1)
	m.codes[i] = code
}

// fit makes room for so many numbers: most models do without terms, which take more than half of the memory.
func (m *Model) fit(numbers int) {
	if numbers > len(m.codes) {
		larger := newModelOf(numbers)
		copy(larger.codes, m.codes)
		m.codes = larger.codes
	}
}

// The contexts, by kind of decision. A same context is a hint; see there.
const (
	patterns  = 48
	relations = 7
	outcomes  = 3
	hints     = patterns * relations * traits * outcomes
	noises    = 3

	firstSame    = 0                                       // a question: hint, noise
	firstLater   = firstSame + hints*noises                // 2 questions: hint
	firstOutcome = firstLater + 2*hints                    // 2 questions: trait, outcome, one or more neighbours
	firstDelta   = firstOutcome + 2*traits*outcomes*2      // 8 bits, a tree: in check, difference, outcome
	firstDepth   = firstDelta + 2*differences*outcomes*256 // 7 bits, a tree: trait, outcome

	contexts = firstDepth + traits*outcomes*128
)

// ModelMemory is how many bytes of memory a model takes at most.
const ModelMemory = contexts + allTerms

// Memory returns how many bytes of memory the model takes.
func (m *Model) Memory() int { return len(m.codes) }

// ModelFacts describes what a model is made of.
type ModelFacts struct {
	Bytes    int    `json:"bytes"`    // that [Model.Append] writes
	Checksum string `json:"checksum"` // CRC-32C of these bytes, in hex
	Contexts int    `json:"contexts"` // that have a code: the chances of all others are even
	Terms    int    `json:"terms"`    // that have a number, which is 0 if the model is not summed
}

// Describe returns what the model is made of.
func (m *Model) Describe() ModelFacts {
	packed := m.Append(nil)
	sum := checksum.Of(packed)
	facts := ModelFacts{Bytes: len(packed), Checksum: fmt.Sprintf("%08x", sum)}
	for i, code := range m.codes {
		switch {
		case code == 0:
		case i < contexts:
			facts.Contexts++
		default:
			facts.Terms++
		}
	}
	return facts
}

// outcomeOf numbers the outcomes of ranks: draw, win, loss.
var outcomeOf = func() (number [256]uint8) {
	for r := range number {
		switch {
		case value.Rank(r) > drawn:
			number[r] = 1
		case value.Rank(r) < drawn:
			number[r] = 2
		}
	}
	return number
}()

const drawn = value.DrawRank

// patternOf numbers how five neighbours agree: how many of them have the first
// value, how many the second, how many another.
var patternOf = func() (number [6][6][6]uint8) {
	n := uint8(0)
	for a := range 6 {
		for b := range 6 {
			for c := range 6 {
				if a+b+c <= 5 && b <= a*5 && c <= b*5 {
					number[a][b][c] = n
					n++
				}
			}
		}
	}
	if n > patterns {
		panic(fmt.Sprint(n, " patterns"))
	}
	return number
}()

// relationOf tells how the second value differs from the first one, by the
// difference of their ranks.
var relationOf = func() (number [512]uint8) {
	for i := range number {
		switch d := i - 256; {
		case d == 1 || d == 2:
			number[i] = 1
		case d == -1 || d == -2:
			number[i] = 2
		case d > 2 && d < 40:
			number[i] = 3
		case d < -2 && d > -40:
			number[i] = 4
		case d >= 40:
			number[i] = 5
		case d <= -40:
			number[i] = 6
		}
	}
	return number
}()

// differenceOf is [relationOf] in more detail, for the distances of entries that
// are like no neighbour.
var differenceOf = func() (number [512]uint8) {
	for i := range number {
		switch d := i - 256; {
		case d < -20:
			number[i] = 0
		case d < -12:
			number[i] = 1
		case d < -8:
			number[i] = 2
		case d <= 8:
			number[i] = uint8(3 + d + 8)
		case d <= 12:
			number[i] = 20
		case d <= 20:
			number[i] = 21
		default:
			number[i] = 22
		}
	}
	return number
}()

const differences = 23

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

// Model returns the model that fits what was counted.
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

// newModel returns a model in which all chances are even.
func newModel() *Model { return newModelOf(contexts) }

// newModelOf returns one with room for so many numbers.
func newModelOf(numbers int) *Model {
	if numbers <= contexts {
		return &Model{make([]int8, contexts)}
	}
	return &Model{make([]int8, contexts+allTerms)}
}

// A code stands for odds of 2 to the code/6, from -maxCode to maxCode; 0 is an
// even chance, and a question that was never asked. All in integers: every
// platform must come to the same chances.
const maxCode = 66

// chanceOf has the chances of the answer 0, of probOne, by the low bits of a code,
// or of a sum of them. Sums that are out of range stand for the last ones that are not.
var chanceOf = func() (chances [1 << sumBits]uint16) {
	sixths := [6]uint64{65536, 73562, 82570, 92682, 104032, 116772} // 2 to the n/6
	for i := range chances {
		sum := (i ^ 1<<(sumBits-1)) - 1<<(sumBits-1) // with the sign that the highest bit is
		n := min(max(sum, -sum), maxCode)
		odds := sixths[n%6] << (n / 6)
		chances[i] = uint16(probOne * odds / (odds + 65536))
		if sum < 0 {
			chances[i] = probOne - chances[i]
		}
	}
	return chances
}()

const (
	sumBits = 11 // more than a sum of eight codes has
	sumMask = 1<<sumBits - 1
)

// chance returns the chance of the answer 0 that a code stands for, or a sum of codes.
func chance(code int) uint16 { return chanceOf[code&sumMask] }

func nearestCode(of uint16) int8 {
	code := sort.Search(2*maxCode, func(i int) bool {
		code := i - maxCode
		return uint32(of)*2 < uint32(chance(code))+uint32(chance(code+1))
	}) - maxCode
	return int8(code)
}

// Append appends the bytes of a model. Few contexts occur in a section, mostly
// several in a row, so what is written is the runs of chances that are not even:
//
//	uv              bytes of the runs
//	for each run:
//	    uv          even chances before it: from the second run on, at least one
//	    uv          chances of the run, at least one
//	i8 for each chance of a run, its code
//
// A uv is an unsigned varint in as few bytes as it takes.
func (m *Model) Append(b []byte) []byte {
	var runs, codes []byte
	last := 0 // where the last run ended
	for i := 0; i < len(m.codes); i++ {
		for i%evenAtOnce == 0 && i+evenAtOnce <= len(m.codes) && [evenAtOnce]int8(m.codes[i:]) == [evenAtOnce]int8{} {
			i += evenAtOnce
		}
		first := i
		for ; i < len(m.codes) && m.codes[i] != 0; i++ {
			codes = append(codes, byte(m.codes[i]))
		}
		if i > first {
			runs = binary.AppendUvarint(runs, uint64(first-last))
			runs = binary.AppendUvarint(runs, uint64(i-first))
			last = i
		}
	}
	b = binary.AppendUvarint(b, uint64(len(runs)))
	return append(append(b, runs...), codes...)
}

// evenAtOnce is how many even chances are passed over at once: most are.
const evenAtOnce = 64

// MaxModel is the most bytes that a model can take: a number of a run takes no
// more bytes than it counts chances, but for a first one of 0.
const MaxModel = 2*(contexts+allTerms) + 1 + binary.MaxVarintLen32

var errModel = errors.New("a model is none")

// ReadModel returns the model that b begins with, and the bytes after it. It
// accepts nothing but what [Model.Append] writes.
func ReadModel(b []byte) (m *Model, rest []byte, err error) {
	size, b := uvarint(b)
	if size < 0 || size > len(b) {
		return nil, nil, errModel
	}
	runs, codes := b[:size], b[size:]
	end := 0
	for rest := runs; len(rest) > 0; {
		var n int
		if n, rest = uvarint(rest); n < 0 {
			return nil, nil, errModel
		}
		if end += n; end > contexts+allTerms {
			return nil, nil, errModel
		}
	}
	m = newModelOf(end)
	at := 0
	for least := 0; len(runs) > 0; least = 1 {
		var before, length int
		before, runs = uvarint(runs)
		length, runs = uvarint(runs)
		if before < least || length < 1 || length > len(codes) {
			return nil, nil, errModel
		}
		run := m.codes[at+before:][:length]
		for i, code := range codes[:length] {
			if !isCode(code) {
				return nil, nil, errModel
			}
			run[i] = int8(code)
		}
		at, codes = at+before+length, codes[length:]
	}
	return m, codes, nil
}

// isCode reports whether a byte is the code of a chance that is not even.
func isCode(code byte) bool { return code != 0 && -maxCode <= int8(code) && int8(code) <= maxCode }

// uvarint takes a number, at most MaxModel, from b. It returns -1 if there is
// none, or one in more bytes than it takes.
func uvarint(b []byte) (n int, rest []byte) {
	x, size := binary.Uvarint(b)
	if size <= 0 || size > 1 && b[size-1] == 0 || x > MaxModel {
		return -1, nil
	}
	return int(x), b[size:]
}

// Bits returns how many bits the counted decisions take with a model that is not summed.
func (c *Census) Bits(m *Model) uint64 {
	var bits uint64
	for i := range c.count {
		if n := &c.count[i]; n[0]+n[1] > 0 {
			chance := chance(int(m.codes[i]))
			bits += uint64(n[0])*uint64(bitsOf[chance>>bitsShift]) + uint64(n[1])*uint64(bitsOf[(probOne-chance)>>bitsShift])
		}
	}
	return bits / bitsUnit
}

// bitsOf has the bits that an answer of some chance takes, in units of
// 1/bitsUnit. In integers, because the bytes of a table depend on it.
var bitsOf = func() (table [probOne>>bitsShift + 1]uint16) {
	for i := range table {
		// Repeated squaring: each doubles the logarithm.
		x := min(uint64(max(1, i))<<32/uint64(len(table)-1), 1<<32-1)
		bits := uint16(0)
		for range bitsLog {
			bits <<= 1
			for x < 1<<31 {
				x <<= 1
				bits++
			}
			x = x * x >> 32
		}
		table[i] = bits
	}
	return table
}()

const (
	bitsShift = 5
	bitsLog   = 8
	bitsUnit  = 1 << (bitsLog - 1)
)
