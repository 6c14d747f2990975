package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"
)

// Beside returns a store with the tables of another store. If that lacks a table, it opens the file of it, such as
// KRPvK.mwt. It lists only the tables of the other store, and writes only there.
func Beside(tables Store, files fs.FS) Store { return &beside{tables, files} }

type beside struct {
	Store
	files fs.FS
}

// Unwrap returns the other store.
func (b *beside) Unwrap() Store { return b.Store }

// Changed is [FileStore.Changed] of the other store, as the files never change.
func (b *beside) Changed() (at time.Time, known bool) {
	if s, ok := b.Store.(interface{ Changed() (time.Time, bool) }); ok {
		return s.Changed()
	}
	return time.Time{}, false
}

// Has reports whether there is a file of a table.
func (b *beside) Has(name string) bool {
	_, err := fs.Stat(b.files, name+FileExt)
	return err == nil
}

func (b *beside) Open(ctx context.Context, name string) (Blob, error) {
	blob, err := b.Store.Open(ctx, name)
	if !errors.Is(err, ErrMissing) {
		return blob, err
	}
	file, failed := b.files.Open(name + FileExt)
	if errors.Is(failed, fs.ErrNotExist) {
		return nil, err
	}
	if failed == nil {
		blob, failed = openIn(file, name)
	}
	if failed != nil {
		return nil, Named(name, failed)
	}
	return blob, nil
}

// openIn opens the table in a file, and closes the file if that fails.
func openIn(file fs.File, name string) (blob Blob, err error) {
	defer func() {
		if err != nil {
			_ = file.Close() // which was only read
		}
	}()
	reader, ok := file.(io.ReaderAt)
	if !ok {
		return nil, fmt.Errorf("a file of type %T cannot be read at any place", file)
	}
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	table, err := OpenFile(reader, info.Size())
	if err != nil {
		return nil, err
	}
	table.Name, table.closer = name, file
	return table, nil
}
