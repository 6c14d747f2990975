//go:build js && wasm

package main

import (
	"context"
)

type stopRequest struct {
	Call string `json:"call"` // the name of the calls that end
}

// stop ends the calls of a name that are under way. Elsewhere their worker is ended for that.
func (e *engine) stop(_ context.Context, request stopRequest) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, end := range e.running[request.Call] {
		end()
	}
	return nil
}
