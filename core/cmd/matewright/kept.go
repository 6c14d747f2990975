package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/ending/shelf"
	"github.com/matewright/matewright/core/home"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/remote"
	"github.com/matewright/matewright/core/search"
	"github.com/matewright/matewright/core/words"
)

// shelfMemory is the memory for unpacked slices of kept endings, in bytes.
const shelfMemory = 128 << 20

// shelf returns the kept endings.
func (s *session) shelf() *shelf.Shelf { return shelf.New(s.home.Endings(), shelfMemory) }

// sources answer about positions: tables and, if these lack a position, kept endings.
type sources struct {
	tables  *probe.Prober
	endings *shelf.Shelf
	site    *remote.Site // has more tables; or nil
}

func (s *session) sources() *sources { return &sources{tables: s.prober(), endings: s.shelf()} }

// Close closes both.
func (f *sources) Close() error { return errors.Join(f.tables.Close(), f.endings.Close()) }

// kept answers from kept endings, with plies, if an error means that tables lack the position. If no ending has it,
// kept returns the error.
func (f *sources) kept(ctx context.Context, reading *board.Reading, err error) (*shelf.Answer, error) {
	if !probe.Lacks(err) {
		return nil, err
	}
	a, failed := f.endings.Answer(ctx, &reading.Position)
	switch {
	case failed != nil:
		return nil, failed
	case a == nil:
		return nil, &unknownError{err, reading}
	}
	return a, f.endings.Measure(ctx, &reading.Position, a)
}

// printKept prints the bounds of a position and of its moves, and the endings that they come from.
func printKept(s *session, reading *board.Reading, a *shelf.Answer) {
	warn(s, reading.Warnings)
	fmt.Fprintln(s.stdout, proven(reading.Position.Turn, a.Low, a.High))
	printMate(s, a.Mate)
	printSolved(s, solvedMoves(reading, a.Moves))
	printFrom(s, a)
}

// printKeptLine prints the line of a proven win or loss, to mate or as far as it is proven. Otherwise it prints moves.
func printKeptLine(s *session, from *shelf.Shelf, reading *board.Reading, a *shelf.Answer) error {
	p := reading.Position
	line, err := from.Line(s.ctx, &p, a)
	if err != nil {
		return err
	}
	if len(line) == 0 {
		printKept(s, reading, a)
		return nil
	}
	moves := make([]string, len(line))
	for i, m := range line {
		moves[i] = p.SAN(m, p.LegalMoves(nil))
		p = p.Play(m)
	}
	end := "command.kept.end"
	if !p.HasLegalMove() {
		end = ends[search.EndMate]
	}
	warn(s, reading.Warnings)
	turn := reading.Position.Turn
	fmt.Fprintln(s.stdout, proven(turn, a.Low, a.High))
	printMate(s, a.Mate)
	fmt.Fprintf(s.stdout, "%s (%v)\n", numbered(turn, moves), words.New(end))
	printFrom(s, a)
	return nil
}

// printFrom prints the endings that an answer comes from.
func printFrom(s *session, a *shelf.Answer) {
	fmt.Fprintln(s.stdout, words.New("command.kept.from", "names", strings.Join(a.Names(), ", ")))
}

// An unknownError is an error about a position that neither tables nor kept endings have.
type unknownError struct {
	error
	reading *board.Reading
}

// Unwrap returns the error about the tables.
func (e *unknownError) Unwrap() error { return e.error }

// hint returns the command that solves the position as an ending, or "" if none does. Tables with up to five men are
// built sooner than most endings.
func (e *unknownError) hint(dir home.Home) string {
	p := &e.reading.Position
	const fiveMen = 5
	if class, _ := material.OfPosition(p); class.HasTable() && class.Men() <= fiveMen || ending.Check(p) != nil {
		return ""
	}
	options := ""
	if dir != home.Default() {
		options = fmt.Sprintf(" --dir %q", dir)
	}
	fen := strconv.Quote(p.FENWith(e.reading.Counters))
	return words.New("command.hint.ending", "options", options, "fen", fen).String()
}
