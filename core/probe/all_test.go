package probe_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// TestProbeAll checks that positions probed together have the results and errors of single probes. They are of several
// classes, with clocks, and with missing, unproven and damaged tables. One has too many men.
func TestProbeAll(t *testing.T) {
	tables, zeroings := everyone(t), tabletest.BuiltBy(t, value.DTZ50, "KPvK")
	spoilt, unproven := tabletest.Copy(t, tables), tabletest.Copy(t, tables)
	damage(t, spoilt, "KQvK")
	image := tabletest.TableOf(t, unproven, class(t, "KQvK"))
	image.Put(t, unproven, format.UnprovenName(class(t, "KQvK")))
	if err := unproven.Remove(t.Context(), "KQvK"); err != nil {
		t.Fatal(err)
	}
	names := []string{"KPvKP", "KPvK", "KQvK", "KBBvK", "KNvK", "KRvKB"}
	for name, prober := range map[string]*probe.Prober{
		"all":      probe.New(tables).AddMetric(value.DTZ50, zeroings),
		"any":      probe.New(store.NewMemStore()).AddMetric(value.DTZ50, zeroings).Any(),
		"damaged":  probe.New(spoilt),
		"unproven": probe.New(unproven).Unproven(),
	} {
		t.Run(name, func(t *testing.T) {
			defer prober.Cache(largeCache).Close()
			r := rand.New(rand.NewPCG(3, 5))
			var list []probe.Question
			for range 200 {
				p := tabletest.RandomPosition(r, class(t, names[r.IntN(len(names))]))
				list = append(list, probe.Question{Position: p, Clock: r.IntN(120)})
			}
			list = append(list, probe.Question{Position: tabletest.Position(t, "4k3/pppppppp/8/8/8/8/8/4K3 w - - 0 1")})
			wantSingly(t, prober, list)
		})
	}
}

// wantSingly compares the answers for positions together with single ones.
func wantSingly(t *testing.T, prober *probe.Prober, list []probe.Question) {
	t.Helper()
	failed := 0
	for i, got := range prober.ProbeAll(t.Context(), list) {
		want, err := prober.ProbeAt(t.Context(), list[i].Position, list[i].Clock)
		if !reflect.DeepEqual(got.Result, want) || (got.Err == nil) != (err == nil) ||
			err != nil && got.Err.Error() != err.Error() {
			t.Errorf("%s: %+v, %v; want %+v, %v", list[i].Position.FEN(), got.Result, got.Err, want, err)
		}
		if err != nil {
			failed++
		}
	}
	if failed == 0 || failed == len(list) {
		t.Errorf("%d of %d have failed", failed, len(list))
	}
}
