package main

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/service"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

type buildCommand struct {
	Classes  []string `arg:"" optional:"" name:"class"`
	Men      int      `placeholder:"N"`
	Castling bool     `default:"true" negatable:""`
	Rebuild  bool     `xor:"stored"`
	Join     bool     `xor:"stored"`
	Compact  bool
	buildFlags
}

// Validate is called by the parser.
func (c *buildCommand) Validate() error {
	switch {
	case len(c.Classes) == 0 && c.Men == 0:
		return words.Error("command.build.classes")
	case c.Men != 0 && (c.Men < 3 || c.Men > material.UsualMen):
		return words.Error("command.build.men", "most", material.UsualMen)
	}
	return nil
}

func (c *buildCommand) resumes() bool { return true }

// Run builds.
func (c *buildCommand) Run(s *session) error {
	if c.Men > s.kind.MostMen() {
		return words.Error("command.build.fewerMen", "metric", s.kind.Name(), "men", c.Men)
	}
	if c.Compact {
		if err := s.kind.Supports(kind.Compact); err != nil {
			return err
		}
		params := s.params
		params.Compact = true
		s.place.Tables = format.With(s.place.Tables, params)
	}
	request, err := service.RequestOf(c.Classes)
	if err != nil {
		return err
	}
	if request.IsOpposed() && (c.Rebuild || c.Men > 0) {
		return words.Error("command.build.opposed")
	}
	request.Rebuild = c.Rebuild
	request.Classes = append(request.Classes, material.UpTo(c.Men)...)
	if c.Castling {
		request.Classes = s.kind.WithCastling(request.Classes...)
	}
	job, err := s.kind.Prepare(s.ctx, s.place, request)
	if err != nil {
		return err
	}
	if len(job.Present) > 0 {
		present := len(job.Present)
		fmt.Fprintln(s.stdout, words.New("command.build.present", "present", present, "all", present+len(job.Steps)))
	}
	options := c.options(s)
	if c.Join {
		options.Claims = s.place.Claims
	}
	err = s.build(job, options, s.stdout)
	if errors.Is(err, store.ErrNoLocks) {
		return words.Error("command.build.noLocks", "dir", s.dir, "reason", err)
	}
	return err
}

// build carries out a job, and writes a line for each table to out.
func (f *buildFlags) build(s *session, job *builder.Job, out io.Writer) error {
	return s.build(job, f.options(s), out)
}

// build carries out a job with some options, and writes a line for each table to out.
func (s *session) build(job *builder.Job, options builder.Options, out io.Writer) error {
	if len(job.Steps) == 0 {
		return s.kind.Build(s.ctx, s.place, job, options)
	}
	bar := newBuildBar(s.stderr, job)
	defer bar.finish()
	start := time.Now()
	var sum buildSum
	options.Observe = func(p builder.Progress) error {
		if p.Resumed {
			fmt.Fprintf(out, "%-8v %v\n", p.Class, words.New("command.build.resumed", "ply", p.Ply))
		}
		return bar.observe(p)
	}
	options.Built = func(r builder.Result) {
		bar.built(r)
		if len(r.Units)+len(r.Lone) == 0 {
			fmt.Fprintf(out, "%-8v %11s  %v\n", r.Class, "", words.New("command.build.elsewhere"))
			return
		}
		sum.add(r)
		fmt.Fprintf(out, "%-8v %11s  %v\n", r.Class, formatBytes(r.Bytes), words.New("command.build.table",
			"reading", thousandths(r.Reading), "solving", thousandths(r.Solving-r.Reading),
			"encoding", thousandths(r.Encoding), "outcome", outcome(s.params, r)))
	}
	err := s.kind.Build(s.ctx, s.place, job, options)
	bar.hide()
	if sum.tables > 0 {
		fmt.Fprintln(out, words.New("command.build.all", "sum", &sum, "seconds", tenths(time.Since(start).Seconds())))
	}
	return err
}

// savedAt describes the progress and the time of a checkpoint.
func savedAt(r *checkpoint.Record) string {
	at := time.UnixMilli(r.Saved).Format("2006-01-02 15:04")
	if class, err := material.Parse(r.Of.Class); err == nil && countsSlices(r) {
		all := slice.NewLayout(class).Slices()
		return words.New("command.build.savedSlices", "slices", r.Ply, "all", all, "time", at).String()
	}
	return words.New("command.build.saved", "ply", savedPly(r), "time", at).String()
}

// countsSlices reports whether a checkpoint has whole slices.
func countsSlices(r *checkpoint.Record) bool { return r.Of.Metric == kind.ByClock.Name() }

// savedPly returns the ply at which a slice was saved.
func savedPly(r *checkpoint.Record) int {
	if m, err := value.MetricNamed(r.Of.Metric); err == nil {
		return m.Ply(r.Ply)
	}
	return r.Ply
}

// outcome returns the longest win of a built table, or the number of built slices or parts.
func outcome(params format.Params, r builder.Result) string {
	if len(r.Lone) > 0 {
		return words.New("command.slices", "slices", len(r.Lone), "all", params.Layout(r.Class).Slices()).String()
	}
	if r.Header == nil {
		return words.New("command.parts", "parts", len(r.Units), "all", format.Units(params.Layout(r.Class))).String()
	}
	if r.Elsewhere > 0 {
		return words.New("command.build.shared", "outcome", longestWin(r.Header), "parts", len(r.Units),
			"all", len(r.Units)+r.Elsewhere).String()
	}
	return longestWin(r.Header)
}

// A buildSum adds up the results of a build.
type buildSum struct {
	tables    int
	castling  int // of them
	positions int64
	bytes     int64
	reading   time.Duration
	solving   time.Duration
	encoding  time.Duration
}

func (b *buildSum) add(r builder.Result) {
	b.tables++
	if r.Class.Rights() != 0 {
		b.castling++
	}
	b.positions += r.Positions
	b.bytes += r.Bytes
	b.reading += r.Reading
	b.solving += r.Solving - r.Reading
	b.encoding += r.Encoding
}

func (b *buildSum) String() string {
	tables := words.New("command.build.tables", "tables", b.tables)
	if b.castling > 0 {
		tables = words.New("command.build.castling", "tables", b.tables, "castling", b.castling)
	}
	return words.New("command.build.sum", "tables", tables, "positions", b.positions, "size", formatBytes(b.bytes),
		"reading", tenths(b.reading.Seconds()), "solving", tenths(b.solving.Seconds()),
		"encoding", tenths(b.encoding.Seconds())).String()
}
