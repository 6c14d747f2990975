package probe_test

import (
	"context"
	"errors"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// clocked is a function as tables by the clock.
type clocked func(p *board.Position, clock int) (value.Value, error)

func (c clocked) ValueAt(_ context.Context, p *board.Position, clock int) (value.Value, error) {
	return c(p, clock)
}

func (clocked) Has(context.Context, material.Class) error { return store.ErrMissing }
func (clocked) Close() error                              { return nil }

// TestByClock checks that a prober looks up tables by the clock with the right clock, and checks their values against
// the moves. If they are the first tables, they must exist. Beside other tables, missing and wrong ones are left out.
func TestByClock(t *testing.T) {
	const fen, clock = "k7/8/1K6/8/8/8/7p/7R w - - 42 90", 42
	p := tabletest.Position(t, fen)
	asked := map[int]int{}
	right := clocked(func(q *board.Position, clock int) (value.Value, error) {
		asked[clock]++
		return value.Draw, nil // there is no mate in one: the pawn is in the way
	})
	r, err := new(probe.Prober).WithClock(right).ProbeAt(t.Context(), p, clock)
	if err != nil || r.Category != value.DrawCategory || r.DTM50 != nil {
		t.Fatalf("%+v, %v", r, err)
	}
	zeroing := 0
	for _, m := range r.Moves {
		if m.Zeroing {
			zeroing++
		}
	}
	if zeroing != 1 || asked[0] != 1 || asked[clock+1] != len(r.Moves)-1 || asked[clock] != 1 {
		t.Errorf("asked with clocks %v of %d moves", asked, len(r.Moves))
	}

	q := tabletest.Position(t, "8/8/8/8/8/4k3/8/R3K3 w - - 42 90")
	wrong := clocked(func(at *board.Position, _ int) (value.Value, error) {
		if *at == p || *at == q {
			return value.Decided(3), nil
		}
		return value.Draw, nil
	})
	if _, err := new(probe.Prober).WithClock(wrong).ProbeAt(t.Context(), p, clock); !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("what contradicts the moves: %v", err)
	}

	absent := clocked(func(*board.Position, int) (value.Value, error) { return value.Draw, store.ErrMissing })
	missing := (*probe.MissingError)(nil)
	if _, err := new(probe.Prober).WithClock(absent).ProbeAt(t.Context(), p, clock); !errors.As(err, &missing) ||
		missing.Class.String() != "KRvKP" {
		t.Errorf("without tables: %v", err)
	}
	for _, beside := range []clocked{absent, wrong} {
		r, err := probe.New(tabletest.Built(t, "KRvK")).WithClock(beside).ProbeAt(t.Context(), q, clock)
		if err != nil || *r.DTM < 1 || *r.DTM50 != *r.DTM || r.Category != value.WinCategory {
			t.Errorf("beside others: %+v %v", r, err)
		}
	}
}
