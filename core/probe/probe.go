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

	steady  bool     // see [Prober.Steady]
	lacking sync.Map // of steady tables: the *MissingError of a class that is missing
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

// Steady promises that the stores do not change until the prober forgets its tables. It then looks for each missing
// table only once.
func (pr *Prober) Steady() *Prober {
	pr.steady = true
	for _, t := range pr.sources {
		if t, ok := t.(*tables); ok {
			t.Steady()
		}
	}
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
	pr.lacking.Clear()
	return pr.each(source.Close)
}

// Renew looks for the parts that were missing of tables: there may be more of them now.
func (pr *Prober) Renew() error {
	pr.inUse.Lock()
	defer pr.inUse.Unlock()
	pr.lacking.Clear()
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

// An Answer is the result of a [Question], or its error.
type Answer struct {
	*Result
	Err error
}

// ProbeAll is [Prober.ProbeAt] for many positions at once, and returns an answer for each. It reads each part of a
// table once for all of them. While it runs, it holds some hundred KiB for each position.
func (pr *Prober) ProbeAll(ctx context.Context, questions []Question) []Answer {
	pr.inUse.RLock()
	defer pr.inUse.RUnlock()
	return pr.answer(ctx, nil, questions)
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

// position probes a position.
func (pr *Prober) position(ctx context.Context, by *value.Metric, p board.Position, clock int) (*Result, error) {
	a := pr.answer(ctx, by, []Question{{p, clock}})[0]
	return a.Result, a.Err
}

// answer probes positions.
func (pr *Prober) answer(ctx context.Context, by *value.Metric, questions []Question) []Answer {
	all := make([]pending, len(questions))
	open := make([]*pending, 0, len(questions)) // those that have not failed
	for i := range questions {
		a := &all[i]
		a.Question, a.lead = questions[i], -1
		a.class, _ = material.OfPosition(&a.Position)
		if pr.closed {
			a.failed = fs.ErrClosed
			continue
		}
		a.tooMany = CheckMen(&a.Position)
		a.moves = legalMoves(&a.Position)
		a.result = &Result{
			Position: a.Position, Class: a.class, InsufficientMaterial: a.Position.InsufficientMaterial(),
		}
		a.answers = make([]*judgement, len(pr.sources))
		open = append(open, a)
	}
	for i := range pr.sources {
		open = pr.consult(ctx, by, i, open)
	}
	answers := make([]Answer, len(questions))
	for i := range all {
		if a := &all[i]; a.failed != nil {
			answers[i].Err = pr.explain(ctx, a)
		} else if a.lead < 0 {
			a.failed = a.absent
			answers[i].Err = pr.explain(ctx, a)
		} else {
			pr.finish(a)
			answers[i].Result = a.result
		}
	}
	return answers
}

// consult makes a source judge positions. It returns those that have not failed.
func (pr *Prober) consult(ctx context.Context, by *value.Metric, number int, list []*pending) (open []*pending) {
	source := pr.sources[number]
	of, isOfMetric := source.(*tables)
	asked := make([]*pending, 0, len(list))
	for _, a := range list {
		switch {
		case !source.isSyzygy() && a.tooMany != nil:
			a.absent = a.tooMany
			open = append(open, a)
		case source.isSyzygy() && a.hasRule:
			open = append(open, a)
		default:
			asked = append(asked, a)
		}
	}
	source.judge(ctx, asked)
	for _, a := range asked {
		missing := errors.Is(a.err, store.ErrMissing)
		switch {
		case missing && pr.any, a.lead >= 0 && (missing || errors.Is(a.err, store.ErrCorrupt)):
			if a.absent = cmp.Or(a.absent, a.err); a.tooMany != nil { // the result leaves these tables out
				a.absent = a.err // about files
			}
			open = append(open, a)
			continue
		case a.err != nil:
			a.failed = a.err
			continue
		case a.lead < 0:
			a.lead = number
		}
		a.answers[number] = a.judgement
		a.hasRule = a.hasRule || source.hasRule()
		a.result.Syzygy = a.result.Syzygy || source.isSyzygy() && len(a.moves) > 0
		if isOfMetric {
			a.result.Answered = append(a.result.Answered, of.metric)
		}
		if by != nil && by == source.rules() && (isOfMetric || source.isSyzygy()) && a.judgement.plies != unknown {
			a.lead = number
		}
		open = append(open, a)
	}
	return open
}

// finish makes the result of a position that sources have answered.
func (pr *Prober) finish(a *pending) {
	r := a.result
	r.By, r.value = pr.sources[a.lead].rules(), a.answers[a.lead].value
	r.Moves = best(r.By, a.moves, a.answers[a.lead])
	r.Unordered = a.answers[a.lead].plies == unknown
	for i, source := range pr.sources {
		if a.answers[i] != nil {
			r.add(source, a.answers[i], a.moves)
		}
	}
	r.count(a.Clock)
}

// explain returns the error of a position. If tables are missing, it names them.
func (pr *Prober) explain(ctx context.Context, a *pending) error {
	if !errors.Is(a.failed, store.ErrMissing) || !a.class.HasTable() {
		return a.failed
	}
	if known, ok := pr.lacking.Load(a.class); ok {
		return known.(*MissingError)
	}
	needed := material.Closure(a.class)
	missing := needed
	for i, source := range pr.sources {
		if i > 0 && !source.isSyzygy() {
			continue
		}
		var err error
		if missing, err = source.missing(ctx, missing); err != nil {
			return err
		}
	}
	if len(missing) > 0 {
		lacking := &MissingError{Class: a.class, Needed: needed, Missing: missing}
		if pr.steady {
			pr.lacking.Store(a.class, lacking)
		}
		return lacking
	}
	if missing = partOf(a.failed); len(missing) > 0 {
		return &MissingError{Class: a.class, Needed: needed, Missing: missing}
	}
	return a.failed // a table was replaced or built just now
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

// best returns the moves, the best value first. Among equal values, the move that leaves the other side worse off comes
// first, and then the move with the first UCI name. If the plies are unknown, only the outcome counts.
func best(metric *value.Metric, moves []*child, answer *judgement) []Move {
	for _, m := range moves {
		m.value, m.gets = answer.after[m.number], metric.After(m.kind, answer.after[m.number])
	}
	slices.SortFunc(moves, func(a, b *child) int {
		if answer.plies == unknown {
			of := func(m *child) int { return standingOf(metric.Category(m.gets)) }
			return cmp.Or(cmp.Compare(of(b), of(a)), cmp.Compare(a.uci, b.uci))
		}
		return cmp.Or(
			value.Compare(b.gets, a.gets),
			value.Compare(a.value, b.value),
			cmp.Compare(a.uci, b.uci),
		)
	})
	list := make([]Move, len(moves))
	for i, m := range moves {
		list[i] = Move{UCI: m.uci, SAN: m.san, After: m.after, Kind: m.kind, Zeroing: m.kind != value.Quiet}
		list[i].end(&m.after, m.hasReplies)
	}
	return list
}

// add adds the values of a source for the position, and for its moves in their order.
func (r *Result) add(s source, answer *judgement, moves []*child) {
	r.end(&r.Position, len(moves) > 0)
	s.addTo(&r.Verdict, answer.value)
	answer.plies.of(&r.Verdict)
	for i := range moves {
		number := moves[i].number
		s.addTo(&r.Moves[i].Verdict, answer.after[number])
		if answer.movePlies != nil {
			answer.movePlies[number].of(&r.Moves[i].Verdict)
		}
	}
	for _, class := range answer.unproven {
		if !slices.Contains(r.Unproven, class) {
			r.Unproven = append(r.Unproven, class)
		}
	}
}
