//go:build js && wasm

package main

import (
	"context"
	"os"
	"slices"
	"syscall/js"

	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/remote"
	"github.com/matewright/matewright/core/service"
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

// answerBySite is [service.Again], without the site after its fault.
func answerBySite[T any](e *engine, probe func() (T, error)) (T, error) {
	return remote.Answer(e.site, e.prober.Forget, func() (T, error) { return service.Again(e.forget, probe) })
}

// siteShape returns the part of the site in an answer about a class, or nil.
func (e *engine) siteShape(class material.Class) *siteShape {
	if e.site == nil {
		return nil
	}
	read := slices.DeleteFunc(material.Closure(class), func(c material.Class) bool { return !e.site.Opened(c) })
	shape := &siteShape{Name: e.site.Name(), Classes: namesWithoutRights(read)}
	if fault := e.site.Fault(); fault != nil {
		shape.Fault = shapeProblem(fault)
	}
	if len(shape.Classes) == 0 && shape.Fault == nil {
		return nil
	}
	return shape
}

// forgetBuilt forgets the data that was read from the site if the store has one of its tables by now.
func (e *engine) forgetBuilt(there *catalog.Listing) error {
	for _, entry := range there.Tables {
		class, err := material.Parse(entry.Name)
		if e.site != nil && err == nil && e.site.Opened(class) {
			e.site.Forget()
			return e.prober.Forget()
		}
	}
	return nil
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
