package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/home"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/words"
)

type benchCommand struct {
	Classes []string `arg:"" name:"class"`
	JSON    bool
	buildFlags
}

func (c *benchCommand) needs() kind.Feature { return kind.Measure }

// Run measures one class after the other, and prints each result at once.
func (c *benchCommand) Run(s *session) (err error) {
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
		m, err := c.measure(s, tables, home.FacesIn(dir), class, classes[i+1:])
		if err != nil {
			return err
		}
		if err := out.add(m); err != nil {
			return err
		}
	}
	return nil
}

// A measurement has the cost of building one table.
type measurement struct {
	Class     string `json:"class"`
	Method    string `json:"method"`
	Positions int64  `json:"positions"` // entries of both sides

	// Seconds of all threads together. Solving includes reading: decoding smaller tables and finished slices, or
	// looking ahead in them. Encoding includes statistics and storing.
	SolveSeconds       float64 `json:"solve_seconds"`
	ReadSeconds        float64 `json:"read_seconds"`
	EncodeSeconds      float64 `json:"encode_seconds"`
	PositionsPerSecond float64 `json:"positions_per_second"` // of solving
	ElapsedSeconds     float64 `json:"elapsed_seconds"`      // of wall-clock time

	PeakBytes   int64 `json:"peak_bytes"` // see [watchMemory]
	StoredBytes int64 `json:"stored_bytes"`

	ScratchReadBytes    int64 `json:"scratch_read_bytes"` // traffic of storage outside memory
	ScratchWrittenBytes int64 `json:"scratch_written_bytes"`
}

// measure builds a class, even if it is stored. The missing tables that it depends on are built first, in the same job,
// as in any build. Faces that later classes read are kept.
func (c *benchCommand) measure(
	s *session, tables, faces store.Store, class material.Class, later []material.Class,
) (*measurement, error) {
	job, err := builder.PlanAgain(s.ctx, tables, class)
	if err != nil {
		return nil, err
	}
	bar := newBuildBar(s.stderr, job)
	defer bar.finish()
	var last builder.Result
	toCome := len(job.Steps)
	start, memory := time.Now(), watchMemory()
	options := c.options(s)
	options.Faces, options.Later = faces, later
	options.Observe = bar.observe
	options.Built = func(r builder.Result) {
		bar.built(r)
		last = r
		if toCome--; toCome == 1 { // the class itself, which needs all others, begins now
			memory.peak()
			start, memory = time.Now(), watchMemory()
		}
	}
	err = builder.Build(s.ctx, tables, job, options)
	elapsed, peak := time.Since(start), memory.peak()
	if err != nil {
		return nil, err
	}
	m := &measurement{
		Class:          class.String(),
		Method:         last.Method.Name(),
		Positions:      last.Positions,
		SolveSeconds:   last.Solving.Seconds(),
		ReadSeconds:    last.Reading.Seconds(),
		EncodeSeconds:  last.Encoding.Seconds(),
		ElapsedSeconds: elapsed.Seconds(),
		PeakBytes:      peak,
		StoredBytes:    last.Bytes,

		ScratchReadBytes:    last.ScratchRead,
		ScratchWrittenBytes: last.ScratchWritten,
	}
	m.PositionsPerSecond = rate(m.Positions, m.SolveSeconds)
	return m, nil
}

func rate(positions int64, seconds float64) float64 {
	if seconds == 0 {
		return 0
	}
	return float64(positions) / seconds
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
