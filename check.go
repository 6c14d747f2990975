package matewright

import (
	"context"
	"errors"
	"io"
	"iter"

	"github.com/matewright/matewright/core/check"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/pgn"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/value"
)

// A Game is a game, a study or a position of a file, judged with tables.
type Game struct {
	Number    int            `json:"game"`              // in the file, from 1
	LineNo    int            `json:"line"`              // of the file where the game begins, from 1
	Name      string         `json:"name"`              // its players or author, and the event, from its tags
	FEN       string         `json:"fen"`               // of its start; "" if that can't be read
	Goal      string         `json:"goal,omitempty"`    // of a study, such as "White wins"; "" for a game
	Variant   string         `json:"variant,omitempty"` // the rules of a game that is not chess, and is not judged
	Positions int            `json:"positions"`         // that were judged
	Kept      int            `json:"kept,omitempty"`    // that were judged by kept endings, which have no plies
	Open      int            `json:"open,omitempty"`    // positions whose outcome kept endings leave open
	Beyond    int            `json:"beyond"`            // positions with too many men for tables
	Missing   map[string]int `json:"missing"`           // positions whose tables are missing, by class
	Findings  []Finding      `json:"findings"`          // flaws and remarks
	Moves     []GameMove     `json:"moves"`             // that were judged
	Unproven  []string       `json:"unproven"`          // as in [Answer]
}

// A Finding is a flaw of a game, or a remark about it.
type Finding struct {
	// Kind is one of these flaws and remarks:
	//
	//   - unreadable: the text cannot be read;
	//   - stipulation: the stated result is wrong;
	//   - cook: another first move reaches the goal;
	//   - dual: another later move does;
	//   - mistake: an unmarked move worsens the result;
	//   - try: a move marked as a mistake keeps it;
	//   - minor, which is not a flaw: a dual that loses time;
	//   - rule, which is not a flaw: the fifty-move rule changes the result;
	//   - verdict: that of a position without moves;
	//   - warning: a fault of the text that was repaired;
	//   - variant: the game has other rules.
	Kind string `json:"kind"`
	Flaw bool   `json:"flaw"`

	Move   string `json:"move,omitempty"` // with its number, such as "3. Kb2"; "" if the finding is not about one
	FEN    string `json:"fen,omitempty"`  // before the move, or of the start
	LineNo int    `json:"line,omitempty"` // of the file, if the text was unreadable or repaired; otherwise 0
	Words  string `json:"words"`          // for people, in English
	Key    string `json:"key"`            // of the words, such as core.check.mistake; it does not change with them
}

// A GameMove is a move of a game that was judged.
type GameMove struct {
	Move string `json:"move"` // with its number, such as "3. Kb2"
	UCI  string `json:"uci"`
	FEN  string `json:"fen"`  // before it
	Main bool   `json:"main"` // it is of the main line, and not of a variation

	// Mark is one of these:
	//
	//   - only: no other move keeps the result;
	//   - forced: there is no other move;
	//   - dual: others keep it as soon, as far as plies are known;
	//   - longer: a quicker win exists;
	//   - mistake: the result is worse after it;
	//   - defence, for a side that has lost: as long as possible;
	//   - shorter, for a side that has lost: another move loses later.
	Mark string `json:"mark"`

	Before Category `json:"before"`          // of the position, for the side that moves
	After  Category `json:"after"`           // of the move, for that side
	Plies  int      `json:"plies,omitempty"` // to mate, the move included; 0 for a draw
	Waste  int      `json:"waste"`           // plies by which a win is longer, or a loss shorter, than necessary
	Others []string `json:"others"`          // the other moves that keep the result, the quickest first, as SAN
}

// Check judges the moves of games, studies and positions in a text: PGN, or EPD or FENs with one position a line. A
// game that begins from a position is judged as a study, unless its tags or comments show that it was played. In a
// study, each move of the side with a task has to be the only one that fulfils it.
//
// Check uses tables of [DTM], and tables of [DTZ50] for the fifty-move rule, for every [Options.Metric]. If these lack
// a position, kept endings answer. Missing tables are not an error: [Game.Missing] lists them. The sequence has each
// game in its order. It ends after the first error: that of a context or of the reader, or one that matches
// [ErrDamaged].
//
// The text is read ahead. If the loop ends early, a read may still be under way: do not use the reader again.
func (t *Tables) Check(ctx context.Context, text io.Reader) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		err := t.check(ctx, text, func(g *Game) bool { return yield(g, nil) })
		if err != nil && !errors.Is(err, errEnough) {
			yield(nil, err)
		}
	}
}

// errEnough ends a check whose caller wants no more.
var errEnough = errors.New("enough")

func (t *Tables) check(ctx context.Context, text io.Reader, each func(*Game) bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	byRule := value.ByFiftyMoves()
	prober := probe.New(t.readable(kind.ForMetric(value.Default()))).
		AddMetric(byRule, t.readable(kind.ForMetric(byRule))).
		Unproven().
		WithSyzygy(t.syzygy)
	prober.Cache(t.memory() / 4) // for each of both
	defer prober.Close()
	games := pgn.NewReader(text)
	judge := check.New(prober, check.AsTagged).Endings(t.endings, nil)
	return coded(judge.All(ctx, t.threads(), games.NextUnread, func(r *check.Report) error {
		if record := r.Record(); !each(newGame(&record)) {
			return errEnough
		}
		return nil
	}))
}

func newGame(r *check.Record) *Game {
	g := &Game{
		Number: r.Game, LineNo: r.Line, Name: r.Name, FEN: r.FEN, Goal: r.Goal, Variant: r.Variant,
		Positions: r.Positions, Kept: r.Kept, Open: r.Open, Beyond: r.Beyond, Missing: r.Missing,
		Unproven: append([]string{}, r.Unproven...),
		Findings: []Finding{}, Moves: []GameMove{},
	}
	for _, f := range r.Findings {
		g.Findings = append(g.Findings, Finding{string(f.Kind), f.Flaw, f.Move, f.FEN, f.Line, f.Words, f.Said.Key})
	}
	for _, m := range r.Moves {
		others := []string{}
		for _, o := range m.Others {
			others = append(others, o.SAN)
		}
		g.Moves = append(g.Moves, GameMove{
			Move: m.Move, UCI: m.UCI, FEN: m.FEN, Main: m.Main, Mark: string(m.Mark),
			Before: Category(m.Before), After: Category(m.After), Plies: m.Plies, Waste: m.Waste, Others: others,
		})
	}
	return g
}
