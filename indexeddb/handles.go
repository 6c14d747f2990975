//go:build js && wasm

package indexeddb

import (
	"sync"
	"syscall/js"
)

// A handles is a table's record with the handles of its blocks that are known: the bytes stay in the database.
type handles struct {
	record

	mu    sync.Mutex
	known map[int]js.Value // a Blob each, or whatever else the database has in its place
}

// block returns the nth block, if it is one that is known and as long as it
// must be.
func (h *handles) block(n int) (block js.Value, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	block = h.known[n]
	length := min(blockSize, h.size-int64(n)*blockSize)
	return block, block.InstanceOf(jsBlob) && block.Get("size").Int() == int(length)
}

func (h *handles) knows(n int) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	_, ok := h.known[n]
	return ok
}

func (h *handles) learn(n int, block js.Value) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.known[n] = block
}

func (h *handles) unlearn(n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.known, n)
}
