package steps

import (
	"context"
	"encoding/binary"
	"fmt"
	"path"
	"unsafe"

	"github.com/matewright/matewright/cluster/beamstore"
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/framewise"
	"github.com/matewright/matewright/core/value"
)

// A Job has the data that all steps of a class need. It is sent to the workers unchanged.
type Job struct {
	Files  beamstore.Files
	Metric string // that is solved by; values are bytes
	Class  string
	Shards int // of a slice that is solved frame by frame: some frames that follow each other
	Wave   int // of slices that are solved side by side
}

// A place is a shard of a slice: the key by which records are grouped.
type place int

// classFiles are the files of a class.
type classFiles struct {
	Job
	metric *value.Metric
	layout *slice.Layout
	shards int // of each slice
}

// open returns the files of the job's class.
func (j Job) open() (*classFiles, error) {
	class, err := material.Parse(j.Class)
	if err != nil {
		return nil, err
	}
	metric, err := value.MetricNamed(j.Metric)
	if err != nil {
		return nil, err
	}
	c := &classFiles{Job: j, metric: metric, layout: slice.NewLayout(class), shards: 1}
	if framewise.Applies(c.layout) {
		c.shards = min(j.Shards, int(c.layout.Frames().Len()))
	}
	return c, nil
}

func (c *classFiles) place(number slice.Number, shard int) place {
	return place(int(number)*c.shards + shard)
}

func (c *classFiles) slice(p place) slice.Number { return slice.Number(int(p) / c.shards) }

// frames returns the frames of a place: the first one, and the one after the last.
func (c *classFiles) frames(p place) (first, end slice.FrameNo) {
	all, shard := int(c.layout.Frames().Len()), int(p)%c.shards
	return slice.FrameNo(all * shard / c.shards), slice.FrameNo(all * (shard + 1) / c.shards)
}

// placeOf returns the place of a slice that has a frame.
func (c *classFiles) placeOf(number slice.Number, frame slice.FrameNo) place {
	all := int(c.layout.Frames().Len())
	shard := (int(frame)*c.shards + c.shards - 1) / all
	for {
		p := c.place(number, shard)
		switch first, end := c.frames(p); {
		case frame < first:
			shard--
		case frame >= end:
			shard++
		default:
			return p
		}
	}
}

// work returns the folder of the work on an unfinished class. Another number of shards has another folder.
func (c *classFiles) work() string { return path.Join("work", fmt.Sprintf("%s-%d", c.Class, c.shards)) }

// step returns the folder of a step: the opening, then ply by ply, then the values.
func (c *classFiles) step(step string) string {
	return path.Join(c.work(), fmt.Sprintf("wave-%02d", c.Wave), step)
}

// done returns the file that marks a step as done, with its sum.
func (c *classFiles) done(step string) string { return path.Join(c.step(step), "done") }

// name returns the name of a file that a step has written.
func (c *classFiles) name(step, what string, color board.Color, p place) string {
	return path.Join(c.step(step), c.file(what, color, p))
}

// valueName returns the name of the file with the values of a place. It does not depend on the wave.
func (c *classFiles) valueName(color board.Color, p place) string {
	return path.Join(c.work(), valuing, c.file(valuing, color, p))
}

func (c *classFiles) file(what string, color board.Color, p place) string {
	return fmt.Sprintf("%s-%s-%d-%d", what, sideName[color], c.slice(p), int(p)%c.shards)
}

var sideName = [2]string{"white", "black"}

const (
	opening  = "opening"
	valuing  = "values"
	encoding = "encoding"
	wonBits  = "won"
	heldBits = "held"
	due      = "due"
	checked  = "checked"
	decided  = "decided"
	released = "released" // held bits between two steps of a ply
)

func plyName(ply int) string { return fmt.Sprintf("ply-%04d", ply) }

// bitsAt returns the last step before a ply that wrote some bits. Odd plies write the won bits, even ones the held
// bits.
func bitsAt(what string, ply int) string {
	last := ply - 1
	if framewise.IsWin(last) != (what == wonBits) {
		last--
	}
	if last < 0 {
		return opening
	}
	return plyName(last)
}

// writeBits writes the bits of the frames of a place.
func (c *classFiles) writeBits(
	ctx context.Context, step, what string, color board.Color, p place, bits []board.Bitboard,
) error {
	raw := unsafe.Slice(
		(*byte)(unsafe.Pointer(unsafe.SliceData(bits))),
		8*len(bits),
	) // little-endian, as all machines are that Go runs a worker on
	return c.Files.Write(ctx, c.name(step, what, color, p), raw)
}

// readBits reads them, as they are before a ply.
func (c *classFiles) readBits(
	ctx context.Context, ply int, what string, color board.Color, p place, words int,
) ([]board.Bitboard, error) {
	return c.readBitsOf(ctx, c.name(bitsAt(what, ply), what, color, p), p, words)
}

func (c *classFiles) readBitsOf(ctx context.Context, name string, p place, words int) ([]board.Bitboard, error) {
	raw, err := c.Files.Read(ctx, name)
	if err != nil {
		return nil, err
	}
	first, end := c.frames(p)
	bits := make([]board.Bitboard, int(end-first)*words)
	if len(raw) != 8*len(bits) {
		return nil, fmt.Errorf("%s has %d bytes instead of %d", name, len(raw), 8*len(bits))
	}
	for i := range bits {
		bits[i] = board.Bitboard(binary.LittleEndian.Uint64(raw[8*i:]))
	}
	return bits, nil
}

// readRows reads rows of a step, by frame or by ply.
func (c *classFiles) readRows(
	ctx context.Context, step, what string, color board.Color, p place,
) (map[int][]byte, error) {
	raw, err := c.Files.Read(ctx, c.name(step, what, color, p))
	if err != nil {
		return nil, err
	}
	return sectionsOf(raw)
}

// values reads the values of a slice that is solved.
func (c *classFiles) values(ctx context.Context, number slice.Number) (*solve.Values, error) {
	values := solve.NewValues(c.layout)
	for shard := range c.shards {
		p := c.place(number, shard)
		first, end := c.frames(p)
		for _, color := range board.Colors {
			raw, err := c.Files.Read(ctx, c.valueName(color, p))
			if err != nil {
				return nil, err
			}
			at := values[color][c.layout.FirstEntry(first):][:int(end-first)*c.layout.FrameEntries()]
			if copy(value.RawBytes(at), raw) != len(at) || len(raw) != len(at) {
				return nil, fmt.Errorf(
					"values of slice %d of %s have %d bytes instead of %d",
					number,
					c.Class,
					len(raw),
					len(at),
				)
			}
		}
	}
	return values, nil
}
