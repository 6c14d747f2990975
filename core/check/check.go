package check

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/game"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/value"
)

// Game judges all moves of a game. In a study each move of the side that is to win or to draw has to be the only one
// that does. The result of the game states which side that is; without one it is the result of the position. A draw is
// White's task, or that of the side to move if nothing states it. A game that begins from a position is a study, unless
// it was played ([game.Game.IsPlayed]).
func (j *Judge) Game(ctx context.Context, g *game.Game) (*Report, error) {
	report := &Report{Game: g, Missing: map[material.Class]int{}}
	it := &judging{
		ctx:     ctx,
		tables:  j.tables,
		report:  report,
		seen:    map[place]*probe.Result{},
		counted: map[place]bool{},
	}
	note := func(kind Kind, notes []*game.Error) {
		for _, e := range notes {
			report.Findings = append(report.Findings, Finding{Kind: kind, Line: e.Line, Words: e.Words})
		}
	}
	note(Unreadable, g.Errors)
	note(Warning, g.Warnings)
	if g.Variant != "" {
		report.Findings = append(
			report.Findings,
			Finding{
				Kind:  NotChess,
				Line:  g.Line,
				Words: fmt.Sprintf("this is %s, not chess, and was not judged", g.Variant),
			},
		)
	}
	if g.Root == nil {
		return report, nil
	}
	if j.isStudy(g) {
		if err := it.setGoal(); err != nil {
			return nil, err
		}
	}
	if err := it.all(g.Root); err != nil {
		return nil, err
	}
	report.Goal = it.goal.String()
	return report, nil
}

func (j *judging) find(kind Kind, n *game.Node, format string, args ...any) {
	j.report.Findings = append(j.report.Findings, Finding{Kind: kind, Node: n, Words: fmt.Sprintf(format, args...)})
}

// setGoal determines the goal, and checks it against the first position of the main line that has tables.
func (j *judging) setGoal() error {
	g := j.report.Game
	first := g.Root
	r, err := j.position(first)
	for r == nil && err == nil && len(first.Children) > 0 {
		first = first.Children[0]
		r, err = j.position(first)
	}
	if err != nil {
		return err
	}
	switch g.Outcome() {
	case game.White:
		j.goal = goal{side: board.White, outcome: value.Win, isSet: true}
	case game.Black:
		j.goal = goal{side: board.Black, outcome: value.Win, isSet: true}
	case game.Draw:
		j.goal = goal{side: board.White, isSet: true}
	}
	switch turn := g.Root.Position.Turn; {
	case g.Mate > 0:
		j.goal = goal{side: turn, outcome: value.Win, within: 2*g.Mate - 1, isSet: true}
	case g.Mate < 0:
		j.goal = goal{side: turn.Other(), outcome: value.Win, within: -2 * g.Mate, isSet: true}
	}
	if r == nil {
		return nil
	}
	plain, byRule := result(r.Category)
	if !j.goal.isSet {
		j.goal = goal{side: g.Root.Position.Turn, isSet: true}
		if plain != value.Drawn {
			j.goal.side, j.goal.outcome = winner(first.Position.Turn, plain), value.Win
		}
	}
	is := plain
	if j.goal.side != first.Position.Turn {
		is, byRule = -is, -byRule
	}
	task := j.goal.in("is to win", "is to draw", "is to mate")
	switch {
	case is != j.goal.outcome && is == value.Drawn:
		j.find(Stipulation, first, "%s, and it is a draw", task)
	case is != j.goal.outcome:
		j.find(Stipulation, first, "%s, and %v wins", task, winner(first.Position.Turn, plain))
	case j.goal.within > 0 && first == g.Root && max(*r.DTM, -*r.DTM) != j.goal.within:
		j.find(Stipulation, first, "%s, and it takes %d", task, (max(*r.DTM, -*r.DTM)+1)/2)
	case is != byRule:
		j.find(ByRule, first, "%s, and by the fifty-move rule it is a draw", task)
	}
	return nil
}

// winner returns the side that wins, given an outcome for the side to move that is not a draw.
func winner(turn board.Color, outcome value.Outcome) board.Color {
	if outcome == value.Win {
		return turn
	}
	return turn.Other()
}

// all judges the moves after a node, line by line, and those of variations after the move that they are instead of.
func (j *judging) all(n *game.Node) error {
	for n != nil {
		if err := j.ctx.Err(); err != nil {
			return err
		}
		r, err := j.position(n)
		if err != nil {
			return err
		}
		if r != nil {
			if err := j.moves(n, r); err != nil {
				return err
			}
		}
		var next *game.Node
		for i, child := range n.Children {
			if child.Move == board.Null && !child.IsMain() { // the moves after it show a threat, and are not judged
				continue
			}
			if i == 0 {
				next = child
			} else if err := j.all(child); err != nil {
				return err
			}
		}
		n = next
	}
	return nil
}

// moves judges the moves of a position that the game has.
func (j *judging) moves(n *game.Node, r *probe.Result) error {
	if len(n.Children) == 0 && n.Parent == nil && len(j.report.Game.Errors) == 0 {
		j.bare(n, r)
	}
	for i, child := range n.Children {
		if child.Move == board.Null {
			continue
		}
		it, err := j.judge(child, r)
		if err != nil {
			return err
		}
		j.report.Moves = append(j.report.Moves, it)
		isMistake := child.Marked(game.Mistake, game.Blunder)
		switch {
		case it.Mark == MarkMistake && i == 0 && !isMistake: // a variation may begin with one, to show why
			j.find(Mistake, child, "%s", mistake(it))
		case it.Mark != MarkMistake && isMistake && j.solves(n, it.Before):
			j.find(FalseTry, child, "is marked as a mistake, and keeps %s", reward[it.After])
		case it.After == it.Before && it.RuleAfter < it.RuleBefore && i == 0:
			j.find(ByRule, child, "by the fifty-move rule it throws away %s", reward[it.RuleBefore])
		}
		if i == 0 && it.Mark != MarkMistake && !isMistake && j.solves(n, it.Before) {
			if err := j.duals(it); err != nil {
				return err
			}
		}
	}
	return nil
}

// solves reports whether the solving side is to move, and has its goal as the outcome.
func (j *judging) solves(n *game.Node, outcome value.Outcome) bool {
	return j.goal.isSet && n.Position.Turn == j.goal.side && outcome == j.goal.outcome
}

// reward names outcomes that a move keeps.
var reward = map[value.Outcome]string{value.Win: "the win", value.Drawn: "the draw"}

// mistake returns a text with the outcome that a move throws away, and the moves that keep it.
func mistake(it *Judged) string {
	keep := make([]string, len(it.Others))
	for i := range it.Others {
		keep[i] = it.Others[i].SAN
	}
	into := ""
	if it.Before-it.After == 2 {
		into = " and loses"
	}
	return fmt.Sprintf("throws away %s%s: %s would keep it", reward[it.Before], into, list(keep, "or"))
}

// duals finds other moves that reach the goal instead of a move of the solution. Moves that the author marks as good
// are solutions, too.
func (j *judging) duals(it *Judged) error {
	n := it.Node
	left := 0
	if j.goal.within > 0 {
		left = j.goal.within - (n.Ply() - 1 - j.report.Game.Root.Ply())
	}
	var others, minors []string
	for i := range it.Others {
		other := &it.Others[i]
		given := slices.ContainsFunc(n.Parent.Children[1:], func(v *game.Node) bool {
			return v.Move.String() == other.UCI && v.Marked(game.Good, game.VeryGood)
		})
		if given || left > 0 && other.Plies > left {
			continue
		}
		if other.Plies > it.Plies { // a win
			var err error
			if other.Loses, err = j.losesTime(n, other.UCI); err != nil {
				return err
			}
		}
		name := other.SAN
		if other.Cursed {
			name += " (not by the fifty-move rule)"
		}
		if other.Loses {
			minors = append(minors, name)
		} else {
			others = append(others, name)
		}
	}
	kind := Dual
	if j.isFirst(n) {
		kind = Cook
	}
	verb := strings.TrimPrefix(reward[it.Before], "the ")
	switch {
	case len(others) > 0:
		j.find(kind, n, "%s, too%s", clause(others, verb), alsoLosing(minors))
	case len(minors) > 0:
		j.find(MinorDual, n, "%s, too, but only by way of the solution again: a loss of time", clause(minors, verb))
	}
	return nil
}

// isFirst reports whether a move is the first one of its side.
func (j *judging) isFirst(n *game.Node) bool { return n.Ply()-j.report.Game.Root.Ply() <= 2 }

// clause returns a clause about moves, such as "Kb2 wins" or "Kb2 and Kb3 win".
func clause(moves []string, verb string) string {
	if len(moves) == 1 {
		verb += "s"
	}
	return list(moves, "and") + " " + verb
}

func alsoLosing(minors []string) string {
	if len(minors) == 0 {
		return ""
	}
	return fmt.Sprintf(", and with a loss of time %s", list(minors, "and"))
}

// mostNamed is how many moves are named: the first ones are the quickest.
const mostNamed = 5

// list enumerates moves in words.
func list(moves []string, and string) string {
	if more := len(moves) - mostNamed; more > 1 {
		return fmt.Sprintf("%s %s %d others", strings.Join(moves[:mostNamed], ", "), and, more)
	}
	last := len(moves) - 1
	if last == 0 {
		return moves[0]
	}
	return strings.Join(moves[:last], ", ") + " " + and + " " + moves[last]
}

// bare finds the verdict of a position without moves.
func (j *judging) bare(n *game.Node, r *probe.Result) {
	if r.Checkmate || r.Stalemate {
		j.find(Verdict, n, "%s", map[bool]string{true: "checkmate", false: "stalemate"}[r.Checkmate])
		return
	}
	plain, byRule := result(r.Category)
	words := "a draw"
	if plain != value.Drawn {
		words = fmt.Sprintf("%v mates in %d", winner(n.Position.Turn, plain), (max(*r.DTM, -*r.DTM)+1)/2)
	}
	if plain != byRule {
		words += ", but by the fifty-move rule it is a draw"
	}
	var keep []string
	for i := range r.Moves {
		if after, _ := resultOf(&r.Moves[i]); after == plain {
			keep = append(keep, r.Moves[i].SAN)
		}
	}
	switch {
	case plain == value.Loss || len(keep) == len(r.Moves):
	case len(keep) == 1:
		words += fmt.Sprintf(": only %s", keep[0])
	default:
		words += fmt.Sprintf(": %s", list(keep, "and"))
	}
	j.find(Verdict, n, "%s", words)
}
