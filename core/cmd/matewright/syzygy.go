package main

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/syzygy"
	"github.com/matewright/matewright/core/words"
)

// A syzygyCheck verifies Syzygy files.
type syzygyCheck struct {
	path    string   // of the directories, as a list
	classes []string // or none for all
	sample  int      // positions of each class, or 0 for the usual number
	seed    uint64
}

// run verifies each file by its checksum, and some positions of each class by their moves. It continues after a wrong
// file, and fails in the end.
func (c *syzygyCheck) run(s *session) error {
	tables, err := syzygy.Open(c.path)
	if err != nil {
		return err
	}
	defer tables.Close()
	files, classes, err := c.files(tables)
	if err != nil {
		return err
	}
	begin, right := time.Now(), 0
	var failed error
	report := func(name any, result words.Message, err error) {
		if err != nil {
			failed = cmp.Or(failed, err)
			result = words.New("command.verify.wrong", "problem", problem.From(err))
		}
		fmt.Fprintf(s.stdout, "%-14v %v\n", name, result)
	}
	for _, path := range files {
		if s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		err := syzygy.Verify(path)
		if err == nil {
			right++
		}
		report(filepath.Base(path), words.New("command.verify.checksum"), err)
	}
	sample, positions := cmp.Or(c.sample, usualSample), 0
	for _, class := range classes {
		n, err := tables.Sample(s.ctx, class, sample, c.seed)
		if s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		positions += n
		result := words.New("command.verify.sampled", "positions", n)
		if errors.Is(err, syzygy.ErrMissing) {
			result, err = words.New("command.verify.unsampled", "problem", problem.From(err)), nil
		}
		report(class, result, err)
	}
	if failed != nil {
		return fmt.Errorf("%v: %w",
			words.New("command.verify.failed", "wrong", len(files)-right, "tables", len(files)), failed)
	}
	fmt.Fprintln(s.stdout, words.New("command.verify.files",
		"files", right, "positions", positions, "seconds", tenths(time.Since(begin).Seconds())))
	return nil
}

// usualSample is the number of positions of a class that are compared with their moves.
const usualSample = 1000

// files returns the files to verify, and the classes that have both kinds of files.
func (c *syzygyCheck) files(tables *syzygy.Tables) (files []string, classes []material.Class, err error) {
	chosen := map[material.Class]bool{}
	for _, name := range c.classes {
		class, kind, ok := syzygy.ParseName(name + syzygy.WDLFile.Extension())
		if !ok {
			if class, err = material.Parse(name); err != nil {
				return nil, nil, err
			}
		}
		if !tables.Has(class, kind) {
			return nil, nil, &syzygy.MissingError{Class: class, Kind: kind}
		}
		chosen[class] = true
	}
	for _, path := range tables.Names() {
		class, kind, _ := syzygy.ParseName(filepath.Base(path))
		if len(chosen) > 0 && !chosen[class] {
			continue
		}
		files = append(files, path)
		if kind == syzygy.DTZFile && tables.Has(class, syzygy.WDLFile) {
			classes = append(classes, class)
		}
	}
	return files, classes, nil
}
