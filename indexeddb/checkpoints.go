//go:build js && wasm

package indexeddb

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall/js"
	"time"

	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/scratch"
)

// Checkpoints returns the checkpoint store of a name in the private file system of the origin. It returns nil if the
// browser has no such file system.
func Checkpoints(name string) checkpoint.Store {
	if !havePrivateFiles() {
		return nil
	}
	return privateCheckpoints{name}
}

// privateCheckpoints has a folder for each checkpoint. The files of an open checkpoint are locked. The locks of a dead
// worker end some moments later.
type privateCheckpoints struct {
	folder string // in which they are
}

// patience is how long a worker may take to die.
var patience = 10 * time.Second

// Open implements [checkpoint.Store].
func (c privateCheckpoints) Open(name string) (*checkpoint.Files, error) {
	all, err := openPrivateFolder(c.folder)
	if err != nil {
		return nil, mark(err)
	}
	folder, err := await(all.Call("getDirectoryHandle", name, map[string]any{"create": true}))
	if err != nil {
		return nil, mark(err)
	}
	bits, err := openSoon(patience, folder, checkpoint.BitsName)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	lists, err := openSoon(patience, folder, checkpoint.ListsName)
	if err != nil {
		return nil, errors.Join(err, bits.Close())
	}
	open := func() (scratch.File, error) { return openSoon(patience, folder, checkpoint.RecordName) }
	record := scratch.Lazily(open)
	there, err := fileOf(folder, checkpoint.RecordName)
	if err == nil && there.Truthy() {
		record, err = open()
	}
	if err != nil {
		return nil, errors.Join(err, lists.Close(), bits.Close())
	}
	return &checkpoint.Files{Bits: bits, Lists: lists, Record: record}, nil
}

func openSoon(within time.Duration, folder js.Value, name string) (scratch.File, error) {
	return whenFree(within, func() (scratch.File, error) { return openPrivateFile(folder, name) })
}

// whenFree does something with files that somebody else may have open for a moment.
func whenFree[T any](within time.Duration, do func() (T, error)) (T, error) {
	for begin := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		value, err := do()
		if !isException(err, "NoModificationAllowedError") {
			return value, err
		}
		if time.Since(begin) > within {
			return value, checkpoint.ErrOpen
		}
	}
}

// fileOf returns a file for reading, whether it is open or not. It returns undefined if the file does not exist.
func fileOf(folder js.Value, name string) (js.Value, error) {
	handle, err := await(folder.Call("getFileHandle", name))
	if isException(err, "NotFoundError") {
		return js.Undefined(), nil
	}
	if err != nil {
		return js.Undefined(), err
	}
	return await(handle.Call("getFile"))
}

// List implements [checkpoint.Store].
func (c privateCheckpoints) List() (list []checkpoint.Entry, err error) {
	err = c.each(func(_, folder js.Value, name string) error {
		record, err := readRecord(folder)
		if record == nil || err != nil {
			return err
		}
		e := checkpoint.Entry{Name: name, Record: record}
		for _, part := range []string{checkpoint.BitsName, checkpoint.ListsName, checkpoint.RecordName} {
			file, err := fileOf(folder, part)
			if err != nil {
				return err
			}
			if file.Truthy() {
				e.Bytes += int64(file.Get("size").Float())
			}
		}
		list = append(list, e)
		return nil
	})
	slices.SortFunc(list, func(a, b checkpoint.Entry) int { return strings.Compare(a.Name, b.Name) })
	return list, err
}

// each hands over all folders, but those that go meanwhile.
func (c privateCheckpoints) each(do func(all, folder js.Value, name string) error) error {
	all, err := openPrivateFolder(c.folder)
	if err != nil {
		return err
	}
	return eachName(all, func(name string) error {
		folder, err := await(all.Call("getDirectoryHandle", name))
		if err == nil {
			err = do(all, folder, name)
		}
		if isException(err, "NotFoundError") {
			return nil
		}
		return err
	})
}

// readRecord returns nil without a record.
func readRecord(folder js.Value) (*checkpoint.Record, error) {
	file, err := fileOf(folder, checkpoint.RecordName)
	if err != nil || !file.Truthy() {
		return nil, err
	}
	buffer, err := await(file.Call("arrayBuffer"))
	if err != nil {
		return nil, err
	}
	array := uint8Array.New(buffer)
	b := make([]byte, array.Length())
	js.CopyBytesToGo(b, array)
	return checkpoint.Read(bytes.NewReader(b))
}

// Remove implements [checkpoint.Store].
func (c privateCheckpoints) Remove(name string) error {
	all, err := openPrivateFolder(c.folder)
	if err != nil {
		return err
	}
	_, err = whenFree(patience, func() (js.Value, error) { return removeFolder(all, name) })
	if isException(err, "NotFoundError") {
		return nil
	}
	return err
}

func removeFolder(all js.Value, name string) (js.Value, error) {
	return await(all.Call("removeEntry", name, map[string]any{"recursive": true}))
}

// Clear implements [checkpoint.Store]. Those that stay open can't be deleted.
func (c privateCheckpoints) Clear() error {
	return c.each(func(all, folder js.Value, name string) error {
		record, err := readRecord(folder)
		if record == nil && err == nil {
			_, _ = whenFree(patience, func() (js.Value, error) { return removeFolder(all, name) })
		}
		return err
	})
}
