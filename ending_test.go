package matewright_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/matewright/matewright"
)

// TestEnding solves an ending, keeps it, and answers from it.
func TestEnding(t *testing.T) {
	const fen = "7k/8/4K3/8/8/8/4P3/8 b - - 7 60"
	dir, observed := t.TempDir(), int64(0)
	tables := open(t, matewright.Options{Dir: dir, Memory: 256 << 20, Progress: func(p matewright.Progress) {
		observed = p.Done
	}})
	proof, err := tables.Ending(t.Context(), fen)
	if err != nil {
		t.Fatal(err)
	}
	if proof.FEN != fen || proof.Low != matewright.Loss || proof.High != matewright.Loss || len(proof.Moves) != 3 ||
		proof.Nodes == 0 || len(proof.Endings) > 0 || len(proof.Line) > 0 || observed == 0 {
		t.Errorf("%+v, %d", proof, observed)
	}
	if _, err := tables.Probe(t.Context(), fen); !errors.Is(err, matewright.ErrMissing) {
		t.Errorf("it was not kept: %v", err)
	}
	tables = open(t, matewright.Options{Dir: dir, Memory: 256 << 20, KeepEndings: true})
	if _, err := tables.Ending(t.Context(), fen); err != nil {
		t.Fatal(err)
	}
	answer, err := tables.Probe(t.Context(), fen)
	if err != nil {
		t.Fatal(err)
	}
	if answer.FEN != fen || answer.Category != matewright.Loss || !answer.Unsure || answer.DTM != nil ||
		len(answer.Endings) != 1 || len(answer.Moves) != 3 {
		t.Errorf("%+v", answer)
	}
	for _, m := range answer.Moves {
		if m.Category != matewright.Win || !m.Unsure || m.Zeroing || m.FEN == "" {
			t.Errorf("%+v", m)
		}
	}
	proof, err = tables.Prove(t.Context(), fen)
	if err != nil || proof.Low != matewright.Loss || proof.High != matewright.Loss || len(proof.Endings) != 1 ||
		proof.Nodes != 0 {
		t.Errorf("%+v, %v", proof, err)
	}
	if proof.Mate.Most != 0 {
		t.Errorf("nobody asked for mates: %+v", proof)
	}
	checkMates(t, dir, fen)
	line, err := tables.Line(t.Context(), fen)
	if err != nil || line.Category != matewright.Loss || len(line.Endings) != 1 {
		t.Fatalf("%+v, %v", line, err)
	}
	if last := line.Moves[len(line.Moves)-1]; !last.Checkmate || last.Category != matewright.Loss {
		t.Errorf("%+v", last)
	}
}

// checkMates finds the plies to mate of a kept ending. They agree with those of the moves, and with the line.
func checkMates(t *testing.T, dir, fen string) {
	t.Helper()
	tables := open(t, matewright.Options{Dir: dir, Memory: 256 << 20, KeepEndings: true, Mates: true})
	proof, err := tables.Ending(t.Context(), fen)
	if err != nil {
		t.Fatal(err)
	}
	again, err := tables.Prove(t.Context(), fen)
	if err != nil || again.Mate != proof.Mate {
		t.Errorf("%+v, %v, want %+v", again, err, proof)
	}
	most := 0
	for _, m := range proof.Moves {
		most = max(most, m.Mate.Most)
	}
	line, err := tables.Line(t.Context(), fen)
	if err != nil || most == 0 || proof.Mate.Most != most || proof.Mate.Least != most || len(line.Moves) != most {
		t.Errorf("%+v; line of %d plies, %v", proof, len(line.Moves), err)
	}
}

// TestEndingOpen stops an ending early. Its bounds are not a result for Probe.
func TestEndingOpen(t *testing.T) {
	const fen = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"
	tables := open(t, matewright.Options{Dir: t.TempDir(), Memory: 256 << 20, KeepEndings: true})
	ctx, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	proof, err := tables.Ending(ctx, fen)
	if err != nil || proof.Low == proof.High || len(proof.Moves) != 3 {
		t.Fatalf("%+v, %v", proof, err)
	}
	if answer, err := tables.Probe(t.Context(), fen); !errors.Is(err, matewright.ErrMen) {
		t.Errorf("%+v, %v", answer, err)
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := tables.Ending(canceled, fen); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestEndingRefused(t *testing.T) {
	tables := open(t, matewright.Options{Dir: t.TempDir(), Memory: 2 << 20})
	for fen, want := range map[string]matewright.Code{
		"nonsense":                     matewright.ErrFEN,
		"4k3/8/8/8/8/8/1P6/RRN1K3 w":   matewright.ErrMen,
		"4k3/8/8/8/8/8/8/R3K3 w Q -":   matewright.ErrUsage, // castling
		"4k3/8/8/8/8/8/1r6/R3K3 w - -": matewright.ErrUsage, // memory
	} {
		if p, err := tables.Ending(t.Context(), fen); !errors.Is(err, want) || p != nil {
			t.Errorf("%s: %+v, %v", fen, p, err)
		}
	}
}
