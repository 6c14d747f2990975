package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/matewright/matewright/core/exchange"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/store"
)

type importCommand struct {
	Files    []string    `arg:"" name:"file" help:"Files of tables, such as exports of the page."`
	Unproven bool        `help:"Take in also tables whose bytes are not those that are known to be right. Whatever rests on one is marked, until its values are packed anew: if they come to the known bytes, it counts, else it is removed."`
	Threads  threadCount `help:"Check so many parts of a table at once. Default: one for each processor." placeholder:"N"`
}

func (c *importCommand) needs() kind.Feature { return kind.Import }

// Run imports files, one after the other. It goes on after one that is refused, and
// fails in the end.
func (c *importCommand) Run(s *session) error {
	// Those that others need come first, in case these have to be held to their moves.
	slices.SortStableFunc(c.Files, func(a, b string) int { return material.Compare(classNamed(a), classNamed(b)) })
	var refused, wrong, unproven int
	for _, path := range c.Files {
		r, err := c.importFile(s, path)
		if s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		how := "refused"
		switch {
		case err == nil:
			fmt.Fprintf(s.stdout, "%-8v %11s  %s\n", r.Class, formatBytes(r.Bytes), checked(r))
			continue
		case errors.Is(err, exchange.ErrWrong):
			wrong++
		case r != nil: // it was taken in before
			unproven++
			how = "UNPROVEN, as it can't be checked"
		default:
			refused++
		}
		fmt.Fprintf(s.stdout, "%s  %s: %v\n", filepath.Base(path), how, problem.Of(err))
	}
	var failed []string
	add := func(n int, words string) {
		if n > 0 {
			failed = append(failed, fmt.Sprintf("%d of %d files %s", n, len(c.Files), words))
		}
	}
	add(refused, "were refused, and changed nothing")
	add(wrong, "were wrong, and are removed, as is what was unproven of their classes before")
	add(unproven, "could not be checked, and stay unproven")
	if len(failed) > 0 {
		return errors.New(strings.Join(failed, "; "))
	}
	return nil
}

// classNamed returns the class that a file seems to be of; "KRvK (1).mwt" is what
// browsers make of a second download. What it is of the file itself says.
func classNamed(path string) material.Class {
	name, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(path), store.FileExt), " ")
	class, _ := material.Parse(name)
	return class
}

// importFile imports a file. With an error, a result that is not nil says that the table was taken in, as an unproven
// one, and then could not be checked, or was wrong and is removed.
func (c *importCommand) importFile(s *session, path string) (*exchange.Result, error) {
	info, err := os.Stat(path) // before opening: to open a pipe would wait for its writer
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a file", path)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	const permille = 1000
	bar := newBar(s.stderr, permille)
	defer bar.hide()
	options := exchange.Options{
		Metric:   s.kind.Metric(),
		Unproven: c.Unproven,
		Sampled:  c.Unproven,
		Threads:  int(c.Threads),
		Observe: func(p exchange.Progress) {
			bar.show(fmt.Sprintf("%s %v", p.Step, p.Class), permille*p.Done/max(1, p.Of))
		},
	}
	r, err := exchange.Import(s.ctx, s.store, file, info.Size(), options)
	if err != nil || !r.Unproven || r.Sampled {
		return r, err
	}
	proof, err := exchange.Prove(s.ctx, s.store, r.Class, options)
	if errors.As(err, new(*exchange.NeedsError)) {
		return r, nil // it stays as it is
	}
	if err == nil {
		err = cmp.Or(proof.Settle(s.ctx, s.store), proof.Wrong)
	}
	if err != nil {
		return r, err
	}
	r.Unproven, r.Proven = false, true
	return r, nil
}

// checked says what speaks for a table that was imported.
func checked(r *exchange.Result) string {
	switch {
	case r.Proven:
		return "proven: its bytes are those that are known to be right"
	case r.Sampled:
		return fmt.Sprintf(
			"UNPROVEN: nobody knows its bytes; a sample of %d positions agrees with their moves",
			r.Checked,
		)
	case r.Unproven:
		return "UNPROVEN: its bytes are not the known ones, and tables are missing that it takes to check it"
	}
	return fmt.Sprintf("all %d positions agree with their moves", r.Checked)
}
