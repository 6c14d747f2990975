//go:build js && wasm

package indexeddb

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"syscall/js"
	"time"

	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/ending/shelf"
	"github.com/matewright/matewright/core/scratch"
)

// Endings returns the journals of endings in a folder of the private file system of the origin. It returns nil if the
// browser has no such file system.
func Endings(folder string) shelf.Store {
	if !havePrivateFiles() {
		return nil
	}
	return privateEndings{folder}
}

// endingPatience is how long somebody waits for an ending that another worker may solve, or that dies.
var endingPatience = 3 * time.Second

// privateEndings has a file for each journal. A file that is open for solving is locked.
type privateEndings struct{ folder string }

// Open implements [shelf.Store].
func (e privateEndings) Open(name string) (scratch.File, error) {
	folder, err := openPrivateFolder(e.folder)
	if err != nil {
		return nil, mark(err)
	}
	file, err := openSoon(endingPatience, folder, name)
	return file, asInUse(err)
}

// asInUse replaces the error about a file that stays open elsewhere.
func asInUse(err error) error {
	if errors.Is(err, checkpoint.ErrOpen) {
		return shelf.ErrInUse
	}
	return err
}

// Read implements [shelf.Store]. If the journal is changed later, reading fails.
func (e privateEndings) Read(name string) (scratch.File, error) {
	folder, err := openPrivateFolder(e.folder)
	if err != nil {
		return nil, mark(err)
	}
	return readEnding(folder, name)
}

func readEnding(folder js.Value, name string) (*endingFile, error) {
	blob, err := fileOf(folder, name)
	if err != nil {
		return nil, mark(err)
	}
	if !blob.Truthy() {
		return nil, fmt.Errorf("the ending %s: %w", name, fs.ErrNotExist)
	}
	return &endingFile{file: File{blob}, at: -1}, nil
}

// List implements [shelf.Store].
func (e privateEndings) List() (list []shelf.Entry, err error) {
	folder, err := openPrivateFolder(e.folder)
	if err != nil {
		return nil, mark(err)
	}
	err = eachName(folder, func(name string) error {
		file, err := readEnding(folder, name)
		if err != nil {
			return nil // deleted meanwhile
		}
		if p, err := ending.ReadPosition(file); err == nil {
			modified := time.UnixMilli(int64(file.file.blob.Get("lastModified").Float()))
			list = append(list, shelf.Entry{Name: name, Position: p, Bytes: file.file.Size(), Modified: modified})
		}
		return nil
	})
	slices.SortFunc(list, func(a, b shelf.Entry) int { return cmp.Compare(a.Name, b.Name) })
	return list, err
}

// Remove implements [shelf.Store].
func (e privateEndings) Remove(name string) error {
	folder, err := openPrivateFolder(e.folder)
	if err != nil {
		return mark(err)
	}
	_, err = whenFree(endingPatience, func() (js.Value, error) { return await(folder.Call("removeEntry", name)) })
	if isException(err, "NotFoundError") {
		return nil
	}
	return asInUse(err)
}

// EndingFile returns the journal of a name in a folder as a Blob.
func EndingFile(folder, name string) (js.Value, error) {
	file, err := privateEndings{folder}.Read(name)
	if err != nil {
		return js.Undefined(), err
	}
	return file.(*endingFile).file.blob, nil
}

// An endingFile is a journal for reading. Each read of a Blob waits for the event loop, and journals have many short
// records, so it reads longer parts.
type endingFile struct {
	file File
	part []byte
	at   int64 // the offset of the part
}

// endingPart is the number of bytes that are read at once. At the beginning a few are read, which have the position.
const (
	endingPart  = 256 << 10
	endingStart = 1 << 10
)

// ReadAt implements [io.ReaderAt].
func (f *endingFile) ReadAt(p []byte, off int64) (n int, err error) {
	for n < len(p) {
		at := off + int64(n)
		if at >= f.file.Size() {
			return n, io.EOF
		}
		if f.at < 0 || at < f.at || at >= f.at+int64(len(f.part)) {
			if err := f.load(at); err != nil {
				return n, err
			}
		}
		n += copy(p[n:], f.part[at-f.at:])
	}
	return n, nil
}

// load reads the part that begins at an offset.
func (f *endingFile) load(off int64) error {
	f.at = -1
	length := int64(endingPart)
	if off == 0 {
		length = endingStart
	}
	f.part = make([]byte, min(length, f.file.Size()-off))
	if _, err := f.file.ReadAt(f.part, off); err != nil {
		return err
	}
	f.at = off
	return nil
}

// WriteAt refuses.
func (f *endingFile) WriteAt([]byte, int64) (int, error) { return 0, errors.ErrUnsupported }

// Close implements [io.Closer].
func (f *endingFile) Close() error { return nil }
