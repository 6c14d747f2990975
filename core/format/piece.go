package format

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/wire"
)

// A Piece is a part of a table that is stored by itself: a unit, or a lone slice. Lone slices are for positions that
// need only some slices of a unit.
type Piece struct {
	Name       string       // in a store
	First, End slice.Number // the first slice, and the one after the last
}

// UnitPiece returns a unit.
func UnitPiece(l *slice.Layout, unit int) Piece {
	first, end := UnitSlices(l, unit)
	return Piece{UnitName(l, unit), first, end}
}

// WholePiece returns all of a table, as one piece.
func WholePiece(l *slice.Layout) Piece { return Piece{l.Class.String(), 0, l.Slices()} }

// UnitPieces returns some units.
func UnitPieces(l *slice.Layout, units ...int) (pieces []Piece) {
	for _, unit := range units {
		pieces = append(pieces, UnitPiece(l, unit))
	}
	return pieces
}

// IsLone reports whether a piece is a lone slice.
func (p *Piece) IsLone(l *slice.Layout) bool { return *p != UnitPiece(l, UnitOf(l, p.First)) }

// LonePiece returns a lone slice.
func LonePiece(l *slice.Layout, number slice.Number) Piece {
	return Piece{partName(l.Class, loneInfix, int(number)), number, number + 1}
}

// StoresLone reports whether slices of a class may be stored by themselves. These are classes with several small slices
// in a unit, whose units lead to nearly all slices of other classes. Tables of four men are one unit.
func StoresLone(l *slice.Layout) bool {
	return Units(l) > 1 && l.Class.Pawns() > 1 && GroupSlices(l) > 1
}

// groups returns the number of groups of the table that have slices of the piece.
func (p *Piece) groups(l *slice.Layout) int {
	n := GroupSlices(l)
	return int((p.End-1)/n-p.First/n) + 1
}

// A UnitHeader describes one of several units, or a lone slice: a table's header, with the piece's sections.
type UnitHeader struct {
	Header
	First, End slice.Number // the first one, and the one after the last

	// OfTable means that the unit was taken from a table, and has the statistics of that table. Otherwise they are the
	// unit's own.
	OfTable bool
}

const unitMagic = "MWTU"

// Encode returns the bytes of the header.
func (h *UnitHeader) Encode(l *slice.Layout) []byte {
	b := h.append(wire.Begin(unitMagic, Version), l)
	b = binary.AppendUvarint(b, uint64(h.First))
	b = binary.AppendUvarint(b, uint64(h.End))
	ofTable := byte(0)
	if h.OfTable {
		ofTable = 1
	}
	return wire.Seal(append(b, ofTable))
}

// Decode reads and checks the header of a piece, given the size of its data. Errors match [store.ErrCorrupt] or
// [store.ErrVersion].
func (p *Piece) Decode(l *slice.Layout, encoded []byte, size int64) (*UnitHeader, error) {
	h, err := p.decodeHeader(l, encoded)
	if err == nil && h.DataSize() != size {
		err = fmt.Errorf("%w: it has %d bytes of data instead of %d", store.ErrCorrupt, size, h.DataSize())
	}
	if err != nil {
		return nil, store.Named(p.Name, err)
	}
	return h, nil
}

func (p *Piece) decodeHeader(l *slice.Layout, encoded []byte) (*UnitHeader, error) {
	r, err := wire.Unseal(unitMagic, Version, encoded)
	if err != nil {
		return nil, err
	}
	h, err := p.readHeader(&r, l)
	if err != nil {
		return nil, err
	}
	ofTable := r.Byte()
	if h.OfTable = ofTable == 1; ofTable > 1 {
		r.Fail(fmt.Errorf("its statistics are of kind %d", ofTable))
	}
	return h, r.End()
}

// IsPiece reports whether a header begins like those of units and lone slices.
func IsPiece(header []byte) bool { return bytes.HasPrefix(header, []byte(unitMagic)) }

// DecodePiece reads and checks the header of a unit or a lone slice of any class, given the size of its data in bytes.
// Errors match [store.ErrCorrupt].
func (p Params) DecodePiece(encoded []byte, size int64) (*UnitHeader, *slice.Layout, error) {
	var err error
	for _, count := range []func(*slice.Layout) int{oneGroup, groupsOfFirst} { // the numbers of groups that pieces have
		var l *slice.Layout
		var piece Piece
		if l, piece, err = p.findPiece(encoded, count); err != nil {
			continue
		}
		var h *UnitHeader
		if h, err = piece.Decode(l, encoded, size); err == nil {
			return h, l, nil
		}
	}
	return nil, nil, err
}

func oneGroup(*slice.Layout) int { return 1 }

func groupsOfFirst(l *slice.Layout) int { return min(firstGroups(l), Groups(l)) }

// findPiece returns the piece of a header, given the number of its groups.
func (params Params) findPiece(encoded []byte, count func(*slice.Layout) int) (l *slice.Layout, p Piece, err error) {
	r, err := wire.Unseal(unitMagic, Version, encoded)
	if err != nil {
		return nil, p, err
	}
	l = params.readHeader(new(Header), &r, count)
	first, end := slice.Number(r.Uvarint(1<<31)), slice.Number(r.Uvarint(1<<31))
	r.Byte() // which statistics
	if err := r.End(); err != nil {
		return nil, p, err
	}
	if first < l.Slices() {
		p = UnitPiece(l, UnitOf(l, first))
		if StoresLone(l) && (p.First != first || p.End != end) {
			p = LonePiece(l, first)
		}
	}
	if p.First != first || p.End != end || end <= first {
		return nil, p, fmt.Errorf("%w: slices %d to %d are not a unit", store.ErrCorrupt, first, end-1)
	}
	return l, p, nil
}

// readHeader reads the first fields of the header of a piece.
func (p *Piece) readHeader(r *wire.Reader, l *slice.Layout) (*UnitHeader, error) {
	params := Params{GroupEntries: l.GroupEntries}
	h := &UnitHeader{First: p.First, End: p.End}
	itsLayout := params.readHeader(&h.Header, r, func(*slice.Layout) int { return p.groups(l) })
	if r.Err() != nil {
		return nil, r.End()
	}
	if itsLayout.Class != l.Class || r.Uvarint(1<<31) != uint64(h.First) || r.Uvarint(1<<31) != uint64(h.End) {
		return nil, fmt.Errorf("%w: it has other slices", store.ErrCorrupt)
	}
	return h, nil
}

// SplitUnits returns the headers of the units of a table of several. They have the table's statistics, as the units
// have no counts of their own.
func (h *Header) SplitUnits(l *slice.Layout) (units []*UnitHeader) {
	for i := range Units(l) {
		u := &UnitHeader{Header: *h, OfTable: true}
		u.First, u.End = UnitSlices(l, i+1)
		firstGroup, endGroup := UnitGroups(l, i+1)
		u.Sections = slices.Clone(h.Sections[firstGroup*h.PerGroup() : endGroup*h.PerGroup()])
		start := u.Sections[0].Offset
		for n := range u.Sections {
			u.Sections[n].Offset -= start
		}
		units = append(units, u)
	}
	return units
}
