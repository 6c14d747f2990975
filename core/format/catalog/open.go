package catalog

import (
	"context"
	"errors"
	"slices"
	"sort"

	"golang.org/x/sync/errgroup"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
)

// Open opens the table of a class. Errors are of type [*store.Error].
func Open(ctx context.Context, tables store.Store, class material.Class) (store.Blob, error) {
	blob, err := tables.Open(ctx, class.String())
	if !errors.Is(err, store.ErrMissing) {
		return blob, err
	}
	l := format.LayoutIn(tables, class)
	if format.Units(l) == 1 {
		return nil, err
	}
	u, unitErr := openUnits(ctx, tables, l, nil)
	switch {
	case unitErr != nil:
		return nil, unitErr
	case slices.Contains(u.blobs, nil):
		return nil, errors.Join(err, u.Close())
	}
	return u, nil
}

// Finished has the finished parts of a table of several units.
type Finished struct {
	Header *format.Header // missing sections are empty; those of lone slices follow
	Blob   store.Blob

	layout *slice.Layout
	lone   []slice.Number // in the order of their sections
}

// OpenFinished opens the finished units of a table of several units, and the existing ones of some lone slices (see
// [ListLone]). Callers must not read missing slices, see [Finished.HasSlice].
func OpenFinished(ctx context.Context, tables store.Store, l *slice.Layout, lone []slice.Number) (*Finished, error) {
	u, err := openUnits(ctx, tables, l, lone)
	if err != nil {
		return nil, err
	}
	return &Finished{u.joined, u, l, u.lone}, nil
}

// HasSlice reports whether a slice exists.
func (f *Finished) HasSlice(number slice.Number) bool {
	if f.Header.Sides == 0 {
		return false
	}
	_, lone := slices.BinarySearch(f.lone, number)
	return lone || f.hasGroup(number)
}

// Section returns the number of the section that has a slice with one side to move. Both must exist, see
// [Finished.HasSlice] and [format.Header.Stores].
func (f *Finished) Section(number slice.Number, c board.Color) int {
	section := f.Header.Section(f.layout, number, c)
	if f.hasGroup(number) {
		return section
	}
	i, _ := slices.BinarySearch(f.lone, number)
	return section - f.ofGroup(number) + (format.Groups(f.layout)+i)*f.Header.PerGroup()
}

func (f *Finished) hasGroup(number slice.Number) bool {
	return f.Header.Sections[f.ofGroup(number)].Size() > 0
}

// ofGroup returns the first section of the group that has a slice.
func (f *Finished) ofGroup(number slice.Number) int {
	return int(number/format.GroupSlices(f.layout)) * f.Header.PerGroup()
}

// IsLone reports whether a section is that of a lone slice.
func (f *Finished) IsLone(section int) bool {
	return section >= format.Groups(f.layout)*f.Header.PerGroup()
}

// openedUnits is a [store.Blob] of the units of a table, with the bytes of the table in one piece. The bytes of lone
// slices follow those of units.
type openedUnits struct {
	joined *format.Header
	lone   []slice.Number
	header []byte
	blobs  []store.Blob // nil if missing
	starts []int64      // the start of each in the data, and the end of the last one
}

// openUnits opens the existing units of a table, and the existing ones of some lone slices.
func openUnits(
	ctx context.Context, tables store.Store, l *slice.Layout, lone []slice.Number,
) (_ *openedUnits, err error) {
	var pieces []format.Piece
	for i := range format.Units(l) {
		pieces = append(pieces, format.UnitPiece(l, i+1))
	}
	for _, number := range lone {
		pieces = append(pieces, format.LonePiece(l, number))
	}
	n := len(pieces)
	u := &openedUnits{blobs: make([]store.Blob, n), starts: make([]int64, n+1)}
	defer func() {
		if err != nil {
			err = errors.Join(err, u.Close())
		}
	}()
	headers := make([]*format.UnitHeader, n)
	var all errgroup.Group
	for i := range pieces {
		all.Go(func() (err error) {
			headers[i], u.blobs[i], err = openPiece(ctx, tables, l, &pieces[i])
			return err
		})
	}
	if err := all.Wait(); err != nil {
		return nil, ofTable(l.Class, err)
	}
	for i, blob := range u.blobs {
		u.starts[i+1] = u.starts[i]
		if blob != nil {
			u.starts[i+1] += blob.Size()
		}
	}
	units := headers[:format.Units(l)]
	existing := slices.DeleteFunc(headers[len(units):], func(h *format.UnitHeader) bool { return h == nil })
	for _, h := range existing {
		u.lone = append(u.lone, h.First)
	}
	if u.joined, err = join(l, units, existing); err != nil {
		return nil, err
	}
	if !slices.Contains(units, nil) {
		u.header = u.joined.Encode(l)
	}
	return u, nil
}

// openPiece opens a piece, unless it is missing.
func openPiece(
	ctx context.Context, tables store.Store, l *slice.Layout, p *format.Piece,
) (*format.UnitHeader, store.Blob, error) {
	blob, err := tables.Open(ctx, p.Name)
	if errors.Is(err, store.ErrMissing) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	h, err := p.Decode(l, blob.Header(), blob.Size())
	if err != nil {
		return nil, nil, errors.Join(err, blob.Close())
	}
	return h, blob, nil
}

// Parts returns the consecutive blobs that have the data of an open table.
func Parts(table store.Blob) []store.Blob {
	if u, ok := table.(*openedUnits); ok {
		return u.blobs
	}
	return []store.Blob{table}
}

// ofTable turns an error of a unit into one of its table, as readers of tables see no units.
func ofTable(class material.Class, err error) error {
	if named := (*store.Error)(nil); errors.As(err, &named) {
		err = named.Err
	}
	return &store.Error{Table: class.String(), Err: err}
}

// Header implements [store.Blob].
func (u *openedUnits) Header() []byte { return u.header }

// Size implements [store.Blob].
func (u *openedUnits) Size() int64 { return u.starts[len(u.blobs)] }

// ReadAt implements [store.Blob].
func (u *openedUnits) ReadAt(ctx context.Context, p []byte, off int64) error {
	if err := store.CheckRange(u.joined.Class.String(), u.Size(), off, len(p)); err != nil {
		return err
	}
	unit := sort.Search(len(u.blobs), func(i int) bool { return u.starts[i+1] > off })
	for ; len(p) > 0; unit++ {
		n := min(int64(len(p)), u.starts[unit+1]-off)
		if n == 0 {
			continue
		}
		if err := u.blobs[unit].ReadAt(ctx, p[:n], off-u.starts[unit]); err != nil {
			return ofTable(u.joined.Class, err)
		}
		p, off = p[n:], off+n
	}
	return nil
}

// Close implements [store.Blob].
func (u *openedUnits) Close() (err error) {
	for _, blob := range u.blobs {
		if blob != nil {
			err = errors.Join(err, blob.Close())
		}
	}
	return err
}
