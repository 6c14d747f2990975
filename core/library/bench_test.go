package library_test

import (
	"flag"
	"testing"

	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/methods"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

var (
	benchStore  = flag.String("store", "", "folder with the tables that BenchmarkSlices reads")
	benchClass  = flag.String("class", "KRPvKR", "class whose slices BenchmarkSlices solves")
	benchFirst  = flag.Int("first", 0, "first slice")
	benchSlices = flag.Int("slices", 1, "number of slices")
	benchCache  = flag.Int64("cache", 128<<20, "bytes of the library")
)

// BenchmarkSlices solves some slices of a class. The store must already have the class and all classes that it depends
// on.
//
//	go test ./core/library -run - -bench Slices -benchtime 1x -args -store ~/tables -class KRPvKR -first 10
func BenchmarkSlices(b *testing.B) {
	if *benchStore == "" {
		b.Skip("no store is given")
	}
	class, err := material.Parse(*benchClass)
	if err != nil {
		b.Fatal(err)
	}
	lib := library.New(store.NewFileStore(*benchStore), *benchCache)
	defer lib.Close()
	source := lib.Source(b.Context())
	l, err := source.Layout(class)
	if err != nil {
		b.Fatal(err)
	}
	values := solve.NewValues(l)
	for b.Loop() {
		solver := solve.New(methods.All()[0], l, value.DTM, source, nil)
		for n := range *benchSlices {
			if err := solver.Solve(slice.Number(*benchFirst+n), values); err != nil {
				b.Fatal(err)
			}
		}
	}
	positions := 2 * float64(*benchSlices*l.Entries())
	b.ReportMetric(positions*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mpos/s")
}
