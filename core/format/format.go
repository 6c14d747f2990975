// Package format says what the bytes of tables, of their units and of faces mean, writes
// them and reads them.
//
// format.go has the header and the groups, section.go the sections with their
// directories, unit.go the units, tables.go the tables that they make; face.go has the faces, of what is promoted, chunks.go those of pushes,
// chunkfile.go and values.go what both are stored as; statistics.go counts what is in a table, and
// report.go tells it.
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
// what a store may have as well ([OpenTable]).
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
// With six men a mate may take more plies than a byte can say, and with five a conversion. Then values are told in several levels ([value.Level]), each
// stored as if it were a table: for a side to move there is a section for each level, one after the other, with tiles of the
// same shape; where a group takes fewer levels than the table, the others are empty. Only tables whose groups are single slices
// have that, and as few levels as the statistics take.
//
// The bytes of a table depend on its class alone: not on the platform, the
// method or the order of the work.
package format

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math/bits"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// Version is the version of the format that is written, and the only one
// that is read.
const Version = 5

const headerMagic = "MWTH"

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Checksum is the CRC-32C of some bytes.
func Checksum(p []byte) uint32 { return crc32.Checksum(p, castagnoli) }

// A Header describes a table.
type Header struct {
	Class      material.Class
	Metric     *value.Metric
	Statistics Statistics
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

// AddLevels adds the sections of a group with a side to move, level by level. Where there are more than there were before, the levels
// of earlier groups are made as many, and so are these where there are fewer.
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
func (h *Header) GroupOf(section int) int { return section / h.perGroup() }

// perGroup returns how many sections a group has.
func (h *Header) perGroup() int { return h.Sides.Count() * h.Levels() }

// ValueIn returns the value that levels tell, given the byte that each of them has. It asks them in their order, until one says it.
// If they contradict each other, the error matches [store.ErrCorrupt].
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
			return value.Draw, fmt.Errorf("%w: of a %v a level says that it is a %v", store.ErrCorrupt, before, b.Value())
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

// GroupSlices returns how many slices a group has, the last one perhaps fewer. Those that may take levels have one each, also where they
// are small, as with rights to castle.
func GroupSlices(l *slice.Layout) slice.Number {
	if l.Class.Rights() != 0 && slices.ContainsFunc(value.Metrics(), func(m *value.Metric) bool { return m.TakesLevels(l.Class) }) {
		return 1
	}
	return slice.Number((cmp.Or(l.GroupEntries, GroupEntries) + l.Entries() - 1) / l.Entries())
}

// groups returns the number of groups of a class.
func groups(l *slice.Layout) int {
	return int((l.Slices() + GroupSlices(l) - 1) / GroupSlices(l))
}

// Section returns the number of the section that has a slice with one side to
// move, which must be stored: its first level. The others follow.
func (h *Header) Section(l *slice.Layout, number slice.Number, c board.Color) int {
	n := int(number/GroupSlices(l)) * h.perGroup()
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

// Encode returns the bytes of the header.
func (h *Header) Encode(l *slice.Layout) []byte { return seal(h.append(begin(headerMagic), l)) }

// begin begins a header of some kind.
func begin(magic string) []byte {
	return binary.LittleEndian.AppendUint16([]byte(magic), Version)
}

// seal ends a header with its checksum.
func seal(b []byte) []byte { return binary.LittleEndian.AppendUint32(b, Checksum(b)) }

// append appends what comes between version and checksum, with all the sections
// that the header has.
func (h *Header) append(b []byte, l *slice.Layout) []byte {
	b = appendText(b, h.Class.String())
	b = appendText(b, h.Metric.Name())
	b = binary.AppendUvarint(b, uint64(l.Slices()))
	b = binary.AppendUvarint(b, uint64(l.Entries()))
	b = append(b, byte(h.Sides)|byte(h.MoreLevels)<<levelsShift)
	for c := range h.Statistics {
		b = h.Statistics[c].Append(b, h.MoreLevels > 0)
	}
	for _, r := range h.Sections {
		b = append(b, byte(r.Shape))
		b = binary.AppendUvarint(b, uint64(r.Tiles))
		b = binary.AppendUvarint(b, uint64(r.Directory))
		b = binary.LittleEndian.AppendUint32(b, r.Checksum)
	}
	return b
}

// levelsShift is where the number of levels is in the byte that says which sides are stored.
const levelsShift = 2

func appendText(b []byte, s string) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

// Append appends statistics to a header; wide ones may have values that don't fit into bytes.
func (s *SideStatistics) Append(b []byte, wide bool) []byte {
	appendValue := func(v value.Value) {
		if wide {
			b = binary.LittleEndian.AppendUint16(b, uint16(v))
		} else {
			b = append(b, byte(v.Byte()))
		}
	}
	occurring := 0
	for _, n := range s.Count {
		if n.All > 0 {
			occurring++
		}
	}
	b = binary.AppendUvarint(b, uint64(occurring))
	for v, n := range s.Count {
		if n.All > 0 {
			appendValue(value.Value(v))
			b = binary.AppendUvarint(b, n.All)
			b = binary.AppendUvarint(b, n.Distinct)
		}
	}
	appendValue(s.LongestWin)
	return appendText(b, s.LongestFEN)
}

// decodeHeader reads the header of a table from anywhere: nothing in it is
// believed before it is checked. Errors match [store.ErrCorrupt], or [store.ErrVersion]
// for a header that another version of the format has written.
func (p Params) decodeHeader(b []byte) (*Header, *slice.Layout, error) {
	r, err := unseal(headerMagic, b)
	if err != nil {
		return nil, nil, err
	}
	h, l := r.header(p, groups)
	if err := r.end(); err != nil {
		return nil, nil, err
	}
	return h, l, nil
}

// unseal begins to read a header of some kind.
func unseal(magic string, b []byte) (r headerReader, err error) {
	if len(b) < len(magic)+2+4 || string(b[:len(magic)]) != magic {
		return r, fmt.Errorf("%w: no header", store.ErrCorrupt)
	}
	body, sum := b[:len(b)-4], binary.LittleEndian.Uint32(b[len(b)-4:])
	if Checksum(body) != sum {
		return r, fmt.Errorf("%w: checksum of the header", store.ErrCorrupt)
	}
	r.rest = body[len(magic):]
	if version := binary.LittleEndian.Uint16(r.bytes(2)); version != Version {
		return r, fmt.Errorf("%w: format version %d, this program reads %d", store.ErrVersion, version, Version)
	}
	return r, nil
}

// headerReader takes a header apart. After the first error it returns zeros.
type headerReader struct {
	rest []byte
	err  error
}

var errShort = errors.New("it ends too early")

func (r *headerReader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.rest = nil
}

// end returns the first error, and one if there are bytes left.
func (r *headerReader) end() error {
	if len(r.rest) > 0 {
		r.fail(errors.New("it has bytes too many"))
	}
	if r.err != nil {
		return fmt.Errorf("%w: header: %w", store.ErrCorrupt, r.err)
	}
	return nil
}

// bytes returns the next n bytes, or n zero bytes (n being small).
func (r *headerReader) bytes(n int) []byte {
	if len(r.rest) < n {
		r.fail(errShort)
		return make([]byte, n)
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *headerReader) uvarint(limit uint64) uint64 {
	x, n := binary.Uvarint(r.rest)
	padded := n > 1 && r.rest[n-1] == 0 // there is one way to write a header
	if n <= 0 || padded || x > limit {
		r.fail(errors.New("a number is out of range"))
		return 0
	}
	r.rest = r.rest[n:]
	return x
}

func (r *headerReader) text() string {
	return string(r.bytes(int(r.uvarint(200))))
}

// header reads what [Header.append] wrote, with the sections of so many groups.
func (r *headerReader) header(p Params, groups func(*slice.Layout) int) (*Header, *slice.Layout) {
	h := &Header{}
	name := r.text()
	metric := r.text()
	if r.err != nil {
		return nil, nil
	}
	var err error
	if h.Class, err = material.Parse(name); err != nil || h.Class.String() != name {
		r.fail(fmt.Errorf("the class is %q", name))
		return nil, nil
	}
	if h.Metric, err = value.MetricNamed(metric); err == nil {
		err = h.Metric.CheckBytes(h.Class)
	}
	if err != nil {
		r.fail(err)
		return nil, nil
	}
	l := p.Layout(h.Class)
	if r.uvarint(1<<40) != uint64(l.Slices()) || r.uvarint(1<<40) != uint64(l.Entries()) {
		r.fail(errors.New("its layout is not that of its class"))
		return nil, nil
	}
	sides := r.bytes(1)[0]
	h.Sides, h.MoreLevels = SideSet(sides)&BothSides, int(sides>>levelsShift)
	if h.Sides == 0 {
		r.fail(errors.New("it stores no side"))
	}
	if h.MoreLevels > 0 && (!TakesLevels(l, h.Metric) || h.Levels() > h.Metric.Levels(h.Metric.Limit(h.Class))) {
		r.fail(fmt.Errorf("it has %d levels", h.Levels()))
	}
	for c := range h.Statistics {
		r.statistics(&h.Statistics[c], h.MoreLevels > 0)
	}
	if last := h.Statistics.Last(); TakesLevels(l, h.Metric) && h.Metric.Levels(last) != h.Levels() {
		r.fail(fmt.Errorf("it has %d levels for %d rounds", h.Levels(), last))
	}
	const leastSection = 7
	sections := groups(l) * h.perGroup()
	if len(r.rest) < leastSection*sections {
		r.fail(errShort)
		return nil, nil
	}
	h.Sections = make([]SectionRef, sections)
	shapes := [2]int{len(tile.Shapes(l, board.White)), len(tile.Shapes(l, board.Black))}
	var offset int64
	for i := range h.Sections {
		ref := SectionRef{Offset: offset, Shape: int(r.bytes(1)[0])}
		if ref.Shape >= shapes[h.SideOf(i)] {
			r.fail(errors.New("a section has tiles of no known shape"))
		}
		first := i%h.Levels() == 0
		if !first && ref.Shape != h.Sections[i-1].Shape {
			r.fail(errors.New("levels have tiles of different shapes"))
		}
		ref.Tiles, ref.Directory = int64(r.uvarint(1<<40)), int(r.uvarint(maxDirectory))
		ref.Checksum = binary.LittleEndian.Uint32(r.bytes(4))
		switch empty := ref.Size() == 0; {
		case empty && first && h.MoreLevels > 0, empty && ref.Checksum != 0 && !first:
			r.fail(errors.New("a section is empty"))
		case !empty && !first && h.Sections[i-1].Size() == 0:
			r.fail(errors.New("a level comes after one that is empty"))
		}
		h.Sections[i] = ref
		offset += ref.Size()
	}
	return h, l
}

func (r *headerReader) statistics(s *SideStatistics, wide bool) {
	readValue := func() value.Value {
		if !wide {
			return value.Byte(r.bytes(1)[0]).Value()
		}
		v := value.Value(binary.LittleEndian.Uint16(r.bytes(2)))
		if v.Round() > value.MaxRound {
			r.fail(errors.New("a value is out of range"))
			return value.Draw
		}
		return v
	}
	for range r.uvarint(value.MaxRound + 2) {
		v := readValue()
		if int(v) < len(s.Count) {
			r.fail(errors.New("statistics out of order"))
			return
		}
		n := Count{r.uvarint(1 << 62), r.uvarint(1 << 62)}
		if n.Distinct == 0 || n.Distinct > n.All {
			r.fail(errors.New("statistics of a value that does not occur, or not often enough"))
		}
		s.Add(v, n)
	}
	s.LongestWin = readValue()
	s.LongestFEN = r.text()
	if s.LongestWin == value.Draw {
		if s.LongestFEN != "" {
			r.fail(errors.New("a longest win without a win"))
		}
	} else if _, err := board.ParseFEN(s.LongestFEN); err != nil || s.LongestWin.Outcome() != value.Win {
		r.fail(errors.New("the longest win is none"))
	}
}

// IsTable reports whether a header begins as those of tables in one piece do.
func IsTable(header []byte) bool { return bytes.HasPrefix(header, []byte(headerMagic)) }

// DecodeEntry reads the header of a table in a store, and holds it to the name and the
// size. Errors match [store.ErrCorrupt].
func (p Params) DecodeEntry(e store.Entry) (*Header, error) {
	header, _, err := p.DecodeNamed(e.Name, e.Header, e.Size-int64(len(e.Header)))
	return header, err
}

// DecodeNamed reads the header of a table of that name with so many bytes of
// data.
func (p Params) DecodeNamed(name string, encoded []byte, size int64) (*Header, *slice.Layout, error) {
	header, layout, err := p.Decode(encoded, size)
	if err == nil && header.Class.String() != name {
		err = fmt.Errorf("%w: it holds %v", store.ErrCorrupt, header.Class)
	}
	if err != nil {
		return nil, nil, store.Named(name, err)
	}
	return header, layout, nil
}

// Decode reads the header of a table of any name.
func (p Params) Decode(encoded []byte, size int64) (*Header, *slice.Layout, error) {
	header, layout, err := p.decodeHeader(encoded)
	if err == nil && header.dataSize() != size {
		err = fmt.Errorf("%w: it has %d bytes of data instead of %d", store.ErrCorrupt, size, header.dataSize())
	}
	return header, layout, err
}

// dataSize returns the number of bytes of all sections.
func (h *Header) dataSize() int64 {
	last := h.Sections[len(h.Sections)-1]
	return last.Offset + last.Size()
}

// GroupTiles returns the number of tiles of a group, of one side to move.
func GroupTiles(l *slice.Layout, group int, grid *tile.Grid) int {
	n := GroupSlices(l)
	return int(min(n, l.Slices()-slice.Number(group)*n)) * grid.Tiles()
}
