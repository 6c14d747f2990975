package builder

import (
	"context"
	"maps"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/words"
)

// PlanPositions is [Plan] for positions instead of classes. It lists only the units that play can
// reach from them or, if units have many small slices, only these slices. They are enough to judge the positions and
// all that follow: a pawn on b7 needs no unit that has only pawns on lower ranks.
func PlanPositions(ctx context.Context, tables store.Store, positions ...board.Position) (*Job, error) {
	r := newReach(tables)
	for i := range positions {
		if class, _ := material.OfPosition(&positions[i]); !class.HasTable() {
			return nil, &material.ClassError{
				Name: class.String(),
				Why:  words.New("core.class.position", "count", class.Men()),
			}
		}
		r.add(positions[i].Men(), positions[i].Rights)
	}
	return r.plan(ctx, tables)
}

// PlanOpposed is [PlanPositions] for the positions of a class with opposed pawns and without castling rights: see
// [material.Opposed]. Two pawns that face each other stay on their file until one is captured or captures.
func PlanOpposed(ctx context.Context, tables store.Store, class material.Class) (*Job, error) {
	r := newReach(tables)
	l := r.params.Layout(class)
	for number := range l.Slices() {
		if men := menOf(l, number); material.Opposed(men) {
			r.add(men, 0)
		}
	}
	return r.plan(ctx, tables)
}

// plan plans the absent ones of the added slices, and of all that can be reached from them.
func (r *reach) plan(ctx context.Context, tables store.Store) (*Job, error) {
	r.close()
	there, err := listTables(ctx, tables)
	if err != nil {
		return nil, err
	}
	job := &Job{}
	for _, class := range slices.SortedFunc(maps.Keys(r.slices), material.Compare) {
		if there.whole[class] {
			job.Present = append(job.Present, class)
			continue
		}
		l := r.layouts[class]
		step := r.step(l, absentUnits(l, there.Unfinished[class]), there.Lone[class])
		if len(step.Units)+len(step.Lone) > 0 {
			job.Steps = append(job.Steps, step)
		} else {
			job.Present = append(job.Present, class)
		}
	}
	return job, nil
}

// step plans the reached units or lone slices of a class, given its absent units and the stored lone slices.
func (r *reach) step(l *slice.Layout, absent []int, there []store.Entry) Step {
	var units []int
	var lone []slice.Number
	for _, unit := range absent {
		first, end := format.UnitSlices(l, unit)
		reached := len(lone)
		for number := first; number < end; number++ {
			if r.slices[l.Class][number] {
				lone = append(lone, number)
			}
		}
		if len(lone)-reached == int(end-first) {
			units = append(units, unit)
		}
	}
	if len(units) == len(absent) || !format.StoresLone(l) {
		return newStep(l, units, nil, len(units) == len(absent))
	}
	found := catalog.FindLone(l, there)
	lone = slices.DeleteFunc(lone, func(number slice.Number) bool { return slices.Contains(found, number) })
	return newStep(l, nil, lone, false)
}

// A reach is the set of slices that play can reach: all slices of a unit, if that is built as a whole.
type reach struct {
	params  format.Params
	layouts map[material.Class]*slice.Layout
	slices  map[material.Class]map[slice.Number]bool
	open    []reached // whose successors are not added yet
}

func newReach(tables store.Store) *reach {
	return &reach{
		params:  format.ParamsOf(tables),
		layouts: map[material.Class]*slice.Layout{},
		slices:  map[material.Class]map[slice.Number]bool{},
	}
}

type reached struct {
	layout *slice.Layout
	number slice.Number
}

// add adds the slices of the positions with these men and some or all of the rights. The squares of pieces do not
// matter.
func (r *reach) add(men []board.Man, rights board.Rights) {
	for _, left := range material.RightsLeft(men, rights) {
		r.addSlice(men, left)
	}
}

// addSlice adds a slice, or all of its unit.
func (r *reach) addSlice(men []board.Man, rights board.Rights) {
	class, swapped := material.ClassOf(men, rights)
	if class.BareKings() {
		return
	}
	l := r.layouts[class]
	if l == nil {
		l = r.params.Layout(class)
		r.layouts[class], r.slices[class] = l, map[slice.Number]bool{}
	}
	number, _ := l.SliceOf(pawnsOf(l, men, swapped))
	if r.slices[class][number] {
		return
	}
	first, end := number, number+1
	if !format.StoresLone(l) {
		first, end = format.UnitSlices(l, format.UnitOf(l, number))
	}
	for number := first; number < end; number++ {
		r.slices[class][number] = true
		r.open = append(r.open, reached{l, number})
	}
}

// pawnsOf returns the squares of the pawns as a layout has them, given whether the sides change
// names.
func pawnsOf(l *slice.Layout, men []board.Man, swapped bool) *slice.Squares {
	var squares slice.Squares
	var used [material.MaxMen]bool
	for i, want := range l.Men {
		if want.Type != board.Pawn {
			continue
		}
		for k, m := range men {
			if swapped {
				m.Color, m.Square = m.Color.Other(), board.FlipRanks.Square(m.Square)
			}
			if !used[k] && m.Type == board.Pawn && m.Color == want.Color {
				used[k], squares[i] = true, m.Square
				break
			}
		}
	}
	return &squares
}

// menOf returns the men of a slice. Only the squares of pawns are set.
func menOf(l *slice.Layout, number slice.Number) []board.Man {
	men := slices.Clone(l.Men)
	pawns := l.PawnSquares(number)
	for i, s := range pawns {
		men[len(men)-len(pawns)+i].Square = s
	}
	return men
}

// close adds all slices that can be reached from the added ones.
func (r *reach) close() {
	for len(r.open) > 0 {
		from := r.open[len(r.open)-1]
		r.open = r.open[:len(r.open)-1]
		men := menOf(from.layout, from.number)
		r.add(men, from.layout.Class.Rights()) // of those slices, too, that are here because of their unit alone
		r.addSuccessors(men, from.layout.Class.Rights())
	}
}

// addSuccessors adds the slices that one move can reach from some men. Only the squares of pawns are known.
func (r *reach) addSuccessors(men []board.Man, rights board.Rights) {
	var pawns board.Bitboard
	for _, m := range men {
		if m.Type == board.Pawn {
			pawns |= m.Square.Bit()
		}
	}
	for i, m := range men {
		if m.Type != board.King {
			r.add(without(men, i), rights) // captured by a king or a piece
		}
		if m.Type != board.Pawn {
			continue
		}
		for targets := board.PawnPushes(m.Color, m.Square, pawns); targets != 0; targets = targets.Rest() {
			r.addPawnMove(men, rights, i, targets.First())
		}
		for targets := board.PawnAttacks(m.Color, m.Square); targets != 0; targets = targets.Rest() {
			r.addPawnCaptures(men, rights, pawns, i, targets.First())
		}
	}
}

// addPawnCaptures adds a pawn's captures on a square: it takes the pawn there, any piece, or a pawn en passant.
func (r *reach) addPawnCaptures(men []board.Man, rights board.Rights, pawns board.Bitboard, pawn int, to board.Square) {
	passed := board.NoSquare
	if rank := men[pawn].Square.Rank(); rank == 4-int(men[pawn].Color) {
		passed = board.Square(rank*8 + to.File())
	}
	for k, victim := range men {
		switch {
		case victim.Color == men[pawn].Color || victim.Type == board.King:
			continue
		case victim.Type == board.Pawn && victim.Square != to && victim.Square != passed:
			continue
		case victim.Type != board.Pawn && pawns.Has(to):
			continue
		}
		after := without(men, k)
		if k < pawn {
			r.addPawnMove(after, rights, pawn-1, to)
		} else {
			r.addPawnMove(after, rights, pawn, to)
		}
	}
}

// addPawnMove adds a move of a pawn, and all its promotions on the last rank.
func (r *reach) addPawnMove(men []board.Man, rights board.Rights, pawn int, to board.Square) {
	after := slices.Clone(men)
	after[pawn].Square = to
	if to.Rank() != 0 && to.Rank() != 7 {
		r.add(after, rights)
		return
	}
	for _, t := range board.Promotions {
		after[pawn].Type = t
		r.add(after, rights)
	}
}

func without(men []board.Man, i int) []board.Man { return slices.Delete(slices.Clone(men), i, i+1) }
