package main

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/service"
	"github.com/matewright/matewright/core/value"
)

type buildCommand struct {
	Classes  []string `arg:"" optional:"" name:"class"`
	Men      int      `placeholder:"N"`
	Castling bool     `default:"true" negatable:""`
	Rebuild  bool
	buildFlags
}

// Validate is called by the parser.
func (c *buildCommand) Validate() error {
	switch {
	case len(c.Classes) == 0 && c.Men == 0:
		return errors.New("name a class, such as KRPvK, or use --men 4")
	case c.Men != 0 && (c.Men < 3 || c.Men > material.UsualMen):
		return fmt.Errorf("--men must be from 3 to %d", material.UsualMen)
	}
	return nil
}

func (c *buildCommand) resumes() bool { return true }

// Run builds.
func (c *buildCommand) Run(s *session) error {
	if c.Men > s.kind.MostMen() {
		return fmt.Errorf("%s does not support --men 5: name the classes", s.kind.Name())
	}
	classes, err := material.ParseAll(c.Classes)
	if err != nil {
		return err
	}
	classes = append(classes, material.UpTo(c.Men)...)
	if c.Castling {
		classes = s.kind.WithCastling(classes...)
	}
	job, err := s.kind.Prepare(s.ctx, s.place, service.Request{Classes: classes, Rebuild: c.Rebuild})
	if err != nil {
		return err
	}
	if len(job.Present) > 0 {
		fmt.Fprintf(s.stdout, "%d of %d tables are already built.\n", len(job.Present), len(job.Present)+len(job.Steps))
	}
	return c.build(s, job, s.stdout)
}

// build carries out a job, and writes a line for each table to out.
func (f *buildFlags) build(s *session, job *builder.Job, out io.Writer) error {
	options := f.options(s)
	if len(job.Steps) == 0 {
		return s.kind.Build(s.ctx, s.place, job, options)
	}
	bar := newBuildBar(s.stderr, job)
	defer bar.finish()
	start := time.Now()
	var sum buildSum
	options.Observe = func(p builder.Progress) error {
		if p.Resumed {
			fmt.Fprintf(out, "%-8v resumed from ply %d\n", p.Class, p.Ply)
		}
		return bar.observe(p)
	}
	options.Built = func(r builder.Result) {
		sum.add(r)
		bar.built(r)
		fmt.Fprintf(
			out,
			"%-8v %11s  read in %8.3f s, solved in %8.3f s, stored in %8.3f s, %s\n",
			r.Class,
			formatBytes(r.Bytes),
			r.Reading.Seconds(),
			(r.Solving - r.Reading).Seconds(),
			r.Encoding.Seconds(),
			outcome(s.params, r),
		)
	}
	err := s.kind.Build(s.ctx, s.place, job, options)
	bar.hide()
	if sum.tables > 0 {
		fmt.Fprintf(out, "%v, %.1f s in all\n", &sum, time.Since(start).Seconds())
	}
	return err
}

// savedAt describes the ply and the time of a checkpoint.
func savedAt(r *checkpoint.Record) string {
	return fmt.Sprintf("ply %d, saved %s", savedPly(r), time.UnixMilli(r.Saved).Format("2006-01-02 15:04"))
}

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
		return fmt.Sprintf("%d of %d slices", len(r.Lone), params.Layout(r.Class).Slices())
	}
	if r.Header == nil {
		return fmt.Sprintf("%d of %d parts", len(r.Units), format.Units(params.Layout(r.Class)))
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
	castling := ""
	if b.castling > 0 {
		castling = fmt.Sprintf(", %d of them with castling", b.castling)
	}
	return fmt.Sprintf(
		"%d tables%s, %d positions, %s, read in %.1f s, solved in %.1f s, stored in %.1f s",
		b.tables,
		castling,
		b.positions,
		formatBytes(b.bytes),
		b.reading.Seconds(),
		b.solving.Seconds(),
		b.encoding.Seconds(),
	)
}
