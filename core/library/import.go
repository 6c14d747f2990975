package library

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/store"
)

// An Incoming is a table in an untrusted file, such as an export of another browser. The table becomes visible in a
// store after every byte matched a checksum.
//
// Checksums detect damage, but neither malice nor the errors of a wrong program. A known SHA-256 detects these, too. If
// none is known, the caller must verify the values by [Incoming.Within] before it accepts the table.
type Incoming struct {
	Header   *format.Header
	file     *store.File
	table    *Table // of no library
	unproven bool
	inOne    bool // piece
}

// Examine reads the frame and the header of a file of the given size, which is quick. Errors match [store.ErrForeign],
// [store.ErrVersion] or [store.ErrCorrupt], or come from reading the file. The file must not change afterwards.
func Examine(params format.Params, file io.ReaderAt, size int64) (*Incoming, error) {
	f, err := store.OpenFile(file, size)
	if err != nil {
		return nil, err
	}
	header, layout, err := params.Decode(f.Header(), f.Size())
	if err != nil {
		return nil, err
	}
	f.Name = header.Class.String()
	return &Incoming{Header: header, file: f, table: newTable(header, layout, f)}, nil
}

// Bytes returns the size of the table in a store.
func (in *Incoming) Bytes() int64 { return in.file.Size() + int64(len(in.file.Header())) }

// Units returns the number of units that the table is written in.
func (in *Incoming) Units() int {
	if in.inOne {
		return 1
	}
	return format.Units(in.table.Layout)
}

// Within returns a read-only view of a store with the table in it.
func (in *Incoming) Within(tables store.Store) store.Store {
	return Within(tables, in.file.Name, in.file)
}

// Within returns a read-only view of a store in which a blob has the name of a table.
func Within(tables store.Store, name string, blob store.Blob) store.Store {
	return &within{tables, name, blob}
}

type within struct {
	store.Store
	name string
	blob store.Blob
}

// Unwrap returns the store without the table, for [format.ParamsOf].
func (w *within) Unwrap() store.Store { return w.Store }

func (w *within) Open(ctx context.Context, name string) (store.Blob, error) {
	if name == w.name {
		return lent{w.blob}, nil
	}
	return w.Store.Open(ctx, name)
}

// lent is a blob that its owner closes.
type lent struct{ store.Blob }

func (lent) Close() error { return nil }

// Unproven imports the table as an unproven one, see [format.UnprovenName].
func (in *Incoming) Unproven() { in.unproven = true }

// InOnePiece imports the table in one piece, even if its class has several units. That is for compact tables: if one of
// their units were lost, a build would replace it by a usual one.
func (in *Incoming) InOnePiece() { in.inOne = true }

// Into writes the units of the table to a store, in place of those of the same class. It reads and checks the whole
// table, and then calls accept with the SHA-256 of the written table as a file. The units become visible only if accept
// returns no error. If this or anything before it fails, the store stays unchanged. Into calls observe regularly with
// the number of finished bytes.
func (in *Incoming) Into(
	ctx context.Context, tables store.Store, observe func(bytes int64), accept func(sum [sha256.Size]byte) error,
) (err error) {
	parts := in.parts()
	summer := store.NewSummer()
	defer func() {
		for _, p := range parts {
			if p.writer != nil {
				err = errors.Join(err, p.writer.Abort())
			}
		}
	}()
	var done int64
	for _, p := range parts {
		if p.writer, err = tables.Create(ctx, p.name); err != nil {
			return store.Named(p.name, err)
		}
		err = in.table.copySections(ctx, p.first, p.end, func(b []byte) error {
			done += int64(len(b))
			summer.Write(b)
			observe(done)
			return store.WriteAll(p.writer, p.name, b)
		})
		if err != nil {
			return err
		}
	}
	if err := accept(summer.Sum(in.file.Header())); err != nil {
		return err
	}
	for _, p := range parts {
		if err := p.writer.Commit(p.header); err != nil {
			return store.Named(p.name, err)
		}
	}
	switch {
	case in.inOne:
		return catalog.RemovePieces(ctx, tables, in.Header.Class)
	case len(parts) > 1:
		return catalog.RemoveWhole(ctx, tables, in.Header.Class)
	}
	return nil
}

// An incomingPart is the part of a table that becomes one unit.
type incomingPart struct {
	name       string
	header     []byte
	first, end int // sections
	writer     store.Writer
}

func (in *Incoming) parts() (list []*incomingPart) {
	l := in.table.Layout
	if in.unproven {
		return []*incomingPart{
			{name: format.UnprovenName(l.Class), header: in.file.Header(), end: len(in.Header.Sections)},
		}
	}
	if in.Units() == 1 {
		return []*incomingPart{{name: in.file.Name, header: in.file.Header(), end: len(in.Header.Sections)}}
	}
	at := 0
	for i, h := range in.Header.SplitUnits(l) {
		list = append(
			list,
			&incomingPart{name: format.UnitName(l, i+1), header: h.Encode(l), first: at, end: at + len(h.Sections)},
		)
		at += len(h.Sections)
	}
	return list
}
