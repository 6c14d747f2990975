//go:build js && wasm && check

package main

import (
	"bufio"
	"context"
	"encoding/csv"
	"io"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"syscall/js"
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

// A checkState is the state of a check in this worker, between the parts of the file.
type checkState struct {
	judge *check.Judge  // of the parts that are judged
	sum   check.Players // of the parts that were added
}

var checking checkState

// checkRequest names a part of a file.
type checkRequest struct {
	Games            indexeddb.File `json:"games"`
	From             pgn.Place      `json:"from"`             // the beginning, or the end of another part
	Bytes            int64          `json:"bytes"`            // of the part, at least, if it is not the last
	PresumesCastling bool           `json:"presumesCastling"` // diagrams have the castling rights that they allow
	Alone            bool           `json:"alone"`            // only the check uses this worker
}

func (r *checkRequest) takeFile(v js.Value) (ok bool) {
	r.Games, ok = indexeddb.NewFile(v.Get("games"))
	return ok
}

// check judges the games of a part of a file, one after the other, and reports the new findings now and then. The
// first report has the end of the part. Several workers may judge the parts of a file. The first part begins a new
// check in its worker, which reads the tables of now.
func (e *engine) check(
	ctx context.Context, request checkRequest, report func(checkedPartShape),
) (*checkedPartShape, error) {
	if !e.metric.IsDefault() {
		return nil, words.Error("core.check.metric", "name", value.Default().Name())
	}
	if request.Alone {
		debug.SetGCPercent(checkingGC)
		defer debug.SetGCPercent(usualGC)
	}
	size := request.Games.Size() - request.From.Offset
	part := func() *io.SectionReader { return io.NewSectionReader(request.Games, request.From.Offset, size) }
	end, err := pgn.EndOfPart(bufio.NewReaderSize(&untilDone{ctx, part()}, partBuffer), request.Bytes)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil { // the games before the fault are judged
		end = pgn.Place{Offset: size}
	}
	size = end.Offset
	first := newChecked().shape(0)
	first.End = &pgn.Place{Offset: request.From.Offset + end.Offset, Lines: request.From.Lines + end.Lines}
	first.Columns = rowOf(check.Columns)
	report(first)

	read := &counter{Reader: part()}
	games := pgn.NewReader(bufio.NewReaderSize(read, gamesBuffer)).After(request.From.Lines)
	if request.PresumesCastling {
		games.Rewriting(func(fen string) string { return board.PresumeCastling(fen, material.UsualMen) })
	}
	var players check.Players
	since, last := newChecked(), time.Now()
	err = e.judgeOf(request).All(ctx, 1, games.NextUnread, func(r *check.Report) error {
		if err := since.add(r); err != nil {
			return err
		}
		players.Add(r)
		if time.Since(last) >= progressInterval {
			report(since.shape(read.bytes))
			since, last = newChecked(), time.Now()
		}
		return nil
	})
	shape, tally := since.shape(read.bytes), players.Tally()
	shape.Tally = &tally
	if err != nil {
		report(shape)
		return nil, err
	}
	return &shape, nil
}

// checkingGC is [usualGC] during a check, which keeps little of the memory that it allocates. Collecting garbage more
// often took a fifth of the time.
const checkingGC = 200

// Sizes of reads of the file: those that look for the end of a part, and those of its games, whose progress is
// reported. Each read waits for the browser.
const (
	partBuffer  = 64 << 10
	gamesBuffer = 16 << 10
)

// judgeOf returns the judge of a part, the same for all parts of a check, because it keeps tables in memory.
func (e *engine) judgeOf(request checkRequest) *check.Judge {
	isFirst := request.From == pgn.Place{}
	if checking.judge == nil || isFirst {
		checking.judge = check.New(e.proven().Steady(), check.AsTagged)
		if request.PresumesCastling {
			checking.judge.PresumeCastling()
		}
	}
	return checking.judge
}

type addPlayersRequest struct {
	Tally  check.Tally `json:"tally"`
	First  bool        `json:"first"`  // of the first part, which begins a new sum
	Before int         `json:"before"` // the number of games before the part
}

// addPlayers adds the players of a part of a file to those of the parts before it.
func (*engine) addPlayers(_ context.Context, request addPlayersRequest) error {
	if request.First {
		checking.sum = check.Players{}
	}
	checking.sum.Merge(request.Tally, request.Before)
	return nil
}

type mostPlayersRequest struct {
	Last bool `json:"last"` // the call ends the check, and the players have their slips
}

// mostPlayers returns the players with the most games in the added parts, the first one most of all.
func (*engine) mostPlayers(_ context.Context, request mostPlayersRequest) ([]check.Player, error) {
	players := checking.sum.Most(shownPlayers)
	if request.Last {
		checking = checkState{}
		return players, nil
	}
	for i := range players {
		players[i].Slips = []check.Slip{}
	}
	return players, nil
}

// shownPlayers is the number of players that the page offers.
const shownPlayers = 5

// An untilDone reads until a context is done.
type untilDone struct {
	ctx context.Context
	io.Reader
}

func (u *untilDone) Read(into []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.Reader.Read(into)
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

// checkedPartShape has the findings since the last report. Its games have their numbers in the part, because the number
// of games before it is not known.
type checkedPartShape struct {
	End     *pgn.Place `json:"end,omitempty"`     // of the part; the first report has it, and no games
	Columns string     `json:"columns,omitempty"` // the first row of CSV; the first report has it

	Games []checkedGameShape `json:"games"`
	CSV   [][]string         `json:"csv"`   // for each game a row for every move, without the number of the game
	Bytes int64              `json:"bytes"` // that were read of the part, from its beginning

	Tally *check.Tally `json:"tally,omitempty"` // of the part, or of its games before an error; the last report has it
}

type checkedGameShape struct {
	Game      int                   `json:"game"` // the number in the part
	Line      int                   `json:"line"` // of the file
	Name      string                `json:"name"`
	FEN       string                `json:"fen"`  // of the start, "" if it can't be read
	PGN       string                `json:"pgn"`  // with marks and comments
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

// checked is a [checkedPartShape] that is being written.
type checked struct {
	format check.Format
	games  []checkedGameShape
	csv    [][]string
}

func newChecked() *checked {
	return &checked{format: language.Format, games: []checkedGameShape{}, csv: [][]string{}}
}

func (c *checked) add(r *check.Report) error {
	record := r.Record()
	shape := checkedGameShape{
		Game: record.Game, Line: record.Line, Name: record.Name, FEN: record.FEN, Flaws: r.Flaws(),
		Goal: record.Goal, SaidGoal: record.SaidGoal,
		Positions: record.Positions, Beyond: record.Beyond, Castles: mayCastle(r.Game.Root),
		Missing:  []missingShape{},
		Findings: record.Findings, Moves: record.Moves,
	}
	for _, class := range slices.SortedFunc(maps.Keys(r.Missing), material.Compare) {
		shape.Missing = append(shape.Missing, missingShape{class.String(), r.Missing[class]})
	}
	rows := []string{}
	for _, cells := range r.Rows(c.format) {
		rows = append(rows, rowOf(cells[1:]))
	}
	c.csv = append(c.csv, rows)
	r.Annotate(c.format)
	var text strings.Builder
	if err := pgn.Write(&text, r.Game); err != nil {
		return err
	}
	shape.PGN = text.String()
	c.games = append(c.games, shape)
	return nil
}

// rowOf returns a row of CSV.
func rowOf(cells []string) string {
	var row strings.Builder
	w := csv.NewWriter(&row)
	w.Write(cells)
	w.Flush()
	return row.String()
}

// mayCastle reports whether [board.PresumeCastling] gives the position of a node rights.
func mayCastle(n *game.Node) bool {
	if n == nil {
		return false
	}
	fen := n.Position.FEN()
	return board.PresumeCastling(fen, material.UsualMen) != fen
}

func (c *checked) shape(bytes int64) checkedPartShape {
	return checkedPartShape{Games: c.games, CSV: c.csv, Bytes: bytes}
}
