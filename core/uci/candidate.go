package uci

import (
	"fmt"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// A candidate is a possible move with all known bounds and estimates, from the player's side.
type candidate struct {
	board.Move
	after     board.Position
	counters  board.Counters // after it
	low, high value.Outcome  // how it ends at least and at most: proven
	plies     int            // to mate, negative if the player is mated; 0 if not known
	atLeast   int            // a lower bound of the plies to mate, if these are not known
	toExit    int            // plies by a stored ending to the next capture, pawn move or mate, or 0
	toMate    int            // plies in which the winner can force mate, or 0
	rank      int            // among the moves that tables order, from 0
	note      string         // of tables, beyond the score
	isProof   bool           // the best move of the search
	repeats   bool           // a position of the game
	drawn     bool           // the other side can claim a draw, whatever else is known
	allows    bool           // the other side has a move after which it can claim one
	estimate  int            // in centipawns
	line      []board.Move   // best play after it, as far as it was looked for
}

// Scores of proven outcomes, in centipawns. Estimates are less.
const (
	provenMate   = 30000 // less the plies
	mostToExit   = 1000  // plies; more are taken for these
	provenWin    = 20000
	mostEstimate = 10000
)

// again is the value of the second occurrence of a position for the player, who can still make another move then. A
// final draw is worth less.
const again = 10

// worth puts candidates in order: the nearest mate first, then other wins, and estimates between wins and losses.
func (c *candidate) worth() int {
	// A certain draw is worth a bit more than an equal position.
	const certain = 20
	estimate := c.clamped()
	if c.repeats {
		estimate = again
	}
	switch {
	case c.plies > 0:
		return provenMate - c.plies
	case c.plies < 0:
		return -provenMate - c.plies
	case c.low == value.Win && c.toMate > 0:
		return provenMate - c.toMate
	case c.high == value.Loss && c.toMate > 0:
		return -provenMate + c.toMate
	case c.low == value.Win && c.toExit > 0:
		return provenWin + 2 + mostToExit - min(c.toExit, mostToExit)
	case c.low == value.Win && c.repeats: // otherwise a win might repeat positions forever
		return provenWin - 1
	case c.low == value.Win && c.isProof:
		return provenWin + 1
	case c.low == value.Win:
		return provenWin
	case c.high == value.Loss:
		return -provenWin + min(c.toExit, mostToExit)
	case c.low == value.Drawn && c.high == value.Drawn:
		return certain
	case c.low == value.Drawn:
		return max(estimate, certain)
	case c.high == value.Drawn:
		return min(estimate, 0)
	}
	return estimate
}

// clamped returns the estimate within bounds. A repetition counts as a draw.
func (c *candidate) clamped() int {
	if c.repeats {
		return 0
	}
	return max(-mostEstimate, min(c.estimate, mostEstimate))
}

// settled reports whether the outcome is known; the distance may not be.
func (c *candidate) settled() bool { return c.low == c.high }

// draw records that the other side can claim a draw. A move that mates ends the game first.
func (c *candidate) draw(note string) {
	c.low, c.high, c.note, c.drawn = value.Drawn, value.Drawn, note, true
}

// learn records proven bounds.
func (c *candidate) learn(low, high value.Outcome) {
	if c.drawn {
		return
	}
	if c.low, c.high = max(c.low, low), min(c.high, high); c.allows && c.low == value.Win {
		c.draw(words.New("command.uci.repetition").String())
	}
}

// mates records the distance to mate.
func (c *candidate) mates(plies int) {
	if c.drawn {
		return
	}
	outcome := value.Win
	if plies < 0 {
		outcome = value.Loss
	}
	if c.learn(outcome, outcome); !c.drawn {
		c.plies = plies
	}
}

// wins records that the player can force mate in some plies, or is mated if these are negative. It may be quicker. The
// plies are vague if they are those to a won position.
func (c *candidate) wins(plies int, vague bool) {
	if c.drawn || c.plies != 0 {
		return
	}
	if !vague {
		c.toMate = abs(plies)
	}
	if plies > 0 {
		c.learn(value.Win, value.Win)
	} else {
		c.learn(value.Loss, value.Loss)
	}
}

// isUnknown reports whether the estimate alone puts a candidate in order.
func (c *candidate) isUnknown() bool {
	return c.plies == 0 && c.low == value.Loss && c.high == value.Win
}

// score returns the score of a candidate in the form of the package's comment.
func (c *candidate) score() string {
	switch {
	case c.plies > 0:
		return fmt.Sprintf("mate %d", (c.plies+1)/2)
	case c.plies < 0:
		return fmt.Sprintf("mate %d", c.plies/2)
	case c.settled():
		return fmt.Sprintf("cp %d", provenWin*int(c.low))
	case c.low == value.Drawn:
		return "cp 0 lowerbound"
	case c.high == value.Drawn:
		return "cp 0 upperbound"
	}
	return fmt.Sprintf("cp %d", c.clamped())
}

// doubt returns the open points of a score in words; "" for a score without any.
func (c *candidate) doubt() string {
	switch {
	case c.note != "":
		return c.note
	case c.plies != 0:
		return ""
	case c.low == value.Win:
		return words.New("command.uci.doubt.win").String()
	case c.high == value.Loss:
		return words.New("command.uci.doubt.loss").String()
	case c.settled():
		return words.New("command.uci.doubt.draw").String()
	case c.low == value.Drawn:
		return words.New("command.uci.doubt.least").String()
	case c.high == value.Drawn:
		return words.New("command.uci.doubt.most").String()
	}
	return words.New("command.uci.doubt.none").String()
}

func abs(n int) int { return max(n, -n) }
