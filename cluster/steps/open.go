package steps

import (
	"context"
	"maps"
	"slices"

	"github.com/matewright/matewright/cluster/beamstore"
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/framewise"
	"github.com/matewright/matewright/core/solve/methods"
	"github.com/matewright/matewright/core/value"
)

type openFn struct{ Job Job }

// ProcessElement opens a place.
func (f *openFn) ProcessElement(ctx context.Context, at int, emit func(int, Sum)) (err error) {
	c, err := f.Job.open()
	if err != nil {
		return err
	}
	stored, err := beamstore.Open(f.Job.Files)
	if err != nil {
		return err
	}
	source, closeSource := c.source(ctx, stored)
	p := place(at)
	var sum Sum
	if framewise.Applies(c.layout) {
		sum.LastDue, err = c.openPlace(ctx, p, source)
	} else {
		err = c.solveWhole(ctx, c.slice(p), source)
	}
	if closeErr := closeSource(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	sum.emit(emit)
	return nil
}

// solveWhole solves a slice that is too small to be solved frame by frame.
func (c *classFiles) solveWhole(ctx context.Context, number slice.Number, source solve.Source) error {
	values := solve.NewValues(c.layout)
	if err := solve.New(methods.All()[0], c.layout, c.metric, source, nil).Solve(number, values); err != nil {
		return err
	}
	for _, color := range board.Colors {
		name := c.valueName(color, c.place(number, 0))
		if err := c.Files.Write(ctx, name, value.RawBytes(values[color])); err != nil {
			return err
		}
	}
	return nil
}

// openPlace opens the frames of a place, and writes the values known from exits and checks.
func (c *classFiles) openPlace(ctx context.Context, p place, source solve.Source) (lastDue int, err error) {
	steps := framewise.New(c.layout, c.slice(p), c.metric, source)
	var won, held [2][]board.Bitboard
	var checks, groups [2][]byte
	dues := [2]map[int][]byte{{}, {}}
	first, end := c.frames(p)
	for frame := first; frame < end; frame++ {
		o, err := steps.Open(frame)
		if err != nil {
			return 0, err
		}
		for _, color := range board.Colors {
			won[color], held[color] = append(won[color], o.Won[color]...), append(held[color], o.Held[color]...)
			checks[color] = appendSection(checks[color], section{int(frame), o.Checked[color]})
			for _, ply := range slices.Sorted(maps.Keys(o.Due[color])) {
				rows := o.Due[color][ply]
				lastDue = max(lastDue, ply)
				group := ply / dueTogether
				dues[color][group] = appendSection(dues[color][group], section{dueNumber(frame, ply), rows})
			}
		}
	}
	for _, color := range board.Colors {
		for _, group := range slices.Sorted(maps.Keys(dues[color])) {
			if err := c.Files.Write(ctx, c.name(opening, dueOf(group), color, p), dues[color][group]); err != nil {
				return 0, err
			}
			groups[color] = appendSection(groups[color], section{number: group})
		}
		for _, file := range []struct {
			what string
			rows []byte
		}{{checked, checks[color]}, {due, groups[color]}} {
			if err := c.Files.Write(ctx, c.name(opening, file.what, color, p), file.rows); err != nil {
				return 0, err
			}
		}
		if err := c.writeBits(ctx, opening, wonBits, color, p, won[color]); err != nil {
			return 0, err
		}
		if err := c.writeBits(ctx, opening, heldBits, color, p, held[color]); err != nil {
			return 0, err
		}
	}
	return lastDue, nil
}
