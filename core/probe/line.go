package probe

import (
	"context"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/value"
)

// A Line is best play from a position to mate, as the prober's metric has it. It has no moves for a draw and
// where the side to move is checkmated.
type Line struct {
	Start    *Result // of the position that the line begins with
	Moves    []Move
	Unproven []material.Class // as in [Result], of all the line
}

// Line plays the best moves from a position until mate. Of equally good moves
// it plays the first by UCI name, so it is always the same line. Errors are
// those of [Prober.Probe].
func (pr *Prober) Line(ctx context.Context, p board.Position) (*Line, error) {
	return pr.LineAt(ctx, p, 0)
}

// LineAt is [Prober.Line] with a clock, as [Prober.ProbeAt].
func (pr *Prober) LineAt(ctx context.Context, p board.Position, clock int) (*Line, error) {
	pr.inUse.RLock()
	defer pr.inUse.RUnlock()
	r, err := pr.position(ctx, p, clock)
	if err != nil {
		return nil, err
	}
	line := &Line{Start: r, Unproven: slices.Clone(r.Unproven)}
	defer line.Start.Count(clock)
	seen := map[board.Position]bool{}
	for r.value != value.Draw && !r.Checkmate {
		best := r.Moves[0]
		if seen[best.After] {
			break // by the fifty-move rule it is a draw, and further on nobody has counted
		}
		seen[best.After] = true
		line.Moves = append(line.Moves, best)
		if clock++; best.Zeroing {
			clock = 0
		}
		if r, err = pr.position(ctx, best.After, clock); err != nil {
			return nil, err
		}
		for _, class := range r.Unproven {
			if !slices.Contains(line.Unproven, class) {
				line.Unproven = append(line.Unproven, class)
			}
		}
	}
	return line, nil
}
