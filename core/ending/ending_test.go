package ending

import (
	"context"
	"errors"
	"testing"

	"github.com/matewright/matewright/core/value"
)

// TestStopped ends an ending at random moments. The bounds found by then must be right.
func TestStopped(t *testing.T) {
	p := position(t, "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1")
	for _, slices := range []int{1, 100, 200} {
		ctx, stop := context.WithCancel(t.Context())
		e := newEnding(t, p)
		err := e.Solve(ctx, func(p Progress) {
			if p.Solved >= slices {
				stop()
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		r, err := e.Result()
		if err != nil {
			t.Fatal(err)
		}
		if r.High != value.Win || r.Low == value.Win || r.Solved < slices {
			t.Errorf("after %d slices: %v to %v", r.Solved, r.Low, r.High)
		}
	}
}

func TestRefused(t *testing.T) {
	var pieces *PiecesError
	if _, err := New(position(t, "4k3/8/8/8/8/8/1P6/RRN1K3 w - - 0 1"), Options{}); !errors.As(err, &pieces) {
		t.Errorf("three pieces: %v", err)
	}
	if _, err := New(position(t, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), Options{}); !errors.Is(err, errCastling) {
		t.Errorf("castling: %v", err)
	}
}
