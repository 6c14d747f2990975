package known

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
)

// wins has the classes in which White, the side that its name begins with, wins when it is to move, but for the few
// positions beside them, which are drawn. It is what the tables say: `go test ./core/internal/exact -run TestWins
// -update-sums -tables DIR` writes it.
//
//go:embed wins.tsv
var wins string

// A Win is a class in which White wins when it is to move.
type Win struct {
	Class material.Class
	Draws []board.Position // but for these, and those that are symmetric to them
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
