package uci

import (
	"slices"
	"strconv"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/search"
)

// A goal is what "go" asks for.
type goal struct {
	depth, nodes, mate int64 // 0 is no limit
	movetime           time.Duration
	clock, increment   [2]time.Duration // of both sides
	movestogo          int64
	timed, clocked     bool // whether the time for the move, or the clock, was told
	infinite, ponder   bool
	moves              []board.Move // only these are asked about; all if there are none
}

// The most that numbers of "go" can be: more is taken for this, and said to be.
const (
	mostMilliseconds = 1 << 30
	mostNodes        = 1 << 60
	mostMoves        = 1000
)

// parseGoal reads what follows "go". What it does not understand it leaves out, and says so.
func parseGoal(p *board.Position, words []string, say func(format string, args ...any)) *goal {
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
					say("%q is not a legal move, and is left out", shortened(words[0]))
				} else if !slices.Contains(g.moves, m) {
					g.moves = append(g.moves, m)
				}
				words = words[1:]
			}
			continue
		}
		number, ok := numbers[word]
		if !ok {
			say("go knows no %q", shortened(word))
			continue
		}
		if len(words) == 0 {
			say("after %q there is no number", word)
			break
		}
		n, err := strconv.ParseInt(words[0], 10, 64)
		if err != nil {
			say("after %q there is %q instead of a number", word, shortened(words[0]))
			words = words[1:]
			continue
		}
		words = words[1:]
		if n > number.most {
			say("after %q %d is taken for %d, which is the most", word, n, number.most)
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

// time returns how long a side may think, if there is a limit. The overhead is what passes between us and the clock.
func (g *goal) time(turn board.Color, overhead time.Duration) (limit time.Duration, ok bool) {
	// As many moves as one expects to come; and a part of the clock is left, whatever comes.
	const expected, least = 30, time.Millisecond
	switch {
	case g.infinite:
		return 0, false
	case g.timed:
		return max(g.movetime-overhead, least), true
	case !g.clocked:
		return 0, false
	}
	left, moves := g.clock[turn], g.movestogo
	if moves == 0 {
		moves = expected
	}
	share := left/time.Duration(moves) + g.increment[turn]*3/4
	return max(min(share, left*3/4)-overhead, least), true
}
