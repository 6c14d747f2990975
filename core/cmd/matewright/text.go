package main

import (
	"fmt"
	"strings"

	"github.com/matewright/matewright/core/board"
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

// count returns a number with the singular or the plural of a noun.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

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
