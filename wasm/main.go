//go:build js && wasm

// Matewright's core for a Web Worker. It puts one object on the worker's
// global scope, and does nothing but translate: calls come in, the core
// answers, plain JavaScript objects go out. The calls and what they ask are in
// calls.go, the answers in shapes.go.
//
// Each call returns a promise of {ok: true, value} or {ok: false, error}; it never
// rejects for what can be expected. A call costs some 30 microseconds at the border,
// so each answers a whole question.
//
// Only one page at a time may be inside prepare, build, import, tidy or
// remove: it holds a lock (web/src/engine/locks.js). Its workers may be inside build side by side,
// each with another class or unit; they meet in the store. A worker that has
// built is thrown away, for its memory.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"syscall/js"

	"github.com/matewright/matewright/indexeddb"
)

// The databases: of tables, and of what is derived from them.
const (
	databaseName = "matewright"
	facesName    = "matewright-faces"
)

func main() {
	// Most of the heap is a few large arrays; a worker has 4 GiB at the most.
	debug.SetGCPercent(40)

	var e engine
	functions := map[string]any{}
	for name, c := range calls {
		functions[name] = e.async(c)
	}
	js.Global().Set("matewright", functions)
	select {} // late callbacks must find Go alive
}

// async makes a JavaScript function that runs a call on a goroutine of its own,
// because a call waits for the event loop, and returns a promise of its result.
func (e *engine) async(c call) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		executor := js.FuncOf(func(_ js.Value, settle []js.Value) any {
			go func() {
				settle[0].Invoke(e.answer(c, args))
			}()
			return nil
		})
		defer executor.Release() // the constructor has called it
		return js.Global().Get("Promise").New(executor)
	})
}

func (e *engine) answer(c call, args []js.Value) js.Value {
	args = append(args, js.Undefined(), js.Undefined())
	ctx := context.Background()
	err := e.open(ctx)
	var v any
	if err == nil {
		v, err = c(e, ctx, args[0], args[1])
	}
	if err != nil {
		return toJS(resultShape{Error: shapeProblem(err)})
	}
	result := toJS(resultShape{OK: true, Value: v})
	if blob, ok := v.(js.Value); ok {
		result.Set("value", blob) // it can't be written as text
	}
	return result
}

// open connects to the database when the first call comes in.
func (e *engine) open(ctx context.Context) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.store != nil {
		return nil
	}
	store, err := indexeddb.Open(ctx, databaseName)
	if err != nil {
		return err
	}
	e.use(store)
	return nil
}

// openFaces connects to the database of faces: only those who build need it.
func (e *engine) openFaces(ctx context.Context) (_ *indexeddb.Store, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.faces == nil {
		e.faces, err = indexeddb.OpenDerived(ctx, facesName)
	}
	return e.faces, err
}

var jsJSON = js.Global().Get("JSON")

// toJS turns a shape into a JavaScript object.
func toJS(v any) js.Value {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // shapes can always be written
	}
	return jsJSON.Call("parse", string(b))
}

// fromJS returns what JavaScript passed as a request. Nothing is an empty request; what
// does not fit is refused. A file is passed as it is, because it can't be written as text.
func fromJS[Request any](v js.Value) (request Request, err error) {
	if file, ok := any(&request).(*indexeddb.File); ok {
		if *file, ok = indexeddb.NewFile(v); !ok {
			err = errors.New("this is not a file")
		}
		return request, err
	}
	if v.IsUndefined() {
		return request, nil
	}
	text := jsJSON.Call("stringify", v).String()
	if err = json.Unmarshal([]byte(text), &request); err != nil {
		err = fmt.Errorf("the request is not understood: %w", err)
	}
	return request, err
}
