package build

import (
	"container/list"
	"context"
	"errors"

	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/table"
)

// cache is the solver's [solve.Source]: finished slices, read from the store,
// or from the encoder for the class that is being built, and kept in memory
// within a budget.
type cache struct {
	ctx    context.Context
	store  table.Store
	budget int64 // bytes

	tables   map[material.Class]*table.Table
	building *table.Encoder // has the slices of its class that are done already
	layout   *slice.Layout  // of building

	slices map[sliceKey]*list.Element
	recent list.List // of *cachedSlice, most recently used first
	bytes  int64
}

type sliceKey struct {
	class  material.Class
	number int
}

type cachedSlice struct {
	key    sliceKey
	values *solve.Values
}

func newCache(ctx context.Context, store table.Store, budget int64) *cache {
	return &cache{
		ctx:    ctx,
		store:  store,
		budget: budget,
		tables: map[material.Class]*table.Table{},
		slices: map[sliceKey]*list.Element{},
	}
}

// Layout implements [solve.Source].
func (c *cache) Layout(class material.Class) (*slice.Layout, error) {
	if c.layout != nil && c.layout.Class == class {
		return c.layout, nil
	}
	t, err := c.table(class)
	if err != nil {
		return nil, err
	}
	return t.Layout, nil
}

func (c *cache) table(class material.Class) (*table.Table, error) {
	if t := c.tables[class]; t != nil {
		return t, nil
	}
	t, err := table.Open(c.ctx, c.store, class)
	if err == nil {
		c.tables[class] = t
	}
	return t, err
}

// Values implements [solve.Source].
func (c *cache) Values(l *slice.Layout, number int) (*solve.Values, error) {
	key := sliceKey{l.Class, number}
	if e := c.slices[key]; e != nil {
		c.recent.MoveToFront(e)
		return e.Value.(*cachedSlice).values, nil
	}
	values := solve.NewValues(l)
	if err := c.read(l, number, values); err != nil {
		return nil, err
	}
	c.slices[key] = c.recent.PushFront(&cachedSlice{key, values})
	c.bytes += size(values)
	return values, nil
}

func (c *cache) read(l *slice.Layout, number int, into *solve.Values) error {
	if c.layout != nil && c.layout.Class == l.Class {
		return c.building.Values(number, into)
	}
	t, err := c.table(l.Class)
	if err != nil {
		return err
	}
	return t.Values(c.ctx, number, into)
}

func size(v *solve.Values) int64 { return int64(len(v[0]) + len(v[1])) }

// trim brings the cache back into its budget. It must not be called while a
// slice is being solved, because the solver holds on to what it reads.
func (c *cache) trim() {
	for c.bytes > c.budget && c.recent.Len() > 0 {
		old := c.recent.Remove(c.recent.Back()).(*cachedSlice)
		delete(c.slices, old.key)
		c.bytes -= size(old.values)
	}
}

// begin makes the finished slices of a class readable while it is being built.
func (c *cache) begin(l *slice.Layout, e *table.Encoder) {
	c.layout, c.building = l, e
}

// end forgets the class that was being built: from now on it is in the store.
func (c *cache) end() { c.layout, c.building = nil, nil }

func (c *cache) close() error {
	var err error
	for _, t := range c.tables {
		err = errors.Join(err, t.Close())
	}
	return err
}
