//go:build js && wasm

package indexeddb

import (
	"errors"
	"fmt"
	"syscall/js"

	"github.com/hack-pad/go-indexeddb/idb"

	"github.com/matewright/matewright/core/store"
)

var (
	uint8Array = js.Global().Get("Uint8Array")
	jsBlob     = js.Global().Get("Blob")
	jsArray    = js.Global().Get("Array")
	keyRange   = js.Global().Get("IDBKeyRange")
)

// mark makes the errors of a full disk match ErrFull.
func mark(err error) error {
	if isException(err, "QuotaExceededError") {
		return fmt.Errorf("%w: %w", store.ErrFull, err)
	}
	return err
}

// isException reports whether an error is the DOMException of that name. Those
// that are thrown don't match by errors.Is, as those of failed requests do.
func isException(err error, name string) bool {
	if errors.Is(err, idb.NewDOMException(name)) {
		return true
	}
	var thrown js.Error
	return errors.As(err, &thrown) && thrown.Type() == js.TypeObject && thrown.Get("name").String() == name
}

// bytesOf returns a copy of bytes as JavaScript's.
func bytesOf(b []byte) js.Value {
	array := uint8Array.New(len(b))
	js.CopyBytesToJS(array, b)
	return array
}

// release empties an array's buffer. Left to the collectors it would stay
// until Go's has run, then JavaScript's. Browsers of before 2024 can't.
func release(array js.Value) {
	if buffer := array.Get("buffer"); buffer.Get("transfer").Truthy() {
		buffer.Call("transfer", 0)
	}
}
