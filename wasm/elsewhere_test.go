//go:build js && wasm

package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/matewright/matewright/core/probe"
)

// TestElsewhere compares the verdicts with those of calls for each position.
func TestElsewhere(t *testing.T) {
	e := engineWith(t, "KRvK")
	for fen, most := range map[string]int{
		"8/8/8/3k4/8/8/8/KR6 w - - 3 9": 62,
		"8/8/8/3k4/8/8/8/KR6 b - - 0 1": 62,
	} {
		for _, square := range []string{"a1", "b1", "d5"} {
			seen := 0
			_, err := e.elsewhere(t.Context(), elsewhereRequest{fen, square}, func(some []placedShape) {
				for _, placed := range some {
					seen++
					verdict, err := e.probe(t.Context(), positionRequest{FEN: placed.FEN})
					if err != nil {
						t.Fatal(err)
					}
					ignored := cmpopts.IgnoreFields(probe.Verdict{}, "OutcomeOnly")
					if diff := cmp.Diff(&verdict.Verdict, placed.Verdict, ignored); diff != "" {
						t.Errorf("%s: %s", placed.FEN, diff)
					}
				}
			})
			if err != nil || seen < 30 || seen > most {
				t.Errorf("%s, %s: %d positions, %v", fen, square, seen, err)
			}
		}
	}

	missing := 0
	_, err := e.elsewhere(t.Context(), elsewhereRequest{"8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "b1"},
		func(some []placedShape) {
			for _, placed := range some {
				if placed.Verdict != nil {
					t.Errorf("%s has a verdict without a table: %v", placed.FEN, *placed.Verdict)
				}
				missing++
			}
		})
	if err != nil || missing == 0 {
		t.Errorf("%d positions, %v", missing, err)
	}
	if _, err := e.elsewhere(t.Context(), elsewhereRequest{"8/8/8/3k4/8/8/8/KR6 w - - 0 1", "z9"}, nil); err == nil {
		t.Error("z9 is no square")
	}
}
