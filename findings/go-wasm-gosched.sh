#!/usr/bin/env bash
# Go 1.26 for js/wasm: `runtime.Gosched()` does not return to the event loop of JavaScript, however often it is called.
#
# Gosched lets other goroutines run. The event loop is not one of them: Go returns to it only when every goroutine
# waits. So a long computation that yields by Gosched blocks the page's messages and timers, and cannot be cancelled by
# them. `time.Sleep(time.Millisecond)` lets them in, which is what Matewright's engine does.
source "$(dirname "$0")/common.bash"
export GOTOOLCHAIN=local
need go node
expect 'the version of Go' go1.26 "$(go env GOVERSION | cut -d. -f1,2)"

cat >main.go <<'GO'
package main

import (
	"fmt"
	"runtime"
	"syscall/js"
	"time"
)

func main() {
	try("runtime.Gosched()", 2*time.Second, runtime.Gosched)
	try("time.Sleep(time.Millisecond)", time.Minute, func() { time.Sleep(time.Millisecond) })
}

// try yields until a timer of JavaScript that is due has run, or until the time is over.
func try(name string, limit time.Duration, yield func()) {
	goroutine, timer := false, false
	go func() { goroutine = true }()
	js.Global().Call("setTimeout", js.FuncOf(func(js.Value, []js.Value) any {
		timer = true
		return nil
	}), 0)
	for start := time.Now(); !timer && time.Since(start) < limit; {
		yield()
	}
	fmt.Printf("%s: goroutine %t, timer %t\n", name, goroutine, timer)
	for !timer {
		time.Sleep(time.Millisecond)
	}
}
GO
GOOS=js GOARCH=wasm go build -o main.wasm main.go
expect 'what runs while a loop calls it' 'runtime.Gosched(): goroutine true, timer false
time.Sleep(time.Millisecond): goroutine true, timer true' \
  "$(node "$(go env GOROOT)/lib/wasm/wasm_exec_node.js" main.wasm)"
finish
