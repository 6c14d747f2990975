package write

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/syzygy/layout"
)

// classMen has the men of a class by kind.
type classMen struct {
	kinds []layout.Piece
	count map[layout.Piece]int
	lead  board.Color // of the leading pawns
}

// menOf returns the men of a class by kind.
func menOf(class material.Class) classMen {
	m := classMen{count: map[layout.Piece]int{}, lead: layout.LeadOf(class)}
	for _, p := range layout.Usual(class) {
		if m.count[p] == 0 {
			m.kinds = append(m.kinds, p)
		}
		m.count[p]++
	}
	return m
}
