package encode_test

import (
	"flag"
	"strings"
	"testing"

	"github.com/klauspost/compress/s2"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/encode"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/palette"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/methods"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

var benchClasses = flag.String("classes", "KQvKR,KRvKP", "classes that BenchmarkEncode and BenchmarkDecode solve first")

// BenchmarkEncode encodes classes, and BenchmarkDecode reads the stored tables. Both solve the classes first, which
// takes longer. Five men take minutes:
//
//	go test ./core/encode -run - -bench 'Encode|Decode' -args -classes KQvKR,KRvKP
func BenchmarkEncode(b *testing.B) {
	eachSolved(b, func(b *testing.B, solved *solvedClass) {
		for b.Loop() {
			solved.encode(b, store.NewMemStore())
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	eachSolved(b, func(b *testing.B, solved *solvedClass) {
		for b.Loop() {
			lib := library.New(solved.store, 256<<20) // room for the frames of a span
			source := lib.Source(b.Context())
			for number := range solved.layout.Slices() {
				for _, c := range board.Colors {
					for frame := range solved.layout.Frames().Len() {
						if !solved.header.Stores(c) {
							continue
						}
						if _, err := source.Span(solved.layout, number, c, frame); err != nil {
							b.Fatal(err)
						}
					}
				}
			}
			lib.Close()
		}
	})
}

// BenchmarkPackValues packs and unpacks the values of a class, as a build keeps them. It compares palettes with S2, a
// fast packer. It reports the packed size in thousandths.
func BenchmarkPackValues(b *testing.B) {
	eachSolved(b, func(b *testing.B, solved *solvedClass) {
		values := solved.values[0][board.White]
		raw := make([]byte, len(values))
		for i, v := range values {
			raw[i] = byte(v)
		}
		for _, by := range []struct {
			name   string
			pack   func() []byte
			unpack func(packed []byte)
		}{
			{
				"palettes",
				func() []byte { return palette.Pack(values) },
				func(packed []byte) { palette.Unpack(packed, values) },
			},
			{
				"S2",
				func() []byte { return s2.Encode(nil, raw) },
				func(packed []byte) { s2.Decode(raw, packed) },
			},
		} {
			packed := by.pack()
			b.Run("pack by "+by.name, func(b *testing.B) {
				b.SetBytes(int64(len(raw)))
				for b.Loop() {
					by.pack()
				}
				b.ReportMetric(1000*float64(len(packed))/float64(len(raw)), "‰")
			})
			b.Run("unpack by "+by.name, func(b *testing.B) {
				b.SetBytes(int64(len(raw)))
				for b.Loop() {
					by.unpack(packed)
				}
			})
		}
	})
}

// solvedClass is a class with its values, in memory and in a store.
type solvedClass struct {
	layout *slice.Layout
	values []*solve.Values
	store  store.Store
	header *format.Header
}

// eachSolved runs a benchmark for each class of the flag, and reports nanoseconds per legal position of the stored
// sides to move.
func eachSolved(b *testing.B, run func(*testing.B, *solvedClass)) {
	for _, name := range strings.Split(*benchClasses, ",") {
		class, err := material.Parse(name)
		if err != nil {
			b.Fatal(err)
		}
		solved := solveClass(b, class)
		var legal uint64
		for c, side := range solved.header.Statistics {
			if solved.header.Stores(board.Color(c)) {
				sums := side.Categories(value.DTM)
				win, draw, loss := sums[value.WinCategory], sums[value.DrawCategory], sums[value.LossCategory]
				legal += win.Distinct + draw.Distinct + loss.Distinct
			}
		}
		b.Run(name, func(b *testing.B) {
			run(b, solved)
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(legal), "ns/position")
		})
	}
}

// solveClass builds a class and all classes that it depends on.
func solveClass(b *testing.B, class material.Class) (solved *solvedClass) {
	tables := store.NewMemStore()
	lib := library.New(tables, 64<<20)
	defer lib.Close()
	for _, class := range material.Closure(class) {
		solved = &solvedClass{layout: slice.NewLayout(class), store: tables}
		solver := solve.New(methods.All()[0], solved.layout, value.DTM, lib.Source(b.Context()), nil)
		e, err := encode.NewEncoder(
			b.Context(),
			tables,
			solved.layout,
			value.DTM,
			format.UnitPieces(solved.layout, tabletest.AllUnits(solved.layout)...),
		)
		if err != nil {
			b.Fatal(err)
		}
		lib.Begin(e)
		for number := range solved.layout.Slices() {
			values := solve.NewValues(solved.layout)
			if err := solver.Solve(number, values); err != nil {
				b.Fatal(err)
			}
			if err := e.AddSlice(number, values); err != nil {
				b.Fatal(err)
			}
			solved.values = append(solved.values, values)
		}
		lib.End(e)
		t, err := library.Open(b.Context(), tables, class)
		if err != nil {
			b.Fatal(err)
		}
		solved.header = t.Header
		t.Close()
	}
	return solved
}

func (s *solvedClass) encode(b *testing.B, tables store.Store) {
	tabletest.Fill(
		b,
		tabletest.NewEncoder(b, tables, s.layout),
		tabletest.AllUnits(s.layout),
		func(number slice.Number) *solve.Values { return s.values[number] },
	)
}
