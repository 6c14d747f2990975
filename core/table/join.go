package table

import (
	"context"
	"errors"
	"fmt"

	"github.com/matewright/matewright/core/slice"
)

// Join makes a table of its shards, which must all be in the store, and removes
// them once it is committed. It returns the header of the table and its size.
// Observe is called regularly with how much is done, from 0 to 1; an error of its
// own ends it. An error that matches [ErrCorrupt] or [ErrMissing] names the shard
// that has to be made again.
func Join(ctx context.Context, store Store, l *slice.Layout, observe func(done float64) error) (h *Header, size int64, err error) {
	w, err := store.Create(ctx, l.Class.String())
	if err != nil {
		return nil, 0, named(l.Class.String(), err)
	}
	j := joint{layout: l, writer: w, shards: newShards(store, newKeptChunks(l))}
	defer func() { err = errors.Join(err, w.Abort(), j.shards.close()) }()
	for done := range Shards(l) {
		if err := observe(float64(done) / float64(Shards(l))); err != nil {
			return nil, 0, err
		}
		if err := j.add(ctx, done+1); err != nil {
			return nil, 0, err
		}
	}
	header := j.header.encode(l)
	if err := w.Commit(header); err != nil {
		return nil, 0, named(l.Class.String(), err)
	}
	if err := j.shards.close(); err != nil {
		return nil, 0, err
	}
	// The table is there, whatever comes of this; ClearShards does what is left.
	_, _ = RemoveShards(ctx, store, l.Class)
	return &j.header, j.size + int64(len(header)), nil
}

// A joint is a table being made of its shards.
type joint struct {
	layout *slice.Layout
	shards *shards
	writer Writer
	header Header
	size   int64
}

// add writes the sections of the next shard.
func (j *joint) add(ctx context.Context, shard int) error {
	o, err := j.shards.get(ctx, shard)
	if err != nil {
		return err
	}
	if shard == 1 {
		j.header.Class, j.header.Metric, j.header.sides = o.Class, o.Metric, o.sides
	} else if j.header.Metric != o.Metric || j.header.sides != o.sides {
		return named(o.name, fmt.Errorf("%w: it does not fit those before it", ErrCorrupt))
	}
	for section, ref := range o.sections {
		err := o.copySection(ctx, j.layout, section, func(b []byte) error { return writeAll(j.writer, o.Class.String(), b) })
		if err != nil {
			return err
		}
		ref.offset = j.size
		j.header.sections = append(j.header.sections, ref)
		j.size += ref.size()
	}
	j.header.Statistics.addLater(&o.Statistics)
	return nil
}
