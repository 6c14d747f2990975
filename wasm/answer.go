//go:build js && wasm

package main

import (
	"context"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/search"
	"github.com/matewright/matewright/core/service"
)

// smallMen is how many men the small tables have at most: they take next to no time to build.
const smallMen = 4

// rules answers with what the rules of chess alone tell about a position.
func (e *engine) rules(_ context.Context, asked positionRequest) (*rulesShape, error) {
	read, _, err := asked.parse()
	if err != nil {
		return nil, err
	}
	rules := &rulesShape{Moves: search.Plies(&read.Position, read.Counters), Small: []string{}}
	class, _ := material.OfPosition(&read.Position)
	for _, small := range material.UpTo(smallMen) {
		if class.LeadsTo(small) {
			rules.Small = append(rules.Small, small.String())
		}
	}
	return rules, nil
}

// probe answers with the verdict of a position, and of all its moves.
func (e *engine) probe(ctx context.Context, asked positionRequest) (*probeShape, error) {
	read, by, err := asked.parse()
	if err != nil {
		return nil, err
	}
	r, err := service.Again(e.forget, func() (*probe.Result, error) { return e.prober.ProbeBy(ctx, by, read.Position, read.Counters.Clock) })
	if err != nil {
		return nil, err
	}
	shape := shapeProbe(r, read.Counters)
	shape.Warnings = shapeWarnings(read.Warnings)
	return shape, nil
}

// read answers with the FENs that texts begin with, as this page writes them, or why they are refused.
func (e *engine) read(_ context.Context, asked readRequest) ([]readingShape, error) {
	list := make([]readingShape, len(asked.Texts))
	for i, text := range asked.Texts {
		r, _, err := board.ReadEPD(text, board.ReadFEN)
		if err != nil {
			list[i].Error = shapeProblem(err)
			continue
		}
		list[i] = readingShape{FEN: r.FEN(), Warnings: shapeWarnings(r.Warnings)}
	}
	return list, nil
}

// line answers with best play to mate.
func (e *engine) line(ctx context.Context, asked positionRequest) (*lineShape, error) {
	read, by, err := asked.parse()
	if err != nil {
		return nil, err
	}
	l, err := service.Again(e.forget, func() (*probe.Line, error) { return e.prober.LineBy(ctx, by, read.Position, read.Counters.Clock) })
	if err != nil {
		return nil, err
	}
	shape := shapeLine(l, read.Counters)
	shape.Warnings = shapeWarnings(read.Warnings)
	return shape, nil
}

// pass answers with the verdict that a position had if its side to move could pass.
func (e *engine) pass(ctx context.Context, asked positionRequest) (*passShape, error) {
	read, _, err := asked.parse()
	if err != nil {
		return nil, err
	}
	v, err := service.Again(e.forget, func() (*probe.Verdict, error) { return e.prober.Pass(ctx, read.Position, read.Counters.Clock) })
	return &passShape{v}, err
}
