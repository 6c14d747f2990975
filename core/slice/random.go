package slice

import (
	"math/rand/v2"

	"github.com/matewright/matewright/core/board"
)

// RandomPosition returns a random legal position of the class with this side to move. The class's first side is White.
func (l *Layout) RandomPosition(turn board.Color, r *rand.Rand) board.Position {
	for {
		p := l.Position(Place{
			Slice: Number(r.IntN(int(l.Slices()))),
			Side:  turn,
			Entry: Entry(r.IntN(l.Entries())),
		})
		if p.Occupied().Count() == len(p.Men()) && p.Check() == nil {
			return p
		}
	}
}
