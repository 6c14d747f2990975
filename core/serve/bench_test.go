package serve_test

import (
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/serve"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

var (
	benchStore = flag.String(
		"store",
		"",
		"folder with the tables that are asked, and with those of other metrics in folders of their names",
	)
	benchCache     = flag.Int64("cache", 256, "MiB that the tables of each metric remember")
	benchPositions = flag.Int("positions", 200, "positions that are probed, again and again")
)

// BenchmarkStandard probes random positions of all classes, for each number of men, by all metrics, over and over. It
// measures the handler alone, and through connections to it.
//
//	go test ./core/serve -run - -bench Standard -cpu 1 -args -store ~/.matewright
func BenchmarkStandard(b *testing.B) {
	if *benchStore == "" {
		b.Skip("no store is given")
	}
	for men := 3; men <= material.UsualMen; men++ {
		prober := probe.New(store.NewFileStore(*benchStore))
		defer prober.Close()
		for _, m := range value.Metrics() {
			if m != value.DTM {
				prober.AddMetric(m, store.NewFileStore(filepath.Join(*benchStore, strings.ToLower(m.Name()))))
			}
		}
		prober.Cache(*benchCache << 20)
		h := serve.New(
			serve.Settings{
				Prober: prober,
				Lines:  prober,
				Log:    slog.New(slog.NewTextHandler(io.Discard, nil)),
				Rate:   1e9,
				AtOnce: 64,
			},
		)
		queries := randomQueries(men)
		b.Run(fmt.Sprintf("%d men/handler", men), func(b *testing.B) {
			measure(b, queries, func(query string) (int, error) {
				r := httptest.NewRecorder()
				h.ServeHTTP(r, httptest.NewRequest("GET", query, nil))
				return r.Code, nil
			})
		})
		b.Run(fmt.Sprintf("%d men/tcp", men), func(b *testing.B) {
			server := httptest.NewServer(h)
			defer server.Close()
			measure(b, queries, func(query string) (int, error) {
				r, err := server.Client().Get(server.URL + query)
				if err != nil {
					return 0, err
				}
				defer r.Body.Close()
				_, err = io.Copy(io.Discard, r.Body)
				return r.StatusCode, err
			})
		})
	}
}

// measure sends each request once, so that tables are warm, and then measures.
func measure(b *testing.B, queries []string, get func(query string) (int, error)) {
	asked := 0
	next := func() {
		if code, err := get(queries[asked%len(queries)]); err != nil || code != http.StatusOK {
			b.Fatal(queries[asked%len(queries)], code, err)
		}
		asked++
	}
	for range queries {
		next()
	}
	for b.Loop() {
		next()
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "requests/s")
}

// randomQueries returns requests for random legal positions, each of a random class.
func randomQueries(men int) (list []string) {
	r := rand.New(rand.NewPCG(uint64(men), 1))
	var layouts []*slice.Layout
	for _, class := range material.UpTo(men) {
		if class.Men() == men {
			layouts = append(layouts, slice.NewLayout(class))
		}
	}
	for len(list) < *benchPositions {
		l := layouts[r.IntN(len(layouts))]
		p := l.Position(
			slice.Place{
				Slice: slice.Number(r.IntN(int(l.Slices()))),
				Side:  board.Colors[r.IntN(2)],
				Entry: slice.Entry(r.IntN(l.Entries())),
			},
		)
		if p.Occupied().Count() == len(p.Men()) && p.Check() == nil {
			list = append(list, "/standard?fen="+url.QueryEscape(p.FEN()))
		}
	}
	return list
}
