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
// Only one page at a time may be inside prepare, build, import, settle, tidy or
// remove: it holds a lock (web/src/engine/locks.js). Its workers may be inside build side by side,
// each with another class or unit; they meet in the store. A worker that has
// built does other tasks, or ends, for its memory (web/src/engine/spares.js).
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"syscall/js"

	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/indexeddb"
)

// The databases of the tables of a metric, and of what is derived from them; and the folder of checkpoints. Those of the
// default metric have no name in theirs.
func databaseOf(m *value.Metric) string    { return named("matewright", m) }
func facesOf(m *value.Metric) string       { return named("matewright-faces", m) }
func checkpointsOf(m *value.Metric) string { return named("matewright-checkpoints", m) }

func named(what string, m *value.Metric) string {
	if m.IsDefault() {
		return what
	}
	return what + "-" + string(nameOf(m))
}

// metricsOf returns the metrics that the worker was started for: by the first one tables are built, and moves judged.
func metricsOf(arguments []string) ([]*value.Metric, error) {
	metrics := []*value.Metric{value.Default()}
	if len(arguments) > 1 {
		metrics = nil
		for _, name := range arguments[1:] {
			m, err := metricName(name).metric()
			if err != nil {
				return nil, err
			}
			metrics = append(metrics, m)
		}
	}
	return metrics, nil
}

func main() {
	// Most of the heap is a few large arrays; a worker has 4 GiB at the most.
	debug.SetGCPercent(40)

	var e engine
	functions := map[string]any{}
	for name, c := range calls {
		functions[name] = e.async(name, c)
	}
	js.Global().Set("matewright", functions)
	select {} // late callbacks must find Go alive
}

// async makes a JavaScript function that runs a call on a goroutine of its own,
// because a call waits for the event loop, and returns a promise of its result.
func (e *engine) async(name string, c call) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		executor := js.FuncOf(func(_ js.Value, settle []js.Value) any {
			go func() {
				settle[0].Invoke(e.answer(name, c, args))
			}()
			return nil
		})
		defer executor.Release() // the constructor has called it
		return js.Global().Get("Promise").New(executor)
	})
}

func (e *engine) answer(name string, c call, args []js.Value) js.Value {
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
	metrics, err := metricsOf(os.Args)
	if err != nil {
		return err
	}
	var stores []tableStore
	for _, m := range metrics {
		s, err := openTables(ctx, indexeddb.Open, databaseOf(m))
		if err != nil {
			return err
		}
		stores = append(stores, s)
	}
	e.use(metrics, stores)
	return nil
}

// checkpoints returns those of the metric, or nil if there can be none.
func (e *engine) checkpoints() checkpoint.Store {
	return checkpointsFor(e.metric)
}

// checkpointsFor returns the checkpoints of a metric, or nil if there can be none.
func checkpointsFor(m *value.Metric) checkpoint.Store {
	if inMemory {
		return nil
	}
	return indexeddb.Checkpoints(checkpointsOf(m))
}

// openFaces connects to the database of faces: only those who build need it.
func (e *engine) openFaces(ctx context.Context) (_ tableStore, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.faces == nil {
		e.faces, err = openTables(ctx, indexeddb.OpenDerived, facesOf(e.metric))
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
