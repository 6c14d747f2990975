//go:build js && wasm

package main

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/search"
	"github.com/matewright/matewright/core/value"
)

type positionRequest struct {
	FEN string     `json:"fen"`
	By  metricName `json:"by,omitempty"` // orders the moves, if it has tables; by default the first one does
}

// parse returns the position with its counters, and the requested metric, if any.
func (q *positionRequest) parse() (r board.Reading, by *value.Metric, err error) {
	if q.By != "" {
		by, err = q.By.metric()
	}
	if err == nil {
		r, err = board.ReadFEN(q.FEN)
	}
	return r, by, err
}

// answerShape has a part of an answer, or two.
type answerShape struct {
	Verdict *probeShape `json:"verdict,omitempty"`
	Line    *lineShape  `json:"line,omitempty"`   // best play to mate; without moves after an error
	Passed  *passShape  `json:"passed,omitempty"` // absent after an error
	Site    *siteShape  `json:"site,omitempty"`   // the fault, if there is no verdict

	Castling *castlingAnswer `json:"castling,omitempty"` // if the diagram allows castling, and checked tables have it

	Syzygy *syzygyShape `json:"syzygy,omitempty"` // after a file turned out to be damaged
}

// castlingAnswer has the verdict without the castling rights of a position, or with those that its diagram allows.
type castlingAnswer struct {
	FEN     string        `json:"fen"`
	Verdict probe.Verdict `json:"verdict"`
}

type readRequest struct {
	Texts []string `json:"texts"` // each begins with the board of a FEN, and words or operations of EPD may follow
}

type readingShape struct {
	FEN      string         `json:"fen,omitempty"`
	Warnings []warningShape `json:"warnings,omitempty"` // repairs of it
	Error    *problemShape  `json:"error,omitempty"`    // the reason of a refusal: then FEN is empty
}

type probeShape struct {
	FEN   string     `json:"fen"`
	Class string     `json:"class"`
	Side  board.Side `json:"side"` // to move, in the class's table, the class's first side being White
	probe.Verdict
	InsufficientMaterial bool        `json:"insufficient_material"`
	EnPassant            []string    `json:"en_passant"` // squares of possible captures en passant
	Moves                []moveShape `json:"moves"`      // best first

	Unproven []string     `json:"unproven,omitempty"` // classes of tables behind it that are not checked yet
	Site     *siteShape   `json:"site,omitempty"`     // the web server behind it, or its fault
	Metrics  []metricName `json:"metrics"`            // whose tables have answered
	Syzygy   bool         `json:"syzygy,omitempty"`   // whether Syzygy files have answered
	By       metricName   `json:"by"`                 // the metric that orders the moves

	// Unordered moves are only in the order of their outcomes, and there is no line.
	Unordered bool `json:"unordered,omitempty"`

	Warnings []warningShape `json:"warnings,omitempty"` // repairs of the requested FEN
}

// siteShape is a web server with tables.
type siteShape struct {
	Name    string        `json:"name"`            // the address
	Classes []string      `json:"classes"`         // whose tables were read there, and may be behind the answer
	Trusted []string      `json:"trusted"`         // those that only the server vouches for
	Fault   *problemShape `json:"fault,omitempty"` // why it gets no requests at present
}

type moveShape struct {
	probe.Move
	FEN string `json:"fen"` // the position after the move, with its counters
}

func shapeProbe(r *probe.Result, c board.Counters) *probeShape {
	metrics := make([]metricName, len(r.Answered))
	for i, m := range r.Answered {
		metrics[i] = nameOf(m)
	}
	return &probeShape{
		FEN:                  r.Position.FENWith(c),
		Class:                r.Class.WithoutRights().String(),
		Side:                 sideOf(&r.Position).Side(),
		Verdict:              r.Verdict,
		InsufficientMaterial: r.InsufficientMaterial,
		EnPassant:            squares(r.Position.EnPassantSquares()),
		Moves:                movesFrom(c, r.Moves),
		Unproven:             names(r.Unproven),
		Metrics:              metrics,
		Syzygy:               r.Syzygy,
		By:                   nameOf(r.By),
		Unordered:            r.Unordered,
	}
}

// sideOf returns the side to move as the table of a position's class has it.
func sideOf(p *board.Position) board.Color {
	if _, swapped := material.OfPosition(p); swapped {
		return p.Turn.Other()
	}
	return p.Turn
}

func squares(list []board.Square) []string {
	names := make([]string, len(list))
	for i, s := range list {
		names[i] = s.String()
	}
	return names
}

// movesFrom shapes moves of a position with such counters.
func movesFrom(c board.Counters, moves []probe.Move) []moveShape {
	list := make([]moveShape, len(moves))
	for i := range moves {
		list[i], _ = moveAfter(c, &moves[i])
	}
	return list
}

// movesAlong shapes the moves of a line.
func movesAlong(c board.Counters, moves []probe.Move) []moveShape {
	list := make([]moveShape, len(moves))
	for i := range moves {
		list[i], c = moveAfter(c, &moves[i])
	}
	return list
}

func moveAfter(c board.Counters, m *probe.Move) (moveShape, board.Counters) {
	c = c.After(m.After.Turn.Other(), m.Zeroing)
	return moveShape{*m, m.After.FENWith(c)}, c
}

// rulesShape has data that does not depend on tables.
type rulesShape struct {
	Moves []search.Ply `json:"moves"` // the legal ones
	Small []string     `json:"small"` // classes with up to four men that captures and promotions can lead to
}

type lineShape struct {
	FEN   string      `json:"fen"`
	Moves []moveShape `json:"moves"`

	Unproven []string `json:"unproven,omitempty"` // classes of tables behind it that are not checked yet

	Warnings []warningShape `json:"warnings,omitempty"` // repairs of the requested FEN
}

func shapeLine(l *probe.Line, c board.Counters) *lineShape {
	return &lineShape{FEN: l.Start.Position.FENWith(c), Moves: movesAlong(c, l.Moves), Unproven: names(l.Unproven)}
}

// passShape has the verdict after a null move. It is null in check, or if it depends on tables that are not checked
// yet.
type passShape struct {
	Verdict *probe.Verdict `json:"verdict"`
}
