// Package dtm50 has tables of the plies to mate with best play under the fifty-move rule, by clock. The clock is the
// number of plies without a capture or a pawn move before a position. With a clock of a hundred the position is drawn,
// unless the last ply mated.
//
// dtm50.go has the format, and steps.go makes planes of solved slices. build.go makes tables from the values of other
// tables, which source.go holds. table.go, planes.go and library.go read tables, and verify.go recomputes them.
//
// # Contents
//
// The higher the clock, the less time the winning side has. So a won or lost position keeps its value up to some clock.
// Then it takes longer, as only another line is in time, perhaps several times. Then it is drawn. In pairs: the
// position is mate in m plies if at least z plies are left until the clock ends. Otherwise it is mate in m' > m plies
// if at least z' < z plies are left, and so on. The last z is DTZ50. Nearly all positions have only one or two pairs.
//
// Pairs are stored in planes, with a byte for each position:
//
//   - the first m of all positions;
//   - the z of those that are won or lost;
//   - the next m of those whose z is not 0, or a draw if they have no further pair;
//   - its z, and so on until no position has another pair.
//
// A plane is packed like a level of a table (package tile, [encode.Section]), without positions that have no number in
// it. Each plane has one of two forms, whichever takes fewer bytes. Those of z are z itself, and m less z. Those of the
// next m are m itself, and m less the one before.
//
// # Format
//
// Tables are in a separate store. Each has data and a header. For each group of slices ([format.GroupSlices]) the data
// has all planes with White to move, then those with Black to move. Each is a section with its directory, as in other
// tables. The header, in the notation of package format:
//
//	"MWTC"                          magic
//	u16       format version        1
//	text      class                 KRPvKR
//	uv        slices                ) must match the layout of the class
//	uv        entries               ) per slice and side
//	2 times, White then Black to move, the statistics:
//	    uv    number of values that occur with a clock at 0, and for each, ascending:
//	          u8 value, uv placements, uv distinct up to symmetry
//	    u8    value of the longest win, 0 if none
//	    text  its FEN
//	    uv    number of the following
//	    uv    positions with at least one pair, with two, and so on; like pieces in one order
//	for each group and side to move:
//	    u8    shape of the tiles    index in tile.Shapes
//	    uv    planes, and for each:
//	          u8    form            0 the number itself, 1 the other one
//	          uv    length of all tiles
//	          uv    length of the directory
//	          u32   CRC-32C of the directory
//	u32       CRC-32C of all the header before
package dtm50

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/stats"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/wire"
)

// Name is the name of the tables' directory and options.
const Name = "DTM50"

// Metric returns the metric in whose rounds values are stored: plies to mate.
func Metric() *value.Metric { return metric }

var metric = value.WithGoal(value.ToMate)

const magic = "MWTC"

// Version is the version of the format that is written, and the only one that is read.
const Version = 1

// A Header describes a table.
type Header struct {
	Class material.Class

	// Statistics are those of the values with a clock at 0.
	Statistics stats.Statistics

	// Pairs has, by side to move, the number of positions with at least one pair, at least two, and so on.
	Pairs [2][]uint64

	layout *slice.Layout
	groups [][2]planes
	size   int64 // of the data
}

// planes are those of a group with one side to move.
type planes struct {
	shape int
	list  []plane
}

// A plane has the place of its section, and the form of its numbers.
type plane struct {
	format.SectionRef
	form form
}

// A form is the way in which a plane stores its numbers.
type form uint8

const (
	plain   form = iota
	related      // to the plane before
	forms
)

func (h *Header) encode() []byte {
	b := wire.Begin(magic, Version)
	b = wire.AppendText(b, h.Class.String())
	b = binary.AppendUvarint(b, uint64(h.layout.Slices()))
	b = binary.AppendUvarint(b, uint64(h.layout.Entries()))
	for c := range h.Statistics {
		b = h.Statistics[c].Append(b, false)
		b = binary.AppendUvarint(b, uint64(len(h.Pairs[c])))
		for _, n := range h.Pairs[c] {
			b = binary.AppendUvarint(b, n)
		}
	}
	for _, group := range h.groups {
		for _, side := range group {
			b = append(b, byte(side.shape))
			b = binary.AppendUvarint(b, uint64(len(side.list)))
			for _, p := range side.list {
				b = append(b, byte(p.form))
				b = binary.AppendUvarint(b, uint64(p.Tiles))
				b = binary.AppendUvarint(b, uint64(p.Directory))
				b = binary.LittleEndian.AppendUint32(b, p.Checksum)
			}
		}
	}
	return wire.Seal(b)
}

// decodeHeader reads the header of a table with a name and a size of its data. It checks all of it. Errors match
// [store.ErrCorrupt].
func decodeHeader(name string, b []byte, size int64) (*Header, error) {
	h, err := Decode(b, size)
	if err == nil && h.Class.String() != name {
		err = fmt.Errorf("%w: the header is of %v", store.ErrCorrupt, h.Class)
	}
	if err != nil {
		return nil, store.Named(name, err)
	}
	return h, nil
}

// DecodeEntry decodes the header of an entry of a store. Errors match [store.ErrCorrupt].
func DecodeEntry(e store.Entry) (*Header, error) {
	return decodeHeader(e.Name, e.Header, e.Size-int64(len(e.Header)))
}

// IsTable reports whether a header begins like those of such tables.
func IsTable(header []byte) bool { return bytes.HasPrefix(header, []byte(magic)) }

// Decode reads and checks the header of a table of any class, given the size of its data in bytes. Errors match
// [store.ErrCorrupt].
func Decode(b []byte, size int64) (*Header, error) {
	r, err := wire.Unseal(magic, Version, b)
	if err != nil {
		return nil, err
	}
	h := readHeader(&r)
	if r.Err() == nil && h.size != size {
		r.Fail(fmt.Errorf("the header is of %d bytes of data instead of %d", h.size, size))
	}
	if err := r.End(); err != nil {
		return nil, err
	}
	return h, nil
}

func readHeader(r *wire.Reader) *Header {
	name := r.Text()
	class, err := material.Parse(name)
	if err != nil || class.String() != name || !class.HasTable() {
		r.Fail(fmt.Errorf("the class is %q", name))
		return nil
	}
	l := slice.NewLayout(class)
	h := &Header{Class: class, layout: l}
	if r.Uvarint(1<<40) != uint64(l.Slices()) || r.Uvarint(1<<40) != uint64(l.Entries()) {
		r.Fail(errors.New("the layout is not that of the class"))
	}
	for c := range h.Statistics {
		h.Statistics[c].Read(r, false)
		for range r.Uvarint(mostPairs) {
			h.Pairs[c] = append(h.Pairs[c], r.Uvarint(1<<62))
		}
	}
	for range groupsOf(l) {
		var group [2]planes
		for c := range group {
			group[c] = readPlanes(r, h, len(tile.Shapes(l, board.Color(c))))
		}
		if r.Err() != nil {
			return nil
		}
		h.groups = append(h.groups, group)
	}
	return h
}

// mostPairs is the most pairs of a position: each has fewer plies left than the one before.
const mostPairs = value.FiftyMoves + 1

func readPlanes(r *wire.Reader, h *Header, shapes int) planes {
	p := planes{shape: int(r.Byte())}
	if p.shape >= shapes {
		r.Fail(errors.New("tiles have no known shape"))
	}
	n := r.Uvarint(2 * mostPairs)
	if n == 0 || n > 1 && n%2 == 1 {
		r.Fail(fmt.Errorf("%d planes of a group", n))
	}
	for range n {
		one := plane{form: form(r.Byte())}
		one.Shape, one.Offset = p.shape, h.size
		one.Tiles, one.Directory = int64(r.Uvarint(1<<40)), int(r.Uvarint(1<<25))
		one.Checksum = r.Uint32()
		if one.form >= forms || len(p.list) == 0 && one.form != plain {
			r.Fail(errors.New("a plane has no known form"))
		}
		h.size += one.Size()
		p.list = append(p.list, one)
	}
	return p
}

// groupsOf returns the number of groups of a class.
func groupsOf(l *slice.Layout) int {
	n := format.GroupSlices(l)
	return int((l.Slices() + n - 1) / n)
}

// errPairs is the error for pairs that contradict each other.
var errPairs = errors.New("contradictory pairs of a position")
