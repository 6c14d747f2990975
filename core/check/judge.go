// Package check judges the moves of games, studies and positions by tables. It finds the only moves that keep the
// result, moves with alternatives, moves that take longer than needed, and mistakes. From that it finds the flaws of
// studies, as composers define them.
//
// A result is that of play without the fifty-move rule, as in studies. If tables of DTZ50 give another result by the
// rule, the report has it, too. Lengths are plies to mate.
package check

import (
	"context"
	"slices"
	"strconv"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending/shelf"
	"github.com/matewright/matewright/core/game"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// A Judge judges games. It may be used by several goroutines at once.
type Judge struct {
	tables  *probe.Prober
	as      As
	endings *shelf.Shelf // or nil
	solve   Solver       // or nil

	presumes bool // castling rights: reports results that depend on them
}

// As is the way to judge games from a position.
type As string

// A study has flaws that a game has not: other moves that reach the same.
const (
	AsTagged As = ""      // by their tags and comments: see [game.Game.IsPlayed]
	AsStudy  As = "study" // studies, all of them
	AsGame   As = "game"  // games, all of them
)

// New returns a judge by a prober. The prober must have DTM tables, and may have tables by the fifty-move rule, see
// [value.ByFiftyMoves].
func New(tables *probe.Prober, as As) *Judge { return &Judge{tables: tables, as: as} }

// PresumeCastling makes the judge report studies whose result depends on castling rights that the first position has.
// It returns the judge. [board.PresumeCastling] gives first positions these rights.
func (j *Judge) PresumeCastling() *Judge {
	j.presumes = true
	return j
}

func (j *Judge) isStudy(g *game.Game) bool {
	return g.SetUp && (j.as == AsStudy || j.as == AsTagged && !g.IsPlayed())
}

// A Solver solves the ending of a position, as far as it can, and stores it.
type Solver func(ctx context.Context, p *board.Position) error

// Endings makes the judge answer from stored endings if tables lack a position. If these leave it open and there is a
// solver, its ending is solved first. It returns the judge.
func (j *Judge) Endings(stored *shelf.Shelf, solve Solver) *Judge {
	j.endings, j.solve = stored, solve
	return j
}

// A judging is of one game.
type judging struct {
	ctx    context.Context
	by     *Judge
	report *Report
	goal   goal
	seen   map[place]*probe.Result // results of probes; nil without tables

	counted map[place]bool // positions of the game; others were probed only to judge it
}

type place struct {
	position board.Position
	clock    int
}

// probe probes a position, and returns nil if it has no tables.
func (j *judging) probe(p *board.Position, clock int) (*probe.Result, error) {
	at := place{*p, clock}
	if r, known := j.seen[at]; known {
		return r, nil
	}
	r, err := j.by.tables.ProbeAt(j.ctx, *p, clock)
	if probe.Lacks(err) {
		r, _, err = j.kept(p)
	}
	if err == nil {
		j.seen[at] = r
	}
	return r, err
}

// position probes a position of the game, and counts it once.
func (j *judging) position(n *game.Node) (*probe.Result, error) {
	at := place{n.Position, n.Counters.Clock}
	r, err := j.probe(&n.Position, n.Counters.Clock)
	if err != nil || r != nil && r.By != nil && j.counted[at] {
		return r, err
	}
	isOpen := false
	if r == nil || r.By == nil { // tables lack it
		solve := j.by.solve
		if j.counted[at] {
			solve = nil
		}
		if r, isOpen, err = j.keptOf(n, solve); err != nil {
			return nil, err
		}
	}
	if !j.counted[at] {
		j.counted[at] = true
		j.count(n, r, isOpen)
	}
	return r, nil
}

// count counts a position that was judged, or not.
func (j *judging) count(n *game.Node, r *probe.Result, isOpen bool) {
	class, _ := material.OfPosition(&n.Position)
	switch {
	case r != nil:
		j.report.Positions++
		if r.By == nil {
			j.report.Kept++
		}
		if r.Syzygy {
			j.report.Syzygy++
		}
		for _, class := range r.Unproven {
			if !slices.Contains(j.report.Unproven, class) {
				j.report.Unproven = append(j.report.Unproven, class)
			}
		}
	case isOpen:
		j.report.Open++
	case !class.HasTable() || class.Men() > fiveMen: // tables with six men are built one by one, on request
		j.report.Beyond++
	default:
		j.report.Missing[class]++
	}
}

// kept answers about a position from stored endings. It returns nil if these leave it open.
func (j *judging) kept(p *board.Position, played ...board.Move) (r *probe.Result, isOpen bool, err error) {
	if j.by.endings == nil {
		return nil, false, nil
	}
	known, err := j.by.endings.Answer(j.ctx, p)
	if known == nil || err != nil {
		return nil, false, err
	}
	r = decided(p, known, played)
	return r, r == nil, nil
}

// keptOf is kept for a position of the game. It may solve the ending first.
func (j *judging) keptOf(n *game.Node, solve Solver) (r *probe.Result, isOpen bool, err error) {
	var played []board.Move
	for _, child := range n.Children {
		if child.Move != board.Null {
			played = append(played, child.Move)
		}
	}
	r, isOpen, err = j.kept(&n.Position, played...)
	if r != nil || err != nil || solve == nil {
		return r, isOpen, err
	}
	if err := solve(j.ctx, &n.Position); err != nil {
		return nil, false, err
	}
	return j.kept(&n.Position, played...)
}

const fiveMen = 5

// result returns how a position ends for the side to move, without the fifty-move rule and by it.
func result(c value.Category) (plain, byRule value.Outcome) {
	switch c {
	case value.WinCategory:
		return value.Win, value.Win
	case value.CursedWinCategory:
		return value.Win, value.Drawn
	case value.LossCategory:
		return value.Loss, value.Loss
	case value.BlessedLossCategory:
		return value.Loss, value.Drawn
	}
	return value.Drawn, value.Drawn
}

// isWithoutLength reports whether a result is a win or loss without its distance to mate: one of an ending.
func isWithoutLength(r *probe.Result) bool {
	plain, _ := result(r.Category)
	return plain != value.Drawn && r.DTM == nil
}

// resultOf returns the outcome of a move for the side that makes it.
func resultOf(m *probe.Move) (plain, byRule value.Outcome) {
	plain, byRule = result(m.Category)
	return -plain, -byRule
}

// pliesOf returns the plies to mate with a move, 0 for a draw.
func pliesOf(m *probe.Move) int {
	if m.DTM == nil {
		return 0
	}
	return max(*m.DTM, -*m.DTM) + 1
}

// judge judges a move of a position.
func (j *judging) judge(n *game.Node, r *probe.Result) (*Judged, error) {
	i := slices.IndexFunc(r.Moves, func(m probe.Move) bool { return m.UCI == n.Move.String() })
	if i < 0 {
		return nil, words.Error("core.pgn.illegal", "text", strconv.Quote(n.SAN), "fen", r.Position.FEN())
	}
	played := &r.Moves[i]
	it := &Judged{Node: n, Plies: pliesOf(played)}
	it.Before, it.RuleBefore = result(r.Category)
	it.After, it.RuleAfter = resultOf(played)
	best := it.Plies // the quickest win, or the longest defence
	for i := range r.Moves {
		m := &r.Moves[i]
		plain, byRule := resultOf(m)
		if plain != it.Before {
			continue
		}
		if plies := pliesOf(m); plain == value.Win && (plies < best || it.After != it.Before) ||
			plain == value.Loss && plies > best {
			best = plies
		}
		if m != played && it.Before != value.Loss {
			it.Others = append(it.Others, Other{UCI: m.UCI, SAN: m.SAN, Plies: pliesOf(m), Cursed: plain != byRule})
		}
	}
	slices.SortStableFunc(it.Others, func(a, b Other) int { return a.Plies - b.Plies })
	if it.After == it.Before {
		it.Waste = max(it.Plies-best, best-it.Plies)
	}
	it.Mark = markOf(it, len(r.Moves))
	return it, nil
}

func markOf(it *Judged, legal int) Mark {
	switch {
	case it.After < it.Before:
		return MarkMistake
	case legal == 1:
		return MarkForced
	case it.Before == value.Loss && it.Waste > 0:
		return MarkShorter
	case it.Before == value.Loss:
		return MarkDefence
	case it.Waste > 0:
		return MarkLonger
	case len(it.Others) > 0:
		return MarkDual
	}
	return MarkOnly
}
