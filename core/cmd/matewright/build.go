package main

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/matewright/matewright/core/build"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/solve"
)

// cacheFlag says what the computer can spare for what is read of finished tables.
// By default the five-man tables that promotions of one pawn lead to are decoded once,
// if at all; for those with two pawns it takes more.
type cacheFlag struct {
	Cache uint `help:"Remember N MiB of what is read of finished tables. More makes classes with several pawns quicker: 6144 is all they read." placeholder:"N" default:"1024"`
}

func (f cacheFlag) bytes() int64 { return int64(f.Cache) << 20 }

// budgetFlag bounds all memory of the program.
type budgetFlag struct {
	Method methodName `help:"Solve by this method: ${methods}." placeholder:"NAME"`
	Budget byteSize   `help:"Hold no more memory than this, such as 128MiB, and choose the methods accordingly; --cache is ignored then, and --threads is 1 unless it is said." placeholder:"SIZE"`
}

// keep has the collector keep the budget while a class is built, if there is one.
func (f budgetFlag) keep(class material.Class) {
	if f.Budget > 0 {
		debug.SetMemoryLimit(int64(f.Budget) - build.Holes(class) - outsideGo)
	}
}

// outsideGo is what of the program Go's memory limit does not count: its code.
const outsideGo = 14 << 20

// A methodName stands for a method; nil if none was named.
type methodName struct{ solve.Method }

// UnmarshalText is called by the parser.
func (n *methodName) UnmarshalText(text []byte) (err error) {
	n.Method, err = solve.MethodNamed(string(text))
	return err
}

// A byteSize is a number of bytes, written as 128MiB, 1.5GiB or 4096KiB.
type byteSize int64

// UnmarshalText is called by the parser.
func (n *byteSize) UnmarshalText(text []byte) error {
	for i, unit := range []string{"KiB", "MiB", "GiB"} {
		number, found := strings.CutSuffix(string(text), unit)
		if !found {
			continue
		}
		if f, err := strconv.ParseFloat(number, 64); err == nil && f > 0 && f < 1<<20 {
			*n = byteSize(f * float64(int64(1024)<<(10*i)))
			return nil
		}
	}
	return fmt.Errorf("%q is no size, such as 128MiB", text)
}

type buildCommand struct {
	Classes []string `arg:"" optional:"" name:"class" help:"Such as KRPvK, in any order and case."`
	Men     int      `help:"All classes with up to N men." placeholder:"N"`
	Threads uint     `help:"Work on N slices at once, of one table or of several; 0 for as many as there are cores." placeholder:"N"`
	Rebuild bool     `help:"Build them even if they are there already, and replace them."`
	cacheFlag
	budgetFlag
}

// Validate is called by the parser.
func (c *buildCommand) Validate() error {
	switch {
	case len(c.Classes) == 0 && c.Men == 0:
		return errors.New("name a class, such as KRPvK, or use --men 4")
	case c.Men != 0 && (c.Men < 3 || c.Men > 5):
		return errors.New("--men goes from 3 to 5")
	}
	return nil
}

// Run builds.
func (c *buildCommand) Run(s *session) error {
	classes, err := material.ParseAll(c.Classes)
	if err != nil {
		return err
	}
	classes = append(classes, material.UpTo(c.Men)...)
	plan := build.Plan
	if c.Rebuild {
		plan = build.PlanAgain
	}
	job, err := plan(s.ctx, s.store, classes...)
	if err != nil {
		return err
	}
	if len(job.Present) > 0 {
		fmt.Fprintf(s.stdout, "%d of %d tables are there already.\n", len(job.Present), len(job.Present)+len(job.Steps))
	}
	if len(job.Steps) == 0 {
		return nil
	}
	bar := newBuildBar(s.stderr, job)
	defer bar.finish()
	start := time.Now()
	var sum buildSum
	err = build.Build(s.ctx, s.store, job, build.Options{
		Threads:    int(c.Threads),
		CacheBytes: c.bytes(),
		Budget:     int64(c.Budget),
		Begin:      c.keep,
		Method:     c.Method.Method,
		Scratch:    scratch.FilesIn(s.scratchDir()),
		Observe:    bar.observe,
		Built: func(r build.Result) {
			sum.add(r)
			bar.built(r)
			fmt.Fprintf(s.stdout, "%-8v %11s  solved in %8.3f s, stored in %8.3f s, %s\n",
				r.Class, formatBytes(r.Bytes), r.Solving.Seconds(), r.Encoding.Seconds(), longestMate(r.Header))
		},
	})
	bar.hide()
	if sum.tables > 0 {
		fmt.Fprintf(s.stdout, "%v, %.1f s in all\n", &sum, time.Since(start).Seconds())
	}
	return err
}

// A buildSum adds up the results of a build.
type buildSum struct {
	tables    int
	positions int64
	bytes     int64
	solving   time.Duration
	encoding  time.Duration
}

func (b *buildSum) add(r build.Result) {
	b.tables++
	b.positions += r.Positions
	b.bytes += r.Bytes
	b.solving += r.Solving
	b.encoding += r.Encoding
}

func (b *buildSum) String() string {
	return fmt.Sprintf("%d tables, %d positions, %s, solved in %.1f s, stored in %.1f s",
		b.tables, b.positions, formatBytes(b.bytes), b.solving.Seconds(), b.encoding.Seconds())
}

// formatBytes writes a size for people.
func formatBytes(n int64) string {
	switch {
	case n >= 1<<30:
		return fmt.Sprintf("%.2f GiB", float64(n)/(1<<30))
	case n >= 1<<20:
		return fmt.Sprintf("%.2f MiB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
}
