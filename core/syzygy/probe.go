package syzygy

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// A Result is the answer about a position.
type Result struct {
	WDL WDL

	// DTZ is the number of plies to zeroing for the side to move: positive if it wins, and negative if it loses. It is
	// above 100 if the rule makes that a draw, and 0 in a draw. A mated side has -1.
	DTZ int

	// Exact is false if the true number may be one ply further from 0 than DTZ. Most files store moves and no plies.
	Exact bool
}

// Outcome returns the outcome of a position without castling rights that passes [board.Position.Check]. It needs WDL
// files of the position and of all captures. Errors are [*MissingError], [*FileError] and [ErrCastling].
func (t *Tables) Outcome(p *board.Position) (WDL, error) {
	outcome, _, err := t.outcome(p)
	return outcome, err
}

// outcome is Outcome. It also reports whether a capture decides, so that the DTZ is that of zeroing at once.
func (t *Tables) outcome(p *board.Position) (_ WDL, zeroing bool, err error) {
	if p.Rights != 0 {
		return Draw, false, ErrCastling
	}
	var room [48]board.Move
	captures := p.LegalCaptures(room[:0])
	best, bestEnPassant, enPassants := Loss, Loss, 0
	for _, m := range captures {
		after := p.Play(m)
		v, err := t.afterCaptures(&after, Loss, -best)
		if err != nil {
			return Draw, false, err
		}
		if v = -v; v == Win {
			return Win, true, nil
		}
		if p.IsEnPassant(m) {
			enPassants++
			bestEnPassant = max(bestEnPassant, v)
		} else {
			best = max(best, v)
		}
	}
	stored, err := t.stored(p)
	if err != nil {
		return Draw, false, err
	}
	switch {
	case bestEnPassant > max(stored, best):
		return bestEnPassant, true, nil
	case max(best, bestEnPassant) >= stored && len(captures) > 0:
		best = max(best, bestEnPassant)
		return best, best > Draw, nil
	case stored == Draw && enPassants > 0 && len(p.LegalMoves(room[:0])) == enPassants:
		return bestEnPassant, true, nil // stalemate without the capture, which files leave out
	}
	return stored, false, nil
}

// afterCaptures returns the outcome of a position without en passant: the stored one, or that of a better capture. An
// outcome up to the first bound, or from the second one, stands for any on that side.
func (t *Tables) afterCaptures(p *board.Position, low, high WDL) (WDL, error) {
	var room [48]board.Move
	var after board.Position // not in the loop, where it would be allocated
	for _, m := range p.LegalCaptures(room[:0]) {
		after = p.Play(m)
		v, err := t.afterCaptures(&after, -high, -low)
		if err != nil {
			return Draw, err
		}
		if low = max(low, -v); low >= high {
			return low, nil
		}
	}
	stored, err := t.stored(p)
	return max(low, stored), err
}

// stored returns the stored outcome of a position.
func (t *Tables) stored(p *board.Position) (WDL, error) {
	if len(p.Men()) == 2 {
		return Draw, nil
	}
	f, swapped, err := t.find(p, WDLFile)
	if err != nil {
		return Draw, err
	}
	table, err := f.table()
	if err != nil {
		return Draw, err
	}
	outcome, err := table.wdl(p, swapped)
	if err != nil {
		return Draw, &FileError{f.path, err}
	}
	return outcome, nil
}

// Probe returns the outcome and the DTZ of a position; see [Tables.Outcome]. It needs WDL files of all that moves can
// lead to, and a DTZ file of the position's men.
func (t *Tables) Probe(p *board.Position) (Result, error) {
	outcome, zeroing, err := t.outcome(p)
	if err != nil {
		return Result{}, err
	}
	return t.withDTZ(p, outcome, zeroing)
}

// withDTZ adds the DTZ to an outcome. If zeroing is true, a capture decides.
func (t *Tables) withDTZ(p *board.Position, outcome WDL, zeroing bool) (r Result, err error) {
	if outcome == Draw {
		return Result{Draw, 0, true}, nil
	}
	if !zeroing && outcome > Draw {
		if zeroing, err = t.pushWins(p, outcome); err != nil {
			return Result{}, err
		}
	}
	r = Result{outcome, 1, true}
	if outcome == CursedWin || outcome == BlessedLoss {
		r.DTZ += value.FiftyMoves
	}
	if !zeroing {
		if r, err = t.distance(p, r); err != nil {
			return Result{}, err
		}
	}
	if outcome < Draw {
		r.DTZ = -r.DTZ
	}
	return r, nil
}

// pushWins reports whether a pawn move that captures nothing keeps an outcome.
func (t *Tables) pushWins(p *board.Position, outcome WDL) (bool, error) {
	var room [128]board.Move
	for _, m := range p.LegalPushes(room[:0]) {
		after := p.Play(m)
		v, err := t.Outcome(&after)
		if err != nil || -v == outcome {
			return true, err
		}
	}
	return false, nil
}

// distance returns the result of a position in which no zeroing move decides. It is given the result of such a move. In
// both the DTZ is not negative.
func (t *Tables) distance(p *board.Position, first Result) (Result, error) {
	f, swapped, err := t.find(p, DTZFile)
	if err != nil {
		return Result{}, err
	}
	table, err := f.table()
	if err != nil {
		return Result{}, err
	}
	plies, exact, stored, err := table.dtz(p, swapped, first.WDL)
	if err != nil {
		return Result{}, &FileError{f.path, err}
	}
	if stored {
		return Result{first.WDL, first.DTZ + plies, exact}, nil
	}
	return t.byMoves(p, first, f)
}

// byMoves is distance by the positions after all moves that are not zeroing.
func (t *Tables) byMoves(p *board.Position, first Result, f *file) (Result, error) {
	wins := first.WDL > Draw
	least, most := first.DTZ, first.DTZ
	if wins {
		least, most = 1<<30, 1<<30
	}
	var room [128]board.Move
	var after board.Position
	for _, m := range p.LegalMoves(room[:0]) {
		if p.IsZeroing(m) {
			continue
		}
		after = p.Play(m)
		outcome, zeroing, err := t.outcome(&after)
		if err != nil {
			return Result{}, err
		}
		if wins != (outcome < Draw) || outcome == Draw {
			continue
		}
		r, err := t.withDTZ(&after, outcome, zeroing)
		if err != nil {
			return Result{}, err
		}
		low, high := r.bounds()
		if !wins {
			least, most = max(least, low+1), max(most, high+1)
			continue
		}
		if low == 1 && after.InCheck(after.Turn) && !after.HasLegalMove() {
			return Result{first.WDL, 1, true}, nil // mate
		}
		least, most = min(least, low+1), min(most, high+1)
	}
	if least == 1<<30 {
		return Result{}, &FileError{f.path, ErrDamaged} // no move wins
	}
	return Result{first.WDL, least, least == most}, nil
}

// bounds returns the least and the largest possible number of plies.
func (r Result) bounds() (low, high int) {
	low = max(r.DTZ, -r.DTZ)
	if r.Exact {
		return low, low
	}
	return low, low + 1
}
