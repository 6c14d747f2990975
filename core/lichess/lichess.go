// Package lichess has answers in the shape of lichess's tablebase API: the fields of lila-tablebase at /standard and
// /standard/mainline, and some of our own.
//
// All plies are signed, from the view of the side to move, and null without a table. docs/reference/serve.md lists the
// differences.
package lichess

import (
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/difficulty"
	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/value"
)

// A Position has the values of a position.
type Position struct {
	probe.Verdict
	InsufficientMaterial bool `json:"insufficient_material"`

	// The fields of other games than chess are always null.
	VariantWin  bool `json:"variant_win"`
	VariantLoss bool `json:"variant_loss"`
	DTW         *int `json:"dtw"`
}

// Bounds are the proven bounds of a result without the fifty-move rule, for the side to move. Those of a move are for
// the side that plays it, and count the move. Answers from tables have none.
type Bounds struct {
	Low  value.Category `json:"low,omitempty"`
	High value.Category `json:"high,omitempty"`

	Plies int         `json:"plies,omitempty"` // of a proven win or loss to the next pawn move, capture or mate
	Mate  ending.Mate `json:"mate,omitzero"`   // its plies to mate, if they are stored
}

// A Move is a legal move with the values of the position after it.
type Move struct {
	UCI        string `json:"uci"`
	SAN        string `json:"san"`
	Zeroing    bool   `json:"zeroing"`    // a capture or a pawn move
	Conversion bool   `json:"conversion"` // a capture or a promotion
	Position
	Bounds

	taken, promotion board.PieceType // for the order
}

// An Answer has the values of a position and of all its moves, the best first.
type Answer struct {
	FEN string `json:"fen"` // as in the request
	Position
	Bounds
	Moves    []Move           `json:"moves"`
	Endings  []string         `json:"endings,omitempty"`  // names of the stored endings that it comes from
	Syzygy   bool             `json:"syzygy,omitempty"`   // whether values come from Syzygy files
	Unproven []material.Class `json:"unproven,omitempty"` // see [probe.Result]
	Warnings []board.Warning  `json:"warnings,omitempty"` // repairs of the FEN

	// WithoutCastling is the position without castling rights, if they are presumed.
	WithoutCastling *Position `json:"without_castling,omitempty"`

	Difficulty *difficulty.Rating `json:"difficulty,omitempty"` // on request

	by        *value.Metric // which orders the moves
	auxiliary bool          // [AuxiliaryDTC] has depths to conversion
}

// Lichess's categories for a win or loss that may still be a draw by the fifty-move rule.
const (
	maybeWin  value.Category = "maybe-win"
	maybeLoss value.Category = "maybe-loss"
)

// newPosition shapes a verdict.
func newPosition(v probe.Verdict, insufficient bool) Position {
	if v.Unsure {
		maybe := map[value.Category]value.Category{value.WinCategory: maybeWin, value.LossCategory: maybeLoss}
		v.Category, v.Unsure = maybe[v.Category], false
	}
	return Position{Verdict: v, InsufficientMaterial: insufficient}
}

// NewAnswer returns the answer for the result of a prober. See [Answer.Choose] for the order of the moves.
func NewAnswer(fen string, r *probe.Result) *Answer {
	a := &Answer{
		FEN:      fen,
		Position: newPosition(r.Verdict, r.InsufficientMaterial),
		Moves:    make([]Move, len(r.Moves)),
		Syzygy:   r.Syzygy,
		Unproven: r.Unproven,
		by:       r.By,
		auxiliary: isToConversion(r.By) ||
			!slices.ContainsFunc(r.Answered, func(m *value.Metric) bool { return !isToConversion(m) }),
	}
	for i := range r.Moves {
		m := &r.Moves[i]
		a.Moves[i] = Move{
			UCI:        m.UCI,
			SAN:        m.SAN,
			Zeroing:    m.Zeroing,
			Conversion: m.Kind == value.Capture || m.Kind == value.Promotion,
			Position:   newPosition(m.Verdict, m.After.InsufficientMaterial()),
			taken:      takenBy(&r.Position, m),
			promotion:  promotionOf(m),
		}
	}
	a.order(AuxiliaryDTC)
	return a
}

func isToConversion(m *value.Metric) bool { return m.Goal() == value.ToConversion }

// A Mainline is best play from a position.
type Mainline struct {
	FEN        string           `json:"fen"` // as in the request
	DTZ        *int             `json:"dtz"`
	PreciseDTZ *int             `json:"precise_dtz"`
	Steps      []Step           `json:"mainline"` // none from a draw
	Winner     *string          `json:"winner"`   // "w" or "b" if the line ends in mate, else null
	Syzygy     bool             `json:"syzygy,omitempty"`
	Unproven   []material.Class `json:"unproven,omitempty"`
	Warnings   []board.Warning  `json:"warnings,omitempty"` // repairs of the FEN
}

// A Step is a move of a main line. Its plies are those of the position after it.
type Step struct {
	UCI        string `json:"uci"`
	SAN        string `json:"san"`
	DTZ        *int   `json:"dtz"`
	PreciseDTZ *int   `json:"precise_dtz"`
}

// NewMainline shapes a line from a FEN with a clock. It ends as soon as a draw can be claimed by the fifty-move rule.
func NewMainline(fen string, line *probe.Line, clock int) *Mainline {
	start := line.Start
	m := &Mainline{
		FEN:        fen,
		DTZ:        start.DTZ,
		PreciseDTZ: start.PreciseDTZ,
		Steps:      []Step{},
		Syzygy:     start.Syzygy,
		Unproven:   line.Unproven,
	}
	last, mated := &start.Position, start.Checkmate
	for i := range line.Moves {
		if clock >= value.FiftyMoves {
			break
		}
		move := &line.Moves[i]
		if clock++; move.Zeroing {
			clock = 0
		}
		m.Steps = append(m.Steps, Step{move.UCI, move.SAN, move.DTZ, move.PreciseDTZ})
		last, mated = &move.After, move.Checkmate
	}
	if mated {
		winner := "w"
		if last.Turn == board.White {
			winner = "b"
		}
		m.Winner = &winner
	}
	return m
}
