// Package game has what a file says of a game, a study or a position: moves with variations, comments and marks, as a tree. How
// they are written is the business of others.
package game

import (
	"fmt"
	"slices"

	"github.com/matewright/matewright/core/board"
)

// A Game is a game, a study or a position.
type Game struct {
	Number int // in its file, from 1
	Line   int // of the file, where it begins
	Tags   []Tag
	Root   *Node  // the start; nil if it can't be read
	SetUp  bool   // the start is not that of all games
	Result string // at its end: "1-0", "0-1", "1/2-1/2", or "*" for none
	Mate   int    // moves to mate, of which the file says that they are enough; 0 if it says nothing

	Errors   []*Error // what could not be read
	Warnings []*Error // what was repaired
	Text     string   // all of it, as it was read
}

// Warn adds warnings of a FEN in a line.
func (g *Game) Warn(line int, warnings []board.Warning) {
	for _, w := range warnings {
		g.Warnings = append(g.Warnings, &Error{line, w.Words})
	}
}

// A Tag is a name with a value, such as Event.
type Tag struct{ Name, Value string }

// An Error says what can't be read of a game, for people.
type Error struct {
	Line  int
	Words string
}

// Error says where it is, and what.
func (e *Error) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Words) }

// Tag returns the value of a tag, "" if there is none.
func (g *Game) Tag(name string) string {
	for _, tag := range g.Tags {
		if tag.Name == name {
			return tag.Value
		}
	}
	return ""
}

// A Node is a move, with the position after it. The root is the start, and has no move.
type Node struct {
	Parent   *Node
	Children []*Node // moves after it: the first one goes on with the line, the others begin variations

	Move     board.Move
	SAN      string
	Position board.Position
	Counters board.Counters

	Marks    []int    // numeric annotation glyphs (NAG) of the move
	Before   []string // comments before it
	Comments []string // comments after it
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
	next := &Node{Parent: n, Move: m, SAN: p.SAN(m, p.LegalMoves(nil)), Position: p.Play(m), Counters: n.Counters.After(p.Turn, p.IsZeroing(m))}
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

// Mark gives the move a mark, and a comment unless it is "", if they are not there yet.
func (n *Node) Mark(mark int, comment string) {
	if mark != 0 && !slices.Contains(n.Marks, mark) {
		n.Marks = append(n.Marks, mark)
	}
	if comment != "" && !slices.Contains(n.Comments, comment) {
		n.Comments = append(n.Comments, comment)
	}
}

// All calls a function with n and all after it, line by line.
func (n *Node) All(visit func(*Node)) {
	for ; n != nil; n = n.next(visit) {
		visit(n)
	}
}

// next walks the variations beside the move that goes on with the line, and returns that move.
func (n *Node) next(visit func(*Node)) *Node {
	if len(n.Children) == 0 {
		return nil
	}
	for _, variation := range n.Children[1:] {
		variation.All(visit)
	}
	return n.Children[0]
}
