package known

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
)

// wins has the classes in which White, the first side of the name, wins when it is to move, and the few drawn
// exceptions. `go test ./core/internal/exact -run TestWins -update-sums -tables DIR` writes it from the tables.
//
//go:embed wins.tsv
var wins string

// A Win is a class in which White wins when it is to move.
type Win struct {
	Class material.Class
	Draws []board.Position // the exceptions; positions that are symmetric to them are drawn, too
}

// Wins lists all of them.
var Wins = sync.OnceValue(func() (list []Win) {
	for fields := range rows(wins) {
		class, err := material.Parse(fields[0])
		must(err)
		w := Win{Class: class}
		for _, fen := range strings.FieldsFunc(fields[1], func(r rune) bool { return r == ',' }) {
			p, err := board.ParseFEN(fen)
			must(err)
			w.Draws = append(w.Draws, p)
		}
		list = append(list, w)
	}
	return list
})

func must(err error) {
	if err != nil {
		panic(err) // the list is constant
	}
}
