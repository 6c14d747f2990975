package search_test

import (
	"testing"

	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/search"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/syzygy"
	"github.com/matewright/matewright/core/value"
)

// TestSyzygy proves by files alone, and finds that most positions are in them.
func TestSyzygy(t *testing.T) {
	files, err := syzygy.Open("../syzygy/testdata")
	if err != nil {
		t.Fatal(err)
	}
	defer files.Close()
	lib := library.New(store.NewMemStore(), 1<<20)
	defer lib.Close()
	for _, c := range []struct {
		fen  string
		want value.Outcome
	}{
		{"8/8/8/8/8/2k5/4P3/4K3 w - - 0 1", value.Win},
		{"4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", value.Loss},
		{"4k3/8/8/4p3/8/4K3/8/8 w - - 0 1", value.Drawn},
		{"8/8/4k3/3n4/8/8/3N4/4K3 w - - 0 1", value.Drawn},
	} {
		tables := search.WithSyzygy(lib.Reader(t.Context()), files)
		r, err := search.New(tables, search.NewTable(1<<20)).Prove(
			t.Context(), tabletest.Position(t, c.fen), search.Limits{Nodes: 1 << 16},
		)
		if err != nil || !r.Settled() || r.Low != c.want || r.TableHits == 0 {
			t.Errorf("%s: %+v, %v", c.fen, r, err)
		}
	}
}
