package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/difficulty"
	"github.com/matewright/matewright/core/ending/shelf"
	"github.com/matewright/matewright/core/lichess"
	"github.com/matewright/matewright/core/lines"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/remote"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

type probeCommand struct {
	FEN  string `arg:""`
	JSON bool

	Difficulty bool
	fenFlag
	siteFlag
	syzygyFlag

	Build bool
	buildFlags
}

func (c *probeCommand) resumes() bool { return c.Build }

// Run probes one position, or one a line from standard input.
func (c *probeCommand) Run(s *session) error {
	from, err := c.sources(s)
	if err != nil {
		return err
	}
	defer from.Close()
	defer from.warn(s)
	if c.FEN == "-" {
		if !c.JSON || c.Build {
			return words.Error("command.probe.lines")
		}
		return c.probeLines(s, from)
	}
	if c.Build {
		err := c.buildFor(s)
		if err != nil && !errors.As(err, new(*probe.MenError)) { // a kept ending may have more men than tables
			return err
		}
	}
	found, err := c.probe(s, from, c.FEN)
	if c.JSON {
		return errors.Join(err, json.NewEncoder(s.stdout).Encode(found.answer(c.FEN, err)))
	}
	if err != nil {
		return err
	}
	if found.kept != nil {
		printKept(s, &found.Reading, found.kept)
		return nil
	}
	warn(s, found.Warnings)
	r := found.result
	fmt.Fprintf(s.stdout, "%s\n%s%s", verdict(&r.Position, &r.Verdict), origin(r, r.Unproven), from.origin(r))
	if found.without != nil {
		without := verdict(&r.Position, &found.without.Verdict)
		fmt.Fprintln(s.stdout, words.New("command.probe.withoutCastling", "verdict", without))
	}
	if found.rating != nil {
		fmt.Fprintln(s.stdout, rated(found.rating))
	} else if found.unrated != nil {
		fmt.Fprintln(s.stdout, words.New("command.probe.unrated", "reason", problem.From(found.unrated).Message))
	}
	for _, m := range r.Moves {
		fmt.Fprintf(s.stdout, "  %-7s %s\n", m.SAN, verdict(&m.After, &m.Verdict))
	}
	return nil
}

// buildFor builds the tables that the position needs.
func (c *probeCommand) buildFor(s *session) error {
	reading, job, err := c.planFEN(s, c.FEN, s.kind.Prepare)
	if err != nil {
		return err
	}
	// A budget leaves no memory for a search. A search ignores the fifty-move rule.
	if len(job.Steps) > 0 && c.Budget == 0 && !s.kind.HasFiftyMoveRule() {
		defer foretell(s, reading.Position)()
	}
	return c.build(s, job, io.Discard)
}

// A found is an answer about a position: from tables, or else from kept endings.
type found struct {
	board.Reading
	result *probe.Result
	kept   *shelf.Answer

	without *probe.Result // without castling rights, if these are presumed and checked tables have it

	rating  *difficulty.Rating // on request
	unrated error              // a table on the way of a rating is missing
}

func (c *probeCommand) probe(s *session, from *sources, fen string) (f found, err error) {
	if f.Reading, err = c.read(fen); err != nil {
		return f, err
	}
	f.result, err = remote.Answer(from.site, from.tables.Forget, func() (*probe.Result, error) {
		return from.tables.ProbeAt(s.ctx, f.Position, f.Counters.Clock)
	})
	if err != nil {
		f.kept, err = from.kept(s.ctx, &f.Reading, err)
		return f, err
	}
	if c.PresumeCastling && f.Position.Rights != 0 {
		without := f.Position
		without.Rights = 0
		r, err := remote.Answer(from.site, from.tables.Forget, func() (*probe.Result, error) {
			return from.tables.ProbeAt(s.ctx, without, f.Counters.Clock)
		})
		if err == nil && len(r.Unproven) == 0 {
			f.without = r
		}
	}
	if c.Difficulty {
		rating, err := remote.Answer(from.site, from.tables.Forget, func() (difficulty.Rating, error) {
			q := probe.Question{Position: f.Position, Clock: f.Counters.Clock}
			return difficulty.Rate(s.ctx, from.tables, q, difficulty.MostMoves)
		})
		switch {
		case err == nil:
			f.rating = &rating
		case probe.Lacks(err): // the answer itself has its tables
			f.unrated = err
		default:
			return f, err
		}
	}
	return f, s.ctx.Err()
}

// probeLines answers each line with one JSON object, at once if no further line is waiting. The answer to a bad line
// has an error field. Then the command continues, and does not fail.
func (c *probeCommand) probeLines(s *session, from *sources) error {
	out := bufio.NewWriter(s.stdout)
	encoder := json.NewEncoder(out)
	ahead, ended := lines.Read(s.ctx, s.stdin, longestLine)
	for {
		var fen string
		select {
		case <-s.ctx.Done():
			return s.ctx.Err()
		case line, more := <-ahead:
			if !more {
				return cmp.Or(<-ended, s.ctx.Err(), out.Flush())
			}
			fen = strings.TrimSpace(line)
		}
		found, err := c.probe(s, from, fen)
		if s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		if err := encoder.Encode(found.answer(fen, err)); err != nil {
			return err
		}
		if len(ahead) == 0 {
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
}

// longestLine is longer than any FEN, in bytes.
const longestLine = 1 << 10

// answer returns the output of --json for a FEN, in the shape of lichess's tablebase API: the result or the error.
func (f *found) answer(fen string, err error) any {
	if err != nil {
		const enough = 200 // to recognize the line
		return map[string]string{"fen": fen[:min(len(fen), enough)], "error": problem.From(err).String()}
	}
	if f.kept != nil {
		return lichess.NewKnown(fen, &f.Reading, f.kept)
	}
	a := lichess.NewAnswer(fen, f.result)
	a.Warnings = f.Warnings
	a.Difficulty = f.rating
	if f.without != nil {
		a.WithoutCastling = &lichess.NewAnswer(fen, f.without).Position
	}
	return a
}

// rated describes the difficulty of a position.
func rated(r *difficulty.Rating) words.Message {
	percent, games := int(math.Round(100*r.Chance)), int(math.Round(1/r.Chance))
	if r.Chance < 1 {
		percent = min(percent, 99) // 100 means all games
	}
	return words.New("command.probe.difficulty", "level", r.Level, "levels", difficulty.Levels,
		"percent", percent, "games", games, "unproven", r.Unproven)
}

// verdict describes the result of a position.
func verdict(p *board.Position, v *probe.Verdict) words.Message {
	switch {
	case v.Checkmate:
		return words.New("command.verdict.checkmated", "color", p.Turn)
	case v.Stalemate:
		return words.New("command.verdict.stalemate")
	case v.Category == value.DrawCategory:
		return words.New("command.verdict.draw")
	}
	winner := p.Turn
	if v.Category == value.LossCategory || v.Category == value.BlessedLossCategory {
		winner = winner.Other()
	}
	won := words.New("command.verdict.won", "winner", winner, "how", howFar(v))
	if v.Unsure {
		won = words.New("command.verdict.unsure", "verdict", won)
	}
	if v.Category == value.CursedWinCategory || v.Category == value.BlessedLossCategory {
		won = words.New("command.verdict.byRule", "verdict", won)
	}
	return won
}

// howFar describes the win and its distances.
func howFar(v *probe.Verdict) []any {
	how := howWon(v)
	parts, begins := []any{how}, how.Key == "command.verdict.wins"
	if v.DTM50 != nil && v.DTM != nil && *v.DTM50 != *v.DTM {
		parts = append(parts, words.New("command.verdict.withoutRule", "length", movesOf(*v.DTM)))
	}
	if v.DTC != nil {
		plies := max(*v.DTC, -*v.DTC)
		parts = append(parts, words.New("command.verdict.conversion", "begins", begins, "plies", plies))
		begins = false
	}
	if v.DTZ != nil {
		plies := max(*v.DTZ, -*v.DTZ)
		parts = append(parts, words.New("command.verdict.zeroing", "begins", begins, "plies", plies))
	}
	return parts
}

// howWon describes the win. A number of moves holds under the fifty-move rule, or is marked as one without it.
func howWon(v *probe.Verdict) words.Message {
	isWon := v.Category == value.WinCategory || v.Category == value.LossCategory
	switch {
	case v.DTM50 != nil:
		return words.New("command.verdict.mates", "length", movesOf(*v.DTM50))
	case v.DTM == nil:
		return words.New("command.verdict.wins")
	case isWon && !v.Unsure:
		return words.New("command.verdict.winsWithoutRule", "length", movesOf(*v.DTM))
	}
	return words.New("command.verdict.mates", "length", movesOf(*v.DTM))
}

// doubt returns a line with the unproven tables that an answer depends on, or "" without any.
func doubt(unproven []material.Class) string {
	if len(unproven) == 0 {
		return ""
	}
	return words.New("command.probe.unproven", "classes", fmt.Sprint(unproven)).String() + "\n"
}

// origin is [doubt] of an answer, with a line about its plies if it comes from Syzygy files.
func origin(r *probe.Result, unproven []material.Class) string {
	lines := doubt(unproven)
	if r.Syzygy {
		plies := "exact"
		switch {
		case r.DTZ == nil || slices.ContainsFunc(r.Moves, func(m probe.Move) bool { return m.DTZ == nil }):
			plies = "missing"
		case r.PreciseDTZ == nil:
			plies = "rounded"
		}
		lines += words.New("command.probe.syzygy", "plies", plies).String() + "\n"
	}
	return lines
}

type lineCommand struct {
	FEN string `arg:""`
	fenFlag
	siteFlag
	syzygyFlag
}

// Run prints the line with move numbers.
func (c *lineCommand) Run(s *session) error {
	reading, err := c.read(c.FEN)
	if err != nil {
		return err
	}
	from, err := c.sources(s)
	if err != nil {
		return err
	}
	defer from.Close()
	defer from.warn(s)
	line, err := remote.Answer(from.site, from.tables.Forget, func() (*probe.Line, error) {
		return from.tables.LineAt(s.ctx, reading.Position, reading.Counters.Clock)
	})
	if err != nil {
		a, err := from.kept(s.ctx, &reading, err)
		if err != nil {
			return err
		}
		return printKeptLine(s, from.endings, &reading, a)
	}
	warn(s, reading.Warnings)
	start := line.Start
	fmt.Fprintf(s.stdout, "%s\n%s%s",
		verdict(&start.Position, &start.Verdict), origin(start, line.Unproven), from.origin(start))
	if len(line.Moves) > 0 {
		moves := make([]string, len(line.Moves))
		for i, m := range line.Moves {
			moves[i] = m.SAN
		}
		fmt.Fprintf(s.stdout, "%s\n%s", numbered(line.Start.Position.Turn, moves), ownLength(line))
	}
	return nil
}

// ownLength describes the length of a line to mate if its verdict has another number of plies, or none. It returns ""
// for other lines.
func ownLength(line *probe.Line) string {
	plies := len(line.Moves)
	if !line.Moves[plies-1].Checkmate {
		return ""
	}
	stated := cmp.Or(line.Start.DTM50, line.Start.DTM)
	if stated != nil && max(*stated, -*stated) == plies {
		return ""
	}
	return words.New("command.line.length", "metric", line.Start.By.Name(), "length", movesOf(plies)).String() + "\n"
}
