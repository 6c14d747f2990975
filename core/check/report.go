package check

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/game"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// A Kind is the kind of a finding.
type Kind string

// The kinds of findings. See [Kind.IsFlaw] for those that are flaws.
const (
	Unreadable  Kind = "unreadable"  // some of the game
	Stipulation Kind = "stipulation" // does not hold: the position has another result, or length, than the game states
	Cook        Kind = "cook"        // another first move of the side that solves reaches the goal, too
	Dual        Kind = "dual"        // likewise a later move
	Mistake     Kind = "mistake"     // a move that is not marked as one changes the result
	FalseTry    Kind = "try"         // a move that is marked as a mistake keeps the result
	MinorDual   Kind = "minor"       // all duals of a move lose time, and no more
	ByRule      Kind = "rule"        // the fifty-move rule makes another result
	Castling    Kind = "castling"    // the result depends on the rights to castle
	Verdict     Kind = "verdict"     // of a position without moves
	Warning     Kind = "warning"     // a fault of the text, such as of its FEN, that was repaired
	NotChess    Kind = "variant"     // a game by other rules, which is not judged
)

// IsFlaw reports whether findings of a kind are flaws.
func (k Kind) IsFlaw() bool {
	switch k {
	case MinorDual, ByRule, Castling, Verdict, Warning, NotChess:
		return false
	}
	return true
}

// A Finding is a flaw or a remark of a game, or of a move.
type Finding struct {
	Kind Kind
	Node *game.Node // whose move it is; that of the start, or nil, without one
	Line int        // of the file, if a text can't be read or was repaired; else 0
	Said words.Message
}

// A Report has the judged moves and the findings of a game.
type Report struct {
	Game     *game.Game
	Goal     *words.Message // of the solution, such as "White wins"; nil for a game
	IsStudy  bool           // it was judged as a study
	Moves    []*Judged
	Findings []Finding

	Positions int                    // that were judged
	Missing   map[material.Class]int // positions whose tables are missing
	Beyond    int                    // positions with six men, or more than tables have
	Syzygy    int                    // positions with values from Syzygy files
	Kept      int                    // positions that were judged by stored endings, without distances
	Open      int                    // positions whose outcome stored endings leave open
	Unproven  []material.Class       // see [probe.Result]
}

// Flaws counts the findings that are flaws.
func (r *Report) Flaws() (n int) {
	for i := range r.Findings {
		if r.Findings[i].Kind.IsFlaw() {
			n++
		}
	}
	return n
}

// A goal is the result that one side is to reach in a study.
type goal struct {
	side    board.Color
	outcome value.Outcome // value.Win or value.Drawn
	within  int           // plies from the start, 0 if it does not matter
	isSet   bool
}

// Message returns the goal as a message, such as "White wins", or nil without a goal.
func (g goal) Message() *words.Message {
	said := words.New("core.check.goal.win", "side", g.side)
	switch {
	case !g.isSet:
		return nil
	case g.outcome == value.Drawn:
		said = words.New("core.check.goal.draw", "side", g.side)
	case g.within > 0:
		said = words.New("core.check.goal.mate", "side", g.side, "moves", (g.within+1)/2)
	}
	return &said
}

// task returns the goal as the beginning of a sentence, such as "White is to win".
func (g goal) task() words.Message {
	switch {
	case g.outcome == value.Drawn:
		return words.New("core.check.task.draw", "side", g.side)
	case g.within > 0:
		return words.New("core.check.task.mate", "side", g.side, "moves", (g.within+1)/2)
	}
	return words.New("core.check.task.win", "side", g.side)
}

// A Mark classifies a move in a word.
type Mark string

// The marks of moves. The losing side cannot make mistakes any more, but its defence can be shorter than the longest.
const (
	MarkOnly    Mark = "only"    // of several legal moves no other one keeps the result
	MarkForced  Mark = "forced"  // there is no other legal move
	MarkDual    Mark = "dual"    // others keep the result, too, and none sooner, as far as distances are known
	MarkLonger  Mark = "longer"  // it keeps the win, and there is a quicker one
	MarkMistake Mark = "mistake" // the result is a worse one after it
	MarkDefence Mark = "defence" // of the losing side, as long as any
	MarkShorter Mark = "shorter" // of the losing side, and there is a longer one
)

// A Judged move is a move with the results of tables for the side that makes it.
type Judged struct {
	Node          *game.Node
	Mark          Mark
	Before, After value.Outcome // the results of the position, and of the move
	Plies         int           // to mate after the move, with it; 0 if it is a draw
	Waste         int           // plies longer than the best win, or shorter than the best defence; 0 for a mistake

	// RuleBefore and RuleAfter are the results by the fifty-move rule, as far as tables have them.
	RuleBefore, RuleAfter value.Outcome

	// Others are the other moves that keep the result, the quickest first. The losing side has none.
	Others []Other
}

// An Other is a move that may be played instead of one, because it keeps the result, too.
type Other struct {
	UCI    string `json:"uci"`
	SAN    string `json:"san"`
	Plies  int    `json:"plies,omitempty"`  // to mate, with it; 0 for a draw
	Cursed bool   `json:"cursed,omitempty"` // a win that comes too late for the fifty-move rule
	Loses  bool   `json:"loses,omitempty"`  // only time: see [MinorDual]
}
