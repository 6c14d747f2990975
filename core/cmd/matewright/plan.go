package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/home"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/service"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/methods"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

type planCommand struct {
	Classes []string `arg:"" optional:"" name:"class"`
	planFlags
}

// planned is the plan of a class.
type planned struct {
	Class   string      `json:"class"`
	Budget  int64       `json:"budget"`
	Method  string      `json:"method,omitempty"` // absent if no method fits
	Needs   int64       `json:"needs"`            // bytes of the chosen method, or the least of all methods
	Scratch int64       `json:"scratch"`          // bytes outside memory, approximately
	Longer  int64       `json:"longer,omitempty"` // scratch bytes for each further level of values
	Peak    int64       `json:"peak,omitempty"`   // peak memory in bytes, with the used part of the cache
	Threads int         `json:"threads,omitempty"`
	Speed   float64     `json:"speed,omitempty"`   // of this machine now; 1 is that of a server of 2026
	Seconds float64     `json:"seconds,omitempty"` // with these threads, at this speed
	Stored  int64       `json:"stored,omitempty"`  // bytes of the table
	Parts   []partShape `json:"parts,omitempty"`
	Absent  *absent     `json:"absent,omitempty"` // missing tables that it depends on, if any

	Castling *castlingPlan `json:"castling,omitempty"` // of its tables with castling rights, if any

	class     material.Class
	plans     []solve.Plan
	byDefault bool // the user has set no budget
}

// absent has the cost of the missing tables that a class depends on, built one after the other.
type absent struct {
	Classes []string `json:"classes"`
	Seconds float64  `json:"seconds"`
	Stored  int64    `json:"stored"`  // bytes of all
	Scratch int64    `json:"scratch"` // bytes, the maximum of all
	Needs   int64    `json:"needs"`   // bytes of memory, the maximum of all
}

// castlingPlan has the cost of all tables with castling rights of a class.
type castlingPlan struct {
	Tables  int     `json:"tables"`
	Seconds float64 `json:"seconds"`
	Stored  int64   `json:"stored"` // bytes
}

type partShape struct {
	Name  string `json:"name"`
	Bytes int64  `json:"bytes"`
}

func (c *planCommand) needs() kind.Feature { return kind.Estimate }

// Validate is called by the parser.
func (c *planCommand) Validate() error {
	if (len(c.Classes) == 0) == (c.FEN == "") {
		return words.Error("command.plan.classes")
	}
	return nil
}

// Run prints plans.
func (c *planCommand) Run(s *session) error {
	if c.FEN != "" {
		return c.planPosition(s)
	}
	request, err := service.RequestOf(c.Classes)
	if err != nil {
		return err
	}
	if request.IsOpposed() {
		return c.planOpposed(s, c.Classes[0], request)
	}
	classes := request.Classes
	var list []*planned
	memory, speed := home.SpareMemory(), c.speed()
	for _, class := range classes {
		p, err := c.plan(s, class, memory, speed)
		if err == nil && p.Method != "" {
			err = errors.Join(c.planNeeded(s, p, memory), p.planCastling(s))
		}
		if err != nil {
			return err
		}
		list = append(list, p)
	}
	if c.JSON {
		encoder := json.NewEncoder(s.stdout)
		encoder.SetIndent("", "  ")
		return encoder.Encode(list)
	}
	for _, p := range list {
		p.print(s)
	}
	return nil
}

func (c *planCommand) plan(s *session, class material.Class, memory int64, speed float64) (*planned, error) {
	p := &planned{
		Class:   class.String(),
		Budget:  int64(c.Budget),
		Threads: int(c.Threads),
		class:   class,
		plans:   methods.All().Plans(slice.NewLayout(class)),
	}
	if p.Budget == 0 {
		least, err := builder.Least(class, s.kind.Metric(), nil)
		if err != nil {
			return nil, err
		}
		p.Budget, p.byDefault = max(memory, least), true
		p.Threads = cmp.Or(p.Threads, runtime.GOMAXPROCS(0))
	}
	p.Threads = max(1, p.Threads)
	provision, err := builder.Provide(class, s.kind.Metric(), p.Budget, nil)
	var small *solve.TooSmallError
	if errors.As(err, &small) {
		p.Needs, p.Threads = small.Need, 0
		return p, nil
	}
	if err != nil {
		return nil, err
	}
	provision.Spread(p.Threads)
	p.Method, p.Scratch, p.Longer = provision.Solving.Method.Name(), provision.Scratch(
		p.Threads,
	), provision.LevelScratch()
	for _, part := range provision.Parts {
		p.Parts = append(p.Parts, partShape(part))
	}
	p.Needs, p.Peak = provision.Least(), provision.Peak()
	p.Speed, p.Seconds, p.Stored = speed, provision.Seconds(p.Threads)/speed, provision.Stored()
	return p, nil
}

// planCastling plans the tables with castling rights of the class.
func (p *planned) planCastling(s *session) error {
	all := p.class.Castling()
	if p.class.Rights() != 0 || len(all) == 0 {
		return nil
	}
	p.Castling = &castlingPlan{Tables: len(all)}
	for _, class := range all {
		provision, err := builder.Provide(class, s.kind.Metric(), p.Budget, nil)
		if err != nil {
			return err
		}
		p.Castling.Seconds += provision.Seconds(1) / p.Speed
		p.Castling.Stored += provision.Stored()
	}
	return nil
}

// planNeeded plans the missing tables that a class depends on.
func (c *planCommand) planNeeded(s *session, p *planned, memory int64) error {
	job, err := s.kind.Plan(s.ctx, s.place, service.Request{Classes: material.WithCastling(p.class)})
	if err != nil {
		return err
	}
	needed := &absent{}
	for _, step := range job.Steps {
		if step.Class == p.class || step.Class.Rights() != 0 && step.Class.WithoutRights() == p.class {
			continue
		}
		how, err := c.estimate(s, step, memory)
		if err != nil {
			return err
		}
		needed.Classes = append(needed.Classes, step.Class.String())
		needed.Seconds += how.Seconds / p.Speed
		needed.Stored += how.Stored
		needed.Scratch = max(needed.Scratch, how.Scratch)
		needed.Needs = max(needed.Needs, how.Least)
	}
	if len(needed.Classes) > 0 {
		p.Absent = needed
	}
	return nil
}

// mostNamed is the number of missing tables in the output: the last ones, which have the most men.
const mostNamed = 8

func (a *absent) print(s *session) {
	fmt.Fprintf(s.stdout, "  %-10s %v\n", "needs", words.New("command.plan.needs",
		"tables", len(a.Classes), "seconds", tenths(a.Seconds), "stored", formatBytes(a.Stored),
		"scratch", formatBytes(a.Scratch), "peak", formatBytes(a.Needs)))
	last := a.Classes[max(0, len(a.Classes)-mostNamed):]
	fmt.Fprintf(s.stdout, "  %-10s %s\n", "", strings.Join(last, " "))
}

// print prints the plan, with the faster methods that do not fit.
func (p *planned) print(s *session) {
	within := words.New("command.plan.within", "class", p.Class, "size", formatBytes(p.Budget))
	if p.byDefault {
		within = words.New("command.plan.withinHalf", "class", p.Class, "size", formatBytes(p.Budget))
	}
	if p.Method == "" {
		fmt.Fprintf(s.stdout, "%v: %v\n", within, words.New("command.plan.noMethod", "size", formatBytes(p.Needs)))
		return
	}
	fmt.Fprintf(s.stdout, "%v: %s\n", within, p.Method)
	for _, other := range p.plans {
		if other.Method.Name() == p.Method {
			break
		}
		if other.InBytes && p.Longer > 0 {
			continue // long lines may not fit
		}
		if least, err := builder.Least(p.class, s.kind.Metric(), other.Method); err == nil {
			fmt.Fprintf(s.stdout, "  %v\n", words.New("command.plan.faster",
				"method", other.Method.Name(), "size", formatBytes(least)))
		}
	}
	for _, part := range p.Parts {
		fmt.Fprintf(s.stdout, "  %-10s %12s\n", part.Name, formatBytes(part.Bytes))
	}
	fmt.Fprintf(s.stdout, "  %-10s %v\n", "peak",
		words.New("command.plan.peak", "size", fmt.Sprintf("%12s", formatBytes(p.Peak))))
	if p.Scratch > 0 {
		fmt.Fprintf(s.stdout, "  %-10s %v\n", "scratch",
			words.New("command.plan.scratch", "size", fmt.Sprintf("%12s", formatBytes(p.Scratch))))
	}
	fmt.Fprintf(s.stdout, "  %-10s %12s\n", "stored", formatBytes(p.Stored))
	fmt.Fprintf(s.stdout, "  %-10s %v\n", "time", words.New("command.plan.time",
		"seconds", fmt.Sprintf("%10.1f", p.Seconds), "threads", max(1, p.Threads)))
	if c := p.Castling; c != nil {
		fmt.Fprintf(s.stdout, "  %-10s %v\n", "castling", words.New("command.plan.castling",
			"size", fmt.Sprintf("%12s", formatBytes(c.Stored)), "seconds", tenths(c.Seconds), "tables", c.Tables))
	}
	if p.Absent != nil {
		p.Absent.print(s)
	}
	switch {
	case p.Longer > 0:
		most := s.kind.Metric().Ply(s.kind.Metric().LevelRounds())
		fmt.Fprintf(s.stdout, "  %v\n", words.New("command.plan.longer", "plies", most, "size", formatBytes(p.Longer)))
	case p.class.Men() > material.UsualMen:
		fmt.Fprintf(s.stdout, "  %v\n", words.New("command.plan.limit", "plies", value.MaxByteRound))
	}
}
