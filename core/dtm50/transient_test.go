package dtm50_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/dtm50"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// TestTransient compares values that are not stored with tables: of random positions with all clocks, and of those
// after their moves. With -twin KPvKP it includes captures en passant.
func TestTransient(t *testing.T) {
	names := append([]string{"KPvK", "KRvK-h1"}, strings.Fields(*twinClasses)...)
	for _, class := range tabletest.Classes(t, names...) {
		lib := dtm50.NewLibrary(tabletest.BuiltByClock(t, class.String()))
		transient := dtm50.NewTransient()
		if err := transient.Solve(t.Context(), class, func(material.Class, float64) error { return nil }); err != nil {
			t.Fatal(err)
		}
		compare := func(p *board.Position, clock int) {
			want, err := lib.ValueAt(t.Context(), p, clock)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := transient.ValueAt(t.Context(), p, clock); err != nil || got != want {
				t.Errorf("%s with clock %d: %v, %v instead of %v", p.FEN(), clock, got, err, want)
			}
		}
		r := rand.New(rand.NewPCG(5, 0))
		positions, enPassant := 0, 0
		for ; positions < 100 || class.HasEnPassant() && enPassant < 10; positions++ {
			p := tabletest.RandomPosition(r, class)
			for clock := range value.FiftyMoves + 2 {
				compare(&p, clock)
			}
			for _, m := range p.LegalMoves(nil) {
				after := p.Play(m)
				if after.EnPassant != board.NoSquare {
					enPassant++
				}
				if p.IsZeroing(m) {
					compare(&after, 0)
				} else {
					compare(&after, 1+r.IntN(value.FiftyMoves))
				}
			}
		}
		t.Logf("%v: %d positions, %d with en passant after a move", class, positions, enPassant)
	}
}

// TestTransientEnPassant judges a position in which only a capture en passant wins. The values are made up. Positions
// of KPvK are lost in ten plies for the side to move, and those of KPvKP are drawn.
func TestTransientEnPassant(t *testing.T) {
	transient := dtm50.NewMadeUp(t, map[string]value.Value{"KPvK": value.Decided(10), "KPvKP": value.Draw})
	for fen, want := range map[string]value.Value{
		"8/8/8/8/k2pP3/8/8/4K3 b - e3 0 1": value.Decided(11), "8/8/8/8/k2pP3/8/8/4K3 b - - 0 1": value.Draw,
	} {
		p := tabletest.Position(t, fen)
		if got, err := transient.ValueAt(t.Context(), &p, 0); err != nil || got != want {
			t.Errorf("%s: %v, %v instead of %v", fen, got, err, want)
		}
	}
}

// TestTransientStops stops solving by an error. The class is missing afterwards, and can be solved again.
func TestTransientStops(t *testing.T) {
	class := tabletest.Classes(t, "KPvK")[0]
	transient, stop := dtm50.NewTransient(), errors.New("stop")
	seen := 0
	err := transient.Solve(t.Context(), class, func(c material.Class, done float64) error {
		if seen++; c == class && done > 0.5 {
			return stop
		}
		return nil
	})
	if !errors.Is(err, stop) || seen < 12 {
		t.Errorf("stopped with %v after %d calls", err, seen)
	}
	if err := transient.Has(t.Context(), class); !errors.Is(err, store.ErrMissing) {
		t.Errorf("an unfinished class is there: %v", err)
	}
	if err := transient.Solve(t.Context(), class, func(material.Class, float64) error { return nil }); err != nil {
		t.Error(err)
	}
	if err := transient.Has(t.Context(), class); err != nil {
		t.Error(err)
	}
}
