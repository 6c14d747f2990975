package library

import (
	"fmt"
	"slices"

	look "github.com/matewright/matewright/core/solve/lookahead"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/checksum"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

func (key unpackedKey) place(number slice.Number) unpackedPlace {
	if key.layout.Promoted() >= 0 && key.layout.Right() == 0 {
		number = 0
	}
	return unpackedPlace{key, number}
}

// recentFrames is the number of frames that are kept: those around one placement of the kings, of four tables with both
// sides to move.
const recentFrames = 4 * 2 * 9

// UnpackedFrame is the usual smallest number of entries of a frame that is read from scratch.
const UnpackedFrame = MaxFrame

// FourMenFrame is the smallest number of entries for tables if the cache is too small for tables of four men.
const FourMenFrame = 1 << 12

// UnpackedEntries returns the number of entries in scratch for each side to move of a table or a slice of a face. For
// the face of a castling right it counts all slices. It returns 0 for small tables, which are not read from scratch.
// With a pawn, frames have a 64th of the entries for the same amount of reading.
func UnpackedEntries(l *slice.Layout, from Unpacking) int64 {
	frame, least := l.FrameEntries(), from.Tables
	if l.Promoted() >= 0 {
		least = from.Faces
	} else if l.Class.Pawns() == 1 {
		frame *= 64
	}
	switch {
	case l.Class.Pawns() > 1 || l.Class.Pawns() > 0 && (l.Promoted() >= 0 || IsLarge(l.Class)):
		return 0 // faces of six men with pawns are cut out span by span
	case frame < least || l.Men[l.Inner].Type == board.King:
		return 0
	case l.Promoted() >= 0:
		return l.ReachedEntries()
	}
	return int64(l.Entries()) * int64(l.Slices())
}

// Unpack makes the source read large tables and faces from scratch. A table or a slice of a face is written there on
// first use. [UnpackedEntries] decides which ones are large. cutting is the memory in bytes for cutting faces out of
// tables. More than [tile.CutBytes] is not used, and less takes longer.
func (s *Source) Unpack(room scratch.Room, from Unpacking, cutting int64) *Source {
	s.unpacked = &unpacked{
		source: s,
		room:   room,
		memory: cutting,
		from:   from,
		slices: map[unpackedPlace]*unpackedSlice{},
	}
	return s
}

// unpacks reports whether the source reads a table or a face from scratch.
func (s *Source) unpacks(l *slice.Layout) bool {
	return s.unpacked != nil && UnpackedEntries(l, s.unpacked.from) > 0
}

// Forget frees memory. The values in scratch stay.
func (s *Source) Forget() {
	clear(s.ahead)
	if s.unpacked != nil {
		s.unpacked.recent = nil
	}
}

// span returns a frame of a large table or face. Levels after those of the table are empty.
func (u *unpacked) span(t *Table, key unpackedKey, number slice.Number, frame slice.FrameNo) (solve.Span, error) {
	l := key.layout
	if l.Promoted() >= 0 && t.HasFaces(l.Right()) {
		if f := faceOf(l); key.side == f.Turn() {
			if span, err := u.source.storedFace(f, l, number, frame); !isLost(err) {
				return span, err
			}
		}
	}
	for i, r := range slices.Backward(u.recent) {
		if r.frame == frame && r.number == number && r.unpackedKey == key {
			copy(u.recent[i:], u.recent[i+1:])
			u.recent[len(u.recent)-1] = r
			return solve.Span{First: frame, Values: r.values}, nil
		}
	}
	defer u.source.time()()
	at := u.slices[key.place(number)]
	if at == nil || at.number != number {
		var err error
		if at, err = u.unpack(t, key, number); err != nil {
			return solve.Span{}, err
		}
	}
	values := make([]value.Byte, l.FrameEntries())
	if !l.Leads(number, frame) {
		return solve.Span{First: frame, Values: values}, nil
	}
	raw := value.RawBytes(values)
	if _, err := u.room.ReadAt(raw, at.starts[frame]); err != nil {
		return solve.Span{}, fmt.Errorf("reading scratch: %w", err)
	}
	if checksum.Sum(raw) != at.sums[frame] {
		return solve.Span{}, fmt.Errorf(
			"%w: frame %d of %v does not match its checksum",
			scratch.ErrDamaged,
			frame,
			l.Class,
		)
	}
	if len(u.recent) == recentFrames {
		u.recent = slices.Delete(u.recent, 0, 1)
	}
	u.recent = append(u.recent, recentFrame{key, number, frame, values})
	return solve.Span{First: frame, Values: values}, nil
}

// unpack writes a slice to scratch, in place of another one of the same face.
func (u *unpacked) unpack(t *Table, key unpackedKey, number slice.Number) (*unpackedSlice, error) {
	l, level := key.layout, t.level(key.level)
	whole, check := number, t.checkRead
	if l.Promoted() >= 0 {
		whole, check = l.WholeSlice(number), t.has
	}
	if err := check(whole); err != nil {
		return nil, err
	}
	if before := key; key.level > 0 { // seeAfter reads the level before, frame by frame
		before.level--
		if _, err := u.span(t, before, number, 0); err != nil {
			return nil, err
		}
	}
	into := make([]value.Byte, l.FrameEntries())
	each := u.eachDecoded
	switch stored := t.Header.Stores(key.side); {
	case stored && key.level > 0 && t.levelsOf(whole, key.side) <= key.level:
		each = u.eachEmpty
	case !stored:
		each = u.eachAhead
	case l.Promoted() >= 0:
		each = u.eachCut
	}
	to := u.slices[key.place(number)]
	delete(u.slices, key.place(number)) // until it is complete
	sums := make([]uint32, l.Frames().Len())
	err := each(t, key, number, into, func(frame slice.FrameNo) error {
		if err := u.source.ctx.Err(); err != nil || !l.Leads(number, frame) {
			return err
		}
		if err := u.source.seeAfter(t, l, number, key.side, frame, level, into); err != nil {
			return err
		}
		if to == nil { // after a lookahead has unpacked the other side
			to = &unpackedSlice{starts: slices.Repeat([]int64{notInScratch}, int(l.Frames().Len()))}
		}
		if to.starts[frame] == notInScratch {
			to.starts[frame] = u.end
			u.end += int64(len(into))
		}
		raw := value.RawBytes(into)
		sums[frame] = checksum.Sum(raw)
		_, err := u.room.WriteAt(raw, to.starts[frame])
		return err
	})
	if err != nil {
		return nil, err
	}
	to.number, to.sums = number, sums
	u.slices[key.place(number)] = to
	return to, nil
}

// The functions named each read one frame of a slice after the other, and call do with it.

// eachEmpty clears the frames of an empty level.
func (u *unpacked) eachEmpty(
	_ *Table, key unpackedKey, _ slice.Number, into []value.Byte, do func(slice.FrameNo) error,
) error {
	for frame := range key.layout.Frames().Len() {
		clear(into)
		if err := do(frame); err != nil {
			return err
		}
	}
	return nil
}

// eachDecoded decodes the frames of a table.
func (u *unpacked) eachDecoded(
	t *Table, key unpackedKey, number slice.Number, into []value.Byte, do func(slice.FrameNo) error,
) error {
	grid := t.grid(number, key.side)
	for span := range grid.Spans() {
		for _, frame := range grid.Frames(span) {
			read, err := u.source.span(key.layout, t.partOf(number, key.side, frame, key.level), frame)
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

// eachAhead computes the frames with a side to move that is not stored, by a lookahead.
func (u *unpacked) eachAhead(
	t *Table, key unpackedKey, number slice.Number, into []value.Byte, do func(slice.FrameNo) error,
) error {
	level := t.levelAhead(t.level(key.level))
	ahead := look.New(key.layout, t.Header.Metric, u.source.at(level)).At(level)
	ahead.Limit(0) // dropped frames are read again from scratch
	ahead.Begin(number, key.side)
	for _, frame := range ahead.Order(key.side) {
		if !key.layout.Leads(number, frame) {
			continue
		}
		if err := ahead.Frame(frame, into); err != nil {
			return err
		}
		if err := do(frame); err != nil {
			return err
		}
	}
	return nil
}

// eachCut cuts the frames of a face out of the tiles of its class.
func (u *unpacked) eachCut(
	t *Table, key unpackedKey, number slice.Number, into []value.Byte, do func(slice.FrameNo) error,
) error {
	l, grid := key.layout, t.grid(0, key.side)
	cut := tile.NewCut(grid, l, number, u.memory)
	for span := range grid.Spans() {
		for pass := range cut.Begin(span) {
			rows := cut.BeginPass(pass)
			from := partKey{of: t, side: key.side, level: key.level, index: span}
			if err := t.eachTile(u.source.ctx, from, rows, cut.Wants, cut.Put); err != nil {
				return store.Named(l.Class.String(), err)
			}
			if err := cut.EndPass(number, into, do); err != nil {
				return err
			}
		}
	}
	return nil
}
