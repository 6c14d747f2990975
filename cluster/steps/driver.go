// Package steps builds tables by pipelines of Apache Beam.
//
// A class is solved slice by slice, and a slice ply by ply. Each ply is a pipeline of pure steps over the frames of the
// slice (framewise.Steps). State between two plies is in files (state.go). So a step that failed runs again, and a
// driver that starts again with the same directory resumes. driver.go has the order of the steps, and pipeline.go
// the steps as pipelines. Their functions have one file each (open.go, expand.go, win.go, lose.go, values.go,
// encode.go).
package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/matewright/matewright/cluster/beamstore"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/service"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/framewise"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// A Driver builds classes, a step after the other. Its whole state is in files.
type Driver struct {
	Files  beamstore.Files
	Metric *value.Metric
	Shards int // into which a slice is cut
	Out    io.Writer
	Plies  bool // print a line for each ply
	Run    func(ctx context.Context, p *beam.Pipeline) error

	// Build runs a failed step again, up to Repeats times. Prism needs this, as one failed part ends its whole job.
	// Steps are pure and replace whole files, so it does no harm if the first job still runs elsewhere.
	Repeats int
}

// NewDriver returns a driver that solves by DTM and runs pipelines on the runner of the command line.
func NewDriver(files beamstore.Files, shards int, out io.Writer) *Driver {
	return &Driver{Files: files, Metric: value.Default(), Shards: shards, Out: out, Run: beamx.Run, Repeats: 2}
}

// Build builds some classes, and those that they depend on.
func (d *Driver) Build(ctx context.Context, classes []material.Class) error {
	stored, err := beamstore.Open(d.Files)
	if err != nil {
		return err
	}
	place := service.Place{Tables: stored}
	job, err := place.Plan(ctx, service.Request{Classes: classes})
	if err != nil {
		return err
	}
	for _, step := range job.Steps {
		if d.Metric.Limit(step.Class) > value.MaxByteRound {
			return words.Error("command.cluster.plies", "class", step.Class, "most", int(value.MaxByteRound))
		}
	}
	for _, class := range job.Present { // files that the end of a build has left
		if err := d.clear(ctx, class); err != nil {
			return err
		}
	}
	for _, step := range job.Steps {
		if err := d.class(ctx, step.Class); err != nil {
			return fmt.Errorf("building %v: %w", step.Class, err)
		}
	}
	return nil
}

// class builds a class. All that it depends on must be stored.
func (d *Driver) class(ctx context.Context, class material.Class) error {
	start := time.Now()
	c, err := Job{Files: d.Files, Metric: d.Metric.Name(), Class: class.String(), Shards: d.Shards}.open()
	if err != nil {
		return err
	}
	var total Sum
	for n, wave := range waves(c.layout) {
		at := *c
		at.Wave = n
		if err := d.slices(ctx, &at, wave, &total); err != nil {
			return err
		}
	}
	units := make([]int, format.Units(c.layout))
	for i := range units {
		units[i] = i + 1
	}
	// The table is missing, whether the step is done or not.
	if err := d.Files.Remove(ctx, c.done(encoding)); err != nil {
		return err
	}
	if _, err := d.step(ctx, c, encoding, func(s beam.Scope) { encodeStep(s, c.Job, units) }); err != nil {
		return err
	}
	fmt.Fprintf(
		d.Out,
		"%-8v %14d positions decided, %12d records and %14d bytes shuffled, %8.3f s\n",
		class,
		total.Decided,
		total.Records,
		total.Shuffled,
		time.Since(start).Seconds(),
	)
	return d.clear(ctx, class)
}

// waves returns the slices of a layout in groups. The slices of a group do not lead to each other.
func waves(l *slice.Layout) (waves [][]slice.Number) {
	of := make([]int, l.Slices())
	for number := range l.Slices() { // pushes lead to smaller numbers
		for _, to := range l.Pushes(number) {
			of[number] = max(of[number], of[to]+1)
		}
		for len(waves) <= of[number] {
			waves = append(waves, nil)
		}
		waves[of[number]] = append(waves[of[number]], number)
	}
	return waves
}

// slices solves some slices, side by side.
func (d *Driver) slices(ctx context.Context, c *classFiles, numbers []slice.Number, total *Sum) error {
	var places []int
	for _, number := range numbers {
		for shard := range c.shards {
			places = append(places, int(c.place(number, shard)))
		}
	}
	if there, err := d.sum(ctx, c, valuing); there != nil || err != nil {
		return err // the positions that were decided before are not counted
	}
	sum, err := d.step(ctx, c, opening, func(s beam.Scope) { openStep(s, c.Job, places) })
	if err != nil {
		return err
	}
	last := sum.LastDue
	if !framewise.Applies(c.layout) { // all is done
		return nil
	}
	ply := 0
	for quiet := 0; quiet <= value.MostWait || ply <= last; ply++ {
		start := time.Now()
		sum, err := d.step(ctx, c, plyName(ply), func(s beam.Scope) { plyStep(s, c.Job, ply, last, places) })
		if err != nil {
			return err
		}
		if quiet++; sum.Decided > 0 {
			quiet = 0
		}
		total.add(*sum)
		if d.Plies {
			fmt.Fprintf(
				d.Out,
				"%-8s ply %3d %12d decided, %8d records, %12d bytes, %10d of them for one place of %d, %7.3f s\n",
				c.Class,
				ply,
				sum.Decided,
				sum.Records,
				sum.Shuffled,
				sum.Most,
				sum.Places,
				time.Since(start).Seconds(),
			)
		}
		if err := d.forget(ctx, c, ply-2); err != nil {
			return err
		}
	}
	_, err = d.step(ctx, c, valuing, func(s beam.Scope) { valuesStep(s, c.Job, ply-1, places) })
	return err
}

// step runs a step unless it is done, and returns its sum. A step that failed runs again, [Driver.Repeats] times.
func (d *Driver) step(ctx context.Context, c *classFiles, step string, build func(s beam.Scope)) (*Sum, error) {
	for left := d.Repeats; ; left-- {
		if sum, err := d.sum(ctx, c, step); sum != nil || err != nil {
			return sum, err
		}
		p, s := beam.NewPipelineWithRoot()
		build(s)
		err := d.Run(ctx, p)
		if err == nil {
			break
		}
		if left <= 0 || ctx.Err() != nil {
			return nil, fmt.Errorf("%s: %w", step, err)
		}
		reason, _, _ := strings.Cut(err.Error(), "\n") // a runner's error may end in a trace
		fmt.Fprintln(d.Out, words.New("command.cluster.repeated", "class", c.Class, "step", step, "error", reason))
	}
	sum, err := d.sum(ctx, c, step)
	if sum == nil && err == nil {
		err = words.Error("command.cluster.noFile", "step", step, "file", d.Files.Join(c.done(step)))
	}
	return sum, err
}

// sum reads the sum of a step, or returns nil if the step is not done.
func (d *Driver) sum(ctx context.Context, c *classFiles, step string) (*Sum, error) {
	there, err := d.Files.List(ctx, c.done(step))
	if err != nil || len(there) == 0 {
		return nil, err
	}
	b, err := d.Files.Read(ctx, c.done(step))
	if cut := (*beamstore.DamageError)(nil); errors.As(err, &cut) {
		return nil, nil // the step is done again
	}
	if err != nil {
		return nil, err
	}
	sum := new(Sum)
	return sum, json.Unmarshal(b, sum)
}

// forget removes the bits of a ply that are no longer needed.
func (d *Driver) forget(ctx context.Context, c *classFiles, ply int) error {
	if ply < 0 {
		return nil
	}
	for _, what := range []string{wonBits, heldBits, released} {
		if err := d.Files.Remove(ctx, path.Join(c.step(plyName(ply)), what+"-*")); err != nil {
			return err
		}
	}
	return nil
}

// clear removes all files of the work on a finished class, with any number of shards.
func (d *Driver) clear(ctx context.Context, class material.Class) error {
	for _, pattern := range []string{"*/*/*", "*/*", "*", ""} { // also folders, if the file system has them
		if err := d.Files.Remove(ctx, path.Join("work", class.String()+"-*", pattern)); err != nil {
			return err
		}
	}
	return nil
}
