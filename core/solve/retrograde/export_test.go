package retrograde

import (
	"errors"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// Miscounted solves a slice by out-count, and then counts the moves to positions that the opponent has not won. It
// compares both counts of the undecided positions. Wrong is the number of positions with different counts. Right is the
// number of positions with equal counts above zero.
func Miscounted(l *slice.Layout, source exits.Source, number slice.Number) (wrong, right int, err error) {
	g := OutCount{}.NewWorker(l, value.DTM).(*retrograde)
	n := g.proof.(*counting)
	_, err = g.Begin(number, solve.NewValues(l), solve.Resources{})
	if err := errors.Join(err, exits.NewPass(l, value.DTM, source).AddAll(number, g, func(int64) error { return nil }),
		g.analyse(func(solve.Progress) error { return nil })); err != nil {
		return 0, 0, err
	}
	for _, c := range board.Colors {
		left := slices.Clone(n.counts[c])
		for word := range n.counts[c] {
			done := n.counts[c][word].done()
			clear(n.counts[c][word][:])
			n.counts[c][word][neverPlane] = done
			row, bit := g.rows.View(kernel.RowWord(word))
			g.sides[c].canLose[row] |= bit
		}
		n.countMoves(c)
		for word, count := range n.counts[c] {
			lanes := mayLose(g.sides[c].won[word], &count)
			var differ, some board.Bitboard
			for i := range count {
				differ |= (count[i] ^ left[word][i]) & lanes
				some |= count[i] & lanes
			}
			wrong += differ.Count()
			right += (some &^ differ).Count()
		}
	}
	return wrong, right, nil
}
