package probe

import (
	"context"

	"github.com/matewright/matewright/core/board"
)

// A Line is best play from a position to mate. It has no moves for a draw and
// where the side to move is checkmated.
type Line struct {
	Start *Result // of the position that the line begins with
	Moves []Move
}

// Line plays the best moves from a position until mate. Of equally good moves
// it plays the first by UCI name, so it is always the same line. Errors are
// those of [Prober.Probe].
func (pr *Prober) Line(ctx context.Context, p board.Position) (*Line, error) {
	pr.inUse.RLock()
	defer pr.inUse.RUnlock()
	r, err := pr.position(ctx, p)
	if err != nil {
		return nil, err
	}
	line := &Line{Start: r}
	for r.DTM != nil && *r.DTM != 0 {
		best := r.Moves[0]
		line.Moves = append(line.Moves, best)
		if r, err = pr.position(ctx, best.After); err != nil {
			return nil, err
		}
	}
	return line, nil
}
