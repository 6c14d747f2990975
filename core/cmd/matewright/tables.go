package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/format/stats"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/verify"
	"github.com/matewright/matewright/core/words"
)

type statsCommand struct {
	Class string `arg:""`
	JSON  bool   `xor:"format"`
	CSV   bool   `xor:"format"`
}

// Run prints the statistics of a table.
func (c *statsCommand) Run(s *session) error {
	class, err := material.Parse(c.Class)
	if err != nil {
		return err
	}
	h, err := s.kind.Header(s.ctx, s.store, class)
	if err != nil {
		return err
	}
	report := h.Report()
	if c.JSON || c.CSV {
		return c.write(s, report)
	}
	writeReport(s, report, h.Metric)
	writePairs(s, &h.Pairs)
	return nil
}

// writePairs writes for people the number of values that change with the clock: nothing for a metric.
func writePairs(s *session, all *[2][]uint64) {
	for i, pairs := range all {
		for n, count := range pairs {
			if n == 0 {
				fmt.Fprintln(s.stdout, words.New("command.stats.stored", "color", board.Color(i), "count", count))
			} else {
				fmt.Fprintf(s.stdout, "  %v\n", words.New("command.stats.later", "times", n, "count", count))
			}
		}
	}
}

// write writes a report for programs.
func (c *statsCommand) write(s *session, report *stats.Report) error {
	if c.JSON {
		return report.WriteJSON(s.stdout)
	}
	return report.WriteCSV(s.stdout)
}

// writeReport writes a report for people, given the metric of its plies.
func writeReport(s *session, report *stats.Report, metric *value.Metric) {
	fmt.Fprintf(s.stdout, "%s, %s\n", report.Class, report.Metric)
	for i, side := range report.Sides {
		fmt.Fprintln(s.stdout, words.New("command.stats.results", "color", board.Color(i),
			"wins", side.All.Win, "draws", side.All.Draw, "losses", side.All.Loss,
			"distinct", []any{side.Distinct.Win, side.Distinct.Draw, side.Distinct.Loss}))
		if side.All.CursedWin != nil {
			fmt.Fprintf(s.stdout, "  %v\n", words.New("command.stats.byRule",
				"cursed", *side.All.CursedWin, "blessed", *side.All.BlessedLoss,
				"distinct", []any{*side.Distinct.CursedWin, *side.Distinct.BlessedLoss}))
		}
		if side.Longest != nil {
			fmt.Fprintf(s.stdout, "  %v\n", words.New("command.stats.longest",
				"win", inPlies(metric, side.Longest.Plies), "fen", side.Longest.FEN))
		}
		for _, p := range side.Plies {
			plies := words.New("command.stats.plies", "outcome", p.Outcome, "plies", fmt.Sprintf("%3d", p.Plies))
			fmt.Fprintf(s.stdout, "  %v %12d\n", plies, p.All)
		}
	}
}

type verifyCommand struct {
	tablesOrEnding
	Syzygy  string      `placeholder:"DIR" xor:"quick"`
	Quick   bool        `xor:"quick"`
	Every   int         `placeholder:"N" default:"1000"`
	Sample  uint32      `placeholder:"N" xor:"sample"`
	Seed    uint32      `placeholder:"N"`
	Threads threadCount `placeholder:"N"`
	cacheFlag
}

// Validate is called by the parser. Without classes, all Syzygy files are meant.
func (c *verifyCommand) Validate() error {
	if c.Syzygy != "" && c.Ending == "" {
		return nil
	}
	return c.tablesOrEnding.Validate()
}

// Run verifies tables, one after the other. It continues after a wrong one, and fails in the end.
func (c *verifyCommand) Run(s *session) error {
	if c.Syzygy != "" {
		return (&syzygyCheck{c.Syzygy, c.Classes, int(c.Sample), uint64(c.Seed)}).run(s)
	}
	if c.Ending != "" {
		return c.verifyEnding(s, c.Threads, c.readingBytes())
	}
	if c.Quick {
		if err := s.kind.Supports(kind.Proof); err != nil {
			return words.Error("command.verify.lacks", "problem", problem.From(err).Message, "flag", "--quick")
		}
	}
	if c.Sample > 0 {
		if err := s.kind.Supports(kind.Sampling); err != nil {
			return words.Error("command.verify.lacks", "problem", problem.From(err).Message, "flag", "--sample")
		}
	}
	names, err := s.named(c.Classes)
	if err != nil {
		return err
	}
	var failed error
	var sum verify.Result
	begin, right := time.Now(), 0
	options := kind.VerifierOptions{CacheBytes: c.readingBytes()}
	if !c.Quick && c.Sample == 0 {
		faces, drop := s.home.NewFaces(s.kind)
		defer drop()
		options.Faces = faces
	}
	verifier := s.kind.NewVerifier(s.store, options)
	defer verifier.Close()
	for i, name := range names {
		result, err := c.verify(s, verifier, name, &sum)
		verifier.Keep(s.ctx, classesNamed(names[i+1:]))
		if s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		if err == nil {
			right++
		} else if failed = cmp.Or(failed, err); len(names) > 1 || !errors.Is(err, store.ErrMissing) {
			result = words.New("command.verify.wrong", "problem", problem.From(err)).String()
		}
		if result != "" {
			fmt.Fprintf(s.stdout, "%-8v %s\n", name, result)
		}
	}
	switch {
	case failed != nil && len(names) > 1:
		return fmt.Errorf("%v: %w",
			words.New("command.verify.failed", "wrong", len(names)-right, "tables", len(names)), failed)
	case failed == nil && len(names) > 1 && c.Quick:
		fmt.Fprintln(s.stdout, words.New("command.verify.proven",
			"tables", right, "seconds", tenths(time.Since(begin).Seconds())))
	case failed == nil && len(names) > 1:
		fmt.Fprintln(s.stdout, words.New("command.verify.right", "tables", right, "positions", sum.Entries,
			"alone", sum.Alone, "seconds", tenths(time.Since(begin).Seconds())))
	}
	return failed
}

// classesNamed returns the classes with the given names. It skips names of no class.
func classesNamed(names []string) (classes []material.Class) {
	for _, name := range names {
		if class, err := material.Parse(name); err == nil {
			classes = append(classes, class)
		}
	}
	return classes
}

// verify verifies a table, and describes the result.
func (c *verifyCommand) verify(
	s *session, verifier kind.Verifier, name string, sum *verify.Result,
) (result string, err error) {
	class, err := material.Parse(name)
	if err != nil {
		return "", err
	}
	if c.Quick {
		sum, err := verifier.Prove(s.ctx, class)
		if err != nil {
			return "", err
		}
		return words.New("command.verify.proof", "sum", sum).String(), nil
	}
	all := slice.NewLayout(class).Positions()
	bar := newBar(s.stderr, all)
	defer bar.hide()
	start := time.Now()
	verifying := words.New("command.verify.verifying", "class", class).String()
	r, err := verifier.Verify(s.ctx, class, verify.Options{
		Every:   c.Every,
		Scratch: scratch.FilesIn(s.home.ScratchDir(s.kind)),
		Sample:  min(int64(c.Sample), all),
		Seed:    c.Seed,
		Threads: int(c.Threads),
		Observe: func(entries int64) { bar.show(verifying, entries) },
		Preparing: func(done, tables int) {
			bar.show(words.New("command.verify.preparing",
				"class", class, "table", done+1, "tables", tables).String(), 0)
		},
	})
	if err != nil {
		return "", err
	}
	sum.Entries += r.Entries
	sum.Alone += r.Alone
	return verified(r, time.Since(start)).String(), nil
}

// verified describes the result of verifying a table.
func verified(r *kind.Verified, took time.Duration) words.Message {
	seconds := tenths(took.Seconds())
	switch {
	case r.Sampled:
		return words.New("command.verify.sample", "positions", r.Alone, "seconds", seconds)
	case r.AllClocks:
		return words.New("command.verify.clocks", "positions", r.Entries, "alone", r.Alone, "seconds", seconds)
	}
	return words.New("command.verify.table", "positions", r.Entries, "alone", r.Alone, "seconds", seconds)
}

// named returns the names of the given tables, or of all stored ones for "all".
func (s *session) named(names []string) ([]string, error) {
	if len(names) != 1 || names[0] != "all" {
		classes, err := material.ParseAll(names)
		names = nil
		for _, class := range classes {
			names = append(names, class.String())
		}
		return names, err
	}
	there, err := catalog.List(s.ctx, s.store)
	if err != nil {
		return nil, err
	}
	names = nil
	for _, e := range there.Tables {
		names = append(names, e.Name)
	}
	for class, units := range there.Unfinished {
		if len(catalog.FindUnits(s.params.Layout(class), units)) < len(units) {
			names = append(names, class.String()) // some are damaged
		}
	}
	slices.Sort(names)
	if len(names) == 0 {
		return nil, words.Error("command.noTables", "dir", s.dir)
	}
	return names, nil
}

// classes returns the classes of [session.named].
func (s *session) classes(names []string) (classes []material.Class, err error) {
	names, err = s.named(names)
	return classesNamed(names), err
}

type discardCommand struct{ tablesOrEnding }

// Run discards checkpoints, or an ending.
func (c *discardCommand) Run(s *session) error {
	if c.Ending != "" {
		return c.discardEnding(s)
	}
	classes, err := material.ParseAll(c.Classes)
	if err != nil {
		return err
	}
	from := s.place.Checkpoints
	for _, class := range classes {
		list, err := builder.Checkpoints(from, class)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			return words.Error("command.discard.nothing", "class", class)
		}
		for _, e := range list {
			if err := from.Remove(e.Name); err != nil {
				return err
			}
			fmt.Fprintf(s.stdout, "%-8v %11s  %v\n", class, formatBytes(e.Bytes), words.New("command.discard.done"))
		}
	}
	return nil
}

// decode reads the header of an entry. For an entry without one, it returns the reason.
func decode(s *session, e store.Entry) (*kind.Header, error) {
	if e.Header == nil {
		if blob, err := s.store.Open(s.ctx, e.Name); err != nil {
			return nil, err
		} else if err := blob.Close(); err != nil {
			return nil, err
		}
	}
	return s.kind.DecodeEntry(s.store, e)
}

// inPlies describes a win in the given number of plies.
func inPlies(metric *value.Metric, plies int) string {
	if metric.Goal() == value.ToMate {
		return words.New("command.mateIn", "moves", (plies+1)/2, "plies", plies).String()
	}
	return words.New("command.plies", "plies", plies).String()
}

// longestWin describes the longest win of either side.
func longestWin(h *format.Header) string {
	metric, longest := h.Metric, h.LongestWin()
	if longest == value.Draw {
		return words.New("command.longest.none").String()
	}
	if metric.Goal() == value.ToMate {
		return words.New("command.longest.mate", "moves", (metric.Plies(longest)+1)/2).String()
	}
	return words.New("command.longest.plies", "plies", metric.Format(longest)).String()
}
