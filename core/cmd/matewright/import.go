package main

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/matewright/matewright/core/exchange"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/words"
)

type importCommand struct {
	Files    []string `arg:"" name:"file"`
	Unproven bool
	Threads  threadCount `placeholder:"N"`
}

func (c *importCommand) needs() kind.Feature { return kind.Import }

// Run imports files, one after the other. It continues after a refused one, and fails in the end.
func (c *importCommand) Run(s *session) error {
	// Tables that others need come first, as verifying the others from their moves reads them.
	slices.SortStableFunc(c.Files, func(a, b string) int { return material.Compare(classNamed(a), classNamed(b)) })
	var refused, wrong, unproven int
	for _, path := range c.Files {
		r, done, err := c.importAny(s, path)
		if s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		how := words.New("command.import.how.refused")
		switch {
		case err == nil:
			fmt.Fprintln(s.stdout, done)
			continue
		case errors.Is(err, exchange.ErrWrong):
			wrong++
		case r != nil: // the table was imported first
			unproven++
			how = words.New("command.import.how.unproven")
		default:
			refused++
		}
		fmt.Fprintf(s.stdout, "%s  %s: %v\n", filepath.Base(path), how, problem.From(err))
	}
	var failed []string
	add := func(n int, key string) {
		if n > 0 {
			failed = append(failed, words.New(key, "count", n, "files", len(c.Files)).String())
		}
	}
	add(refused, "command.import.refused")
	add(wrong, "command.import.wrong")
	add(unproven, "command.import.unproven")
	if len(failed) > 0 {
		return errors.New(strings.Join(failed, "; "))
	}
	return nil
}

// classNamed returns the class in the name of a file. Browsers name a second download "KRvK (1).mwt". Only the file
// itself proves its class.
func classNamed(path string) material.Class {
	name, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(path), store.FileExt), " ")
	class, _ := material.Parse(name)
	return class
}

// importAny imports a file of a table or of an ending, and describes it. See [importCommand.importFile] for the result
// of a table.
func (c *importCommand) importAny(s *session, path string) (r *exchange.Result, done string, err error) {
	if isEnding(path) {
		done, err = importEnding(s, path, c.Threads)
		return nil, done, err
	}
	if r, err = c.importFile(s, path); err == nil {
		done = fmt.Sprintf("%-8v %11s  %s", r.Class, formatBytes(r.Bytes), checked(r))
	}
	return r, done, err
}

// importFile imports the file of a table. If it returns both a result and an error, the table was imported as an
// unproven one. Then it could not be checked, or it was wrong and is removed.
func (c *importCommand) importFile(s *session, path string) (*exchange.Result, error) {
	file, size, err := openFile(path)
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
	r, err := exchange.Import(s.ctx, s.store, file, size, options)
	if err != nil || !r.Unproven || r.Sampled {
		return r, err
	}
	proof, err := exchange.Prove(s.ctx, s.store, r.Class, options)
	if errors.As(err, new(*exchange.NeedsError)) {
		return r, nil // the table stays unproven
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

// checked describes how an imported table was checked.
func checked(r *exchange.Result) words.Message {
	switch {
	case r.Proven:
		return words.New("command.import.checked.proven")
	case r.Sampled:
		return words.New("command.import.checked.sampled", "positions", r.Checked)
	case r.Unproven:
		return words.New("command.import.checked.unproven")
	}
	return words.New("command.import.checked.moves", "positions", r.Checked)
}
