// Package format defines the bytes of tables and of their units, writes them and reads them.
//
// These files have the parts of the format:
//
//   - params.go: the numbers that the bytes depend on
//   - format.go: the header and the groups
//   - clock.go: the kinds of tables, and the sections of tables by the clock
//   - section.go: the sections with their directories
//   - code.go: the bytes of a table's header
//   - unit.go: the units and their names
//   - piece.go: the headers of units and lone slices
//
// These packages are below it:
//
//   - stats: counts of positions by value
//   - palette: light packing of values
//   - facefile: the faces that other tables read
//   - catalog: the tables of a store
//
// # Format
//
// A table is data and a header. A [store.Store] keeps both, in a layout of its own (for files see [store.FileFrame]).
// The values are packed in tiles of 64 x 64 entries of one slice and side to move, see package tile. Entries that are
// not legal positions are not stored.
//
// Tables of up to four men, and tables with castling rights, have both sides to move. Others have one. The other side's
// values follow by looking one ply ahead, from that side and from the tables after captures and promotions. The encoder
// keeps the side that it expects to take fewer bytes, and chooses the shape of the tiles of each section.
//
// Consecutive slices are grouped until they have [GroupEntries]. The data is sections: one for each group and, within
// it, for each stored side, White first:
//
//	+--------+--------+-----+--------+-----------+
//	| tile 0 | tile 1 | ... | tile n | directory |      by slice, then as the grid numbers them
//	+--------+--------+-----+--------+-----------+
//
// The directory is a zstd frame, then the CRC-32C of each tile, u32, as checksums hardly compress. The frame has the
// section's model, as [tile.Model.Append] writes it, and the length of each tile, a u16. The high bytes of all lengths
// come first, then the low bytes.
//
// The header has the following fields. Numbers u16 and u32 are little-endian, a uv is an unsigned varint, and a text is
// a uv length and bytes:
//
//	"MWTH"                          magic
//	u16       format version        5
//	text      class                 KRPvKR
//	text      metric                DTM, or another one that is registered
//	uv        slices                ) must match the layout of the class
//	uv        entries               ) per slice and side
//	u8        sides stored          1 White to move, 2 Black to move, 3 both; plus 4 for each level after the first
//	2 times, White then Black to move, the statistics:
//	    uv    number of values that occur, and for each, ascending:
//	          u8 value, uv placements, uv distinct up to symmetry
//	    u8    value of the longest win, 0 if none; with several levels both values are u16
//	    text  its FEN
//	for each section:
//	    u8    shape of the tiles    index in tile.Shapes
//	    uv    length of all tiles
//	    uv    length of the directory
//	    u32   CRC-32C of the directory
//	u32       CRC-32C of all the header before
//
// # Tables by the clock
//
// The tables of package dtm50 have other values, and differ as follows. The magic is "MWTC" and the version 2. They
// have no metric and a single unit. Even those of up to four men have one side to move, unless they have castling
// rights. The directory of a section begins with the length of its zstd frame, uv, and empty tiles have no checksum.
// After the statistics of each side to move follow:
//
//	uv        number of the following
//	uv        positions with at least one pair, with two, and so on; like pieces in one order
//
// For each group and side to move, they have a section for each plane in place of those for levels:
//
//	u8        shape of the tiles    index in tile.Shapes
//	uv        planes, and for each:
//	    u8    form                  0 the number itself, 1 relative to the plane before, 2 its later level
//	    uv    length of all tiles
//	    uv    length of the directory
//	    u32   CRC-32C of the directory
//
// A table that may have values beyond a byte has the version 3. Its field for the sides has one level after the
// first, and its statistics have values of two bytes. Only such a table has planes of a later level.
//
// Version 1 is read as well. It has no field for the sides stored, as it has both, and its directories are those of
// other tables.
//
// # Units
//
// A table of several groups is built, stored and read in units. A unit is one group, except that the first unit may
// have several. So several builders can build a table side by side, and a stopped build can resume. A table is a
// complete set of its units. Exports have it in one piece, as above, and a store may have it in this form as well
// (package catalog).
//
// The data of a unit is the sections of its groups. Its header has the magic "MWTU", the format version, and the fields
// between version and checksum of a table's header, with its own sections only. Then follow:
//
//	uv        the first slice
//	uv        the slice after the last one
//	u8        statistics            0 of the unit, 1 of the table that it was taken from
//	u32       CRC-32C of all the header before
//
// A lone slice ([LonePiece]) is stored in the same way. Its section for each side to move has only this slice of its
// group. A lone slice never becomes part of a table.
//
// # Levels
//
// With six men a mate may take more plies than a byte can count, and with five men a conversion. Then values have
// several levels ([value.Level]), each stored as if it were a table. A group has consecutive sections for the levels of
// a side to move, with tiles of the same shape. If a group takes fewer levels than the table, its other levels are
// empty. Only tables whose groups are single slices have levels, and only the levels that the statistics need.
//
// The bytes of a table depend on its class alone. The platform, the method and the order of the work do not change
// them.
package format

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format/stats"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// Version is the version of the written format. Other versions are not read.
const Version = 5

// A Header describes a table.
type Header struct {
	Kind       Kind
	Class      material.Class
	Metric     *value.Metric    // in whose rounds values are stored
	Statistics stats.Statistics // a table by the clock counts the values with a clock at 0
	Sides      SideSet
	MoreLevels int  // the number of levels after the first one, of a table of a metric
	Wide       bool // a table by the clock may have values that do not fit into bytes
	Sections   []SectionRef

	// Pairs counts positions of a table by the clock, by side to move. The first number is of those with at least one
	// pair, the second of those with at least two.
	Pairs [2][]uint64

	planes []int // the section of the first plane, by group and stored side; only by the clock

	version uint16 // that was read, or 0
}

// LongestWin returns the value of the longest win of both sides, or a draw if nobody wins.
func (h *Header) LongestWin() value.Value {
	return max(h.Statistics[0].LongestWin, h.Statistics[1].LongestWin)
}

// Levels returns the number of levels of values.
func (h *Header) Levels() int { return 1 + h.MoreLevels }

// TakesLevels reports whether values of a table may have several levels.
func TakesLevels(l *slice.Layout, metric *value.Metric) bool {
	return metric.TakesLevels(l.Class) && !l.Class.HasEnPassant() && (l.Slices() == 1 || GroupSlices(l) == 1)
}

// AddLevels adds the sections of a group with a side to move, level by level. It pads with empty levels, so that all
// groups have the same number of levels.
func (h *Header) AddLevels(refs ...SectionRef) {
	h.widen(len(refs))
	h.Sections = append(h.Sections, refs...)
	h.pad(h.Levels() - len(refs))
}

// widen gives all groups the given number of levels, if they have fewer.
func (h *Header) widen(levels int) {
	if levels <= h.Levels() {
		return
	}
	narrow, were := h.Sections, h.Levels()
	h.Sections, h.MoreLevels = nil, levels-1
	for refs := range slices.Chunk(narrow, were) {
		h.Sections = append(h.Sections, refs...)
		h.pad(levels - were)
	}
}

// pad adds empty levels.
func (h *Header) pad(levels int) {
	for range levels {
		last := h.Sections[len(h.Sections)-1]
		h.Sections = append(h.Sections, SectionRef{Shape: last.Shape, Offset: last.Offset + last.Size()})
	}
}

// LevelsAt returns the number of levels that are not empty, given the section of the first level.
func (h *Header) LevelsAt(section int) (n int) {
	for n < h.Levels() && h.Sections[section+n].Size() > 0 {
		n++
	}
	return n
}

// isEmptyLevel reports whether a section is an empty level.
func (h *Header) isEmptyLevel(section int) bool {
	return section%h.Levels() > 0 && h.Sections[section].Size() == 0
}

// GroupOf returns the group of a section.
func (h *Header) GroupOf(section int) int {
	if h.Kind == ByClock {
		return h.listOf(section) / h.Sides.Count()
	}
	return section / h.PerGroup()
}

// LevelOf returns the number of the level or plane of a section, from 0 on.
func (h *Header) LevelOf(section int) int {
	if h.Kind == ByClock {
		return section - h.planes[h.listOf(section)]
	}
	return section % h.Levels()
}

// PerGroup returns the number of sections of a group of a table of a metric.
func (h *Header) PerGroup() int { return h.Sides.Count() * h.Levels() }

// ValueIn returns the value of a position from its bytes in all levels. It reads levels in order, until one has the
// value. If levels contradict each other, the error matches [store.ErrCorrupt].
func (h *Header) ValueIn(byteIn func(level int) (value.Byte, error)) (value.Value, error) {
	var before value.Outcome
	for number := range h.Levels() {
		level := h.Metric.Level(number, h.Levels())
		b, err := byteIn(number)
		outcome := b.Value().Outcome()
		switch {
		case err != nil:
			return value.Draw, err
		case number > 0 && (outcome != before || level.Value(b).Round() < level.First()):
			return value.Draw, fmt.Errorf("%w: a level has a %v instead of a %v", store.ErrCorrupt, b.Value(), before)
		case !level.IsLater(b):
			return level.Value(b), nil
		}
		before = outcome
	}
	return value.Draw, fmt.Errorf("%w: no level has the length of a %v", store.ErrCorrupt, before)
}

// SideSet is a set of sides to move, such as those that a table stores.
type SideSet uint8

// BothSides has White to move and Black to move.
const BothSides SideSet = 3

// Only returns the set of one side to move.
func Only(c board.Color) SideSet { return 1 << c }

// Has reports whether a side is in the set.
func (s SideSet) Has(c board.Color) bool { return s>>c&1 != 0 }

// Count returns the number of sides.
func (s SideSet) Count() int { return bits.OnesCount8(uint8(s)) }

// Stores reports whether the table has the values with one side to move. Otherwise a lookahead finds them.
func (h *Header) Stores(c board.Color) bool { return h.Sides.Has(c) }

// SectionRef is the place of a section in the data.
type SectionRef struct {
	Shape     int // of its tiles, in tile.Shapes
	Offset    int64
	Tiles     int64 // bytes
	Directory int   // bytes
	Checksum  uint32
	Related   bool // of a plane of a table by the clock: its numbers are relative to those of the plane before
	Later     bool // of such a plane: it has the later level of the numbers in the plane before
	Sparse    bool // empty tiles have no checksum
}

// Size returns the number of bytes of a section.
func (r SectionRef) Size() int64 { return r.Tiles + int64(r.Directory) }

// GroupSlices returns the number of slices of a group; the last group may have fewer. With castling rights slices are
// small, but a class that may take levels still has groups of one slice.
func GroupSlices(l *slice.Layout) slice.Number {
	if l.Class.Rights() != 0 &&
		slices.ContainsFunc(value.Metrics(), func(m *value.Metric) bool { return m.TakesLevels(l.Class) }) {
		return 1
	}
	return slice.Number((cmp.Or(l.GroupEntries, GroupEntries) + l.Entries() - 1) / l.Entries())
}

// Groups returns the number of groups of a class.
func Groups(l *slice.Layout) int {
	return int((l.Slices() + GroupSlices(l) - 1) / GroupSlices(l))
}

// Section returns the number of the section that has the first level or plane of a slice with one side to move. The
// table must store that side. Sections of other levels or planes follow.
func (h *Header) Section(l *slice.Layout, number slice.Number, c board.Color) int {
	lists := int(number/GroupSlices(l)) * h.Sides.Count()
	if h.Sides == BothSides {
		lists += int(c)
	}
	if h.Kind == ByClock {
		return h.planes[lists]
	}
	return lists * h.Levels()
}

// SideOf returns the side to move of a section.
func (h *Header) SideOf(section int) board.Color {
	if h.Kind == ByClock {
		return h.sideOfList(h.listOf(section))
	}
	return h.sideOfList(section / h.Levels())
}

// sideOfList returns the side to move of a list of levels or planes. Each group has a list for each stored side.
func (h *Header) sideOfList(list int) board.Color {
	if h.Sides == BothSides {
		return board.Color(list & 1)
	}
	return board.Color(h.Sides >> 1)
}

// Grids returns the grid of each section.
func (h *Header) Grids(l *slice.Layout) []*tile.Grid {
	type cut struct {
		side  board.Color
		shape int
	}
	known := map[cut]*tile.Grid{}
	grids := make([]*tile.Grid, len(h.Sections))
	for i, ref := range h.Sections {
		c := cut{h.SideOf(i), ref.Shape}
		if known[c] == nil {
			known[c] = tile.NewGrid(l, c.side, tile.Shapes(l, c.side)[c.shape])
		}
		grids[i] = known[c]
	}
	return grids
}

// DataSize returns the number of bytes of all sections.
func (h *Header) DataSize() int64 {
	last := h.Sections[len(h.Sections)-1]
	return last.Offset + last.Size()
}

// GroupTiles returns the number of tiles of a group, of one side to move.
func GroupTiles(l *slice.Layout, group int, grid *tile.Grid) int {
	n := GroupSlices(l)
	return int(min(n, l.Slices()-slice.Number(group)*n)) * grid.Tiles()
}

// listOf returns the number of the list of planes that has a section.
func (h *Header) listOf(section int) int {
	i, found := slices.BinarySearch(h.planes, section)
	if !found {
		i--
	}
	return i
}
