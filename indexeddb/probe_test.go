//go:build js && wasm

package indexeddb

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"syscall/js"
	"testing"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
)

var (
	benchClasses = flag.String("classes", "", "classes that BenchmarkProbe probes")
	benchProbes  = flag.Int("probes", 40, "positions of each side to move")
)

// BenchmarkProbe probes random positions, each with a new connection to the
// database and a new prober, and the same with tables in memory. The tables are those of a folder:
//
//	TABLES=~/tables GOOS=js GOARCH=wasm go test -exec "node $PWD/scripts/go-wasm-exec.mjs" \
//	  ./indexeddb -run - -bench Probe -benchtime 1x -args -classes KQRvKQ
func BenchmarkProbe(b *testing.B) {
	if *benchClasses == "" {
		b.Skip("no classes are given")
	}
	classes, err := material.ParseAll(strings.Split(*benchClasses, ","))
	if err != nil {
		b.Fatal(err)
	}
	name := newDatabase(b)
	tables, memory := open(b, name), store.NewMemStore()
	for _, c := range material.Closure(classes...) {
		fetchTable(b, c.String(), tables, memory)
	}
	for _, c := range classes {
		for _, turn := range board.Colors {
			b.Run(fmt.Sprintf("%v/%v", c, turn), func(b *testing.B) {
				benchmarkProbe(b, slice.NewLayout(c), turn, func() store.Store { return open(b, name) })
			})
			b.Run(fmt.Sprintf("%v/%v/memory", c, turn), func(b *testing.B) {
				benchmarkProbe(b, slice.NewLayout(c), turn, func() store.Store { return memory })
			})
		}
	}
}

func benchmarkProbe(b *testing.B, l *slice.Layout, turn board.Color, open func() store.Store) {
	r := rand.New(rand.NewPCG(1, uint64(turn)))
	var times []float64
	worst := ""
	for b.Loop() {
		for range *benchProbes {
			p := l.RandomPosition(turn, r)
			tables := open()
			start := time.Now()
			if _, err := probe.New(tables).Probe(b.Context(), p); err != nil {
				b.Fatal(err)
			}
			ms := float64(time.Since(start).Microseconds()) / 1000
			if len(times) == 0 || ms > slices.Max(times) {
				worst = p.FEN()
			}
			times = append(times, ms)
		}
	}
	slices.Sort(times)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(times[len(times)/2], "ms-median")
	b.ReportMetric(times[len(times)*95/100], "ms-p95")
	b.ReportMetric(times[len(times)-1], "ms-max")
	b.Log("the slowest: ", worst)
}

// fetchTable stores a table that is a file of a file store.
func fetchTable(b *testing.B, name string, stores ...store.Store) {
	response := settled(b, js.Global().Call("fetch", "/tables/"+name+".mwt"))
	if !response.Get("ok").Bool() {
		b.Log("there is no ", name)
		return
	}
	array := uint8Array.New(settled(b, response.Call("arrayBuffer")))
	file := make([]byte, array.Length())
	js.CopyBytesToGo(file, array)
	const magic, trailer = 8, 24
	end := file[len(file)-trailer:]
	size := uint64(0)
	for i := range 8 {
		size |= uint64(end[i]) << (8 * i)
	}
	data, header := file[magic:magic+size], file[magic+size:len(file)-trailer]
	for _, tables := range stores {
		w, err := tables.Create(b.Context(), name)
		if err == nil {
			_, err = w.Write(data)
		}
		if err = cmp.Or(err, w.Commit(header)); err != nil {
			b.Fatal(err)
		}
	}
}
