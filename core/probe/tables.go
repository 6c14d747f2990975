package probe

import (
	"context"
	"fmt"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// A Question is a position with its clock, as [Prober.ProbeAt] takes them.
type Question struct {
	Position board.Position
	Clock    int // plies
}

// A source has the values of positions: the tables of a metric, or the tables by the clock.
type source interface {
	// judge looks up positions with clocks, and the positions after their moves. It sets the judgement or the error of
	// each. If the tables have a position itself, its value is checked against the moves.
	judge(ctx context.Context, list []*pending)

	rules() *value.Metric             // defines the value of a move from the value after it
	addTo(v *Verdict, of value.Value) // adds a value to a verdict

	missing(ctx context.Context, classes []material.Class) ([]material.Class, error) // those without stored tables
	renew() error
	unproven()
	isSyzygy() bool // so that it only answers if others lack something
	hasRule() bool  // the fifty-move rule is in its values, and Syzygy files are not needed
	Close() error
}

// tables are those of a metric.
type tables struct {
	*library.Library
	metric *value.Metric
}

func (t *tables) rules() *value.Metric { return t.metric }
func (t *tables) renew() error         { return t.Renew() }
func (t *tables) unproven()            { t.Unproven() }
func (t *tables) isSyzygy() bool       { return false }
func (t *tables) hasRule() bool        { return t.metric.HasFiftyMoveRule() }

func (t *tables) missing(ctx context.Context, classes []material.Class) ([]material.Class, error) {
	return t.Missing(ctx, classes)
}

// A pending is a position under way.
type pending struct {
	Question
	class material.Class
	moves []*child

	tooMany error // for all sources but Syzygy files
	hasRule bool  // a source with the fifty-move rule has answered

	judgement *judgement // by the source under way
	err       error      // of that source

	answers []*judgement // by all sources; nil for those that are left out
	lead    int          // the source that orders the moves, or -1
	absent  error        // of the first tables
	failed  error
	result  *Result
}

// A child is a legal move with the position after it.
type child struct {
	number int // among the legal moves, in whatever order they are
	move   board.Move
	kind   value.MoveKind
	uci    string
	san    string
	after  board.Position

	hasReplies  bool        // there are moves after it
	value, gets value.Value // by the first source: after the move, and of the move for the side that makes it
}

// isWithin reports whether the move from a position keeps its class.
func (c *child) isWithin(p *board.Position) bool {
	return c.kind.KeepsMen() && c.after.Rights == p.Rights
}

// legalMoves returns the legal moves, without their values.
func legalMoves(p *board.Position) []*child {
	var room [64]board.Move
	moves := p.LegalMoves(room[:0])
	children, list := make([]child, len(moves)), make([]*child, len(moves))
	for i, m := range moves {
		c := &children[i]
		*c = child{
			number: i,
			move:   m,
			kind:   value.KindOf(p, m),
			uci:    m.String(),
			san:    p.SAN(m, moves),
			after:  p.Play(m),
		}
		c.hasReplies = c.after.HasLegalMove()
		list[i] = c
	}
	return list
}

// A judgement has the values of tables for a position and its moves.
type judgement struct {
	value    value.Value
	after    []value.Value // of the moves, by their numbers
	unproven []material.Class
	stored   bool // the tables have the value

	// How exact the plies of the value are, and those of the moves. Nil means that all are exact.
	plies     accuracy
	movePlies []accuracy
}

// An accuracy is how exact the plies of a value are.
type accuracy uint8

const (
	exact   accuracy = iota
	rounded          // one too few, perhaps
	unknown          // only the outcome is known, by the fifty-move rule with a clock of 0
)

// of sets the distances of a verdict that has the plies of a value.
func (a accuracy) of(v *Verdict) {
	switch a {
	case rounded:
		v.PreciseDTZ = nil
	case unknown:
		v.DTZ, v.PreciseDTZ, v.OutcomeOnly = nil, nil, true
	}
}

// ownValues returns the number of values that tables have for the position itself.
func (j *judgement) ownValues() int {
	if j.stored {
		return 1
	}
	return 0
}

// judge implements [source]. These values do not depend on the clock.
func (t *tables) judge(ctx context.Context, list []*pending) {
	most := 0
	for _, a := range list {
		most += len(a.moves) + 1
	}
	positions, found := make([]board.Position, 0, most), make([]*pending, 0, len(list))
	for _, a := range list {
		first := len(positions)
		for i := range a.moves {
			positions = append(positions, a.moves[i].after)
		}
		var stored bool
		if stored, a.err = t.open(ctx, &a.Position, a.moves); a.err != nil {
			positions = positions[:first]
			continue
		}
		if a.judgement = (&judgement{stored: stored}); stored {
			positions = append(positions, a.Position)
		}
		found = append(found, a)
	}
	if len(found) == 0 {
		return
	}
	values, unproven, err := t.Values(ctx, positions)
	if len(found) > 1 && ctx.Err() == nil && (err != nil || len(unproven) > 0) { // these belong to some positions
		for _, a := range found {
			t.judge(ctx, []*pending{a})
		}
		return
	}
	for _, a := range found {
		if a.err = err; err != nil {
			continue
		}
		own := values[:len(a.moves)+a.judgement.ownValues()]
		values = values[len(own):]
		a.judgement.unproven = unproven
		a.err = t.settle(a, own)
	}
}

// settle completes the judgement of a position, given the values after its moves and, if it is stored, its own.
func (t *tables) settle(a *pending, values []value.Value) (err error) {
	j, moves := a.judgement, len(a.moves)
	j.after = values[:moves:moves]
	if j.value, err = backup(t.metric, &a.Position, a.moves, j.after); err != nil || !j.stored {
		return err
	}
	class, _ := material.OfPosition(&a.Position)
	if len(j.unproven) > 0 && !slices.Contains(j.unproven, class) {
		class = j.unproven[0] // proven tables are not at fault
	}
	return checkStored(t.metric, class, values[moves], j.value)
}

// backup returns the value of a position, given the values after its moves.
func backup(metric *value.Metric, p *board.Position, moves []*child, values []value.Value) (value.Value, error) {
	var best value.Backup
	for i, v := range values {
		after := &moves[i].after
		if v == value.Decided(0) && (moves[i].hasReplies || !after.InCheck(after.Turn)) {
			class, _ := material.OfPosition(after)
			return value.Draw, &store.Error{
				Table: class.String(),
				Err:   fmt.Errorf("%w: %q is not checkmate", store.ErrCorrupt, after.FEN()),
			}
		}
		best.Add(metric, moves[i].kind, v)
	}
	return best.Value(p), nil
}

// checkStored checks the stored value of a position against the value by its moves. The class is that of the table at
// fault if they differ.
func checkStored(metric *value.Metric, class material.Class, stored, moves value.Value) error {
	if stored == moves {
		return nil
	}
	return &store.Error{
		Table: class.String(),
		Err: fmt.Errorf(
			"%w: it has %s, but the moves give %s",
			store.ErrCorrupt,
			metric.Format(stored),
			metric.Format(moves),
		),
	}
}

// open opens the tables of p and of the positions after its moves, all at once. It reports whether one of them has the
// value of p.
func (t *tables) open(ctx context.Context, p *board.Position, moves []*child) (stored bool, err error) {
	var classes []material.Class
	need := func(class material.Class) {
		if !class.BareKings() && !slices.Contains(classes, class) {
			classes = append(classes, class)
		}
	}
	own, swapped := material.OfPosition(p)
	if p.EnPassant == board.NoSquare { // tables have no positions with en passant
		need(own)
	}
	needsOwn := len(classes) > 0
	for _, m := range moves {
		if m.isWithin(p) {
			need(own)
		} else {
			class, _ := material.OfPosition(&m.after)
			need(class)
		}
	}
	opened, err := t.OpenAll(ctx, classes)
	if err != nil || !needsOwn {
		return false, err
	}
	side := p.Turn
	if swapped {
		side = side.Other()
	}
	return opened[0].Header.Stores(side), nil
}

// addTo implements [source].
func (t *tables) addTo(v *Verdict, val value.Value) {
	switch category := t.metric.Category(val); {
	case v.Category == "" || t.metric.HasFiftyMoveRule():
		v.Category = category
	case v.Category == value.DrawCategory:
		v.Category = category.Drawn() // if at all, by the clock
	}
	plies := t.metric.Plies(val) * int(val.Outcome())
	switch t.metric.Goal() {
	case value.ToZeroing:
		if val == value.Decided(0) {
			plies = -1
		}
		v.DTZ, v.PreciseDTZ = &plies, &plies
	case value.ToConversion:
		if val != value.Draw {
			v.DTC = &plies
		}
	default:
		if val != value.Draw {
			v.DTM = &plies
		}
	}
}
