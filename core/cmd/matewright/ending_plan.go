package main

import (
	"encoding/json"
	"fmt"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/words"
)

// mostPlanned is the number of slices that a plan counts. They take 4 seconds and 300 MB.
const mostPlanned = 2_000_000

// plannedEnding is the plan of an ending for programs.
type plannedEnding struct {
	FEN       string          `json:"fen"`
	Slices    int             `json:"slices"`
	Positions int64           `json:"positions"`
	More      bool            `json:"more"` // the counts are lower bounds
	Counts    []slicesPlanned `json:"counts"`
	Threads   int             `json:"threads"`
	Seconds   float64         `json:"seconds"` // with these threads, estimated for a server of 2026
	Warnings  []board.Warning `json:"warnings,omitempty"`
}

// slicesPlanned counts the slices with a number of pieces.
type slicesPlanned struct {
	Pieces    int   `json:"pieces"`
	Slices    int   `json:"slices"`
	Positions int64 `json:"positions"`
}

// planEnding prints how large an ending is before promotions.
func planEnding(s *session, reading *board.Reading, threads int, asJSON bool) error {
	p, err := ending.NewPlan(s.ctx, reading.Position, mostPlanned)
	if err != nil {
		return err
	}
	total := p.Total()
	plan := &plannedEnding{
		FEN:       reading.Position.FENWith(reading.Counters),
		Slices:    total.Slices,
		Positions: total.Positions,
		More:      p.More,
		Threads:   threads,
		Warnings:  reading.Warnings,
	}
	plan.Seconds = p.Seconds(plan.Threads)
	for pieces, n := range p.Counts {
		plan.Counts = append(plan.Counts, slicesPlanned{pieces, n.Slices, n.Positions})
	}
	if asJSON {
		return json.NewEncoder(s.stdout).Encode(plan)
	}
	warn(s, reading.Warnings)
	plan.print(s)
	return nil
}

func (p *plannedEnding) print(s *session) {
	fmt.Fprintln(s.stdout, words.New("command.ending.plan",
		"slices", p.Slices, "positions", p.Positions, "more", p.More))
	if len(p.Counts) > 1 {
		for _, n := range p.Counts {
			fmt.Fprintf(s.stdout, "  %v\n", words.New("command.ending.plan.count",
				"pieces", n.Pieces, "slices", n.Slices, "positions", n.Positions))
		}
	}
	fmt.Fprintln(s.stdout, words.New("command.ending.plan.time",
		"more", p.More, "seconds", tenths(p.Seconds), "threads", p.Threads))
}
