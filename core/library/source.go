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
	side     *Side                   // see [Source.Keep]; or nil
	timing   bool                    // a span is being read
	reading  time.Duration

	// at is [Source.At]: looking ahead from one frame reads others.
	at func(level value.Level) solve.Source

	unproven []material.Class
}

// Reading returns the total time for spans that were not in memory. It includes decoding, looking ahead, unpacking, and
// waiting for another source that does this.
func (s *Source) Reading() time.Duration { return s.reading }

// Unproven returns the classes of the unproven tables that the source has read.
func (s *Source) Unproven() []material.Class { return s.unproven }

type lookahead struct {
	*look.Lookahead
	number slice.Number // the current slice
}

// An aheadKey names a lookahead of a class, or of a face and one file of its promoted piece. Each frame of a face is
// read file by file.
type aheadKey struct {
	layout *slice.Layout
	file   int
	level  value.Level
}

// open returns the building or the table with the slices of a class.
func (s *Source) open(class material.Class) (*building, *Table, error) {
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
	b, t, err := s.open(class)
	switch {
	case err != nil:
		return nil, err
	case b != nil:
		return b.Layout(), nil
	}
	return t.Layout, nil
}

// ownerOf returns the building or the table with the frames of a layout. A class that is being built has no faces.
func (s *Source) ownerOf(l *slice.Layout) (*building, *Table, error) {
	b, t, err := s.open(l.Class)
	if b != nil && l.Promoted() >= 0 {
		err = fmt.Errorf("%v is being built, so only whole slices can be read", l.Class)
	}
	return b, t, err
}

// span returns a frame, given its part.
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

// values returns the values of frames. It calls read unless they are cached.
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

// part is [cache.Cache.Get]. It measures the time unless the part is cached.
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

// time begins to measure the time of reading, and returns a function that ends it.
func (s *Source) time() (end func()) {
	if s.timing { // a lookahead reads other parts
		return func() {}
	}
	s.timing = true
	start := time.Now()
	return func() {
		s.timing = false
		s.reading += time.Since(start)
	}
}

// read reads a part with the given number of values.
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

// lookaheadShare limits the memory of the lookaheads of a source to 1/lookaheadShare of the cache, in addition to it.
const lookaheadShare = 4

// lookAhead computes the values of a chunk with a side to move that is not stored.
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

// lookaheadAt returns the lookahead of a table or of one of its faces, at a slice and a level.
func (s *Source) lookaheadAt(
	t *Table, l *slice.Layout, number slice.Number, side board.Color, level value.Level,
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

// limitAhead divides the memory between the lookaheads again. Each layout gets the same share, which its files divide.
func (s *Source) limitAhead() {
	files := map[*slice.Layout]int64{}
	for key := range s.ahead {
		files[key.layout]++
	}
	for key, la := range s.ahead {
		la.Limit(s.lib.parts.Budget() / lookaheadShare / int64(len(files)) / files[key.layout])
	}
}

// pushed returns a frame of a class that is being built.
func (s *Source) pushed(b *building, number slice.Number, side board.Color, frame slice.FrameNo) (solve.Span, error) {
	if b.Levels(number) > 1 {
		return solve.Span{}, store.Named(b.Layout().Class.String(), errMoreThanBytes)
	}
	return s.pushedIn(b, number, side, frame, 0)
}

// pushedIn returns a level of a frame of a class that is being built.
func (s *Source) pushedIn(
	b *building, number slice.Number, side board.Color, frame slice.FrameNo, level int,
) (solve.Span, error) {
	l := b.Layout()
	chunk, first, entries := l.FindChunk(frame)
	if values := b.Chunk(facefile.ChunkKey{Number: number, Side: side, Chunk: chunk, Level: level}); values != nil {
		return solve.Span{First: frame, Values: values[first:][:l.FrameEntries()]}, nil
	}
	key := partKey{of: b, kind: chunkPart, number: number, side: side, level: level, index: chunk}
	return s.span(l, inPart{key: key, first: first, entries: entries}, frame)
}

// readPushed reads the values of a chunk of a class that is being built.
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

// readPushFace reads the values of a chunk from the face of pushes of its unit.
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

// readUnit reads the values of a chunk from the finished units.
func (s *Source) readUnit(b *building, key facefile.ChunkKey, into []value.Byte) error {
	t, err := b.finished(s, key.Number)
	if err != nil {
		return err
	}
	if t.hasLevels(key.Number) {
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

// finished returns the table of the finished units and lone slices, with a slice that must be one of theirs. If another
// process has made the slice since the last call, finished opens the table again.
func (b *building) finished(s *Source, number slice.Number) (*Table, error) {
	b.opening.Lock()
	defer b.opening.Unlock()
	if b.table != nil && b.table.has(number) == nil {
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
	t.library = s.lib
	if b.table != nil {
		b.old = append(b.old, b.table)
	}
	b.table = t
	return t, t.has(number)
}

// seeAfter converts the computed values of a frame to values as seen at a level. The side to move is not stored. A
// computed value has no meaning if an earlier level decides the position.
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
		level.ViewAfter(before, span.Frame(frame, len(into)), into)
	}
	return err
}

// A Side is a side to move of a slice in memory, as seen at some levels. Lookaheads from many frames read each of its
// frames. A cache that is too small for the side would decode it again each time, or combine its levels.
type Side struct {
	Layout *slice.Layout
	Number slice.Number
	Color  board.Color
	Levels []value.Level
	Seen   solve.Leveled // by level; the values with the other side to move are not read
}

// Keep makes the source read a side from memory, in place of the one of an earlier call.
func (s *Source) Keep(side *Side) { s.side = side }

// A heldChunk is an unpacked chunk of a face.
type heldChunk struct {
	file   *facefile.File
	number int
	values []value.Byte
}

// unpacked has the tables and faces of a source in scratch: the values of whole tables, frame by frame, with the needed
// sides to move. It is for captures and promotions of six men.
//
// A solver goes from frame to frame in several tables at once. Without scratch this takes spans of 16 MiB of each, and
// the memory of a lookahead if a side is not stored. From scratch it takes a frame of 256 KiB, or of 4 KiB with a pawn.
// A slice of a face is an eighth of a table with the same number of men. The frames of that are too large to be read as
// a whole.
type unpacked struct {
	source *Source
	room   scratch.Room
	memory int64 // for cutting faces out of tables
	from   Unpacking
	end    int64
	slices map[unpackedPlace]*unpackedSlice
	recent []recentFrame // most recently used last
}

// unpackedSlice is a slice of a table or of a face. A face of promotions has only one at a time, as promotions of two
// slices never lead to the same one.
type unpackedSlice struct {
	number slice.Number
	starts []int64  // by frame; notInScratch for frames that no move leads into
	sums   []uint32 // by frame
}

const notInScratch = -1

// An unpackedKey names a table or a face with a side to move, as seen at a level.
type unpackedKey struct {
	layout *slice.Layout
	side   board.Color
	level  int
}

// An unpackedPlace names the place of a slice. Each slice of a table, or of the face of a castling right, has its own
// place. The slices of a face of promotions use the same place, one after the other.
type unpackedPlace struct {
	unpackedKey
	number slice.Number // 0 for a face of promotions
}

type recentFrame struct {
	unpackedKey
	number slice.Number
	frame  slice.FrameNo
	values []value.Byte
}

// Unpacking has the smallest numbers of entries of the frames of tables and faces that are read from scratch.
type Unpacking struct{ Tables, Faces int }
