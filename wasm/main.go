//go:build js && wasm

// Matewright's core for a Web Worker. It puts one object on the worker's
// global scope, and only translates: calls come in, the core
// answers, plain JavaScript objects go out. calls.go lists the calls; each is a
// method of the engine. The types of requests and answers are in files by topic:
// positions.go, games.go, classshapes.go, buildshapes.go, importshapes.go.
//
// Each call returns a promise of {ok: true, value} or {ok: false, error}; it never
// rejects for expected errors. A call costs some 30 microseconds at the border,
// so each answers a whole request.
//
// Only one page at a time may be inside prepare, build, import, settle, tidy or
// remove: it holds a lock (web/src/engine/locks.js). Its workers may be inside build side by side,
// each with another class or unit; they meet in the store. A worker that has
// built does other tasks, or ends, for its memory (web/src/engine/spares.js).
package main

import (
	"runtime/debug"
	"syscall/js"
)

// usualGC is the growth of the heap, in percent, after which memory is collected. Most of the heap is a few large
// arrays, and a worker has 4 GiB at the most.
const usualGC = 40

func main() {
	debug.SetGCPercent(usualGC)
	var e engine
	functions := map[string]any{}
	for name, c := range calls {
		functions[name] = e.async(name, c)
	}
	js.Global().Set("matewright", functions)
	select {} // late callbacks must find Go alive
}

// async makes a JavaScript function that runs a call and returns a promise of its result. The call has a goroutine of
// its own, because it waits for the event loop.
func (e *engine) async(name string, c call) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		executor := js.FuncOf(func(_ js.Value, settle []js.Value) any {
			go func() {
				settle[0].Invoke(e.reply(name, c, args))
			}()
			return nil
		})
		defer executor.Release() // the constructor has called it
		return js.Global().Get("Promise").New(executor)
	})
}

func (e *engine) reply(name string, c call, args []js.Value) js.Value {
	args = append(args, js.Undefined(), js.Undefined())
	ctx, end := e.begin(name)
	defer end()
	err := e.open(ctx)
	var v any
	if err == nil {
		v, err = c(e, ctx, args[0], args[1])
	}
	if err != nil {
		return toJS(resultShape{Error: shapeProblem(err)})
	}
	result := toJS(resultShape{OK: true, Value: v})
	switch v := v.(type) { // files cannot be written as text
	case js.Value:
		result.Set("value", v)
	case []js.Value:
		for i, file := range v {
			result.Get("value").SetIndex(i, file)
		}
	}
	return result
}
