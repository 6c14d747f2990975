//go:build js && wasm

package main

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/difficulty"
)

// TestRate checks that each position is reported with its rating, and without one if its table is missing.
func TestRate(t *testing.T) {
	e := engineWith(t, "KRvK")
	rook, queen := "8/8/8/8/3k4/8/7r/6K1 w - - 0 1", "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"
	var got []ratedShape
	report := func(r ratedShape) { got = append(got, r) }
	if _, err := e.rate(t.Context(), rateRequest{[]string{rook, queen, rook}}, report); err != nil {
		t.Fatal(err)
	}
	rated := &difficulty.Rating{Side: board.WhiteSide, Chance: 0.8, Level: 1, Moves: 1, Only: 1}
	if diff := cmp.Diff([]ratedShape{{rook, rated}, {queen, nil}, {rook, rated}}, got); diff != "" {
		t.Error(diff)
	}
	got = nil
	ctx, stop := context.WithCancel(t.Context())
	stopping := func(r ratedShape) { report(r); stop() }
	if _, err := e.rate(ctx, rateRequest{[]string{rook, queen}}, stopping); err != nil || len(got) != 1 {
		t.Errorf("a call that was stopped after one position reported %v, error %v", got, err)
	}
	if _, err := e.rate(t.Context(), rateRequest{[]string{"no position"}}, report); err == nil {
		t.Error("a text that is not a FEN was rated")
	}
}
