package ending

import (
	"context"
	"errors"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/value"
)

// TestStopped ends an ending after some slices. The bounds found by then contain the outcomes.
func TestStopped(t *testing.T) {
	p := tabletest.Position(t, "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1")
	whole := newEnding(t, p)
	if err := whole.Solve(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
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
		if r.High != value.Win || r.Low == value.Win || r.Solved < slices || r.Complete {
			t.Errorf("after %d slices: %v to %v", r.Solved, r.Low, r.High)
		}
		for _, m := range r.Moves {
			next := p.Play(m.Move)
			low, high, err := whole.Bounds(&next)
			if err != nil || m.Low > -high || m.High < -low {
				t.Errorf("after %d slices: %v has %v to %v, want %v, %v", slices, m, m.Low, m.High, -high, err)
			}
		}
	}
}

// TestAttackers solves for the wins of both sides, and then of one. Black promotes and wins. The question about White
// needs no slice with a queen.
func TestAttackers(t *testing.T) {
	p := tabletest.Position(t, "8/8/8/8/1p6/2k5/p7/K7 w - - 0 1")
	ask := func(attackers ...board.Color) *Result {
		e, err := New(p, Options{Memory: 256 << 20, Room: new(scratch.Memory), Attackers: attackers})
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Solve(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		r, err := e.Result()
		if err != nil {
			t.Fatal(err)
		}
		if !r.Complete {
			t.Errorf("%v: not complete", attackers)
		}
		return r
	}
	both := ask()
	if both.High != value.Loss {
		t.Errorf("White has %v at best", both.High)
	}
	if black := ask(board.Black); black.Low != both.Low || black.High != both.High {
		t.Errorf("Black: %v to %v", black.Low, black.High)
	}
	if white := ask(board.White); white.High == value.Win || white.Low == white.High || white.Solved >= both.Solved {
		t.Errorf("White: %v to %v in %d of %d slices", white.Low, white.High, white.Solved, both.Solved)
	}
}

// TestStronger compares material, and then looks at the side to move.
func TestStronger(t *testing.T) {
	for fen, want := range map[string]board.Color{
		"4k3/8/8/8/8/8/PP6/4K3 b - - 0 1":   board.White,
		"4k3/8/8/8/8/r7/PP6/4K3 w - - 0 1":  board.Black,
		"4k3/ppp5/8/8/8/8/B7/4K3 w - - 0 1": board.White,
		"4k3/ppp5/8/8/8/8/B7/4K3 b - - 0 1": board.Black,
	} {
		p := tabletest.Position(t, fen)
		if got := Stronger(&p); got != want {
			t.Errorf("%s: %v", fen, got)
		}
	}
}

func TestRefused(t *testing.T) {
	var pieces *PiecesError
	if _, err := New(tabletest.Position(t, "4k3/8/8/8/8/8/1P6/RRN1K3 w - - 0 1"), Options{}); !errors.As(err, &pieces) {
		t.Errorf("three pieces: %v", err)
	}
	if _, err := New(tabletest.Position(t, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), Options{}); !errors.Is(err, ErrCastling) {
		t.Errorf("castling: %v", err)
	}
}

// TestMemory solves an ending in little memory. Slices with two pieces stay unsolved, and the result stays open until
// there is more memory.
func TestMemory(t *testing.T) {
	p := tabletest.Position(t, "7K/8/k1P5/7p/8/8/8/8 w - - 0 1")
	room := new(memoryRoom)
	solve := func(memory int64) *Result {
		e, err := New(p, Options{Threads: 2, Memory: memory, Room: room})
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Solve(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		for s := range e.kept.nodes {
			if memory < LeastMemory(s.pieces.count()) {
				t.Fatalf("%v was solved in %d bytes", s, memory)
			}
		}
		r, err := e.Result()
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := solve(LeastMemory(1)); r.Low == r.High {
		t.Errorf("in little memory: %v", r.Low)
	}
	if r := solve(LeastMemory(2)); r.Low != value.Drawn || r.High != value.Drawn {
		t.Errorf("in more memory: %v to %v", r.Low, r.High)
	}
	var memory *MemoryError
	rooks := tabletest.Position(t, "4k3/8/8/8/8/r7/1P6/1R2K3 w - - 0 1")
	if _, err := New(rooks, Options{Memory: LeastMemory(2) - 4}); !errors.As(err, &memory) {
		t.Errorf("two rooks: %v", err)
	}
}
