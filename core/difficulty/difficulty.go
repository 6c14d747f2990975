// Package difficulty rates how hard it is to keep the result of a position: to win a won position, or to hold a drawn
// one.
//
// A rating is the chance of a careless player. That player chooses a legal move at random, and prefers checks, captures
// and promotions. The player overlooks a mistake unless the next move punishes it in plain sight. The opponent follows
// the tables and sets traps. [TestEngine] compares ratings with the mistakes of a real engine.
package difficulty

import (
	"context"
	"math"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/value"
)

// MostMoves is the number of moves that ratings usually look at. A mate of more moves is cut off.
const MostMoves = 10

// How often the careless player chooses a move, compared with a quiet move that keeps the result. A search among 600
// other sets of values gained 0.05 of rank correlation with the mistakes of an engine.
const (
	forcing   = 4.0  // a check, capture or promotion that keeps the result
	stalemate = 0.5  // a mistake that ends the game
	punished  = 0.05 // a mistake that a capture, a promotion or mate punishes at once
	hidden    = 1.0  // any other mistake
)

// A Rating is how hard a position is for the side with a result to keep.
type Rating struct {
	Side   board.Side `json:"side"`
	Chance float64    `json:"chance"` // that the careless player keeps the result: above 0, at most 1
	Level  int        `json:"level"`  // 1 to [Levels], from the chance
	Moves  int        `json:"moves"`  // of the side that the rating looks at
	Only   int        `json:"only"`   // of these: a single one of several moves keeps the result

	// Unproven means that the rating depends on unproven tables: see [probe.Result.Unproven].
	Unproven bool `json:"unproven,omitempty"`
}

// Levels is the number of levels. A position at random has the lowest one half of the time, and the highest one in a
// tenth of the cases.
const Levels = 5

// bounds has the largest chance of each level from the second on.
var bounds = [Levels - 1]float64{1. / 2, 1. / 6, 1. / 32, 1. / 256}

// levelOf returns the level of a chance.
func levelOf(chance float64) int {
	level := 1
	for _, most := range bounds {
		if chance <= most {
			level++
		}
	}
	return level
}

// Rate rates a position with its clock by a number of moves of the side with a result to keep. That is the winner, or
// in a draw the side to move. A position that returns ends the line: its decision counts once. The tables must have
// all positions that play leads to. Errors are those of [probe.Prober.Probe].
func Rate(ctx context.Context, tables *probe.Prober, q probe.Question, moves int) (Rating, error) {
	start, err := tables.ProbeAt(ctx, q.Position, q.Clock)
	if err != nil {
		return Rating{}, err
	}
	l := line{ctx: ctx, tables: tables, goal: ResultOf(&start.Verdict), side: q.Position.Turn}
	l.see(start)
	if l.goal < 0 {
		l.goal, l.side = -l.goal, l.side.Other()
	}
	at := reached{start, q.Clock}
	chance := 1.0
	rating := Rating{Side: l.side.Side()}
	seen := map[board.Position]bool{}
	for len(at.Moves) > 0 && !at.InsufficientMaterial && rating.Moves < moves && !seen[at.Position] {
		seen[at.Position] = true
		if at.Position.Turn != l.side {
			reply, after, err := l.trap(at)
			if err != nil {
				return Rating{}, err
			}
			at = reached{after, at.question(reply).Clock}
			continue
		}
		share, err := l.chance(at)
		if err != nil {
			return Rating{}, err
		}
		chance *= share
		rating.Moves++
		if len(at.Moves) > 1 && kept(at.Result, l.goal) == 1 {
			rating.Only++
		}
		best, err := l.best(at)
		if err != nil {
			return Rating{}, err
		}
		if at, err = l.after(at, best); err != nil {
			return Rating{}, err
		}
	}
	rating.Chance, rating.Level, rating.Unproven = chance, levelOf(chance), l.unproven
	return rating, nil
}

// A line is play from a position: the best moves of a side, and the traps of the other one.
type line struct {
	ctx    context.Context
	tables *probe.Prober
	side   board.Color // with a result to keep
	goal   int         // that result: see [ResultOf]

	unproven bool // a result depends on unproven tables
}

// see notes whether a result depends on unproven tables.
func (l *line) see(r *probe.Result) { l.unproven = l.unproven || len(r.Unproven) > 0 }

// reached is a position of a line.
type reached struct {
	*probe.Result
	clock int
}

// chance returns the chance that the careless player keeps the result with the next move.
func (l *line) chance(at reached) (float64, error) {
	var good, bad float64
	var mistakes []probe.Question
	for i := range at.Moves {
		switch m := &at.Moves[i]; {
		case Keeps(m, l.goal) && isForcing(&at.Position, m):
			good += forcing
		case Keeps(m, l.goal):
			good++
		case m.Stalemate:
			bad += stalemate
		default:
			mistakes = append(mistakes, at.question(m))
		}
	}
	err := l.probeEach(mistakes, func(_ int, r *probe.Result) {
		if isPunished(r) {
			bad += punished
		} else {
			bad += hidden
		}
	})
	return good / (good + bad), err
}

// Trap returns the best reply that leaves the fewest moves that keep a result, and the result of the position after it.
// The first of several counts. A reply that leaves a single legal move comes after all others. Without a legal move the
// reply is nil.
func Trap(
	ctx context.Context, tables *probe.Prober, at *probe.Result, clock, goal int,
) (reply *probe.Move, after *probe.Result, err error) {
	l := line{ctx: ctx, tables: tables, goal: goal}
	return l.trap(reached{at, clock})
}

// trap is [Trap].
func (l *line) trap(at reached) (reply *probe.Move, after *probe.Result, err error) {
	var replies []*probe.Move
	var questions []probe.Question
	for i := range at.Moves {
		if m := &at.Moves[i]; ResultOf(&m.Verdict) == ResultOf(&at.Moves[0].Verdict) {
			replies = append(replies, m)
			questions = append(questions, at.question(m))
		}
	}
	fewest := math.MaxInt
	err = l.probeEach(questions, func(i int, r *probe.Result) {
		moves := math.MaxInt - 1
		if len(r.Moves) > 1 {
			moves = kept(r, l.goal)
		}
		if moves < fewest {
			fewest, reply, after = moves, replies[i], r
		}
	})
	return reply, after, err
}

// best returns the move of the side with a result: the best winning move, or in a draw the safest one. Tables do not
// order draws. After the safest move the trap leaves the largest share of moves that hold. The first of several counts.
func (l *line) best(at reached) (*probe.Move, error) {
	best := &at.Moves[0]
	if l.goal > 0 {
		return best, nil
	}
	most := -1.0
	for i := range at.Moves {
		m := &at.Moves[i]
		if !Keeps(m, l.goal) {
			continue
		}
		share, err := l.shareAfter(at, m)
		if err != nil {
			return nil, err
		}
		if share > most {
			best, most = m, share
		}
	}
	return best, nil
}

// shareAfter returns the share of moves that keep the result after a move and the trap. A game that is over is kept.
func (l *line) shareAfter(at reached, m *probe.Move) (float64, error) {
	after, err := l.after(at, m)
	if err != nil || len(after.Moves) == 0 || after.InsufficientMaterial {
		return 1, err
	}
	_, then, err := l.trap(after)
	if err != nil || len(then.Moves) == 0 {
		return 1, err
	}
	return float64(kept(then, l.goal)) / float64(len(then.Moves)), nil
}

// after returns the position after a move.
func (l *line) after(at reached, m *probe.Move) (reached, error) {
	next := at.question(m)
	r, err := l.tables.ProbeAt(l.ctx, next.Position, next.Clock)
	if err != nil {
		return reached{}, err
	}
	l.see(r)
	return reached{r, next.Clock}, nil
}

// question returns the position after a move, with its clock.
func (r *reached) question(m *probe.Move) probe.Question {
	if m.Zeroing {
		return probe.Question{Position: m.After}
	}
	return probe.Question{Position: m.After, Clock: r.clock + 1}
}

// atOnce is how many positions are probed together. A prober holds some hundred KiB for each.
const atOnce = 16

// probeEach hands out the results of positions in their order.
func (l *line) probeEach(list []probe.Question, use func(i int, r *probe.Result)) error {
	for from := 0; from < len(list); from += atOnce {
		for i, a := range l.tables.ProbeAll(l.ctx, list[from:min(from+atOnce, len(list))]) {
			if a.Err != nil {
				return a.Err
			}
			l.see(a.Result)
			use(from+i, a.Result)
		}
	}
	return l.ctx.Err()
}

// Keeps reports whether a move keeps a result, as of [ResultOf].
func Keeps(m *probe.Move, goal int) bool { return -ResultOf(&m.Verdict) >= goal }

// kept returns the number of moves that keep a result.
func kept(r *probe.Result, goal int) (moves int) {
	for i := range r.Moves {
		if Keeps(&r.Moves[i], goal) {
			moves++
		}
	}
	return moves
}

// ResultOf returns 1 for a win of the side to move, 0 for a draw, also by the fifty-move rule, and -1 for a loss.
func ResultOf(v *probe.Verdict) int {
	switch v.Category {
	case value.WinCategory:
		return 1
	case value.LossCategory:
		return -1
	}
	return 0
}

// isForcing reports whether a move is a check, a capture or a promotion.
func isForcing(p *board.Position, m *probe.Move) bool {
	return isCapture(p, m) || isPromotion(m) || m.After.InCheck(m.After.Turn)
}

func isCapture(p *board.Position, m *probe.Move) bool { return len(m.After.Men()) < len(p.Men()) }

// isPromotion reports whether a move in UCI notation names a new piece.
func isPromotion(m *probe.Move) bool { return len(m.UCI) == len("e7e8q") }

// isPunished reports whether one of the best moves after a mistake is a capture, a promotion or mate.
func isPunished(r *probe.Result) bool {
	best := ResultOf(&r.Moves[0].Verdict)
	for i := range r.Moves {
		m := &r.Moves[i]
		if ResultOf(&m.Verdict) == best && (m.Checkmate || isPromotion(m) || isCapture(&r.Position, m)) {
			return true
		}
	}
	return false
}
