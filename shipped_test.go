package matewright_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/matewright/matewright"
	"github.com/matewright/matewright/tables34"
)

// TestShipped checks that shipped tables answer without a directory, that its own tables come first, and that builds
// and verifications do without them.
func TestShipped(t *testing.T) {
	tables := open(t, matewright.Options{Shipped: tables34.Files})
	const fen = "8/8/8/8/2k5/8/4R3/1K6 b - - 0 1"
	answer, err := tables.Probe(t.Context(), fen)
	if err != nil || answer.Category != matewright.Loss || *answer.DTM != -30 || *answer.DTZ != -30 {
		t.Fatalf("%+v, %v", answer, err)
	}
	line, err := tables.Line(t.Context(), fen)
	if err != nil || len(line.Moves) != 30 {
		t.Errorf("%+v, %v", line, err)
	}
	proof, err := tables.Prove(t.Context(), fen)
	if err != nil || proof.Low != matewright.Loss || proof.High != matewright.Loss {
		t.Errorf("%+v, %v", proof, err)
	}
	for game, err := range tables.Check(t.Context(), strings.NewReader("[FEN \""+fen+"\"]\n\n1... Kd3 2. Re8 *\n")) {
		if err != nil || game.Positions == 0 || len(game.Missing) > 0 {
			t.Errorf("%+v, %v", game, err)
		}
	}
	var missing *matewright.Error
	_, err = tables.Probe(t.Context(), "8/8/4k3/8/8/3N4/r3P3/4K3 w - - 0 1")
	if !errors.As(err, &missing) || slices.Contains(missing.Missing, "KRvK") ||
		!slices.Contains(missing.Missing, "KNPvKR") {
		t.Errorf("%v", err)
	}
	if _, err := tables.Verify(t.Context(), "KRvK"); !errors.Is(err, matewright.ErrMissing) {
		t.Errorf("verified: %v", err)
	}
	if plan := build(t, tables, "KRvK"); len(plan.Steps) == 0 {
		t.Errorf("%+v", plan)
	}
	if again, err := tables.Probe(t.Context(), fen); err != nil || *again.DTM != *answer.DTM {
		t.Errorf("%+v, %v", again, err)
	}
}
