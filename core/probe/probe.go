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
	"strings"
	"sync"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// A Verdict is what is known of a position, in the shape of lichess's
// tablebase API. All of it is seen from the side to move.
type Verdict struct {
	Category  value.Category `json:"category"`
	DTM       *int           `json:"dtm"` // signed plies: positive wins, negative loses, 0 is checkmated; null is a draw
	Checkmate bool           `json:"checkmate"`
	Stalemate bool           `json:"stalemate"`
}

// A Move is a legal move. Its verdict is that of the position after it, for
// the side to move there: a winning move leads to a loss.
type Move struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
	Verdict
	Zeroing bool `json:"zeroing"` // a capture or a pawn move

	// After is the position after the move.
	After board.Position `json:"-"`
}

// A Result is a position's verdict with all its legal moves, best first.
type Result struct {
	Verdict
	InsufficientMaterial bool   `json:"insufficient_material"`
	Moves                []Move `json:"moves"`

	// Unproven has the classes of the tables that all this rests on and whose bytes are not those
	// that are known to be right; see [library.Library.Unproven].
	Unproven []material.Class `json:"unproven,omitempty"`

	// Position is what was asked about, and Class its material.
	Position board.Position `json:"-"`
	Class    material.Class `json:"-"`
}

// A MenError says that a position has more men than tables go up to.
type MenError struct{ Men, Most int }

// Error names both numbers.
func (e *MenError) Error() string {
	return fmt.Sprintf("this position has %d men, and tables go up to %d", e.Men, e.Most)
}

// CheckMen returns a [*MenError] for a position with more men than its table may have.
func CheckMen(p *board.Position) error {
	class, _ := material.Of(p.Men())
	if class.HasTable() {
		return nil
	}
	return &MenError{Men: class.Men(), Most: material.MaxMen}
}

// A MissingError says that a position can't be judged because tables are not
// in the store. It matches [store.ErrMissing].
type MissingError struct {
	Class   material.Class   // of the position
	Needed  []material.Class // the class and all it depends on, in building order
	Missing []material.Class // those that are not in the store
}

// Error names the missing tables.
func (e *MissingError) Error() string {
	if len(e.Missing) == 1 {
		return fmt.Sprintf("the table of %v is missing", e.Missing[0])
	}
	names := make([]string, len(e.Missing))
	for i, class := range e.Missing {
		names[i] = class.String()
	}
	return fmt.Sprintf("%v needs %d tables, and %d of them are missing: %s", e.Class, len(e.Needed), len(e.Missing), strings.Join(names, ", "))
}

// Unwrap returns [store.ErrMissing].
func (e *MissingError) Unwrap() error { return store.ErrMissing }

// A Prober answers questions from the tables of a store. It may be used by
// several goroutines at once.
type Prober struct {
	library *library.Library
	metric  *value.Metric // of the tables that it asks
	inUse   sync.RWMutex  // held for reading while tables are being read
	closed  bool
}

// cacheBytes bounds the memory of a prober. A probe may need twenty directories
// of half a MiB or more and some hundred tiles of 4 KiB, and the next probe mostly
// the same.
const cacheBytes = 24 << 20

// New returns a prober.
func New(tables store.Store) *Prober {
	return &Prober{library: library.New(tables, cacheBytes), metric: value.DTM}
}

// Unproven makes the prober answer also from tables whose bytes are not those that are known to be right, where
// there are no others: see [Result.Unproven].
func (pr *Prober) Unproven() *Prober {
	pr.library.Unproven()
	return pr
}

// Forget waits for probes that are at work and closes all tables, to open them again when they are
// needed. Call it when tables in the store were removed or replaced.
func (pr *Prober) Forget() error {
	pr.inUse.Lock()
	defer pr.inUse.Unlock()
	return pr.library.Close()
}

// Renew looks for the parts that were missing of tables: there may be more of them now.
func (pr *Prober) Renew() error {
	pr.inUse.Lock()
	defer pr.inUse.Unlock()
	return pr.library.Renew()
}

// Close is [Prober.Forget], and the prober's end: from now on it answers [fs.ErrClosed].
func (pr *Prober) Close() error {
	pr.inUse.Lock()
	defer pr.inUse.Unlock()
	pr.closed = true
	return pr.library.Close()
}

// Probe judges a position, which is legal as far as [board.Position.Check] can
// tell. Errors are [*MenError], [*MissingError], or [*store.Error] for a table that
// can't be read.
func (pr *Prober) Probe(ctx context.Context, p board.Position) (*Result, error) {
	pr.inUse.RLock()
	defer pr.inUse.RUnlock()
	return pr.position(ctx, p)
}

// Pass judges the position as it would be if the side to move could pass: for
// the other side to move, without en passant. It returns nil for a position in
// check, which nobody may pass in. Errors are those of [Prober.Probe].
func (pr *Prober) Pass(ctx context.Context, p board.Position) (*Verdict, error) {
	if p.InCheck(p.Turn) {
		return nil, nil
	}
	pr.inUse.RLock()
	defer pr.inUse.RUnlock()
	r, err := pr.position(ctx, board.NewPosition(p.Turn.Other(), p.Men()...))
	if err != nil {
		return nil, err
	}
	return &r.Verdict, nil
}

func (pr *Prober) position(ctx context.Context, p board.Position) (*Result, error) {
	if pr.closed {
		return nil, fs.ErrClosed
	}
	class, _ := material.Of(p.Men())
	if err := CheckMen(&p); err != nil {
		return nil, err
	}
	r, err := pr.judged(ctx, p)
	if errors.Is(err, store.ErrMissing) {
		if missing := pr.missing(ctx, class); len(missing.Missing) > 0 {
			return nil, missing
		}
		return nil, err // it was replaced or built just now
	}
	if err != nil {
		return nil, err
	}
	r.Class = class
	return r, nil
}

func (pr *Prober) judged(ctx context.Context, p board.Position) (*Result, error) {
	children := legalMoves(&p)
	said, unproven, err := pr.look(ctx, &p, children)
	if err != nil {
		return nil, err
	}
	sortBest(children)
	r := &Result{Position: p, InsufficientMaterial: p.InsufficientMaterial(), Moves: make([]Move, len(children)), Unproven: unproven}
	var backup value.Backup
	for i, c := range children {
		hasMoves := c.after.HasLegalMove()
		if c.value == value.Decided(0) && (hasMoves || !c.after.InCheck(c.after.Turn)) {
			class, _ := material.Of(c.after.Men())
			return nil, &store.Error{Table: class.String(), Err: fmt.Errorf("%w: %q is no checkmate", store.ErrCorrupt, c.after.FEN())}
		}
		backup.Add(pr.metric, value.KindOf(&p, c.move), c.value)
		m := &r.Moves[i]
		*m = Move{UCI: c.move.String(), SAN: c.san, After: c.after, Zeroing: p.IsZeroing(c.move)}
		m.judge(&m.After, pr.metric, c.value, !hasMoves)
	}
	v := backup.Value(&p)
	if said != nil && *said != v {
		class, _ := material.Of(p.Men())
		return nil, &store.Error{
			Table: class.String(),
			Err:   fmt.Errorf("%w: it says %s where the moves say %s", store.ErrCorrupt, pr.metric.Format(*said), pr.metric.Format(v)),
		}
	}
	r.judge(&p, pr.metric, v, len(children) == 0)
	return r, nil
}

// look finds the values of the children. It returns also what the table says
// of the position itself, if it has the side to move: the moves are held to it. And the
// classes of the unproven tables that were read.
func (pr *Prober) look(ctx context.Context, p *board.Position, children []child) (said *value.Value, unproven []material.Class, err error) {
	positions := make([]board.Position, len(children), len(children)+1)
	for i := range children {
		positions[i] = children[i].after
	}
	stored, err := pr.open(ctx, p, positions)
	if err != nil {
		return nil, nil, err
	}
	if stored {
		positions = append(positions, *p)
	}
	values, unproven, err := pr.library.Values(ctx, positions)
	if err != nil {
		return nil, nil, err
	}
	for i := range children {
		children[i].value = values[i]
	}
	if stored {
		said = &values[len(children)]
	}
	return said, unproven, nil
}

// open opens the tables that positions need, all at once, and reports whether
// one of them has the value of p, whose moves lead to the others.
func (pr *Prober) open(ctx context.Context, p *board.Position, after []board.Position) (stored bool, err error) {
	var classes []material.Class
	need := func(class material.Class) {
		if !class.BareKings() && !slices.Contains(classes, class) {
			classes = append(classes, class)
		}
	}
	own, swapped := material.Of(p.Men())
	if p.EnPassant == board.NoSquare { // tables know nothing of that
		need(own)
	}
	asks := len(classes) > 0
	for i := range after {
		class, _ := material.Of(after[i].Men())
		need(class)
	}
	tables, err := pr.library.OpenAll(ctx, classes)
	if err != nil || !asks {
		return false, err
	}
	side := p.Turn
	if swapped {
		side = side.Other()
	}
	return tables[0].Header.Stores(side), nil
}

func (v *Verdict) judge(p *board.Position, metric *value.Metric, val value.Value, noMoves bool) {
	v.Category = val.Outcome().Category()
	if val != value.Draw {
		plies := metric.Plies(val) * int(val.Outcome())
		v.DTM = &plies
	}
	check := p.InCheck(p.Turn)
	v.Checkmate = noMoves && check
	v.Stalemate = noMoves && !check
}

// missing tells what has to be built for a class.
func (pr *Prober) missing(ctx context.Context, class material.Class) *MissingError {
	e := &MissingError{Class: class, Needed: material.Closure(class)}
	for _, c := range e.Needed {
		if _, err := pr.library.Open(ctx, c); errors.Is(err, store.ErrMissing) {
			e.Missing = append(e.Missing, c)
		}
	}
	return e
}

// A child is a legal move with what it leads to.
type child struct {
	move  board.Move
	san   string
	after board.Position
	value value.Value
}

// legalMoves returns the legal moves, without their values.
func legalMoves(p *board.Position) []child {
	moves := p.LegalMoves(nil)
	list := make([]child, len(moves))
	for i, m := range moves {
		list[i] = child{move: m, san: p.SAN(m, moves), after: p.Play(m)}
	}
	return list
}

// sortBest puts the best moves first, of equals the one whose UCI name comes
// first.
func sortBest(list []child) {
	slices.SortFunc(list, func(a, b child) int {
		return cmp.Or(value.Compare(a.value, b.value), cmp.Compare(a.move.String(), b.move.String()))
	})
}
