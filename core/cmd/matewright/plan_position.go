package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/home"
	"github.com/matewright/matewright/core/service"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/words"
)

// plannedPosition is the plan of a position, or of opposed pawns.
type plannedPosition struct {
	FEN       string          `json:"fen,omitempty"`
	Opposed   string          `json:"opposed,omitempty"`  // such as KRPpKRp
	Warnings  []board.Warning `json:"warnings,omitempty"` // repairs of the FEN
	Present   int             `json:"present"`            // needed tables that are already built
	Steps     []plannedStep   `json:"steps"`
	Positions int64           `json:"positions"`
	Speed     float64         `json:"speed"`   // of this machine now; 1 is that of a server of 2026
	Seconds   float64         `json:"seconds"` // one after the other, at this speed
}

// plannedStep has the parts of a table to build.
type plannedStep struct {
	Class     string         `json:"class"`
	Parts     []int          `json:"parts"`
	Of        int            `json:"of"`               // parts of the whole table
	Slices    []slice.Number `json:"slices,omitempty"` // that are stored alone, instead of parts
	Positions int64          `json:"positions"`
}

// planFlags are the options of a plan, and a position instead of classes.
type planFlags struct {
	FEN string `name:"position" placeholder:"FEN"`
	fenFlag
	JSON    bool
	Budget  byteSize    `placeholder:"SIZE"`
	Threads threadCount `placeholder:"N"`
}

// estimate estimates a step of a job with the budget and the threads of the command, or with the given memory.
func (f *planFlags) estimate(s *session, step builder.Step, memory int64) (*service.Estimate, error) {
	if f.Budget > 0 {
		return s.kind.Estimate(step, int64(f.Budget), int(f.Threads))
	}
	return s.kind.Estimate(step, memory, f.Threads.orAll())
}

// speed measures the speed of the threads that the build is planned for.
func (f *planFlags) speed() float64 {
	if f.Budget > 0 {
		return speedOf(max(1, int(f.Threads)))
	}
	return speedOf(f.Threads.orAll())
}

// planPosition prints the plan of a position.
func (f *planFlags) planPosition(s *session) error {
	reading, job, err := f.planFEN(s, f.FEN, s.kind.Plan)
	if err != nil {
		return err
	}
	if !f.JSON {
		warn(s, reading.Warnings)
	}
	return f.printJob(s, job, &plannedPosition{FEN: reading.Position.FEN(), Warnings: reading.Warnings})
}

// planOpposed prints the plan of opposed pawns.
func (f *planFlags) planOpposed(s *session, name string, request service.Request) error {
	job, err := s.kind.Plan(s.ctx, s.place, request)
	if err != nil {
		return err
	}
	return f.printJob(s, job, &plannedPosition{Opposed: name})
}

// printJob adds a job to a plan, and prints it.
func (f *planFlags) printJob(s *session, job *builder.Job, plan *plannedPosition) error {
	plan.Present, plan.Steps, plan.Positions = len(job.Present), []plannedStep{}, job.Positions()
	memory := home.SpareMemory()
	if plan.Speed = 1; len(job.Steps) > 0 {
		plan.Speed = f.speed()
	}
	for _, step := range job.Steps {
		how, err := f.estimate(s, step, memory)
		if err != nil {
			return err
		}
		plan.Seconds += how.Seconds / plan.Speed
		plan.Steps = append(
			plan.Steps,
			plannedStep{
				step.Class.String(),
				append([]int{}, step.Units...),
				s.kind.Units(s.store, step.Class),
				step.Lone,
				step.Positions,
			},
		)
	}
	if f.JSON {
		encoder := json.NewEncoder(s.stdout)
		encoder.SetIndent("", "  ")
		return encoder.Encode(plan)
	}
	plan.print(s)
	return nil
}

func (p *plannedPosition) print(s *session) {
	if len(p.Steps) == 0 {
		fmt.Fprintln(s.stdout, words.New("command.plan.built", "fen", p.FEN+p.Opposed))
		return
	}
	fmt.Fprintln(s.stdout, words.New("command.plan.position", "fen", p.FEN+p.Opposed, "positions", p.Positions,
		"tables", len(p.Steps), "present", p.Present, "seconds", tenths(p.Seconds)))
	var whole []string
	for _, step := range p.Steps {
		switch {
		case len(step.Parts) == step.Of:
			whole = append(whole, step.Class)
		case len(step.Slices) > 0:
			some := words.New("command.plan.slices", "slices", len(step.Slices))
			fmt.Fprintf(s.stdout, "  %-8s %v\n", step.Class, some)
		default:
			some := words.New("command.parts", "parts", len(step.Parts), "all", step.Of)
			fmt.Fprintf(s.stdout, "  %-8s %v\n", step.Class, some)
		}
	}
	if len(whole) > 0 {
		fmt.Fprintf(s.stdout, "  whole    %s\n", strings.Join(whole, " "))
	}
}
