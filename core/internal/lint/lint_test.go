// Package lint holds the rules of the architecture as tests.
package lint

import (
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/matewright/matewright/"

// layers lists the folders of core from the one that knows nothing to the one
// that knows all. A layer imports only those before it.
var layers = []string{"board", "material", "value", "slice", "tile", "scratch", "solve", "table", "verify", "find", "exchange", "probe", "build", "cmd"}

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
	{module + "core/table/storetest", nil},
	{"github.com/notnil/chess", []string{"core/probe"}},
	{"github.com/klauspost/compress/", []string{"core/table"}},
}

// A source is what the rules need to know of a Go file, whatever platform it
// is for.
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

// TestBuildTags: what needs the browser says so, and core builds everywhere: of what is
// for WebAssembly alone, in name_wasm.go, there is a twin for all else, name_generic.go.
func TestBuildTags(t *testing.T) {
	for _, s := range sources(t) {
		needsBrowser := slices.Contains(s.imports, "syscall/js")
		matches, err := build.Default.MatchFile(filepath.Join(root, s.folder), path.Base(s.path))
		if err != nil {
			t.Fatal(err)
		}
		if needsBrowser && matches {
			t.Errorf("%s imports syscall/js and lacks //go:build js && wasm", s.path)
		}
		if twin, ok := strings.CutSuffix(s.path, "_wasm.go"); ok && inside(s.folder, "core") {
			_, err := os.Stat(filepath.Join(root, twin+"_generic.go"))
			if err != nil {
				t.Errorf("%s has no twin for other platforms: %v", s.path, err)
			}
			continue
		}
		if inside(s.folder, "core") && !matches {
			t.Errorf("%s is not built on %s/%s", s.path, build.Default.GOOS, build.Default.GOARCH)
		}
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
