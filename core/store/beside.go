package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"
)

// Beside returns a store with the tables of another store. If that lacks a table, it calls open, which returns nil if
// there is no such table elsewhere. It lists only the tables of the other store, and writes only there.
func Beside(tables Store, open func(ctx context.Context, name string) (Blob, error)) Store {
	return &beside{tables, open}
}

type beside struct {
	Store
	open func(ctx context.Context, name string) (Blob, error)
}

// Unwrap returns the other store.
func (b *beside) Unwrap() Store { return b.Store }

func (b *beside) Open(ctx context.Context, name string) (Blob, error) {
	blob, err := b.Store.Open(ctx, name)
	if !errors.Is(err, ErrMissing) {
		return blob, err
	}
	other, failed := b.open(ctx, name)
	switch {
	case failed != nil:
		return nil, failed
	case other == nil:
		return nil, err
	}
	return other, nil
}

// BesideFiles is [Beside] with the tables in files, such as KRPvK.mwt.
func BesideFiles(tables Store, files fs.FS) Store {
	b := &besideFiles{files: files}
	b.beside = beside{tables, b.openFile}
	return b
}

type besideFiles struct {
	beside
	files fs.FS
}

// Changed is [FileStore.Changed] of the other store, as the files never change.
func (b *besideFiles) Changed() (at time.Time, known bool) {
	if s, ok := b.Store.(interface{ Changed() (time.Time, bool) }); ok {
		return s.Changed()
	}
	return time.Time{}, false
}

// Has reports whether there is a file of a table.
func (b *besideFiles) Has(name string) bool {
	_, err := fs.Stat(b.files, name+FileExt)
	return err == nil
}

// openFile opens the table in a file, if there is one.
func (b *besideFiles) openFile(_ context.Context, name string) (blob Blob, err error) {
	file, err := b.files.Open(name + FileExt)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		blob, err = openIn(file, name)
	}
	if err != nil {
		return nil, Named(name, err)
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
