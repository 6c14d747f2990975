package main

import (
	"context"
	"fmt"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/service"
)

// fenFlag is of commands that read FENs.
type fenFlag struct {
	Strict bool `help:"Refuse a FEN with faults, such as castling rights without king or rook at home. Without this they are repaired, with a warning."`
}

// read reads a FEN as the flag says.
func (f *fenFlag) read(fen string) (board.Reading, error) {
	if f.Strict {
		return board.ReadFENStrictly(fen)
	}
	return board.ReadFEN(fen)
}

// warn tells the user what was repaired of a FEN.
func warn(s *session, warnings []board.Warning) {
	for _, w := range warnings {
		fmt.Fprintf(s.stderr, "Warning: %s\n", problem.Sentence(w.Words))
	}
}

// planner is Plan or Prepare of a [kind.Kind].
type planner func(context.Context, *service.Place, service.Request) (*builder.Job, error)

// planFEN plans what the position of a FEN needs.
func (f *fenFlag) planFEN(s *session, fen string, plan planner) (board.Reading, *builder.Job, error) {
	if err := s.ctx.Err(); err != nil { // a command that was stopped says so, whatever the FEN
		return board.Reading{}, nil, err
	}
	reading, err := f.read(fen)
	if err != nil {
		return reading, nil, err
	}
	job, err := plan(s.ctx, s.place, service.Request{Positions: []board.Position{reading.Position}})
	return reading, job, err
}
