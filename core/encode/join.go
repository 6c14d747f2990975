package encode

import (
	"context"
	"errors"
	"fmt"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
)

// Join makes a table of its units, which must all be in the store, and removes
// them once it is committed. It returns the header of the table and its size.
// Observe is called regularly with how much is done, from 0 to 1; an error of its
// own ends it. An error that matches [store.ErrCorrupt] or [store.ErrMissing] names the unit
// that has to be made again.
func Join(ctx context.Context, tables store.Store, l *slice.Layout, observe func(done float64) error) (h *format.Header, size int64, err error) {
	w, err := tables.Create(ctx, l.Class.String())
	if err != nil {
		return nil, 0, store.Named(l.Class.String(), err)
	}
	j := joint{layout: l, writer: w, units: format.NewUnitReader(tables, format.NewKeptChunks(l))}
	defer func() { err = errors.Join(err, w.Abort(), j.units.Close()) }()
	for done := range format.Units(l) {
		if err := observe(float64(done) / float64(format.Units(l))); err != nil {
			return nil, 0, err
		}
		if err := j.add(ctx, done+1); err != nil {
			return nil, 0, err
		}
	}
	header := j.header.Encode(l)
	if err := w.Commit(header); err != nil {
		return nil, 0, store.Named(l.Class.String(), err)
	}
	if err := j.units.Close(); err != nil {
		return nil, 0, err
	}
	// The table is there, whatever comes of this; ClearUnits does what is left.
	_, _ = format.RemoveUnits(ctx, tables, l.Class)
	return &j.header, j.size + int64(len(header)), nil
}

// A joint is a table being made of its units.
type joint struct {
	layout *slice.Layout
	units *format.UnitReader
	writer store.Writer
	header format.Header
	size   int64
}

// add writes the sections of the next unit.
func (j *joint) add(ctx context.Context, unit int) error {
	o, err := j.units.File(ctx, unit)
	if err != nil {
		return err
	}
	if unit == 1 {
		j.header.Class, j.header.Metric, j.header.Sides = o.Class, o.Metric, o.Sides
	} else if j.header.Metric != o.Metric || j.header.Sides != o.Sides {
		return store.Named(o.Name, fmt.Errorf("%w: it does not fit those before it", store.ErrCorrupt))
	}
	for section, ref := range o.Sections {
		err := o.CopySection(ctx, j.layout, section, func(b []byte) error { return store.WriteAll(j.writer, o.Class.String(), b) })
		if err != nil {
			return err
		}
		ref.Offset = j.size
		j.header.Sections = append(j.header.Sections, ref)
		j.size += ref.Size()
	}
	j.header.Statistics.AddLater(&o.Statistics)
	return nil
}
