package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/home"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// A stage of the suite builds one class, with all that it depends on, in a new directory.
type stage struct {
	class  string
	rule   bool  // by the metric with the fifty-move rule instead of the default
	budget int64 // of memory, in bytes; or 0
	probed bool  // positions are probed, too
	small  bool  // takes a second or two
	repeat int   // builds whose median counts, or 0 for one
}

// stages returns the suite. A change of a stage breaks the history of its measures, unless it gets another name.
func stages() []stage {
	return []stage{
		{class: "KQvKR", small: true, repeat: 5},
		{class: "KRvKP", small: true},
		{class: "KRPvK", small: true, probed: true},
		{class: "KRPvK", rule: true},
		{class: "KRBvKN", probed: true},
		{class: "KRBvKN", budget: 64 << 20},
	}
}

// metric returns the metric of the tables.
func (g *stage) metric() *value.Metric {
	if g.rule {
		return value.Metrics()[slices.IndexFunc(value.Metrics(), (*value.Metric).HasFiftyMoveRule)]
	}
	return value.Default()
}

// name returns the name of a measure of the stage.
func (g *stage) name(of string) string {
	name := of + "/" + g.class
	if g.rule {
		name += "/" + home.DirName(g.metric())
	}
	if g.budget > 0 {
		name += fmt.Sprintf("/%dMiB", g.budget>>20)
	}
	return name
}

// builds and probes return the names of the measures of both parts, in their order.
func (g *stage) builds() []string {
	if g.budget > 0 {
		return []string{g.name("solve"), g.name("encode"), g.name("memory")}
	}
	return []string{g.name("solve"), g.name("encode"), g.name("bytes")}
}

func (g *stage) probes() []string {
	if g.probed {
		return []string{g.name("warm"), g.name("cold")}
	}
	return nil
}

// A unit is the unit of a measure.
type unit struct {
	name, better string
	ratio        func(value, reference float64) float64 // see [measured].Ratio; or nil
}

var (
	inSeconds = unit{"s", "less", func(value, reference float64) float64 { return value / reference }}
	aSecond   = unit{"positions/s", "more", func(value, reference float64) float64 { return value * reference }}
	inBytes   = unit{"B", "less", nil}
)

// How much is probed.
const (
	probedPositions = 100 // whose tiles fit into the cache of a prober
	leastProbing    = time.Second / 2
)

// A measured is a line of the suite.
type measured struct {
	Name   string  `json:"name"`
	Value  float64 `json:"value"`
	Unit   string  `json:"unit"`
	Better string  `json:"better"` // less or more

	// Ratio is Value with the time of the reference loop as the unit of time. It is nil for bytes.
	Ratio     *float64  `json:"ratio"`
	Reference float64   `json:"reference_seconds"` // of the loop, before and after the measure
	Date      time.Time `json:"date"`
	provenance
}

// A suiteRun is a run of the suite.
type suiteRun struct {
	*session
	chosen []string // names
	provenance
	reference float64 // seconds of the loop after the last measure
}

// runSuite takes the measures of some stages: all, only those of small stages, or those with some names, a number of
// times. A name also stands for all names that continue with a slash. It prints each measure at once.
func runSuite(s *session, list []stage, names []string, small bool, count int) error {
	if !s.kind.IsDefault() {
		return words.Error("command.bench.fixed")
	}
	if small {
		list = slices.DeleteFunc(list, func(g stage) bool { return !g.small })
	}
	chosen, err := chooseMeasures(list, names)
	if err != nil {
		return err
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1)) // a stage with a budget changes it
	u := &suiteRun{session: s, chosen: chosen, provenance: provenanceHere()}
	for range count {
		u.reference = referenceSeconds()
		for _, g := range list {
			if err := u.take(&g); err != nil {
				return err
			}
		}
	}
	return nil
}

// chooseMeasures returns the names of measures that some names stand for, or all.
func chooseMeasures(list []stage, names []string) (chosen []string, err error) {
	var all []string
	for _, g := range list {
		all = slices.Concat(all, g.builds(), g.probes())
	}
	if len(names) == 0 {
		return all, nil
	}
	for _, name := range names {
		before := len(chosen)
		for _, n := range all {
			if n == name || strings.HasPrefix(n, name+"/") {
				chosen = append(chosen, n)
			}
		}
		if len(chosen) == before {
			return nil, words.Error("command.bench.measure", "name", strconv.Quote(name), "names", all)
		}
	}
	return chosen, nil
}

func (u *suiteRun) wants(names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return slices.Contains(u.chosen, name) })
}

// take takes the measures of a stage, if any of them is chosen.
func (u *suiteRun) take(g *stage) error {
	if !u.wants(slices.Concat(g.builds(), g.probes())) {
		return nil
	}
	class, err := material.Parse(g.class)
	if err != nil {
		return err
	}
	var built []*measurement
	for len(built) < max(1, g.repeat) {
		err := inTemporary(func(dir string) error {
			tables := format.With(store.NewFileStore(dir), u.params)
			m, err := u.build(g, class, dir, tables)
			if built = append(built, m); err != nil || len(built) < g.repeat {
				return err
			}
			if err := u.print(g.builds(), g.figures(built)...); err != nil || !u.wants(g.probes()) {
				return err
			}
			return u.probe(g, class, tables)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// inTemporary calls a function with a new directory, and removes that afterwards.
func inTemporary(do func(dir string) error) error {
	dir, err := os.MkdirTemp("", "matewright-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	return do(dir)
}

// build builds the class. The options do not depend on the machine.
func (u *suiteRun) build(g *stage, class material.Class, dir string, tables store.Store) (*measurement, error) {
	return measure(u.session, tables, class, builder.Options{
		Metric:  g.metric(),
		Threads: 1,
		Budget:  g.budget,
		Begin:   keepBudget,
		Collect: runtime.GC,
		Scratch: scratch.FilesIn(dir),
		Faces:   home.FacesIn(dir),
		Clock:   cpuTime,
	})
}

// A figure is the value of a measure.
type figure struct {
	value float64
	unit  unit
}

// figures returns the medians of some builds.
func (g *stage) figures(built []*measurement) []figure {
	median := func(of func(m *measurement) float64) float64 {
		slices.SortFunc(built, func(a, b *measurement) int { return cmp.Compare(of(a), of(b)) })
		return of(built[len(built)/2])
	}
	size := func(m *measurement) float64 { return float64(m.StoredBytes) }
	if g.budget > 0 {
		size = func(m *measurement) float64 { return float64(m.PeakBytes) }
	}
	return []figure{
		{median(func(m *measurement) float64 { return m.SolveSeconds }), inSeconds},
		{median(func(m *measurement) float64 { return m.EncodeSeconds }), inSeconds},
		{median(size), inBytes},
	}
}

// probe measures probes of random positions, the same ones each time: by a prober that has seen them, and each by a new
// prober.
func (u *suiteRun) probe(g *stage, class material.Class, tables store.Store) error {
	layout, random := u.params.Layout(class), rand.New(rand.NewPCG(1, 2))
	positions := make([]board.Position, probedPositions)
	for i := range positions {
		positions[i] = layout.RandomPosition(board.Colors[i%2], random)
	}
	prober := probe.By(g.metric(), tables)
	defer prober.Close()
	seen := func(p board.Position) error {
		_, err := prober.Probe(u.ctx, p)
		return err
	}
	for _, p := range positions {
		if err := seen(p); err != nil {
			return err
		}
	}
	warm, err := probesPerSecond(positions, seen)
	if err != nil {
		return err
	}
	cold, err := probesPerSecond(positions, func(p board.Position) error {
		prober := probe.By(g.metric(), tables)
		_, err := prober.Probe(u.ctx, p)
		return errors.Join(err, prober.Close())
	})
	if err != nil {
		return err
	}
	return u.print(g.probes(), figure{warm, aSecond}, figure{1 / cold, inSeconds})
}

// probesPerSecond probes positions again and again, and returns how many it probes in a second of CPU time.
func probesPerSecond(positions []board.Position, probe func(p board.Position) error) (float64, error) {
	start, probed := cpuTime(), 0
	for cpuTime()-start < leastProbing {
		for _, p := range positions {
			if err := probe(p); err != nil {
				return 0, err
			}
		}
		probed += len(positions)
	}
	return float64(probed) / (cpuTime() - start).Seconds(), nil
}

// print prints the chosen ones of some measures that were just taken.
func (u *suiteRun) print(names []string, figures ...figure) error {
	before := u.reference
	u.reference = referenceSeconds()
	for i, name := range names {
		if !slices.Contains(u.chosen, name) {
			continue
		}
		f := figures[i]
		line := measured{
			Name:       name,
			Value:      f.value,
			Unit:       f.unit.name,
			Better:     f.unit.better,
			Reference:  (before + u.reference) / 2,
			Date:       time.Now().UTC().Truncate(time.Second),
			provenance: u.provenance,
		}
		if f.unit.ratio != nil {
			ratio := f.unit.ratio(line.Value, line.Reference)
			line.Ratio = &ratio
		}
		text, err := json.Marshal(line)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(u.stdout, "%s\n", text); err != nil {
			return err
		}
	}
	return nil
}

// referenceSeconds returns the CPU time of one [referenceLoop], as the mean of two.
func referenceSeconds() float64 {
	runtime.GC()
	start := cpuTime()
	referenceLoop()
	referenceLoop()
	return (cpuTime() - start).Seconds() / 2
}
