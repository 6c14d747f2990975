// Package layout numbers the positions of Syzygy files. It is pure arithmetic and reads no files.
//
// A file has one part for each side to move that it stores. With pawns, each part has four: one for each pair of
// files of the board that the leading pawn can be on. A [Layout] numbers the positions of one such part, from 0 to
// [Layout.Size].
//
// A layout splits the men into groups. Without pawns the first group has three men that occur once, or the two kings
// if no others occur once. With pawns it has the pawns of one side, and the second group those of the other side. Each
// further group has all men of one kind. The number of a position is the sum of the numbers of its groups, each times
// the group's factor. The file has the order of the men, and the places of the first groups among the factors.
//
// The colors of a layout are the file's own. [Men.See] turns a position so that its colors are those of the file.
package layout

import (
	"errors"
	"slices"

	"github.com/matewright/matewright/core/board"
)

// NoOrder is the place of the second group in files where it has no place of its own.
const NoOrder = 15

// A Piece is a kind of man of one side.
type Piece struct {
	Color board.Color
	Type  board.PieceType
}

// Code returns the four bits that stand for the piece in a file.
func (p Piece) Code() byte { return byte(board.Pawn+1-p.Type) | byte(p.Color)<<3 }

// PieceOf returns the piece that four bits of a file stand for, and false if they stand for none.
func PieceOf(code byte) (Piece, bool) {
	t := code & 7
	if t < 1 || t > 6 || code > 15 {
		return Piece{}, false
	}
	return Piece{board.Color(code >> 3), board.Pawn + 1 - board.PieceType(t)}, true
}

// Men has the squares of all men of a position, by color and type.
type Men [2][board.Pawn + 1]board.Bitboard

// See returns the men of a position. If flip is true, the sides are exchanged and the ranks are reversed.
func See(p *board.Position, flip bool) (men Men) {
	color, mask := board.White, board.Square(0)
	if flip {
		color, mask = board.Black, 56
	}
	list := p.Men()
	for i := range list {
		m := &list[i]
		men[m.Color^color][m.Type] |= (m.Square ^ mask).Bit()
	}
	return men
}

// PawnFile returns the file of the board that the leading pawn is on, 0 to 3, after a reflection if necessary. The
// leading pawns are those of the given color. A file with pawns has a part for each.
func (m *Men) PawnFile(color board.Color) int {
	lead := leading(m[color][board.Pawn])
	return min(lead.File(), 7-lead.File())
}

// List returns the men one by one.
func (m *Men) List() (list []board.Man) {
	for _, color := range board.Colors {
		for t := board.King; t <= board.Pawn; t++ {
			for b := m[color][t]; b != 0; b = b.Rest() {
				list = append(list, board.Man{Color: color, Type: t, Square: b.First()})
			}
		}
	}
	return list
}

// A kind is a way to number the first group.
type kind uint8

const (
	kings kind = iota // two kings
	three             // three different men
	pawns             // the pawns of one side
)

// A group is a number of men that have one number together.
type group struct {
	start, n int    // of the men in Layout.pieces
	count    uint64 // of its numbers
	factor   uint64 // of its number in that of a position
}

// A run is a number of like men that follow each other.
type run struct {
	piece Piece
	n     int
}

// A Layout numbers the positions of one part of a file.
type Layout struct {
	pieces []Piece
	runs   []run
	groups []group
	kind   kind
	both   bool // whether the second group has pawns
	file   int  // of the leading pawn
	size   uint64
}

// Errors of [New].
var (
	errMen    = errors.New("not the men of an ending")
	errGroups = errors.New("men in an order that can't be numbered")
	errOrder  = errors.New("no such place for a group")
	errFile   = errors.New("no such file of pawns")
)

// New returns the layout of a part. The pieces have the file's order. The orders are the places of the first group and
// of the other side's pawns among the factors, the smallest factor first. The second is [NoOrder] unless both sides
// have pawns. With pawns, file is the file of the board of the leading pawn, 0 to 3, and otherwise 0.
func New(pieces []Piece, orders [2]int, file int) (*Layout, error) {
	l := &Layout{pieces: slices.Clone(pieces), file: file}
	if err := l.group(); err != nil {
		return nil, err
	}
	if file < 0 || file > 3 || file > 0 && l.kind != pawns {
		return nil, errFile
	}
	if l.both != (orders[1] != NoOrder) || orders[0] == orders[1] {
		return nil, errOrder
	}
	return l, l.setFactors(orders)
}

// Pieces returns the men in the order of the file. The slice is the layout's own.
func (l *Layout) Pieces() []Piece { return l.pieces }

// Size returns the number of positions: they are numbered from 0 to Size-1.
func (l *Layout) Size() uint64 { return l.size }

// HasPawns reports whether the men include pawns.
func (l *Layout) HasPawns() bool { return l.kind == pawns }

// Lead returns the color of the leading pawns, which has a meaning only if there are pawns.
func (l *Layout) Lead() board.Color { return l.pieces[0].Color }

// Groups returns the number of groups. Places of factors are numbered from 0 to Groups-1.
func (l *Layout) Groups() int { return len(l.groups) }

// group splits the men into groups.
func (l *Layout) group() error {
	var count [2][board.Pawn + 1]int
	for i, p := range l.pieces {
		count[p.Color&1][p.Type]++
		if i == 0 || p != l.pieces[i-1] {
			l.runs = append(l.runs, run{piece: p})
		}
		l.runs[len(l.runs)-1].n++
	}
	if n := len(l.pieces); n < 3 || n > MaxMen || count[0][board.King] != 1 || count[1][board.King] != 1 {
		return errMen
	}
	single := 0
	for i, r := range l.runs {
		if count[r.piece.Color][r.piece.Type] != r.n {
			return errGroups // like men in two places
		}
		if isPawn := r.piece.Type == board.Pawn; isPawn && i > 0 && (i > 1 || l.runs[0].piece.Type != board.Pawn) {
			return errGroups // pawns come first
		}
		if r.n == 1 {
			single++
		}
	}
	rest := 1 // the first run that is a group of its own
	switch {
	case l.runs[0].piece.Type == board.Pawn:
		l.kind = pawns
		l.both = l.runs[1].piece.Type == board.Pawn
		if l.both && l.runs[0].n > l.runs[1].n {
			return errGroups
		}
		l.groups = []group{{n: l.runs[0].n}}
	case single >= 3:
		rest = 3
		l.kind = three
		l.groups = []group{{n: 3}}
		for _, r := range l.runs[:3] {
			if r.n != 1 {
				return errGroups
			}
		}
	default:
		rest = 2
		l.kind = kings
		l.groups = []group{{n: 2}}
		if l.pieces[0].Type != board.King || l.pieces[1].Type != board.King {
			return errGroups
		}
	}
	start := l.groups[0].n
	for _, r := range l.runs[rest:] {
		l.groups = append(l.groups, group{start: start, n: r.n})
		start += r.n
	}
	return nil
}

// setFactors sets the number of positions of each group, and its factor.
func (l *Layout) setFactors(orders [2]int) error {
	free, next := 64-l.groups[0].n, 1
	if l.both {
		free -= l.groups[1].n
		next = 2
	}
	l.size = 1
	place := func(g *group, count uint64) {
		g.count, g.factor = count, l.size
		l.size *= count
	}
	for k := range l.groups {
		switch {
		case k == orders[0]:
			place(&l.groups[0], l.leadCount())
		case l.both && k == orders[1]:
			place(&l.groups[1], binomial[l.groups[1].n][48-l.groups[0].n])
		case next == len(l.groups):
			return errOrder // of a group behind the last place
		default:
			g := &l.groups[next]
			place(g, binomial[g.n][free])
			free -= g.n
			next++
		}
	}
	if l.groups[0].count == 0 || l.both && l.groups[1].count == 0 {
		return errOrder
	}
	return nil
}

// leadCount returns how many placements the first group has.
func (l *Layout) leadCount() uint64 {
	switch l.kind {
	case pawns:
		return leadPawns[l.groups[0].n].count[l.file]
	case three:
		return threeCount
	}
	return kingPairs
}
