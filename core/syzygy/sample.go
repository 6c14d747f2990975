package syzygy

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/syzygy/layout"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// A MismatchError is about a position whose stored values differ from those that its moves give.
type MismatchError struct {
	FEN           string
	Stored, Moves Result
}

// Message returns the message.
func (e *MismatchError) Message() words.Message {
	return words.New("core.syzygy.moves", "fen", e.FEN, "stored", e.Stored, "moves", e.Moves)
}

func (e *MismatchError) Error() string { return e.Message().String() }

// String returns the outcome and the signed plies, such as "win 13".
func (r Result) String() string { return fmt.Sprintf("%s %d", r.WDL.Category(), r.DTZ) }

// Sample compares n random positions of a class with the positions after their moves, and returns the number of
// compared positions. Errors are [*MismatchError], and those of [Tables.Probe].
func (t *Tables) Sample(ctx context.Context, class material.Class, n int, seed uint64) (compared int, err error) {
	random := rand.New(rand.NewPCG(seed, 0))
	pieces := layout.Usual(class)
	files := 1
	if class.Pawns() > 0 {
		files = 4
	}
	for tries := 0; compared < n && tries < 100*n; tries++ {
		if err := ctx.Err(); err != nil {
			return compared, err
		}
		l, err := layout.New(pieces, layout.Orders(pieces)[0], random.IntN(files))
		if err != nil {
			return compared, err
		}
		men := l.Men(random.Uint64N(l.Size()))
		p := board.NewPosition(board.Color(random.IntN(2)), men.List()...)
		if p.Check() != nil {
			continue
		}
		if squares := p.EnPassantSquares(); len(squares) > 0 {
			p.EnPassant = squares[random.IntN(len(squares))]
		}
		if err := t.compare(&p); err != nil {
			return compared, err
		}
		compared++
	}
	return compared, nil
}

// compare compares a position with the positions after its moves.
func (t *Tables) compare(p *board.Position) error {
	stored, err := t.Probe(p)
	if err != nil {
		return err
	}
	var moves backup
	for _, m := range p.LegalMoves(nil) {
		after := p.Play(m)
		r, err := t.Probe(&after)
		if err != nil {
			return err
		}
		moves.add(r, p.IsZeroing(m), after.InCheck(after.Turn) && !after.HasLegalMove())
	}
	least, most := moves.result(p)
	low, high := stored.bounds()
	if sign(stored.WDL) != sign(least.WDL) || low > max(most.DTZ, -most.DTZ) || high < max(least.DTZ, -least.DTZ) ||
		stored.WDL != least.WDL && stored.WDL != most.WDL {
		return &MismatchError{p.FEN(), stored, least}
	}
	return nil
}

func sign(w WDL) int { return min(1, max(-1, int(w))) }

// A backup has the best values of moves: the least and the largest possible plies of the quickest win and of the
// longest loss.
type backup struct {
	moves, wins, losses                    int
	leastWin, mostWin, leastLoss, mostLoss int
}

// add adds a move, given the result after it.
func (b *backup) add(after Result, zeroing, mate bool) {
	b.moves++
	low, high := after.bounds()
	switch {
	case mate:
		low, high = 0, 0
	case zeroing:
		low = 0
		if after.WDL == BlessedLoss || after.WDL == CursedWin {
			low = value.FiftyMoves
		}
		high = low
	}
	switch {
	case after.WDL < Draw:
		if b.wins++; b.wins == 1 {
			b.leastWin, b.mostWin = low+1, high+1
		}
		b.leastWin, b.mostWin = min(b.leastWin, low+1), min(b.mostWin, high+1)
	case after.WDL > Draw:
		b.losses++
		b.leastLoss, b.mostLoss = max(b.leastLoss, low+1), max(b.mostLoss, high+1)
	}
}

// result returns the results of a position with the least and the largest possible plies.
func (b *backup) result(p *board.Position) (least, most Result) {
	switch {
	case b.moves == 0 && p.InCheck(p.Turn):
		return Result{Loss, -1, true}, Result{Loss, -1, true}
	case b.wins > 0:
		return ofPlies(b.leastWin, 1), ofPlies(b.mostWin, 1)
	case b.moves > 0 && b.losses == b.moves:
		return ofPlies(b.leastLoss, -1), ofPlies(b.mostLoss, -1)
	}
	return Result{Draw, 0, true}, Result{Draw, 0, true}
}

// ofPlies returns the result of a win or a loss, by its sign, in some plies.
func ofPlies(plies, sign int) Result {
	outcome := Win
	if plies > value.FiftyMoves {
		outcome = CursedWin
	}
	return Result{outcome * WDL(sign), plies * sign, true}
}
