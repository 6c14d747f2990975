package probe

import (
	"context"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/syzygy"
	"github.com/matewright/matewright/core/value"
)

// A Line is best play from a position to mate by the prober's metric. It has no moves if the position is a draw
// or checkmate.
type Line struct {
	Start    *Result // of the position that the line begins with
	Moves    []Move
	Unproven []material.Class // as in [Result], of all the line
}

// Line plays the best moves from a position until mate. Among equally good moves
// it plays the first by UCI name, so it is always the same line. Errors are
// those of [Prober.Probe].
func (pr *Prober) Line(ctx context.Context, p board.Position) (*Line, error) {
	return pr.LineAt(ctx, p, 0)
}

// LineAt is [Prober.Line] with a clock, as [Prober.ProbeAt].
func (pr *Prober) LineAt(ctx context.Context, p board.Position, clock int) (*Line, error) {
	return pr.LineBy(ctx, nil, p, clock)
}

// LineBy is [Prober.LineAt] with the choice of a metric, as [Prober.ProbeBy]. If the tables include the fifty-move
// rule, no move of the line gives a win away by it. Then the quickest mate is the quickest one in time. With an error
// it returns the moves before the error. Unordered moves are an error that matches [store.ErrMissing].
func (pr *Prober) LineBy(ctx context.Context, by *value.Metric, p board.Position, clock int) (*Line, error) {
	pr.inUse.RLock()
	defer pr.inUse.RUnlock()
	r, err := pr.position(ctx, by, p, clock)
	if err != nil {
		return &Line{}, err
	}
	return pr.lineFrom(ctx, by, r, clock)
}

// LineFrom is [Prober.LineBy] for a position that was probed with the same choice and clock. It does not probe that
// position again.
func (pr *Prober) LineFrom(ctx context.Context, by *value.Metric, start *Result, clock int) (*Line, error) {
	pr.inUse.RLock()
	defer pr.inUse.RUnlock()
	return pr.lineFrom(ctx, by, start, clock)
}

func (pr *Prober) lineFrom(ctx context.Context, by *value.Metric, r *Result, clock int) (line *Line, err error) {
	line = &Line{Start: r}
	seen := map[board.Position]bool{}
	for {
		for _, class := range r.Unproven {
			if !slices.Contains(line.Unproven, class) {
				line.Unproven = append(line.Unproven, class)
			}
		}
		if r.value == value.Draw || r.Checkmate {
			return line, nil
		}
		if r.Unordered {
			return line, asOfTables(&syzygy.MissingError{Class: r.Class, Kind: syzygy.DTZFile})
		}
		best := r.Moves[0]
		if seen[best.After] && (r.Category == r.Category.Drawn() || clock > value.FiftyMoves) {
			return line, nil // a draw by the fifty-move rule, beyond which no table counts
		}
		seen[best.After] = true
		line.Moves = append(line.Moves, best)
		if clock++; best.Zeroing {
			clock = 0
		}
		if r, err = pr.position(ctx, by, best.After, clock); err != nil {
			return line, err
		}
	}
}
