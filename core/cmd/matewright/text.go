package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/matewright/matewright/core/board"

	"github.com/matewright/matewright/core/words"
)

// formatBytes writes a size for people.
func formatBytes(n int64) string {
	switch {
	case n >= 1<<30:
		return fmt.Sprintf("%.2f GiB", float64(n)/(1<<30))
	case n >= 1<<20:
		return fmt.Sprintf("%.2f MiB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
}

// tenths writes a number with one digit after the point.
func tenths(x float64) string { return fmt.Sprintf("%.1f", x) }

// thousandths writes a time in seconds with three digits after the point, for a column.
func thousandths(d time.Duration) string { return fmt.Sprintf("%8.3f", d.Seconds()) }

// numbered writes the moves of a line as in a book: "1. Qb3+ Kd4 2. ...".
func numbered(first board.Color, moves []string) string {
	var words []string
	turn := first
	for i, san := range moves {
		switch number := (i+int(first))/2 + 1; {
		case turn == board.White:
			words = append(words, fmt.Sprintf("%d.", number))
		case i == 0:
			words = append(words, fmt.Sprintf("%d...", number))
		}
		words = append(words, san)
		turn = turn.Other()
	}
	return strings.Join(words, " ")
}

// movesOf returns the number of moves and plies for signed plies.
func movesOf(plies int) words.Message {
	plies = max(plies, -plies)
	return words.New("command.length", "moves", (plies+1)/2, "plies", plies)
}
