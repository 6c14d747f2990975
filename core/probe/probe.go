// Package probe answers questions about positions from finished tables: the
// verdict, every move with its verdict, and the best line.
//
// Legal moves and their names come from [board.Position], values from the
// tables alone.
package probe

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// A Prober answers questions from the tables of a store. It may be used by
// several goroutines at once.
type Prober struct {
	sources []source     // the first one must have the position, and orders the moves
	inUse   sync.RWMutex // held for reading while tables are being read
	closed  bool
	any     bool // see [Prober.Any]
}

// A source has the values of positions: the tables of a metric, or the tables by the clock.
type source interface {
	// judge looks up a position with a clock, and the positions after its moves. If the tables have the position
	// itself, its value is checked against the moves.
	judge(ctx context.Context, p *board.Position, moves []child, clock int) (*judgement, error)

	rules() *value.Metric             // defines the value of a move from the value after it
	addTo(v *Verdict, of value.Value) // adds a value to a verdict

	missing(ctx context.Context, classes []material.Class) ([]material.Class, error) // those without stored tables
	renew() error
	unproven()
	isSyzygy() bool // so that it only answers if others lack something
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

func (t *tables) missing(ctx context.Context, classes []material.Class) ([]material.Class, error) {
	return t.Missing(ctx, classes)
}

// cacheBytes bounds the memory of a prober. A probe may need twenty directories of
// half a MiB or more, and some hundred tiles of 4 KiB. The next probe needs mostly
// the same.
const cacheBytes = 24 << 20

// New returns a prober that goes by the default metric.
func New(stored store.Store) *Prober { return By(value.Default(), stored) }

// By returns a prober that goes by a metric, given its tables.
func By(metric *value.Metric, stored store.Store) *Prober {
	return new(Prober).AddMetric(metric, stored)
}

// AddMetric adds the tables of another metric: the prober also returns their values, if they exist.
func (pr *Prober) AddMetric(metric *value.Metric, stored store.Store) *Prober {
	pr.sources = append(pr.sources, &tables{library.New(stored, cacheBytes).ForMetric(metric), metric})
	return pr
}

// Cache sets the size of the cache of the tables of each metric.
func (pr *Prober) Cache(bytes int64) *Prober {
	for _, t := range pr.sources {
		if t, ok := t.(*tables); ok {
			t.Limit(bytes)
		}
	}
	return pr
}

// Unproven makes the prober also use unproven tables if there are no others. [Result.Unproven] lists those that a
// result depends on.
func (pr *Prober) Unproven() *Prober {
	for _, t := range pr.sources {
		t.unproven()
	}
	return pr
}

// Any makes the prober use the first of the other tables that has a position, if the first tables do not
// have it.
func (pr *Prober) Any() *Prober {
	pr.any = true
	return pr
}

// each calls a function with all sources, and joins the errors.
func (pr *Prober) each(do func(t source) error) (err error) {
	for _, t := range pr.sources {
		err = errors.Join(err, do(t))
	}
	return err
}

// Forget waits for probes that are at work and closes all tables, to open them again when they are
// needed. Call it when tables in the store were removed or replaced.
func (pr *Prober) Forget() error {
	pr.inUse.Lock()
	defer pr.inUse.Unlock()
	return pr.each(source.Close)
}

// Renew looks for the parts that were missing of tables: there may be more of them now.
func (pr *Prober) Renew() error {
	pr.inUse.Lock()
	defer pr.inUse.Unlock()
	return pr.each(source.renew)
}

// Close is [Prober.Forget], and the prober's end: from now on it answers [fs.ErrClosed].
func (pr *Prober) Close() error {
	pr.inUse.Lock()
	defer pr.inUse.Unlock()
	pr.closed = true
	return pr.each(source.Close)
}

// Probe judges a position that passes [board.Position.Check]. Errors are
// [*MenError], [*MissingError], or [*store.Error] for a table that can't be read.
func (pr *Prober) Probe(ctx context.Context, p board.Position) (*Result, error) {
	return pr.ProbeAt(ctx, p, 0)
}

// ProbeAt is [Prober.Probe] with a clock: the plies without a capture or a pawn move that were played before, as in a
// FEN.
func (pr *Prober) ProbeAt(ctx context.Context, p board.Position, clock int) (*Result, error) {
	return pr.ProbeBy(ctx, nil, p, clock)
}

// ProbeBy is [Prober.ProbeAt] with the choice of the metric that orders the moves. If its tables are missing, or
// without a choice, it is the prober's first metric. With each metric, moves with a better outcome come first.
func (pr *Prober) ProbeBy(ctx context.Context, by *value.Metric, p board.Position, clock int) (*Result, error) {
	pr.inUse.RLock()
	defer pr.inUse.RUnlock()
	return pr.position(ctx, by, p, clock)
}

// ProbeNullMove judges the position after a null move: with the other side to move, the same
// clock and without en passant. It returns nil for a position in check, in which no
// side may pass. It also returns nil if the verdict depends on unproven tables, as
// it could not mark that. Errors are those of [Prober.Probe].
func (pr *Prober) ProbeNullMove(ctx context.Context, p board.Position, clock int) (*Verdict, error) {
	passed, ok := p.Pass()
	if !ok {
		return nil, nil
	}
	pr.inUse.RLock()
	defer pr.inUse.RUnlock()
	r, err := pr.position(ctx, nil, passed, clock)
	if err != nil || len(r.Unproven) > 0 {
		return nil, err
	}
	return &r.Verdict, nil
}

func (pr *Prober) position(ctx context.Context, by *value.Metric, p board.Position, clock int) (*Result, error) {
	if pr.closed {
		return nil, fs.ErrClosed
	}
	class, _ := material.OfPosition(&p)
	r, err := pr.judged(ctx, by, p, clock)
	if errors.Is(err, store.ErrMissing) && class.HasTable() {
		needed := material.Closure(class)
		missing, listing := pr.sources[0].missing(ctx, needed)
		if listing != nil {
			return nil, listing
		}
		if len(missing) == 0 {
			missing = partOf(err)
		}
		if len(missing) > 0 {
			return nil, &MissingError{Class: class, Needed: needed, Missing: missing}
		}
		return nil, err // a table was replaced or built just now
	}
	if err != nil {
		return nil, err
	}
	r.Class = class
	return r, nil
}

// partOf returns the class of a table with a missing part, given the error. Other parts of the table
// are stored.
func partOf(err error) []material.Class {
	part := (*store.Error)(nil)
	if !errors.As(err, &part) {
		return nil
	}
	if class, ok := format.PieceClass(part.Table); ok {
		return []material.Class{class}
	}
	return nil
}

func (pr *Prober) judged(ctx context.Context, by *value.Metric, p board.Position, clock int) (*Result, error) {
	moves := legalMoves(&p)
	r := &Result{Position: p, InsufficientMaterial: p.InsufficientMaterial()}
	answers := make([]*judgement, len(pr.sources))
	lead := -1
	tooMany := CheckMen(&p) // for all tables but files
	var absent error        // from the first tables
	for i, t := range pr.sources {
		var err error
		switch {
		case !t.isSyzygy() && tooMany != nil:
			absent = tooMany
			continue
		case t.isSyzygy() && r.hasZeroing():
			continue
		}
		answers[i], err = t.judge(ctx, &p, moves, clock)
		missing := errors.Is(err, store.ErrMissing)
		switch {
		case missing && pr.any, lead >= 0 && (missing || errors.Is(err, store.ErrCorrupt)):
			answers[i] = nil // the result leaves these tables out
			if absent = cmp.Or(absent, err); tooMany != nil {
				absent = err // about files
			}
			continue
		case err != nil:
			return nil, err
		case lead < 0:
			lead = i
		}
		r.Syzygy = r.Syzygy || t.isSyzygy()
		of, isOfMetric := t.(*tables)
		if isOfMetric {
			r.Answered = append(r.Answered, of.metric)
		}
		if by != nil && by == t.rules() && (isOfMetric || t.isSyzygy()) {
			lead = i
		}
	}
	if lead < 0 {
		return nil, absent
	}
	r.By, r.value = pr.sources[lead].rules(), answers[lead].value
	r.Moves = best(r.By, &p, moves, answers[lead])
	for i, t := range pr.sources {
		if answers[i] != nil {
			r.add(t, answers[i], moves)
		}
	}
	r.count(clock)
	return r, nil
}

// hasZeroing reports whether tables with plies to zeroing have answered.
func (r *Result) hasZeroing() bool {
	return slices.ContainsFunc(r.Answered, func(m *value.Metric) bool { return m.Goal() == value.ToZeroing })
}

// A judgement has the values of tables for a position and its moves.
type judgement struct {
	value    value.Value
	after    []value.Value // of the moves, by their numbers
	unproven []material.Class

	// Whether the value of the position may be one ply too few, and those of the moves. Nil means none.
	isRounded bool
	rounded   []bool
}

// judge implements [source]. These values do not depend on the clock.
func (t *tables) judge(ctx context.Context, p *board.Position, moves []child, _ int) (*judgement, error) {
	positions := make([]board.Position, len(moves), len(moves)+1)
	for i := range moves {
		positions[i] = moves[i].after
	}
	stored, err := t.open(ctx, p, positions)
	if err != nil {
		return nil, err
	}
	if stored {
		positions = append(positions, *p)
	}
	values, unproven, err := t.Values(ctx, positions)
	if err != nil {
		return nil, err
	}
	j := &judgement{after: values[:len(moves)], unproven: unproven}
	if j.value, err = backup(t.metric, p, moves, j.after); err != nil || !stored {
		return j, err
	}
	class, _ := material.OfPosition(p)
	if len(unproven) > 0 && !slices.Contains(unproven, class) {
		class = unproven[0] // proven tables are not at fault
	}
	return j, checkStored(t.metric, class, values[len(moves)], j.value)
}

// backup returns the value of a position, given the values after its moves.
func backup(metric *value.Metric, p *board.Position, moves []child, values []value.Value) (value.Value, error) {
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
		best.Add(metric, value.KindOf(p, moves[i].move), v)
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

// open opens the tables of p and of the positions after its moves, all at once. It
// reports whether one of them has the value of p.
func (t *tables) open(ctx context.Context, p *board.Position, after []board.Position) (stored bool, err error) {
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
	for i := range after {
		class, _ := material.OfPosition(&after[i])
		need(class)
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

// best returns the moves, the best value first. Among equal values, the move that leaves the other side worse off comes
// first, and then the move with the first UCI name.
func best(metric *value.Metric, p *board.Position, moves []child, answer *judgement) []Move {
	for i := range moves {
		m := &moves[i]
		m.value, m.gets = answer.after[m.number], metric.After(value.KindOf(p, m.move), answer.after[m.number])
	}
	slices.SortFunc(moves, func(a, b child) int {
		return cmp.Or(
			value.Compare(b.gets, a.gets),
			value.Compare(a.value, b.value),
			cmp.Compare(a.move.String(), b.move.String()),
		)
	})
	list := make([]Move, len(moves))
	for i, m := range moves {
		kind := value.KindOf(p, m.move)
		list[i] = Move{UCI: m.move.String(), SAN: m.san, After: m.after, Kind: kind, Zeroing: kind != value.Quiet}
		list[i].end(&m.after, m.hasReplies)
	}
	return list
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

// A child is a legal move with the position after it.
type child struct {
	number int // among the legal moves, in whatever order they are
	move   board.Move
	san    string
	after  board.Position

	hasReplies  bool        // there are moves after it
	value, gets value.Value // by the first source: after the move, and of the move for the side that makes it
}

// legalMoves returns the legal moves, without their values.
func legalMoves(p *board.Position) []child {
	moves := p.LegalMoves(nil)
	list := make([]child, len(moves))
	for i, m := range moves {
		list[i] = child{number: i, move: m, san: p.SAN(m, moves), after: p.Play(m)}
		list[i].hasReplies = list[i].after.HasLegalMove()
	}
	return list
}

// add adds the values of a source for the position, and for its moves in their order.
func (r *Result) add(s source, answer *judgement, moves []child) {
	r.end(&r.Position, len(moves) > 0)
	s.addTo(&r.Verdict, answer.value)
	if answer.isRounded {
		r.PreciseDTZ = nil
	}
	for i := range moves {
		number := moves[i].number
		s.addTo(&r.Moves[i].Verdict, answer.after[number])
		if answer.rounded != nil && answer.rounded[number] {
			r.Moves[i].PreciseDTZ = nil
		}
	}
	for _, class := range answer.unproven {
		if !slices.Contains(r.Unproven, class) {
			r.Unproven = append(r.Unproven, class)
		}
	}
}
