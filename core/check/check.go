package check

import (
	"context"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/game"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// Game judges all moves of a game. In a study each move of the side that is to win or to draw has to be the only one
// that does. The result of the game states which side that is; without one it is the result of the position. A draw is
// White's task, or that of the side to move if nothing states it. A game that begins from a position is a study, unless
// it was played ([game.Game.IsPlayed]).
func (j *Judge) Game(ctx context.Context, g *game.Game) (*Report, error) {
	report := &Report{Game: g, Missing: map[material.Class]int{}}
	it := &judging{
		ctx:     ctx,
		by:      j,
		report:  report,
		seen:    map[place]*probe.Result{},
		counted: map[place]bool{},
	}
	note := func(kind Kind, notes []*game.Error) {
		for _, e := range notes {
			report.Findings = append(report.Findings, Finding{Kind: kind, Line: e.Line, Said: e.Said})
		}
	}
	note(Unreadable, g.Errors)
	note(Warning, g.Warnings)
	if g.Variant != "" {
		said := words.New("core.check.notChess", "name", g.Variant)
		report.Findings = append(report.Findings, Finding{Kind: NotChess, Line: g.Line, Said: said})
	}
	if g.Root == nil {
		return report, nil
	}
	if report.IsStudy = j.isStudy(g); report.IsStudy {
		if err := it.setGoal(); err != nil {
			return nil, err
		}
	}
	if err := it.all(g.Root); err != nil {
		return nil, err
	}
	report.Goal = it.goal.Message()
	return report, nil
}

func (j *judging) find(kind Kind, n *game.Node, said words.Message) {
	j.report.Findings = append(j.report.Findings, Finding{Kind: kind, Node: n, Said: said})
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
	task := j.goal.task()
	switch {
	case is != j.goal.outcome && is == value.Drawn:
		j.find(Stipulation, first, words.New("core.check.stipulation.draw", "task", task))
	case is != j.goal.outcome:
		j.find(Stipulation, first, words.New("core.check.stipulation.wins", "task", task,
			"side", winner(first.Position.Turn, plain)))
	case j.goal.within > 0 && first == g.Root && !isWithoutLength(r) && max(*r.DTM, -*r.DTM) != j.goal.within:
		j.find(Stipulation, first, words.New("core.check.stipulation.length", "task", task,
			"moves", (max(*r.DTM, -*r.DTM)+1)/2))
	case is != byRule:
		j.find(ByRule, first, words.New("core.check.ruleDraws", "task", task))
	}
	if !j.by.presumes || first.Position.Rights == 0 {
		return nil
	}
	return j.judgeRights(first, plain)
}

// judgeRights reports a position whose outcome is another one without castling rights.
func (j *judging) judgeRights(n *game.Node, with value.Outcome) error {
	without := n.Position
	without.Rights = 0
	r, err := j.probe(&without, n.Counters.Clock)
	if r == nil || err != nil {
		return err
	}
	outcome, _ := result(r.Category)
	switch {
	case outcome == with:
	case outcome == value.Drawn:
		j.find(Castling, n, words.New("core.check.castlingDraws", "rights", n.Position.Rights))
	default:
		j.find(Castling, n, words.New("core.check.castlingWins", "rights", n.Position.Rights,
			"side", winner(n.Position.Turn, outcome)))
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
	if plain, _ := result(r.Category); plain == value.Loss && isWithoutLength(r) {
		return nil // no move is a mistake, and none is known to be a short defence
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
			j.find(Mistake, child, mistake(it))
		case it.Mark != MarkMistake && isMistake && j.solves(n, it.Before):
			j.find(FalseTry, child, words.New("core.check.falseTry", "result", reward[it.After]))
		case it.After == it.Before && it.RuleAfter < it.RuleBefore && i == 0:
			j.find(ByRule, child, words.New("core.check.ruleMistake", "result", reward[it.RuleBefore]))
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

// reward has the outcomes that a move keeps, as values of messages.
var reward = map[value.Outcome]string{value.Win: "win", value.Drawn: "draw"}

// mistake returns a message with the outcome that a move throws away, and the moves that keep it.
func mistake(it *Judged) words.Message {
	keep := make([]any, len(it.Others))
	for i := range it.Others {
		keep[i] = it.Others[i].SAN
	}
	loses := "no"
	if it.Before-it.After == 2 {
		loses = "yes"
	}
	return words.New("core.check.mistake", "result", reward[it.Before], "loses", loses, "moves", oneOf(keep))
}

// duals finds other moves that reach the goal instead of a move of the solution. Moves that the author marks as good
// are solutions, too.
func (j *judging) duals(it *Judged) error {
	n := it.Node
	left := 0
	if j.goal.within > 0 {
		left = j.goal.within - (n.Ply() - 1 - j.report.Game.Root.Ply())
	}
	var others, minors []any
	for i := range it.Others {
		other := &it.Others[i]
		given := slices.ContainsFunc(n.Parent.Children[1:], func(v *game.Node) bool {
			return v.Move.String() == other.UCI && v.Marked(game.Good, game.VeryGood)
		})
		isLong := other.Plies > left || other.Plies == 0 // 0 is not known
		if given || left > 0 && isLong {
			continue
		}
		if other.Plies > it.Plies || it.Plies == 0 && it.Before == value.Win {
			var err error
			if other.Loses, err = j.losesTime(n, other.UCI); err != nil {
				return err
			}
		}
		var name any = other.SAN
		if other.Cursed {
			name = words.New("core.check.cursed", "move", other.SAN)
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
	switch {
	case len(others) > 0 && len(minors) > 0:
		j.find(kind, n, words.New("core.check.dualAndMinor", "moves", allOf(others), "count", len(others),
			"result", reward[it.Before], "minors", allOf(minors)))
	case len(others) > 0:
		j.find(kind, n, words.New("core.check.dual", "moves", allOf(others), "count", len(others),
			"result", reward[it.Before]))
	case len(minors) > 0:
		j.find(MinorDual, n, words.New("core.check.minor", "moves", allOf(minors), "count", len(minors)))
	}
	return nil
}

// isFirst reports whether a move is the first one of its side.
func (j *judging) isFirst(n *game.Node) bool { return n.Ply()-j.report.Game.Root.Ply() <= 2 }

// mostNamed is how many moves are named: the first ones are the quickest.
const mostNamed = 5

// allOf enumerates moves, such as "Kb2, Kb3 and Kc3", as a value of a message.
func allOf(moves []any) any {
	if more := len(moves) - mostNamed; more > 1 {
		return words.New("core.check.andOthers", "moves", moves[:mostNamed], "count", more)
	}
	return words.And(moves)
}

// oneOf enumerates moves of which one is enough, such as "Kb2, Kb3 or Kc3".
func oneOf(moves []any) any {
	if more := len(moves) - mostNamed; more > 1 {
		return words.New("core.check.orOthers", "moves", moves[:mostNamed], "count", more)
	}
	return words.Or(moves)
}

// bare finds the verdict of a position without moves.
func (j *judging) bare(n *game.Node, r *probe.Result) {
	switch {
	case r.Checkmate:
		j.find(Verdict, n, words.New("core.check.verdict.checkmate"))
		return
	case r.Stalemate:
		j.find(Verdict, n, words.New("core.check.verdict.stalemate"))
		return
	}
	plain, byRule := result(r.Category)
	said := words.New("core.check.verdict.draw")
	switch {
	case isWithoutLength(r):
		said = words.New("core.check.goal.win", "side", winner(n.Position.Turn, plain))
	case plain != value.Drawn:
		said = words.New("core.check.verdict.mate", "side", winner(n.Position.Turn, plain),
			"moves", (max(*r.DTM, -*r.DTM)+1)/2)
	}
	if plain != byRule {
		said = words.New("core.check.verdict.late", "verdict", said)
	}
	var keep []any
	for i := range r.Moves {
		if after, _ := resultOf(&r.Moves[i]); after == plain {
			keep = append(keep, r.Moves[i].SAN)
		}
	}
	switch {
	case plain == value.Loss || len(keep) == len(r.Moves):
	case len(keep) == 1:
		said = words.New("core.check.verdict.only", "verdict", said, "move", keep[0])
	default:
		said = words.New("core.check.verdict.moves", "verdict", said, "moves", allOf(keep))
	}
	j.find(Verdict, n, said)
}
