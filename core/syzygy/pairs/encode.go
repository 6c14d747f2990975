// These files encode: counter.go counts pairs, and grammar.go makes symbols of them. pass.go and replace.go replace the
// pairs. huffman.go makes the code of the symbols, and blocks.go cuts blocks and makes their index. fill.go chooses
// values that do not matter.

package pairs

import (
	"context"
	"math"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"
)

// Values are those of one side to move, in the order of a Syzygy table. Several goroutines may read them.
type Values interface {
	Len() int64

	// Alphabet is the number of values: they are smaller. It is at most 1024.
	Alphabet() int

	// Read reads values from a number on. Values that do not matter are [UpTo].
	Read(first int64, into []uint16) error
}

// Slots limit how many goroutines work at once: as many as the channel has room for.
type Slots chan struct{}

// Do calls a function when there is a slot for it. It returns the function's error, or that of the context.
func (s Slots) Do(ctx context.Context, do func() error) error {
	select {
	case s <- struct{}{}:
		defer func() { <-s }()
		if err := ctx.Err(); err != nil {
			return err
		}
		return do()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Options are the options of [Encode].
type Options struct {
	Slots     Slots               // for its goroutines; several calls can share them
	BlockBits int                 // binary logarithm of the greatest size of a block in bytes
	Observe   func(entries int64) // is called with the number of values that were encoded since; or nil
}

const (
	chunkLen  = 1 << 16 // values that are encoded together
	batch     = 16      // chunks that are begun together
	trainLen  = 1 << 18 // symbols in which pairs are counted, at least, if there are as many
	trainMore = 320     // more of them for each symbol of the grammar, as the later ones are less frequent
	worth     = 6       // replacements that a symbol is worth, in all values
	leastPair = 2       // replacements in the chunks that were begun
)

// An encoder replaces values by symbols. It counts pairs in a part of the chunks, which are spread evenly. They become
// shorter with each pass, so that more chunks join them. Most tables have all of them in the end.
type encoder struct {
	Values
	Options
	*grammar
	filler  *filler
	counter *counter   // of the chunks that were begun
	order   []int      // of the chunks
	begun   int        // chunks
	chunks  [][]uint16 // the symbols of those that were begun
}

// Encode encodes values. At least two of them must differ.
func Encode(ctx context.Context, v Values, o Options) (*Encoded, error) {
	e := &encoder{Values: v, Options: o, grammar: newGrammar(v.Alphabet(), maxSymbols), counter: newCounter()}
	e.chunks = make([][]uint16, (v.Len()+chunkLen-1)/chunkLen)
	e.order = spread(len(e.chunks))
	for more := true; more; {
		first := e.begun
		for e.length() < trainLen+trainMore*len(e.symbols) && e.begun < len(e.order) {
			if err := e.begin(ctx, batch); err != nil {
				return nil, err
			}
		}
		err := o.Slots.Do(ctx, func() error {
			more = e.step(e.order[first:e.begun])
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if err := e.begin(ctx, len(e.order)); err != nil {
		return nil, err
	}
	encoded := &Encoded{symbols: e.symbols, values: v.Alphabet()}
	encoded.finish(e.chunks, v.Len(), o.BlockBits)
	return encoded, nil
}

// step makes the symbols of a pass, and replaces their pairs in all chunks that were begun. Some chunks are new. It
// returns false if there are no more symbols.
func (e *encoder) step(fresh []int) bool {
	for _, i := range fresh {
		e.counter.add(e.chunks[i])
	}
	least := max(leastPair, (worth*e.begun+len(e.order)-1)/len(e.order))
	if !e.addPass(e.counter.candidates(e.grammar, uint32(least))) {
		return false
	}
	p := newPass(e.grammar)
	for _, i := range e.order[:e.begun] {
		e.chunks[i] = p.replace(e.chunks[i], e.counter)
	}
	return true
}

// spread returns the numbers below n, so that each of the first ones is far from those before it.
func spread(n int) []int {
	step := max(1, int(float64(n)/math.Phi))
	for gcd(step, n) != 1 {
		step++
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i * step % n
	}
	return order
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// length returns the number of symbols in the chunks that were begun.
func (e *encoder) length() (n int) {
	for _, i := range e.order[:e.begun] {
		n += len(e.chunks[i])
	}
	return n
}

// begin reads up to n more chunks, and replaces the pairs of all passes.
func (e *encoder) begin(ctx context.Context, n int) error {
	next := e.order[e.begun:min(len(e.order), e.begun+n)]
	e.begun += len(next)
	read := func(i int) error {
		first := int64(i) * chunkLen
		e.chunks[i] = make([]uint16, min(chunkLen, e.Len()-first))
		return e.Read(first, e.chunks[i])
	}
	if e.filler == nil {
		return e.Slots.Do(ctx, func() error { return e.beginFirst(next, read) })
	}
	rules := newRules(e.grammar)
	runs := newShortener(rules, e.Alphabet())
	replacers := sync.Pool{New: func() any { return newReplacer(rules, len(e.passes), chunkLen) }}
	group, ctx := errgroup.WithContext(ctx)
	for _, i := range next {
		group.Go(func() error {
			return e.Slots.Do(ctx, func() error {
				if err := read(i); err != nil {
					return err
				}
				chunk := e.chunks[i]
				e.observe(len(chunk))
				e.filler.fill(chunk)
				r := replacers.Get().(*replacer)
				e.chunks[i] = slices.Clone(r.replace(runs.replace(chunk)))
				replacers.Put(r)
				return nil
			})
		})
	}
	return group.Wait()
}

// beginFirst begins the first chunks, which decide how to fill all others.
func (e *encoder) beginFirst(chunks []int, read func(chunk int) error) error {
	var sample [][]uint16
	for _, i := range chunks {
		if err := read(i); err != nil {
			return err
		}
		sample = append(sample, e.chunks[i])
	}
	e.filler = newFiller(sample, e.Alphabet())
	for _, chunk := range sample {
		e.filler.fill(chunk)
		e.observe(len(chunk))
	}
	return nil
}

// observe reports values that were read.
func (e *encoder) observe(values int) {
	if e.Observe != nil {
		e.Observe(int64(values))
	}
}

// sampleOf returns segments of the values, evenly spread, or all values in segments.
func sampleOf(v Values, most, segment int64) ([][]uint16, error) {
	segments := (v.Len() + segment - 1) / segment
	step := max(1, float64(segments)/float64(most/segment))
	var sample [][]uint16
	for at := 0.0; at < float64(segments); at += step {
		first := int64(at) * segment
		s := make([]uint16, min(segment, v.Len()-first))
		if err := v.Read(first, s); err != nil {
			return nil, err
		}
		sample = append(sample, s)
	}
	return sample, nil
}

// Estimate returns about how many bits each value of a sample takes. It encodes segments of a length with few symbols.
func Estimate(v Values, sample, segment int64, symbols int) (float64, error) {
	parts, err := sampleOf(v, sample, segment)
	if err != nil {
		return 0, err
	}
	f, n := newFiller(parts, v.Alphabet()), 0
	for _, s := range parts {
		n += len(s)
		f.fill(s)
	}
	g := newGrammar(v.Alphabet(), v.Alphabet()+symbols)
	g.train(parts, leastPair)
	counts := countsOf(parts, len(g.symbols))
	c := newCode(counts)
	bits := 0.0
	for s, count := range counts {
		bits += float64(count) * float64(c.bits[s])
	}
	return bits / float64(n), nil
}
