//go:build js && wasm && check

package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/check"
	"github.com/matewright/matewright/core/game"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/pgn"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
	"github.com/matewright/matewright/indexeddb"
)

// language is the language of checked games. A worker has one engine, and only this build of it writes messages.
var language words.Language

// speakRequest has messages of the catalogue in the user's language, in ICU MessageFormat.
type speakRequest struct {
	Language string             `json:"language"` // the code, such as "de"
	Messages []messageTextShape `json:"messages"`
}

type messageTextShape struct {
	Key  string `json:"key"`
	Text string `json:"text"`
}

// speak sets the language of comments in checked games and of their CSV. Without a call these have keys.
func (*engine) speak(_ context.Context, request speakRequest) error {
	messages := make(map[string]string, len(request.Messages))
	for _, message := range request.Messages {
		messages[message.Key] = message.Text
	}
	language = words.NewLanguage(request.Language, messages)
	return nil
}

// check judges the games of a file, one after the other, and reports the new findings now and then.
func (e *engine) check(ctx context.Context, file indexeddb.File, report func(checkedShape)) (*checkedShape, error) {
	return e.judgeAll(ctx, file, false, report)
}

// checkCastling is like [engine.check], but presumes that diagrams have the castling rights that they allow.
func (e *engine) checkCastling(
	ctx context.Context, file indexeddb.File, report func(checkedShape),
) (*checkedShape, error) {
	return e.judgeAll(ctx, file, true, report)
}

func (e *engine) judgeAll(
	ctx context.Context, file indexeddb.File, presumesCastling bool, report func(checkedShape),
) (*checkedShape, error) {
	if !e.metric.IsDefault() {
		return nil, words.Error("core.check.metric", "name", value.Default().Name())
	}
	read := &counter{Reader: io.NewSectionReader(file, 0, file.Size())}
	var players check.Players
	since, last, lastPlayers := newChecked(), time.Now(), time.Now()
	since.csv.Write(check.Columns)
	judge, games := check.New(e.proven().Steady(), check.AsTagged), pgn.NewReader(read)
	if presumesCastling {
		judge.PresumeCastling()
		games.Rewriting(func(fen string) string { return board.PresumeCastling(fen, material.UsualMen) })
	}
	err := judge.All(ctx, 1, games.NextUnread, func(r *check.Report) error {
		if err := since.add(r); err != nil {
			return err
		}
		players.Add(r)
		if time.Since(last) >= progressInterval {
			shape := since.shape(read.bytes)
			if time.Since(lastPlayers) >= playersInterval {
				shape.Players = players.Most(mostPlayers)
				for i := range shape.Players {
					shape.Players[i].Slips = []check.Slip{} // at the end
				}
				lastPlayers = time.Now()
			}
			report(shape)
			since, last = newChecked(), time.Now()
		}
		return nil
	})
	shape := since.shape(read.bytes)
	shape.Players = players.Most(mostPlayers)
	return &shape, err
}

// A counter counts the bytes that were read.
type counter struct {
	io.Reader
	bytes int64
}

func (c *counter) Read(into []byte) (int, error) {
	n, err := c.Reader.Read(into)
	c.bytes += int64(n)
	return n, err
}

// mostPlayers is the number of players that the page offers.
const mostPlayers = 5

// playersInterval is the time between two reports that have them: to list them takes long if there are many.
const playersInterval = 2 * time.Second

// checkedShape has the findings since the last report.
type checkedShape struct {
	Games []checkedGameShape `json:"games"`
	PGN   string             `json:"pgn"`   // the games with marks and comments
	CSV   string             `json:"csv"`   // every move, one a row
	Bytes int64              `json:"bytes"` // that were read of the file, from its beginning

	// Players are those with the most games so far, the first one most of all. Reports have them now and then, without
	// their slips.
	Players []check.Player `json:"players,omitempty"`
}

type checkedGameShape struct {
	Game      int                   `json:"game"` // the number in the file
	Line      int                   `json:"line"` // of the file
	Name      string                `json:"name"`
	Goal      string                `json:"goal"` // "" for a game, or if it is not known
	SaidGoal  *words.Message        `json:"saidGoal,omitempty"`
	Flaws     int                   `json:"flaws"`
	Positions int                   `json:"positions"` // that were judged
	Beyond    int                   `json:"beyond"`    // with more than five men
	Castles   bool                  `json:"castles"`   // its diagram allows castling rights that its FEN does not name
	Missing   []missingShape        `json:"missing"`
	Findings  []check.FindingRecord `json:"findings"`
	Moves     []check.MoveRecord    `json:"moves"`
}

// missingShape counts the positions that could not be judged without the table of a class.
type missingShape struct {
	Class     string `json:"class"`
	Positions int    `json:"positions"`
}

// checked is a [checkedShape] that is being written.
type checked struct {
	format check.Format
	games  []checkedGameShape
	pgn    bytes.Buffer
	rows   bytes.Buffer
	csv    *csv.Writer
}

func newChecked() *checked {
	c := &checked{format: language.Format, games: []checkedGameShape{}}
	c.csv = csv.NewWriter(&c.rows)
	return c
}

func (c *checked) add(r *check.Report) error {
	record := r.Record()
	shape := checkedGameShape{
		Game: record.Game, Line: record.Line, Name: record.Name, Flaws: r.Flaws(),
		Goal: record.Goal, SaidGoal: record.SaidGoal,
		Positions: record.Positions, Beyond: record.Beyond, Castles: mayCastle(r.Game.Root),
		Missing:  []missingShape{},
		Findings: record.Findings, Moves: record.Moves,
	}
	for _, class := range slices.SortedFunc(maps.Keys(r.Missing), material.Compare) {
		shape.Missing = append(shape.Missing, missingShape{class.String(), r.Missing[class]})
	}
	c.games = append(c.games, shape)
	if err := c.csv.WriteAll(r.Rows(c.format)); err != nil {
		return err
	}
	r.Annotate(c.format)
	return pgn.Write(&c.pgn, r.Game)
}

// mayCastle reports whether [board.PresumeCastling] gives the position of a node rights.
func mayCastle(n *game.Node) bool {
	if n == nil {
		return false
	}
	fen := n.Position.FEN()
	return board.PresumeCastling(fen, material.UsualMen) != fen
}

func (c *checked) shape(bytes int64) checkedShape {
	c.csv.Flush()
	return checkedShape{c.games, c.pgn.String(), c.rows.String(), bytes, nil}
}
