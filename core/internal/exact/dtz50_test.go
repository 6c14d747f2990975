package exact

import (
	"cmp"
	"errors"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/verify"
)

// categories50 has the category for each value of wdl50 in the samples.
var categories50 = map[string]value.Category{
	"2": "win", "1": "cursed-win", "0": "draw", "-1": "blessed-loss", "-2": "loss",
}

// storedBy returns the tables of a metric: those in the directory of -tables, or else the small ones.
func storedBy(t *testing.T, metric *value.Metric) store.Store {
	t.Helper()
	own := filepath.Join(dir, strings.ToLower(metric.Name()))
	if *tables != "" {
		return store.NewFileStore(own)
	}
	stored := store.NewFileStore(cmp.Or(tabletest.SharedDir(metric), own)).Derived()
	classes := material.WithCastling(material.UpTo(men)...)
	if err := tabletest.BuildMissing(t.Context(), stored, metric, classes); err != nil {
		t.Fatal(err)
	}
	return stored
}

// TestDTZ50 checks the tables by the fifty-move rule against independent programs. It compares the number of positions
// of every outcome and depth, up to symmetry, as in [TestSixMen]. It also probes random positions with both metrics,
// and verifies some classes by their moves.
func TestDTZ50(t *testing.T) {
	stored50 := storedBy(t, value.DTZ50)
	wantDTZCounts(t, stored50)

	prober := probe.New(stored).AddMetric(value.DTZ50, stored50)
	defer prober.Close()
	for _, row := range readTSV(t, "samples-3-4-men.tsv.gz") {
		r, err := prober.Probe(t.Context(), tabletest.Position(t, row["fen"]))
		if err != nil {
			t.Fatalf("%s: %v", row["fen"], err)
		}
		want := categories50[row["wdl50"]]
		if r.Category != want || *r.DTZ != number(t, row["dtz_exact"]) || *r.PreciseDTZ != *r.DTZ {
			t.Errorf("%s: %s %d, want %s %s", row["fen"], r.Category, *r.DTZ, want, row["dtz_exact"])
		}
	}

	lib := library.New(stored50, 256<<20)
	defer lib.Close()
	some, err := material.ParseAll([]string{"KQvK", "KPvK", "KBNvK", "KRvKP", "KPvKP"})
	if err != nil {
		t.Fatal(err)
	}
	for _, class := range some {
		if _, err := verify.Table(t.Context(), lib, class, verify.Options{Every: 50}); err != nil {
			t.Error(err)
		}
	}
}

// wantDTZCounts compares all classes that are built.
func wantDTZCounts(t *testing.T, stored50 store.Store) {
	t.Helper()
	type key struct{ class, side, outcome, plies string }
	want := map[key]uint64{}
	classes := map[string]bool{}
	for _, row := range readTSV(t, "dtz50-counts.tsv.gz") {
		want[key{row["class"], row["side_to_move"], row["outcome"], row["dtz_plies"]}] = uint64(number(t, row["count"]))
		classes[row["class"]] = true
	}
	compared := 0
	for _, class := range material.UpTo(material.UsualMen) {
		if !classes[class.String()] {
			continue
		}
		table, err := library.Open(t.Context(), stored50, class)
		if errors.Is(err, store.ErrMissing) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		defer table.Close()
		compared++
		byValue, images := placementsOf(t, stored50, table)
		for _, c := range board.Colors {
			placements := map[key]uint64{}
			add := func(v value.Value, n uint64) {
				k := key{class.String(), string(c.Side()), string(value.DTZ50.Category(v)), ""}
				placements[k] += n
				if o := value.DTZ50.Outcome(v); o != value.Drawn {
					k.plies = strconv.Itoa(value.DTZ50.Plies(v))
					placements[k] += n
				}
			}
			for v, n := range byValue[c] {
				add(v, n)
			}
			for k, n := range want {
				if k.class == class.String() && k.side == string(c.Side()) && placements[k] != images*n {
					t.Errorf("%v: %d placements, want %d", k, placements[k], images*n)
				}
			}
			for k, n := range placements {
				if n > 0 && k.plies != "" && want[k] == 0 {
					t.Errorf("%v: %d placements, want none", k, n)
				}
			}
		}
	}
	if compared < 13 {
		t.Errorf("only %d classes were compared", compared)
	}
	t.Logf("%d classes were compared", compared)
}
