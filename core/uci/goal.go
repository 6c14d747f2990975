package uci

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/search"
)

// A goal has the arguments of "go".
type goal struct {
	depth, nodes, mate int64 // 0 for no limit
	movetime           time.Duration
	clock, increment   [2]time.Duration // of both sides
	movestogo          int64
	timed, clocked     bool // whether the time for the move, or the clock, was given
	infinite, ponder   bool
	moves              []board.Move // the only ones to consider; all if empty
}

// The largest numbers of "go". A larger one becomes this, with a message.
const (
	mostMilliseconds = 1 << 30
	mostNodes        = 1 << 60
	mostMoves        = 1000
)

// parseGoal reads the arguments of "go". It leaves out unknown ones, with a message.
func parseGoal(p *board.Position, words []string, inform func(key string, values ...any)) *goal {
	g := &goal{}
	var milliseconds [5]int64
	numbers := map[string]struct {
		into        *int64
		least, most int64
	}{
		"depth":     {&g.depth, 1, search.MaxDepth},
		"nodes":     {&g.nodes, 1, mostNodes},
		"mate":      {&g.mate, 1, mostMoves},
		"movestogo": {&g.movestogo, 1, mostMoves},
		"movetime":  {&milliseconds[0], 0, mostMilliseconds},
		"wtime":     {&milliseconds[1], 0, mostMilliseconds},
		"btime":     {&milliseconds[2], 0, mostMilliseconds},
		"winc":      {&milliseconds[3], 0, mostMilliseconds},
		"binc":      {&milliseconds[4], 0, mostMilliseconds},
	}
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		switch word {
		case "infinite":
			g.infinite = true
			continue
		case "ponder":
			g.ponder = true
			continue
		case "searchmoves":
			for len(words) > 0 && isMoveName(words[0]) {
				if m, ok := find(p, words[0]); !ok {
					inform("command.uci.leftOut", "move", quoted(words[0]))
				} else if !slices.Contains(g.moves, m) {
					g.moves = append(g.moves, m)
				}
				words = words[1:]
			}
			continue
		}
		number, ok := numbers[word]
		if !ok {
			inform("command.uci.parameter", "name", quoted(word))
			continue
		}
		if len(words) == 0 {
			inform("command.uci.noNumber", "name", quoted(word))
			break
		}
		n, err := strconv.ParseInt(words[0], 10, 64)
		if err != nil {
			inform("command.uci.notNumber", "text", quoted(words[0]), "name", quoted(word))
			words = words[1:]
			continue
		}
		words = words[1:]
		if n > number.most {
			inform("command.uci.most", "name", quoted(word), "number", n, "most", number.most)
		}
		*number.into = min(max(n, number.least), number.most)
		g.timed = g.timed || word == "movetime"
		g.clocked = g.clocked || word == [2]string{"wtime", "btime"}[p.Turn]
	}
	duration := func(n int64) time.Duration { return time.Duration(n) * time.Millisecond }
	g.movetime = duration(milliseconds[0])
	g.clock = [2]time.Duration{duration(milliseconds[1]), duration(milliseconds[2])}
	g.increment = [2]time.Duration{duration(milliseconds[3]), duration(milliseconds[4])}
	return g
}

// isMoveName reports whether a word looks like a move: words that follow may be other parts of "go".
func isMoveName(word string) bool {
	if len(word) != 4 && len(word) != 5 {
		return false
	}
	_, err := board.ParseSquare(word[:2])
	_, err2 := board.ParseSquare(word[2:4])
	return err == nil && err2 == nil
}

// expected is the number of moves to come if it is not given.
const expected = 30

// time returns how long a side may still think after it has waited, if the goal has a limit. The overhead is the delay
// between the engine and the clock. A short time is not spent on it alone: no more than a third.
func (g *goal) time(turn board.Color, overhead, waited time.Duration) (limit time.Duration, ok bool) {
	const least = time.Millisecond // a part of the clock always remains
	var share time.Duration
	switch {
	case g.infinite:
		return 0, false
	case g.timed:
		share = g.movetime - waited
	case !g.clocked:
		return 0, false
	default:
		left := g.clock[turn] - waited
		share = min(left/time.Duration(g.movesLeft())+g.increment[turn]*3/4, left*3/4)
	}
	return max(share-min(overhead, share/3), least), true
}

// patience returns how long a side may wait for tables. With them, moves take hardly any time. The rest of the clock
// suffices for the moves without them.
func (g *goal) patience(turn board.Color, overhead time.Duration) time.Duration {
	switch {
	case g.infinite:
		return 0
	case g.timed:
		return g.movetime / 2
	case !g.clocked:
		return 0
	}
	left := g.clock[turn]
	return max(0, min(left/2, left-time.Duration(g.movesLeft())*overhead))
}

func (g *goal) movesLeft() int64 { return cmp.Or(g.movestogo, expected) }
