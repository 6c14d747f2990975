//go:build js && wasm

package main

import (
	"context"
	"os"
	"syscall/js"

	"github.com/matewright/matewright/core/remote"
	"github.com/matewright/matewright/indexeddb"
)

// openSite returns the site whose address the worker was started with, or nil.
func openSite() *remote.Site {
	address := os.Getenv("MATEWRIGHT_SITE")
	if address == "" {
		return nil
	}
	return remote.NewSite(address, fetcher(address), fetcher(address))
}

// A fetcher requests the files below an address by the worker's script (web/src/engine/site.js). That also keeps parts.
// As Go it would take several times the bytes. A fetcher implements [remote.Fetcher] and [remote.Cache].
type fetcher string

var jsSite = js.Global().Get("matewrightSite")

func (f fetcher) Fetch(_ context.Context, q remote.Request) (body []byte, whole bool, err error) {
	answer, err := indexeddb.Await(jsSite.Call(
		"fetch", string(f)+q.Path, q.From, q.To, !q.IsWhole(), q.MostBytes(true), q.Fresh))
	if err != nil {
		return nil, false, &remote.Error{Code: remote.Gone, Err: err}
	}
	whole, err = q.Judge(answer.Get("status").Int(), answer.Get("coding").String(), answer.Get("range").String(), true)
	return bytesFrom(answer.Get("body")), whole, err
}

func (f fetcher) Get(_ context.Context, key string) []byte {
	found, err := indexeddb.Await(jsSite.Call("get", key))
	if err != nil || found.IsNull() {
		return nil
	}
	return bytesFrom(found)
}

// Put does not wait until the part is kept.
func (f fetcher) Put(_ context.Context, key string, b []byte) {
	bytes := js.Null()
	if b != nil {
		bytes = bytesOf(b)
	}
	jsSite.Call("put", key, bytes)
}

// bytesFrom returns a copy of JavaScript's bytes.
func bytesFrom(array js.Value) []byte {
	b := make([]byte, array.Length())
	js.CopyBytesToGo(b, array)
	return b
}
