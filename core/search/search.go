// Package search proves how a position ends before tables say so: by looking ahead to positions that tables have,
// to mates, stalemates, endings that are known to be won and positions that nobody can win any more.
//
// prove.go deepens the search until both bounds meet. ask.go searches one question to a depth: does a side win? glance.go
// answers it for a position without looking at its moves. table.go stores the answers of answer.go under the keys of
// key.go. closed.go lists all positions of confined play. wins.go has the endings that are known to be won. line.go and
// proof.go show a proof.
//
// A proof is as right as the tables. The search never guesses or evaluates: an unproven position is unknown, not a draw.
package search

import (
	"context"
	"fmt"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/value"
)

// Tables is what a search needs of the tables that are there: a [library.Reader].
type Tables interface {
	Value(p *board.Position) (value.Value, library.Stored, error)
}

// A Search proves how positions end. It is used by one goroutine.
//
// It asks two questions: does White win, and does Black win? For each it walks through the moves, depth first, to a
// depth that grows until the answer is there. The attacker wins if one of his moves wins and where all of the
// defender's moves lose; he does not win if each move of his is refuted. Who does not let the other win has
// at least a draw.
//
// A position that comes up for the second time in a line of play answers no: a win never needs to repeat a
// position. Such a no is as good as the line that it came up in, so it is remembered only where what it rests on
// lies no further up: then the defender can go round and round below. (That a table must not keep what depends on
// the way to a position is the graph-history interaction problem: Campbell 1985, Kishimoto and Müller 2004.)
type Search struct {
	tables Tables
	table  *Table
	wins   *winList // nil without [Search.Know]

	ctx     context.Context
	limits  Limits
	result  *Result
	nodes   int64
	path    []key // of the positions from the root to the present one, which is the last
	levels  []*level
	reached int // the most plies below the root
	probes  int64
	renewed bool // there are other tables than a moment ago
	near    int  // how many of the root and the positions after its moves tables have
}

// New returns a search that asks tables, or none if that is nil, and remembers in a table.
func New(tables Tables, table *Table) *Search {
	return &Search{tables: tables, table: table}
}

// Use has a search ask other tables from now on: those that are there meanwhile. What it has proven stays. If they have more
// of the positions that it begins with, it begins anew with what is near: a depth may take minutes.
func (s *Search) Use(tables Tables) { s.tables, s.renewed = tables, true }

// Table returns what the search remembers.
func (s *Search) Table() *Table { return s.table }

// Limits say when a search gives up. Zero is no limit.
type Limits struct {
	Nodes int64
	Depth int // [MaxDepth] at most

	// Observe is called after each depth, and about every millisecond with what is known since the depth before and newer
	// counts. The result is not to be changed, or kept.
	Observe func(*Result)
}

// MaxDepth is how deep a search goes at most. A move of the attacker takes two of it, one of the defender up to five, and
// none if it is the only one.
const MaxDepth = 250

// A Result is what a search found out of a position so far. Outcomes are those of the side to move.
type Result struct {
	Position  board.Position
	Low, High value.Outcome // how it ends at least, and at most: all that is proven
	Moves     []Move        // the legal ones, best first as far as is known
	Depth     int           // that was searched, see [MaxDepth]
	Plies     int           // of the longest line that was looked at
	Nodes     int64         // positions that were looked at
	TableHits int64         // of them in tables of endings

	proof board.Move // that proves the lower bound, or none
}

// Settled reports whether nothing is left to find out.
func (r *Result) Settled() bool { return r.Low == r.High }

// A Move is a legal move and how the position ends for who plays it.
type Move struct {
	board.Move
	Low, High value.Outcome
}

// A MenError says that a position has more men than a search takes.
type MenError struct{ Men int }

// Error names both numbers.
func (e *MenError) Error() string {
	return fmt.Sprintf("this position has %d men, and the search goes up to %d", e.Men, MaxMen)
}

// Know has the search use what is known of whole classes: that the side to move wins with these men against those, but
// for positions that are listed ([known.Wins]). That is a proof, and it is early; but it shows no way to mate, so who has to
// play on does without.
func (s *Search) Know() *Search {
	s.wins = wins()
	return s
}

// maxPlies is the longest line that is looked at.
const maxPlies = 256

// A level is what one ply of the present line needs, used again and again.
type level struct {
	moves    []board.Move
	children []child
}

// A child is a position after a move, as one looks at it before it is searched.
type child struct {
	position board.Position
	key      key
	move     board.Move
	order    int32
	answer   answer
	rests    int // see ask
}

// free is where a no rests that rests on no position above.
const free = maxPlies
