//go:build js && wasm

package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall/js"

	"github.com/matewright/matewright/core/build"
	"github.com/matewright/matewright/core/table"
)

// Scratch is a file in the origin's private file system (OPFS). There a worker reads
// and writes without waiting for the event loop, some microseconds a call.

// scratchFolder is this page's alone: other pages may share the origin.
const scratchFolder = "matewright-scratch"

// scratchFile is a file that is open in this worker. Who dies leaves it behind:
// see [clearScratch].
//
// Every js.Value that is made takes Go's collector some work and memory, and there may
// be millions of small reads. So reads make none.
type scratchFile struct {
	folder js.Value
	name   string
	handle js.Value                 // FileSystemSyncAccessHandle
	views  [len(viewSizes)]js.Value // Uint8Arrays of one buffer, that bytes go through
	at     js.Value                 // the options of a call
}

// viewSizes are the lengths of views; a read fills the shortest that is enough.
var viewSizes = [...]int{4 << 10, 64 << 10, 1 << 20}

const mostAtOnce = 1 << 20

// newScratch opens a new file.
func newScratch() (build.Scratch, error) {
	folder, err := openScratchFolder()
	if err != nil {
		return nil, err
	}
	name := rand.Text()
	if js.Global().Get("FileSystemSyncAccessHandle").IsUndefined() {
		return nil, errNoFiles
	}
	file, err := await(folder.Call("getFileHandle", name, map[string]any{"create": true}))
	if err != nil {
		return nil, err
	}
	handle, err := await(file.Call("createSyncAccessHandle"))
	if err != nil {
		_, _ = await(folder.Call("removeEntry", name))
		return nil, err
	}
	f := &scratchFile{folder: folder, name: name, handle: handle, at: js.ValueOf(map[string]any{"at": 0})}
	buffer := js.Global().Get("ArrayBuffer").New(mostAtOnce)
	for i, size := range viewSizes {
		f.views[i] = js.Global().Get("Uint8Array").New(buffer, 0, size)
	}
	return f, nil
}

// view returns the shortest view with room for so many bytes.
func (f *scratchFile) view(length int) js.Value {
	for i, size := range viewSizes {
		if length <= size {
			return f.views[i]
		}
	}
	panic("no view is so long")
}

var errNoFiles = errors.New("this browser has no private files for workers, and so cannot build with so little memory")

func openScratchFolder() (js.Value, error) {
	storage := js.Global().Get("navigator").Get("storage")
	if storage.IsUndefined() || storage.Get("getDirectory").IsUndefined() {
		return js.Value{}, errNoFiles
	}
	root, err := await(storage.Call("getDirectory"))
	if err != nil {
		return js.Value{}, err
	}
	return await(root.Call("getDirectoryHandle", scratchFolder, map[string]any{"create": true}))
}

func (f *scratchFile) WriteAt(p []byte, off int64) (n int, err error) {
	for n < len(p) && err == nil {
		part := p[n:min(len(p), n+mostAtOnce)]
		view := f.view(len(part))
		js.CopyBytesToJS(view, part)
		if view.Length() > len(part) {
			view = view.Call("subarray", 0, len(part))
		}
		var m int
		m, err = f.call("write", view, off+int64(n))
		if n += m; err == nil && m < len(part) {
			err = fmt.Errorf("%w: only %d of %d bytes of scratch were written", table.ErrFull, m, len(part))
		}
	}
	return n, err
}

func (f *scratchFile) ReadAt(p []byte, off int64) (n int, err error) {
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
func (f *scratchFile) call(method string, view js.Value, off int64) (n int, err error) {
	defer func() {
		switch thrown := recover().(type) {
		case nil:
		case js.Error:
			err = scratchError(thrown)
		default:
			panic(thrown)
		}
	}()
	f.at.Set("at", off)
	return f.handle.Call(method, view, f.at).Int(), nil
}

// scratchError makes the error of a full disk match [table.ErrFull].
func scratchError(err error) error {
	if strings.Contains(err.Error(), "QuotaExceededError") || strings.Contains(err.Error(), "quota") {
		return fmt.Errorf("%w: %w", table.ErrFull, err)
	}
	return err
}

func (f *scratchFile) Close() error {
	f.handle.Call("close")
	_, err := await(f.folder.Call("removeEntry", f.name))
	return err
}

// clearScratch deletes the files of workers that died. Those that are open can't be
// deleted, and stay.
func clearScratch() error {
	folder, err := openScratchFolder()
	if err != nil {
		return nil // then there are none
	}
	names := folder.Call("keys")
	for {
		next, err := await(names.Call("next"))
		if err != nil || next.Get("done").Bool() {
			return err
		}
		_, _ = await(folder.Call("removeEntry", next.Get("value")))
	}
}

// await waits for a promise.
func await(promise js.Value) (value js.Value, err error) {
	done := make(chan struct{})
	var fulfilled, rejected js.Func
	settle := func(f func(js.Value)) js.Func {
		return js.FuncOf(func(_ js.Value, args []js.Value) any {
			f(args[0])
			fulfilled.Release()
			rejected.Release()
			close(done)
			return nil
		})
	}
	fulfilled = settle(func(v js.Value) { value = v })
	rejected = settle(func(v js.Value) { err = js.Error{Value: v} })
	promise.Call("then", fulfilled, rejected)
	<-done
	return value, err
}
