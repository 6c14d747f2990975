package verify_test

import (
	"flag"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/verify"
)

var (
	benchDir     = flag.String("dir", "", "directory of the tables that BenchmarkTable verifies")
	benchClasses = flag.String("classes", "KQvKR,KRPvK", "classes of these tables")
)

// BenchmarkTable verifies finished tables by the lookahead in one thread:
//
//	go test ./core/verify -run - -bench Table -benchtime 1x -args -dir ~/.matewright -classes KQRvKQ
func BenchmarkTable(b *testing.B) {
	if *benchDir == "" {
		b.Skip("needs -args -dir DIR")
	}
	tables := store.NewFileStore(*benchDir)
	for _, name := range strings.Split(*benchClasses, ",") {
		b.Run(name, func(b *testing.B) {
			c := class(b, name)
			for b.Loop() {
				options := verify.Options{Threads: 1, Every: lookaheadOnly.Every}
				if _, err := verifyIn(b.Context(), tables, c, options); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(slice.NewLayout(c).Positions())/float64(b.N)*1e9, "ns/entry")
		})
	}
}
