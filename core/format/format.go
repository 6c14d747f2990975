// Package format defines the bytes of tables and of their units, writes them and reads them.
//
// params.go has the numbers that these bytes depend on, format.go the header and the groups, section.go the sections
// with their directories, code.go the bytes of a table's header, unit.go the units and their names, and piece.go the
// headers of units and lone slices.
//
// The packages in it are: stats, which counts positions by value; palette, which packs values lightly; facefile, the
// faces that other tables read; and catalog, the tables of a store.
//
// # Format
//
// A table is data and a header; a [store.Store] keeps both, and lays them out as
// suits it (for files see [store.FileFrame]). The values are packed tile by tile,
// 64 x 64 entries of one slice and side to move each: package tile says how.
// Entries that are not legal positions are not stored.
//
// Tables of up to four men have both sides to move. Larger ones have one: the
// other side's values follow from it, and from the tables that captures and
// promotions lead to, by looking one ply ahead. The encoder keeps the side that
// it expects to take fewer bytes, and for each section the shape of the tiles.
//
// Slices that follow each other are grouped until they have [GroupEntries].
// The data is sections, one for each group and, within it, for each side that
// is stored, White first:
//
//	+--------+--------+-----+--------+-----------+
//	| tile 0 | tile 1 | ... | tile n | directory |      by slice, then as the grid numbers them
//	+--------+--------+-----+--------+-----------+
//
// The directory is a zstd frame, then the CRC-32C of each tile, u32, which
// hardly pack. The frame has the section's model, as [tile.Model.Append]
// writes it, and the length of each tile, a u16: first the high bytes of all,
// then the low bytes.
//
// The header, u16 and u32 little-endian, uv an unsigned varint, text a uv
// length and bytes:
//
//	"MWTH"                          magic
//	u16       format version        5
//	text      class                 KRPvKR
//	text      metric                DTM, or another one that is registered
//	uv        slices                ) must be what the layout of the class says
//	uv        entries               ) per slice and side
//	u8        sides stored          1 White to move, 2 Black to move, 3 both; and 4 for each level after the first
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
// # Units
//
// A table of several groups is made, stored and read in units: a group each, but the first one
// has a few. So several builders can make a table side by side, and a build that was stopped goes
// on. A table is a complete set of its units; in one piece, as above, it is what is exported, and
// what a store may have as well (package catalog).
//
// The data of a unit is its groups' sections. Its header has the magic "MWTU", the format
// version, what comes between version and checksum in a table's header, with its own sections
// only, and then:
//
//	uv        the first slice
//	uv        the slice after the last one
//	u8        statistics            0 of the unit, 1 of the table that it was taken from
//	u32       CRC-32C of all the header before
//
// A lone slice ([LonePiece]) is stored in the same way, with a section for each side to move that has this slice alone
// of its group. No table is made of it.
//
// # Levels
//
// With six men a mate may take more plies than a byte can say, and with five a conversion. Then values are told in
// several levels ([value.Level]), each stored as if it were a table: for a side to move there is a section for each
// level, one after the other, with tiles of the same shape; where a group takes fewer levels than the table, the others
// are empty. Only tables whose groups are single slices have that, and as few levels as the statistics take.
//
// The bytes of a table depend on its class alone: not on the platform, the
// method or the order of the work.
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

// Version is the version of the format that is written, and the only one
// that is read.
const Version = 5

// A Header describes a table.
type Header struct {
	Class      material.Class
	Metric     *value.Metric
	Statistics stats.Statistics
	Sides      SideSet
	MoreLevels int // after the first, that values are told in
	Sections   []SectionRef
}

// Levels returns how many levels values are told in.
func (h *Header) Levels() int { return 1 + h.MoreLevels }

// TakesLevels reports whether values of a table may be told in several levels.
func TakesLevels(l *slice.Layout, metric *value.Metric) bool {
	return metric.TakesLevels(l.Class) && !l.Class.HasEnPassant() && (l.Slices() == 1 || GroupSlices(l) == 1)
}

// AddLevels adds the sections of a group with a side to move, level by level. Where there are more than there were
// before, the levels of earlier groups are made as many, and so are these where there are fewer.
func (h *Header) AddLevels(refs ...SectionRef) {
	h.widen(len(refs))
	h.Sections = append(h.Sections, refs...)
	h.pad(h.Levels() - len(refs))
}

// widen gives all groups so many levels, if they have fewer.
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

// pad adds levels that are empty.
func (h *Header) pad(levels int) {
	for range levels {
		last := h.Sections[len(h.Sections)-1]
		h.Sections = append(h.Sections, SectionRef{Shape: last.Shape, Offset: last.Offset + last.Size()})
	}
}

// LevelsAt returns how many levels from a section on, which is the first of them, are not empty.
func (h *Header) LevelsAt(section int) (n int) {
	for n < h.Levels() && h.Sections[section+n].Size() > 0 {
		n++
	}
	return n
}

// isEmptyLevel reports whether a section is a level that tells nothing.
func (h *Header) isEmptyLevel(section int) bool {
	return section%h.Levels() > 0 && h.Sections[section].Size() == 0
}

// GroupOf returns the group of a section.
func (h *Header) GroupOf(section int) int { return section / h.PerGroup() }

// PerGroup returns how many sections a group has.
func (h *Header) PerGroup() int { return h.Sides.Count() * h.Levels() }

// ValueIn returns the value that levels tell, given the byte that each of them has. It asks them in their order, until
// one says it. If they contradict each other, the error matches [store.ErrCorrupt].
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
			return value.Draw, fmt.Errorf(
				"%w: of a %v a level says that it is a %v",
				store.ErrCorrupt,
				before,
				b.Value(),
			)
		case !level.IsMore(b):
			return level.Value(b), nil
		}
		before = outcome
	}
	return value.Draw, fmt.Errorf("%w: no level says how long a %v takes", store.ErrCorrupt, before)
}

// SideSet says which sides to move a table stores.
type SideSet uint8

// BothSides is White to move, and Black to move.
const BothSides SideSet = 3

// Only is one side to move.
func Only(c board.Color) SideSet { return 1 << c }

// Has reports whether a side is in the set.
func (s SideSet) Has(c board.Color) bool { return s>>c&1 != 0 }

// Count returns the number of sides.
func (s SideSet) Count() int { return bits.OnesCount8(uint8(s)) }

// Stores reports whether the table has the values with one side to move, which
// otherwise have to be found by looking ahead.
func (h *Header) Stores(c board.Color) bool { return h.Sides.Has(c) }

// SectionRef says where a section is in the data.
type SectionRef struct {
	Shape     int // of its tiles, in tile.Shapes
	Offset    int64
	Tiles     int64 // bytes
	Directory int   // bytes
	Checksum  uint32
}

// Size returns the number of bytes of a section.
func (r SectionRef) Size() int64 { return r.Tiles + int64(r.Directory) }

// GroupSlices returns how many slices a group has, the last one perhaps fewer. Those that may take levels have one
// each, also where they are small, as with rights to castle.
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

// Section returns the number of the section that has a slice with one side to
// move, which must be stored: its first level. The others follow.
func (h *Header) Section(l *slice.Layout, number slice.Number, c board.Color) int {
	n := int(number/GroupSlices(l)) * h.PerGroup()
	if h.Sides == BothSides {
		n += int(c) * h.Levels()
	}
	return n
}

// SideOf returns the side to move of a section.
func (h *Header) SideOf(section int) board.Color {
	if h.Sides == BothSides {
		return board.Color(section / h.Levels() & 1)
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
