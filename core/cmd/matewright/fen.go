package main

import (
	"fmt"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/problem"
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
