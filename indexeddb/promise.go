//go:build js && wasm

package indexeddb

import "syscall/js"

// then calls one of two functions when a promise is settled. They may not wait.
func then(promise js.Value, fulfilled, rejected func(js.Value)) {
	var callbacks [2]js.Func
	for i, f := range [...]func(js.Value){fulfilled, rejected} {
		callbacks[i] = js.FuncOf(func(_ js.Value, args []js.Value) any {
			f(args[0])
			callbacks[0].Release()
			callbacks[1].Release()
			return nil
		})
	}
	promise.Call("then", callbacks[0], callbacks[1])
}

// await waits for a promise.
func await(promise js.Value) (value js.Value, err error) {
	done := make(chan struct{})
	then(promise, func(v js.Value) {
		value = v
		close(done)
	}, func(v js.Value) {
		err = js.Error{Value: v}
		close(done)
	})
	<-done
	return value, err
}

// Await waits for a promise.
func Await(promise js.Value) (js.Value, error) { return await(promise) }
