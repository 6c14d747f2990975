package library

import (
	"context"
	"errors"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/facefile"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
)

// leastForNext is the smallest cache with which a library reads the next stretch of a face in advance.
const leastForNext = 64 * stretchBytes

// readerOf returns a function that reads bytes of a face. A face is read from its beginning to its end, so the function
// also begins to read the next stretch. The solver uses the current one while the browser's database reads. A small
// cache would drop the next stretch before its use.
func (lib *Library) readerOf(ctx context.Context, file *facefile.File) func(off int64, n int) ([]byte, error) {
	return func(off int64, n int) ([]byte, error) {
		bytes, err := lib.readAhead(ctx, file, file.Blob, off, n)
		next := (off+int64(n)-1)/stretchBytes + 1
		if err == nil && next*stretchBytes < file.Blob.Size() && lib.parts.Budget() >= leastForNext {
			lib.parts.Begin(lib.stretch(ctx, file, file.Blob, next))
		}
		return bytes, err
	}
}

// open returns the open face that has a slice of the whole class.
func (fs *faces) open(
	ctx context.Context, whole *slice.Layout, f material.Face, number slice.Number,
) (*facefile.File, error) {
	if fs.store == nil {
		return nil, store.ErrMissing
	}
	fs.mu.Lock()
	defer fs.mu.Unlock()
	first, end := format.UnitSlices(whole, format.UnitOf(whole, number))
	keys := []faceKey{{f, 0, whole.Slices()}, {f, first, end}, {f, number, number + 1}}
	if !format.StoresLone(whole) {
		keys = keys[:2]
	}
	for _, key := range keys {
		file, known := fs.files[key]
		if !known {
			var err error
			if file, err = fs.find(ctx, whole, key); err != nil {
				return nil, err
			}
			fs.files[key] = file
		}
		if file != nil && file.First <= number && number < file.End {
			return file, nil
		}
	}
	return nil, store.ErrMissing
}

// find opens a face, or returns nil if it is missing or damaged.
func (fs *faces) find(ctx context.Context, whole *slice.Layout, key faceKey) (*facefile.File, error) {
	piece := format.WholePiece(whole)
	if unit := format.UnitPiece(whole, format.UnitOf(whole, key.first)); unit.First == key.first &&
		unit.End == key.end {
		piece = unit
	} else if key.end == key.first+1 {
		piece = format.LonePiece(whole, key.first)
	}
	file, err := facefile.Open(ctx, fs.store, whole, key.face, piece.Name)
	if isLost(err) {
		return nil, nil
	}
	return file, err
}

// giveUp treats an unreadable face as missing.
func (fs *faces) giveUp(file *facefile.File) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	for key, f := range fs.files {
		if f == file {
			fs.files[key] = nil
			fs.old = append(fs.old, file)
		}
	}
}

// forget drops the faces of a class, so that the next reader looks for them again.
func (fs *faces) forget(class material.Class) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	for key, file := range fs.files {
		if key.face.Class == class {
			if file != nil {
				fs.old = append(fs.old, file)
			}
			delete(fs.files, key)
		}
	}
}

// closeFaces closes all faces.
func (lib *Library) closeFaces() (err error) {
	fs := &lib.faces
	fs.mu.Lock()
	defer fs.mu.Unlock()
	for _, file := range fs.files {
		if file != nil {
			fs.old = append(fs.old, file)
		}
	}
	for _, file := range fs.old {
		err = errors.Join(err, lib.closeFace(file))
	}
	fs.files, fs.old = map[faceKey]*facefile.File{}, nil
	return err
}

// closeFace closes a face without readers, after the end of reading in advance.
func (lib *Library) closeFace(file *facefile.File) error {
	lib.parts.Await(func(key partKey) bool { return key.of == file })
	lib.forget(file)
	return file.Close()
}

// RemoveFaces removes all faces except the needed ones. No goroutine may read the others at the same time.
func (lib *Library) RemoveFaces(ctx context.Context, needed func(material.Face) bool) error {
	fs := &lib.faces
	if fs.store == nil {
		return nil
	}
	fs.mu.Lock()
	defer fs.mu.Unlock()
	for key, file := range fs.files {
		if needed(key.face) {
			continue
		}
		delete(fs.files, key)
		if file != nil {
			_ = lib.closeFace(file) // the face is removed below
		}
	}
	entries, err := fs.store.List(ctx)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if f, _, ok := facefile.ParseName(e.Name); ok && needed(f) {
			continue
		}
		if err := fs.store.Remove(ctx, e.Name); err != nil && !errors.Is(err, store.ErrMissing) {
			return err
		}
	}
	return nil
}

// MissingFaces returns those of some faces that are missing in a store, given its entries. A face is complete as one
// file, or as files of all units of a table with these parameters.
func MissingFaces(params format.Params, entries []store.Entry, faces []material.Face) (missing []material.Face) {
	type ofPiece struct {
		face  material.Face
		piece string
	}
	stored := map[ofPiece]bool{}
	for _, e := range entries {
		if f, piece, ok := facefile.ParseName(e.Name); ok && facefile.IsFace(e.Header) {
			stored[ofPiece{f, piece}] = true
		}
	}
	for _, f := range faces {
		if stored[ofPiece{f, f.Class.String()}] {
			continue
		}
		l := params.Layout(f.Class)
		for unit := range format.Units(l) {
			if !stored[ofPiece{f, format.UnitName(l, unit+1)}] {
				missing = append(missing, f)
				break
			}
		}
	}
	return missing
}
