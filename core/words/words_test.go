//go:build !js

package words

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/words/icu"
)

// isOfGo reports whether Go uses a key.
func isOfGo(key string) bool {
	return strings.HasPrefix(key, "core.") || strings.HasPrefix(key, "command.")
}

// A use is a key in Go's source, with the names of the values beside it if it has any there.
type use struct {
	at    token.Position
	key   string
	names []string
	isOf  bool // the key is an argument of a function that makes a message
}

// uses returns all keys in the Go files of this module, except tests.
func uses(t *testing.T) (list []use) {
	t.Helper()
	files := token.NewFileSet()
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			if slices.Contains([]string{"node_modules", ".git", "dist", "testdata", "web"}, entry.Name()) {
				return fs.SkipDir
			}
			return nil
		case !strings.HasSuffix(path, ".go"), strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		made := map[ast.Node]bool{} // keys that are first arguments
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && len(call.Args) > 0 {
				if key := keyOf(call.Args[0]); key != "" && isMaker(call.Fun) {
					u := use{at: files.Position(call.Pos()), key: key, isOf: true}
					for i := 1; i < len(call.Args); i += 2 {
						u.names = append(u.names, literalOf(call.Args[i]))
					}
					list = append(list, u)
					made[call.Args[0]] = true
				}
			}
			if key := keyOf(n); key != "" && !made[n] {
				list = append(list, use{at: files.Position(n.Pos()), key: key})
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// isMaker reports whether a function takes a key and then names and values.
func isMaker(function ast.Expr) bool {
	switch f := function.(type) {
	case *ast.SelectorExpr:
		x, ok := f.X.(*ast.Ident)
		return f.Sel.Name == "inform" || ok && x.Name == "words" && (f.Sel.Name == "New" || f.Sel.Name == "Error")
	case *ast.Ident:
		return f.Name == "wrong" || f.Name == "inform"
	}
	return false
}

func literalOf(n ast.Node) string {
	if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
		text, _ := strconv.Unquote(literal.Value)
		return text
	}
	return ""
}

// keyOf returns the key in a literal, or "".
func keyOf(n ast.Node) string {
	text := literalOf(n)
	if isOfGo(text) && !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, ".json") &&
		!strings.ContainsAny(text, " /") {
		return text
	}
	return ""
}

// TestKeys checks that the catalogue has all messages that Go uses, with the same values, and no others. A test of the
// command compares its help, whose keys are made of names.
func TestKeys(t *testing.T) {
	used := map[string]bool{}
	for _, u := range uses(t) {
		used[u.key] = true
		message, ok := catalogue()[u.key]
		if !ok {
			t.Errorf("%v: en.json has no message %s", u.at, u.key)
			continue
		}
		if !u.isOf {
			continue
		}
		has := message.Names()
		for _, name := range has {
			if !slices.Contains(u.names, name) {
				t.Errorf("%v: %s needs the value %s", u.at, u.key, name)
			}
		}
		for _, name := range u.names {
			if !slices.Contains(has, name) {
				t.Errorf("%v: %s does not use the value %s", u.at, u.key, name)
			}
		}
	}
	for key := range catalogue() {
		if isOfGo(key) && !used[key] && !strings.HasPrefix(key, "command.help.") {
			t.Errorf("%s is not used", key)
		}
	}
	if len(used) < 50 {
		t.Errorf("only %d keys were found in the source", len(used))
	}
}

func TestMessage(t *testing.T) {
	inside := New("core.fen.noKing", "color", stringer("Black"))
	m := New("core.fen.unusable", "why", inside)
	if got := m.String(); got != "this FEN is not usable: Black has no king" {
		t.Error(got)
	}
	if got := m.Code(); got != "core.fen.unusable why=(core.fen.noKing color=Black)" {
		t.Error(got)
	}
	if got := New("absent", "n", 3, "list", List([]stringer{"a", "b"})); got.String() != "absent list=[a b] n=3" {
		t.Error(got)
	}
	if b, err := json.Marshal(m); err != nil ||
		string(
			b,
		) != `{"key":"core.fen.unusable","values":{"why":{"key":"core.fen.noKing","values":{"color":"Black"}}}}` {
		t.Errorf("%s, %v", b, err)
	}
	var said *Message
	if err := fmt.Errorf("reading: %w", Error("core.fen.kingsTouch")); !errors.As(err, &said) ||
		said.Key != "core.fen.kingsTouch" ||
		err.Error() != "reading: the kings touch" {
		t.Error(err)
	}
}

// TestLanguage formats messages within messages and within lists in German.
func TestLanguage(t *testing.T) {
	file, err := os.ReadFile("de.json")
	var messages map[string]string
	if err := errors.Join(err, json.Unmarshal(file, &messages)); err != nil {
		t.Fatal(err)
	}
	german := NewLanguage("de", messages)
	late := New("core.check.cursed", "move", "Kb2")
	for _, test := range []struct {
		m             Message
		german, plain string
	}{
		{
			New("core.check.dual", "moves", And([]any{late, "Kb3"}), "count", 2, "result", "win"),
			"auch Kb2 (nicht nach der 50-Züge-Regel) und Kb3 gewinnen",
			"Kb2 (not by the fifty-move rule) and Kb3 win, too",
		},
		{
			New("core.pgn.ambiguous", "text", "Kb", "fen", "8/8", "moves", Or([]string{"Kb2", "Kb3", "Kb4"})),
			"Kb ist in 8/8 mehrdeutig: Kb2, Kb3 oder Kb4 wäre möglich",
			"Kb is ambiguous in 8/8: it could be Kb2, Kb3 or Kb4",
		},
		{And([]any{late}).(Message), "Kb2 (nicht nach der 50-Züge-Regel)", "Kb2 (not by the fifty-move rule)"},
		{New("absent"), "absent", "absent"},
	} {
		if got := german.Format(test.m); got != test.german || test.m.String() != test.plain {
			t.Errorf("%q and %q, want %q and %q", got, test.m, test.german, test.plain)
		}
	}
	want := "core.list.and first=[(core.check.cursed move=Kb2)] last=Kb3"
	if got := And([]any{late, "Kb3"}).(Message).Code(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

type stringer string

func (s stringer) String() string { return string(s) }

// TestTwin compares the messages of Go with those of the page. The page's tests run this test, with a file of
// examples of all messages (web/src/language.test.js).
func TestTwin(t *testing.T) {
	var examples []struct {
		Key    string
		Values Values
		Text   string
	}
	readExamples(t, &examples)
	seen := map[string]bool{}
	for _, e := range examples {
		seen[e.Key] = true
		if got := (Message{e.Key, e.Values}).String(); got != e.Text {
			t.Errorf("%s with %v is %q, and %q in the page", e.Key, e.Values, got, e.Text)
		}
	}
	for key := range catalogue() {
		if _, ok := seen[key]; !ok && !strings.HasPrefix(key, "command.") {
			t.Errorf("%s has no example", key)
		}
	}
}

// TestPlurals compares the plurals of all languages with those of JavaScript. The page's tests run this test, too.
func TestPlurals(t *testing.T) {
	var languages map[string]map[string]string
	readExamples(t, &languages)
	for language, categories := range languages {
		for digits, want := range categories {
			if got := icu.PluralsOf(language)(digits); got != want {
				t.Errorf("%s: %s is %s, want %s", language, digits, got, want)
			}
		}
	}
}

// readExamples reads the file of the page's tests. Without one it skips the test.
func readExamples(t *testing.T, into any) {
	t.Helper()
	path := os.Getenv("MATEWRIGHT_EXAMPLES")
	if path == "" {
		t.Skip("the page's tests run this")
	}
	b, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(b, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}
