package format

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
)

// Units returns how many units the table of a class is made of. For most
// classes that is one.
func Units(l *slice.Layout) int { return max(1, groups(l)-firstGroups(l)+1) }

// firstGroups returns how many groups the first unit has; the others have one.
// Where the only pawn is about to promote, all slices read the same tables, whole:
// who builds one of them had better build them all. What is stored of a unit says
// which slices it has, so this may change.
func firstGroups(l *slice.Layout) int {
	switch {
	case l.Class.Rights() != 0:
		return groups(l) // which are small
	case l.Class.Pawns() != 1:
		return 1
	}
	const files = 4 // the others are their mirror images
	return int((files + GroupSlices(l) - 1) / GroupSlices(l))
}

// unitGroups returns the groups of a unit: the first one, and the one after the
// last.
func unitGroups(l *slice.Layout, unit int) (first, end int) {
	if unit == 1 {
		return 0, min(firstGroups(l), groups(l))
	}
	first = firstGroups(l) + unit - 2
	return first, first + 1
}

// UnitSlices returns the slices of a unit, which are numbered from 1 on: the
// first one, and the one after the last.
func UnitSlices(l *slice.Layout, unit int) (first, end slice.Number) {
	firstGroup, endGroup := unitGroups(l, unit)
	n := GroupSlices(l)
	return slice.Number(firstGroup) * n, min(slice.Number(endGroup)*n, l.Slices())
}

// UnitOf returns the unit that has a slice.
func UnitOf(l *slice.Layout, number slice.Number) int {
	return max(1, int(number/GroupSlices(l))-firstGroups(l)+2)
}

// UnitNeeds returns the units that pawn pushes lead to from a unit, in
// ascending order.
func UnitNeeds(l *slice.Layout, unit int) (needs []int) {
	for number, end := UnitSlices(l, unit); number < end; number++ {
		for _, to := range l.Pushes(number) {
			if n := UnitOf(l, to); n != unit {
				needs = append(needs, n)
			}
		}
	}
	slices.Sort(needs)
	return slices.Compact(needs)
}

// A Piece is what is stored of a table by itself: a unit or, where positions need but some slices of a unit, one
// of these, which is then a lone slice.
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

// IsLone reports whether it is a lone slice.
func (p *Piece) IsLone(l *slice.Layout) bool { return *p != UnitPiece(l, UnitOf(l, p.First)) }

// LonePiece returns a lone slice.
func LonePiece(l *slice.Layout, number slice.Number) Piece {
	return Piece{partName(l.Class, loneInfix, int(number)), number, number + 1}
}

// StoresLone reports whether slices of a class may be stored by themselves: where a unit has many, because each is small, but
// those of all units together lead to nearly all that there is of other classes. Tables of four men are one unit.
func StoresLone(l *slice.Layout) bool {
	return Units(l) > 1 && l.Class.Pawns() > 1 && GroupSlices(l) > 1
}

// groups returns how many groups of the table it has slices of.
func (p *Piece) groups(l *slice.Layout) int {
	n := GroupSlices(l)
	return int((p.End-1)/n-p.First/n) + 1
}

const (
	unitInfix = "unit"
	loneInfix = "slice"
)

// UnitName returns the name of a unit in a store. The only unit of a table is its table, and has
// the name of the class.
func UnitName(l *slice.Layout, unit int) string {
	if Units(l) == 1 {
		return l.Class.String()
	}
	return partName(l.Class, unitInfix, unit)
}

func partName(class material.Class, infix string, number int) string {
	return fmt.Sprint(class, infix, number)
}

// ParseUnitName tells which of several units of a class has a name. It returns false for all
// other names.
func ParseUnitName(name string) (class material.Class, unit int, ok bool) {
	return parsePartName(name, unitInfix, 1)
}

// ParseLoneName tells which lone slice of a class has a name. It returns false for all other names.
func ParseLoneName(name string) (class material.Class, number slice.Number, ok bool) {
	class, n, ok := parsePartName(name, loneInfix, 0)
	return class, slice.Number(n), ok
}

// parsePartName takes a name of [partName] apart, whose number is at least so large.
func parsePartName(name, infix string, least int) (class material.Class, number int, ok bool) {
	before, after, _ := strings.Cut(name, infix)
	class, err := material.Parse(before)
	if err != nil {
		return class, 0, false
	}
	number, err = strconv.Atoi(after)
	return class, number, err == nil && number >= least && partName(class, infix, number) == name
}

const unprovenSuffix = "unproven"

// UnprovenName returns the name in a store of a table, in one piece, whose bytes are not those that
// are known to be right. It never counts where another one is there.
func UnprovenName(class material.Class) string { return class.String() + unprovenSuffix }

// parseUnprovenName tells whether a name is one of [UnprovenName].
func parseUnprovenName(name string) (class material.Class, ok bool) {
	before, found := strings.CutSuffix(name, unprovenSuffix)
	class, err := material.Parse(before)
	return class, found && err == nil && UnprovenName(class) == name
}

// A UnitHeader describes one of several units, or a lone slice: a table's header, with the piece's sections.
type UnitHeader struct {
	Header
	First, End slice.Number // the first one, and the one after the last

	// OfTable says that the statistics are those of the whole table: the unit was taken from
	// it, and nobody has counted anew. Otherwise they are the unit's own.
	OfTable bool
}

const unitMagic = "MWTU"

// Encode returns the bytes of the header.
func (h *UnitHeader) Encode(l *slice.Layout) []byte {
	b := h.append(begin(unitMagic), l)
	b = binary.AppendUvarint(b, uint64(h.First))
	b = binary.AppendUvarint(b, uint64(h.End))
	ofTable := byte(0)
	if h.OfTable {
		ofTable = 1
	}
	return seal(append(b, ofTable))
}

// decode reads the header of a piece with so many bytes of data, and believes nothing of it.
// Errors match [store.ErrCorrupt] or [store.ErrVersion].
func (p *Piece) decode(l *slice.Layout, encoded []byte, size int64) (*UnitHeader, error) {
	h, err := p.decodeHeader(l, encoded)
	if err == nil && h.dataSize() != size {
		err = fmt.Errorf("%w: it has %d bytes of data instead of %d", store.ErrCorrupt, size, h.dataSize())
	}
	if err != nil {
		return nil, store.Named(p.Name, err)
	}
	return h, nil
}

func (p *Piece) decodeHeader(l *slice.Layout, encoded []byte) (*UnitHeader, error) {
	r, err := unseal(unitMagic, encoded)
	if err != nil {
		return nil, err
	}
	h, err := r.unitHeader(l, p)
	if err != nil {
		return nil, err
	}
	ofTable := r.bytes(1)[0]
	if h.OfTable = ofTable == 1; ofTable > 1 {
		r.fail(fmt.Errorf("its statistics are of kind %d", ofTable))
	}
	return h, r.end()
}

// IsPiece reports whether a header begins as those of units and lone slices do.
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
		if h, err = piece.decode(l, encoded, size); err == nil {
			return h, l, nil
		}
	}
	return nil, nil, err
}

func oneGroup(*slice.Layout) int { return 1 }

func groupsOfFirst(l *slice.Layout) int { return min(firstGroups(l), groups(l)) }

// findPiece returns the piece of a header, given the number of its groups.
func (params Params) findPiece(encoded []byte, count func(*slice.Layout) int) (l *slice.Layout, p Piece, err error) {
	r, err := unseal(unitMagic, encoded)
	if err != nil {
		return nil, p, err
	}
	_, l = r.header(params, count)
	first, end := slice.Number(r.uvarint(1<<31)), slice.Number(r.uvarint(1<<31))
	r.bytes(1) // which statistics
	if err := r.end(); err != nil {
		return nil, p, err
	}
	if first < l.Slices() {
		p = UnitPiece(l, UnitOf(l, first))
		if StoresLone(l) && (p.First != first || p.End != end) {
			p = LonePiece(l, first)
		}
	}
	if p.First != first || p.End != end || end <= first {
		return nil, p, fmt.Errorf("%w: slices %d to %d are no unit", store.ErrCorrupt, first, end-1)
	}
	return l, p, nil
}

// unitHeader reads what the header of a piece begins with.
func (r *headerReader) unitHeader(l *slice.Layout, p *Piece) (*UnitHeader, error) {
	header, itsLayout := r.header(Params{GroupEntries: l.GroupEntries}, func(*slice.Layout) int { return p.groups(l) })
	if r.err != nil {
		return nil, r.end()
	}
	h := &UnitHeader{Header: *header, First: p.First, End: p.End}
	if itsLayout.Class != l.Class || r.uvarint(1<<31) != uint64(h.First) || r.uvarint(1<<31) != uint64(h.End) {
		return nil, fmt.Errorf("%w: it has other slices", store.ErrCorrupt)
	}
	return h, nil
}

// A FoundUnit is a unit in a store.
type FoundUnit struct {
	Number int
	Bytes  int64
}

// FindUnits returns those of several units of a class that are among the entries of a store, as
// far as their headers tell, sorted by number.
func FindUnits(l *slice.Layout, entries []store.Entry) (found []FoundUnit) {
	for _, e := range entries {
		class, unit, ok := ParseUnitName(e.Name)
		if !ok || class != l.Class || unit > Units(l) {
			continue
		}
		piece := UnitPiece(l, unit)
		if _, err := piece.decode(l, e.Header, e.Size-int64(len(e.Header))); err == nil {
			found = append(found, FoundUnit{unit, e.Size})
		}
	}
	slices.SortFunc(found, func(a, b FoundUnit) int { return cmp.Compare(a.Number, b.Number) })
	return found
}

// FindLone returns the lone slices of a class that are among the entries of a store, as far as their headers tell.
func FindLone(l *slice.Layout, entries []store.Entry) (found []slice.Number) {
	for _, e := range entries {
		class, number, ok := ParseLoneName(e.Name)
		if !ok || class != l.Class || number >= l.Slices() || !StoresLone(l) {
			continue
		}
		piece := LonePiece(l, number)
		if _, err := piece.decode(l, e.Header, e.Size-int64(len(e.Header))); err == nil {
			found = append(found, number)
		}
	}
	slices.Sort(found)
	return found
}

// TakeApart returns the headers of the units of a table of several: with its statistics, as
// nobody has counted those of each.
func (h *Header) TakeApart(l *slice.Layout) (units []*UnitHeader) {
	for i := range Units(l) {
		u := &UnitHeader{Header: *h, OfTable: true}
		u.First, u.End = UnitSlices(l, i+1)
		firstGroup, endGroup := unitGroups(l, i+1)
		u.Sections = slices.Clone(h.Sections[firstGroup*h.perGroup() : endGroup*h.perGroup()])
		start := u.Sections[0].Offset
		for n := range u.Sections {
			u.Sections[n].Offset -= start
		}
		units = append(units, u)
	}
	return units
}
