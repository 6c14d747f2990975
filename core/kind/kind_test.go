package kind_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/service"
	"github.com/matewright/matewright/core/solve/methods"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/verify"
	"github.com/matewright/matewright/core/words"
)

func parse(t *testing.T, names ...string) []material.Class {
	t.Helper()
	classes, err := material.ParseAll(names)
	if err != nil {
		t.Fatal(err)
	}
	return classes
}

// TestNamed checks that each kind is found by its name in any case, and that an unknown name gives an error with all
// names.
func TestNamed(t *testing.T) {
	for name, want := range map[string]kind.Kind{
		"dtm":   kind.Default(),
		"DTC":   kind.ForMetric(value.DTC),
		"Dtz50": kind.ForMetric(value.DTZ50),
		"dtm50": kind.ByClock,
	} {
		if got, err := kind.Named(name); err != nil || got != want {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	var said *words.Message
	if _, err := kind.Named("dtx"); !errors.As(err, &said) || said.Key != "core.metric.unknown" {
		t.Error(err)
	}
	names := map[string]bool{}
	for i, k := range kind.All() {
		if names[k.Name()] || k.IsDefault() != (i == 0) {
			t.Errorf("kind %d, %s, is there twice or wrongly the default", i, k.Name())
		}
		names[k.Name()] = true
	}
}

// TestKinds runs each kind through the same calls: plan, build, plan again, read headers, probe and verify.
func TestKinds(t *testing.T) {
	for _, k := range kind.All() {
		t.Run(k.Name(), func(t *testing.T) {
			ctx := t.Context()
			at := &service.Place{Tables: store.NewMemStore()}
			request := service.Request{Classes: parse(t, "KQvK", "KRvK")}
			if _, err := k.Header(ctx, at.Tables, request.Classes[0]); !errors.Is(err, store.ErrMissing) {
				t.Errorf("the header of a missing table: %v", err)
			}
			job, err := k.Prepare(ctx, at, request)
			if err != nil || len(job.Steps) != 2 || len(job.Present) != 0 {
				t.Fatalf("%+v, %v", job, err)
			}
			if e, err := k.Estimate(job.Steps[0], 1<<30, 1); err != nil || e.Least <= 0 {
				t.Errorf("an estimate: %+v, %v", e, err)
			}
			var last builder.Progress
			var built []string
			err = k.Build(ctx, at, job, builder.Options{
				Memory:  1 << 30,
				Threads: 1,
				Observe: func(p builder.Progress) error {
					if p.Positions < last.Positions || p.Positions > p.Total || p.Total != job.Positions() ||
						p.Count != 2 {
						t.Errorf("after %+v comes %+v", last, p)
					}
					last = p
					return nil
				},
				Built: func(r builder.Result) {
					if r.Header == nil || r.Header.Class != r.Class || r.Bytes <= 0 || !r.Whole || r.Positions <= 0 {
						t.Errorf("built: %+v", r)
					}
					built = append(built, r.Class.String())
				},
			})
			if slices.Sort(built); err != nil || !slices.Equal(built, []string{"KQvK", "KRvK"}) {
				t.Fatalf("built %v, %v", built, err)
			}
			if job, err := k.Plan(ctx, at, request); err != nil || len(job.Steps) != 0 || len(job.Present) != 2 {
				t.Errorf("a plan of stored tables: %+v, %v", job, err)
			}
			request.Rebuild, request.Classes = true, request.Classes[:1]
			if job, err := k.Plan(ctx, at, request); err != nil || len(job.Steps) != 1 {
				t.Errorf("a plan to rebuild: %+v, %v", job, err)
			}
			read(t, k, at.Tables)
		})
	}
}

// read reads and verifies tables of KQvK and KRvK.
func read(t *testing.T, k kind.Kind, tables store.Store) {
	t.Helper()
	entries, err := tables.List(t.Context())
	if err != nil || len(entries) != 2 {
		t.Fatalf("%v, %v", entries, err)
	}
	verifier := k.NewVerifier(tables, kind.VerifierOptions{CacheBytes: 1 << 20, Faces: store.NewMemStore()})
	for i, class := range parse(t, "KQvK", "KRvK") {
		h, err := k.Header(t.Context(), tables, class)
		if err != nil {
			t.Fatal(err)
		}
		e, err := k.DecodeEntry(tables, entries[i])
		if err != nil {
			t.Fatal(err)
		}
		if r := e.Report(); r.Metric != k.Name() || e.Class != class || e.LongestWin() != h.LongestWin() ||
			h.LongestWin() == value.Draw {
			t.Errorf("the header is %+v, in the list %+v", h, e)
		}
		if (len(h.Pairs[0]) > 0) != (k == kind.ByClock) {
			t.Errorf("pairs are %v", h.Pairs)
		}
		r, err := verifier.Verify(t.Context(), class, verify.Options{Threads: 1})
		if err != nil || r.Entries == 0 || r.Alone == 0 || r.AllClocks != (k == kind.ByClock) {
			t.Errorf("verified %+v, %v", r, err)
		}
		if _, err := verifier.Prove(t.Context(), class); (err == nil) != (k.Supports(kind.Proof) == nil) {
			t.Errorf("proven: %v", err)
		}
		verifier.Keep(t.Context(), nil)
	}
	if err := verifier.Close(); err != nil {
		t.Error(err)
	}
	probed(t, k, tables)
}

// probed probes a position of KRvK with an old clock: only by the kinds with the fifty-move rule is it a draw.
func probed(t *testing.T, k kind.Kind, tables store.Store) {
	t.Helper()
	prober := new(probe.Prober)
	k.AddTo(prober, tables)
	defer prober.Close()
	r, err := prober.ProbeAt(t.Context(), position(t, "8/8/8/2k5/8/8/8/RK6 w - - 0 1"), 90)
	if err != nil {
		t.Fatal(err)
	}
	drawn := r.Category == value.CursedWinCategory || r.Category == value.DrawCategory
	if drawn != k.HasFiftyMoveRule() {
		t.Errorf("with a clock of 90 it is a %s", r.Category)
	}
}

func position(t *testing.T, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestWithCastling(t *testing.T) {
	for _, k := range kind.All() {
		got := k.WithCastling(parse(t, "KRvK", "KQvK")...)
		want := parse(t, "KRvK", "KRvK-h1", "KRvK-a1", "KQvK")
		slices.SortFunc(got, material.Compare)
		slices.SortFunc(want, material.Compare)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", k.Name(), got, want)
		}
	}
	if got := kind.ByClock.WithCastling(parse(t, "KRPvKR")...); len(got) != 9 {
		t.Errorf("by the clock five men have eight sets of rights: %v", got)
	}
	for _, k := range kind.All() {
		if got := k.WithCastling(parse(t, "KRRvKRR")...); len(got) != 1 {
			t.Errorf("%s: six men are built without castling rights: %v", k.Name(), got)
		}
	}
}

// TestSupports checks that a feature that tables by the clock lack gives an error with the feature, and changes
// nothing.
func TestSupports(t *testing.T) {
	for _, f := range []kind.Feature{
		kind.Search, kind.Import, kind.Export, kind.Estimate, kind.Serve, kind.Measure, kind.Methods, kind.Compact,
		kind.Sampling, kind.Proof,
	} {
		for _, m := range value.Metrics() {
			if err := kind.ForMetric(m).Supports(f); err != nil {
				t.Errorf("%s: %v", m.Name(), err)
			}
		}
		var lacking *kind.UnsupportedError
		if err := kind.ByClock.Supports(f); !errors.As(err, &lacking) || lacking.Feature != f ||
			lacking.Kind != "DTM50" {
			t.Errorf("%s: %v", f, err)
		}
	}
	at := &service.Place{Tables: store.NewMemStore()}
	job, err := kind.ByClock.Plan(t.Context(), at, service.Request{Classes: parse(t, "KQvK")})
	if err != nil {
		t.Fatal(err)
	}
	err = kind.ByClock.Build(t.Context(), at, job, builder.Options{Method: methods.All()[0]})
	if entries, listing := at.Tables.List(t.Context()); !errors.As(err, new(*kind.UnsupportedError)) ||
		len(entries) != 0 ||
		listing != nil {
		t.Errorf("a method of choice: %v; %v, %v", err, entries, listing)
	}
}

// TestPositions checks that by the clock a position needs the whole table of its class, and that one with too many men
// is refused.
func TestPositions(t *testing.T) {
	at := &service.Place{Tables: store.NewMemStore()}
	rook := position(t, "8/8/8/2k5/8/8/8/RK6 w - - 0 1")
	job, err := kind.ByClock.Plan(t.Context(), at, service.Request{Positions: []board.Position{rook}})
	if err != nil || len(job.Steps) != 1 || job.Steps[0].Class != parse(t, "KRvK")[0] ||
		kind.ByClock.Units(at.Tables, job.Steps[0].Class) != 1 {
		t.Errorf("%+v, %v", job, err)
	}
	full := position(t, "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1")
	_, err = kind.ByClock.Prepare(t.Context(), at, service.Request{Positions: []board.Position{rook, full}})
	if !errors.As(err, new(*probe.MenError)) {
		t.Error(err)
	}
	_, err = kind.ByClock.Plan(t.Context(), at, service.Request{Classes: parse(t, "KRRvKRR-h1")})
	if !errors.Is(err, material.ErrClass) {
		t.Error(err)
	}
}
