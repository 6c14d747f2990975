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
	passes  []int // the first symbol of each
	most    int   // symbols
}

// newGrammar returns a grammar of values that may get more symbols, up to a number.
func newGrammar(values, most int) *grammar {
	g := &grammar{values: values, most: min(most, maxSymbols)}
	for v := range values {
		g.symbols = append(g.symbols, symbol{left: uint16(v), length: 1})
	}
	return g
}

// pairOf returns the number of a pair of symbols.
func pairOf(left, right uint16) uint32 { return uint32(left)<<symbolBits | uint32(right) }

// A candidate is a pair that may become a symbol.
type candidate struct{ pair, count uint32 }

func (c candidate) symbols() (left, right uint16) {
	return uint16(c.pair >> symbolBits), uint16(c.pair & symbolMask)
}

// passShare limits a pass to pairs with at least 1/passShare of the count of the most frequent one. The counts of the
// others change much by the replacements.
const passShare = 2

// addPass makes symbols of those candidates that do not overlap with more frequent ones. It returns false
// without such a candidate.
func (g *grammar) addPass(candidates []candidate) bool {
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
		g.symbols = append(g.symbols, symbol{left, right, g.lengthOf(left, right)})
	}
	if len(g.symbols) == before {
		return false
	}
	g.passes = append(g.passes, before)
	return true
}

// lengthOf returns the number of values of two symbols together.
func (g *grammar) lengthOf(left, right uint16) uint16 {
	return g.symbols[left].length + g.symbols[right].length
}
