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
// The entries are the same ones, without the piece's square. In a class with pawns
// this is all: it has no other symmetry than that of the pawns. For one without them
// see [Layout.TurnsPin].
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

// TurnsPin reports whether a man is pinned in a class without pawns. His square is then
// the one after the symmetry of the frame, so it can change when a king moves: slices
// of such a layout are parts of frames to be read, and no more.
func (l *Layout) TurnsPin() bool { return l.whole != nil && l.Class.Pawns() == 0 }

// Promoted lists the slices that differ from one in the pinned man's square only, and have
// him where he can have been promoted: on the last rank, or on an image of it.
func (l *Layout) Promoted(slice int) (list []int) {
	squares := lastRank
	switch {
	case l.TurnsPin():
		squares = edge
	case l.Men[l.Pinned()].Color == board.Black:
		squares = firstRank
	}
	for ; squares != 0; squares = squares.Rest() {
		list = append(list, slice>>pinnedBits<<pinnedBits|int(squares.First()))
	}
	return list
}

const (
	firstRank board.Bitboard = 0xff
	lastRank  board.Bitboard = 0xff << 56
	edge      board.Bitboard = firstRank | lastRank | 0x8181818181818181 // and the outer files
)

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
