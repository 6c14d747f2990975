package builder

import (
	"slices"
	"time"

	"github.com/matewright/matewright/core/slice"
)

// toClaim returns the first slice of a piece that may be claimed now. The production must have fewer than the given
// number of slices to encode.
func (p *production) toClaim(ahead int) (number slice.Number, ok bool) {
	s := &p.shared
	if s.claiming || s.paused || len(s.open) == 0 || len(p.slices)-p.encoded >= ahead || !p.ready() {
		return 0, false
	}
	return s.open[0].First, true
}

// beginClaiming reserves the memory of a slice.
func (p *production) beginClaiming() { p.begun, p.shared.claiming = true, true }

// claim claims a piece. It also finds out which pieces other processes have stored, and finishes the table if these
// were the last ones.
func (p *production) claim() error {
	got, elsewhere, err := p.claimNext()
	if err == nil && !got {
		err = p.rest()
	}
	p.run.mu.Lock()
	p.shared.claiming = false
	p.shared.elsewhere = elsewhere
	if got {
		p.shared.pause = 0
	} else if len(p.shared.open) > 0 {
		p.wait()
	}
	done := err == nil && p.isDone()
	p.run.mu.Unlock()
	if done {
		return p.finish(p.run.watch())
	}
	return err
}

// claimNext claims the first piece that is free, and reports whether other processes have claimed others before it.
func (p *production) claimNext() (got, elsewhere bool, err error) {
	for i := 0; i < len(p.shared.open); {
		piece := &p.shared.open[i]
		if !p.follows(piece) {
			i++
			continue
		}
		release, stored, err := take(p.run.ctx, p.run.options.Claims, p.run.store, p.layout, &piece.Piece)
		switch {
		case err != nil:
			return false, false, err
		case stored || release != nil:
			p.close(i, release)
			if got = release != nil; got {
				return true, false, nil
			}
		default:
			elsewhere = true
			i++
		}
	}
	return false, elsewhere, nil
}

// follows reports whether a piece can be made after those that were claimed. An encoder makes pieces in ascending
// order.
func (p *production) follows(piece *openPiece) bool {
	if n := len(p.slices); n > 0 && piece.First < p.slices[n-1] {
		return false
	}
	isNeeded := func(other openPiece) bool { return slices.Contains(piece.needs, other.First) }
	return !slices.ContainsFunc(p.shared.open, isNeeded)
}

// close removes an open piece that was claimed. Without a function that releases it, the piece is stored.
func (p *production) close(i int, release func()) {
	p.run.mu.Lock()
	defer p.run.mu.Unlock()
	piece := p.shared.open[i].Piece
	p.shared.open = slices.Delete(p.shared.open, i, i+1)
	if release == nil {
		p.result.Elsewhere++
		p.run.positions += positionsOf(p.layout, piece)
		return
	}
	p.shared.claimed = append(p.shared.claimed, claimedPiece{piece, release})
	p.add(piece)
}

// rest gives memory back if no slice is under way and none can be begun: the next claim may take long.
func (p *production) rest() error {
	p.run.mu.Lock()
	busy := p.hasNext()
	p.run.mu.Unlock()
	if busy {
		return nil
	}
	err := p.end()
	p.closeScratch()
	p.run.mu.Lock()
	defer p.run.mu.Unlock()
	p.begun, p.slices, p.encoded, p.most = false, nil, 0, 0
	p.idle, p.spare = nil, nil
	return err
}

// wait lets the production claim again after a pause.
func (p *production) wait() {
	s := &p.shared
	s.paused, s.pause = true, longer(s.pause)
	time.AfterFunc(s.pause, func() {
		p.run.mu.Lock()
		defer p.run.mu.Unlock()
		s.paused = false
		p.run.changed.Broadcast()
	})
}

// reportWaiting reports that this build waits for a piece of the table.
func (p *production) reportWaiting() error {
	run := p.run
	if run.options.Observe == nil {
		return nil
	}
	return run.options.Observe(Progress{
		Class:     p.layout.Class,
		Index:     p.index,
		Count:     run.steps,
		Slices:    int(p.layout.Slices()),
		Positions: run.positions,
		Total:     run.total,
		Elsewhere: true,
	})
}
