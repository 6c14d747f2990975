package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// speakers are the packages whose messages for people are all in core/words.
var speakers = []string{"core/cmd/matewright", "core/uci", "core/serve", "core/service"}

// noMessages are the texts of two words or more that speakers may have outside the catalogue.
var noMessages = []string{
	"matewright build", // a command
	"Clear Hash",       // names of the UCI protocol
	"Move Overhead",
	"id name Matewright",
	"id author the Matewright authors",
	"info depth %d seldepth %d multipv %d score %s nodes %d nps %d hashfull %d tbhits %d time %d pv %s",
	"info depth 0 score %s",
	"info string %v",
	"option name %s type %s",
	"tablebase cache=0u,cache_miss=%du", // lichess's format
	"Retry-After, Warning",              // headers of HTTP
	"text/plain; version=0.0.4; charset=utf-8",
	"text/plain; charset=utf-8",
	"looking for new tables", // of the log
}

// twoWords finds two words, one after the other.
var twoWords = regexp.MustCompile(`\pL{2,}[,;:.]? \pL{2,}`)

// TestSentences finds messages outside the catalogue: texts of two words or more in the packages that write to people.
func TestSentences(t *testing.T) {
	found := map[string]bool{}
	for name, text := range texts(t, ".go") {
		if !slices.Contains(speakers, path.Dir(name)) || strings.HasSuffix(name, "_test.go") {
			continue
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, name, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			literal, ok := n.(*ast.BasicLit) // may be a tag, which kong could print
			if !ok || literal.Kind != token.STRING {
				return true
			}
			words, err := strconv.Unquote(literal.Value)
			if err != nil {
				t.Fatal(err)
			}
			found[words] = true
			if twoWords.MatchString(words) && !slices.Contains(noMessages, words) {
				t.Errorf("%v: %q is not in core/words", files.Position(literal.Pos()), words)
			}
			return true
		})
	}
	for _, words := range noMessages {
		if !found[words] || !twoWords.MatchString(words) {
			t.Errorf("the exception %q is not needed", words)
		}
	}
}
