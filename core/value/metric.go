package value

import (
	"fmt"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/words"
)

// Rules define the count of a metric. To add a metric, write a type with these functions in a file of its own, and add
// the metric to the list in metrics.go.
type Rules interface {
	// Name returns the metric's name in headers, options and records, such as "DTM".
	Name() string

	// After returns the value of a move of some kind for the player, given the position's value for the opponent.
	// It keeps the order: a better value for the opponent is never better for the player. A move always turns the
	// outcome round.
	After(kind MoveKind, child Value) Value

	// Ply returns the ply that a round stands for.
	Ply(round int) int

	// Limit returns a round that no line of a class exceeds, or [MaxRound] if such a round is unknown.
	Limit(class material.Class) int
}

// MoveKind is the part of a move that matters to metrics.
type MoveKind uint8

// The kinds of moves. A pawn's move that captures and promotes is a capture.
const (
	Quiet     MoveKind = iota // a piece's, to an empty square
	PawnMove                  // a pawn's, to an empty square before the last rank
	Promotion                 // a pawn's, to an empty square
	Capture

	moveKinds = iota
)

// KindOf returns the kind of a legal move.
func KindOf(p *board.Position, m board.Move) MoveKind {
	switch {
	case p.IsCapture(m):
		return Capture
	case m.Promotion != board.NoPiece:
		return Promotion
	case p.IsZeroing(m):
		return PawnMove
	}
	return Quiet
}

// KeepsMen reports whether the same men are on the board after the move.
func (k MoveKind) KeepsMen() bool { return k == Quiet || k == PawnMove }

// A Metric has rules, and tables made from them.
type Metric struct {
	Rules
	ranks      [moveKinds][256]Rank
	levelRanks [2][moveKinds][256]Rank // by the view at the first level, and at a later one
	wait       int
	restarts   [moveKinds]bool      // see [Metric.Restarts]
	isCursed   func(round int) bool // nil in metrics without the fifty-move rule
}

// MostWait is the most that [Metric.Wait] can be.
const MostWait = 3

// New returns the metric with some rules. It panics if retrograde analysis cannot use them.
func New(rules Rules) *Metric {
	m := &Metric{Rules: rules, wait: rules.After(Quiet, Decided(0)).Round()}
	if r, ok := rules.(interface{ IsCursed(round int) bool }); ok {
		m.isCursed = r.IsCursed
	}
	if m.wait > MostWait {
		panic(fmt.Sprintf("%s: a win waits for %d rounds", m.Name(), m.wait))
	}
	if rounds := m.LevelRounds(); rounds%2 != 0 || m.level(0).top()+2 > MaxByteRound {
		panic(fmt.Sprintf("%s: a level of %d rounds", m.Name(), rounds))
	}
	for kind := range m.ranks {
		for b := range m.ranks[kind] {
			m.ranks[kind][b] = m.rankAfter(MoveKind(kind), Value(b))
		}
		m.rankByLevels(MoveKind(kind))
	}
	return m
}

// rankByLevels sets whether moves of a kind restart the count, and their ranks by views at levels. A later level is
// used only if no restarting move is better than the moves that it decides. So restarting moves count there as moves to
// the quickest value.
func (m *Metric) rankByLevels(kind MoveKind) {
	first := m.level(0)
	m.restarts[kind] = true
	for v := Decided(0); v.Round() < MaxRound; v++ {
		m.restarts[kind] = m.restarts[kind] && m.After(kind, v) == m.After(kind, first.Value(first.Byte(v)))
	}
	for b := range Value(256) {
		later := b
		if m.restarts[kind] {
			later = quickest(b.Outcome()).Value()
		}
		m.levelRanks[0][kind][b] = first.Byte(m.After(kind, b)).Rank()
		m.levelRanks[1][kind][b] = first.Byte(m.After(kind, later)).Rank()
	}
}

// rankAfter returns the rank of a move to a value. It returns 0 if the player's value does not fit into a byte. No move
// has that rank, since none leaves its own side mated.
func (m *Metric) rankAfter(kind MoveKind, child Value) Rank {
	v := m.After(kind, child)
	if v.Outcome() != -child.Outcome() || v == Decided(0) {
		panic(fmt.Sprintf("%s: a move to a %v is a %v", m.Name(), child, v))
	}
	if kind == Quiet && child != Draw {
		rounds := 1
		if child.Outcome() == Loss {
			rounds = m.wait
		}
		if v != Decided(child.Round()+rounds) {
			panic(
				fmt.Sprintf(
					"%s: from round %d on, not all moves of pieces take as many rounds",
					m.Name(),
					child.Round(),
				),
			)
		}
	}
	if v.Round() > MaxByteRound {
		return 0
	}
	return v.Byte().Rank()
}

// Ranks returns the rank of a move of some kind, for the player who moves, by the
// byte that it leads to.
func (m *Metric) Ranks(kind MoveKind) *[256]Rank { return &m.ranks[kind] }

// RanksIn is [Metric.Ranks] for views at a level (see [Level.View]). Moves to values of later levels have the ranks of
// such values. For overlapping levels, some ranks of such values may differ: their users treat all of these alike.
func (m *Metric) RanksIn(level Level, kind MoveKind) *[256]Rank {
	if level == OnlyLevel {
		return &m.ranks[kind]
	}
	return &m.levelRanks[min(level.Number(), 1)][kind]
}

// Wait returns the number of rounds from a loss to the wins by moves of pieces to it. From a win to the losses by moves
// to it, it is always one round.
func (m *Metric) Wait() int { return m.wait }

// Category returns the outcome of a position for programs. Metrics with the fifty-move rule have cursed wins and
// blessed losses, too.
func (m *Metric) Category(v Value) Category {
	if m.HasFiftyMoveRule() && m.isCursed(v.Round()) {
		return cursed[v.Outcome()]
	}
	return v.Outcome().Category()
}

// Outcome returns the outcome of a position by the rules: cursed wins and blessed losses are draws.
func (m *Metric) Outcome(v Value) Outcome {
	switch m.Category(v) {
	case WinCategory:
		return Win
	case LossCategory:
		return Loss
	}
	return Drawn
}

// A Goal is the event to which a metric counts plies. It decides which field of a verdict has them, and their text for
// people.
type Goal uint8

// The goals.
const (
	ToMate       Goal = iota
	ToConversion      // a capture, a promotion or mate
	ToZeroing         // a capture, a pawn move or mate
)

// Goal returns the goal of the plies. The kinds of moves after which the metric counts from 0 decide it.
func (m *Metric) Goal() Goal {
	switch {
	case m.restarts[PawnMove]:
		return ToZeroing
	case m.restarts[Capture]:
		return ToConversion
	}
	return ToMate
}

// SumsModels reports whether tables may have summed models. The rules decide it by a function of that name. Without
// one they have none.
func (m *Metric) SumsModels() bool {
	r, ok := m.Rules.(interface{ SumsModels() bool })
	return ok && r.SumsModels()
}

// HasFiftyMoveRule reports whether there are cursed wins and blessed losses.
func (m *Metric) HasFiftyMoveRule() bool { return m.isCursed != nil }

// Plies returns how many plies a value stands for, and 0 for a draw.
func (m *Metric) Plies(v Value) int {
	if v == Draw {
		return 0
	}
	return m.Ply(v.Round())
}

// Format returns, for example, "draw", "win in 19" or "loss in 0", in plies.
func (m *Metric) Format(v Value) string {
	if v == Draw {
		return "draw"
	}
	return fmt.Sprintf("%v in %d", m.Category(v), m.Plies(v))
}

// Restarts reports whether moves of a kind restart the count. Only the outcome after such a move matters, with or
// without the fifty-move rule, and the first level has it.
func (m *Metric) Restarts(kind MoveKind) bool { return m.restarts[kind] }

// CheckBytes returns an error if lines of a class may be longer than solvers support. Code that makes tables or arrays
// of bytes calls it first. If lines may be too long for a byte, values take several levels; see [Metric.TakesLevels].
// Otherwise solving a class with such a line fails; most classes have none.
func (m *Metric) CheckBytes(class material.Class) error {
	if m.Limit(class) > MostRounds {
		return words.Error("core.metric.longLines", "metric", m.Name(), "class", class, "most", MostRounds)
	}
	return nil
}
