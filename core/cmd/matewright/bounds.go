package main

import (
	"fmt"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/search"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// proven describes the proven bounds of a position, for the side to move.
func proven(mover board.Color, low, high value.Outcome) words.Message {
	switch {
	case low == value.Win:
		return words.New("command.prove.wins", "side", mover)
	case high == value.Loss:
		return words.New("command.prove.wins", "side", mover.Other())
	case low == high:
		return words.New("command.prove.draw")
	case low == value.Drawn:
		return halfProof(mover)
	case high == value.Drawn:
		return halfProof(mover.Other())
	}
	return words.New("command.prove.open")
}

// halfProof states that a side does not lose, in words that do not look like a result.
func halfProof(safe board.Color) words.Message {
	return words.New("command.prove.half", "side", safe)
}

// printMoves prints moves with their proven bounds.
func printMoves(s *session, moves []search.ProvenMove) {
	for _, m := range moves {
		printMove(s, &m, boundsOf(&m))
	}
}

// printMove prints a move with some words.
func printMove(s *session, m *search.ProvenMove, text words.Message) {
	fmt.Fprintf(s.stdout, "  %-7s %s\n", m.SAN, text)
}

// boundsOf describes the proven bounds of a move.
func boundsOf(m *search.ProvenMove) words.Message {
	return words.New(bounds[[2]value.Category{m.Low, m.High}])
}

// bounds has the keys of the messages for the proven bounds of a move.
var bounds = map[[2]value.Category]string{
	{value.WinCategory, value.WinCategory}:   "command.prove.move.wins",
	{value.DrawCategory, value.DrawCategory}: "command.prove.move.draws",
	{value.LossCategory, value.LossCategory}: "command.prove.move.loses",
	{value.DrawCategory, value.WinCategory}:  "command.prove.move.holds",
	{value.LossCategory, value.DrawCategory}: "command.prove.move.noWin",
	{value.LossCategory, value.WinCategory}:  "command.prove.move.unknown",
}

// ends has the keys of the messages for the ends of lines.
var ends = map[search.End]string{
	search.EndMate:       "command.prove.end.mate",
	search.EndStalemate:  "command.prove.end.stalemate",
	search.EndTable:      "command.prove.end.table",
	search.EndMaterial:   "command.prove.end.material",
	search.EndWin:        "command.prove.end.win",
	search.EndRepetition: "command.prove.end.repetition",
	search.EndOpen:       "command.prove.end.open",
}
