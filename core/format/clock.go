package format

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/wire"
)

// headers has the magic and the versions of the headers of each kind.
var headers = [...]struct {
	magic   string
	oldest  uint16 // that is read
	version uint16 // the newest
}{
	OfMetric: {"MWTH", Version, Version},
	ByClock:  {"MWTC", wholeClocks, wideClocks},
}

// wholeClocks is the version of tables by the clock that have both sides to move. Their empty tiles have checksums.
const wholeClocks = 1

// byteClocks is the version of tables by the clock whose values fit into bytes. It is still written.
const byteClocks = 2

// wideClocks is the version of tables by the clock that may have planes of later levels ([Header.Wide]).
const wideClocks = 3

// KindOf returns the kind of the tables whose headers begin like a header. It returns false for all other bytes, such
// as the header of a unit.
func KindOf(header []byte) (kind Kind, ok bool) {
	for k := range headers {
		if bytes.HasPrefix(header, []byte(headers[k].magic)) {
			return Kind(k), true
		}
	}
	return 0, false
}

// Version returns the version of the format that the header was read from, or else the one that is written.
func (h *Header) Version() int {
	written := headers[h.Kind].version
	if h.Kind == ByClock && !h.Wide {
		written = byteClocks
	}
	return int(cmp.Or(h.version, written))
}

// MostPairs is the most pairs of a position: each has fewer plies left than the one before.
const MostPairs = value.FiftyMoves + 1

// AddPlanes adds the sections of the planes of a group with a side to move, in their order. If a table by the clock
// stores both sides, White comes first.
func (h *Header) AddPlanes(refs ...SectionRef) {
	offset := int64(0)
	if len(h.Sections) > 0 {
		offset = h.DataSize()
	}
	h.planes = append(h.planes, len(h.Sections))
	for _, ref := range refs {
		ref.Offset = offset
		offset += ref.Size()
		h.Sections = append(h.Sections, ref)
	}
}

// PlanesAt returns the number of planes of a group with a side to move, given the section of the first one.
func (h *Header) PlanesAt(section int) int {
	i, _ := slices.BinarySearch(h.planes, section)
	if i+1 < len(h.planes) {
		return h.planes[i+1] - section
	}
	return len(h.Sections) - section
}

// CountPairs adds the numbers of positions of a group that have each pair.
func (h *Header) CountPairs(c board.Color, counts []uint64) {
	for i, n := range counts {
		if i == len(h.Pairs[c]) {
			h.Pairs[c] = append(h.Pairs[c], 0)
		}
		h.Pairs[c][i] += n
	}
}

func (h *Header) appendPairs(b []byte, c board.Color) []byte {
	b = binary.AppendUvarint(b, uint64(len(h.Pairs[c])))
	for _, n := range h.Pairs[c] {
		b = binary.AppendUvarint(b, n)
	}
	return b
}

func (h *Header) readPairs(r *wire.Reader, c board.Color) {
	for range r.Uvarint(MostPairs) {
		h.Pairs[c] = append(h.Pairs[c], r.Uvarint(1<<62))
	}
}

// appendPlanes appends the sections of a table by the clock.
func (h *Header) appendPlanes(b []byte) []byte {
	for _, first := range h.planes {
		list := h.Sections[first:][:h.PlanesAt(first)]
		b = append(b, byte(list[0].Shape))
		b = binary.AppendUvarint(b, uint64(len(list)))
		for _, ref := range list {
			b = append(b, ref.planeForm())
			b = ref.appendPlace(b)
		}
	}
	return b
}

// The forms of planes in headers.
const (
	plainPlane = iota
	relatedPlane
	laterPlane
)

func (r SectionRef) planeForm() byte {
	switch {
	case r.Related:
		return relatedPlane
	case r.Later:
		return laterPlane
	}
	return plainPlane
}

// readPlanes reads the fields that [Header.appendPlanes] wrote.
func (h *Header) readPlanes(r *wire.Reader, l *slice.Layout, groups int) {
	most, last := uint64(2*MostPairs), byte(relatedPlane)
	if h.Wide {
		most, last = 3*MostPairs, laterPlane
	}
	for list := range h.Sides.Count() * groups {
		var refs []SectionRef
		shape := int(r.Byte())
		if shape >= len(tile.Shapes(l, h.sideOfList(list))) {
			r.Fail(errors.New("tiles have no known shape"))
		}
		for number := range r.Uvarint(most) {
			form := r.Byte()
			if form > last || form != plainPlane && number == 0 {
				r.Fail(errors.New("a plane has no known form"))
			}
			ref := SectionRef{
				Shape: shape, Related: form == relatedPlane, Later: form == laterPlane,
				Sparse: h.Version() > wholeClocks,
			}
			ref.readPlace(r)
			refs = append(refs, ref)
		}
		if r.Err() != nil {
			return
		}
		if err := checkPlanes(refs); err != nil {
			r.Fail(err)
			return
		}
		h.AddPlanes(refs...)
	}
}

// checkPlanes checks that planes of mates and of plies left alternate, and that later levels are those of mates.
func checkPlanes(refs []SectionRef) error {
	n, before := 0, false // planes of the first level, and whether the one before is of a later level
	for _, ref := range refs {
		switch {
		case !ref.Later:
			n++
		case n%2 == 0 || before:
			return errors.New("a plane has the later level of another one")
		}
		before = ref.Later
	}
	if n == 0 || n > 1 && n%2 == 1 {
		return fmt.Errorf("%d planes of a group", n)
	}
	return nil
}
