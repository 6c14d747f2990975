package check

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/matewright/matewright/core/game"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// A Record is a report for programs.
type Record struct {
	Game      int             `json:"game"`
	Line      int             `json:"line"`
	Name      string          `json:"name"`
	FEN       string          `json:"fen"`                // of the start, "" if it can't be read
	Goal      string          `json:"goal,omitempty"`     // in English
	SaidGoal  *words.Message  `json:"saidGoal,omitempty"` // the same as a message
	Variant   string          `json:"variant,omitempty"`  // of other rules than chess; such a game is not judged
	Positions int             `json:"positions"`
	Beyond    int             `json:"beyond"`
	Syzygy    int             `json:"syzygy,omitempty"` // with values from Syzygy files
	Kept      int             `json:"kept,omitempty"`   // judged by stored endings
	Open      int             `json:"open,omitempty"`   // left open by them
	Missing   map[string]int  `json:"missing"`
	Findings  []FindingRecord `json:"findings"`
	Moves     []MoveRecord    `json:"moves"`
	Unproven  []string        `json:"unproven,omitempty"`
}

// A MoveRecord is a move that was judged.
type MoveRecord struct {
	Move   string         `json:"move"` // with its number
	UCI    string         `json:"uci"`
	FEN    string         `json:"fen"` // before it
	Main   bool           `json:"main"`
	Mark   Mark           `json:"mark"`
	Before value.Category `json:"before"` // the result, for the side that moves
	After  value.Category `json:"after"`
	Plies  int            `json:"plies,omitempty"`
	Waste  int            `json:"waste"`
	Others []Other        `json:"others"`
}

// A FindingRecord is a finding.
type FindingRecord struct {
	Kind  Kind   `json:"kind"`
	Flaw  bool   `json:"flaw"`
	Move  string `json:"move,omitempty"`
	FEN   string `json:"fen,omitempty"` // before the move, or of the start
	Line  int    `json:"line,omitempty"`
	Words string `json:"words"` // in English

	Said words.Message `json:"said"` // the same as a message
}

// Name returns the name of a game from its tags: the players or authors, and the event.
func Name(g *game.Game) string {
	var known []string
	for _, name := range []string{"White", "Black", "Event"} {
		if value := g.Tag(name); strings.Trim(value, "?. ") != "" {
			known = append(known, value)
		}
	}
	return strings.Join(known, ", ")
}

// Record returns a report for programs.
func (r *Report) Record() Record {
	g := r.Game
	record := Record{
		Game: g.Number, Line: g.Line, Name: Name(g), Variant: g.Variant,
		Positions: r.Positions, Beyond: r.Beyond, Syzygy: r.Syzygy,
		Kept: r.Kept, Open: r.Open, Missing: map[string]int{},
		Findings: []FindingRecord{}, Moves: []MoveRecord{},
	}
	if r.Goal != nil {
		record.Goal, record.SaidGoal = r.Goal.String(), r.Goal
	}
	if g.Root != nil {
		record.FEN = g.Root.FEN()
	}
	for class, n := range r.Missing {
		record.Missing[class.String()] = n
	}
	for _, class := range r.Unproven {
		record.Unproven = append(record.Unproven, class.String())
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		it := FindingRecord{Kind: f.Kind, Flaw: f.Kind.IsFlaw(), Line: f.Line, Words: f.Said.String(), Said: f.Said}
		if f.Node != nil {
			it.Move, it.FEN = f.Node.Name(), fenBefore(f.Node)
		}
		record.Findings = append(record.Findings, it)
	}
	for _, m := range r.Moves {
		others := m.Others
		if others == nil {
			others = []Other{}
		}
		record.Moves = append(record.Moves, MoveRecord{
			Move: m.Node.Name(), UCI: m.Node.Move.String(), FEN: fenBefore(m.Node), Main: m.Node.IsMain(), Mark: m.Mark,
			Before: category(m.Before, m.RuleBefore), After: category(m.After, m.RuleAfter),
			Plies: m.Plies, Waste: m.Waste, Others: others,
		})
	}
	return record
}

func fenBefore(n *game.Node) string {
	if n.Parent != nil {
		n = n.Parent
	}
	return n.FEN()
}

// category returns the category with the given results. It is the inverse of [result].
func category(plain, byRule value.Outcome) value.Category {
	if plain != byRule {
		return plain.Category().Drawn()
	}
	return plain.Category()
}

// Columns are the names of the columns of [Report.Rows].
var Columns = []string{
	"game",
	"name",
	"line",
	"main",
	"move",
	"uci",
	"fen",
	"before",
	"after",
	"mark",
	"plies",
	"waste",
	"others",
	"finding",
	"words",
	"player",
	"class",
	"clock",
}

// A Format returns a message as a text, as [words.Message.String] does in English.
type Format = func(words.Message) string

// Rows returns a report as a table: a row for each move that was judged, and each finding that is not of one.
func (r *Report) Rows(format Format) (rows [][]string) {
	record := r.Record()
	row := func(line int, cells ...string) {
		rows = append(
			rows,
			append([]string{strconv.Itoa(record.Game), record.Name, strconv.Itoa(cmp.Or(line, record.Line))}, cells...),
		)
	}
	kinds, texts := map[*game.Node][]string{}, map[*game.Node][]string{}
	for _, m := range r.Moves {
		kinds[m.Node] = nil
	}
	for i, f := range record.Findings {
		n := r.Findings[i].Node
		if _, judged := kinds[n]; !judged {
			row(f.Line, "", f.Move, "", f.FEN, "", "", "", "", "", "", string(f.Kind), format(f.Said), "", "", "")
			continue
		}
		kinds[n], texts[n] = append(kinds[n], string(f.Kind)), append(texts[n], format(f.Said))
	}
	for i, m := range record.Moves {
		others := make([]string, len(m.Others))
		for i := range m.Others {
			others[i] = m.Others[i].SAN
		}
		n := r.Moves[i].Node
		row(
			0,
			strconv.FormatBool(m.Main),
			m.Move,
			m.UCI,
			m.FEN,
			string(m.Before),
			string(m.After),
			string(m.Mark),
			strconv.Itoa(m.Plies),
			strconv.Itoa(m.Waste),
			strings.Join(others, " "),
			strings.Join(kinds[n], " "),
			strings.Join(texts[n], "; "),
			r.Game.Tag(n.Position.Turn.Other().String()),
			classBefore(n).String(),
			clockText(n),
		)
	}
	return rows
}

// classBefore returns the class of the position before a move.
func classBefore(n *game.Node) material.Class {
	class, _ := material.OfPosition(&n.Parent.Position)
	return class.WithoutRights()
}

// clockText returns the seconds that a player had left after a move, or "" if no comment states them.
func clockText(n *game.Node) string {
	left, ok := n.Clock()
	if !ok {
		return ""
	}
	return strconv.FormatFloat(left.Seconds(), 'f', -1, 64)
}

// Annotate adds the findings to the game, as comments and as marks of only moves ($7) and mistakes ($2). A mistake that
// turns a win into a loss gets $4.
func (r *Report) Annotate(format Format) {
	for _, m := range r.Moves {
		switch m.Mark {
		case MarkOnly:
			m.Node.Mark(game.Only, "")
		case MarkMistake:
			mark := game.Mistake
			if m.Before-m.After == 2 {
				mark = game.Blunder
			}
			if !m.Node.Marked(game.Mistake, game.Blunder) {
				m.Node.Mark(mark, "")
			}
		case MarkLonger:
			m.Node.Mark(0, format(words.New("core.check.comment.longer", "move", m.Others[0].SAN, "plies", m.Waste)))
		case MarkShorter:
			m.Node.Mark(0, format(words.New("core.check.comment.shorter", "plies", m.Waste)))
		}
	}
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Node != nil {
			f.Node.Mark(0, format(words.New("core.check.comment.finding", "kind", string(f.Kind), "finding", f.Said)))
		}
	}
}
