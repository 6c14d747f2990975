// Arrows finds circles between the files of a package.
//
// A file uses another if it names something that the other declares: a function, a type, a method, a field, a
// constant or a variable. Files without circles can be read in an order in which each uses only earlier ones.
//
//	go run ./core/internal/arrows ./core/...
package main

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Largest is the number of lines from which a package may have no circles. Tests do not count.
const largest = 1000

func main() {
	found, err := check("", os.Environ(), 0, os.Args[1:]...)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for _, f := range found {
		fmt.Print(f)
	}
	if len(found) > 0 {
		os.Exit(1)
	}
}

// A finding is a package whose files form circles.
type finding struct {
	Package string
	Lines   int
	Circles [][]string // files that use each other, directly or through others
	Arrows  []arrow    // between files of the same circle
}

// An arrow has the declarations of a file that another file uses.
type arrow struct {
	From, To string
	Names    []string
}

// String lists the circles, and in each the arrows with the fewest names first: these are the easiest to remove.
func (f finding) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d lines:\n", f.Package, f.Lines)
	for _, circle := range f.Circles {
		fmt.Fprintf(&b, "  circle: %s\n", strings.Join(circle, ", "))
		for _, a := range f.Arrows {
			if slices.Contains(circle, a.From) {
				fmt.Fprintf(&b, "    %s -> %s: %s\n", a.From, a.To, strings.Join(a.Names, ", "))
			}
		}
	}
	return b.String()
}

// check returns the packages that match the patterns, have at least the given number of lines, and have circles.
func check(dir string, env []string, least int, patterns ...string) ([]finding, error) {
	const mode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
		packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo
	loaded, err := packages.Load(&packages.Config{Mode: mode, Dir: dir, Env: env}, patterns...)
	if err != nil {
		return nil, err
	}
	var found []finding
	var errs []error
	for _, p := range loaded {
		for _, e := range p.Errors {
			errs = append(errs, e)
		}
		if lines := countLines(p); lines >= least {
			if f := circlesOf(p); len(f.Circles) > 0 {
				f.Lines = lines
				found = append(found, f)
			}
		}
	}
	return found, errors.Join(errs...)
}

func countLines(p *packages.Package) int {
	lines := 0
	for _, file := range p.Syntax {
		lines += p.Fset.File(file.Pos()).LineCount()
	}
	return lines
}

func circlesOf(p *packages.Package) finding {
	uses := usesOf(p)
	f := finding{Package: p.PkgPath}
	for _, circle := range components(uses) {
		f.Circles = append(f.Circles, circle)
		for _, from := range circle {
			for to, names := range uses[from] {
				if slices.Contains(circle, to) {
					f.Arrows = append(f.Arrows, arrow{from, to, slices.Sorted(maps.Keys(names))})
				}
			}
		}
	}
	slices.SortFunc(f.Arrows, func(a, b arrow) int {
		return cmp.Or(cmp.Compare(len(a.Names), len(b.Names)), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	return f
}

// A graph has for each file the files that it uses, and the names that it uses of each.
type graph map[string]map[string]map[string]bool

func usesOf(p *packages.Package) graph {
	fileOf := func(at token.Pos) string { return filepath.Base(p.Fset.Position(at).Filename) }
	uses := graph{}
	for _, file := range p.Syntax {
		from := fileOf(file.Pos())
		if uses[from] == nil {
			uses[from] = map[string]map[string]bool{}
		}
		for ident := range identifiers(file) {
			object := p.TypesInfo.Uses[ident]
			if object == nil || object.Pkg() != p.Types || !declaredOutside(object, p.Types) {
				continue
			}
			to := fileOf(object.Pos())
			if to == from {
				continue
			}
			if uses[from][to] == nil {
				uses[from][to] = map[string]bool{}
			}
			uses[from][to][object.Name()] = true
		}
	}
	return uses
}

func identifiers(file *ast.File) func(yield func(*ast.Ident) bool) {
	return func(yield func(*ast.Ident) bool) {
		stopped := false
		ast.Inspect(file, func(n ast.Node) bool {
			if ident, ok := n.(*ast.Ident); ok && !stopped {
				stopped = !yield(ident)
			}
			return !stopped
		})
	}
}

// declaredOutside reports whether an object is declared outside of functions: in the package, or as a method or a
// field.
func declaredOutside(object types.Object, pkg *types.Package) bool {
	if v, ok := object.(*types.Var); ok && v.IsField() {
		return true
	}
	if f, ok := object.(*types.Func); ok && f.Signature().Recv() != nil {
		return true
	}
	return object.Parent() == pkg.Scope()
}

// components returns the strongly connected components with at least two files, by Tarjan's algorithm.
func components(uses graph) [][]string {
	t := tarjan{uses: uses, index: map[string]int{}, low: map[string]int{}, onStack: map[string]bool{}}
	for _, file := range slices.Sorted(maps.Keys(uses)) {
		if _, seen := t.index[file]; !seen {
			t.visit(file)
		}
	}
	return t.found
}

type tarjan struct {
	uses       graph
	index, low map[string]int
	stack      []string
	onStack    map[string]bool
	found      [][]string
}

func (t *tarjan) visit(file string) {
	t.index[file] = len(t.index)
	t.low[file] = t.index[file]
	t.stack = append(t.stack, file)
	t.onStack[file] = true
	for _, next := range slices.Sorted(maps.Keys(t.uses[file])) {
		if _, seen := t.index[next]; !seen {
			t.visit(next)
			t.low[file] = min(t.low[file], t.low[next])
		} else if t.onStack[next] {
			t.low[file] = min(t.low[file], t.index[next])
		}
	}
	if t.low[file] == t.index[file] {
		t.pop(file)
	}
}

// pop takes a component off the stack: all files above the given one, and that file.
func (t *tarjan) pop(file string) {
	start := slices.Index(t.stack, file)
	component := slices.Sorted(slices.Values(t.stack[start:]))
	t.stack = t.stack[:start]
	for _, each := range component {
		t.onStack[each] = false
	}
	if len(component) > 1 {
		t.found = append(t.found, component)
	}
}
