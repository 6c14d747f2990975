package builder

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
)

// A Job is a list of tables to build, each after all that it needs.
type Job struct {
	Steps   []Step
	Present []material.Class // needed too, but already in the store
}

// A Step is one table to build: those of its units that are absent, or a chosen one.
type Step struct {
	Class     material.Class
	Units     []int          // in ascending order
	Lone      []slice.Number // or slices of units that are not built as a whole, in ascending order
	Whole     bool           // with them the table is complete
	Positions int64          // entries to solve, both sides
}

func newStep(l *slice.Layout, units []int, lone []slice.Number, whole bool) Step {
	s := Step{Class: l.Class, Units: units, Lone: lone, Whole: whole}
	for _, piece := range s.pieces(l) {
		s.Positions += positionsOf(l, piece)
	}
	return s
}

// pieces returns the units or the lone slices, in ascending order.
func (s *Step) pieces(l *slice.Layout) []format.Piece {
	pieces := format.UnitPieces(l, s.Units...)
	for _, number := range s.Lone {
		pieces = append(pieces, format.LonePiece(l, number))
	}
	return pieces
}

// A Unit is a part of a table that can be built by itself, see [PlanUnit].
type Unit struct {
	Number    int
	Positions int64
	Needs     []int // the units that must be in the store before
	Bytes     int64 // in the store already; 0 if it is absent
}

// Units lists the units of a table, given the entries that the store has of them.
func Units(l *slice.Layout, entries []store.Entry) []Unit {
	list := make([]Unit, format.Units(l))
	for i := range list {
		n := i + 1
		list[i] = Unit{Number: n, Positions: positionsOf(l, format.UnitPiece(l, n)), Needs: format.UnitNeeds(l, n)}
	}
	for _, found := range catalog.FindUnits(l, entries) {
		list[found.Number-1].Bytes = found.Bytes
	}
	return list
}

func positionsOf(l *slice.Layout, p format.Piece) int64 {
	return 2 * int64(p.End-p.First) * int64(l.Entries())
}

// Positions returns the number of entries of all steps.
func (j *Job) Positions() (sum int64) {
	for _, s := range j.Steps {
		sum += s.Positions
	}
	return sum
}

// Plan lists the tables to build so that the given classes, and all they
// depend on, are in the store. A table with a damaged header is
// built again.
func Plan(ctx context.Context, tables store.Store, classes ...material.Class) (*Job, error) {
	return plan(ctx, tables, nil, classes)
}

// PlanAgain is [Plan], but the given classes are built even if they are stored.
// The old tables stay until the new ones are finished.
func PlanAgain(ctx context.Context, tables store.Store, classes ...material.Class) (*Job, error) {
	return plan(ctx, tables, classes, classes)
}

// PlanUnit plans one unit of a class and nothing else, whether it is stored or not, so that several processes
// can build a table together. If a table or unit that it needs is missing, building fails with an error that
// matches [store.ErrMissing]. The bytes are those that [Build] makes of the unit in one go.
func PlanUnit(l *slice.Layout, unit int) (*Job, error) {
	if unit < 1 || unit > format.Units(l) {
		return nil, fmt.Errorf("%v has no unit %d", l.Class, unit)
	}
	return &Job{Steps: []Step{newStep(l, []int{unit}, nil, format.Units(l) == 1)}}, nil
}

// PlanTables plans some classes and nothing else, each in whole, as [PlanUnit] plans a unit: after each other, as they
// are listed.
func PlanTables(classes ...material.Class) (*Job, error) {
	job := &Job{}
	for _, class := range classes {
		if err := class.Check(); err != nil {
			return nil, err
		}
		l := slice.NewLayout(class)
		job.Steps = append(job.Steps, newStep(l, absentUnits(l, nil), nil, true))
	}
	return job, nil
}

// PlanLone plans some slices of a class, each to be stored alone, as [PlanUnit] plans a unit.
func PlanLone(l *slice.Layout, lone []slice.Number) (*Job, error) {
	if !format.StoresLone(l) || len(lone) == 0 || !slices.IsSorted(lone) || lone[0] < 0 ||
		lone[len(lone)-1] >= l.Slices() {
		return nil, fmt.Errorf("%v has no slices %v that are stored alone", l.Class, lone)
	}
	return &Job{Steps: []Step{newStep(l, nil, slices.Compact(lone), false)}}, nil
}

func plan(ctx context.Context, tables store.Store, again, classes []material.Class) (*Job, error) {
	for _, class := range classes {
		if err := class.Check(); err != nil {
			return nil, err
		}
	}
	there, err := listTables(ctx, tables)
	if err != nil {
		return nil, err
	}
	for _, class := range again {
		there.whole[class] = false
		delete(there.Unfinished, class)
	}
	job := &Job{}
	for _, class := range material.Closure(classes...) {
		if there.whole[class] {
			job.Present = append(job.Present, class)
		} else {
			l := format.LayoutIn(tables, class)
			job.Steps = append(job.Steps, newStep(l, absentUnits(l, there.Unfinished[class]), nil, true))
		}
	}
	return job, nil
}

// A listing is the content of a store, with the classes whose tables are complete.
type listing struct {
	*catalog.Listing
	whole map[material.Class]bool
}

func listTables(ctx context.Context, tables store.Store) (*listing, error) {
	if tables == nil {
		return nil, errNoStore
	}
	there, err := catalog.List(ctx, tables)
	if err != nil {
		return nil, err
	}
	list := &listing{there, map[material.Class]bool{}}
	for _, e := range there.Tables {
		if h, err := format.ParamsOf(tables).DecodeEntry(e); err == nil {
			list.whole[h.Class] = true
		}
	}
	return list, nil
}

// absentUnits returns the missing units of a table that is not complete. It returns all units if none is
// missing, as stored units that do not fit together.
func absentUnits(l *slice.Layout, entries []store.Entry) (absent []int) {
	stored := map[int]bool{}
	for _, found := range catalog.FindUnits(l, entries) {
		stored[found.Number] = true
	}
	for unit := 1; unit <= format.Units(l); unit++ {
		if !stored[unit] {
			absent = append(absent, unit)
		}
	}
	if len(absent) == 0 {
		return absentUnits(l, nil)
	}
	return absent
}

var errNoStore = errors.New("no store to build tables into")
