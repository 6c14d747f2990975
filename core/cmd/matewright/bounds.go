package main

import (
	"fmt"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/ending/shelf"
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

// solvedMove is a legal move with its proven bounds and its plies, for the side that plays it.
type solvedMove struct {
	search.ProvenMove
	Plies int         `json:"plies,omitempty"`
	Mate  ending.Mate `json:"mate,omitzero"`
}

// words describes the bounds and the plies.
func (m *solvedMove) words() words.Message {
	text := boundsOf(&m.ProvenMove)
	if m.Plies > 0 {
		text = words.New("command.ending.move", "bounds", text, "plies", m.Plies)
	}
	if m.Mate.Most > 0 {
		text = words.New("command.ending.move.mate", "move", text, "exact", m.Mate.IsExact(), "plies", m.Mate.Most)
	}
	return text
}

// printMate prints the length of the way to mate, if it is known.
func printMate(s *session, m ending.Mate) {
	if m.Most > 0 {
		fmt.Fprintln(s.stdout, words.New("command.ending.mate", "exact", m.IsExact(), "length", movesOf(m.Most)))
	}
}

// solvedMoves returns the moves of an ending for programs, given the position before them.
func solvedMoves(reading *board.Reading, moves []ending.Move) []solvedMove {
	list := make([]solvedMove, len(moves))
	for i, m := range shelf.Moves(reading, moves) {
		list[i] = solvedMove{m, moves[i].Plies, moves[i].Mate}
	}
	return list
}

// printSolved prints the moves of an ending.
func printSolved(s *session, moves []solvedMove) {
	for _, m := range moves {
		printMove(s, &m.ProvenMove, m.words())
	}
	if slices.ContainsFunc(moves, func(m solvedMove) bool { return m.Plies > 0 }) {
		fmt.Fprintln(s.stdout, words.New("command.ending.plies"))
	}
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
