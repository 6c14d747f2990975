package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/format"
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

// planner is [service.Place.Plan] or [service.Place.Prepare].
type planner func(context.Context, service.Request) (*builder.Job, error)

// planFEN plans what the position of a FEN needs.
func (f *fenFlag) planFEN(ctx context.Context, fen string, plan planner) (board.Reading, *builder.Job, error) {
	if err := ctx.Err(); err != nil { // a command that was stopped says so, whatever the FEN
		return board.Reading{}, nil, err
	}
	reading, err := f.read(fen)
	if err != nil {
		return reading, nil, err
	}
	job, err := plan(ctx, service.Request{Positions: []board.Position{reading.Position}})
	return reading, job, err
}

// planPosition prints what is built for a position.
func (c *planCommand) planPosition(s *session) error {
	reading, job, err := c.planFEN(s.ctx, c.FEN, s.place.Plan)
	if err != nil {
		return err
	}
	plan := plannedPosition{FEN: reading.Position.FEN(), Warnings: reading.Warnings, Present: len(job.Present), Steps: []plannedStep{}, Positions: job.Positions()}
	memory := home.SpareMemory()
	for _, step := range job.Steps {
		l := slice.NewLayout(step.Class)
		how, err := c.estimate(s, step, memory)
		if err != nil {
			return err
		}
		plan.Seconds += how.Seconds
		plan.Steps = append(plan.Steps, plannedStep{step.Class.String(), append([]int{}, step.Units...), format.Units(l), step.Lone, step.Positions})
	}
	if c.JSON {
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
	fmt.Fprintf(s.stdout, "%s: %d positions of %d tables, %d more are there; about %.1f s\n", p.FEN, p.Positions, len(p.Steps), p.Present, p.Seconds)
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
