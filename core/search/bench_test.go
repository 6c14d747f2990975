package search

import (
	"context"
	"testing"
	"time"

	"github.com/matewright/matewright/core/internal/tabletest"
)

// BenchmarkProve searches a position of eight men without any table, and reports positions a second:
//
//	go test ./core/search -run - -bench .
//	GOOS=js GOARCH=wasm go test -exec "node $PWD/scripts/go-wasm-exec.mjs" ./core/search -run - -bench .
func BenchmarkProve(b *testing.B) {
	p := tabletest.Position(b, "1r6/pp6/8/3k4/8/8/PP6/1R1K4 w - - 0 1")
	s := New(nil, NewTable(64<<20))
	var nodes int64
	begin := time.Now()
	for b.Loop() {
		s.table.Clear()
		r, err := s.Prove(context.Background(), p, Limits{Nodes: 1_000_000})
		if err != nil {
			b.Fatal(err)
		}
		nodes += r.Nodes
	}
	b.ReportMetric(float64(nodes)/time.Since(begin).Seconds(), "positions/s")
}

// BenchmarkTable finds and puts records of a million positions in a table and, as the obvious alternative, in a map.
func BenchmarkTable(b *testing.B) {
	const positions = 1 << 20
	spread := func(i int) key { return key{low: uint64(i) * 0x9e3779b97f4a7c15 % positions} }
	b.Run("table", func(b *testing.B) {
		table := NewTable(positions * EntryBytes * 2)
		for i := 0; b.Loop(); i++ {
			k := spread(i)
			r := table.find(k)
			r.depth[0]++
			table.put(k, r)
		}
	})
	b.Run("map", func(b *testing.B) {
		m := map[key]record{}
		for i := 0; b.Loop(); i++ {
			k := spread(i)
			r := m[k]
			r.depth[0]++
			m[k] = r
		}
	})
}
