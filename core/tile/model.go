package tile

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/matewright/matewright/core/checksum"
)

// A Model has the chances of the decisions that describe values: a number for each context of a decision.
//
// An entry is described by at most three questions whether its value is that of a neighbour. If it is not, the outcome
// follows, and the distance from the first neighbour, or from the quickest end. The first question costs most, so its
// context also has the noise: how many of two neighbours were not like their own first neighbour.
//
// A summed model also has terms; see terms.go.
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

// set sets a code or a term. The first term that is not 0 makes room for all.
func (m *Model) set(i int, code int8) {
	if code == 0 {
		return // as it is already
	}
	m.fit(i + 1)
	m.codes[i] = code
}

// fit makes room for the given number of codes and terms. Most models have no terms, which take more than half of the
// memory.
func (m *Model) fit(numbers int) {
	if numbers > len(m.codes) {
		larger := newModelOf(numbers)
		copy(larger.codes, m.codes)
		m.codes = larger.codes
	}
}

// ModelMemory is the most bytes of memory that a model takes.
const ModelMemory = contexts + allTerms

// Memory returns the number of bytes of memory that the model takes.
func (m *Model) Memory() int { return len(m.codes) }

// ModelFacts has the size and the contents of a model.
type ModelFacts struct {
	Bytes    int    `json:"bytes"`    // that [Model.Append] writes
	Checksum string `json:"checksum"` // CRC-32C of these bytes, in hex
	Contexts int    `json:"contexts"` // that have a code: the chances of all others are even
	Terms    int    `json:"terms"`    // that have a number, which is 0 if the model is not summed
}

// Describe returns the size and the contents of the model.
func (m *Model) Describe() ModelFacts {
	packed := m.Append(nil)
	sum := checksum.Sum(packed)
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

// newModel returns a model in which all chances are even.
func newModel() *Model { return newModelOf(contexts) }

// newModelOf returns a model with room for the given number of codes and terms.
func newModelOf(numbers int) *Model {
	if numbers <= contexts {
		return &Model{make([]int8, contexts)}
	}
	return &Model{make([]int8, contexts+allTerms)}
}

// Append appends the bytes of a model. Few contexts occur in a section, mostly several in a row. So the bytes have the
// runs of chances that are not even:
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

// evenAtOnce is the number of even chances that are skipped at once. Most are even.
const evenAtOnce = 64

// MaxModel is the most bytes that a model can take. A number of a run takes no more bytes than it counts chances,
// except a first one of 0.
const MaxModel = 2*(contexts+allTerms) + 1 + binary.MaxVarintLen32

var errModel = errors.New("invalid model")

// ReadModel returns the model at the start of b, and the bytes after it. It accepts only the bytes that [Model.Append]
// writes.
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

// uvarint takes a number, at most MaxModel, from b. It returns -1 for a missing number, and for one in more bytes than
// needed.
func uvarint(b []byte) (n int, rest []byte) {
	x, size := binary.Uvarint(b)
	if size <= 0 || size > 1 && b[size-1] == 0 || x > MaxModel {
		return -1, nil
	}
	return int(x), b[size:]
}
