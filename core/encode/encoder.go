// Package encode makes tables and units of the values of slices.
//
// encoder.go takes slices one after the other, packer.go packs them tile by tile, and
// spilled.go reads tiles of values that are in scratch; kept.go keeps slices that
// later ones need, in memory or in scratch (spill.go); faces.go writes faces;
// join.go makes a table of its units.
package encode

import (
	"context"
	"errors"
	"fmt"
	"unsafe"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// An Encoder turns the slices of a class, one after the other, into a table
// in a store.
type Encoder struct {
	name   string // in the store
	layout *slice.Layout
	writer store.Writer
	header format.Header
	size   int64
	unit  int                 // that is made, or 0 for the whole table
	units *format.UnitReader // the other ones, of a unit

	added  int          // the slices before this one are
	end    int          // the slice after the last one to add
	group  []solve.Sink // of the last slices, until there are enough for a group
	kept   *keptSlices
	faces  faceWriters
	rooms  [2][]value.Byte     // for values that are not in memory
	words  slice.Words          // that are surveyed
	counts [2]format.WordCounts // of their values

	// Observe, if not nil, is called regularly while a slice is added, with
	// how much of the work is done, from 0 to 1. If it returns an error, the
	// slice is not added and the table can't be committed.
	Observe func(done float64) error
}

// mostMenBothSides is the most men with which both sides to move are stored:
// small tables are read all the time, and take little.
const mostMenBothSides = 4

// NewEncoder begins the table of a class in the store. [Encoder.Commit] or
// [Encoder.Abort] must be called in the end.
func NewEncoder(ctx context.Context, tables store.Store, l *slice.Layout, metric *value.Metric) (*Encoder, error) {
	return newEncoder(ctx, tables, l, metric, l.Class.String())
}

// NewUnit begins a unit of a table, as [NewEncoder] does the table. Those of
// [format.UnitNeeds] must be in the store.
func NewUnit(ctx context.Context, tables store.Store, l *slice.Layout, metric *value.Metric, unit int) (*Encoder, error) {
	e, err := newEncoder(ctx, tables, l, metric, format.UnitName(l.Class, unit))
	if err != nil {
		return nil, err
	}
	e.unit, e.units = unit, format.NewUnitReader(tables, e.kept.KeptChunks)
	e.added, e.end = format.UnitSlices(l, unit)
	return e, nil
}

func newEncoder(ctx context.Context, tables store.Store, l *slice.Layout, metric *value.Metric, name string) (*Encoder, error) {
	if err := metric.CheckBytes(l.Class.Men()); err != nil {
		return nil, err
	}
	w, err := tables.Create(ctx, name)
	if err != nil {
		return nil, store.Named(name, err)
	}
	return &Encoder{
		name:   name,
		layout: l,
		writer: w,
		header: format.Header{Class: l.Class, Metric: metric, Sides: sidesFor(l.Class)},
		end:    l.Slices(),
		kept:   newKeptSlices(l),
	}, nil
}

// Layout returns the layout of the class.
func (e *Encoder) Layout() *slice.Layout { return e.layout }

// Scratch makes the encoder keep in scratch what pawn pushes will be looked up in. It
// must not have been used before.
func (e *Encoder) Scratch(room scratch.Room) { e.kept.spill.pile.Room = room }

// AddSlice encodes and stores the next slice. The values are not needed
// afterwards.
func (e *Encoder) AddSlice(number int, values solve.Sink) error {
	if number != e.added || number >= e.end {
		return fmt.Errorf("slice %d of %s comes instead of %d of %d", number, e.name, e.added, e.end)
	}
	if err := e.addFaces(values, number == e.end-1); err != nil {
		return err
	}
	if err := e.survey(number, values); err != nil {
		return err
	}
	if err := e.kept.keep(number, values); err != nil {
		return err
	}
	e.added++
	last := e.added == e.end
	if size := format.GroupSlices(e.layout); size > 1 {
		copied := solve.NewValues(e.layout)
		for c, into := range copied {
			from, err := values.View(board.Color(c), 0, len(into), into)
			if err != nil {
				return err
			}
			copy(into, from) // it may be there already
		}
		e.group = append(e.group, copied)
		if len(e.group) < size && !last {
			return e.observe(1)
		}
	} else {
		e.group = append(e.group, values)
	}
	err := e.packGroup()
	clear(e.group)
	e.group = e.group[:0]
	if err != nil {
		return store.Named(e.name, err)
	}
	return e.observe(1)
}

// Parts of the work on a slice: up to where the faces are written, and up to where the
// tiles are packed.
const (
	faceShare   = 0.2
	surveyShare = 0.4
)

func (e *Encoder) observe(done float64) error {
	if e.Observe == nil {
		return nil
	}
	return e.Observe(done)
}

// survey counts the positions of a slice.
func (e *Encoder) survey(number int, values solve.Sink) error {
	for first := 0; first < e.layout.Words(); first += surveyWords {
		if err := e.observe(faceShare + (surveyShare-faceShare)*float64(first)/float64(e.layout.Words())); err != nil {
			return err
		}
		if err := e.surveyPart(number, first, min(first+surveyWords, e.layout.Words()), values); err != nil {
			return err
		}
	}
	return nil
}

// surveyWords is how many words are looked at at once.
const surveyWords = 0x1000

func (e *Encoder) surveyPart(number, first, end int, values solve.Sink) error {
	var views [2][]value.Byte
	for c := range views {
		if e.rooms[c] == nil {
			e.rooms[c] = make([]value.Byte, surveyWords<<6)
		}
		var err error
		if views[c], err = values.View(board.Color(c), first<<6, (end-first)<<6, e.rooms[c]); err != nil {
			return err
		}
	}
	orbits := e.layout.Orbits(number)
	e.counts = [2]format.WordCounts{format.NewWordCounts(&orbits), format.NewWordCounts(&orbits)}
	e.words.Begin(e.layout, number)
	for n := first; n < end; n++ {
		if e.words.Word(n) {
			orbit := orbits.Of(e.words.Scene())
			if orbit.Lanes == 0 {
				continue // like pieces are in another order
			}
			for _, c := range board.Colors {
				e.counts[c].Add(&orbit, ^e.words.Illegal(c), views[c][(n-first)<<6:])
			}
		}
	}
	for _, c := range board.Colors {
		side := &e.header.Statistics[c]
		if longest := e.counts[c].AddTo(side); longest > side.LongestWin {
			side.LongestWin = longest
			side.LongestFEN = format.FENOf(e.layout, e.findFirst(longest, slice.Place{Slice: number, Side: c, Entry: first << 6}, views[c]))
		}
	}
	return nil
}

// findFirst returns the first position from a place on that has a value, given the
// values from there on. There must be one.
func (e *Encoder) findFirst(v value.Value, at slice.Place, values []value.Byte) slice.Place {
	orbits := e.layout.Orbits(at.Slice)
	for ; ; values, at.Entry = values[64:], at.Entry+64 {
		if !e.words.Word(at.Entry >> 6) {
			continue
		}
		orbit := orbits.Of(e.words.Scene())
		if lane, ok := format.FirstWith(v, orbit.Lanes&^e.words.Illegal(at.Side), values); ok {
			at.Entry |= int(lane)
			return at
		}
	}
}

// ReadChunk fills in the values of a chunk of a slice that is encoded, for pawn
// pushes.
func (e *Encoder) ReadChunk(ctx context.Context, key format.ChunkKey, into []value.Byte) error {
	name := e.name
	if unit := format.UnitOf(e.layout, key.Number); e.unit > 0 && unit != e.unit {
		if err := e.units.Load(ctx, key.Number, e.kept); err != nil {
			return err
		}
		name = format.UnitName(e.layout.Class, unit)
	}
	if err := e.kept.read(key, into); err != nil {
		return store.Named(name, err)
	}
	return nil
}

// sidesFor returns the sides to move that a class is stored with: both if it is
// small, else the one that takes fewer bytes. Without pawns, that shows when
// both are tried. With pawns the first slices, where one is about to promote,
// don't show it, but a rule does: White's, unless Black has a piece as strong as
// White's strongest. Of 40 classes it was right for all but KNNvKP and, by a
// hair, KNPvKR.
func sidesFor(class material.Class) format.SideSet {
	switch {
	case class.Men() <= mostMenBothSides || class.Pawns() == 0:
		return format.BothSides
	case strength[strongest(class, board.Black)] >= strength[strongest(class, board.White)]:
		return format.Only(board.Black)
	}
	return format.Only(board.White)
}

var strength = [board.Pawn + 1]int{board.Queen: 4, board.Rook: 3, board.Bishop: 2, board.Knight: 2, board.Pawn: 1}

// strongest returns the strongest type of men that a side has but for its king,
// or [board.NoPiece].
func strongest(class material.Class, c board.Color) board.PieceType {
	for t := board.Queen; t <= board.Pawn; t++ {
		if class.Count(c, t) > 0 {
			return t
		}
	}
	return board.NoPiece
}

// packGroup stores the slices that were added last.
func (e *Encoder) packGroup() error {
	var packers []*packer
	var bits [2]uint64
	for _, c := range board.Colors {
		if e.header.Sides.Has(c) {
			p, err := newPacker(e.layout, c, e.group, e.added-len(e.group))
			if err == nil {
				bits[c], err = p.train()
			}
			if err != nil {
				return err
			}
			packers = append(packers, p)
		}
	}
	if e.layout.Class.Men() > mostMenBothSides && len(packers) > 1 {
		// A class without pawns: this is all of it.
		c := board.White
		if bits[board.Black] < bits[board.White] {
			c = board.Black
		}
		e.header.Sides = format.Only(c)
		packers = packers[c : c+1]
	}
	for i, p := range packers {
		ref, err := p.pack(e.writer, func(done, of int) error {
			part := (float64(i) + float64(done)/float64(of)) / float64(len(packers))
			return e.observe(surveyShare + (1-surveyShare)*part)
		})
		if err != nil {
			return err
		}
		ref.Offset = e.size
		e.header.Sections = append(e.header.Sections, ref)
		e.size += ref.Tiles + int64(ref.Directory)
	}
	return nil
}

// Commit makes the table, or the unit, visible, once all its slices are added,
// and returns its header and its size.
func (e *Encoder) Commit() (*format.Header, int64, error) {
	if e.added < e.end {
		return nil, 0, fmt.Errorf("%d of %d slices of %s are encoded", e.added, e.end, e.name)
	}
	header, err := e.finish()
	if err == nil {
		err = e.writer.Commit(header)
	}
	if err != nil {
		return nil, 0, store.Named(e.name, err)
	}
	done := e.header // the encoder's own would keep all of it alive
	return &done, e.size + int64(len(header)), e.close()
}

// finish writes what comes after the sections, and returns the header's bytes.
func (e *Encoder) finish() ([]byte, error) {
	if e.unit == 0 {
		return e.header.Encode(e.layout), nil
	}
	h := format.UnitHeader{Header: e.header}
	h.First, h.End = format.UnitSlices(e.layout, e.unit)
	for _, key := range e.units.Chunks(e.unit) {
		frame, err := e.kept.frame(key)
		if err != nil {
			return nil, err
		}
		if _, err := e.writer.Write(frame); err != nil {
			return nil, err
		}
		h.Frames = append(h.Frames, format.FrameRef{Length: len(frame), Checksum: format.Checksum(frame)})
		e.size += int64(len(frame))
	}
	return h.Encode(e.layout), nil
}

// Abort drops the table, or the unit, unless it is committed.
func (e *Encoder) Abort() error {
	e.faces.abort()
	return errors.Join(e.writer.Abort(), e.close())
}

// close gives back what reading other units has opened.
func (e *Encoder) close() error {
	if e.unit == 0 {
		return nil
	}
	return e.units.Close()
}

// Bytes returns the memory that encoding a slice of a class takes at most,
// its values not counted unless they are copied.
func Bytes(l *slice.Layout) int64 {
	group := int64(min(format.GroupSlices(l), l.Slices()))
	tiles := int64(0)
	span := 0
	for _, c := range board.Colors {
		for _, shape := range tile.Shapes(l, c) {
			grid := tile.NewGrid(l, c, shape)
			span = max(span, grid.Span(0).Entries)
			tiles = max(tiles, group*int64(grid.Tiles()))
		}
	}
	bytes := int64(2*surveyWords<<6) + int64(span)
	bytes += 2*int64(unsafe.Sizeof(packer{})) + int64(unsafe.Sizeof(tile.Census{})) + 3*tile.ModelMemory
	bytes += 2 * (format.LengthSize + format.ChecksumSize) * tiles // and the directory that is made of them
	bytes += coderBytes
	if group > 1 {
		bytes += 2 * group * int64(l.Entries())
	}
	return bytes
}

// coderBytes is what zstd takes to pack a directory, and what is kept.
const coderBytes = 8 << 20
