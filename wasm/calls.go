//go:build js && wasm

package main

import (
	"context"
	"syscall/js"
)

// calls has all functions for JavaScript, by name: methods that take one request, may
// report on the way, and answer. To add one, write the method and put it here. border
// makes JavaScript's types from this map, and the worker finds the method by its name.
var calls = map[string]call{
	"rules":     fetch((*engine).rules),
	"probe":     fetch((*engine).probe),
	"answer":    watch((*engine).answer),
	"read":      fetch((*engine).read),
	"line":      fetch((*engine).line),
	"pass":      fetch((*engine).pass),
	"elsewhere": watch((*engine).elsewhere),
	"rate":      watch((*engine).rate),
	"replay":    fetch((*engine).replay),
	"prove":     watch((*engine).prove),
	"refresh":   do((*engine).refresh),
	"rest":      do((*engine).rest),
	"find":      watch((*engine).find),
	"classes":   fetch((*engine).classes),
	"details":   fetch((*engine).details),
	"sum":       fetch((*engine).sum),
	"plan":      fetch((*engine).plan),
	"prepare":   fetch((*engine).prepare),
	"tidy":      do((*engine).tidy),
	"build":     watch((*engine).build),
	"remove":    do((*engine).remove),
	"file":      fetch((*engine).file),
	"stop":      do((*engine).stop),
}

// A call is a method with its request as JavaScript passed it, and with the function to
// report to, if any.
type call func(e *engine, ctx context.Context, request, report js.Value) (any, error)

// fetch makes a call of a method that answers.
func fetch[Request, Answer any](method func(*engine, context.Context, Request) (Answer, error)) call {
	return watch(func(e *engine, ctx context.Context, request Request, _ func(any)) (Answer, error) {
		return method(e, ctx, request)
	})
}

// do makes a call of a method that only succeeds or fails.
func do[Request any](method func(*engine, context.Context, Request) error) call {
	return fetch(func(e *engine, ctx context.Context, request Request) (any, error) {
		return nil, method(e, ctx, request)
	})
}

// watch makes a call of a method that reports on the way.
func watch[Request, Report, Answer any](
	method func(*engine, context.Context, Request, func(Report)) (Answer, error),
) call {
	return func(e *engine, ctx context.Context, request, report js.Value) (any, error) {
		decoded, err := fromJS[Request](request)
		if err != nil {
			return nil, err
		}
		return method(e, ctx, decoded, func(r Report) {
			if report.Type() == js.TypeFunction {
				report.Invoke(toJS(r))
			}
		})
	}
}
