//go:build js && wasm && check

package main

import (
	"context"

	"github.com/matewright/matewright/core/exchange"
	"github.com/matewright/matewright/core/material"
)

// proof is the one that is to be settled. A worker has one engine.
var proof *exchange.Proof

// judge checks whether an unproven table is right. It changes nothing in the store. A later call of settle, which needs
// the right to write, applies the result.
func (e *engine) judge(ctx context.Context, request classRequest, report func(importingShape)) (right bool, err error) {
	class, err := material.Parse(request.Class)
	if err != nil {
		return false, err
	}
	report = sparsely(report)
	proof, err = exchange.Prove(ctx, e.store, class, exchange.Options{
		Threads: 1,
		Observe: func(p exchange.Progress) { report(shapeImport(p)) },
	})
	return err == nil && proof.Wrong == nil, err
}

// settle makes the judged table a proven one or, if it is wrong, removes it and answers with the reason.
func (e *engine) settle(ctx context.Context, _ struct{}) error {
	if err := proof.Settle(ctx, e.store); err != nil {
		return err
	}
	return proof.Wrong
}
