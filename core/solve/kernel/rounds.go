package kernel

import (
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// The vocabulary of rounds, which all methods share: what is decided in each, and what it follows from. Code calls a
// round a ply.

// LastDue is the last round in which exits win or lose.
const LastDue = value.MostRounds

// IsWin reports whether what is decided at a ply is won, not lost.
func IsWin(ply int) bool { return ply&1 == 1 }

// IsLoss reports whether it is lost.
func IsLoss(ply int) bool { return !IsWin(ply) }

// DecidedBefore returns the ply whose frontier is taken back into the candidates for
// another ply: the last one if these may be lost, and one that the metric says if they
// win. Until then a frontier waits.
func DecidedBefore(ply int, metric *value.Metric) int {
	if IsWin(ply) {
		return ply - metric.Wait()
	}
	return ply - 1
}

// A TooLongError says that values take more rounds than there is room for.
type TooLongError struct{ Most int }

// Said returns the number as a message.
func (e *TooLongError) Said() words.Message { return words.Of("core.build.longLine", "most", e.Most) }

// Error returns the message in English.
func (e *TooLongError) Error() string { return e.Said().String() }
