// Package pairs encodes and decodes the values of one side of a Syzygy table.
//
// A symbol stands for a value or for a pair of symbols. A canonical Huffman code has the bits of the symbols. They are
// cut into blocks of equal size, so that a reader decodes one block only. A sparse index finds the block of a position.
//
// These files encode: grammar.go makes the symbols, fill.go chooses values that do not matter, huffman.go makes the
// code, and blocks.go cuts blocks and makes their index.
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

// free marks a value that does not matter, up to a greatest one.
const free = 1 << 15

// UpTo stands for a value of which readers only need to know that it is at most the given one.
func UpTo(most uint16) uint16 { return free | most }

// Options tell how to encode.
type Options struct {
	Threads   int
	BlockBits int                 // binary logarithm of the greatest size of a block in bytes
	Observe   func(entries int64) // is called with the number of entries that were done since; or nil
}

// Encoded is an encoded side of a table.
type Encoded struct {
	blockBits, indexBits int
	blocks               int // with data
	symbols              []symbol
	values               int
	code                 *code
	lengths              []uint16 // of blocks, less 1; the last ones can be blocks without data
	index                []byte
	data                 []byte
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

// countsOf counts the symbols of sequences.
func countsOf(sequences [][]uint16, symbols int) []uint64 {
	counts := make([]uint64, symbols)
	for _, s := range sequences {
		for _, symbol := range s {
			counts[symbol]++
		}
	}
	return counts
}
