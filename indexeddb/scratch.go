//go:build js && wasm

package indexeddb

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"sync"
	"syscall/js"

	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/store"
)

// OpenScratch opens a new file outside of memory. It prefers the origin's private file system (OPFS): a call takes some
// microseconds, and does not wait for the event loop. Without OPFS it uses the database (blockfile.go). A worker that
// dies leaves its file; see [Store.ClearScratch].
func (s *Store) OpenScratch(ctx context.Context) (scratch.File, error) {
	if havePrivateFiles() {
		return openPrivateScratch()
	}
	return newBlockFile(ctx, s), nil
}

// havePrivateFiles reports whether this worker may have them. Private windows can lack
// them.
var havePrivateFiles = sync.OnceValue(func() bool {
	handle, storage := js.Global().Get("FileSystemFileHandle"), js.Global().Get("navigator").Get("storage")
	if handle.IsUndefined() || handle.Get("prototype").Get("createSyncAccessHandle").IsUndefined() ||
		storage.IsUndefined() || storage.Get("getDirectory").IsUndefined() {
		return false
	}
	_, err := await(storage.Call("getDirectory"))
	return err == nil
})

// ScratchBytes returns the memory that the scratch files of a build take in the database. It includes their blocks, and
// the garbage of JavaScript values that reads create.
func ScratchBytes() int64 {
	if havePrivateFiles() {
		return 0
	}
	return 16 << 20
}

// FreeBytes returns the free storage that the browser reports, in bytes, or 0 if it reports none.
func FreeBytes() int64 {
	storage := js.Global().Get("navigator").Get("storage")
	if storage.IsUndefined() || storage.Get("estimate").IsUndefined() {
		return 0
	}
	estimate, err := await(storage.Call("estimate"))
	if err != nil {
		return 0
	}
	return max(0, int64(estimate.Get("quota").Float()-estimate.Get("usage").Float()))
}

// ClearScratch deletes the private files of dead workers. Open files cannot be deleted: ClearScratch returns their
// number. [Store.ClearOrphans] deletes the files of dead workers in the database.
func (s *Store) ClearScratch() (open int, err error) {
	if !havePrivateFiles() {
		return 0, nil
	}
	folder, err := openPrivateFolder(scratchFolder)
	if err != nil {
		return 0, err
	}
	err = eachName(folder, func(name string) error {
		if _, err := await(folder.Call("removeEntry", name)); err != nil {
			open++
		}
		return nil
	})
	return open, err
}

// scratchFolder is this program's alone: other pages may share the origin.
const scratchFolder = "matewright-scratch"

// A privateFile is a file that is open in this worker.
//
// Every js.Value that is made takes Go's collector some work and memory, and there may
// be millions of small reads and writes. So reads make none, and writes mostly none.
type privateFile struct {
	folder js.Value
	name   string
	handle js.Value                 // FileSystemSyncAccessHandle
	buffer js.Value                 // that bytes go through
	views  [len(viewSizes)]js.Value // Uint8Arrays of it
	exact  map[int]js.Value         // those that were written, by their length
	at     js.Value                 // the options of a call
}

// viewSizes are the lengths of views; a read fills the shortest that is enough.
var viewSizes = [...]int{1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20}

// mostExact is how many lengths of writes are remembered: those of some rows of bits come again and again.
const mostExact = 512

const mostAtOnce = 1 << 20

// privateScratch is such a file that goes when it is closed.
type privateScratch struct{ *privateFile }

func openPrivateScratch() (scratch.File, error) {
	folder, err := openPrivateFolder(scratchFolder)
	if err != nil {
		return nil, err
	}
	file, err := openPrivateFile(folder, rand.Text())
	if err != nil {
		return nil, err
	}
	return privateScratch{file}, nil
}

func (f privateScratch) Close() error {
	return errors.Join(f.privateFile.Close(), f.remove())
}

// openPrivateFile opens a file of a folder, and creates it if it is missing.
func openPrivateFile(folder js.Value, name string) (*privateFile, error) {
	file, err := await(folder.Call("getFileHandle", name, map[string]any{"create": true}))
	if err != nil {
		return nil, mark(err)
	}
	handle, err := await(file.Call("createSyncAccessHandle"))
	if err != nil {
		return nil, mark(err)
	}
	f := &privateFile{folder: folder, name: name, handle: handle, at: js.ValueOf(map[string]any{"at": 0})}
	f.buffer, f.exact = js.Global().Get("ArrayBuffer").New(mostAtOnce), map[int]js.Value{}
	for i, size := range viewSizes {
		f.views[i] = uint8Array.New(f.buffer, 0, size)
	}
	return f, nil
}

// openPrivateFolder opens a folder of the private file system, and creates it if it is missing.
func openPrivateFolder(name string) (js.Value, error) {
	root, err := await(js.Global().Get("navigator").Get("storage").Call("getDirectory"))
	if err != nil {
		return js.Value{}, err
	}
	return await(root.Call("getDirectoryHandle", name, map[string]any{"create": true}))
}

// eachName hands over the names in a folder.
func eachName(folder js.Value, do func(name string) error) error {
	names := folder.Call("keys")
	for {
		next, err := await(names.Call("next"))
		if err != nil || next.Get("done").Bool() {
			return err
		}
		if err := do(next.Get("value").String()); err != nil {
			return err
		}
	}
}

// view returns the shortest view with room for n bytes.
func (f *privateFile) view(length int) js.Value {
	for i, size := range viewSizes {
		if length <= size {
			return f.views[i]
		}
	}
	panic("no view is so long")
}

// exactly returns a view of a length.
func (f *privateFile) exactly(length int) js.Value {
	view, found := f.exact[length]
	if !found {
		if len(f.exact) == mostExact {
			clear(f.exact)
		}
		view = uint8Array.New(f.buffer, 0, length)
		f.exact[length] = view
	}
	return view
}

func (f *privateFile) WriteAt(p []byte, off int64) (n int, err error) {
	for n < len(p) && err == nil {
		part := p[n:min(len(p), n+mostAtOnce)]
		view := f.exactly(len(part))
		js.CopyBytesToJS(view, part)
		var m int
		m, err = f.call("write", view, off+int64(n))
		if n += m; err == nil && m < len(part) {
			err = fmt.Errorf("%w: only %d of %d bytes of scratch were written", store.ErrFull, m, len(part))
		}
	}
	return n, err
}

func (f *privateFile) ReadAt(p []byte, off int64) (n int, err error) {
	for n < len(p) && err == nil {
		part := p[n:min(len(p), n+mostAtOnce)]
		view := f.view(len(part))
		var m int
		m, err = f.call("read", view, off+int64(n))
		m = js.CopyBytesToGo(part[:min(m, len(part))], view)
		if n += m; err == nil && m < len(part) {
			err = io.EOF
		}
	}
	return n, err
}

// call reads into a view, or writes it.
func (f *privateFile) call(method string, view js.Value, off int64) (n int, err error) {
	defer catch(&err)
	f.at.Set("at", off)
	return f.handle.Call(method, view, f.at).Int(), nil
}

// catch turns an exception of JavaScript into an error. It is deferred.
func catch(err *error) {
	switch thrown := recover().(type) {
	case nil:
	case js.Error:
		*err = mark(thrown)
	default:
		panic(thrown)
	}
}

// Truncate cuts the file to a size.
func (f *privateFile) Truncate(size int64) (err error) {
	defer catch(&err)
	f.handle.Call("truncate", size)
	return nil
}

// Close closes the file, but does not delete it.
func (f *privateFile) Close() error {
	f.handle.Call("close")
	return nil
}

func (f *privateFile) remove() error {
	_, err := await(f.folder.Call("removeEntry", f.name))
	return err
}
