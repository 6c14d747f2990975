package slice

import (
	"slices"
	"sync"

	"github.com/matewright/matewright/core/board"
)

// A pin is a layout with one man pinned, made when it is first asked for.
type pin struct {
	once   sync.Once
	layout *Layout
}

// pinnedBits is how many bits of a slice's number are the pinned man's square.
const pinnedBits = 6

// Pin returns the layout of the same class in which one piece, of a colour and
// a type that the class has, does not move: it stands still in a slice as pawns
// do. A slice is then a slice of the whole layout with the piece on one square.
// The entries are the same ones, without the piece's square: classes with pawns
// have no other symmetry than that of the pawns. A class without them cannot be
// pinned.
//
// The layout is the same one at every call. Of like pieces any one is pinned:
// the others stand everywhere else, before it and after it.
func (l *Layout) Pin(kind board.Man) *Layout {
	p := &l.pins[kind.Color][kind.Type]
	p.once.Do(func() {
		pieces := slices.Clone(l.Men[l.firstOut:l.firstPwn])
		i := slices.IndexFunc(pieces, func(m board.Man) bool { return like(m, kind) })
		pinned := pieces[i]
		p.layout = &Layout{Class: l.Class, pawns: l.pawns, whole: l}
		p.layout.arrange(slices.Delete(pieces, i, i+1), append([]board.Man{pinned}, l.Men[l.firstPwn:]...))
	})
	return p.layout
}

// Pinned returns the index in Men of the man that is pinned, or -1.
func (l *Layout) Pinned() int {
	if l.whole == nil {
		return -1
	}
	return l.firstPwn - 1
}

// Unpin returns the layout in which the pinned man moves, which slice of it has
// a slice, the man's index there, and the square on which he is pinned.
func (l *Layout) Unpin(slice int) (whole *Layout, number, man int, at board.Square) {
	man = slices.IndexFunc(l.whole.Men, func(m board.Man) bool { return like(m, l.Men[l.Pinned()]) })
	return l.whole, slice >> pinnedBits, man, pinSquare(slice)
}

func (l *Layout) pinBits() int {
	if l.whole == nil {
		return 0
	}
	return pinnedBits
}

func pinSquare(slice int) board.Square { return board.Square(slice & (1<<pinnedBits - 1)) }
