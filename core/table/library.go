package table

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// A Library reads the tables of a store: each is opened when it is first asked
// for, and the parts of all of them that were decoded last are remembered, so
// that memory is bounded however many tables are open. It may be used by
// several goroutines at once; a part that several ask for is decoded once.
//
// The slices of a class that is being built are read in the same way, from its
// encoder: see [Library.Begin].
type Library struct {
	store  Store
	budget int64  // bytes, those of the attic too
	most   int    // entries of a span that is a part
	attic  *attic // spans that there is no room for otherwise

	opening  sync.Mutex // guards what follows, and is held while a table is opened
	tables   map[material.Class]*Table
	building map[material.Class]*Encoder

	caching sync.Mutex // guards what follows
	parts   map[partKey]*list.Element
	recent  list.List // of *part, most recently used first
	bytes   int64     // of all parts

	decoded atomic.Int64 // bytes since memory was collected
}

// A partKey names something that is decoded from a table, or from an encoder as
// far as it has come.
type partKey struct {
	of     any // *Table or *Encoder
	kind   partKind
	number int // of the slice; of a cut, of its frame and the pinned man's square
	side   board.Color
	index  int // of the tile, span, frame or chunk in its slice, of the directory, or of the pinned man
}

type partKind uint8

const (
	tilePart partKind = iota
	spanPart
	framePart
	chunkPart
	pinnedPart    // a slice of a pinned layout
	cutPart       // a frame of a pinned layout without pawns
	splittingPart // has nothing, see [Source.split]
	directoryPart
)

// ofFrames reports whether such a part is the values of frames.
func (k partKind) ofFrames() bool {
	return k == spanPart || k == framePart || k == chunkPart || k == pinnedPart || k == cutPart
}

// A part is what was decoded. It is never changed, nor its memory used again,
// so whoever has it can go on reading when it is forgotten.
type part struct {
	key       partKey
	size      int           // bytes
	ready     chan struct{} // closed once what follows is there
	values    []value.Value
	directory *directory
	err       error
}

// NewLibrary returns a library that remembers parts of so many bytes. If spans
// do not fit, up to three quarters are for packed ones: there, a byte goes five
// to ten times as far.
func NewLibrary(store Store, budget int64) *Library {
	return &Library{
		store:    store,
		budget:   budget,
		most:     mostSpanEntries,
		attic:    newAttic(budget - budget/4),
		tables:   map[material.Class]*Table{},
		building: map[material.Class]*Encoder{},
		parts:    map[partKey]*list.Element{},
	}
}

// Outside makes the library keep in scratch what it would keep packed, at most so many
// bytes, and leaves the memory to parts. It must not have been used before.
func (lib *Library) Outside(room scratch.Room, bytes int64) *Library {
	lib.attic.outside.pile.Room, lib.attic.outside.most = room, bytes
	return lib
}

// Open returns the table of a class, which stays open until it is closed or
// the library is. Errors are those of the function [Open].
func (lib *Library) Open(ctx context.Context, class material.Class) (*Table, error) {
	lib.opening.Lock()
	defer lib.opening.Unlock()
	return lib.open(ctx, class)
}

func (lib *Library) open(ctx context.Context, class material.Class) (*Table, error) {
	if t := lib.tables[class]; t != nil {
		return t, nil // each frame that is read comes here
	}
	tables, err := lib.openAll(ctx, []material.Class{class})
	if err != nil {
		return nil, err
	}
	return tables[0], nil
}

// OpenAll is [Library.Open] for some classes at once. Of several errors it
// returns the first.
func (lib *Library) OpenAll(ctx context.Context, classes []material.Class) ([]*Table, error) {
	lib.opening.Lock()
	defer lib.opening.Unlock()
	return lib.openAll(ctx, classes)
}

func (lib *Library) openAll(ctx context.Context, classes []material.Class) ([]*Table, error) {
	tables := make([]*Table, len(classes))
	errs := make([]error, len(classes))
	var all sync.WaitGroup
	for i, class := range classes {
		if tables[i] = lib.tables[class]; tables[i] == nil {
			all.Go(func() { tables[i], errs[i] = open(ctx, lib.store, class) })
		}
	}
	all.Wait()
	for i, class := range classes {
		if t := tables[i]; t != nil && t.library == nil {
			t.library = lib
			lib.tables[class] = t
		}
	}
	for i, err := range errs {
		if err != nil {
			return nil, named(classes[i].String(), err)
		}
	}
	return tables, nil
}

// Begin makes the finished slices of a class readable while it is being built,
// in place of a table that the store may have of it.
func (lib *Library) Begin(e *Encoder) {
	lib.opening.Lock()
	defer lib.opening.Unlock()
	lib.building[e.layout.Class] = e
}

// End forgets a class that was being built: from now on it is in the store, or
// it isn't.
func (lib *Library) End(e *Encoder) error {
	lib.opening.Lock()
	delete(lib.building, e.layout.Class)
	old := lib.tables[e.layout.Class]
	lib.opening.Unlock()
	lib.forget(e)
	if old != nil {
		return old.Close()
	}
	return nil
}

// Remember keeps the values of a slice of a finished table, with one side to
// move, as if they had been read and moved to the attic, where what was not used
// for the longest time makes room for them. If the table can't be opened, nothing
// is kept, and whoever reads it is told why.
func (lib *Library) Remember(ctx context.Context, class material.Class, number int, side board.Color, values []value.Value) {
	t, err := lib.Open(ctx, class)
	if err != nil {
		return
	}
	size := t.Layout.FrameEntries()
	gathered := map[partKey][]value.Value{} // parts of several frames
	for frame := range t.Layout.Frames().Len() {
		at := t.partOf(number, side, frame)
		into := values[frame*size:][:size]
		if at.entries == size {
			lib.attic.put(at.key, into)
			continue
		}
		if gathered[at.key] == nil {
			gathered[at.key] = make([]value.Value, at.entries)
		}
		copy(gathered[at.key][at.first:], into)
	}
	for key, values := range gathered {
		lib.attic.put(key, values)
	}
	lib.makeRoom()
}

// LetGo says that no one is known to need the values of a class with one side to
// move: of what the attic keeps they go first, unless they are read after all.
func (lib *Library) LetGo(class material.Class, side board.Color) {
	lib.opening.Lock()
	t := lib.tables[class]
	lib.opening.Unlock()
	if t != nil {
		lib.attic.letGo(t, side)
	}
}

// Close closes all tables and forgets their parts. The library can still be
// used: it opens them again.
func (lib *Library) Close() error {
	lib.opening.Lock()
	tables := lib.tables
	lib.tables = map[material.Class]*Table{}
	lib.opening.Unlock()
	var err error
	for _, t := range tables {
		err = errors.Join(err, t.Close())
	}
	return err
}

// leave drops a table that is being closed.
func (lib *Library) leave(t *Table) {
	lib.opening.Lock()
	if lib.tables[t.Layout.Class] == t {
		delete(lib.tables, t.Layout.Class)
	}
	lib.opening.Unlock()
	lib.forget(t)
}

// Source gives the tables to a solver. Each goroutine needs its own.
func (lib *Library) Source(ctx context.Context) *Source {
	return &Source{ctx: ctx, lib: lib, ahead: map[material.Class]*lookahead{}}
}

// A Source is a [solve.Source] that reads a library.
type Source struct {
	ctx     context.Context
	lib     *Library
	ahead   map[material.Class]*lookahead // for sides to move that are not stored
	room    []value.Value                 // see [Source.spanRoom]
	timing  bool                          // a span is being read
	reading time.Duration
}

// Reading returns how long spans took so far that were not simply in memory: to
// be decoded, looked ahead or unpacked, or for another one to do it.
func (s *Source) Reading() time.Duration { return s.reading }

type lookahead struct {
	*solve.Lookahead
	number int  // of the slice it is at
	busy   bool // it may ask for what takes another one
}

// of returns who has the slices of a class, and its layout.
func (s *Source) of(class material.Class) (*Encoder, *Table, error) {
	s.lib.opening.Lock()
	defer s.lib.opening.Unlock()
	if e := s.lib.building[class]; e != nil {
		return e, nil, nil
	}
	t, err := s.lib.open(s.ctx, class)
	return nil, t, err
}

// Layout implements [solve.Source].
func (s *Source) Layout(class material.Class) (*slice.Layout, error) {
	e, t, err := s.of(class)
	switch {
	case err != nil:
		return nil, err
	case e != nil:
		return e.layout, nil
	}
	return t.Layout, nil
}

// Span implements [solve.Source].
func (s *Source) Span(l *slice.Layout, number int, side board.Color, frame int) (solve.Span, error) {
	e, t, err := s.of(l.Class)
	if err != nil {
		return solve.Span{}, err
	}
	if l.Pinned() >= 0 {
		if e != nil {
			return solve.Span{}, fmt.Errorf("%v is being built, and read in whole slices only", l.Class)
		}
		return s.pinned(t, l, number, side, frame)
	}
	var at inPart
	if e != nil {
		at = e.partOf(number, side, frame)
	} else {
		at = t.partOf(number, side, frame)
	}
	values, err := s.values(at.key, at.entries, func(into []value.Value) error { return s.read(at.key, into) })
	if err != nil {
		return solve.Span{}, named(l.Class.String(), err)
	}
	return solve.Span{First: frame, Values: values[at.first : at.first+l.FrameEntries()]}, nil
}

// values returns the values of frames, so many, which are read unless they are
// in the cache or in the attic. It takes the time unless they are simply there.
func (s *Source) values(key partKey, entries int, read func(into []value.Value) error) ([]value.Value, error) {
	if p := s.lib.peek(key); p != nil {
		return p.values, nil
	}
	if err := s.ctx.Err(); err != nil { // where all is in the attic nobody else would ask
		return nil, err
	}
	if !s.timing { // looking ahead asks for parts too
		s.timing = true
		start := time.Now()
		defer func() {
			s.timing = false
			s.reading += time.Since(start)
		}()
	}
	p, err := s.lib.part(s.ctx, key, entries, func(p *part) error {
		p.values = make([]value.Value, entries)
		if s.lib.attic.get(key, p.values) {
			return nil
		}
		return read(p.values)
	})
	if err != nil {
		return nil, err
	}
	return p.values, nil
}

// An inPart says where the values of a frame are remembered.
type inPart struct {
	key     partKey
	first   int // entry of the frame in the part
	entries int // of the part
}

// partOf finds the part that has a frame of a slice that is kept.
func (e *Encoder) partOf(number int, side board.Color, frame int) (at inPart) {
	at.key = partKey{of: e, kind: chunkPart, number: number, side: side}
	at.key.index, at.first, at.entries = e.layout.FindChunk(frame)
	return at
}

// mostSpanEntries is the size of spans beyond which their frames are
// remembered each for itself.
const mostSpanEntries = 1 << 20

// partOf finds the part that has a frame.
func (t *Table) partOf(number int, side board.Color, frame int) (at inPart) {
	at.key = partKey{of: t, number: number, side: side}
	if !t.Header.Stores(side) {
		at.key.kind = chunkPart
		at.key.index, at.first, at.entries = t.Layout.FindChunk(frame)
		return at
	}
	grid := t.grid(number, side)
	at.key.kind = spanPart
	at.key.index, at.first = grid.SpanOf(frame)
	if at.entries = grid.Span(at.key.index).Entries; at.entries > t.library.most {
		at.key.kind = framePart
		at.key.index, at.first, at.entries = frame, 0, t.Layout.FrameEntries()
	}
	return at
}

// read fills in the values of a part that has them.
func (s *Source) read(key partKey, into []value.Value) error {
	if e, ok := key.of.(*Encoder); ok {
		return e.readKept(s.ctx, key, into)
	}
	switch key.kind {
	case chunkPart:
		return s.lookAhead(key, into)
	case framePart:
		return s.readFrame(key, into)
	}
	return key.of.(*Table).readSpan(s.ctx, key, into)
}

// spanRoom returns room for a span that is only passed through: it is used again for
// the next one, because the longest take 16 MiB.
func (s *Source) spanRoom(entries int) []value.Value {
	if cap(s.room) < entries {
		s.room = make([]value.Value, entries)
	}
	clear(s.room[:entries])
	return s.room[:entries]
}

// readFrame reads a frame of a span that is too large to be a part, with all others of
// the span.
func (s *Source) readFrame(key partKey, into []value.Value) error {
	t := key.of.(*Table)
	grid := t.grid(key.number, key.side)
	from := key
	from.kind = splittingPart
	from.index, _ = grid.SpanOf(key.index)
	return s.split(key, into, from, grid.Span(from.index).Entries, func() error {
		return s.passSpan(t, key.number, key.side, from.index, func(frame int, values []value.Value) {
			s.lib.attic.put(partKey{t, framePart, key.number, key.side, frame}, values)
			if frame == key.index {
				copy(into, values)
			}
		})
	})
}

// split fills in the values of a part that is read together with others, which go to the
// attic. What they are all read from is read by one goroutine at a time: the next one may
// find its part there.
func (s *Source) split(key partKey, into []value.Value, from partKey, size int, read func() error) error {
	for {
		done := false
		p, err := s.lib.part(s.ctx, from, size, func(*part) error {
			done = true
			return read()
		})
		if err != nil {
			return err
		}
		s.lib.drop(p)
		if done || s.lib.attic.get(key, into) {
			return nil
		}
	}
}

// dropLookaheads spares memory: one that is not busy is hardly asked again before
// another one is done.
func (s *Source) dropLookaheads() {
	maps.DeleteFunc(s.ahead, func(_ material.Class, la *lookahead) bool { return !la.busy })
}

// newLookahead returns one that remembers no more than is in proportion.
func (s *Source) newLookahead(l *slice.Layout) *solve.Lookahead {
	return solve.NewLookahead(l, s).Limit(s.lib.budget / lookaheadShare)
}

// lookaheadShare is how much of a library's memory a lookahead may take besides.
const lookaheadShare = 4

// lookAhead finds the values of a chunk with a side to move that is not stored.
func (s *Source) lookAhead(key partKey, into []value.Value) error {
	t := key.of.(*Table)
	la := s.ahead[t.Layout.Class]
	if la == nil {
		if s.lib.attic.outside.hasRoom() {
			s.dropLookaheads()
		}
		la = &lookahead{Lookahead: s.newLookahead(t.Layout), number: -1}
		s.ahead[t.Layout.Class] = la
	}
	la.busy = true
	defer func() { la.busy = false }()
	if la.number != key.number {
		la.number = key.number
		la.Begin(key.number, key.side)
	}
	size := t.Layout.FrameEntries()
	first, end := t.Layout.Chunk(key.index)
	for frame := first; frame < end; frame++ {
		if err := la.Frame(frame, into[(frame-first)*size:][:size]); err != nil {
			return err
		}
	}
	return nil
}

// tile returns the values of a tile, row by row, the first few rows at least.
// They are decoded unless they are remembered.
func (lib *Library) tile(ctx context.Context, key partKey, rows int, decode func(into []value.Value) error) ([]value.Value, error) {
	for {
		p, err := lib.part(ctx, key, rows*tile.Side, func(p *part) error {
			p.values = make([]value.Value, rows*tile.Side)
			return decode(p.values)
		})
		if err != nil {
			return nil, err
		}
		if len(p.values) >= rows*tile.Side {
			return p.values, nil
		}
		// It is of use more than once, so the next one needs all of it.
		rows = tile.Side
		lib.drop(p)
	}
}

// peekTile returns the values of a tile, if so many rows of it are there.
func (lib *Library) peekTile(key partKey, rows int) []value.Value {
	p := lib.peek(key)
	if p == nil || len(p.values) < rows*tile.Side {
		return nil
	}
	return p.values
}

// directory returns the directory of a section.
func (lib *Library) directory(ctx context.Context, t *Table, section int) (*directory, error) {
	size := directoryMemory(t.sectionTiles(section))
	p, err := lib.part(ctx, partKey{of: t, kind: directoryPart, index: section}, size, func(p *part) (err error) {
		p.directory, err = t.readDirectory(ctx, section)
		return err
	})
	if err != nil {
		return nil, err
	}
	return p.directory, nil
}

// part returns a part of a size, which is decoded unless it is remembered.
func (lib *Library) part(ctx context.Context, key partKey, size int, decode func(*part) error) (*part, error) {
	for {
		p, found := lib.find(key, size)
		if !found {
			lib.makeRoom()
			if lib.attic.outside.hasRoom() && lib.decoded.Add(int64(size)) >= collectAfter {
				lib.decoded.Store(0)
				runtime.GC()
			}
			p.err = decode(p)
			if p.err != nil {
				lib.drop(p)
			}
			close(p.ready)
			return p, p.err
		}
		select {
		case <-p.ready:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if p.err == nil {
			return p, nil
		}
		// It failed for another one, whose context may just have ended.
	}
}

// collectAfter is after how much that was decoded, within a budget, memory is collected:
// Go's collector alone lets through what is decoded while it marks, which can be a
// multiple of that, and a long part comes to lie where others were, not behind them.
const collectAfter = 4 << 20

// peek returns a part if it is there and ready.
func (lib *Library) peek(key partKey) *part {
	lib.caching.Lock()
	defer lib.caching.Unlock()
	e := lib.parts[key]
	if e == nil || !e.Value.(*part).isReady() {
		return nil
	}
	lib.recent.MoveToFront(e)
	return e.Value.(*part)
}

// find returns a part, which the caller must decode unless it was found.
func (lib *Library) find(key partKey, size int) (p *part, found bool) {
	lib.caching.Lock()
	defer lib.caching.Unlock()
	if e := lib.parts[key]; e != nil {
		lib.recent.MoveToFront(e)
		return e.Value.(*part), true
	}
	p = &part{key: key, size: size, ready: make(chan struct{})}
	lib.parts[key] = lib.recent.PushFront(p)
	lib.bytes += int64(p.size)
	return p, false
}

// makeRoom moves the parts that were not used for the longest time to the
// attic, or drops them, until the rest is within the budget. One that is being
// decoded stays: it may ask for many others, and would be lost when it is ready.
func (lib *Library) makeRoom() {
	var old []*part
	lib.caching.Lock()
	room := max(lib.budget/4, lib.budget-lib.attic.size())
	for e := lib.recent.Back(); e != nil && lib.bytes > room; {
		last := e
		if e = e.Prev(); last.Value.(*part).isReady() {
			old = append(old, lib.remove(last))
		}
	}
	lib.caching.Unlock()
	for _, p := range old {
		if _, stored := p.key.of.(*Table); stored && p.key.kind.ofFrames() {
			lib.attic.put(p.key, p.values)
		}
	}
}

func (p *part) isReady() bool {
	select {
	case <-p.ready:
		return p.err == nil
	default:
		return false
	}
}

// drop forgets a part.
func (lib *Library) drop(p *part) {
	lib.caching.Lock()
	defer lib.caching.Unlock()
	if e := lib.parts[p.key]; e != nil && e.Value.(*part) == p {
		lib.remove(e)
	}
}

// forget drops all parts of a table or an encoder.
func (lib *Library) forget(of any) {
	lib.attic.forget(of)
	lib.caching.Lock()
	defer lib.caching.Unlock()
	for key, e := range lib.parts {
		if key.of == of {
			lib.remove(e)
		}
	}
}

func (lib *Library) remove(e *list.Element) *part {
	p := lib.recent.Remove(e).(*part)
	delete(lib.parts, p.key)
	lib.bytes -= int64(p.size)
	return p
}
