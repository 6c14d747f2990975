package library

import (
	"fmt"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/value"
)

// Unpacked is a [solve.Source] that has the values of whole tables in scratch, frame by frame, with the sides to move that
// were asked for. What captures of six men lead to is read so: to go from frame to frame in several tables at once takes
// spans of 16 MiB of each, and where a side is not stored, what it takes to look ahead; or a frame of 256 KiB.
type Unpacked struct {
	*Source
	room   scratch.Room
	end    int64
	tables map[unpackedKey]*unpackedTable
	recent []recentFrame // the last one used last
}

type unpackedTable struct {
	start int64
	sums  []uint32 // by frame
}

type unpackedKey struct {
	class material.Class
	side  board.Color
}

type recentFrame struct {
	unpackedKey
	frame  slice.FrameNo
	values []value.Byte
}

// recentFrames is how many frames are remembered: of four tables with both sides to move those around one placement of the
// kings.
const recentFrames = 4 * 2 * 9

// Unpacked returns a source that reads the same tables. Classes of up to four men are small, and read as they are.
func (s *Source) Unpacked(room scratch.Room) *Unpacked {
	return &Unpacked{Source: s, room: room, tables: map[unpackedKey]*unpackedTable{}}
}

// Forget gives memory back. What is in scratch stays.
func (u *Unpacked) Forget() {
	u.recent = nil
	clear(u.ahead)
}

// Span implements [solve.Source].
func (u *Unpacked) Span(l *slice.Layout, number slice.Number, side board.Color, frame slice.FrameNo) (solve.Span, error) {
	if l.FrameEntries() < MaxFrame || l.Slices() > 1 {
		return u.Source.Span(l, number, side, frame)
	}
	key := unpackedKey{l.Class, side}
	for i, r := range slices.Backward(u.recent) {
		if r.frame == frame && r.unpackedKey == key {
			copy(u.recent[i:], u.recent[i+1:])
			u.recent[len(u.recent)-1] = r
			return solve.Span{First: frame, Values: r.values}, nil
		}
	}
	defer u.time()()
	table := u.tables[key]
	if table == nil {
		var err error
		if table, err = u.unpack(l, side); err != nil {
			return solve.Span{}, err
		}
	}
	values := make([]value.Byte, l.FrameEntries())
	raw := value.RawBytes(values)
	if _, err := u.room.ReadAt(raw, table.start+int64(l.FirstEntry(frame))); err != nil {
		return solve.Span{}, fmt.Errorf("reading scratch: %w", err)
	}
	if scratch.Checksum(raw) != table.sums[frame] {
		return solve.Span{}, fmt.Errorf("%w: frame %d of %v is not what was written", scratch.ErrDamaged, frame, l.Class)
	}
	if len(u.recent) == recentFrames {
		u.recent = slices.Delete(u.recent, 0, 1)
	}
	u.recent = append(u.recent, recentFrame{key, frame, values})
	return solve.Span{First: frame, Values: values}, nil
}

// unpack brings a table to scratch.
func (u *Unpacked) unpack(l *slice.Layout, side board.Color) (*unpackedTable, error) {
	_, t, err := u.of(l.Class)
	if err != nil {
		return nil, err
	}
	table := &unpackedTable{start: -1, sums: make([]uint32, l.Frames().Len())}
	order := slices.Clone(l.Frames().Orbits())
	into := make([]value.Byte, l.FrameEntries())
	read := func(frame slice.FrameNo) ([]value.Byte, error) {
		span, err := u.Source.Span(l, 0, side, frame)
		return span.Frame(frame, len(into)), err
	}
	if t.Header.Stores(side) {
		grid := t.grid(0, side)
		span := func(frame slice.FrameNo) int { n, _ := grid.SpanOf(frame); return n }
		slices.SortStableFunc(order, func(a, b slice.FrameNo) int { return span(a) - span(b) })
	} else {
		ahead := solve.NewLookahead(l, t.Header.Metric, u)
		ahead.Limit(0) // what it forgets is read again from scratch
		ahead.Begin(0, side)
		order = ahead.Order(side)
		read = func(frame slice.FrameNo) ([]value.Byte, error) { return into, ahead.Frame(frame, into) }
	}
	for _, frame := range order {
		if err := u.ctx.Err(); err != nil {
			return nil, err
		}
		values, err := read(frame)
		if err != nil {
			return nil, err
		}
		if table.start < 0 { // looking ahead has brought the other side first
			table.start = u.end
			u.end += int64(l.Entries())
		}
		raw := value.RawBytes(values)
		if _, err := u.room.WriteAt(raw, table.start+int64(l.FirstEntry(frame))); err != nil {
			return nil, err
		}
		table.sums[frame] = scratch.Checksum(raw)
	}
	u.tables[unpackedKey{l.Class, side}] = table
	return table, nil
}
