package table

import (
	"container/list"
	"context"
	"errors"
	"sync"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
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
	budget int64

	opening  sync.Mutex // guards what follows, and is held while a table is opened
	tables   map[material.Class]*Table
	building map[material.Class]*Encoder

	caching sync.Mutex // guards what follows
	parts   map[partKey]*list.Element
	recent  list.List // of *part, most recently used first
	bytes   int64     // of all parts
}

// A blockReader has the blocks of a class: a table, or an encoder, as far as
// it has come.
type blockReader interface {
	readBlock(ctx context.Context, number int, into []byte) error
}

// A partKey names some blocks that follow each other.
type partKey struct {
	of            blockReader
	block, blocks int
}

// A part is what blocks decode to. It is never changed, nor its memory used
// again, so whoever has it can go on reading when it is forgotten.
type part struct {
	key    partKey
	size   int
	ready  chan struct{} // closed once there are values, or an error
	values []value.Value
	err    error
}

// NewLibrary returns a library that remembers parts of so many bytes.
func NewLibrary(store Store, budget int64) *Library {
	return &Library{
		store:    store,
		budget:   budget,
		tables:   map[material.Class]*Table{},
		building: map[material.Class]*Encoder{},
		parts:    map[partKey]*list.Element{},
	}
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
		return t, nil
	}
	t, err := open(ctx, lib.store, class)
	if err != nil {
		return nil, named(class.String(), err)
	}
	t.library = lib
	lib.tables[class] = t
	return t, nil
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

// Source gives the tables to a solver.
func (lib *Library) Source(ctx context.Context) solve.Source { return &librarySource{ctx, lib} }

type librarySource struct {
	ctx context.Context
	lib *Library
}

// blocksOf returns where the blocks of a class are, and its layout.
func (s *librarySource) blocksOf(class material.Class) (blockReader, *slice.Layout, error) {
	s.lib.opening.Lock()
	defer s.lib.opening.Unlock()
	if e := s.lib.building[class]; e != nil {
		return e, e.layout, nil
	}
	t, err := s.lib.open(s.ctx, class)
	if err != nil {
		return nil, nil, err
	}
	return t, t.Layout, nil
}

// Layout implements [solve.Source].
func (s *librarySource) Layout(class material.Class) (*slice.Layout, error) {
	_, l, err := s.blocksOf(class)
	return l, err
}

// Span implements [solve.Source]. A span is a block, or a frame if that has
// many.
func (s *librarySource) Span(l *slice.Layout, number int, side board.Color, frame int) (solve.Span, error) {
	of, _, err := s.blocksOf(l.Class)
	if err != nil {
		return solve.Span{}, err
	}
	size := l.FrameEntries()
	blocks := max(1, size/BlockEntries)
	first := frame * size / BlockEntries
	key := partKey{of, firstBlock(l, number, side) + first, blocks}
	values, err := s.lib.part(s.ctx, l, key)
	if err != nil {
		return solve.Span{}, named(l.Class.String(), err)
	}
	return solve.Span{First: first * BlockEntries / size, Values: values}, nil
}

// part returns the values of some blocks.
func (lib *Library) part(ctx context.Context, l *slice.Layout, key partKey) ([]value.Value, error) {
	for {
		p, found := lib.find(l, key)
		if !found {
			p.values, p.err = readPart(ctx, p)
			if p.err != nil {
				lib.drop(p)
			}
			close(p.ready)
			return p.values, p.err
		}
		<-p.ready
		if p.err == nil {
			return p.values, nil
		}
		// It failed for another one, whose context may just have ended.
	}
}

// find returns a part, which the caller must fill in unless it was found.
func (lib *Library) find(l *slice.Layout, key partKey) (p *part, found bool) {
	lib.caching.Lock()
	defer lib.caching.Unlock()
	if e := lib.parts[key]; e != nil {
		lib.recent.MoveToFront(e)
		return e.Value.(*part), true
	}
	p = &part{key: key, ready: make(chan struct{})}
	for i := range key.blocks {
		p.size += blockLen(l, key.block+i)
	}
	lib.parts[key] = lib.recent.PushFront(p)
	lib.bytes += int64(p.size)
	for lib.bytes > lib.budget && lib.recent.Len() > 1 {
		lib.remove(lib.recent.Back())
	}
	return p, false
}

func readPart(ctx context.Context, p *part) ([]value.Value, error) {
	values := make([]value.Value, p.size)
	rest := valueBytes(values)
	for i := range p.key.blocks {
		n := min(len(rest), BlockEntries)
		if err := p.key.of.readBlock(ctx, p.key.block+i, rest[:n:n]); err != nil {
			return nil, err
		}
		rest = rest[n:]
	}
	return values, nil
}

// drop forgets a part.
func (lib *Library) drop(p *part) {
	lib.caching.Lock()
	defer lib.caching.Unlock()
	if e := lib.parts[p.key]; e != nil && e.Value.(*part) == p {
		lib.remove(e)
	}
}

// forget drops all parts of a class.
func (lib *Library) forget(of blockReader) {
	lib.caching.Lock()
	defer lib.caching.Unlock()
	for key, e := range lib.parts {
		if key.of == of {
			lib.remove(e)
		}
	}
}

func (lib *Library) remove(e *list.Element) {
	p := lib.recent.Remove(e).(*part)
	delete(lib.parts, p.key)
	lib.bytes -= int64(p.size)
}
