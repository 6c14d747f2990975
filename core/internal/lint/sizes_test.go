package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

const (
	longestLine     = 120 // columns; a tab counts as four
	longestFile     = 500 // lines
	longestFunction = 80  // lines
)

// reason begins the comment that explains why a file or a function is longer than these limits.
const reason = "Long because "

// TestLineLengths reads all code, comments and documents, except generated files.
func TestLineLengths(t *testing.T) {
	files := 0
	for name, text := range texts(t, ".go", ".s", ".js", ".mjs", ".css", ".html", ".md", ".sh") {
		files++
		for i, line := range strings.Split(text, "\n") {
			columns := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    "))
			if columns > longestLine && !strings.Contains(line, "url(") { // oxfmt joins the sources of a font
				t.Errorf("%s:%d has %d columns, at most %d are allowed", name, i+1, columns, longestLine)
			}
		}
	}
	if files < 300 {
		t.Errorf("only %d files were read", files)
	}
}

// TestFileLengths checks Go files, with tests, and JavaScript.
func TestFileLengths(t *testing.T) {
	for name, text := range texts(t, ".go", ".js", ".mjs", ".css") {
		if lines := strings.Count(text, "\n"); lines > longestFile && !hasReason(text) {
			t.Errorf("%s has %d lines. Split it, or explain in a comment: %q", name, lines, reason+"...")
		}
	}
}

func TestFunctionLengths(t *testing.T) {
	functions := 0
	for name, text := range texts(t, ".go") {
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, name, text, parser.ParseComments)
		if err != nil {
			continue // testdata
		}
		for _, declared := range file.Decls {
			f, ok := declared.(*ast.FuncDecl)
			if !ok {
				continue
			}
			functions++
			lines := files.Position(f.End()).Line - files.Position(f.Pos()).Line + 1
			if lines > longestFunction && !hasReason(f.Doc.Text()) {
				t.Errorf("%s: %s has %d lines. Split it, or explain in its comment: %q",
					name, f.Name.Name, lines, reason+"...")
			}
		}
	}
	if functions < 2000 {
		t.Errorf("only %d functions were read", functions)
	}
}

// hasReason reports whether a text has a reason for its length. Comments may break lines within its first words.
func hasReason(text string) bool {
	return strings.Contains(strings.Join(strings.Fields(strings.ReplaceAll(text, "//", " ")), " "), reason)
}

// texts returns the files of the repository with the given extensions, by their paths from its root. It omits
// generated files and packages of others.
func texts(t *testing.T, extensions ...string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			if name != "." && (strings.HasPrefix(entry.Name(), ".") || foreign[entry.Name()]) {
				return fs.SkipDir
			}
			return nil
		case !hasExtension(name, extensions):
			return nil
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return err
		}
		if !generated(string(text)) {
			found[name] = string(text)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// foreign has the folders of generated files and installed packages.
var foreign = map[string]bool{
	"node_modules": true, "build": true, "dist": true, "generated": true, "results": true, "types": true,
}

func hasExtension(name string, extensions []string) bool {
	for _, each := range extensions {
		if path.Ext(name) == each {
			return true
		}
	}
	return false
}

// generated reports whether the first lines of a file have the mark of generated files.
func generated(text string) bool {
	head, _, _ := strings.Cut(text, "\n\n")
	return strings.Contains(head, "Code generated") && strings.Contains(head, "DO NOT EDIT")
}
