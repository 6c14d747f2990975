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
	benchClasses   = flag.String("classes", "", "classes of the positions, such as KRPvKR,KQvKR; all by default")
)

// BenchmarkStandard probes random positions of all classes, for each number of men, by all metrics, over and over. It
// measures the handler alone and through connections to it, with a position in each request and with all in one.
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
		fens := randomFENs(b, men)
		if len(fens) == 0 {
			continue
		}
		queries := make([]string, len(fens))
		for i, fen := range fens {
			queries[i] = "/standard?fen=" + url.QueryEscape(fen)
		}
		all := strings.Join(fens, "\n")
		b.Run(fmt.Sprintf("%d men/handler", men), func(b *testing.B) {
			measure(b, queries, 1, func(query string) (int, error) {
				r := httptest.NewRecorder()
				h.ServeHTTP(r, httptest.NewRequest("GET", query, nil))
				return r.Code, nil
			})
		})
		b.Run(fmt.Sprintf("%d men/handler, together", men), func(b *testing.B) {
			measure(b, []string{all}, len(fens), func(body string) (int, error) {
				r := httptest.NewRecorder()
				h.ServeHTTP(r, httptest.NewRequest("POST", "/standard", strings.NewReader(body)))
				return r.Code, nil
			})
		})
		b.Run(fmt.Sprintf("%d men/tcp", men), func(b *testing.B) {
			server := httptest.NewServer(h)
			defer server.Close()
			measure(b, queries, 1, func(query string) (int, error) {
				r, err := server.Client().Get(server.URL + query)
				if err != nil {
					return 0, err
				}
				defer r.Body.Close()
				_, err = io.Copy(io.Discard, r.Body)
				return r.StatusCode, err
			})
		})
		b.Run(fmt.Sprintf("%d men/tcp, together", men), func(b *testing.B) {
			server := httptest.NewServer(h)
			defer server.Close()
			measure(b, []string{all}, len(fens), func(body string) (int, error) {
				r, err := server.Client().Post(server.URL+"/standard", "text/plain", strings.NewReader(body))
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

// measure sends each request once, so that tables are warm, and then measures. Each has a number of positions.
func measure(b *testing.B, queries []string, positions int, get func(query string) (int, error)) {
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
	b.ReportMetric(float64(b.N*positions)/b.Elapsed().Seconds(), "positions/s")
}

// randomFENs returns random legal positions, each of a random class.
func randomFENs(t testing.TB, men int) (list []string) {
	t.Helper()
	r := rand.New(rand.NewPCG(uint64(men), 1))
	classes := material.UpTo(men)
	if *benchClasses != "" {
		var err error
		if classes, err = material.ParseAll(strings.Split(*benchClasses, ",")); err != nil {
			t.Fatal(err)
		}
	}
	var layouts []*slice.Layout
	for _, class := range classes {
		if class.Men() == men {
			layouts = append(layouts, slice.NewLayout(class))
		}
	}
	if len(layouts) == 0 {
		return nil
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
			list = append(list, p.FEN())
		}
	}
	return list
}
