// Package find finds the positions of a class that composers and trainers look
// for:
//
//   - positions with one of some values: won in exactly n plies, drawn, lost in n
//     to m plies;
//   - mutual zugzwangs: each side would rather not be to move. The position is
//     legal with either side to move, so no king is in check. If it is to move, each
//     side loses, or one of them draws and the other one loses. A stalemate is a
//     draw;
//   - cyclic zugzwangs: mutual zugzwangs that return. The side to move draws, and the
//     other side would lose. The side to move has a move with a single reply that
//     does not lose. It leads to another such position with the same side to move.
//     After some of these steps the first position returns;
//   - won positions in which a single legal move keeps the win, and drawn positions
//     in which a single move keeps the draw. Promotions to different pieces are
//     different moves. A query can require a [Theme] of the move, such as a sacrifice.
//     It can also require several such moves in a row, along a line of best play.
//     The side to move in the position plays them. The other side chooses among its
//     best moves the one with the longest row after it.
//
// A query can also require squares of men: see [Men].
//
// A search finds one of the positions that are symmetric to each other: as many as
// the statistics of the table count as distinct. It finds no positions with an
// en-passant square, as tables do not have them.
//
// A search walks a table frame by frame, in its order. It has the values of one
// frame in memory, and those of positions after single moves. A table with five men
// stores only one side to move. The search recovers the values of the other side as
// a solver does, by a lookahead. For mutual zugzwangs most of them are not needed.
package find

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/value"
)

// A Kind is a property that a query requires in addition to the values.
type Kind string

// The kinds: see the package.
const (
	Any      Kind = ""
	Zugzwang Kind = "zugzwang"
	OnlyMove Kind = "only-move"
	OnlyDraw Kind = "only-draw"
	Cyclic   Kind = "cyclic-zugzwang"
)

// isMutual reports whether positions of the kind are mutual zugzwangs.
func (k Kind) isMutual() bool { return k == Zugzwang || k == Cyclic }

// keeps returns the outcome that a single move keeps, for the kinds that are about one.
func (k Kind) keeps() (o value.Outcome, isOnly bool) {
	if k == OnlyMove {
		return value.Win, true
	}
	return value.Drawn, k == OnlyDraw
}

// A Query describes the positions to find.
type Query struct {
	Class  material.Class
	Side   board.Color // to move; White is the first side of the class
	Both   bool        // either side to move, and Side is ignored; [Search.Each] finds a mutual zugzwang once
	Kind   Kind
	Values Values // of which the position has one
	Men    Men    // that stand somewhere
	Row    int    // the least number of single moves in a row, for kinds of single moves; 0 is 1

	// Themes are those that the first single move must have, for kinds of single moves.
	Themes []Theme
}

// MostInRow is the largest Row of a [Query].
const MostInRow = 30

// sides returns those that are to move.
func (q *Query) sides() []board.Color {
	if q.Both {
		return board.Colors[:]
	}
	return []board.Color{q.Side}
}

// Values is a set of values: it reports whether a value is in it. The metric is that
// of the table, and gives the plies of a value.
type Values func(m *value.Metric, v value.Value) bool

// Everything returns all values.
func Everything() Values { return func(*value.Metric, value.Value) bool { return true } }

// Ending returns the values with an outcome for the side to move. With a metric of the fifty-move rule, the outcome is
// the one by the rule.
func Ending(o value.Outcome) Values {
	return func(m *value.Metric, v value.Value) bool { return m.Outcome(v) == o }
}

// afterQuiet returns the values of positions into which a quiet move has an outcome.
func afterQuiet(o value.Outcome) Values {
	return func(m *value.Metric, v value.Value) bool { return m.Outcome(m.After(value.Quiet, v)) == o }
}

// Within returns the wins and losses in least to most plies.
func Within(least, most int) Values {
	return func(m *value.Metric, v value.Value) bool {
		return v != value.Draw && least <= m.Plies(v) && m.Plies(v) <= most
	}
}

// And returns the values that are in both sets.
func (s Values) And(t Values) Values {
	return func(m *value.Metric, v value.Value) bool { return s(m, v) && t(m, v) }
}

// isEmpty reports whether the set has no value of a metric.
func (s Values) isEmpty(m *value.Metric) bool {
	for round := range value.MaxRound + 1 {
		if s(m, value.Decided(round)) {
			return false
		}
	}
	return !s(m, value.Draw)
}

// byteSet is a set of bytes, to be looked up quickly.
type byteSet [256]bool

// levelSet is a set of values in the encoding of a level of a table.
type levelSet struct {
	has  byteSet
	more byteSet // whose values are in the next level
}

// in returns the set in the encoding of each level of a table.
func (s Values) in(m *value.Metric, levels []value.Level) []levelSet {
	sets := make([]levelSet, len(levels))
	for i, level := range levels {
		for b := range 256 {
			code := value.Byte(b)
			sets[i].more[b] = level.IsLater(code)
			sets[i].has[b] = !level.IsLater(code) && s(m, level.Value(code))
		}
	}
	return sets
}

// among returns the lanes of a word that have one of the values. It gets the bytes of the frame by level, and the
// word's first entry in the frame.
func among(sets []levelSet, loaded [][]value.Byte, first int) (lanes board.Bitboard) {
	open := ^board.Bitboard(0)
	for i := range sets {
		word := (*[64]value.Byte)(loaded[i][first:])
		lanes |= sets[i].has.among(word) & open
		if i == len(sets)-1 {
			break
		}
		if open &= sets[i].more.among(word); open == 0 {
			break
		}
	}
	return lanes
}

// among returns the lanes of a word that have one of the bytes.
func (s *byteSet) among(word *[64]value.Byte) (lanes board.Bitboard) {
	for lane, v := range word {
		if s[v] {
			lanes |= 1 << lane
		}
	}
	return lanes
}

// mutual returns the lanes of a word that are mutual zugzwangs, if they are legal
// with either side to move, given the values of both.
func mutual(outcomes *[256]value.Outcome, one, other *[64]value.Byte) (lanes board.Bitboard) {
	for lane, v := range one {
		if outcomes[v]+outcomes[other[lane]] < 0 {
			lanes |= 1 << lane
		}
	}
	return lanes
}

// A Found is a position that was looked for.
type Found struct {
	Position board.Position
	Metric   *value.Metric // of the values
	Value    value.Value
	Passed   value.Value // of a zugzwang: with the other side to move, for that side
	Move     board.Move  // the single one
	Next     int64       // the entry of the search that comes after it

	// Whether the plies of the values may be one too few, as Syzygy files round them.
	Rounded, PassedRounded bool
}

// Class returns the class of the position.
func (f *Found) Class() material.Class {
	class, _ := material.OfPosition(&f.Position)
	return class
}

// A Record is a position that was found as programs read it (JSON).
type Record struct {
	FEN   string `json:"fen"`
	Class string `json:"class,omitempty"` // if the search has several
	Judged
	Passed *Judged `json:"passed,omitempty"` // with the other side to move, for that side
	Move   string  `json:"move,omitempty"`   // the single one, UCI
	SAN    string  `json:"san,omitempty"`    // its name

	// Unproven has the classes of the unproven tables that the search has used; see [Search.Unproven].
	Unproven []string `json:"unproven,omitempty"`

	Syzygy bool `json:"syzygy,omitempty"` // whether Syzygy files have the values
}

// Judged is a value as programs read it, seen from the side to move.
type Judged struct {
	Category value.Category `json:"category"`

	// Signed plies: positive wins; null for a draw, and by other metrics.
	DTM *int `json:"dtm"`
	DTC *int `json:"dtc,omitempty"`
	DTZ *int `json:"dtz,omitempty"`

	Rounded bool `json:"rounded,omitempty"` // the DTZ may be one ply too few
}

// Record returns the record of a position that a query of a kind has found.
func (f *Found) Record(k Kind) Record {
	r := Record{FEN: f.Position.FEN(), Judged: f.judged(f.Value, f.Rounded)}
	switch k {
	case Zugzwang, Cyclic:
		passed := f.judged(f.Passed, f.PassedRounded)
		r.Passed = &passed
	case OnlyMove, OnlyDraw:
		r.Move, r.SAN = f.Move.String(), f.Position.SAN(f.Move, f.Position.LegalMoves(nil))
	}
	return r
}

func (f *Found) judged(v value.Value, rounded bool) Judged {
	j := Judged{Category: f.Metric.Category(v), Rounded: rounded}
	plies := f.Metric.Plies(v) * int(v.Outcome())
	if v == value.Draw {
		return j
	}
	switch f.Metric.Goal() {
	case value.ToConversion:
		j.DTC = &plies
	case value.ToZeroing:
		j.DTZ = &plies
	default:
		j.DTM = &plies
	}
	return j
}
