// Package search proves how a position ends before tables say so: by looking ahead to positions that tables have,
// to mates, stalemates, endings that are known to be won and positions that nobody can win any more.
//
// search.go asks whether a side wins, deeper and deeper; table.go remembers what was found out, under the keys of
// key.go; closed.go lists all positions where play is confined; wins.go has the endings that are known to be won; line.go and
// proof.go show a proof. What is proven is as right as the tables: nothing is a guess, an evaluation or the hope that a
// deep search would have found it. What was not proven is unknown, not a draw.
package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
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

// maxPlies is the longest line that is looked at.
const maxPlies = 256

// answer is that to the question whether the attacker wins.
type answer int8

const (
	open answer = iota // nothing is proven at this depth
	yes
	no
)

// free is where a no rests that rests on no position above.
const free = maxPlies

// errStopped ends a search at its limits, errNear a depth because tables have come near.
var (
	errStopped = errors.New("search stopped")
	errNear    = errors.New("there are tables near")
)

// Prove searches until the position's outcome is proven, a limit is reached or the context ends, which is no error:
// what was found out until then is in the result. Errors are [*MenError], or those of reading tables.
func (s *Search) Prove(ctx context.Context, p board.Position, limits Limits) (*Result, error) {
	if n := len(p.Men()); n > MaxMen {
		return nil, &MenError{n}
	}
	if limits.Depth <= 0 || limits.Depth > MaxDepth {
		limits.Depth = MaxDepth
	}
	s.ctx, s.limits, s.nodes, s.reached, s.probes, s.renewed, s.near = ctx, limits, 0, 0, 0, true, 0
	s.table.age++
	r := &Result{Position: p, Low: value.Loss, High: value.Win}
	s.result = r
	for _, m := range p.LegalMoves(nil) {
		r.Moves = append(r.Moves, Move{m, value.Loss, value.Win})
	}
	if _, err := s.cameNear(); err != nil {
		return nil, err
	}
	for depth := 0; depth <= limits.Depth; depth += deeper {
		err := s.deepen(r, depth)
		if errors.Is(err, errNear) {
			depth = -deeper
			continue
		}
		stopped := errors.Is(err, errStopped)
		if err == nil || stopped {
			err = s.judgeMoves(r)
		}
		if err != nil {
			return nil, err
		}
		s.observe()
		if stopped || r.Settled() {
			break
		}
	}
	return r, nil
}

// deeper is by how much the depth grows: by a move of the attacker.
const deeper = 2

// deepen asks both questions at a depth, unless they are answered.
func (s *Search) deepen(r *Result, depth int) error {
	r.Depth = depth
	s.table.round++
	for _, attacker := range board.Colors {
		found := recordOf(r.Low, r.High, r.Position.Turn)
		if found.answer(attacker) != open {
			continue
		}
		k, a, _, err := s.recall(&r.Position, attacker)
		if a == open && err == nil {
			s.path = append(s.path[:0], k)
			a, _, err = s.ask(&r.Position, attacker, depth)
			s.path = s.path[:0]
		}
		if a == open && err == nil {
			a, err = s.closed(&r.Position, attacker, s.spots())
		}
		if err != nil {
			return err
		}
		found.learn(attacker, a)
		low := r.Low
		if r.Low, r.High = found.bounds(r.Position.Turn); r.Low > low {
			r.proof = s.table.find(k).move // what it leads to may rest on this position, and is not remembered then
		}
	}
	return nil
}

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

func (s *Search) level(ply int) *level {
	for len(s.levels) <= ply {
		s.levels = append(s.levels, new(level))
	}
	return s.levels[ply]
}

// ask returns whether the attacker wins from the last position of the path, as far as a depth tells. A no may hold
// only because a position above comes up again: it rests then on the uppermost such position, as an
// index of the path, and otherwise it is free.
func (s *Search) ask(p *board.Position, attacker board.Color, depth int) (a answer, rests int, err error) {
	k, ply := s.path[len(s.path)-1], len(s.path)-1
	r := s.table.find(k)
	if a := r.answer(attacker); a != open {
		return a, free, nil
	}
	// Only what this walk found open is left so: in cycles, what was found open before would be the reason to find
	// it so again.
	if !r.old && int(r.depth[attacker]) > max(depth, 0) || ply+1 >= maxPlies {
		return open, free, nil
	}
	s.reached = max(s.reached, ply)
	l := s.level(ply)
	l.moves = p.LegalMoves(l.moves[:0])
	if len(l.moves) == 0 {
		a = withoutMoves(p, attacker)
		s.settle(k, r, attacker, a, depth, board.Move{})
		return a, free, nil
	}
	attacks := p.Turn == attacker
	wanted := no
	if attacks {
		wanted = yes
	}
	a, rests, best, err := s.look(p, l, r.move, attacker, wanted)
	if err != nil {
		return open, 0, err
	}
	if a == open {
		best = l.children[0].move
		if depth > 0 {
			a, rests, best, err = s.deepest(l, attacker, wanted, depth)
		}
		if err != nil {
			return open, 0, err
		}
	}
	if rests >= ply {
		rests = free // it comes round to here: nothing above is needed
	}
	switch {
	case a == open:
		r = s.table.find(k) // a line may have come back here with the other answer
		r.searched(attacker, depth, best)
		s.table.put(k, r)
	case rests == free:
		s.settle(k, r, attacker, a, depth, best)
	}
	return a, rests, nil
}

// withoutMoves returns the answer for a position without legal moves.
func withoutMoves(p *board.Position, attacker board.Color) answer {
	if p.Turn != attacker && p.InCheck(p.Turn) {
		return yes
	}
	return no
}

// settle remembers an answer.
func (s *Search) settle(k key, r record, attacker board.Color, a answer, depth int, best board.Move) {
	r.learn(attacker, a)
	r.searched(attacker, depth, best)
	s.table.put(k, r)
}

// look looks at what each move leads to without searching it. One that is wanted, a yes for the attacker's moves
// and a no for the defender's, is the answer; so is the other one if all moves lead to it.
func (s *Search) look(p *board.Position, l *level, first board.Move, attacker board.Color, wanted answer) (a answer, rests int, best board.Move, err error) {
	l.children = slices.Grow(l.children[:0], len(l.moves))[:len(l.moves)]
	left := false
	rests = free
	for i, m := range l.moves {
		if err := s.count(); err != nil {
			return open, 0, board.Move{}, err
		}
		c := &l.children[i]
		c.position, c.move = p.Play(m), m
		if c.key, c.answer, c.rests, err = s.glance(&c.position, attacker); err != nil {
			return open, 0, board.Move{}, err
		}
		switch {
		case c.answer == wanted && c.rests == free:
			return wanted, free, m, nil
		case c.answer == wanted:
			left = true // perhaps another one does not rest on the way here
		case c.answer == open:
			left = true
		default:
			rests = min(rests, c.rests)
		}
		c.order = order(p, c, first)
	}
	if !left {
		if first == (board.Move{}) { // else it may be what proves the other bound
			first = l.moves[0]
		}
		return other(wanted), rests, first, nil
	}
	slices.SortStableFunc(l.children, func(a, b child) int { return int(b.order - a.order) })
	return open, free, board.Move{}, nil
}

// count counts a position, and ends the search at its limits.
func (s *Search) count() error {
	s.nodes++
	if s.limits.Nodes > 0 && s.nodes > s.limits.Nodes {
		return errStopped
	}
	if s.nodes%16 == 0 && s.ctx.Err() != nil { // sixteen may read as many tiles of tables
		return errStopped
	}
	if s.nodes%1024 == 0 {
		s.observe()
		if near, err := s.cameNear(); near || err != nil {
			return cmp.Or(err, errNear)
		}
	}
	return nil
}

// cameNear reports whether tables have more than before of the first position and of those after its moves, or of what these
// lead to, if there are other tables.
func (s *Search) cameNear() (bool, error) {
	if !s.renewed || s.tables == nil {
		return false, nil
	}
	s.renewed = false
	before := s.near
	s.near = 0
	look := func(p board.Position) error {
		if len(p.Men()) > material.MaxMen {
			return nil
		}
		_, stored, err := s.tables.Value(&p)
		if stored != library.Missing {
			s.near++
		}
		return err
	}
	if err := look(s.result.Position); err != nil {
		return false, err
	}
	for _, m := range s.result.Moves {
		if err := look(s.result.Position.Play(m.Move)); err != nil {
			return false, err
		}
	}
	return s.near > before, nil
}

// observe tells whoever watches how far the search is.
func (s *Search) observe() {
	s.result.Plies, s.result.Nodes, s.result.TableHits = s.reached, s.nodes, s.probes
	if s.limits.Observe != nil {
		s.limits.Observe(s.result)
	}
}

func other(a answer) answer { return yes + no - a }

// glance is what can be said of a position after a move without looking at its moves.
func (s *Search) glance(p *board.Position, attacker board.Color) (k key, a answer, rests int, err error) {
	if s.wins.wins(p) {
		if p.Turn == attacker {
			return 0, yes, free, nil
		}
		return 0, no, free, nil
	}
	return s.recall(p, attacker)
}

// recall is a glance that leaves out what is known of whole classes: at the first position of a search that would be an
// outcome without a move that leads to it.
func (s *Search) recall(p *board.Position, attacker board.Color) (k key, a answer, rests int, err error) {
	if cannotWin(p, attacker) {
		return 0, no, free, nil
	}
	v, tabled, err := s.tabled(p)
	if err != nil {
		return 0, open, 0, err
	}
	if tabled {
		s.probes++
		a = no
		if v.Outcome() == value.Win && p.Turn == attacker || v.Outcome() == value.Loss && p.Turn != attacker {
			a = yes
		}
		return 0, a, free, nil
	}
	k = keyOf(p)
	for i, above := range s.path {
		if above == k {
			return k, no, i, nil
		}
	}
	r := s.table.find(k)
	return k, r.answer(attacker), free, nil
}

// tabled returns the value of a position that is in a table which is there.
func (s *Search) tabled(p *board.Position) (value.Value, bool, error) {
	if s.tables == nil || len(p.Men()) > material.MaxMen {
		return 0, false, nil
	}
	v, stored, err := s.tables.Value(p)
	return v, stored == library.Here, err
}

// cannotWin reports whether a side can't mate by any play.
func cannotWin(p *board.Position, c board.Color) bool {
	for _, m := range p.Men() {
		if m.Color == c && m.Type != board.King {
			return p.InsufficientMaterial()
		}
	}
	return true
}

// order says how early a move is looked at: the one that was best before, then promotions, captures and checks.
func order(p *board.Position, c *child, first board.Move) int32 {
	if c.move == first {
		return 1 << 20
	}
	n := int32(0)
	if c.move.Promotion != board.NoPiece {
		n += 600 - 100*int32(c.move.Promotion)
	}
	if len(c.position.Men()) < len(p.Men()) {
		n += 300
	}
	if c.position.InCheck(c.position.Turn) {
		n += 200
	}
	return n
}

// deepest searches what each move leads to.
func (s *Search) deepest(l *level, attacker board.Color, wanted answer, depth int) (a answer, rests int, best board.Move, err error) {
	a, rests = other(wanted), free
	best = l.children[0].move
	n := len(l.children)
	for i := range l.children {
		c := &l.children[i]
		ca, crests := c.answer, c.rests
		if ca == open {
			s.path = append(s.path, c.key)
			ca, crests, err = s.ask(&c.position, attacker, depth-cost(n, wanted == yes))
			s.path = s.path[:len(s.path)-1]
			if err != nil {
				return open, 0, best, err
			}
		}
		switch ca {
		case wanted:
			return wanted, crests, c.move, nil
		case open:
			a = open
		default:
			rests = min(rests, crests)
		}
	}
	if a == open {
		rests = free
	}
	return a, rests, best, nil
}

// cost is what a move takes of the depth, one of n: the less choice the defender has, the further one looks. A win
// is a tree that branches at his moves alone.
func cost(n int, attacks bool) int {
	if attacks {
		return 2
	}
	return bits.Len(uint(n - 1))
}

// answer returns what a record has as the answer.
func (r record) answer(attacker board.Color) answer {
	win, rest := r.low == value.Win, r.high < value.Win
	if attacker == board.Black {
		win, rest = r.high == value.Loss, r.low > value.Loss
	}
	switch {
	case win:
		return yes
	case rest:
		return no
	}
	return open
}

// learn adds an answer to a record.
func (r *record) learn(attacker board.Color, a answer) {
	switch {
	case attacker == board.White && a == yes:
		r.low = value.Win
	case attacker == board.White && a == no:
		r.high = min(r.high, value.Drawn)
	case a == yes:
		r.high = value.Loss
	case a == no:
		r.low = max(r.low, value.Drawn)
	}
}

// searched notes a depth, and the move that was best.
func (r *record) searched(attacker board.Color, depth int, best board.Move) {
	if r.old {
		r.old, r.depth = false, [2]uint8{}
	}
	r.depth[attacker] = uint8(max(depth, 0) + 1)
	r.move = best
}

// bounds returns how a position ends for a side.
func (r record) bounds(c board.Color) (low, high value.Outcome) {
	if c == board.White {
		return r.low, r.high
	}
	return -r.high, -r.low
}

// recordOf is the record whose bounds for a side are these.
func recordOf(low, high value.Outcome, c board.Color) record {
	if c == board.White {
		return record{low: low, high: high}
	}
	return record{low: -high, high: -low}
}

// proofFirst puts the move that proves the lower bound before others: another winning move may lead back to where it was
// found.
func (r *Result) proofFirst(a, b Move) int {
	switch r.proof {
	case a.Move:
		return -1
	case b.Move:
		return 1
	}
	return 0
}

// judgeMoves brings what is known of the moves up to date.
func (s *Search) judgeMoves(r *Result) error {
	for i := range r.Moves {
		m := &r.Moves[i]
		p := r.Position.Play(m.Move)
		found := recordOf(m.Low, m.High, r.Position.Turn)
		for _, attacker := range board.Colors {
			_, a, _, err := s.glance(&p, attacker)
			if err != nil {
				return err
			}
			found.learn(attacker, a)
		}
		m.Low, m.High = found.bounds(r.Position.Turn)
		m.High = min(m.High, r.High)
		if m.Move == r.proof {
			m.Low = max(m.Low, r.Low)
		}
	}
	slices.SortStableFunc(r.Moves, func(a, b Move) int {
		return cmp.Or(cmp.Compare(b.Low, a.Low), cmp.Compare(b.High, a.High), r.proofFirst(a, b))
	})
	return nil
}
