// Package slice lays positions out in memory, 64 to a word.
//
// A slice is one placement of the pawns of a class; a class without pawns is
// a single slice. Inside a slice only pieces move, so a slice is the unit of
// solving and of storing.
//
//	class   KRPvKR
//	slice   pawn on a7, b7, ... d2: the most advanced first; mirrored away
//	  side    White to move, Black to move
//	    frame   squares of the kings           462 without pawns, 3612 with
//	      outer   squares of all pieces but one  64 each
//	      = word    uint64
//	        inner     square of the last piece     the 64 bits
//
// The inner piece stands everywhere at once: a word is a set of positions, one
// for each of its squares. An entry is the number of a position in its slice
// and side, word<<6 | inner square. Where nothing but kings and pawns is on
// the board, Black's king is the inner piece and a frame is the square of
// White's king alone.
//
// Symmetry is removed where it is cheap: classes without pawns keep White's
// king in the triangle a1-d1-d4 (when both kings stand on the diagonal a1-h8,
// both mirror images of the rest are kept, and must agree), classes with pawns
// keep one of two mirrored pawn placements. Like pieces are kept in every order.
//
// Where somebody may still castle, that king and that rook stand still in a slice, as pawns do: they are anchored (anchored.go).
//
// What a class with more pawns reads of one is only the positions in which a pawn has
// just been promoted. [Layout.Face] makes a layout of these, in which the promoted piece
// is counted with the pawns.
package slice

import (
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
)

// The kinds of number that positions are found by. They are types of their own because
// they are handed over side by side.
type (
	Number  int // of a slice
	FrameNo int // of a frame in its slice
	WordNo  int // of a word in its slice and side
	Entry   int // of a position in its slice and side: its word<<6 and its lane
)

// At returns the entry of a lane.
func (w WordNo) At(lane board.Square) Entry { return Entry(w)<<6 | Entry(lane) }

// Word returns the word of an entry, and its lane.
func (e Entry) Word() (WordNo, board.Square) { return WordNo(e >> 6), board.Square(e & 63) }

// A Layout is the geometry of one class: its slices, and the words of each.
// White is the class's first side. A layout is read-only once made.
type Layout struct {
	Class material.Class

	// Men has a colour and a type for each man: the kings, the outer pieces,
	// the inner one, in a face the promoted one, the rooks that may castle, then the pawns. Squares
	// and scenes follow this order.
	Men   []board.Man
	Inner int // index in Men

	// InnerSquares is where the inner man can stand: everywhere, but for a king that may castle.
	InnerSquares board.Bitboard

	// GroupEntries is how many entries make a group of slices in a stored table; 0 stands for the usual number. Package
	// format uses it, and sets it before anybody else has the layout.
	GroupEntries int

	frames   *Frames
	firstOut int // the outer pieces are Men[firstOut:endOut]
	endOut   int
	firstPwn int // the pawns are Men[firstPwn:]
	pawns    *pawnPlacements
	rooks    []board.Square // of those that may castle, Men[firstPwn-len(rooks):firstPwn]

	whole    *Layout       // of which this is a face, or nil
	castling *castlingFace // what it is for, if for a right to castle
	faces    [2][board.Pawn]face

	rightFaces [len(board.Castles)]face
}

// mobility orders piece types by how many positions a move in the word
// reaches: the most mobile piece is the best inner piece.
var mobility = [board.Pawn]int{board.Knight: 1, board.Bishop: 2, board.Rook: 3, board.Queen: 4}

// NewLayout returns the layout of a class.
func NewLayout(class material.Class) *Layout {
	var pieces, pawns []board.Man
	for _, c := range board.Colors {
		for t := board.Queen; t <= board.Pawn; t++ {
			for range class.Count(c, t) {
				man := board.Man{Color: c, Type: t}
				if t == board.Pawn {
					pawns = append(pawns, man)
				} else {
					pieces = append(pieces, man)
				}
			}
		}
	}
	// Stable: of two equally mobile pieces the second side's becomes inner.
	slices.SortStableFunc(pieces, func(a, b board.Man) int { return mobility[a.Type] - mobility[b.Type] })
	l := &Layout{Class: class, pawns: placementsOf(pawns)}
	pieces, rooks := l.anchor(pieces)
	l.arrange(pieces, append(rooks, pawns...))
	return l
}

// arrange puts the men in order. The pieces are those that move in a slice, the
// most mobile one last; the others stand still in it.
func (l *Layout) arrange(pieces, still []board.Man) {
	l.Men = append(l.Men, board.Man{Color: board.White, Type: board.King}, board.Man{Color: board.Black, Type: board.King})
	l.Men = append(append(l.Men, pieces...), still...)
	l.firstOut = 2
	l.firstPwn = len(l.Men) - l.Class.Pawns()
	l.InnerSquares = ^board.Bitboard(0)
	if len(pieces) > 0 {
		l.Inner = l.firstOut + len(pieces) - 1
		l.endOut = l.Inner
	} else {
		l.Inner = int(board.Black)
		l.endOut = l.firstOut
	}
	switch {
	case l.castling != nil:
		l.frames = l.castling.frames(len(pieces) == 0)
	case l.Class.Rights() != 0:
		l.anchorKings(len(pieces) == 0)
	case len(still) == 0:
		l.frames = pawnlessFrames()
	case len(pieces) == 0:
		l.frames = loneKingFrames()
	default:
		l.frames = pawnfulFrames()
	}
}

// Slices returns the number of slices, at least 1. They are numbered so that
// every pawn push leads to a slice with a smaller number.
func (l *Layout) Slices() Number {
	switch {
	case l.whole != nil:
		return Number(l.pawns.count * l.faceFiles())
	case l.keepsMirrored():
		return Number(l.pawns.all)
	}
	return Number(l.pawns.count)
}

// Words returns the number of words of a slice, for one side to move.
func (l *Layout) Words() WordNo { return WordNo(len(l.frames.list)) << (6 * l.outers()) }

// Entries returns the number of entries of a slice, for one side to move.
func (l *Layout) Entries() int { return int(l.Words()) << 6 }

// FrameEntries returns the number of entries of a frame: entries of the same
// frame follow each other.
func (l *Layout) FrameEntries() int { return 64 << (6 * l.outers()) }

// FirstEntry returns the first entry of a frame.
func (l *Layout) FirstEntry(frame FrameNo) Entry { return Entry(int(frame) * l.FrameEntries()) }

// FrameOf returns the frame of an entry.
func (l *Layout) FrameOf(entry Entry) FrameNo { return FrameNo(int(entry) / l.FrameEntries()) }

// Positions returns the number of entries of all slices and both sides.
func (l *Layout) Positions() int64 { return 2 * int64(l.Slices()) * int64(l.Entries()) }

// Frames returns the placements of the kings.
func (l *Layout) Frames() *Frames { return l.frames }

// Outer returns the indices in Men between which the outer pieces stand.
func (l *Layout) Outer() (first, end int) { return l.firstOut, l.endOut }

func (l *Layout) outers() int { return l.endOut - l.firstOut }

// PawnSquares returns the squares of the pawns of a slice, in the order of Men.
func (l *Layout) PawnSquares(slice Number) []board.Square {
	switch {
	case l.whole != nil:
		return mirrored(l.pawns.at(l.WholeSlice(slice)), l.faceMirror(slice))
	case l.keepsMirrored():
		return l.pawns.atOfAll(slice)
	}
	return l.pawns.at(slice)
}

// StillSquares returns the squares of the men that stand still in a slice, which are the last ones
// of Men: a face's promoted piece, the rooks that may castle, and the pawns.
func (l *Layout) StillSquares(slice Number) []board.Square {
	pawns := l.PawnSquares(slice)
	switch {
	case l.whole != nil:
		return append([]board.Square{l.promotedSquare(slice)}, pawns...)
	case len(l.rooks) > 0:
		return slices.Concat(l.rooks, pawns)
	}
	return pawns
}

// Pushes returns the slices that pawn pushes lead to from a slice, as long as
// no piece is in their way, each once and in ascending order. All are smaller
// numbers. Other moves out of a slice lead to other classes.
func (l *Layout) Pushes(slice Number) []Number {
	var squares Squares
	var occupied board.Bitboard
	for i, s := range l.PawnSquares(slice) {
		squares[l.firstPwn+i] = s
		occupied |= s.Bit()
	}
	var list []Number
	for i := l.firstPwn; i < len(l.Men); i++ {
		from := squares[i]
		for targets := board.PawnPushes(l.Men[i].Color, from, occupied); targets != 0; targets = targets.Rest() {
			to := targets.First()
			if to.Rank() == 0 || to.Rank() == 7 {
				continue // a promotion
			}
			squares[i] = to
			number, _ := l.SliceOf(&squares)
			list = append(list, number)
		}
		squares[i] = from
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Squares holds a square for each of a layout's men, in their order.
type Squares [material.MaxMen]board.Square

// A Place is where the value of a position stands.
type Place struct {
	Slice Number
	Side  board.Color // to move; White is the class's first side
	Entry Entry
}

// SliceOf returns the slice of a pawn placement, and whether the board has to
// be mirrored to get there. Only the squares of the pawns and of a face's promoted piece
// are looked at.
func (l *Layout) SliceOf(squares *Squares) (slice Number, mirror board.Symmetry) {
	if l.whole != nil {
		return l.faceSlice(squares)
	}
	slice, mirror = l.pawns.find(squares[l.firstPwn:len(l.Men)])
	if l.keepsMirrored() {
		return l.pawns.ofAll(slice, mirror), board.Identity
	}
	return slice, mirror
}

// Entry returns the entry of a placement that is already mirrored as
// [Layout.SliceOf] asks for. The kings must not touch.
func (l *Layout) Entry(squares *Squares) Entry {
	frame, symmetry := l.frames.Find(squares[board.White], squares[board.Black])
	image := symmetry.Squares()
	entry := Entry(frame)
	for i := l.firstOut; i < l.endOut; i++ {
		entry = entry<<6 | Entry(image[squares[i]])
	}
	return entry<<6 | Entry(image[squares[l.Inner]])
}

// Stride returns by how much entries of a frame differ for each square that a
// man stands further on, the squares being those after the frame's symmetry; 0
// for men that decide the frame or the slice.
func (l *Layout) Stride(man int) int {
	switch {
	case man == l.Inner:
		return 1
	case l.firstOut <= man && man < l.endOut:
		return 64 << (6 * (l.endOut - 1 - man))
	}
	return 0
}

// Locate returns the place of a position, which must be of the layout's class
// in either colour. The en-passant square is ignored.
func (l *Layout) Locate(p *board.Position) Place {
	first := board.White
	if _, swapped := material.OfPosition(p); swapped {
		first = board.Black
	}
	return l.LocateFor(p, first)
}

// LocateFor is [Layout.Locate] for those who know which colour has the men of
// the class's first side.
func (l *Layout) LocateFor(p *board.Position, first board.Color) Place {
	flip := board.Identity
	if first == board.Black {
		flip = board.FlipRanks
	}
	var squares Squares
	var filled [material.MaxMen]bool
	for _, m := range p.Men() {
		at := flip.Square(m.Square)
		for i, want := range l.Men {
			if !filled[i] && want.Type == m.Type && want.Color == m.Color^first && l.canStand(i, at) {
				filled[i] = true
				squares[i] = at
				break
			}
		}
	}
	slice, mirror := l.SliceOf(&squares)
	for i := range l.Men {
		squares[i] = mirror.Square(squares[i])
	}
	return Place{slice, p.Turn ^ first, l.Entry(&squares)}
}

// Position returns the position at a place, White being the first side. It
// need not be legal: men can share a square.
func (l *Layout) Position(at Place) board.Position {
	var sc Scene
	word, lane := at.Entry.Word()
	l.Scene(at.Slice, word, &sc)
	sc.Men[l.Inner].Square = lane
	p := board.NewPosition(at.Side, sc.Men[:len(l.Men)]...)
	p.Rights = l.Class.Rights()
	return p
}
