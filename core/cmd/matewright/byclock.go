package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/alecthomas/kong"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/dtm50"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/home"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// Tables that go by the clock, DTM50, are no tables of a metric: their values depend on more than the position. So commands have
// functions of their own for them, and those without one are refused.

// A byClockCommand is one that knows such tables.
type byClockCommand interface{ runByClock(s *session) error }

// byClockNames lists the commands that do, for people.
const byClockNames = "build, probe, line, stats, inspect, verify, list and uci"

// runByClock carries out a command with such tables.
func runByClock(s *session, command *kong.Node) error {
	c, ok := command.Target.Addr().Interface().(byClockCommand)
	if !ok {
		return fmt.Errorf("%s knows nothing of %s: there is %s", command.Name, dtm50.Name, byClockNames)
	}
	return c.runByClock(s)
}

func (c *buildCommand) runByClock(s *session) error {
	switch {
	case c.Men > 4:
		return fmt.Errorf("%s of all classes with five men is not built in one go: name those that you want", dtm50.Name)
	case c.Method.Method != nil:
		return fmt.Errorf("%s is solved clock by clock, and by no other method", dtm50.Name)
	}
	classes, err := material.ParseAll(c.Classes)
	if err != nil {
		return err
	}
	classes = append(classes, material.UpTo(c.Men)...)
	if c.Castling {
		classes = home.WithCastling(nil, classes...)
	}
	memory := int64(c.Budget)
	if memory == 0 {
		memory = home.SpareMemory()
	}
	keepBudget(memory)
	start, tables, bytes := time.Now(), 0, int64(0)
	bar := newBar(s.stderr, 1000)
	defer bar.finish()
	err = dtm50.Build(s.ctx, s.store, classes, dtm50.Options{
		Threads: c.Threads.orAll(),
		Memory:  memory,
		Rebuild: c.Rebuild,
		Observe: func(class material.Class, done float64) error {
			bar.show("building "+class.String(), int64(1000*done))
			return nil
		},
		Built: func(r dtm50.Result) {
			bar.hide()
			tables++
			bytes += r.Bytes
			fmt.Fprintf(s.stdout, "%-8v %11s  solved in %8.3f s, stored in %8.3f s, %s\n",
				r.Header.Class, formatBytes(r.Bytes), r.Solving.Seconds(), r.Encoding.Seconds(), longestByClock(r.Header))
		},
	})
	bar.hide()
	if tables > 0 {
		fmt.Fprintf(s.stdout, "%d tables, %s, %.1f s in all\n", tables, formatBytes(bytes), time.Since(start).Seconds())
	}
	return err
}

func (c *probeCommand) runByClock(s *session) error {
	if c.Build {
		return errors.New("--build makes tables of a metric: build those of " + dtm50.Name + " by themselves")
	}
	return c.Run(s)
}

func (c *lineCommand) runByClock(s *session) error { return c.Run(s) }

func (c *statsCommand) runByClock(s *session) error {
	class, err := material.Parse(c.Class)
	if err != nil {
		return err
	}
	lib := dtm50.NewLibrary(s.store)
	defer lib.Close()
	h, err := lib.Header(s.ctx, class)
	if err != nil {
		return err
	}
	report := format.NewReport(&format.Header{Class: class, Metric: dtm50.Metric(), Statistics: h.Statistics})
	report.Metric = dtm50.Name
	if c.JSON || c.CSV {
		return c.write(s, report)
	}
	writeReport(s, report, dtm50.Metric())
	for i, pairs := range h.Pairs {
		for n, count := range pairs {
			if n == 0 {
				fmt.Fprintf(s.stdout, "%s to move, as stored: %d wins and losses\n", [2]string{"White", "Black"}[i], count)
			} else {
				fmt.Fprintf(s.stdout, "  longer as the clock goes on, %d times or more: %d\n", n, count)
			}
		}
	}
	return nil
}

func (c *verifyCommand) runByClock(s *session) error {
	if c.Quick {
		return errors.New("no SHA-256 is known of tables of " + dtm50.Name + ": verify them without --quick")
	}
	names, err := byClockTables(s, c.Classes)
	if err != nil {
		return err
	}
	var failed error
	right := 0
	for _, class := range names {
		start := time.Now()
		r, err := dtm50.Verify(s.ctx, s.store, class, dtm50.VerifyOptions{Every: c.Every, Seed: c.Seed, Threads: c.Threads.orAll()})
		switch {
		case s.ctx.Err() != nil:
			return s.ctx.Err()
		case err == nil:
			right++
			fmt.Fprintf(s.stdout, "%-8v right  %d positions recomputed with all clocks, %d of them by themselves too, with one, in %.1f s\n",
				class, r.Entries, r.Alone, time.Since(start).Seconds())
		default:
			failed = cmp.Or(failed, err)
			if len(names) > 1 || !errors.Is(err, store.ErrMissing) {
				fmt.Fprintf(s.stdout, "%-8v WRONG  %v\n", class, problem.Of(err))
			}
		}
	}
	if failed != nil && len(names) > 1 {
		return fmt.Errorf("%d of %d are not right, the first: %w", len(names)-right, len(names), failed)
	}
	return failed
}

// byClockTables returns the classes that were named, or all that are there for "all".
func byClockTables(s *session, names []string) (classes []material.Class, err error) {
	if len(names) != 1 || names[0] != "all" {
		return material.ParseAll(names)
	}
	entries, err := s.store.List(s.ctx)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if class, err := material.Parse(e.Name); err == nil {
			classes = append(classes, class)
		}
	}
	if len(classes) == 0 {
		return nil, fmt.Errorf("there are no tables in %s", s.dir)
	}
	slices.SortFunc(classes, material.Compare)
	return classes, nil
}

func (c *listCommand) runByClock(s *session) error {
	entries, err := s.store.List(s.ctx)
	if err != nil {
		return err
	}
	lib := dtm50.NewLibrary(s.store)
	defer lib.Close()
	l := newListing(dtm50.Name)
	for _, e := range entries {
		class, err := material.Parse(e.Name)
		var h *dtm50.Header
		if err == nil {
			h, err = lib.Header(s.ctx, class)
		}
		if err != nil {
			l.addFaulty(e, err)
			continue
		}
		l.add(e, class, dtm50.Metric(), max(h.Statistics[0].LongestWin, h.Statistics[1].LongestWin))
	}
	return c.write(s, l)
}

// longestByClock says how long wins can be with a clock at 0, whichever side is to move.
func longestByClock(h *dtm50.Header) string {
	longest := value.Draw
	for _, c := range board.Colors {
		longest = max(longest, h.Statistics[c].LongestWin)
	}
	return longestMate(dtm50.Metric(), longest)
}
