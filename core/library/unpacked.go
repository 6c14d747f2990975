package library

import (
	"fmt"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// unpacked is what a source has in scratch: the values of whole tables, frame by frame, with the sides to move that were
// asked for. What captures and promotions of six men lead to is read so. To go from frame to frame in several tables at once
// takes spans of 16 MiB of each, and where a side is not stored, what it takes to look ahead; or a frame of 256 KiB. And a slice
// of a face is an eighth of a table with as many men, whose frames are too large to be read as a whole.
type unpacked struct {
	source *Source
	room   scratch.Room
	memory int64 // to cut faces out of tables
	end    int64
	slices map[unpackedKey]*unpackedSlice
	recent []recentFrame // the last one used last
}

// unpackedSlice is a slice of a table or of a face. Of faces there is one at a time: no two slices are promoted into the same one.
type unpackedSlice struct {
	number slice.Number
	start  int64
	sums   []uint32 // by frame
}

// An unpackedKey names a table without pawns, or a face of it, with a side to move.
type unpackedKey struct {
	layout *slice.Layout
	side   board.Color
}

type recentFrame struct {
	unpackedKey
	number slice.Number
	frame  slice.FrameNo
	values []value.Byte
}

// recentFrames is how many frames are remembered: of four tables with both sides to move those around one placement of the
// kings.
const recentFrames = 4 * 2 * 9

// UnpackedFrame is how many entries the frames have at least that are read from scratch. Tests change it, to have small tables read so.
var UnpackedFrame = MaxFrame

// UnpackedEntries returns how many entries go to scratch, for each side to move, of a table or a slice of a face: none where that
// is small, or has pawns and so small frames, and is read as it is.
func UnpackedEntries(l *slice.Layout) int64 {
	if l.Class.Pawns() > 0 || l.FrameEntries() < UnpackedFrame || l.Men[l.Inner].Type == board.King {
		return 0
	}
	return int64(l.Entries())
}

// Unpack has the source read from scratch what is large: a table, or a slice of a face, is brought there when it is first asked for.
// To cut faces out of tables it takes so many bytes of memory, up to those of [tile.CutBytes]; fewer take longer.
func (s *Source) Unpack(room scratch.Room, cutting int64) *Source {
	s.unpacked = &unpacked{source: s, room: room, memory: cutting, slices: map[unpackedKey]*unpackedSlice{}}
	return s
}

// Forget gives memory back. What is in scratch stays.
func (s *Source) Forget() {
	clear(s.ahead)
	if s.unpacked != nil {
		s.unpacked.recent = nil
	}
}

// span is [Source.Span] for what is large.
func (u *unpacked) span(l *slice.Layout, number slice.Number, side board.Color, frame slice.FrameNo) (solve.Span, error) {
	if l.Promoted() >= 0 {
		if f := faceOf(l); side == f.Turn() {
			if span, err := u.source.storedFace(f, l, number, frame); !isLost(err) {
				return span, err
			}
		}
	}
	key := unpackedKey{l, side}
	for i, r := range slices.Backward(u.recent) {
		if r.frame == frame && r.number == number && r.unpackedKey == key {
			copy(u.recent[i:], u.recent[i+1:])
			u.recent[len(u.recent)-1] = r
			return solve.Span{First: frame, Values: r.values}, nil
		}
	}
	defer u.source.time()()
	at := u.slices[key]
	if at == nil || at.number != number {
		var err error
		if at, err = u.unpack(l, key, number); err != nil {
			return solve.Span{}, err
		}
	}
	values := make([]value.Byte, l.FrameEntries())
	raw := value.RawBytes(values)
	if _, err := u.room.ReadAt(raw, at.start+int64(l.FirstEntry(frame))); err != nil {
		return solve.Span{}, fmt.Errorf("reading scratch: %w", err)
	}
	if scratch.Checksum(raw) != at.sums[frame] {
		return solve.Span{}, fmt.Errorf("%w: frame %d of %v is not what was written", scratch.ErrDamaged, frame, l.Class)
	}
	if len(u.recent) == recentFrames {
		u.recent = slices.Delete(u.recent, 0, 1)
	}
	u.recent = append(u.recent, recentFrame{key, number, frame, values})
	return solve.Span{First: frame, Values: values}, nil
}

// unpack brings a slice to scratch, in the place of another one of the same face.
func (u *unpacked) unpack(l *slice.Layout, key unpackedKey, number slice.Number) (*unpackedSlice, error) {
	_, t, err := u.source.of(l.Class)
	if err != nil {
		return nil, err
	}
	into := make([]value.Byte, l.FrameEntries())
	each := u.eachDecoded
	switch stored := t.Header.Stores(key.side); {
	case !stored:
		each = u.eachAhead
	case l.Promoted() >= 0:
		each = u.eachCut
	}
	to := u.slices[key]
	delete(u.slices, key) // until it is complete
	sums := make([]uint32, l.Frames().Len())
	err = each(t, l, number, key.side, into, func(frame slice.FrameNo) error {
		if err := u.source.ctx.Err(); err != nil {
			return err
		}
		if to == nil { // looking ahead has brought the other side first
			to = &unpackedSlice{start: u.end}
			u.end += int64(l.Entries())
		}
		raw := value.RawBytes(into)
		sums[frame] = scratch.Checksum(raw)
		_, err := u.room.WriteAt(raw, to.start+int64(l.FirstEntry(frame)))
		return err
	})
	if err != nil {
		return nil, err
	}
	to.number, to.sums = number, sums
	u.slices[key] = to
	return to, nil
}

// The functions named each fill in one frame of a slice after the other, and hand it over.

// eachDecoded decodes those of a table.
func (u *unpacked) eachDecoded(t *Table, l *slice.Layout, number slice.Number, side board.Color, into []value.Byte, do func(slice.FrameNo) error) error {
	grid := t.grid(number, side)
	for span := range grid.Spans() {
		for _, frame := range grid.Frames(span) {
			read, err := u.source.span(l, t.partOf(number, side, frame), frame)
			if err != nil {
				return err
			}
			copy(into, read.Frame(frame, len(into)))
			if err := do(frame); err != nil {
				return err
			}
		}
	}
	return nil
}

// eachAhead looks ahead to those with a side to move that is not stored.
func (u *unpacked) eachAhead(t *Table, l *slice.Layout, number slice.Number, side board.Color, into []value.Byte, do func(slice.FrameNo) error) error {
	ahead := solve.NewLookahead(l, t.Header.Metric, u.source)
	ahead.Limit(0) // what it forgets is read again from scratch
	ahead.Begin(number, side)
	for _, frame := range ahead.Order(side) {
		if err := ahead.Frame(frame, into); err != nil {
			return err
		}
		if err := do(frame); err != nil {
			return err
		}
	}
	return nil
}

// eachCut takes those of a face out of the tiles of its class.
func (u *unpacked) eachCut(t *Table, l *slice.Layout, number slice.Number, side board.Color, into []value.Byte, do func(slice.FrameNo) error) error {
	grid := t.grid(0, side)
	cut := tile.NewCut(grid, l, number, u.memory)
	for span := range grid.Spans() {
		for pass := range cut.Begin(span) {
			rows := cut.BeginPass(pass)
			if err := t.eachTile(u.source.ctx, partKey{of: t, side: side, index: span}, rows, cut.Wants, cut.Put); err != nil {
				return store.Named(l.Class.String(), err)
			}
			if err := cut.EndPass(number, into, do); err != nil {
				return err
			}
		}
	}
	return nil
}
