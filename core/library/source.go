package library

import (
	"context"
	"fmt"
	"slices"
	"time"

	look "github.com/matewright/matewright/core/solve/lookahead"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/format/facefile"
	"github.com/matewright/matewright/core/library/cache"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// A Source is a [solve.Source] that reads a library.
type Source struct {
	ctx      context.Context
	lib      *Library
	ahead    map[aheadKey]*lookahead // for sides to move that are not stored
	chunks   []heldChunk             // of faces
	unpacked *unpacked               // see [Source.Unpack]; or nil
	filled   *filledSide             // see [Table.Slice]; or nil
	timing   bool                    // a span is being read
	reading  time.Duration

	// at is [Source.At]: looking ahead from one frame reads others.
	at func(level value.Level) solve.Source

	unproven []material.Class
}

// Reading returns how long spans took so far that were not simply in memory: to
// be decoded, looked ahead or unpacked, or for another one to do it.
func (s *Source) Reading() time.Duration { return s.reading }

// Unproven returns the classes whose tables are unproven among those that were read.
func (s *Source) Unproven() []material.Class { return s.unproven }

type lookahead struct {
	*look.Lookahead
	number slice.Number // it is at
}

// An aheadKey names a lookahead: of a class, or of a face and one file of its promoted piece, because a face is
// read file by file for each frame.
type aheadKey struct {
	layout *slice.Layout
	file   int
	level  value.Level
}

// of returns who has the slices of a class, and its layout.
func (s *Source) of(class material.Class) (*building, *Table, error) {
	s.lib.opening.Lock()
	defer s.lib.opening.Unlock()
	if b := s.lib.building[class]; b != nil {
		return b, nil, nil
	}
	t, err := s.lib.open(s.ctx, class)
	if err == nil && t.Unproven && !slices.Contains(s.unproven, class) {
		s.unproven = append(s.unproven, class)
	}
	return nil, t, err
}

// Layout implements [solve.Source].
func (s *Source) Layout(class material.Class) (*slice.Layout, error) {
	b, t, err := s.of(class)
	switch {
	case err != nil:
		return nil, err
	case b != nil:
		return b.Layout(), nil
	}
	return t.Layout, nil
}

// having returns who has the frames of a layout: of a class that is being built, faces have none.
func (s *Source) having(l *slice.Layout) (*building, *Table, error) {
	b, t, err := s.of(l.Class)
	if b != nil && l.Promoted() >= 0 {
		err = fmt.Errorf("%v is being built, and read in whole slices only", l.Class)
	}
	return b, t, err
}

// span gives a frame, given the part that has it.
func (s *Source) span(l *slice.Layout, at inPart, frame slice.FrameNo) (solve.Span, error) {
	p, err := s.part(at.key, at.entries, func(p *part) error { return s.read(p, at.entries) })
	if err != nil {
		return solve.Span{}, store.Named(l.Class.String(), err)
	}
	var values []value.Byte
	if p.Value.span != nil {
		values = p.Value.span.From(at.first)
	} else {
		values = p.Value.values[at.first:]
	}
	return solve.Span{First: frame, Values: values[:l.FrameEntries()]}, nil
}

// values returns the values of frames, so many, which are read unless they are
// remembered.
func (s *Source) values(key partKey, entries int, read func(into []value.Byte) error) ([]value.Byte, error) {
	p, err := s.part(key, entries, func(p *part) error {
		p.Value.values = cache.Take(s.lib.parts, &s.lib.values, p, entries)
		return read(p.Value.values)
	})
	if err != nil {
		return nil, err
	}
	return p.Value.values, nil
}

// part is [cache.Cache.Get]. It takes the time unless the part is simply there.
func (s *Source) part(key partKey, size int, decode func(*part) error) (*part, error) {
	if p := s.lib.parts.Peek(key); p != nil {
		return p, nil
	}
	if err := s.ctx.Err(); err != nil {
		return nil, err
	}
	defer s.time()()
	return s.lib.parts.Get(s.ctx, key, size, decode)
}

// time begins to take the time of reading, and returns what ends it.
func (s *Source) time() (end func()) {
	if s.timing { // looking ahead asks for parts too
		return func() {}
	}
	s.timing = true
	start := time.Now()
	return func() {
		s.timing = false
		s.reading += time.Since(start)
	}
}

// read reads a part that has so many values.
func (s *Source) read(p *part, entries int) error {
	if p.Key.kind == spanPart {
		p.Value.span = tile.NewBlocks(
			entries,
			func(entries int) []value.Byte { return cache.Take(s.lib.parts, &s.lib.values, p, entries) },
		)
		return p.Key.of.(*Table).readSpan(s.ctx, p.Key, p.Value.span)
	}
	p.Value.values = cache.Take(s.lib.parts, &s.lib.values, p, entries)
	if b, ok := p.Key.of.(*building); ok {
		return s.readPushed(
			b,
			facefile.ChunkKey{Number: p.Key.number, Side: p.Key.side, Chunk: p.Key.index, Level: p.Key.level},
			p.Value.values,
		)
	}
	return s.lookAhead(p.Key, p.Value.values)
}

// lookaheadShare is how much of a library's memory the lookaheads of a source may take besides.
const lookaheadShare = 4

// lookAhead finds the values of a chunk with a side to move that is not stored.
func (s *Source) lookAhead(key partKey, into []value.Byte) error {
	t := key.of.(*Table)
	level := t.level(key.level)
	la := s.lookaheadAt(t, t.Layout, key.number, key.side, level)
	size := t.Layout.FrameEntries()
	first, end := t.Layout.Chunk(key.index)
	for frame := first; frame < end; frame++ {
		into := into[int(frame-first)*size:][:size]
		if err := la.Frame(frame, into); err != nil {
			return err
		}
		if err := s.seeAfter(t, t.Layout, key.number, key.side, frame, level, into); err != nil {
			return err
		}
	}
	return nil
}

// lookaheadAt returns the lookahead of a table or of one of its faces, turned to a slice, at a level.
func (s *Source) lookaheadAt(
	t *Table,
	l *slice.Layout,
	number slice.Number,
	side board.Color,
	level value.Level,
) *lookahead {
	level = t.levelAhead(level)
	key := aheadKey{layout: l, level: level}
	if l.Promoted() >= 0 {
		first, _ := l.FaceSlices(l.WholeSlice(number))
		key.file = int(number - first)
	}
	la := s.ahead[key]
	if la == nil {
		la = &lookahead{Lookahead: look.New(l, t.Header.Metric, s.at(level)).At(level), number: -1}
		s.ahead[key] = la
		s.limitAhead()
	}
	if la.number != number {
		la.number = number
		la.Begin(number, side)
	}
	return la
}

// limitAhead shares memory out anew to the lookaheads: as much to each layout, whose files share it.
func (s *Source) limitAhead() {
	files := map[*slice.Layout]int64{}
	for key := range s.ahead {
		files[key.layout]++
	}
	for key, la := range s.ahead {
		la.Limit(s.lib.parts.Budget() / lookaheadShare / int64(len(files)) / files[key.layout])
	}
}

// pushed gives a frame of a class that is being built.
func (s *Source) pushed(b *building, number slice.Number, side board.Color, frame slice.FrameNo) (solve.Span, error) {
	if b.Levels(number) > 1 {
		return solve.Span{}, store.Named(b.Layout().Class.String(), errMoreThanBytes)
	}
	return s.pushedIn(b, number, side, frame, 0)
}

// pushedIn gives what a level tells of a frame of a class that is being built.
func (s *Source) pushedIn(
	b *building,
	number slice.Number,
	side board.Color,
	frame slice.FrameNo,
	level int,
) (solve.Span, error) {
	l := b.Layout()
	chunk, first, entries := l.FindChunk(frame)
	if values := b.Chunk(facefile.ChunkKey{Number: number, Side: side, Chunk: chunk, Level: level}); values != nil {
		return solve.Span{First: frame, Values: values[first:][:l.FrameEntries()]}, nil
	}
	key := partKey{of: b, kind: chunkPart, number: number, side: side, level: level, index: chunk}
	return s.span(l, inPart{key: key, first: first, entries: entries}, frame)
}

// readPushed fills in the values of a chunk of a class that is being built.
func (s *Source) readPushed(b *building, key facefile.ChunkKey, into []value.Byte) error {
	err := b.ReadChunk(key, into)
	if isLost(err) {
		err = s.readPushFace(b.Layout(), key, into)
	}
	if isLost(err) {
		err = s.readUnit(b, key, into)
	}
	return err
}

// readPushFace fills in the values of a chunk from the face of pushes of its unit.
func (s *Source) readPushFace(l *slice.Layout, key facefile.ChunkKey, into []value.Byte) error {
	file, err := s.lib.faces.open(s.ctx, l, l.Class.PushFace(), key.Number)
	if err != nil {
		return err
	}
	err = file.Read(file.PushChunk(l, key), s.lib.readerOf(s.ctx, file), into)
	if isLost(err) {
		s.lib.faces.giveUp(file)
	}
	return err
}

// readUnit fills in the values of a chunk from the table, as far as it is there.
func (s *Source) readUnit(b *building, key facefile.ChunkKey, into []value.Byte) error {
	t, err := b.finished(s)
	if err != nil {
		return err
	}
	if err := t.has(key.Number); err != nil {
		return err
	}
	if t.tellsMore(key.Number) {
		return store.Named(t.Layout.Class.String(), errMoreThanBytes)
	}
	size := t.Layout.FrameEntries()
	first, end := t.Layout.Chunk(key.Chunk)
	for frame := first; frame < end; frame++ {
		var span solve.Span
		if span, err = s.span(t.Layout, t.partOf(key.Number, key.Side, frame, 0), frame); err != nil {
			return err
		}
		copy(into[int(frame-first)*size:], span.Frame(frame, size))
	}
	return nil
}

// finished returns what there was of the table when it was first asked for.
func (b *building) finished(s *Source) (*Table, error) {
	b.opening.Lock()
	defer b.opening.Unlock()
	if b.table != nil {
		return b.table, nil
	}
	var lone map[material.Class][]slice.Number
	if format.StoresLone(b.Layout()) {
		var err error
		if lone, err = catalog.ListLone(s.ctx, s.lib.store); err != nil {
			return nil, err
		}
	}
	t, err := openFinished(s.ctx, s.lib.store, b.Layout(), lone[b.Layout().Class])
	if err != nil {
		return nil, err
	}
	b.table, t.library = t, s.lib
	return t, nil
}

// seeAfter makes of what was computed of a frame, with a side to move that is not stored, what is seen of it at a
// level: where an earlier one says all, it means nothing.
func (s *Source) seeAfter(
	t *Table,
	l *slice.Layout,
	number slice.Number,
	side board.Color,
	frame slice.FrameNo,
	level value.Level,
	into []value.Byte,
) error {
	if level.Number() == 0 {
		return nil
	}
	before := level.WithNumber(level.Number() - 1)
	span, err := s.at(before).Span(l, number, side, frame)
	if err == nil {
		level.SeeAfter(before, span.Frame(frame, len(into)), into)
	}
	return err
}

// filledSide is a side to move of a slice as it is seen at some levels, in memory: each of its frames is looked ahead
// to from many, and to combine it anew for each would take most of the time.
type filledSide struct {
	layout *slice.Layout
	number slice.Number
	side   board.Color
	levels []value.Level
	seen   solve.Leveled
}

// A heldChunk is a chunk of a face, unpacked.
type heldChunk struct {
	file   *facefile.File
	number int
	values []value.Byte
}

// unpacked is what a source has in scratch: the values of whole tables, frame by frame, with the sides to move that
// were asked for. What captures and promotions of six men lead to is read so. To go from frame to frame in several
// tables at once takes spans of 16 MiB of each, and where a side is not stored, what it takes to look ahead; or a frame
// of 256 KiB, or of 4 with a pawn. And a slice of a face is an eighth of a table with as many men, whose frames are too
// large to be read as a whole.
type unpacked struct {
	source *Source
	room   scratch.Room
	memory int64 // to cut faces out of tables
	from   Unpacking
	end    int64
	slices map[unpackedPlace]*unpackedSlice
	recent []recentFrame // the last one used last
}

// unpackedSlice is a slice of a table or of a face. Of faces there is one at a time: no two slices are promoted into
// the same one.
type unpackedSlice struct {
	number slice.Number
	start  int64
	sums   []uint32 // by frame
}

// An unpackedKey names a table or a face with a side to move, as it is seen at a level.
type unpackedKey struct {
	layout *slice.Layout
	side   board.Color
	level  int
}

// An unpackedPlace is where a slice is: each of a table in one of its own, and those of a face one after the other in
// the same.
type unpackedPlace struct {
	unpackedKey
	number slice.Number // 0 for a face
}

type recentFrame struct {
	unpackedKey
	number slice.Number
	frame  slice.FrameNo
	values []value.Byte
}

// Unpacking has the numbers of entries from which on the frames of tables and of faces are read from scratch.
type Unpacking struct{ Tables, Faces int }
