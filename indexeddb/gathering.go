//go:build js && wasm

package indexeddb

import (
	"runtime"
	"sync"
)

// A gathering joins the requests that goroutines make at about the same time.
type gathering[T any] struct {
	mu   sync.Mutex
	asks []T
}

// add adds requests to the next call of serve, which follows soon.
func (g *gathering[T]) add(serve func([]T), asks ...T) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.asks) == 0 {
		go func() {
			runtime.Gosched() // other goroutines may be about to add requests
			g.mu.Lock()
			asks := g.asks
			g.asks = nil
			g.mu.Unlock()
			serve(asks)
		}()
	}
	g.asks = append(g.asks, asks...)
}
