//go:build js && wasm

package indexeddb

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
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

// partSuffix ends the names of new journals that are not accepted yet.
const partSuffix = ".part"

// Put implements [shelf.Store]. It fills a file beside the old one, and moves it. It also deletes such files of dead
// workers.
func (e privateEndings) Put(
	name string, fill func(part scratch.Room) error, replaces func(part, there scratch.Room) error,
) (*shelf.Entry, error) {
	folder, err := openPrivateFolder(e.folder)
	if err != nil {
		return nil, mark(err)
	}
	err = eachName(folder, func(name string) error {
		if strings.HasSuffix(name, partSuffix) {
			await(folder.Call("removeEntry", name)) // fails if it is open
		}
		return nil
	})
	if err != nil {
		return nil, mark(err)
	}
	part, err := openPrivateFile(folder, name+partSuffix)
	if isException(err, "NoModificationAllowedError") {
		return nil, shelf.ErrInUse
	}
	if err != nil {
		return nil, err
	}
	err = fill(part)
	if err == nil {
		err = e.accept(folder, name, part, replaces)
	}
	part.Close()
	if err == nil {
		err = movePrivateFile(folder, part.name, name)
	}
	if err != nil {
		part.remove()
		return nil, asInUse(err)
	}
	return entryOfEnding(folder, name)
}

// accept returns an error if a new journal must not replace the old one, if there is one.
func (e privateEndings) accept(
	folder js.Value, name string, part scratch.Room, replaces func(part, there scratch.Room) error,
) error {
	file, err := fileOf(folder, name)
	if err != nil {
		return mark(err)
	}
	if !file.Truthy() {
		return nil
	}
	there, err := openSoon(endingPatience, folder, name)
	if err != nil {
		return err
	}
	defer there.Close()
	if file.Get("size").Float() == 0 {
		return nil
	}
	return replaces(part, there)
}

// movePrivateFile gives a file another name. A file of that name is replaced.
func movePrivateFile(folder js.Value, from, to string) error {
	_, err := whenFree(endingPatience, func() (js.Value, error) {
		file, err := await(folder.Call("getFileHandle", from))
		if err != nil {
			return file, err
		}
		return await(file.Call("move", to))
	})
	return mark(err)
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
		if strings.HasSuffix(name, partSuffix) {
			return nil
		}
		if entry, err := entryOfEnding(folder, name); err == nil { // other files are not listed
			list = append(list, *entry)
		}
		return nil
	})
	slices.SortFunc(list, func(a, b shelf.Entry) int { return cmp.Compare(a.Name, b.Name) })
	return list, err
}

// entryOfEnding describes a journal.
func entryOfEnding(folder js.Value, name string) (*shelf.Entry, error) {
	file, err := readEnding(folder, name)
	if err != nil {
		return nil, err
	}
	p, err := ending.ReadPosition(file)
	if err != nil {
		return nil, err
	}
	modified := time.UnixMilli(int64(file.file.blob.Get("lastModified").Float()))
	return &shelf.Entry{Name: name, Position: p, Bytes: file.file.Size(), Modified: modified}, nil
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

// EndingFile returns the whole records of the journal of a name in a folder as a Blob.
func EndingFile(folder, name string) (js.Value, error) {
	file, err := privateEndings{folder}.Read(name)
	if err != nil {
		return js.Undefined(), err
	}
	r, err := ending.Read(file, 0)
	if err != nil {
		return js.Undefined(), err
	}
	return file.(*endingFile).file.blob.Call("slice", 0, r.Bytes()), nil
}

// RoomOfEnding returns a foreign journal as a room for reading.
func RoomOfEnding(file File) scratch.Room { return &endingFile{file: file, at: -1} }

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
