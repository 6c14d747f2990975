// Package probe answers questions about positions from finished tables: the
// verdict, every move with what it leads to, and the best line.
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
	"github.com/matewright/matewright/core/words"
)

// A Verdict is what is known of a position, in the shape of lichess's
// tablebase API. All of it is seen from the side to move.
type Verdict struct {
	Category value.Category `json:"category"`

	// Signed plies: positive wins, negative loses; null if no tables say it. They lead to zeroing, to mate, to mate
	// under the fifty-move rule, and to conversion, see [value.Goal]. A draw has a DTZ of 0 and no other plies. After
	// checkmate DTM and DTC are 0, and DTZ is -1, as in other programs.
	DTZ        *int `json:"dtz"`
	PreciseDTZ *int `json:"precise_dtz"` // the same, as ours is never rounded
	DTM        *int `json:"dtm"`
	DTM50      *int `json:"dtm50"` // with the clock of the position; also where DTM and the clock imply it
	DTC        *int `json:"dtc"`

	Checkmate bool `json:"checkmate"`
	Stalemate bool `json:"stalemate"`

	// Unsure wins and losses may be draws by the fifty-move rule: neither a table nor the clock
	// rules that out.
	Unsure bool `json:"unsure,omitempty"`
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

	// Unproven has the classes of the tables that all this rests on and whose bytes are not those
	// that are known to be right; see [library.Library.Unproven].
	Unproven []material.Class

	// Position is what was asked about, and Class its material.
	Position board.Position
	Class    material.Class

	Told []*value.Metric // what is known: the metrics of the tables that have answered
	By   *value.Metric   // which of them says what moves are best

	value value.Value // by that
}

// A MenError says that a position has more men than tables go up to.
type MenError struct {
	Men, Most int
	Rights    board.Rights // to castle: with these, tables have fewer men
}

// Said returns both numbers as a message.
func (e *MenError) Said() words.Message {
	if e.Rights != 0 {
		return words.Of("core.men.castling", "count", e.Men, "most", e.Most)
	}
	return words.Of("core.men.tables", "count", e.Men, "most", e.Most)
}

// Error names both numbers.
func (e *MenError) Error() string { return e.Said().String() }

// CheckMen returns a [*MenError] for a position with more men than its table may have.
func CheckMen(p *board.Position) error {
	class, _ := material.OfPosition(p)
	if class.HasTable() {
		return nil
	}
	if class.Men() > material.MaxMen { // whatever the rights
		return &MenError{Men: class.Men(), Most: material.MaxMen}
	}
	return &MenError{Men: class.Men(), Most: class.MostMen(), Rights: p.Rights}
}

// A MissingError says that a position can't be judged because tables are not
// in the store. It matches [store.ErrMissing].
type MissingError struct {
	Class   material.Class   // of the position
	Needed  []material.Class // the class and all it depends on, in building order
	Missing []material.Class // those that are not in the store
}

// Said returns the missing tables as a message.
func (e *MissingError) Said() words.Message {
	if len(e.Missing) == 1 {
		return words.Of("core.missing.one", "class", e.Missing[0])
	}
	return words.Of("core.missing.several",
		"class", e.Class, "needed", len(e.Needed), "count", len(e.Missing), "missing", words.List(e.Missing))
}

// Error names the missing tables.
func (e *MissingError) Error() string { return e.Said().String() }

// Unwrap returns [store.ErrMissing].
func (e *MissingError) Unwrap() error { return store.ErrMissing }

// A Prober answers questions from the tables of a store. It may be used by
// several goroutines at once.
type Prober struct {
	tellers []teller     // what the first one says must be known, and says which moves are best
	inUse   sync.RWMutex // held for reading while tables are being read
	closed  bool
	any     bool // see [Prober.Any]
}

// A teller says what positions are worth: the tables of a metric, or those that go by the clock.
type teller interface {
	// judge finds out what is said of a position with a clock, and of what its moves lead to. If it is said of the
	// position itself, it is held to the moves.
	judge(ctx context.Context, p *board.Position, moves []child, clock int) (*judgement, error)

	rules() *value.Metric            // what a move makes of what it leads to
	tell(v *Verdict, of value.Value) // adds what was said

	missing(ctx context.Context, classes []material.Class) ([]material.Class, error) // those that nothing is stored of
	renew() error
	unproven()
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

func (t *tables) missing(ctx context.Context, classes []material.Class) ([]material.Class, error) {
	return t.Missing(ctx, classes)
}

// cacheBytes bounds the memory of a prober. A probe may need twenty directories
// of half a MiB or more and some hundred tiles of 4 KiB, and the next probe mostly
// the same.
const cacheBytes = 24 << 20

// New returns a prober that goes by the default metric.
func New(stored store.Store) *Prober { return By(value.Default(), stored) }

// By returns a prober that goes by a metric, given its tables.
func By(metric *value.Metric, stored store.Store) *Prober {
	return new(Prober).With(metric, stored)
}

// With makes the prober say what the tables of another metric say, too, as far as they are there.
func (pr *Prober) With(metric *value.Metric, stored store.Store) *Prober {
	pr.tellers = append(pr.tellers, &tables{library.New(stored, cacheBytes).Of(metric), metric})
	return pr
}

// Cache has the tables of each metric remember so many bytes of what was read of them.
func (pr *Prober) Cache(bytes int64) *Prober {
	for _, t := range pr.tellers {
		if t, ok := t.(*tables); ok {
			t.Limit(bytes)
		}
	}
	return pr
}

// Unproven makes the prober answer also from tables whose bytes are not those that are known to be right, where
// there are no others: see [Result.Unproven].
func (pr *Prober) Unproven() *Prober {
	for _, t := range pr.tellers {
		t.unproven()
	}
	return pr
}

// Any makes the prober answer also where the first tables don't have a position, by the first of the
// others that do.
func (pr *Prober) Any() *Prober {
	pr.any = true
	return pr
}

// each calls a function with all who tell, and returns what goes wrong.
func (pr *Prober) each(do func(t teller) error) (err error) {
	for _, t := range pr.tellers {
		err = errors.Join(err, do(t))
	}
	return err
}

// Forget waits for probes that are at work and closes all tables, to open them again when they are
// needed. Call it when tables in the store were removed or replaced.
func (pr *Prober) Forget() error {
	pr.inUse.Lock()
	defer pr.inUse.Unlock()
	return pr.each(teller.Close)
}

// Renew looks for the parts that were missing of tables: there may be more of them now.
func (pr *Prober) Renew() error {
	pr.inUse.Lock()
	defer pr.inUse.Unlock()
	return pr.each(teller.renew)
}

// Close is [Prober.Forget], and the prober's end: from now on it answers [fs.ErrClosed].
func (pr *Prober) Close() error {
	pr.inUse.Lock()
	defer pr.inUse.Unlock()
	pr.closed = true
	return pr.each(teller.Close)
}

// Probe judges a position, which is legal as far as [board.Position.Check] can
// tell. Errors are [*MenError], [*MissingError], or [*store.Error] for a table that
// can't be read.
func (pr *Prober) Probe(ctx context.Context, p board.Position) (*Result, error) {
	return pr.ProbeAt(ctx, p, 0)
}

// ProbeAt is [Prober.Probe] with a clock: the plies without a capture or a pawn move that were played before, as a FEN
// tells them.
func (pr *Prober) ProbeAt(ctx context.Context, p board.Position, clock int) (*Result, error) {
	return pr.ProbeBy(ctx, nil, p, clock)
}

// ProbeBy is [Prober.ProbeAt] with the choice which metric says what moves are best, if its tables are there; if not,
// it is the prober's first one, as without a choice. Whatever it is, moves with a better outcome come first.
func (pr *Prober) ProbeBy(ctx context.Context, by *value.Metric, p board.Position, clock int) (*Result, error) {
	pr.inUse.RLock()
	defer pr.inUse.RUnlock()
	return pr.position(ctx, by, p, clock)
}

// Pass judges the position as it would be if the side to move could pass: for
// the other side to move, with the same clock and without en passant. It returns nil for a position
// in check, in which nobody may pass. So it does where its answer would rest on unproven tables,
// as it has no word for that. Errors are those of [Prober.Probe].
func (pr *Prober) Pass(ctx context.Context, p board.Position, clock int) (*Verdict, error) {
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
	if err := CheckMen(&p); err != nil {
		return nil, err
	}
	r, err := pr.judged(ctx, by, p, clock)
	if errors.Is(err, store.ErrMissing) {
		needed := material.Closure(class)
		missing, listing := pr.tellers[0].missing(ctx, needed)
		if listing != nil {
			return nil, listing
		}
		if len(missing) == 0 {
			missing = partOf(err)
		}
		if len(missing) > 0 {
			return nil, &MissingError{Class: class, Needed: needed, Missing: missing}
		}
		return nil, err // it was replaced or built just now
	}
	if err != nil {
		return nil, err
	}
	r.Class = class
	return r, nil
}

// partOf returns the class of the part of a table that an error says is missing: others of its
// parts are stored.
func partOf(err error) []material.Class {
	part := (*store.Error)(nil)
	if !errors.As(err, &part) {
		return nil
	}
	if class, ok := format.OfPiece(part.Table); ok {
		return []material.Class{class}
	}
	return nil
}

func (pr *Prober) judged(ctx context.Context, by *value.Metric, p board.Position, clock int) (*Result, error) {
	moves := legalMoves(&p)
	r := &Result{Position: p, InsufficientMaterial: p.InsufficientMaterial()}
	said := make([]*judgement, len(pr.tellers))
	lead := -1
	var absent error // of the first tables
	for i, t := range pr.tellers {
		var err error
		said[i], err = t.judge(ctx, &p, moves, clock)
		missing := errors.Is(err, store.ErrMissing)
		switch {
		case missing && pr.any, lead >= 0 && (missing || errors.Is(err, store.ErrCorrupt)):
			said[i] = nil // what these would add is no part of the answer
			absent = cmp.Or(absent, err)
			continue
		case err != nil:
			return nil, err
		case lead < 0:
			lead = i
		}
		if of, isOfMetric := t.(*tables); isOfMetric {
			if r.Told = append(r.Told, of.metric); of.metric == by {
				lead = i
			}
		}
	}
	if lead < 0 {
		return nil, absent
	}
	r.By, r.value = pr.tellers[lead].rules(), said[lead].value
	r.Moves = best(r.By, &p, moves, said[lead])
	for i, t := range pr.tellers {
		if said[i] != nil {
			r.add(t, said[i], moves)
		}
	}
	r.count(clock)
	return r, nil
}

// A judgement is what tables say of a position.
type judgement struct {
	value    value.Value
	after    []value.Value // of the moves, by their numbers
	unproven []material.Class
}

// judge implements [teller]. A clock changes nothing of what these say.
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
		class = unproven[0] // what is proven is not at fault
	}
	return j, hold(t.metric, class, values[len(moves)], j.value)
}

// backup returns the value of a position, given those of what its moves lead to.
func backup(metric *value.Metric, p *board.Position, moves []child, values []value.Value) (value.Value, error) {
	var best value.Backup
	for i, v := range values {
		after := &moves[i].after
		if v == value.Decided(0) && (moves[i].leadsOn || !after.InCheck(after.Turn)) {
			class, _ := material.OfPosition(after)
			return value.Draw, &store.Error{
				Table: class.String(),
				Err:   fmt.Errorf("%w: %q is no checkmate", store.ErrCorrupt, after.FEN()),
			}
		}
		best.Add(metric, value.KindOf(p, moves[i].move), v)
	}
	return best.Value(p), nil
}

// hold holds what a table says of a position to what the moves say. The class is that of the table at fault, if they
// differ.
func hold(metric *value.Metric, class material.Class, said, moves value.Value) error {
	if said == moves {
		return nil
	}
	return &store.Error{
		Table: class.String(),
		Err: fmt.Errorf(
			"%w: it says %s where the moves say %s",
			store.ErrCorrupt,
			metric.Format(said),
			metric.Format(moves),
		),
	}
}

// open opens the tables that positions need, all at once, and reports whether
// one of them has the value of p, whose moves lead to the others.
func (t *tables) open(ctx context.Context, p *board.Position, after []board.Position) (stored bool, err error) {
	var classes []material.Class
	need := func(class material.Class) {
		if !class.BareKings() && !slices.Contains(classes, class) {
			classes = append(classes, class)
		}
	}
	own, swapped := material.OfPosition(p)
	if p.EnPassant == board.NoSquare { // tables know nothing of that
		need(own)
	}
	asks := len(classes) > 0
	for i := range after {
		class, _ := material.OfPosition(&after[i])
		need(class)
	}
	opened, err := t.OpenAll(ctx, classes)
	if err != nil || !asks {
		return false, err
	}
	side := p.Turn
	if swapped {
		side = side.Other()
	}
	return opened[0].Header.Stores(side), nil
}

// best returns the moves, the best first: those with the best value, of equal ones that which leaves the other side
// worse off, and then the one whose UCI name comes first.
func best(metric *value.Metric, p *board.Position, moves []child, said *judgement) []Move {
	for i := range moves {
		m := &moves[i]
		m.value, m.gets = said.after[m.number], metric.After(value.KindOf(p, m.move), said.after[m.number])
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
		list[i].end(&m.after, m.leadsOn)
	}
	return list
}

// add adds what is said of a position, and of its moves in their order.
func (r *Result) add(t teller, said *judgement, moves []child) {
	r.end(&r.Position, len(moves) > 0)
	t.tell(&r.Verdict, said.value)
	for i := range moves {
		t.tell(&r.Moves[i].Verdict, said.after[moves[i].number])
	}
	for _, class := range said.unproven {
		if !slices.Contains(r.Unproven, class) {
			r.Unproven = append(r.Unproven, class)
		}
	}
}

// tell implements [teller].
func (t *tables) tell(v *Verdict, val value.Value) {
	switch category := t.metric.Category(val); {
	case v.Category == "" || t.metric.KnowsFiftyMoves():
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

// end says whether the game has ended.
func (v *Verdict) end(p *board.Position, hasMoves bool) {
	check := p.InCheck(p.Turn)
	v.Checkmate = !hasMoves && check
	v.Stalemate = !hasMoves && !check
}

// A child is a legal move with what it leads to.
type child struct {
	number int // among the legal moves, in whatever order they are
	move   board.Move
	san    string
	after  board.Position

	leadsOn     bool        // there are moves after it
	value, gets value.Value // by who says which moves are best: after it, and of the move for who makes it
}

// legalMoves returns the legal moves, without their values.
func legalMoves(p *board.Position) []child {
	moves := p.LegalMoves(nil)
	list := make([]child, len(moves))
	for i, m := range moves {
		list[i] = child{number: i, move: m, san: p.SAN(m, moves), after: p.Play(m)}
		list[i].leadsOn = list[i].after.HasLegalMove()
	}
	return list
}
