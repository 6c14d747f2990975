// Package search proves the outcome of a position without its table. It looks ahead to positions in tables, mates,
// stalemates, endings that are known to be won, and positions that neither side can win.
//
// prove.go deepens the search until both bounds meet. walk.go searches one question to a depth: does a side win?
// glance.go answers it for a position without looking at its moves. table.go stores the answers of answer.go under the
// keys of key.go. closed.go lists all positions of confined play. wins.go has the endings that are known to be won.
// line.go and proof.go show a proof.
//
// A proof is as right as the tables. The search never guesses or evaluates: an unproven position is unknown, not a
// draw.
package search

import (
	"context"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// Tables reads the values of positions: a [library.Reader].
type Tables interface {
	Value(p *board.Position) (value.Value, library.Stored, error)
}

// A Search proves the outcomes of positions. Only one goroutine may use it.
//
// A search has two questions: does White win, and does Black win? For each it searches the moves depth first, to a
// depth that grows until the answer is found. With the attacker to move, one winning move is a win. With the defender
// to move, all moves must lose. The attacker does not win if every move is refuted. A side that never lets the other
// side win has at least a draw.
//
// A position that repeats in a line answers no: a win never needs to repeat a position. Such a no depends on the line.
// The table stores it only if the first occurrence is not above the position: then the defender can repeat below it.
// (A table must not store results that depend on the path. This is the graph-history interaction problem: Campbell
// 1985, Kishimoto and Müller 2004.)
type Search struct {
	tables Tables
	table  *Table
	wins   *winList // nil without [Search.UseKnownWins]

	ctx     context.Context
	limits  Limits
	result  *Result
	nodes   int64
	path    []key // of the positions from the root to the present one, which is the last
	levels  []*level
	reached int // the most plies below the root
	probes  int64
	renewed bool // the tables have changed since the last look
	near    int  // positions in tables, among the root and those after its moves
}

// New returns a search that reads tables, unless they are nil, and stores its answers in a transposition table.
func New(tables Tables, table *Table) *Search {
	return &Search{tables: tables, table: table}
}

// Use replaces the tables, for example after a build. Proven answers stay. If the new tables have more of the positions
// near the root, the search restarts at depth 0, as a single depth may take minutes.
func (s *Search) Use(tables Tables) { s.tables, s.renewed = tables, true }

// Table returns the transposition table.
func (s *Search) Table() *Table { return s.table }

// Limits end a search. Zero means without a limit.
type Limits struct {
	Nodes int64
	Depth int // [MaxDepth] at most

	// Observe is called after each depth, and about every millisecond with newer counts. It must not change or keep the
	// result.
	Observe func(*Result)
}

// MaxDepth is the largest depth of a search. An attacker's move costs two, a defender's move up to five, and a forced
// move nothing.
const MaxDepth = 250

// A Result has the proven bounds of a position so far. Outcomes are those of the side to move.
type Result struct {
	Position  board.Position
	Low, High value.Outcome // the proven bounds
	Moves     []Move        // the legal moves, best first as far as proven
	Depth     int           // the depth of the search, see [MaxDepth]
	Plies     int           // of the longest line
	Nodes     int64         // positions visited
	TableHits int64         // visited positions that were in tables of endings

	proof board.Move // the move that proves the lower bound, or none
}

// Settled reports whether both bounds are equal.
func (r *Result) Settled() bool { return r.Low == r.High }

// A Move is a legal move and the bounds of the position after it, for the side that plays it.
type Move struct {
	board.Move
	Low, High value.Outcome
}

// A MenError reports a position with more men than a search supports.
type MenError struct{ Men int }

// Message returns both numbers as a message.
func (e *MenError) Message() words.Message {
	return words.New("core.men.search", "count", e.Men, "most", MaxMen)
}

// Error returns both numbers.
func (e *MenError) Error() string { return e.Message().String() }

// UseKnownWins makes the search use known results of whole classes ([known.Wins]): the side to move wins, except in the
// listed positions. These are early proofs, but they show no way to mate. A player who needs a way to mate searches
// without them.
func (s *Search) UseKnownWins() *Search {
	s.wins = wins()
	return s
}

// maxPlies is the longest line that is searched.
const maxPlies = 256

// A level has the buffers of one ply of the present line. They are reused.
type level struct {
	moves    []board.Move
	children []child
}

// A child is a position after a move, before it is searched.
type child struct {
	position board.Position
	key      key
	move     board.Move
	order    int32
	answer   answer
	rests    int // see walk
}

// free means that a no depends on no position above.
const free = maxPlies
