package probe

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/value"
)

// A Verdict has the results of tables for a position, in the shape of the tablebase
// API of Lichess. All of it is seen from the side to move.
type Verdict struct {
	Category value.Category `json:"category"`

	// Signed plies: positive wins, negative loses; null if no table has it. They lead to zeroing, to mate, to mate
	// under the fifty-move rule, and to conversion, see [value.Goal]. A draw has a DTZ of 0 and no other plies. After
	// checkmate DTM and DTC are 0, and DTZ is -1, as in other programs.
	DTZ        *int `json:"dtz"`
	PreciseDTZ *int `json:"precise_dtz"` // the same, or null if a Syzygy file may have rounded it
	DTM        *int `json:"dtm"`
	DTM50      *int `json:"dtm50"` // with the clock of the position; also if DTM and the clock imply it
	DTC        *int `json:"dtc"`

	Checkmate bool `json:"checkmate"`
	Stalemate bool `json:"stalemate"`

	// Unsure wins and losses may be draws by the fifty-move rule: neither a table nor the clock
	// rules that out.
	Unsure bool `json:"unsure,omitempty"`

	// OutcomeOnly: the category comes from files without distances. It is that with a clock of 0, and has no plies.
	OutcomeOnly bool `json:"-"`
}

// A Move is a legal move. Its verdict is that of the position after it, for
// the side to move there: a winning move leads to a loss.
type Move struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
	Verdict
	Zeroing bool           `json:"zeroing"` // a capture or a pawn move
	Kind    value.MoveKind `json:"-"`

	// After is the position after the move.
	After board.Position `json:"-"`
}

// A Result is a position's verdict with all its legal moves, best first.
type Result struct {
	Verdict
	InsufficientMaterial bool
	Moves                []Move

	// Unproven has the classes of the unproven tables that the result depends on; see
	// [library.Library.Unproven].
	Unproven []material.Class

	// Position is the probed position, and Class its material.
	Position board.Position
	Class    material.Class

	Answered []*value.Metric // the metrics of the tables that have answered
	Syzygy   bool            // whether Syzygy files have answered
	By       *value.Metric   // the metric that orders the moves

	// Unordered moves are only in the order of their outcomes, as the DTZ files of a win or loss are missing. There is
	// no line of best play then.
	Unordered bool

	value value.Value // by that
}

// end sets the flags of the end of a game.
func (v *Verdict) end(p *board.Position, hasMoves bool) {
	check := p.InCheck(p.Turn)
	v.Checkmate = !hasMoves && check
	v.Stalemate = !hasMoves && !check
}

// Unknown is the category of a position whose result is open.
const Unknown value.Category = "unknown"

// Bounded returns the verdict on a position without tables, given proven bounds without the fifty-move rule. By that
// rule a win or a loss may be a draw, unless it is checkmate.
func Bounded(p *board.Position, low, high value.Outcome) (v Verdict) {
	v.end(p, p.HasLegalMove())
	if v.Category = Unknown; low == high {
		v.Category = low.Category()
	}
	v.Unsure = low == high && low != value.Drawn && !v.Checkmate
	return v
}
