//go:build js && wasm

package main

import (
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/words"
)

// The objects of answers. web/src/engine/border.d.ts has them as JavaScript's types,
// which border makes of these, and of their comments. Types of the page's scripts alone
// are in types.js beside it.

type resultShape struct {
	OK    bool          `json:"ok"`
	Value any           `json:"value"`
	Error *problemShape `json:"error,omitempty"`
}

type problemShape struct {
	Code    problem.Code   `json:"code"`
	Message string         `json:"message"`           // shown if the page lacks the catalogue's message
	Said    *words.Message `json:"said,omitempty"`    // the catalogue's message
	Detail  string         `json:"detail,omitempty"`  // technical details in English, a sentence
	Class   string         `json:"class,omitempty"`   // the class of the table
	Classes []string       `json:"classes,omitempty"` // for missing tables: all that are needed
	Missing []string       `json:"missing,omitempty"` // for missing tables: those that are absent
}

func shapeProblem(err error) *problemShape {
	p := problem.From(err)
	return &problemShape{
		Code:    p.Code,
		Message: problem.Sentence(p.Words()),
		Said:    &p.Message,
		Detail:  problem.Sentence(p.Detail),
		Class:   withoutRights(p.Class),
		Classes: namesWithoutRights(p.Needed),
		Missing: namesWithoutRights(p.Absent),
	}
}

// warningShape is a [board.Warning]: a repair of a FEN.
type warningShape struct {
	Code    board.WarningCode `json:"code"`
	Message string            `json:"message"` // shown if the page lacks the catalogue's message
	Said    *words.Message    `json:"said,omitempty"`
}

func shapeWarnings(list []board.Warning) []warningShape {
	var shapes []warningShape
	for _, w := range list {
		shapes = append(shapes, warningShape{w.Code, w.Words, &w.Message})
	}
	return shapes
}

// withoutRights returns the name of the same men without castling rights, and other names unchanged.
func withoutRights(name string) string {
	class, err := material.Parse(name)
	if err != nil {
		return name
	}
	return class.WithoutRights().String()
}

// namesWithoutRights returns the names of classes, each once. For the page, tables with castling rights are part of a
// class.
func namesWithoutRights(classes []material.Class) []string {
	list := []string{}
	for _, c := range classes {
		if name := c.WithoutRights().String(); !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

func names(classes []material.Class) []string {
	list := make([]string, len(classes))
	for i, c := range classes {
		list[i] = c.String()
	}
	return list
}
