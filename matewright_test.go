package matewright_test

import (
	"context"
	"errors"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/matewright/matewright"
)

const queen = "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1"

var metrics = []matewright.Metric{matewright.DTM, matewright.DTC, matewright.DTZ50, matewright.DTM50}

// open opens a new directory.
func open(t *testing.T, options matewright.Options) *matewright.Tables {
	t.Helper()
	if options.Dir == "" {
		options.Dir = t.TempDir()
	}
	tables, err := matewright.Open(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tables.Close() })
	return tables
}

func build(t *testing.T, tables *matewright.Tables, wanted ...string) *matewright.Plan {
	t.Helper()
	plan, err := tables.Build(t.Context(), wanted...)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// TestNames: a caller can know the whole package.
func TestNames(t *testing.T) {
	const most = 60
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	set := token.NewFileSet()
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	pkg, err := doc.NewFromFiles(set, files, "github.com/matewright/matewright")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	undocumented := func(name, doc string) {
		names = append(names, name)
		if doc == "" {
			t.Errorf("%s has no comment", name)
		}
	}
	values := func(list ...*doc.Value) {
		for _, v := range list {
			for _, name := range v.Names {
				undocumented(name, v.Doc)
			}
		}
	}
	values(slices.Concat(pkg.Consts, pkg.Vars)...)
	for _, f := range pkg.Funcs {
		undocumented(f.Name, f.Doc)
	}
	for _, typ := range pkg.Types {
		undocumented(typ.Name, typ.Doc)
		values(slices.Concat(typ.Consts, typ.Vars)...)
		for _, f := range slices.Concat(typ.Funcs, typ.Methods) {
			undocumented(typ.Name+"."+f.Name, f.Doc)
		}
	}
	if len(names) > most || len(names) < 20 {
		t.Errorf("%d exported names, and there may be %d: %v", len(names), most, names)
	}
}

// TestMissing: a missing table is an error, and not a draw, for every metric.
func TestMissing(t *testing.T) {
	for _, metric := range append([]matewright.Metric{"", "dtz50"}, metrics...) {
		tables := open(t, matewright.Options{Metric: metric})
		answer, err := tables.Probe(t.Context(), "8/8/8/3k4/8/8/1P6/K7 w - - 0 1")
		var failed *matewright.Error
		if answer != nil || !errors.Is(err, matewright.ErrMissing) || !errors.As(err, &failed) {
			t.Fatalf("%s: %+v, %v", metric, answer, err)
		}
		if failed.Class != "KPvK" || !slices.Equal(failed.Missing, []string{"KQvK", "KRvK", "KBvK", "KNvK", "KPvK"}) {
			t.Errorf("%s: %+v", metric, failed)
		}
		if line, err := tables.Line(t.Context(), queen); line != nil || !errors.Is(err, matewright.ErrMissing) {
			t.Errorf("%s: %+v, %v", metric, line, err)
		}
	}
}

func TestBadFEN(t *testing.T) {
	tables := open(t, matewright.Options{})
	for fen, want := range map[string]matewright.Code{
		"":                                   matewright.ErrFEN,
		"8/8/8/3k4/8/8/8/K7 x":               matewright.ErrFEN,
		"8/8/8/3k4/8/8/8/8 w - - 0 1":        matewright.ErrFEN,
		"8/8/8/3kK3/8/8/8/8 w - - 0 1":       matewright.ErrFEN,
		"rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w":    matewright.ErrMen,
		"4k3/8/8/8/8/8/8/RNBQKBN1 w - - 0 1": matewright.ErrMen,
	} {
		if _, err := tables.Probe(t.Context(), fen); !errors.Is(err, want) {
			t.Errorf("probe %q: %v, want %v", fen, err, want)
		}
		if _, err := tables.Line(t.Context(), fen); !errors.Is(err, want) {
			t.Errorf("line %q: %v, want %v", fen, err, want)
		}
		if fen == "" {
			continue // that is the name of no class
		}
		if _, err := tables.Plan(t.Context(), fen); !errors.Is(err, want) {
			t.Errorf("plan %q: %v, want %v", fen, err, want)
		}
		if _, err := tables.Build(t.Context(), fen); !errors.Is(err, want) {
			t.Errorf("build %q: %v, want %v", fen, err, want)
		}
	}
}

// TestWarnings: a FEN is repaired, and that is said.
func TestWarnings(t *testing.T) {
	tables := open(t, matewright.Options{})
	build(t, tables, "KQvK")
	answer, err := tables.Probe(t.Context(), "8/8/8/3k4/8/8/1Q6/K7 w KQ - 3 7")
	if err != nil {
		t.Fatal(err)
	}
	if answer.FEN != "8/8/8/3k4/8/8/1Q6/K7 w - - 3 7" || len(answer.Warnings) == 0 {
		t.Errorf("%+v", answer)
	}
	m := answer.Moves[0]
	if m.FEN != "8/8/5Q2/3k4/8/8/8/K7 b - - 4 7" || m.Category != matewright.Loss || m.DTM == nil || *m.DTM != -14 {
		t.Errorf("%+v", m)
	}
}

func TestUsage(t *testing.T) {
	wrong := []matewright.Options{{Metric: "DTX"}, {Memory: -1}, {Memory: 1 << 50}, {Threads: -1}, {Threads: 1 << 20}}
	for _, options := range wrong {
		if tables, err := matewright.Open(options); tables != nil || !errors.Is(err, matewright.ErrUsage) {
			t.Errorf("%+v: %v, %v", options, tables, err)
		}
	}
	tables := open(t, matewright.Options{})
	if _, err := tables.Build(t.Context()); !errors.Is(err, matewright.ErrUsage) {
		t.Error(err)
	}
	if _, err := tables.Rebuild(t.Context(), queen); !errors.Is(err, matewright.ErrUsage) {
		t.Error(err)
	}
	for _, names := range [][]string{{"KXvK"}, {"KQvK", queen}} {
		if _, err := tables.Build(t.Context(), names...); !errors.Is(err, matewright.ErrClass) {
			t.Errorf("%q: %v", names, err)
		}
	}
}

// TestCancelled: what is stopped says so, by all means of matching, and builds nothing.
func TestCancelled(t *testing.T) {
	tables := open(t, matewright.Options{})
	build(t, tables, "KQvK")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	calls := map[string]func() error{
		"probe":   func() error { _, err := tables.Probe(ctx, queen); return err },
		"line":    func() error { _, err := tables.Line(ctx, queen); return err },
		"plan":    func() error { _, err := tables.Plan(ctx, "KRvK"); return err },
		"build":   func() error { _, err := tables.Build(ctx, "KRvK"); return err },
		"rebuild": func() error { _, err := tables.Rebuild(ctx, "KQvK"); return err },
	}
	for name, call := range calls {
		if err := call(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := tables.Probe(t.Context(), "8/8/8/3k4/8/8/1R6/K7 w - - 0 1"); !errors.Is(err, matewright.ErrMissing) {
		t.Errorf("after a build that was cancelled: %v", err)
	}
}

// TestStopped: a build that is cancelled in its middle keeps what is finished, and is resumed.
func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	dir := t.TempDir()
	tables := open(t, matewright.Options{Dir: dir, Threads: 1, Progress: func(p matewright.Progress) {
		if p.Class == "KPvK" {
			cancel()
		}
	}})
	if _, err := tables.Build(ctx, "KPvK"); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	plan := build(t, tables, "KPvK")
	if len(plan.Steps) != 1 || plan.Steps[0].Class != "KPvK" || len(plan.Present) != 4 {
		t.Errorf("%+v", plan)
	}
}

// TestRebuild: a damaged table is an error until it is built again, with the same bytes.
func TestRebuild(t *testing.T) {
	dir := t.TempDir()
	tables := open(t, matewright.Options{Dir: dir})
	build(t, tables, "KQvK")
	path := filepath.Join(dir, "KQvK.mwt")
	right, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, right[:len(right)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	var failed *matewright.Error
	_, err = tables.Probe(t.Context(), queen)
	if !errors.Is(err, matewright.ErrDamaged) || !errors.As(err, &failed) || failed.Class != "KQvK" {
		t.Errorf("%v, %+v", err, failed)
	}
	if _, err := tables.Rebuild(t.Context(), "KQvK"); err != nil {
		t.Fatal(err)
	}
	if answer, err := tables.Probe(t.Context(), queen); err != nil || answer.Category != matewright.Win {
		t.Errorf("%+v, %v", answer, err)
	}
	if again, err := os.ReadFile(path); err != nil || !slices.Equal(again, right) {
		t.Errorf("other bytes: %v", err)
	}
}

// TestMetrics: the tables of a metric are in a directory of their own, and Probe reads those of all.
func TestMetrics(t *testing.T) {
	dir := t.TempDir()
	for _, metric := range metrics {
		tables := open(t, matewright.Options{Dir: dir, Metric: metric})
		if plan := build(t, tables, "KQvK"); len(plan.Steps) != 1 || plan.Positions != 59136 {
			t.Errorf("%s: %+v", metric, plan)
		}
		plan, err := tables.Plan(t.Context(), "KQvK", "KRvK")
		if err != nil || !slices.Equal(plan.Present, []string{"KQvK"}) || plan.Steps[0].Class != "KRvK" {
			t.Errorf("%s: %+v, %v", metric, plan, err)
		}
		where := filepath.Join(dir, strings.ToLower(string(metric)), "KQvK.mwt")
		if metric == matewright.DTM {
			where = filepath.Join(dir, "KQvK.mwt")
		}
		if _, err := os.Stat(where); err != nil {
			t.Error(err)
		}
	}
	tables := open(t, matewright.Options{Dir: dir})
	answer, err := tables.Probe(t.Context(), queen)
	if err != nil {
		t.Fatal(err)
	}
	for _, plies := range []*int{answer.DTM, answer.DTC, answer.DTZ, answer.DTM50} {
		if plies == nil || *plies != 15 {
			t.Fatalf("%+v", answer.Verdict)
		}
	}
}

// TestPosition: what a position needs by the clock is the table of its class.
func TestPosition(t *testing.T) {
	for _, metric := range []matewright.Metric{matewright.DTM, matewright.DTM50} {
		tables := open(t, matewright.Options{Metric: metric})
		build(t, tables, queen)
		if answer, err := tables.Probe(t.Context(), queen); err != nil || answer.Category != matewright.Win {
			t.Errorf("%s: %+v, %v", metric, answer, err)
		}
		line, err := tables.Line(t.Context(), queen)
		if err != nil || len(line.Moves) != 15 || !line.Moves[14].Checkmate {
			t.Errorf("%s: %+v, %v", metric, line, err)
		}
	}
}

func TestClosed(t *testing.T) {
	tables := open(t, matewright.Options{})
	if err := tables.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := tables.Probe(t.Context(), queen); !errors.Is(err, fs.ErrClosed) {
		t.Error(err)
	}
}
