package pgn

import (
	"fmt"
	"io"
	"strings"

	"github.com/matewright/matewright/core/game"
)

// lineLength is how long lines of moves may be: the export format of PGN has fewer than 80 characters.
const lineLength = 79

// Write writes a game with all its comments and marks. A game that could not be read as a whole, or has other rules, is
// written as it was.
func Write(out io.Writer, g *game.Game) error {
	if len(g.Errors) > 0 || g.Root == nil {
		_, err := fmt.Fprintf(out, "%s\n\n", strings.TrimRight(g.Text, "\n"))
		return err
	}
	var b strings.Builder
	for _, tag := range g.Tags {
		fmt.Fprintf(&b, "[%s \"%s\"]\n", tag.Name, escapeTag.Replace(tag.Value))
	}
	if len(g.Tags) > 0 {
		b.WriteByte('\n')
	}
	w := &wrapper{out: &b, numbered: true}
	w.comment(g.Root.Comment)
	w.line(g.Root)
	result := g.Result
	if result == "" {
		result = "*"
	}
	w.word(result)
	w.flush()
	b.WriteString("\n\n")
	_, err := io.WriteString(out, b.String())
	return err
}

var escapeTag = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// A wrapper puts words into lines.
type wrapper struct {
	out      *strings.Builder
	length   int    // of the line
	last     string // last word, not written yet
	opening  string // prefix of the next one
	numbered bool   // the next move of Black has its number
}

func (w *wrapper) word(word string) {
	w.flush()
	w.last, w.opening = w.opening+word, ""
}

// flush writes the last word.
func (w *wrapper) flush() {
	switch {
	case w.last == "" || w.length == 0:
	case w.length+1+len(w.last) > lineLength:
		w.out.WriteByte('\n')
		w.length = 0
	default:
		w.out.WriteByte(' ')
		w.length++
	}
	w.out.WriteString(w.last)
	w.length += len(w.last)
	w.last = ""
}

// line writes the moves after a node, with variations after the move that they are instead of.
func (w *wrapper) line(n *game.Node) {
	for len(n.Children) > 0 {
		w.move(n.Children[0])
		for _, variation := range n.Children[1:] {
			w.opening, w.numbered = "(", true
			w.move(variation)
			w.line(variation)
			w.last += ")"
			w.numbered = true
		}
		n = n.Children[0]
	}
}

func (w *wrapper) move(n *game.Node) {
	w.comment(n.Before)
	if n.Ply()%2 == 1 || w.numbered {
		w.word(n.Number())
	}
	w.word(n.SAN)
	for _, mark := range n.Marks {
		w.word(fmt.Sprintf("$%d", mark))
	}
	w.numbered = false
	w.comment(n.Comment)
}

// comment writes a comment in braces, which it may not have itself.
func (w *wrapper) comment(comment string) {
	if comment == "" {
		return
	}
	comment = strings.NewReplacer("{", "(", "}", ")").Replace(comment)
	for _, word := range strings.Fields("{" + comment + "}") {
		w.word(word)
	}
	w.numbered = true
}
