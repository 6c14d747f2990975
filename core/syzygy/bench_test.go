package syzygy

import (
	"cmp"
	"os"
	"testing"
)

// benchmark probes positions of a class whose files are open.
func benchmark(b *testing.B, probe func(*Tables, int) error) {
	tables := openAll(b, cmp.Or(os.Getenv(filesEnv), "testdata"))
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if err := probe(tables, i); err != nil {
			b.Skip(err)
		}
		i++
	}
}

func BenchmarkOutcome(b *testing.B) {
	for _, name := range []string{"KPvK", "KQvK", "KNvKP", "KQvKR", "KPvKP"} {
		positions := somePositions(mustParse(b, name), 1000)
		b.Run(name, func(b *testing.B) {
			benchmark(b, func(t *Tables, i int) error {
				_, err := t.Outcome(&positions[i%len(positions)])
				return err
			})
		})
	}
}

func BenchmarkProbe(b *testing.B) {
	for _, name := range []string{"KPvK", "KQvK", "KNvKP", "KQvKR", "KPvKP"} {
		positions := somePositions(mustParse(b, name), 1000)
		b.Run(name, func(b *testing.B) {
			benchmark(b, func(t *Tables, i int) error {
				_, err := t.Probe(&positions[i%len(positions)])
				return err
			})
		})
	}
}
