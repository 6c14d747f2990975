// Package game represents a game, a study or a position as a tree of moves, with variations, comments and marks. Other
// packages read and write them as text.
package game

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/words"
)

// A Game is a game, a study or a position.
type Game struct {
	Number int // in its file, from 1
	Line   int // of the file, where it begins
	Tags   []Tag
	Root   *Node  // the start; nil if it can't be read
	SetUp  bool   // the start is not that of all games
	Result string // at its end: "1-0", "0-1", "1/2-1/2", or "*" for none
	Mate   int    // the moves to mate that the file states, negative if the side to move is mated; 0 if it states none

	// Variant names the rules of the game if they are not those of chess. Its moves are not read.
	Variant string

	Errors   []*Error // unreadable parts
	Warnings []*Error // repaired parts
	Text     string   // all of it, as it was read
}

// Warn adds warnings of a FEN in a line.
func (g *Game) Warn(line int, warnings []board.Warning) {
	for _, w := range warnings {
		g.Warnings = append(g.Warnings, &Error{line, w.Message})
	}
}

// A Tag is a name with a value, such as Event.
type Tag struct{ Name, Value string }

// An Error describes an unreadable part of a game.
type Error struct {
	Line int
	Said words.Message
}

// Message returns a message with the line.
func (e *Error) Message() words.Message {
	return words.New("core.pgn.line", "line", e.Line, "fault", e.Said)
}

// Error returns the line and the message.
func (e *Error) Error() string { return e.Message().String() }

// Tag returns the value of a tag, or "" without one. It ignores case.
func (g *Game) Tag(name string) string {
	for _, tag := range g.Tags {
		if strings.EqualFold(tag.Name, name) {
			return tag.Value
		}
	}
	return ""
}

// Outcome returns the result that the game states: its tag Result, if that is a result, or else the one after its
// moves.
func (g *Game) Outcome() string {
	tag := g.Tag("Result")
	switch tag {
	case White, Black, Draw:
		return tag
	}
	if g.Result == "" || g.Result == Unknown {
		if result := ResultOf(tag); result != "" {
			return result
		}
	}
	return g.Result
}

// IsPlayed reports whether the game was played rather than composed. A played game begins in the starting position, or
// has ratings, a time control, a termination or clocks. Best play that the page has written counts as played, too.
func (g *Game) IsPlayed() bool {
	if !g.SetUp || g.Tag("Site") == "Matewright" && g.Tag("Event") == "Best play" {
		return true
	}
	for _, name := range []string{"WhiteElo", "BlackElo", "TimeControl", "Termination"} {
		if strings.Trim(g.Tag(name), "?-* ") != "" {
			return true
		}
	}
	clocks := false
	if g.Root != nil {
		g.Root.All(func(n *Node) {
			clocks = clocks || strings.Contains(n.Comment, "[%clk ") || strings.Contains(n.Comment, "[%emt ")
		})
	}
	return clocks
}

// The results of games.
const (
	White   = "1-0"
	Black   = "0-1"
	Draw    = "1/2-1/2"
	Unknown = "*"
)

// resultPattern matches a result as people and programs write it, and not the castling 0-0.
var resultPattern = regexp.MustCompile(
	`^(1[ \t]*[-‐‑–—−:][ \t]*0|0[ \t]*[-‐‑–—−:][ \t]*1|` +
		`(?:1/2|½)(?:[ \t]*[-‐‑–—−:][ \t]*(?:1/2|½))?|\*)(?:[^\w/‐‑–—−:-]|$)`,
)

// CutResult cuts a result off the beginning of a text, in any of the usual forms: "1:0", "½–½" or "1/2 - 1/2", for
// instance. The result is "" if the text does not begin with one.
func CutResult(text string) (result, rest string) {
	match := resultPattern.FindStringSubmatch(text)
	if match == nil {
		return "", text
	}
	switch written := match[1]; {
	case written == Unknown:
		result = Unknown
	case written[0] == '0':
		result = Black
	case strings.HasPrefix(written, "1/2"), strings.HasPrefix(written, "½"):
		result = Draw
	default:
		result = White
	}
	return result, text[len(match[1]):]
}

// ResultOf returns the result if the whole text is a result, and otherwise "".
func ResultOf(text string) string {
	if result, rest := CutResult(strings.TrimSpace(text)); rest == "" {
		return result
	}
	return ""
}

// A Node is a move, with the position after it. The root is the start, and has no move.
type Node struct {
	Parent   *Node
	Children []*Node // moves after it: the first one continues the line, the others begin variations

	Move     board.Move
	SAN      string
	Position board.Position
	Counters board.Counters

	Marks   []int  // numeric annotation glyphs (NAG) of the move
	Before  string // the comment before it
	Comment string // the comment after it
}

// Numeric annotation glyphs.
const (
	Good        = 1
	Mistake     = 2
	VeryGood    = 3
	Blunder     = 4
	Interesting = 5
	Dubious     = 6
	Only        = 7
)

// Start returns the root of a game from a position.
func Start(p board.Position, c board.Counters) *Node { return &Node{Position: p, Counters: c} }

// Ply returns the plies from the beginning of move 1 to the position.
func (n *Node) Ply() int { return 2*(n.Counters.Number-1) + int(n.Position.Turn) }

// FEN returns the position as a FEN with its counters.
func (n *Node) FEN() string { return n.Position.FENWith(n.Counters) }

// Play adds a legal move to those after n, and returns it.
func (n *Node) Play(m board.Move) *Node {
	p := &n.Position
	next := &Node{
		Parent:   n,
		Move:     m,
		SAN:      p.SAN(m, p.LegalMoves(nil)),
		Position: p.Play(m),
		Counters: n.Counters.After(p.Turn, p.IsZeroing(m)),
	}
	n.Children = append(n.Children, next)
	return next
}

// Pass adds the null move to those after n, and returns it; nil if the side to move is in check.
func (n *Node) Pass() *Node {
	p, ok := n.Position.Pass()
	if !ok {
		return nil
	}
	next := &Node{
		Parent:   n,
		Move:     board.Null,
		SAN:      board.NullSAN,
		Position: p,
		Counters: n.Counters.After(n.Position.Turn, false),
	}
	n.Children = append(n.Children, next)
	return next
}

// Number returns the number of the move, such as "3." or "3...".
func (n *Node) Number() string {
	dots := "."
	if n.Ply()%2 == 0 {
		dots = "..."
	}
	return fmt.Sprintf("%d%s", (n.Ply()-1)/2+1, dots)
}

// Name returns the move with its number, such as "3. Kb2", and "" for the start.
func (n *Node) Name() string {
	if n.Parent == nil {
		return ""
	}
	return n.Number() + " " + n.SAN
}

// BeginsVariation reports whether the move is played instead of that of another line.
func (n *Node) BeginsVariation() bool { return n.Parent != nil && n.Parent.Children[0] != n }

// IsMain reports whether the move is of the main line.
func (n *Node) IsMain() bool {
	for ; n != nil; n = n.Parent {
		if n.BeginsVariation() {
			return false
		}
	}
	return true
}

// Marked reports whether the move has one of some marks.
func (n *Node) Marked(marks ...int) bool {
	return slices.ContainsFunc(n.Marks, func(mark int) bool { return slices.Contains(marks, mark) })
}

// Mark gives the move a mark, unless it is 0, and adds a sentence to its comment, unless it is "". It adds neither
// twice.
func (n *Node) Mark(mark int, sentence string) {
	if mark != 0 && !slices.Contains(n.Marks, mark) {
		n.Marks = append(n.Marks, mark)
	}
	if strings.Contains(n.Comment, sentence) {
		return
	}
	if n.Comment != "" && !strings.HasSuffix(n.Comment, "]") &&
		!strings.ContainsAny(n.Comment[len(n.Comment)-1:], ".!?;:") {
		n.Comment += ";"
	}
	n.Comment = Join(n.Comment, sentence)
}

// Join joins comments that stand beside each other: some programs cannot read two in a row.
func Join(comments ...string) string {
	return strings.Join(slices.DeleteFunc(comments, func(c string) bool { return c == "" }), " ")
}

// All calls a function with n and all after it, line by line.
func (n *Node) All(visit func(*Node)) {
	for ; n != nil; n = n.next(visit) {
		visit(n)
	}
}

// next walks the variations beside the move that continues the line, and returns that move.
func (n *Node) next(visit func(*Node)) *Node {
	if len(n.Children) == 0 {
		return nil
	}
	for _, variation := range n.Children[1:] {
		variation.All(visit)
	}
	return n.Children[0]
}
