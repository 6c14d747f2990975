package solve

import (
	"fmt"

	"github.com/matewright/matewright/core/value"
)

// The vocabulary of rounds, which all methods share: what is decided in each, and what it follows from. Code calls a round a ply.

// lastDue is the last round in which exits win or lose.
const lastDue = value.MostRounds

// isWin reports whether what is decided at a ply is won, not lost.
func isWin(ply int) bool { return ply&1 == 1 }

// isLoss reports whether it is lost.
func isLoss(ply int) bool { return !isWin(ply) }

// decidedBefore returns the ply whose frontier is taken back into the candidates for
// another ply: the last one if these may be lost, and one that the metric says if they
// win. Until then a frontier waits.
func decidedBefore(ply int, metric *value.Metric) int {
	if isWin(ply) {
		return ply - metric.Wait()
	}
	return ply - 1
}

// A tooLongError says that values take more rounds than there is room for.
type tooLongError struct{ most int }

func (e *tooLongError) Error() string {
	return fmt.Sprintf("a line takes more than %d rounds, the most that there is room for", e.most)
}
