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
)

// plannedPosition is what has to be built for a position.
type plannedPosition struct {
	FEN       string          `json:"fen"`
	Warnings  []board.Warning `json:"warnings,omitempty"` // what was repaired of it
	Present   int             `json:"present"`            // tables that are there already, as far as they are needed
	Steps     []plannedStep   `json:"steps"`
	Positions int64           `json:"positions"`
	Seconds   float64         `json:"seconds"` // that they take one after the other, about, on a server of 2026
}

// plannedStep is what has to be built of a table.
type plannedStep struct {
	Class     string         `json:"class"`
	Parts     []int          `json:"parts"`
	Of        int            `json:"of"`               // parts of the whole table
	Slices    []slice.Number `json:"slices,omitempty"` // that are stored alone, instead of parts
	Positions int64          `json:"positions"`
}

// planFlags say what is planned besides classes, and how.
type planFlags struct {
	FEN string `name:"position" help:"Say instead what probe --build builds for a position." placeholder:"FEN"`
	fenFlag
	JSON    bool        `help:"Print JSON: an array of classes, or an object for a position."`
	Budget  byteSize    `help:"The memory there is; by default half of what is available, or the least that will do." placeholder:"SIZE"`
	Threads threadCount `help:"How many there are; by default or with 0, as many as there are cores, or with --budget one." placeholder:"N"`
}

// estimate estimates a step of a job with the memory and the threads of the command, or with the memory that is spared.
func (f *planFlags) estimate(s *session, step builder.Step, memory int64) (*service.Estimate, error) {
	if f.Budget > 0 {
		return s.kind.Estimate(step, int64(f.Budget), int(f.Threads))
	}
	return s.kind.Estimate(step, memory, f.Threads.orAll())
}

// planPosition prints what is built for a position.
func (f *planFlags) planPosition(s *session) error {
	reading, job, err := f.planFEN(s, f.FEN, s.kind.Plan)
	if err != nil {
		return err
	}
	plan := plannedPosition{
		FEN:       reading.Position.FEN(),
		Warnings:  reading.Warnings,
		Present:   len(job.Present),
		Steps:     []plannedStep{},
		Positions: job.Positions(),
	}
	memory := home.SpareMemory()
	for _, step := range job.Steps {
		how, err := f.estimate(s, step, memory)
		if err != nil {
			return err
		}
		plan.Seconds += how.Seconds
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
		return encoder.Encode(&plan)
	}
	warn(s, reading.Warnings)
	plan.print(s)
	return nil
}

func (p *plannedPosition) print(s *session) {
	if len(p.Steps) == 0 {
		fmt.Fprintf(s.stdout, "%s: all that it needs is there\n", p.FEN)
		return
	}
	fmt.Fprintf(
		s.stdout,
		"%s: %d positions of %d tables, %d more are there; about %.1f s\n",
		p.FEN,
		p.Positions,
		len(p.Steps),
		p.Present,
		p.Seconds,
	)
	var whole []string
	for _, step := range p.Steps {
		switch {
		case len(step.Parts) == step.Of:
			whole = append(whole, step.Class)
		case len(step.Slices) > 0:
			fmt.Fprintf(s.stdout, "  %-8s %d slices\n", step.Class, len(step.Slices))
		default:
			fmt.Fprintf(s.stdout, "  %-8s %d of %d parts\n", step.Class, len(step.Parts), step.Of)
		}
	}
	if len(whole) > 0 {
		fmt.Fprintf(s.stdout, "  whole    %s\n", strings.Join(whole, " "))
	}
}
