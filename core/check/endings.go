package check

import (
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending/shelf"
	"github.com/matewright/matewright/core/probe"
)

// decided returns bounds as a result without distances. It returns nil if the outcome of the position or of a played
// move is open, or if another move may keep the outcome. The other moves may be worse than the result has them.
func decided(p *board.Position, known *shelf.Answer, played []board.Move) *probe.Result {
	if known == nil || !known.Settled() {
		return nil
	}
	r := &probe.Result{Position: *p}
	r.Category = known.Low.Category()
	legal := p.LegalMoves(nil)
	r.Checkmate = len(legal) == 0 && p.InCheck(p.Turn)
	r.Stalemate = len(legal) == 0 && !r.Checkmate
	for _, m := range known.Moves {
		if m.Low < m.High && (m.High >= known.Low || slices.Contains(played, m.Move)) {
			return nil
		}
		move := probe.Move{UCI: m.String(), SAN: p.SAN(m.Move, legal), After: p.Play(m.Move)}
		move.Category = (-m.High).Category()
		r.Moves = append(r.Moves, move)
	}
	return r
}
