package syzygy

import (
	"encoding/binary"
	"errors"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/syzygy/layout"
	"github.com/matewright/matewright/core/syzygy/pairs"
	"github.com/matewright/matewright/core/syzygy/seal"
)

// Flags of a file.
const (
	FlagTwoSides = 1 // the two sides have different men
	FlagPawns    = 2
)

// lists have the DTZ values of a part for each kind of outcome: wins, losses, cursed wins, blessed losses.
type lists struct {
	values [4][]byte
	wide   bool // two bytes a value
}

// listOf has the list of each outcome, less [Loss].
var listOf = [5]int{1, 3, 0, 2, 0}

// at returns the value at a place of the list of an outcome.
func (l *lists) at(outcome WDL, place uint16) (uint16, bool) {
	values := l.values[listOf[outcome-Loss]]
	if l.wide {
		if 2*int(place) >= len(values) {
			return 0, false
		}
		return binary.LittleEndian.Uint16(values[2*place:]), true
	}
	if int(place) >= len(values) {
		return 0, false
	}
	return uint16(values[place]), true
}

// A part has the positions of a file with one side to move and, with pawns, one file of the leading pawn.
type part struct {
	layout *layout.Layout
	pairs  *pairs.Part
	lists  *lists // or nil
}

// A table is an open file.
type table struct {
	kind      Kind
	source    *pairs.Source
	parts     [4][2]part // by the file of the leading pawn, and by the side to move in the file's colors
	swapped   bool       // the file's White is the second side of the class
	symmetric bool
	pawns     bool
	lead      board.Color // whose pawns lead
	sides     int
}

// read reads the headers of a file.
func read(source *pairs.Source, class material.Class, kind Kind) (*table, error) {
	t, err := readTable(source, class, kind)
	switch {
	case err == nil:
		return t, nil
	case errors.Is(err, pairs.ErrShort):
		return nil, ErrTruncated
	case errors.Is(err, pairs.ErrDamaged):
		return nil, ErrDamaged
	}
	return nil, err
}

func readTable(source *pairs.Source, class material.Class, kind Kind) (*table, error) {
	head, err := source.Bytes(0, 5)
	if err != nil {
		return nil, err
	}
	if magic := [4]byte(head[:4]); magic != kind.Magic() {
		if magic == (1 - kind).Magic() {
			return nil, ErrRenamed
		}
		return nil, ErrForeign
	}
	t := &table{kind: kind, source: source, pawns: class.Pawns() > 0, symmetric: class.IsSymmetric(), sides: 1}
	if twoSides := head[4]&FlagTwoSides != 0; twoSides == t.symmetric || (head[4]&FlagPawns != 0) != t.pawns {
		return nil, ErrRenamed
	}
	if kind == WDLFile && !t.symmetric {
		t.sides = 2
	}
	if source.Size()%64 != seal.Size {
		return nil, ErrTruncated
	}
	at, err := t.readMen(class, 5)
	if err != nil {
		return nil, err
	}
	at += at & 1
	if at, err = t.readParts(at); err != nil {
		return nil, err
	}
	if at, err = t.readLists(at); err != nil {
		return nil, err
	}
	switch end := t.placeData(at); {
	case end+seal.Size > source.Size():
		return nil, ErrTruncated
	case end+seal.Size < source.Size():
		return nil, ErrDamaged
	}
	return t, nil
}

// files returns the number of files of the leading pawn.
func (t *table) files() int {
	if t.pawns {
		return 4
	}
	return 1
}

// readMen reads the men of all parts and the orders of their groups. The lower bits are about the first side.
func (t *table) readMen(class material.Class, at int64) (next int64, err error) {
	men := class.Men()
	orders := 1
	if class.HasEnPassant() {
		orders = 2
	}
	for file := range t.files() {
		b, err := t.source.Bytes(at, orders+men)
		if err != nil {
			return 0, err
		}
		at += int64(orders + men)
		for side := range t.sides {
			order := [2]int{0, layout.NoOrder}
			for i := range orders {
				order[i] = int(b[i] >> (4 * side) & 15)
			}
			pieces := make([]layout.Piece, men)
			list := make([]board.Man, men)
			for i := range pieces {
				p, ok := layout.PieceOf(b[orders+i] >> (4 * side) & 15)
				if !ok {
					return 0, ErrDamaged
				}
				pieces[i], list[i] = p, board.Man{Color: p.Color, Type: p.Type}
			}
			found, swapped := material.ClassOf(list, 0)
			if found != class {
				return 0, ErrRenamed
			}
			if file == 0 && side == 0 {
				t.swapped, t.lead = swapped, pieces[0].Color
			}
			if swapped != t.swapped || pieces[0].Color != t.lead && t.pawns {
				return 0, ErrDamaged
			}
			if t.parts[file][side].layout, err = layout.New(pieces, order, file); err != nil {
				return 0, ErrDamaged
			}
		}
	}
	return at, nil
}

// each calls visit with all parts in the order of the file.
func (t *table) each(visit func(p *part) error) error {
	for file := range t.files() {
		for side := range t.sides {
			if err := visit(&t.parts[file][side]); err != nil {
				return err
			}
		}
	}
	return nil
}

// readParts reads the headers of the parts.
func (t *table) readParts(at int64) (next int64, err error) {
	err = t.each(func(p *part) (err error) {
		p.pairs, at, err = pairs.ReadHeader(t.source, at, p.layout.Size(), t.kind == WDLFile)
		return err
	})
	return at, err
}

// readLists reads the lists of values of a DTZ file.
func (t *table) readLists(at int64) (next int64, err error) {
	if t.kind != DTZFile {
		return at, nil
	}
	err = t.each(func(p *part) error {
		flags := p.pairs.Flags
		if flags&pairs.FlagMapped == 0 {
			return nil
		}
		p.lists = &lists{wide: flags&pairs.FlagWide != 0}
		width := int64(1)
		if p.lists.wide {
			width = 2
			at += at & 1
		}
		for i := range p.lists.values {
			b, err := t.source.Bytes(at, int(width))
			if err != nil {
				return err
			}
			n := int(b[0])
			if p.lists.wide {
				n = int(binary.LittleEndian.Uint16(b))
			}
			if p.lists.values[i], err = t.source.Bytes(at+width, n*int(width)); err != nil {
				return err
			}
			at += width + int64(n)*width
		}
		return nil
	})
	return at + at&1, err
}

// placeData computes the places of the data, and returns the offset after it.
func (t *table) placeData(at int64) (end int64) {
	place := func(next func(p *pairs.Part, at int64) int64) {
		t.each(func(p *part) error {
			at = next(p.pairs, at)
			return nil
		})
	}
	place((*pairs.Part).PlaceIndex)
	place((*pairs.Part).PlaceLengths)
	place((*pairs.Part).PlaceBlocks)
	return (at + 63) &^ 63
}

// see returns the men of a position in the file's colors, and the part that has it. A DTZ file may store the other side
// to move.
func (t *table) see(p *board.Position, swapped bool) (men layout.Men, file, side int) {
	flip := swapped != t.swapped
	if t.symmetric {
		flip = p.Turn == board.Black
	}
	men = layout.See(p, flip)
	if t.pawns {
		file = men.PawnFile(t.lead)
	}
	if (p.Turn == board.Black) != flip {
		side = 1
	}
	return men, file, side
}

// value returns the stored number of a position in a part.
func (t *table) value(p *part, men *layout.Men) (uint16, error) {
	v, err := p.pairs.Value(t.source, p.layout.Index(men))
	switch {
	case err == nil:
		return v, nil
	case errors.Is(err, pairs.ErrShort):
		return 0, ErrTruncated
	case errors.Is(err, pairs.ErrDamaged):
		return 0, ErrDamaged
	}
	return 0, err
}

// wdl returns the stored outcome of a position. It may be less than the real one if a capture is as good.
func (t *table) wdl(p *board.Position, swapped bool) (WDL, error) {
	men, file, side := t.see(p, swapped)
	v, err := t.value(&t.parts[file][side], &men)
	if err != nil {
		return Draw, err
	}
	if v > uint16(Win-Loss) {
		return Draw, ErrDamaged
	}
	return Loss + WDL(v), nil
}

// stores reports whether a part of a DTZ file has a side to move.
func (t *table) stores(p *part, side int) bool {
	return int(p.pairs.Flags&pairs.FlagSide) == side || t.symmetric && !t.pawns
}

// dtz returns the stored plies of a position with an outcome, after the first ply. They may be one too few unless exact
// is true. If the file has only the other side to move, stored is false.
func (t *table) dtz(p *board.Position, swapped bool, outcome WDL) (plies int, exact, stored bool, err error) {
	men, file, side := t.see(p, swapped)
	part := &t.parts[file][0]
	flags := part.pairs.Flags
	if !t.stores(part, side) {
		return 0, false, false, nil
	}
	v, err := t.value(part, &men)
	if err != nil {
		return 0, false, false, err
	}
	if part.lists != nil {
		var ok bool
		if v, ok = part.lists.at(outcome, v); !ok {
			return 0, false, false, ErrDamaged
		}
	}
	if outcome == Win && flags&pairs.FlagWins != 0 || outcome == Loss && flags&pairs.FlagLosses != 0 {
		return int(v), true, true, nil
	}
	return 2 * int(v), false, true, nil
}
