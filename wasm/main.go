//go:build js && wasm

// Matewright's core for a Web Worker. It puts one object on the worker's
// global scope, and does nothing but translate: calls come in, the core
// answers, plain JavaScript objects go out.
//
//	matewright.probe(fen)                 position, verdict and moves
//	matewright.line(fen)                  best play to mate
//	matewright.pass(fen)                  the verdict if the side to move could pass; null in check
//	matewright.find(query, onProgress)    positions of a class, and a report of those found since the last one
//	matewright.classes()                  all classes, and which are here
//	matewright.details(name)              the statistics of a stored table, and what else its header tells
//	matewright.sum(name)                  the SHA-256 of a table's file
//	matewright.plan(names, memory)        what building them takes, with so much memory for each
//	matewright.prepare(names, memory)     the same, after clearing what dead builders left
//	matewright.tidy(later)                clear what builders that were stopped left, and what the
//	                                      classes that are built later don't need
//	matewright.build(name, unit, later, budget, onProgress)
//	                                      build one class, whose dependencies are here, or a unit of it, with
//	                                      what classes that are built later read of it
//	matewright.remove(name)               delete a table, and its units
//	matewright.file(name)                 a table as a file, a Blob, once all of it was checked
//	matewright.import(file, onProgress)   check a table in a file, and store it
//
// Each returns a promise of {ok: true, value} or {ok: false, error}; it never
// rejects for what can be expected. The shapes are in shapes.go. A call costs
// some 30 microseconds at the border, so each answers a whole question.
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
	js.Global().Set("matewright", map[string]any{
		"probe": e.async(func(ctx context.Context, args []js.Value) (any, error) { return e.probe(ctx, text(args, 0)) }),
		"line":  e.async(func(ctx context.Context, args []js.Value) (any, error) { return e.line(ctx, text(args, 0)) }),
		"pass":  e.async(func(ctx context.Context, args []js.Value) (any, error) { return e.pass(ctx, text(args, 0)) }),
		"find": e.async(func(ctx context.Context, args []js.Value) (any, error) {
			return e.find(ctx, fromJS[queryShape](args, 0), func(f findingShape) { call(args, 1, toJS(f)) })
		}),
		"classes": e.async(func(ctx context.Context, args []js.Value) (any, error) { return e.classes(ctx) }),
		"details": e.async(func(ctx context.Context, args []js.Value) (any, error) { return e.details(ctx, text(args, 0)) }),
		"sum":     e.async(func(ctx context.Context, args []js.Value) (any, error) { return e.sum(ctx, text(args, 0)) }),
		"plan": e.async(func(ctx context.Context, args []js.Value) (any, error) {
			return e.plan(ctx, texts(args, 0), bytes(args, 1))
		}),
		"prepare": e.async(func(ctx context.Context, args []js.Value) (any, error) {
			return e.prepare(ctx, texts(args, 0), bytes(args, 1))
		}),
		"tidy":   e.async(func(ctx context.Context, args []js.Value) (any, error) { return nil, e.tidy(ctx, texts(args, 0)) }),
		"remove": e.async(func(ctx context.Context, args []js.Value) (any, error) { return nil, e.remove(ctx, text(args, 0)) }),
		"build": e.async(func(ctx context.Context, args []js.Value) (any, error) {
			return e.build(ctx, text(args, 0), number(args, 1), texts(args, 2), bytes(args, 3), func(p progressShape) { call(args, 4, toJS(p)) })
		}),
		"file": e.async(func(ctx context.Context, args []js.Value) (any, error) { return e.file(ctx, text(args, 0)) }),
		"import": e.async(func(ctx context.Context, args []js.Value) (any, error) {
			return e.importFile(ctx, file(args, 0), func(p importShape) { call(args, 1, toJS(p)) })
		}),
	})
	select {} // late callbacks must find Go alive
}

// async makes a JavaScript function that runs f on a goroutine of its own,
// because f waits for the event loop, and returns a promise of its result.
func (e *engine) async(f func(context.Context, []js.Value) (any, error)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		executor := js.FuncOf(func(_ js.Value, settle []js.Value) any {
			go func() {
				settle[0].Invoke(e.answer(f, args))
			}()
			return nil
		})
		defer executor.Release() // the constructor has called it
		return js.Global().Get("Promise").New(executor)
	})
}

func (e *engine) answer(f func(context.Context, []js.Value) (any, error), args []js.Value) js.Value {
	ctx := context.Background()
	err := e.open(ctx)
	var v any
	if err == nil {
		v, err = f(ctx, args)
	}
	if err != nil {
		return toJS(resultShape{Error: shapeError(err)})
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
	faces, err := indexeddb.Open(ctx, facesName)
	if err != nil {
		return errors.Join(err, store.Close())
	}
	e.use(store, faces)
	return nil
}

// call calls an argument that is a function, and ignores anything else.
func call(args []js.Value, i int, v js.Value) {
	if i < len(args) && args[i].Type() == js.TypeFunction {
		args[i].Invoke(v)
	}
}

// toJS turns a shape into a JavaScript object.
func toJS(v any) js.Value {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // shapes can always be written
	}
	return js.Global().Get("JSON").Call("parse", string(b))
}

// fromJS returns an argument as a shape, and an empty one for anything else.
func fromJS[T any](args []js.Value, i int) (shape T) {
	if i < len(args) && args[i].Type() == js.TypeObject {
		json.Unmarshal([]byte(js.Global().Get("JSON").Call("stringify", args[i]).String()), &shape)
	}
	return shape
}

// text returns an argument as a string, and "" for anything else.
func text(args []js.Value, i int) string {
	if i < len(args) && args[i].Type() == js.TypeString {
		return args[i].String()
	}
	return ""
}

// number returns an argument as an integer, and 0 for anything else.
func number(args []js.Value, i int) int {
	if i < len(args) && args[i].Type() == js.TypeNumber {
		return args[i].Int()
	}
	return 0
}

// bytes returns an argument as a number of bytes, and 1 GiB for anything else.
func bytes(args []js.Value, i int) int64 {
	if i < len(args) && args[i].Type() == js.TypeNumber && args[i].Float() > 0 && args[i].Float() < 1<<40 {
		return int64(args[i].Float())
	}
	return 1 << 30
}

// file returns an argument as a file, and an empty one for anything else.
func file(args []js.Value, i int) indexeddb.File {
	if i < len(args) {
		if f, ok := indexeddb.NewFile(args[i]); ok {
			return f
		}
	}
	f, _ := indexeddb.NewFile(js.Global().Get("Blob").New())
	return f
}

// texts returns an argument as a list of strings, and nil for anything else.
func texts(args []js.Value, i int) []string {
	if i >= len(args) || !args[i].InstanceOf(js.Global().Get("Array")) {
		return nil
	}
	list := make([]string, args[i].Length())
	for k := range list {
		list[k] = text([]js.Value{args[i].Index(k)}, 0)
	}
	return list
}
