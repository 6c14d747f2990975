package matewright_test

import (
	"bytes"
	"context"
	"errors"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

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

// TestNames checks the exported names of the package.
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

// TestMissing checks that a missing table is an error, and not a draw, for every metric.
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

// TestWarnings checks that a FEN is repaired with a warning.
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

// TestMetrics checks that the tables of a metric have their own directory, and that Probe reads those of all metrics.
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

// TestPosition checks that a position needs the table of its class by the clock.
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

// last returns the error that a sequence ends with, or nil.
func last[T any](sequence iter.Seq2[*T, error]) (err error) {
	for _, err = range sequence {
	}
	return err
}

// TestVerify checks that a table of any metric is recomputed, and that a wrong or missing one is an error.
func TestVerify(t *testing.T) {
	for _, metric := range metrics {
		dir := t.TempDir()
		var seen matewright.Progress
		options := matewright.Options{Dir: dir, Metric: metric, Progress: func(p matewright.Progress) { seen = p }}
		tables := open(t, options)
		build(t, tables, "KQvK")
		if seen.Class != "KQvK" || seen.Done < 0 || seen.Done > seen.Of || seen.Of != 59136 {
			t.Errorf("%s: progress of the build: %+v", metric, seen)
		}
		seen = matewright.Progress{}
		v, err := tables.Verify(t.Context(), "kqk")
		if err != nil || v.Class != "KQvK" || v.Positions < 40_000 || v.Alone < 10 || v.Sampled {
			t.Errorf("%s: %+v, %v", metric, v, err)
		}
		if metric != matewright.DTM50 && (seen.Class != "KQvK" || seen.Of != 59136) {
			t.Errorf("%s: progress of the verification: %+v", metric, seen)
		}
		if _, err := tables.Verify(t.Context(), "KRvK"); !errors.Is(err, matewright.ErrMissing) {
			t.Errorf("%s: %v", metric, err)
		}
		path := filepath.Join(dir, "KQvK.mwt")
		if metric != matewright.DTM {
			path = filepath.Join(dir, strings.ToLower(string(metric)), "KQvK.mwt")
		}
		table, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		table[len(table)/2] ^= 1
		if err := os.WriteFile(path, table, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := open(t, options).Verify(t.Context(), "KQvK"); !errors.Is(err, matewright.ErrDamaged) {
			t.Errorf("%s: of a table with another bit: %v", metric, err)
		}
		if left, err := filepath.Glob(filepath.Join(dir, "verifying-*")); err != nil || left != nil {
			t.Errorf("%s: left behind: %v, %v", metric, left, err)
		}
	}
}

// TestFind checks that all conditions of a query hold, and that the loop can be left.
func TestFind(t *testing.T) {
	tables := open(t, matewright.Options{})
	build(t, tables, "KQvK")
	n := 0
	query := matewright.Query{Class: "KQvK", MinPlies: 1, MaxPlies: 1, Side: "w", Men: "kh8"}
	for f, err := range tables.Find(t.Context(), query) {
		if err != nil {
			t.Fatal(err)
		}
		if f.Category != matewright.Win || f.Plies != 1 {
			t.Errorf("%+v", f)
		}
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("%d positions", n)
	}
	for f, err := range tables.Find(t.Context(), matewright.Query{Class: "KQvK", MinPlies: 20, Side: "b"}) {
		if err != nil || f.Category != matewright.Loss || f.Plies != -20 {
			t.Errorf("%+v, %v", f, err) // the longest mate takes 10 moves
		}
		n++
	}
	if n == 3 {
		t.Error("nothing takes 20 plies")
	}
	for _, q := range []matewright.Query{
		{Class: "KQvK", Kind: "fork"}, {Class: "KQvK", Side: "x"}, {Class: "KQvK", Men: "what"},
		{Class: "KQvK", InARow: 2}, {Class: "KQvK", Kind: matewright.OnlyMove, InARow: 99},
		{Class: "KQvK", MinPlies: -1}, {Class: "KQvK", MinPlies: 3, MaxPlies: 2},
	} {
		if err := last(tables.Find(t.Context(), q)); !errors.Is(err, matewright.ErrUsage) {
			t.Errorf("%+v: %v", q, err)
		}
	}
	if err := last(tables.Find(t.Context(), matewright.Query{Class: "KRvK"})); !errors.Is(err, matewright.ErrMissing) {
		t.Error(err)
	}
	if err := last(tables.Find(t.Context(), matewright.Query{Class: "K"})); !errors.Is(err, matewright.ErrClass) {
		t.Error(err)
	}
	clocked := open(t, matewright.Options{Metric: matewright.DTM50})
	if err := last(clocked.Find(t.Context(), query)); !errors.Is(err, matewright.ErrUsage) {
		t.Error(err)
	}
}

// TestCheck checks that missing tables are counted, that unreadable text is a finding, and that the loop can be left.
func TestCheck(t *testing.T) {
	tables := open(t, matewright.Options{Metric: matewright.DTC}) // tables of DTM are read nevertheless
	text := queen + "\n" + "8/8/8/3k4/8/8/8/8 w - - 0 1\n" + queen + "\n"
	var games []*matewright.Game
	for g, err := range tables.Check(t.Context(), strings.NewReader(text)) {
		if err != nil {
			t.Fatal(err)
		}
		if games = append(games, g); len(games) == 2 {
			break
		}
	}
	if len(games) != 2 {
		t.Fatalf("%d games", len(games))
	}
	if g := games[0]; g.Number != 1 || g.LineNo != 1 || g.FEN != queen || g.Missing["KQvK"] != 1 {
		t.Errorf("%+v", g)
	}
	if len(games[1].Findings) != 1 {
		t.Fatalf("%+v", games[1])
	}
	if f := games[1].Findings[0]; f.Kind != "unreadable" || !f.Flaw || f.LineNo != 2 {
		t.Errorf("%+v", f)
	}
}

// TestExchange checks that an export of any metric is imported with the same bytes. An altered file is refused, and
// changes nothing.
func TestExchange(t *testing.T) {
	for _, metric := range []matewright.Metric{matewright.DTM, matewright.DTC, matewright.DTZ50} {
		from := open(t, matewright.Options{Metric: metric})
		to := open(t, matewright.Options{Metric: metric})
		build(t, from, "KQvK")
		path, err := from.Export(t.Context(), "KQvK", t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		altered := slices.Clone(file)
		altered[len(file)/2] ^= 1
		r, err := to.Import(t.Context(), bytes.NewReader(altered), int64(len(file)))
		if r != nil || !errors.Is(err, matewright.ErrRefused) {
			t.Errorf("%s: %+v, %v", metric, r, err)
		}
		if _, err := to.Probe(t.Context(), queen); !errors.Is(err, matewright.ErrMissing) {
			t.Errorf("%s: %v", metric, err)
		}
		r, err = to.Import(t.Context(), bytes.NewReader(file), int64(len(file)))
		if err != nil || r.Class != "KQvK" || !r.Proven || r.Bytes <= 0 {
			t.Fatalf("%s: %+v, %v", metric, r, err)
		}
		if a, err := to.Probe(t.Context(), queen); err != nil || a.Category != matewright.Win {
			t.Errorf("%s: %+v, %v", metric, a, err)
		}
		if _, err := to.Export(t.Context(), "KRvK", t.TempDir()); !errors.Is(err, matewright.ErrMissing) {
			t.Errorf("%s: %v", metric, err)
		}
	}
	clocked := open(t, matewright.Options{Metric: matewright.DTM50})
	if _, err := clocked.Import(t.Context(), strings.NewReader(""), 0); !errors.Is(err, matewright.ErrUsage) {
		t.Error(err)
	}
	if _, err := clocked.Export(t.Context(), "KQvK", t.TempDir()); !errors.Is(err, matewright.ErrUsage) {
		t.Error(err)
	}
}

// TestProve checks that a deadline ends a search without an error, and that an unproven position is not a draw.
func TestProve(t *testing.T) {
	tables := open(t, matewright.Options{Memory: 64 << 20})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	p, err := tables.Prove(ctx, "1n1qk3/8/8/8/8/8/8/R2QK1N1 w - - 0 1")
	open := err == nil && p.Low == matewright.Loss && p.High != matewright.Loss
	if !open || len(p.Line) != 0 || len(p.Moves) < 20 || p.Nodes == 0 {
		t.Errorf("%+v, %v", p, err)
	}
	p, err = tables.Prove(t.Context(), "5r1k/6pp/8/6N1/8/1Q6/8/K7 w - - 0 1") // smothered mate
	if err != nil || p.Low != matewright.Win || p.High != matewright.Win || len(p.Line) < 3 {
		t.Fatalf("%+v, %v", p, err)
	}
	for i, m := range p.Line {
		if want := []matewright.Category{matewright.Win, matewright.Loss}[i%2]; m.Low != want || m.High != want {
			t.Errorf("move %d: %+v", i, m)
		}
	}
	if best := p.Moves[0]; best.UCI != p.Line[0].UCI || best.SAN != "Nf7+" {
		t.Errorf("%+v", p)
	}
	_, err = tables.Prove(t.Context(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w")
	if !errors.Is(err, matewright.ErrMen) {
		t.Error(err)
	}
	if _, err := tables.Prove(t.Context(), "nonsense"); !errors.Is(err, matewright.ErrFEN) {
		t.Error(err)
	}
}

// TestProveAtDeadline checks that Prove returns its bounds at the deadline, even if it reads tables for them.
func TestProveAtDeadline(t *testing.T) {
	tables := open(t, matewright.Options{})
	build(t, tables, "KQvK", "KRvK")
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	p, err := tables.Prove(ctx, "8/8/8/8/2r4Q/2k5/8/7K w - - 0 1") // the capture leads to KQvK
	if err != nil || p.Low == p.High {
		t.Fatalf("%+v, %v", p, err)
	}
	for _, m := range p.Moves {
		if m.SAN == "Qxc4+" && (m.Low != matewright.Draw || m.High != matewright.Draw) {
			t.Errorf("the table says that %+v draws", m)
		}
	}
}
