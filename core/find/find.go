// Package find finds the positions of a class that composers and trainers look
// for:
//
//   - those that have one of some values: won in exactly n plies, drawn, lost in n
//     to m plies;
//   - mutual zugzwangs: whoever is to move would rather not be. With either side
//     to move the position is legal, so no king is in check, and what the two sides
//     get out of being to move is less than a game: one of them draws and the other
//     one loses, or both lose. A stalemate is a draw;
//   - won positions in which a single legal move keeps the win, and drawn ones in
//     which a single one keeps the draw. Promotions to different pieces are different
//     moves. There may have to be several such moves in a row, along a line of best
//     play: whose position it is plays them, and the other side, where it has several
//     moves that are as good, the one after which there are more.
//
// Where men stand may be demanded, too: see [Men].
//
// Of positions that are symmetric to each other one is found: what is found is as
// many as the statistics of the table count as distinct. Positions with an
// en-passant square are not in tables, and are not found.
//
// A table is walked frame by frame, in its order, with the values of one frame in
// memory, or with those that single moves lead to besides. Values that the table
// does not store, of one side to move with five men, are recovered as they are
// for a solver, by a lookahead; for mutual zugzwangs most of them are not needed.
package find

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/value"
)

// A Kind is what else than its value makes a position one that is looked for.
type Kind string

// The kinds: see the package.
const (
	Any      Kind = ""
	Zugzwang Kind = "zugzwang"
	OnlyMove Kind = "only-move"
	OnlyDraw Kind = "only-draw"
)

// keeps returns the outcome that a single move keeps, for the kinds that are about one.
func (k Kind) keeps() (o value.Outcome, isOnly bool) {
	if k == OnlyMove {
		return value.Win, true
	}
	return value.Drawn, k == OnlyDraw
}

// A Query says what to look for.
type Query struct {
	Class  material.Class
	Side   board.Color // to move; White is the first side of the class
	Both   bool        // either side may be to move, whatever Side says; [Search.Each] finds a mutual zugzwang once
	Kind   Kind
	Values Values // of which the position has one
	Men    Men    // that stand somewhere
	Row    int    // at least so many single moves in a row, where the kind is about one; 0 is 1
}

// MostInRow is how many single moves in a row can be asked for.
const MostInRow = 30

// sides returns those that are to move.
func (q *Query) sides() []board.Color {
	if q.Both {
		return board.Colors[:]
	}
	return []board.Color{q.Side}
}

// Values is a set of values: it reports whether one is in it. What plies it has is
// said by the metric of the table.
type Values func(m *value.Metric, v value.Value) bool

// Everything returns all values.
func Everything() Values { return func(*value.Metric, value.Value) bool { return true } }

// Ending returns the values with an outcome for the side to move, which by a metric that knows the fifty-move rule is
// that by the rule.
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

// byteSet is a set of bytes, to be looked up quickly.
type byteSet [256]bool

// levelSet is a set of values as a level of a table tells them.
type levelSet struct {
	has  byteSet
	more byteSet // of which the next level tells more
}

// in returns the set as the levels of a table tell it.
func (s Values) in(m *value.Metric, levels []value.Level) []levelSet {
	sets := make([]levelSet, len(levels))
	for i, level := range levels {
		for b := range 256 {
			told := value.Byte(b)
			sets[i].more[b] = level.IsMore(told)
			sets[i].has[b] = !level.IsMore(told) && s(m, level.Value(told))
		}
	}
	return sets
}

// among returns the lanes of a word that have one of the values, given what the levels tell of its frame and the word's
// first entry there.
func among(sets []levelSet, told [][]value.Byte, first int) (lanes board.Bitboard) {
	open := ^board.Bitboard(0)
	for i := range sets {
		word := (*[64]value.Byte)(told[i][first:])
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
}

// A Record is a position that was found as programs read it (JSON).
type Record struct {
	FEN string `json:"fen"`
	Judged
	Passed *Judged `json:"passed,omitempty"` // with the other side to move, for that side
	Move   string  `json:"move,omitempty"`   // the single one, UCI
	SAN    string  `json:"san,omitempty"`    // its name

	// Unproven has the classes of the tables that this rests on and whose bytes are not those that are known to be
	// right; see [Search.Unproven].
	Unproven []string `json:"unproven,omitempty"`
}

// Judged is a value as programs read it, seen from the side to move.
type Judged struct {
	Category value.Category `json:"category"`
	DTM      *int           `json:"dtm"`           // signed plies: positive wins, negative loses; null is a draw, or not said by the table
	DTC      *int           `json:"dtc,omitempty"` // likewise
	DTZ      *int           `json:"dtz,omitempty"` // likewise
}

// Record returns what was found, by a query of a kind, for programs.
func (f *Found) Record(k Kind) Record {
	r := Record{FEN: f.Position.FEN(), Judged: f.judged(f.Value)}
	switch k {
	case Zugzwang:
		passed := f.judged(f.Passed)
		r.Passed = &passed
	case OnlyMove, OnlyDraw:
		r.Move, r.SAN = f.Move.String(), f.Position.SAN(f.Move, f.Position.LegalMoves(nil))
	}
	return r
}

func (f *Found) judged(v value.Value) Judged {
	j := Judged{Category: f.Metric.Category(v)}
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
