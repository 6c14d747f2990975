//go:build js && wasm

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"syscall/js"

	"github.com/matewright/matewright/indexeddb"
)

var jsJSON = js.Global().Get("JSON")

var errNoFile = errors.New("this is not a file")

// toJS turns a shape into a JavaScript object.
func toJS(v any) js.Value {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // shapes can always be written
	}
	return jsJSON.Call("parse", string(b))
}

// A fileTaker is a request with a file, which it takes from the value of JavaScript. It reports whether there is one.
type fileTaker interface{ takeFile(v js.Value) bool }

// fromJS decodes a value of JavaScript into a request. Undefined is an empty request; values of other types are
// refused. Files are passed unchanged, because they cannot be written as text.
func fromJS[Request any](v js.Value) (request Request, err error) {
	ok := true
	switch request := any(&request).(type) {
	case *indexeddb.File:
		*request, ok = indexeddb.NewFile(v)
		v = js.Undefined()
	case *indexeddb.Files:
		*request, ok = indexeddb.NewFiles(v)
		v = js.Undefined()
	}
	if !ok {
		return request, errNoFile
	}
	taker, takesFile := any(&request).(fileTaker)
	if takesFile && v.Type() != js.TypeObject {
		return request, errNoFile
	}
	if v.IsUndefined() {
		return request, nil
	}
	text := jsJSON.Call("stringify", v).String()
	if err = json.Unmarshal([]byte(text), &request); err != nil {
		return request, fmt.Errorf("the request is not understood: %w", err)
	}
	if takesFile && !taker.takeFile(v) {
		return request, errNoFile
	}
	return request, nil
}
