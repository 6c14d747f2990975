// These files encode: grammar.go makes the symbols, and huffman.go their code. fill.go chooses values that do not
// matter. blocks.go cuts blocks and makes their index.

package pairs

import (
	"context"

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

// Options are the options of [Encode].
type Options struct {
	Threads   int
	BlockBits int                 // binary logarithm of the greatest size of a block in bytes
	Observe   func(entries int64) // is called with the number of values that were encoded since; or nil
}

const (
	chunkLen  = 1 << 16 // values that are encoded together
	sampleLen = 1 << 22 // values from which the symbols are made
	segment   = 1 << 14 // values of a part of the sample
	leastPair = 8       // replacements that a symbol is worth
)

// Encode encodes values. At least two of them must differ.
func Encode(ctx context.Context, v Values, o Options) (*Encoded, error) {
	g, f, err := learn(v)
	if err != nil {
		return nil, err
	}
	passes := make([]*pass, len(g.passes)-1)
	for i := range passes {
		passes[i] = g.pass(i)
	}
	runs := newShortener(g)
	chunks := make([][]uint16, (v.Len()+chunkLen-1)/chunkLen)
	group, ctx := errgroup.WithContext(ctx)
	next := make(chan int)
	group.Go(func() error {
		defer close(next)
		for i := range chunks {
			select {
			case next <- i:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	for range max(1, o.Threads) {
		group.Go(func() error {
			room := make([]uint16, chunkLen)
			for i := range next {
				first := int64(i) * chunkLen
				chunk := room[:min(chunkLen, v.Len()-first)]
				if err := v.Read(first, chunk); err != nil {
					return err
				}
				n := int64(len(chunk))
				f.fill(chunk)
				chunk = runs.replace(chunk)
				for _, p := range passes {
					chunk = p.replace(chunk)
				}
				chunks[i] = append([]uint16(nil), chunk...)
				if o.Observe != nil {
					o.Observe(n)
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	e := &Encoded{symbols: g.symbols, values: g.values}
	e.finish(chunks, v.Len(), o.BlockBits)
	return e, nil
}

// learn makes the symbols from a sample of the values, in which a filler has chosen the values that do not matter.
func learn(v Values) (*grammar, *filler, error) {
	sample, err := sampleOf(v, sampleLen, segment)
	if err != nil {
		return nil, nil, err
	}
	f := newFiller(sample, v.Alphabet())
	for _, s := range sample {
		f.fill(s)
	}
	g := newGrammar(v.Alphabet(), maxSymbols)
	g.train(sample, leastPair)
	return g, f, nil
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
