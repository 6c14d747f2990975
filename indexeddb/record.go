//go:build js && wasm

package indexeddb

import (
	"syscall/js"

	"github.com/matewright/matewright/core/store"
)

// A recordAsk is someone who wants the record of a table.
type recordAsk struct {
	name   string
	record record
	err    error
	done   chan struct{} // closed when there is an answer
}

// A record is a value of the tables object store.
type record struct {
	generation string
	size       int64 // of the data, in bytes
	header     []byte
}

// blocks returns how many blocks the data fill.
func (r record) blocks() int {
	return int((r.size + blockSize - 1) / blockSize)
}

// value returns the record as JavaScript's object.
func (r record) value() js.Value {
	return js.ValueOf(map[string]any{"generation": r.generation, "size": r.size, "header": bytesOf(r.header)})
}

// parseRecord is the inverse of value. It returns the zero record for whatever
// else may be found in a database.
func parseRecord(v js.Value) record {
	if v.Type() != js.TypeObject {
		return record{}
	}
	generation, size, header := v.Get("generation"), v.Get("size"), v.Get("header")
	if generation.Type() != js.TypeString || size.Type() != js.TypeNumber || !header.InstanceOf(uint8Array) {
		return record{}
	}
	const maxSize = 1 << 53 // integers are exact below
	if n := size.Float(); !(n >= 0 && n < maxSize) || header.Length() > store.MaxHeader {
		return record{}
	}
	r := record{generation.String(), int64(size.Float()), make([]byte, header.Length())}
	js.CopyBytesToGo(r.header, header)
	return r
}

// A blockKey is the key of a block of a writer.
type blockKey struct {
	generation string
	n          int
}

func (k blockKey) value() js.Value {
	return js.ValueOf([]any{k.generation, k.n})
}

// blockKeys is the range of all block keys of a generation.
func blockKeys(generation string) js.Value {
	afterNumbers := []any{} // an array sorts after every number
	return keyRange.Call("bound", js.ValueOf([]any{generation}), js.ValueOf([]any{generation, afterNumbers}))
}

// blockSize is the length in bytes of every block but a table's last. To find a
// block takes half a millisecond, and a probe may read all over a table.
const blockSize = 4 << 20
