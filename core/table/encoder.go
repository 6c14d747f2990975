package table

import (
	"context"
	"fmt"
	"sync"
	"unsafe"

	"github.com/klauspost/compress/zstd"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/value"
)

// An Encoder turns the slices of a class, one after the other, into a table
// in a store.
type Encoder struct {
	layout *slice.Layout
	writer Writer
	header Header
	zstd   *zstd.Encoder
	size   int64

	// Observe, if not nil, is called regularly while a slice is added, with
	// how much of the work is done, from 0 to 1. If it returns an error, the
	// slice is not added and the table can't be committed.
	Observe func(done float64) error

	// kept has the blocks so far, where slices depend on earlier ones of the
	// same class.
	keeping sync.Mutex
	kept    []keptBlock
	decoder *blockDecoder
}

type keptBlock struct {
	frame    []byte
	checksum uint32
}

// NewEncoder begins the table of a class in the store. [Encoder.Commit] or
// [Encoder.Abort] must be called in the end.
func NewEncoder(ctx context.Context, store Store, l *slice.Layout, metric value.Metric) (*Encoder, error) {
	w, err := store.Create(ctx, l.Class.String())
	if err != nil {
		return nil, named(l.Class.String(), err)
	}
	enc, err := zstd.NewWriter(nil,
		zstd.WithEncoderConcurrency(1),
		zstd.WithEncoderCRC(false), // the header has a checksum of the frame itself
		zstd.WithSingleSegment(true),
		zstd.WithWindowSize(BlockEntries))
	if err != nil {
		panic(err) // the options are constant
	}
	return &Encoder{
		layout:  l,
		writer:  w,
		header:  Header{Class: l.Class, Metric: metric},
		zstd:    enc,
		decoder: newBlockDecoder(),
	}, nil
}

// AddSlice encodes and stores the next slice. Entries that are not legal
// positions are overwritten.
func (e *Encoder) AddSlice(number int, values *solve.Values) error {
	if want := len(e.header.blocks) / (2 * blocksPerSide(e.layout)); number != want || number >= e.layout.Slices() {
		return fmt.Errorf("slice %d of %v comes instead of %d of %d", number, e.layout.Class, want, e.layout.Slices())
	}
	if err := e.survey(number, values); err != nil {
		return err
	}
	blocks := 0
	err := eachBlock(e.layout, number, values, func(_ int, raw []byte) error {
		if err := e.addBlock(raw); err != nil {
			return named(e.layout.Class.String(), err)
		}
		blocks++
		return e.observe(surveyShare + (1-surveyShare)*float64(blocks)/float64(2*blocksPerSide(e.layout)))
	})
	return err
}

// surveyShare is the part of the work on a slice that is not compression.
const surveyShare = 0.25

func (e *Encoder) observe(done float64) error {
	if e.Observe == nil {
		return nil
	}
	return e.Observe(done)
}

// survey counts the positions of a slice, and gives entries that are none the
// value before them, which compresses best.
func (e *Encoder) survey(number int, values *solve.Values) error {
	var sc slice.Scene
	var last [2]value.Value
	for word := range e.layout.Words() {
		if word&0xfff == 0 {
			if err := e.observe(surveyShare * float64(word) / float64(e.layout.Words())); err != nil {
				return err
			}
		}
		illegal := [2]board.Bitboard{^board.Bitboard(0), ^board.Bitboard(0)}
		if e.layout.Scene(number, word, &sc) {
			illegal = [2]board.Bitboard{sc.Illegal(board.White), sc.Illegal(board.Black)}
			e.header.Statistics.addWord(e.layout, number, word, &sc, &illegal, values)
		}
		for _, c := range board.Colors {
			lanes := (*[64]value.Value)(values[c][word<<6:])
			before := last[c]
			for i := range lanes {
				if illegal[c]>>i&1 != 0 {
					lanes[i] = before
				}
				before = lanes[i]
			}
			last[c] = before
		}
	}
	return nil
}

func (e *Encoder) addBlock(raw []byte) error {
	frame := e.zstd.EncodeAll(raw, nil)
	if _, err := e.writer.Write(frame); err != nil {
		return err
	}
	sum := checksum(frame)
	e.header.blocks = append(e.header.blocks, blockRef{e.size, len(frame), sum})
	e.size += int64(len(frame))
	if e.layout.Slices() > 1 {
		e.keeping.Lock()
		e.kept = append(e.kept, keptBlock{frame, sum})
		e.keeping.Unlock()
	}
	return nil
}

// readBlock reads back what was added before. It may be called by several
// goroutines at once, while a slice is added.
func (e *Encoder) readBlock(_ context.Context, number int, into []byte) error {
	e.keeping.Lock()
	if number >= len(e.kept) {
		e.keeping.Unlock()
		return fmt.Errorf("block %d of %v is not encoded yet", number, e.layout.Class)
	}
	block := e.kept[number]
	e.keeping.Unlock()
	return e.decoder.decode(block.frame, block.checksum, into)
}

// Commit makes the table visible, once all slices are added, and returns its
// header and its size.
func (e *Encoder) Commit() (*Header, int64, error) {
	if added := len(e.header.blocks) / (2 * blocksPerSide(e.layout)); added < e.layout.Slices() {
		return nil, 0, fmt.Errorf("%d of %d slices of %v are encoded", added, e.layout.Slices(), e.layout.Class)
	}
	header := e.header.encode(e.layout)
	if err := e.writer.Commit(header); err != nil {
		return nil, 0, named(e.layout.Class.String(), err)
	}
	return &e.header, e.size + int64(len(header)), nil
}

// Abort drops the table unless it is committed.
func (e *Encoder) Abort() error { return e.writer.Abort() }

// valueBytes returns the memory of values as bytes.
func valueBytes(v []value.Value) []byte {
	return unsafe.Slice((*byte)(unsafe.SliceData(v)), len(v))
}

// eachBlock calls f for each block of a slice, with the memory for its values.
func eachBlock(l *slice.Layout, number int, values *solve.Values, f func(block int, raw []byte) error) error {
	for _, c := range board.Colors {
		block := firstBlock(l, number, c)
		for rest := valueBytes(values[c]); len(rest) > 0; block++ {
			n := min(len(rest), BlockEntries)
			if err := f(block, rest[:n:n]); err != nil {
				return err
			}
			rest = rest[n:]
		}
	}
	return nil
}

// A blockDecoder decompresses blocks, and believes nothing of them.
type blockDecoder struct{ zstd *zstd.Decoder }

func newBlockDecoder() *blockDecoder {
	d, err := zstd.NewReader(nil,
		zstd.WithDecoderConcurrency(1),
		zstd.WithDecodeAllCapLimit(true),
		zstd.WithDecoderMaxMemory(2*BlockEntries))
	if err != nil {
		panic(err) // the options are constant
	}
	return &blockDecoder{d}
}

// decode fills raw with the values of a frame.
func (d *blockDecoder) decode(frame []byte, sum uint32, raw []byte) error {
	if checksum(frame) != sum {
		return fmt.Errorf("%w: checksum", ErrCorrupt)
	}
	out, err := d.zstd.DecodeAll(frame, raw[:0:len(raw)])
	if err != nil {
		return fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	if len(out) != len(raw) {
		return fmt.Errorf("%w: %d entries instead of %d", ErrCorrupt, len(out), len(raw))
	}
	return nil
}
