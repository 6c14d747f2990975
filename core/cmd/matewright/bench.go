package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/matewright/matewright/core/home"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/words"
)

type benchCommand struct {
	Classes []string `arg:"" optional:"" name:"class"` // measures with --suite
	JSON    bool
	Suite   bool
	Small   bool
	Count   repeatCount `placeholder:"N" default:"1"`
	buildFlags
}

func (c *benchCommand) needs() kind.Feature { return kind.Measure }

// Validate is called by the parser.
func (c *benchCommand) Validate() error {
	switch {
	case !c.Suite && len(c.Classes) == 0:
		return words.Error("command.bench.classes")
	case !c.Suite && (c.Small || c.Count > 1):
		return words.Error("command.bench.onlySuite")
	case c.Suite && (c.JSON || c.Threads != 0 || c.Method.Method != nil || c.Budget != 0 || c.Cache != 0):
		return words.Error("command.bench.fixed")
	}
	return nil
}

// Run measures one class after the other, or the suite, and prints each result at once.
func (c *benchCommand) Run(s *session) (err error) {
	if c.Suite {
		return runSuite(s, stages(), c.Classes, c.Small, int(c.Count))
	}
	classes, err := material.ParseAll(c.Classes)
	if err != nil {
		return err
	}
	dir := s.dir
	if !s.chosen {
		if dir, err = os.MkdirTemp("", "matewright-bench"); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
	}
	tables := store.NewFileStore(dir)
	var out benchWriter = &benchText{w: s.stdout}
	if c.JSON {
		out = &benchJSON{w: s.stdout}
	}
	out.begin()
	defer func() { err = errors.Join(err, out.end()) }()
	for i, class := range classes {
		options := c.options(s)
		options.Faces, options.Later = home.FacesIn(dir), classes[i+1:]
		m, err := measure(s, tables, class, options)
		if err != nil {
			return err
		}
		if err := out.add(m); err != nil {
			return err
		}
	}
	return nil
}

// A benchWriter prints each measurement at once.
type benchWriter interface {
	begin()
	add(m *measurement) error
	end() error
}

// benchText prints a table for people, with the totals as its last line.
type benchText struct {
	w     io.Writer
	total measurement
}

func (t *benchText) begin() {
	fmt.Fprintf(
		t.w,
		"%-8s %-19s %14s %10s %10s %10s %10s %14s %12s %12s %12s %12s\n",
		"class",
		"method",
		"positions",
		"solving",
		"reading",
		"encoding",
		"elapsed",
		"positions/s",
		words.New("command.bench.peak"),
		"stored",
		words.New("command.bench.fromScratch"),
		words.New("command.bench.toScratch"),
	)
}

func (t *benchText) add(m *measurement) error {
	t.total.Positions += m.Positions
	t.total.SolveSeconds += m.SolveSeconds
	t.total.ReadSeconds += m.ReadSeconds
	t.total.EncodeSeconds += m.EncodeSeconds
	t.total.ElapsedSeconds += m.ElapsedSeconds
	t.total.PeakBytes = max(t.total.PeakBytes, m.PeakBytes)
	t.total.StoredBytes += m.StoredBytes
	t.total.ScratchReadBytes += m.ScratchReadBytes
	t.total.ScratchWrittenBytes += m.ScratchWrittenBytes
	return t.print(m)
}

func (t *benchText) print(m *measurement) error {
	_, err := fmt.Fprintf(
		t.w,
		"%-8s %-19s %14d %8.3f s %8.3f s %8.3f s %8.3f s %14.0f %12s %12s %12s %12s\n",
		m.Class,
		m.Method,
		m.Positions,
		m.SolveSeconds,
		m.ReadSeconds,
		m.EncodeSeconds,
		m.ElapsedSeconds,
		m.PositionsPerSecond,
		formatBytes(m.PeakBytes),
		formatBytes(m.StoredBytes),
		formatBytes(m.ScratchReadBytes),
		formatBytes(m.ScratchWrittenBytes),
	)
	return err
}

func (t *benchText) end() error {
	t.total.Class = "total"
	t.total.PositionsPerSecond = rate(t.total.Positions, t.total.SolveSeconds)
	return t.print(&t.total)
}

// benchJSON prints an array that is whole even if a later class fails.
type benchJSON struct {
	w    io.Writer
	some bool
}

func (j *benchJSON) begin() { fmt.Fprint(j.w, "[") }

func (j *benchJSON) add(m *measurement) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	separator := "\n"
	if j.some {
		separator = ",\n"
	}
	j.some = true
	_, err = fmt.Fprintf(j.w, "%s%s", separator, text)
	return err
}

func (j *benchJSON) end() error {
	_, err := fmt.Fprintln(j.w, "\n]")
	return err
}
