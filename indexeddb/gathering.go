//go:build js && wasm

package indexeddb

import (
	"runtime"
	"sync"
)

// A gathering collects what goroutines ask for at about the same time.
type gathering[T any] struct {
	mu   sync.Mutex
	asks []T
}

// add adds to what the next call of serve is given, which is soon.
func (g *gathering[T]) add(serve func([]T), asks ...T) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.asks) == 0 {
		go func() {
			runtime.Gosched() // others are about to ask, too
			g.mu.Lock()
			asks := g.asks
			g.asks = nil
			g.mu.Unlock()
			serve(asks)
		}()
	}
	g.asks = append(g.asks, asks...)
}
