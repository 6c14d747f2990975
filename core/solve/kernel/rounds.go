package kernel

import (
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// All methods share this vocabulary of rounds. The code calls a round a ply.

// LastDue is the last round in which exits win or lose.
const LastDue = value.MostRounds

// IsWin reports whether the positions decided at a ply are won, not lost.
func IsWin(ply int) bool { return ply&1 == 1 }

// IsLoss reports whether the positions decided at a ply are lost.
func IsLoss(ply int) bool { return !IsWin(ply) }

// DecidedBefore returns the ply whose frontier is taken back to the candidates for the given ply. It is the ply before
// if the candidates may be lost. If they win, it is as many plies before as a frontier waits by the metric.
func DecidedBefore(ply int, metric *value.Metric) int {
	if IsWin(ply) {
		return ply - metric.Wait()
	}
	return ply - 1
}

// A TooLongError reports that values take more rounds than the format allows.
type TooLongError struct{ Most int }

// Message returns the error as a message.
func (e *TooLongError) Message() words.Message {
	return words.New("core.build.longLine", "most", e.Most)
}

// Error returns the message in English.
func (e *TooLongError) Error() string { return e.Message().String() }
