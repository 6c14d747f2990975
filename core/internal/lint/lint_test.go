// Package lint holds the rules of the architecture as tests.
package lint

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/solve/methods"
	"github.com/matewright/matewright/core/value"
)

const module = "github.com/matewright/matewright/"

// layers lists the folders of core. A layer imports only layers before it.
var layers = strings.Fields(`
	words board material value checksum known slice tile scratch runs checkpoint solve
	store wire format encode library remote syzygy search ending verify find film exchange
	probe difficulty lichess game pgn check problem lines builder dtm50 inspect service kind compare home
	uci serve cmd`)

// rooms lists the packages of core/solve in the same way, each by its path in that folder.
var rooms = []string{
	"kernel",
	"exits",
	"",
	"lookahead",
	"spill",
	"retrograde",
	"paged",
	"sorting",
	"framewise",
	"methods",
}

// edges are imports that only some folders may have: each is at home at an
// edge of the program, and stays there.
var edges = []struct {
	imports string // a package, or a folder of packages if it ends in a slash
	only    []string
}{
	{"syscall/js", []string{"indexeddb", "wasm"}},
	{"github.com/hack-pad/", []string{"indexeddb"}},
	{module + "indexeddb", []string{"indexeddb", "wasm"}},
	{module + "wasm", nil},
	{module + "core/store/storetest", nil},
	{module + "core/ending/shelf/shelftest", nil},
	{module + "core/internal/tabletest", nil},
	{module + "core/internal/endingtest", nil},
	{module + "core/internal/castletest", nil},
	{module + "core/internal/methodtest", nil},
	{
		module + "core/encode",
		[]string{
			"core/encode",
			"core/exchange",
			"core/dtm50",
			"core/builder",
			"wasm",
			"cluster",
			"core/internal/tabletest",
		},
	}, // who only reads tables needs none
	{"github.com/notnil/chess", []string{"core/pgn"}},
	{
		module + "core/pgn",
		[]string{".", "core/pgn", "core/cmd", "wasm"},
	}, // in the page only in the engine that checks games, a build of its own
	{"github.com/klauspost/compress/", []string{"core/ending", "core/format", "cluster"}},
	{"github.com/apache/beam/", []string{"cluster"}},
	{"net/http", []string{"core/serve", "core/remote/overhttp"}},
	{module + "core/remote/overhttp", []string{"core/cmd/matewright"}},
	{module + "core/serve", []string{"core/cmd/matewright"}},
	{module + "tables34", []string{"core/cmd/matewright"}}, // 8 MB
}

// A source has the facts about a Go file that the rules need. It may be for any
// platform.
type source struct {
	path    string // from the repository's root, with slashes
	folder  string
	imports []string
}

func (s source) isTest() bool { return strings.HasSuffix(s.path, "_test.go") }

func TestLayers(t *testing.T) {
	for _, s := range sources(t) {
		from, ok := layer(module + s.folder)
		if !ok || s.isTest() {
			continue
		}
		if !slices.Contains(layers, from) {
			t.Errorf("%s: core/%s has no place among the layers %v", s.path, from, layers)
			continue
		}
		for _, imported := range s.imports {
			to, ok := layer(imported)
			if ok && slices.Index(layers, to) > slices.Index(layers, from) {
				t.Errorf("%s: %s may not import %s: it comes later in %v", s.path, from, to, layers)
			}
		}
	}
}

// TestRooms checks that a package of core/solve imports only earlier ones.
func TestRooms(t *testing.T) {
	room := func(pkg string) (index int, ok bool) {
		rest, ok := strings.CutPrefix(pkg, module+"core/solve")
		return slices.Index(rooms, strings.TrimPrefix(rest, "/")), ok && (rest == "" || rest[0] == '/')
	}
	found := map[int]bool{}
	for _, s := range sources(t) {
		from, ok := room(module + s.folder)
		if !ok || s.isTest() {
			continue
		}
		if found[from] = true; from < 0 {
			t.Errorf("%s: %s has no place among %v", s.path, s.folder, rooms)
		}
		for _, imported := range s.imports {
			if to, ok := room(imported); ok && to >= from {
				t.Errorf("%s imports %s, which comes later in %v", s.path, imported, rooms)
			}
		}
	}
	if len(found) != len(rooms) {
		t.Errorf("of the packages %v only %d were found", rooms, len(found))
	}
}

// layer returns the folder of core that a package lies in, except those that
// hold tests only.
func layer(pkg string) (string, bool) {
	rest, ok := strings.CutPrefix(pkg, module+"core/")
	name, _, _ := strings.Cut(rest, "/")
	return name, ok && name != "internal"
}

func TestEdges(t *testing.T) {
	for _, s := range sources(t) {
		for _, edge := range edges {
			allowed := slices.ContainsFunc(edge.only, func(folder string) bool { return inside(s.folder, folder) })
			for _, imported := range s.imports {
				if inside(imported, strings.TrimSuffix(edge.imports, "/")) && !allowed && !s.isTest() {
					t.Errorf("%s imports %s, which only %v may", s.path, imported, edge.only)
				}
			}
		}
	}
}

// platforms are those that core is built for.
var platforms = []struct{ os, arch string }{
	{"linux", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"},
	{"freebsd", "amd64"}, {"solaris", "amd64"}, {"js", "wasm"},
}

// TestBuildTags checks that files that need the browser have its build tag, and that core
// builds everywhere. Each platform must have exactly one of a group of files for some
// platforms, such as file_unix.go and file_other.go.
func TestBuildTags(t *testing.T) {
	groups := map[string]map[string]int{} // how many are built, by the beginning of their names and by platform
	for _, s := range sources(t) {
		built := map[string]int{}
		for _, platform := range platforms {
			if matches(t, s, platform.os, platform.arch) {
				built[platform.os] = 1
			}
		}
		if slices.Contains(s.imports, "syscall/js") && (len(built) > 1 || built["js"] == 0) {
			t.Errorf("%s imports syscall/js and lacks //go:build js && wasm", s.path)
		}
		if !inside(s.folder, "core") || s.isTest() || len(built) == len(platforms) {
			continue
		}
		name, _, _ := strings.Cut(path.Base(s.path), "_")
		name = path.Join(s.folder, name)
		if groups[name] == nil {
			groups[name] = map[string]int{}
		}
		for platform := range built {
			groups[name][platform]++
		}
	}
	for name, built := range groups {
		for _, platform := range platforms {
			if n := built[platform.os]; n != 1 {
				t.Errorf("of the files %s_*.go %d are built on %s", name, n, platform.os)
			}
		}
	}
}

func matches(t *testing.T, s source, os, arch string) bool {
	t.Helper()
	context := build.Default
	context.GOOS, context.GOARCH = os, arch
	context.BuildTags = []string{"check"} // of the larger engine of the page
	ok, err := context.MatchFile(filepath.Join(root, s.folder), path.Base(s.path))
	if err != nil {
		t.Fatal(err)
	}
	return ok
}

// TestMethodNames checks that the names of methods occur only in core/solve.
func TestMethodNames(t *testing.T) {
	home := filepath.Join(root, "core", "solve")
	files := 0
	for _, folder := range []string{"core", "wasm", "indexeddb", "web/src"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(name string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil || entry.IsDir() && name != home:
				return err
			case entry.IsDir():
				return fs.SkipDir
			case strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, ".test.js") ||
				strings.HasSuffix(name, ".txtar"):
				return nil
			}
			files++
			text, err := os.ReadFile(name)
			for _, method := range methods.All() {
				if strings.Contains(string(text), method.Name()) {
					t.Errorf("%s contains the name of the method %s", name, method.Name())
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 100 {
		t.Errorf("only %d files were read", files)
	}
}

// inside reports whether a folder is another one or lies in it.
func inside(folder, outer string) bool {
	return folder == outer || strings.HasPrefix(folder, outer+"/")
}

const root = "../../.."

// sources returns every Go file of the repository.
func sources(t *testing.T) []source {
	t.Helper()
	var all []source
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "node_modules" || len(name) > 1 && strings.HasPrefix(entry.Name(), ".")):
			return fs.SkipDir
		case entry.IsDir() || path.Ext(name) != ".go":
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, name), nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		s := source{path: name, folder: path.Dir(name)}
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			s.imports = append(s.imports, imported)
		}
		all = append(all, s)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 20 {
		t.Fatalf("only %d Go files found", len(all))
	}
	return all
}

// metricHomes are the only files outside of core/value that may name single metrics, each with its reason.
var metricHomes = map[string]string{
	"matewright.go":   "the names that Go programs choose from",
	"wasm/metrics.go": "the names that JavaScript chooses from, for its types",

	"core/serve/asking.go":                             "a parameter of lichess's API",
	"core/checkpoint/checkpointtest/checkpointtest.go": "a record for tests",
}

// TestMetricNames checks that code outside of core/value uses the properties of metrics, and neither their identity nor
// their names. Only tests add metrics.
func TestMetricNames(t *testing.T) {
	files := 0
	for _, s := range sources(t) {
		if s.isTest() || s.folder == "core/value" || inside(s.folder, "core/internal") || metricHomes[s.path] != "" {
			continue
		}
		files++
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, filepath.Join(root, s.path), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if words := namesMetric(n); words != "" {
				t.Errorf("%v: %s", set.Position(n.Pos()), words)
			}
			return true
		})
	}
	if files < 100 {
		t.Errorf("only %d files were read", files)
	}
}

// TestMetricNamesOfPage is [TestMetricNames] for the page: one file has the properties of all metrics.
func TestMetricNamesOfPage(t *testing.T) {
	const home = "web/src/metrics.js"
	named := regexp.MustCompile(
		"['\"`](" + strings.ToLower(strings.ReplaceAll(value.MetricNames(), ", ", "|")) + ")['\"`]",
	)
	comment := regexp.MustCompile(`^\s*(/?\*|//)`)
	files, found := 0, false
	for _, folder := range []string{"web/src", "web/package"} {
		err := fs.WalkDir(os.DirFS(root), folder, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || path.Ext(name) != ".js" || strings.HasSuffix(name, ".test.js") {
				return err
			}
			files++
			found = found || name == home
			text, err := os.ReadFile(filepath.Join(root, name))
			for i, line := range strings.Split(string(text), "\n") {
				if name != home && named.MatchString(line) && !comment.MatchString(line) {
					t.Errorf("%s:%d: %s", name, i+1, strings.TrimSpace(line))
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 100 || !found {
		t.Errorf("%d files were read, the one with all metrics among them: %v", files, found)
	}
}

// namesMetric describes how a node of the syntax names a metric or adds one. It returns "" if it does neither.
func namesMetric(n ast.Node) string {
	switch n := n.(type) {
	case *ast.SelectorExpr:
		of, ok := n.X.(*ast.Ident)
		if ok && of.Name == "value" && (isMetric(n.Sel.Name) || n.Sel.Name == "Add") {
			return "value." + n.Sel.Name
		}
	case *ast.BasicLit:
		if text, err := strconv.Unquote(n.Value); n.Kind == token.STRING && err == nil && isMetric(text) {
			return "the name of a metric, " + n.Value
		}
	}
	return ""
}

// isMetric reports whether a text is the name of a metric, in any case.
func isMetric(text string) bool {
	return slices.ContainsFunc(value.Metrics(), func(m *value.Metric) bool { return strings.EqualFold(m.Name(), text) })
}
