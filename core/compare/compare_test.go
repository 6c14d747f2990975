package compare_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/compare"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

func quiet(kind.Kind, material.Class, float64) error { return nil }

// TestTwin compares positions with the answers of a prober of stored tables. Clocks are early and late, and some
// positions have castling rights.
func TestTwin(t *testing.T) {
	prober := new(probe.Prober)
	for _, m := range value.Metrics() {
		prober.AddMetric(m, tabletest.BuiltBy(t, m, "KPvK", "KRvK-h1"))
	}
	kind.ByClock.AddTo(prober, tabletest.BuiltByClock(t, "KPvK", "KRvK-h1"))
	c := compare.New(nil)
	built := 0
	for _, fen := range []string{
		"8/8/8/8/8/4k3/4P3/4K3 w - -", "8/P7/8/8/8/8/k7/2K5 w - -", "8/8/8/8/8/8/k7/2K5 w - -",
		"8/8/8/8/8/5k2/8/4K2R w K -", "8/8/8/8/8/5k2/8/4K2R w - -",
	} {
		for _, clock := range []int{0, 80, 96, 100} {
			p := tabletest.Position(t, fen+" 0 1")
			var parts []compare.Part
			err := c.Judge(t.Context(), p, clock, builder.Options{}, func(kind.Kind, material.Class, float64) error {
				built++
				return nil
			}, func(part compare.Part) { parts = append(parts, part) })
			if err != nil {
				t.Fatal(err)
			}
			if len(parts) != len(kind.All()) {
				t.Errorf("%s has %d parts", fen, len(parts))
			}
			want, err := prober.ProbeBy(t.Context(), nil, p, clock)
			if err != nil {
				t.Fatal(err)
			}
			got := parts[len(parts)-1].Result
			if diff := cmp.Diff(want.Verdict, got.Verdict); diff != "" {
				t.Errorf("%s, clock %d: (-tables +comparison)\n%s", fen, clock, diff)
			}
			if diff := cmp.Diff(verdictsOf(want), verdictsOf(got)); diff != "" {
				t.Errorf("%s, clock %d: (-tables +comparison)\n%s", fen, clock, diff)
			}
		}
	}
	if built == 0 {
		t.Error("no build was reported")
	}
}

// verdictsOf returns the verdicts after the moves of a result.
func verdictsOf(r *probe.Result) map[string]probe.Verdict {
	verdicts := map[string]probe.Verdict{}
	for _, m := range r.Moves {
		verdicts[m.SAN] = m.Verdict
	}
	return verdicts
}

// TestStored reads stored tables, and builds only those of other kinds.
func TestStored(t *testing.T) {
	byMate := kind.Default()
	c := compare.New(map[kind.Kind]store.Store{
		byMate: tabletest.Built(t, "KRvK"), kind.ByClock: tabletest.BuiltByClock(t, "KRvK"),
	})
	made := map[string]bool{}
	observe := func(k kind.Kind, _ material.Class, _ float64) error {
		made[k.Name()] = true
		return nil
	}
	var last compare.Part
	p := tabletest.Position(t, "8/8/8/2k5/8/8/8/RK6 w - - 0 1")
	err := c.Judge(t.Context(), p, 0, builder.Options{}, observe, func(part compare.Part) { last = part })
	if err != nil {
		t.Fatal(err)
	}
	if made[byMate.Name()] || made[kind.ByClock.Name()] || len(made) != len(kind.All())-2 {
		t.Errorf("built %v", made)
	}
	if v := last.Result.Verdict; v.DTM == nil || v.DTM50 == nil || *v.DTM != *v.DTM50 || v.DTC == nil || v.DTZ == nil {
		t.Errorf("the verdict lacks a kind: %+v", v)
	}
}

// TestStop refuses positions with five men, stops by an error, and builds nothing twice.
func TestStop(t *testing.T) {
	c := compare.New(nil)
	judge := func(fen string, observe compare.Observer) error {
		return c.Judge(t.Context(), tabletest.Position(t, fen), 0, builder.Options{}, observe, func(compare.Part) {})
	}
	if err := judge("8/8/8/3k4/8/8/8/QRRK4 w - - 0 1", quiet); err == nil {
		t.Error("five men were compared")
	}
	stop := errors.New("stop")
	stopping := func(kind.Kind, material.Class, float64) error { return stop }
	if err := judge("8/8/8/3k4/8/8/8/Q3K3 w - - 0 1", stopping); !errors.Is(err, stop) {
		t.Errorf("stopped with %v", err)
	}
	if err := judge("8/8/8/3k4/8/8/8/Q3K3 w - - 0 1", quiet); err != nil {
		t.Fatal(err)
	}
	again := func(kind.Kind, material.Class, float64) error { return errors.New("built twice") }
	if err := judge("8/8/8/3k4/8/8/8/Q2K4 b - - 7 9", again); err != nil {
		t.Error(err)
	}
}
