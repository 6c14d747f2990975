package main

import (
	"context"
	"fmt"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/service"
)

// fenFlag is for commands that read FENs.
type fenFlag struct {
	Strict          bool
	Chess960        bool `name:"chess960"`
	PresumeCastling bool
}

// rewrite rewrites a FEN as the flags require.
func (f *fenFlag) rewrite(fen string) string {
	if f.Chess960 {
		fen = board.FromXFEN(fen)
	}
	if f.PresumeCastling {
		fen = board.PresumeCastling(fen, material.UsualMen) // larger tables with rights are built only by name
	}
	return fen
}

// read reads a FEN as the flags require.
func (f *fenFlag) read(fen string) (board.Reading, error) {
	fen = f.rewrite(fen)
	if f.Strict {
		return board.ReadFENStrictly(fen)
	}
	return board.ReadFEN(fen)
}

// warn prints the repairs of a FEN.
func warn(s *session, warnings []board.Warning) {
	for _, w := range warnings {
		fmt.Fprintf(s.stderr, "Warning: %s\n", problem.Sentence(w.Words))
	}
}

// planner is Plan or Prepare of a [kind.Kind].
type planner func(context.Context, *service.Place, service.Request) (*builder.Job, error)

// planFEN plans the tables that the position of a FEN needs.
func (f *fenFlag) planFEN(s *session, fen string, plan planner) (board.Reading, *builder.Job, error) {
	if err := s.ctx.Err(); err != nil { // reported before faults of the FEN
		return board.Reading{}, nil, err
	}
	reading, err := f.read(fen)
	if err != nil {
		return reading, nil, err
	}
	job, err := plan(s.ctx, s.place, service.Request{Positions: []board.Position{reading.Position}})
	return reading, job, err
}
