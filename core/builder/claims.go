package builder

import (
	"context"
	"errors"
	"time"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
)

// In a joint build, several processes do a job. Each claims a piece before it makes it, and drops the claim when the
// piece is stored. A piece is a unit of a table, or a table of one unit. A piece can be claimed when the tables that it
// needs are stored. The units that its pawn pushes lead to must be stored, or claimed by the same process. So processes
// never wait for each other in a circle.
//
// If no piece is free, a thread tries again after a pause. Claims end with their process, so another process builds the
// pieces of one that died.

// Pauses before a claim is tried again: longer each time, as small tables take some milliseconds.
const (
	leastPause = 20 * time.Millisecond
	mostPause  = time.Second
)

// longer returns the pause after another one.
func longer(pause time.Duration) time.Duration { return min(max(2*pause, leastPause), mostPause) }

// shared is the part of a production that depends on other processes. It is empty unless the build is joint. A task
// that claims is the only one that changes open and adds to claimed.
type shared struct {
	open      []openPiece    // neither claimed by this build nor known to be stored, in ascending order
	claimed   []claimedPiece // by this build and not yet stored, in the order in which they are made
	claiming  bool
	paused    bool // a claim has failed a short time ago
	pause     time.Duration
	elsewhere bool // the last claim has failed because another process has a piece
}

type openPiece struct {
	format.Piece
	needs []slice.Number // the first slices of the pieces that its pawn pushes lead to
}

type claimedPiece struct {
	format.Piece
	release func()
}

func openPieces(l *slice.Layout, pieces []format.Piece) (open []openPiece) {
	for _, piece := range pieces {
		p := openPiece{Piece: piece}
		if piece.IsLone(l) {
			p.needs = l.Pushes(piece.First)
		} else {
			for _, unit := range format.UnitNeeds(l, format.UnitOf(l, piece.First)) {
				first, _ := format.UnitSlices(l, unit)
				p.needs = append(p.needs, first)
			}
		}
		open = append(open, p)
	}
	return open
}

// release drops all claims.
func (s *shared) release() {
	for _, piece := range s.claimed {
		piece.release()
	}
	s.claimed = nil
}

// take claims a piece, unless it is stored or another process has claimed it. Then release is nil. Without claims it
// takes every piece.
func take(
	ctx context.Context, claims store.Claims, tables store.Store, l *slice.Layout, p *format.Piece,
) (release func(), stored bool, err error) {
	if claims == nil {
		return func() {}, false, nil
	}
	if stored, err = catalog.Has(ctx, tables, l, p); stored || err != nil {
		return nil, stored, err
	}
	release, err = claims.Claim(ctx, p.Name)
	if errors.Is(err, store.ErrClaimed) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	// Another process may have stored it before it dropped its claim.
	if stored, err = catalog.Has(ctx, tables, l, p); stored || err != nil {
		release()
		return nil, stored, err
	}
	return release, false, nil
}
