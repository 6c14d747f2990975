package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/verify"
)

type statsCommand struct {
	Class string `arg:"" help:"Such as KRPvK, in any order and case."`
	JSON  bool   `help:"Print JSON." xor:"format"`
	CSV   bool   `help:"Print comma-separated values: a line for each side to move and number of plies." xor:"format"`
}

// Run prints the statistics of a table.
func (c *statsCommand) Run(s *session) error {
	class, err := material.Parse(c.Class)
	if err != nil {
		return err
	}
	t, err := library.Open(s.ctx, s.store, class)
	if err != nil {
		return err
	}
	defer t.Close()
	report := format.NewReport(t.Header)
	switch {
	case c.JSON:
		return report.WriteJSON(s.stdout)
	case c.CSV:
		return report.WriteCSV(s.stdout)
	}
	fmt.Fprintf(s.stdout, "%s, %s\n", report.Class, report.Metric)
	for i, side := range report.Sides {
		name := [2]string{"White", "Black"}[i]
		fmt.Fprintf(s.stdout, "%s to move: %d wins, %d draws, %d losses (up to symmetry %d, %d, %d)\n", name,
			side.All.Win, side.All.Draw, side.All.Loss, side.Distinct.Win, side.Distinct.Draw, side.Distinct.Loss)
		if side.Longest != nil {
			fmt.Fprintf(s.stdout, "  longest win: mate in %d (%d plies): %s\n", (side.Longest.Plies+1)/2, side.Longest.Plies, side.Longest.FEN)
		}
		for _, p := range side.Plies {
			fmt.Fprintf(s.stdout, "  %s in %3d plies %12d\n", p.Outcome, p.Plies, p.All)
		}
	}
	return nil
}

type verifyCommand struct {
	Classes []string    `arg:"" name:"class" help:"Such as KRPvK, in any order and case, or \"all\" for all that are there."`
	Every   int         `help:"Recompute one in so many positions a second time, by itself and in another, slow way." placeholder:"N" default:"1000"`
	Seed    uint32      `help:"Choose those positions differently." placeholder:"N"`
	Threads threadCount `help:"Verify N parts of a table at once; by default or with 0, as many as there are cores." placeholder:"N"`
	cacheFlag
}

// Run verifies tables, one after the other. It goes on after a mismatch, and
// fails in the end.
func (c *verifyCommand) Run(s *session) error {
	classes, err := s.classes(c.Classes)
	if err != nil {
		return err
	}
	var failed error
	var sum verify.Result
	begin := time.Now()
	lib := library.New(s.store, c.readingBytes())
	defer lib.Close()
	for _, class := range classes {
		bar := newBar(s.stderr, slice.NewLayout(class).Positions())
		start := time.Now()
		r, err := verify.Table(s.ctx, lib, class, verify.Options{
			Every:   c.Every,
			Seed:    c.Seed,
			Threads: int(c.Threads),
			Observe: func(entries int64) { bar.show("verifying "+class.String(), entries) },
		})
		bar.hide()
		switch mismatch := (*verify.MismatchError)(nil); {
		case errors.As(err, &mismatch):
			fmt.Fprintf(s.stdout, "%-8v WRONG  %v\n", class, err)
			failed = cmp.Or(failed, err)
		case err != nil:
			return err
		default:
			sum.Entries += r.Entries
			sum.Alone += r.Alone
			fmt.Fprintf(s.stdout, "%-8v right  %d positions recomputed, %d of them by themselves too, in %.1f s\n", class, r.Entries, r.Alone, time.Since(start).Seconds())
		}
	}
	if len(classes) > 1 && failed == nil {
		fmt.Fprintf(s.stdout, "%d tables are right, %d positions recomputed, %d of them by themselves too, in %.1f s\n",
			len(classes), sum.Entries, sum.Alone, time.Since(begin).Seconds())
	}
	return failed
}

// classes returns the classes of some names, or those that are there for "all".
func (s *session) classes(names []string) ([]material.Class, error) {
	if len(names) != 1 || names[0] != "all" {
		return material.ParseAll(names)
	}
	there, err := format.ListTables(s.ctx, s.store)
	if err != nil {
		return nil, err
	}
	names = nil
	for _, e := range there.Tables {
		names = append(names, e.Name)
	}
	return material.ParseAll(names)
}

type listCommand struct{}

// Run lists the tables of the store.
func (c *listCommand) Run(s *session) error {
	there, err := format.ListTables(s.ctx, s.store)
	if err != nil {
		return err
	}
	var sum int64
	var byMen [material.MaxMen + 1]struct{ tables, bytes int64 }
	for _, e := range there.Tables {
		sum += e.Size
		header, err := format.DecodeEntry(e)
		if err != nil {
			fmt.Fprintf(s.stdout, "%-8s %11s  %v\n", e.Name, formatBytes(e.Size), problem.Of(err))
			continue
		}
		fmt.Fprintf(s.stdout, "%-8s %11s  %s\n", e.Name, formatBytes(e.Size), longestMate(header))
		men := &byMen[header.Class.Men()]
		men.tables++
		men.bytes += e.Size
	}
	for men, sum := range byMen {
		if sum.tables > 0 {
			fmt.Fprintf(s.stdout, "%d tables with %d men, %s\n", sum.tables, men, formatBytes(sum.bytes))
		}
	}
	fmt.Fprintf(s.stdout, "%d tables, %s\n", len(there.Tables), formatBytes(sum))
	for _, class := range slices.SortedFunc(maps.Keys(there.Unfinished), material.Compare) {
		l := slice.NewLayout(class)
		fmt.Fprintf(s.stdout, "%-8v %d of %d parts are finished\n", class, len(format.FindUnits(l, there.Unfinished[class])), format.Units(l))
	}
	for _, e := range there.Unproven {
		fmt.Fprintf(s.stdout, "%s %11s  UNPROVEN: not the known bytes\n", e.Name, formatBytes(e.Size))
	}
	return nil
}

// longestMate says how long wins can be, whichever side is to move.
func longestMate(h *format.Header) string {
	longest := max(h.Statistics[0].LongestWin, h.Statistics[1].LongestWin)
	if longest == value.Draw {
		return "no wins"
	}
	return fmt.Sprintf("longest mate in %d", (h.Metric.Plies(longest)+1)/2)
}
