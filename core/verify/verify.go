// Package verify holds a finished table to the rules of chess: the value of
// every entry must be what its legal moves say.
//
// It shares nothing with the solver but the layout and the tables. Moves come
// from [board.Position], one position at a time: slow and obvious on purpose.
// Together with the terminal positions, which have no moves, one ply of
// lookahead for every entry proves a table of DTM right: a wrong value would
// need a wrong child, that one a shallower wrong child, and so on to a mate.
package verify

import (
	"context"
	"fmt"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/table"
	"github.com/matewright/matewright/core/value"
)

// A MismatchError is an entry that contradicts its moves. It matches
// [table.ErrCorrupt].
type MismatchError struct {
	Class  material.Class
	FEN    string
	Stored value.Value
	Moves  value.Value // what the legal moves say
}

// Error names the position.
func (e *MismatchError) Error() string {
	return fmt.Sprintf("%v: the table says %v for %q, the moves say %v", e.Class, e.Stored, e.FEN, e.Moves)
}

// Unwrap returns [table.ErrCorrupt].
func (e *MismatchError) Unwrap() error { return table.ErrCorrupt }

// A Result counts what was verified.
type Result struct {
	Entries int64 // legal positions recomputed
}

// Table recomputes every legal entry of a class from its children. Observe, if
// not nil, is called now and then with the number of entries passed, legal or
// not. The statistics are counted again too. The first contradiction is
// returned: a [*MismatchError], or another error that matches [table.ErrCorrupt].
func Table(ctx context.Context, store table.Store, class material.Class, observe func(entries int64)) (*Result, error) {
	tables := newTables(ctx, store)
	defer tables.close()
	l, err := tables.layout(class)
	if err != nil {
		return nil, err
	}
	v := &verifier{ctx: ctx, tables: tables, layout: l, own: tables.open[class].slices, observe: observe}
	for number := range l.Slices() {
		if err := v.slice(number); err != nil {
			return nil, err
		}
	}
	if header := tables.open[class].Header; header.Statistics != v.statistics {
		return nil, &table.Error{Table: class.String(), Err: fmt.Errorf("%w: its statistics are not those of its entries", table.ErrCorrupt)}
	}
	return &v.result, nil
}

type verifier struct {
	ctx     context.Context
	tables  *tables
	layout  *slice.Layout
	own     []*solve.Values // the class's own slices, as far as they are read
	observe func(int64)
	passed  int64
	result  Result
	moves   []board.Move

	statistics table.Statistics
}

func (v *verifier) slice(number int) error {
	values, err := v.tables.values(v.layout, number)
	if err != nil {
		return err
	}
	v.statistics.AddSlice(v.layout, number, values)
	var sc slice.Scene
	for word := range v.layout.Words() {
		if word&0xfff == 0 {
			if err := v.ctx.Err(); err != nil {
				return err
			}
			if v.observe != nil {
				v.observe(v.passed)
			}
		}
		v.passed += 2 * 64
		if !v.layout.Scene(number, word, &sc) {
			continue
		}
		for _, c := range board.Colors {
			for lanes := ^sc.Illegal(c); lanes != 0; lanes = lanes.Rest() {
				at := slice.Place{Slice: number, Side: c, Entry: word<<6 | int(lanes.First())}
				if err := v.entry(at, values); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (v *verifier) entry(at slice.Place, values *solve.Values) error {
	p := v.layout.Position(at)
	moves, err := v.fromMoves(&p)
	if err != nil {
		return err
	}
	v.result.Entries++
	if stored := values[at.Side][at.Entry]; stored != moves {
		return &MismatchError{v.layout.Class, p.FEN(), stored, moves}
	}
	return nil
}

// fromMoves returns the value of a position as its legal moves say.
func (v *verifier) fromMoves(p *board.Position) (value.Value, error) {
	start := len(v.moves)
	v.moves = p.LegalMoves(v.moves)
	moves := v.moves[start:]
	defer func() { v.moves = v.moves[:start] }()
	if len(moves) == 0 && !p.InCheck(p.Turn) {
		return value.Draw, nil
	}
	best := value.Rank(0)
	for _, m := range moves {
		after := p.Play(m)
		child, err := v.child(&after, m)
		if err != nil {
			return value.Draw, err
		}
		best = max(best, child.Parent())
	}
	return best.Value(), nil
}

// child returns the value of a position after a move. Tables know nothing of
// en passant, so where it is possible the moves decide again.
func (v *verifier) child(p *board.Position, m board.Move) (value.Value, error) {
	if p.EnPassant != board.NoSquare {
		return v.fromMoves(p)
	}
	l, first := v.layout, board.White
	if m.Promotion != board.NoPiece || len(p.Men()) < len(l.Men) {
		class, swapped := material.Of(p.Men())
		if class.BareKings() {
			return value.Draw, nil
		}
		if swapped {
			first = board.Black
		}
		var err error
		if l, err = v.tables.layout(class); err != nil {
			return value.Draw, err
		}
	}
	at := l.LocateFor(p, first)
	if l == v.layout && v.own[at.Slice] != nil {
		return v.own[at.Slice][at.Side][at.Entry], nil
	}
	values, err := v.tables.values(l, at.Slice)
	if err != nil {
		return value.Draw, err
	}
	return values[at.Side][at.Entry], nil
}
