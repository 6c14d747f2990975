//go:build js && wasm

package main

import (
	"context"
	"reflect"
	"slices"
	"syscall/js"
	"testing"

	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/indexeddb"
)

func TestFromJS(t *testing.T) {
	whole := buildRequest{Class: "KQvK", Unit: 2, Later: []string{"KRvK"}, Memory: 1 << 31}
	for expression, want := range map[string]*buildRequest{ // nil: it is refused
		`({class: "KQvK", unit: 2, later: ["KRvK"], memory: 2 ** 31, more: {}})`: &whole,
		`({class: "KQvK", unit: 2, later: ["KRvK"], memory: 2147483648.5})`:      nil,
		`({class: "KQvK", later: [null]})`:                                       {Class: "KQvK", Later: []string{""}},
		`({memory: NaN})`:                                                        {},
		`({class: undefined, later: []})`:                                        {Later: []string{}},
		`undefined`:                                                              {},
		`null`:                                                                   {},
		`({class: 5})`:                                                           nil,
		`({class: {toString: () => "KQvK"}})`:                                    nil,
		`({unit: 1.5})`:                                                          nil,
		`({unit: "1"})`:                                                          nil,
		`({unit: 1e300})`:                                                        nil,
		`({later: "KRvK"})`:                                                      nil,
		`({later: [{}]})`:                                                        nil,
		`["KQvK"]`:                                                               nil,
		`"KQvK"`:                                                                 nil,
		`7`:                                                                      nil,
		`true`:                                                                   nil,
		`(() => 1)`:                                                              nil,
		`Symbol()`:                                                               nil,
	} {
		got, err := fromJS[buildRequest](js.Global().Call("eval", expression))
		if (err == nil) != (want != nil) || want != nil && !reflect.DeepEqual(got, *want) {
			t.Errorf("%s: %+v, %v", expression, got, err)
		}
	}
	if file, err := fromJS[indexeddb.File](js.Global().Call("eval", `new Blob(["abc"])`)); err != nil || file.Size() != 3 {
		t.Errorf("a file of 3 bytes has %d, %v", file.Size(), err)
	}
	if _, err := fromJS[indexeddb.File](js.ValueOf(map[string]any{"size": 3})); err == nil {
		t.Error("an object is taken for a file")
	}
}

func TestMemory(t *testing.T) {
	for m, want := range map[memory]int64{0: 1 << 30, -1: 1 << 30, 1 << 40: 1 << 30, 1: 1, 1<<40 - 1: 1<<40 - 1} {
		if got := m.bytes(); got != want {
			t.Errorf("%d is %d bytes, want %d", m, got, want)
		}
	}
}

// TestMetricNames: each metric has a name, which is known again.
func TestMetricNames(t *testing.T) {
	names := []metricName{dtm, dtc, dtz50}
	for _, m := range value.Metrics() {
		if known, err := nameOf(m).metric(); known != m || err != nil || !slices.Contains(names, nameOf(m)) {
			t.Errorf("%v is %v, %v", m, known, err)
		}
	}
	if len(names) != len(value.Metrics()) {
		t.Errorf("there are %d names of %d metrics", len(names), len(value.Metrics()))
	}
}

// TestWatch: a call gets its request, reports to functions only, and is not made with a
// request that is refused.
func TestWatch(t *testing.T) {
	made := 0
	c := watch(func(_ *engine, _ context.Context, asked classRequest, report func(positionRequest)) (string, error) {
		made++
		report(positionRequest{FEN: asked.Class})
		return asked.Class + "!", nil
	})
	heard := ""
	listener := js.FuncOf(func(_ js.Value, args []js.Value) any {
		heard += args[0].Get("fen").String()
		return nil
	})
	defer listener.Release()
	request := js.ValueOf(map[string]any{"class": "KQvK"})
	for _, report := range []js.Value{listener.Value, js.Undefined(), js.ValueOf(5)} {
		if v, err := c(nil, t.Context(), request, report); v != "KQvK!" || err != nil {
			t.Errorf("%v, %v", v, err)
		}
	}
	if _, err := c(nil, t.Context(), js.ValueOf("KQvK"), listener.Value); err == nil || made != 3 || heard != "KQvK" {
		t.Errorf("made %d times, heard %q, %v", made, heard, err)
	}
}
