package probe_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
)

var (
	benchStore   = flag.String("store", "", "folder with the tables that BenchmarkCold reads")
	benchClasses = flag.String("classes", "KQRvKQ,KRPvKR", "classes that BenchmarkCold probes")
	benchBlock   = flag.Int64("block", 32<<10, "bytes of the blocks that BenchmarkCold counts")
)

// BenchmarkCold probes random legal positions, each with a new prober, and
// reports the median time and the most of everything.
//
//	go test ./core/probe -run - -bench Cold -benchtime 300x -args -store ~/tables -classes KQRvKQ
func BenchmarkCold(b *testing.B) {
	if *benchStore == "" {
		b.Skip("no store is given")
	}
	for _, c := range classes(b, *benchClasses) {
		for _, turn := range board.Colors {
			b.Run(fmt.Sprintf("%v/%v", c, turn), func(b *testing.B) { benchmarkCold(b, c, turn) })
		}
	}
}

func benchmarkCold(b *testing.B, c material.Class, turn board.Color) {
	r := rand.New(rand.NewPCG(1, uint64(turn)))
	l := slice.NewLayout(c)
	var times []time.Duration
	var reads, blocks, bytes []int
	for b.Loop() {
		b.StopTimer()
		p := l.RandomPosition(turn, r)
		tables := &meteredStore{Store: store.NewFileStore(*benchStore), blocks: map[blockKey]bool{}}
		prober := probe.New(tables)
		b.StartTimer()
		start := time.Now()
		if _, err := prober.Probe(b.Context(), p); err != nil {
			b.Fatal(err)
		}
		times = append(times, time.Since(start))
		b.StopTimer()
		prober.Close()
		reads, blocks, bytes = append(reads, tables.reads), append(
			blocks,
			len(tables.blocks),
		), append(bytes, tables.bytes)
		b.StartTimer()
	}
	slices.Sort(times)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(ms(times[len(times)/2]), "ms-median")
	b.ReportMetric(ms(times[len(times)*95/100]), "ms-p95")
	b.ReportMetric(ms(times[len(times)-1]), "ms-max")
	for name, list := range map[string][]int{"reads": reads, "blocks": blocks, "bytes": bytes} {
		slices.Sort(list)
		b.ReportMetric(float64(list[len(list)/2]), name+"-median")
		b.ReportMetric(float64(list[len(list)-1]), name+"-max")
	}
}

// BenchmarkWarm probes the same random legal positions over and over, with all their moves. All tiles are cached.
//
//	go test ./core/probe -run - -bench Warm -cpu 1 -args -store ~/tables -classes KQRvKQ,KRPvKR
func BenchmarkWarm(b *testing.B) {
	if *benchStore == "" {
		b.Skip("no store is given")
	}
	for _, c := range classes(b, *benchClasses) {
		for _, turn := range board.Colors {
			b.Run(fmt.Sprintf("%v/%v", c, turn), func(b *testing.B) {
				r := rand.New(rand.NewPCG(2, uint64(turn)))
				l := slice.NewLayout(c)
				prober := probe.New(store.NewFileStore(*benchStore))
				defer prober.Close()
				prober.Cache(256 << 20)
				var positions []board.Position
				for range 50 {
					positions = append(positions, l.RandomPosition(turn, r))
				}
				probeNext := func(i int) {
					if _, err := prober.Probe(b.Context(), positions[i%len(positions)]); err != nil {
						b.Fatal(err)
					}
				}
				for i := range positions {
					probeNext(i)
				}
				i := 0
				for b.Loop() {
					probeNext(i)
					i++
				}
			})
		}
	}
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func classes(t testing.TB, names string) []material.Class {
	t.Helper()
	list, err := material.ParseAll(strings.Split(names, ","))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// A meteredStore counts reads, bytes and blocks.
type meteredStore struct {
	store.Store
	mu           sync.Mutex
	reads, bytes int
	blocks       map[blockKey]bool
}

type blockKey struct {
	name string
	n    int64
}

type meteredBlob struct {
	store.Blob
	store *meteredStore
	name  string
}

func (s *meteredStore) Open(ctx context.Context, name string) (store.Blob, error) {
	blob, err := s.Store.Open(ctx, name)
	return &meteredBlob{blob, s, name}, err
}

func (b *meteredBlob) ReadAt(ctx context.Context, p []byte, off int64) error {
	b.store.mu.Lock()
	b.store.reads++
	b.store.bytes += len(p)
	for n := off / *benchBlock; n <= (off+int64(len(p))-1) / *benchBlock; n++ {
		b.store.blocks[blockKey{b.name, n}] = true
	}
	b.store.mu.Unlock()
	return b.Blob.ReadAt(ctx, p, off)
}
