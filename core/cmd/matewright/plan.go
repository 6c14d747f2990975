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
)

type planCommand struct {
	Classes []string `arg:"" optional:"" name:"class" help:"Such as KRPvK, in any order and case."`
	planFlags
}

// planned is what there is to say of a class.
type planned struct {
	Class   string      `json:"class"`
	Budget  int64       `json:"budget"`
	Method  string      `json:"method,omitempty"` // absent if nothing fits
	Needs   int64       `json:"needs"`            // bytes: the method chosen, or the least of all
	Scratch int64       `json:"scratch"`          // bytes outside of memory, about
	Longer  int64       `json:"longer,omitempty"` // bytes more of that for each level of values after the first, if there are some
	Peak    int64       `json:"peak,omitempty"`   // bytes that will be held at most: of the cache what there is to read
	Threads int         `json:"threads,omitempty"`
	Seconds float64     `json:"seconds,omitempty"` // that they take, about, on a server of 2026
	Stored  int64       `json:"stored,omitempty"`  // bytes of the table
	Parts   []partShape `json:"parts,omitempty"`
	Absent  *absent     `json:"absent,omitempty"` // what it needs that is not there; absent if all is

	Castling *castlingPlan `json:"castling,omitempty"` // what comes with it; absent if nobody has a rook

	class   material.Class
	plans   []solve.Plan
	unasked bool // the budget is not the user's
}

// absent is what tables take that a class needs and that are not there, one after the other.
type absent struct {
	Classes []string `json:"classes"`
	Seconds float64  `json:"seconds"`
	Stored  int64    `json:"stored"`  // bytes of all
	Scratch int64    `json:"scratch"` // bytes of the one that takes most
	Needs   int64    `json:"needs"`   // bytes of memory of the one that takes most
}

// castlingPlan is what tables take of positions in which somebody may still castle, all those of a class.
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
		return errors.New("name classes, such as KRPvK, or give a position with --position")
	}
	return nil
}

// Run prints plans.
func (c *planCommand) Run(s *session) error {
	if c.FEN != "" {
		return c.planPosition(s)
	}
	classes, err := material.ParseAll(c.Classes)
	if err != nil {
		return err
	}
	var list []*planned
	memory := home.SpareMemory()
	for _, class := range classes {
		p, err := c.plan(s, class, memory)
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

func (c *planCommand) plan(s *session, class material.Class, memory int64) (*planned, error) {
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
		p.Budget, p.unasked = max(memory, least), true
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
	p.Seconds, p.Stored = provision.Seconds(p.Threads), provision.Stored()
	return p, nil
}

// planCastling plans the tables that come with that of the class.
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
		p.Castling.Seconds += provision.Seconds(1)
		p.Castling.Stored += provision.Stored()
	}
	return nil
}

// planNeeded plans what a class needs that is not there.
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
		needed.Seconds += how.Seconds
		needed.Stored += how.Stored
		needed.Scratch = max(needed.Scratch, how.Scratch)
		needed.Needs = max(needed.Needs, how.Least)
	}
	if len(needed.Classes) > 0 {
		p.Absent = needed
	}
	return nil
}

// mostNamed is how many tables that are absent are named, of those with the most men.
const mostNamed = 8

func (a *absent) print(s *session) {
	fmt.Fprintf(
		s.stdout,
		"  %-10s %d tables that are not there: %.1f s more, %s stored, %s of scratch and %s of memory for the one that takes most, about\n",
		"needs",
		len(a.Classes),
		a.Seconds,
		formatBytes(a.Stored),
		formatBytes(a.Scratch),
		formatBytes(a.Needs),
	)
	last := a.Classes[max(0, len(a.Classes)-mostNamed):]
	fmt.Fprintf(s.stdout, "  %-10s %s\n", "", strings.Join(last, " "))
}

// print says which method is taken, and why.
func (p *planned) print(s *session) {
	fmt.Fprintf(s.stdout, "%s within %s", p.Class, formatBytes(p.Budget))
	if p.unasked {
		fmt.Fprint(s.stdout, ", half of the memory that is available or the least that will do")
	}
	fmt.Fprint(s.stdout, ": ")
	if p.Method == "" {
		fmt.Fprintf(s.stdout, "no method fits, it takes at least %s\n", formatBytes(p.Needs))
		return
	}
	fmt.Fprintf(s.stdout, "%s\n", p.Method)
	for _, other := range p.plans {
		if other.Method.Name() == p.Method {
			break
		}
		if other.InBytes && p.Longer > 0 {
			continue // it might not come to the end
		}
		if least, err := builder.Least(p.class, s.kind.Metric(), other.Method); err == nil {
			fmt.Fprintf(s.stdout, "  %s is faster, but takes %s\n", other.Method.Name(), formatBytes(least))
		}
	}
	for _, part := range p.Parts {
		fmt.Fprintf(s.stdout, "  %-10s %12s\n", part.Name, formatBytes(part.Bytes))
	}
	fmt.Fprintf(s.stdout, "  %-10s %12s at most: of the cache what there is to read\n", "peak", formatBytes(p.Peak))
	if p.Scratch > 0 {
		fmt.Fprintf(s.stdout, "  %-10s %12s outside of memory, about\n", "scratch", formatBytes(p.Scratch))
	}
	fmt.Fprintf(s.stdout, "  %-10s %12s\n", "stored", formatBytes(p.Stored))
	by := "one thread"
	if p.Threads > 1 {
		by = fmt.Sprintf("%d threads", p.Threads)
	}
	fmt.Fprintf(s.stdout, "  %-10s %10.1f s by %s, about\n", "time", p.Seconds, by)
	if c := p.Castling; c != nil {
		fmt.Fprintf(
			s.stdout,
			"  %-10s %12s more, in %.1f s, about: %s of positions in which somebody may still castle\n",
			"castling",
			formatBytes(c.Stored),
			c.Seconds,
			count(c.Tables, "table", "tables"),
		)
	}
	if p.Absent != nil {
		p.Absent.print(s)
	}
	switch {
	case p.Longer > 0:
		most := s.kind.Metric().Ply(s.kind.Metric().LevelRounds())
		fmt.Fprintf(
			s.stdout,
			"  If there are lines of more than %d plies, it takes %s more of scratch for each %d plies more.\n",
			most,
			formatBytes(p.Longer),
			most,
		)
	case p.class.Men() > material.UsualMen:
		fmt.Fprintf(
			s.stdout,
			"  A mate that takes more than %d plies finds no room in this table: where there is one, the build ends and says so.\n",
			value.MaxByteRound,
		)
	}
}
