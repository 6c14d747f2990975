package library

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/checksum"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/facefile"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// has returns an error that matches [store.ErrMissing] if a slice is missing.
func (t *Table) has(number slice.Number) error {
	if t.finished == nil || t.finished.HasSlice(number) {
		return nil
	}
	return store.Named(format.UnitName(t.Layout, format.UnitOf(t.Layout, number)), store.ErrMissing)
}

func newTable(header *format.Header, layout *slice.Layout, blob store.Blob) *Table {
	return &Table{Header: header, Layout: layout, blob: blob, grids: header.Grids(layout)}
}

// Bytes returns the size of the table: data and header.
func (t *Table) Bytes() int64 { return t.blob.Size() + int64(len(t.blob.Header())) }

// grid returns the tiles of a slice, for a side to move that is stored.
func (t *Table) grid(number slice.Number, c board.Color) *tile.Grid {
	return t.grids[t.section(number, c)]
}

// section returns the number of the section of a slice, with a side to move that is stored.
func (t *Table) section(number slice.Number, c board.Color) int {
	if t.finished != nil {
		return t.finished.Section(number, c)
	}
	return t.Header.Section(t.Layout, number, c)
}

// level returns the level of the table with a number.
func (t *Table) level(number int) value.Level {
	return t.Header.Metric.Level(number, t.Header.Levels())
}

// levelAhead returns the level at which a lookahead sees values, to compute a level of the table. If the table has a
// single level, the tables that moves lead to may have several.
func (t *Table) levelAhead(level value.Level) value.Level {
	if level == value.OnlyLevel {
		return exits.LevelsSeen(t.Layout, t.Header.Metric)[0]
	}
	return level
}

// fitsBytes returns an error if the values do not fit into bytes.
func (t *Table) fitsBytes() error {
	if t.Header.MoreLevels == 0 {
		return nil
	}
	return store.Named(t.Header.Class.String(), errMoreThanBytes)
}

// HasFaces reports whether faces can store all values after a promotion, or after the loss of a castling right: see
// [facefile.Fits].
func (t *Table) HasFaces(right board.Rights) bool {
	return facefile.Fits(t.Header.Metric, t.Header.Levels(), right)
}

// levelsOf returns the number of levels of a slice, with a side to move that is stored.
func (t *Table) levelsOf(number slice.Number, c board.Color) int {
	return t.Header.LevelsAt(t.section(number, c))
}

var errMoreThanBytes = errors.New("the values take several levels, but this reader supports only one")

// sectionOf returns the number of the section of a tile.
func (t *Table) sectionOf(tile partKey) int { return t.section(tile.number, tile.side) + tile.level }

// find returns the tile of a place in the first level, and the row and the lane in it. The side to move must be stored.
func (t *Table) find(at slice.Place) (key partKey, row, lane board.Square) {
	grid := t.grid(at.Slice, at.Side)
	index, row, lane := grid.Find(grid.Sorted(at.Entry))
	return partKey{of: t, kind: tilePart, number: at.Slice, side: at.Side, index: index}, row, lane
}

// Check reads the whole table, and compares every byte with a checksum.
func (t *Table) Check(ctx context.Context) error {
	return t.copySections(ctx, 0, len(t.Header.Sections), func([]byte) error { return nil })
}

// Prove returns the SHA-256 of the table's file, and reports whether it is the known one. If it is, every value is
// right. Prove reads the whole table.
func (t *Table) Prove(ctx context.Context) (sum known.Sum, proven bool, err error) {
	if sum, err = store.Sum(ctx, t.blob); err != nil {
		return sum, false, store.Named(t.Header.Class.String(), err)
	}
	name := t.Header.Class.String()
	_, isKnown := known.HalfOf(t.Header.Metric, name)
	return sum, isKnown && known.Check(t.Header.Metric, name, sum) == nil, nil
}

// Export writes the table in one piece to another store. It compares every byte with a checksum before writing it.
func (t *Table) Export(ctx context.Context, to store.Store) (err error) {
	name := t.Header.Class.String()
	w, err := to.Create(ctx, name)
	if err != nil {
		return store.Named(name, err)
	}
	defer func() { err = errors.Join(err, w.Abort()) }()
	err = t.copySections(ctx, 0, len(t.Header.Sections), func(b []byte) error { return store.WriteAll(w, name, b) })
	if err != nil {
		return err
	}
	return w.Commit(t.blob.Header())
}

// copySections calls write with the pieces of some sections, in order. It compares each piece with its checksum before.
func (t *Table) copySections(ctx context.Context, first, end int, write func([]byte) error) error {
	for section := first; section < end; section++ {
		if err := t.Header.CopySection(ctx, t.blob, section, t.sectionTiles(section), write); err != nil {
			return store.Named(t.Header.Class.String(), err)
		}
	}
	return nil
}

// A packedTile locates the bytes of a tile, and has all that decoding them needs.
type packedTile struct {
	grid     *tile.Grid
	model    *tile.Model
	number   slice.Number
	index    int
	offset   int64 // of the bytes, in the data
	size     int   // of the bytes
	checksum uint32
}

// locate finds a tile, given the section's directory.
func (t *Table) locate(dir *format.Directory, key partKey) packedTile {
	section, inSection := t.sectionOf(key), key.index
	grid := t.grids[section]
	if !t.isLone(section) {
		inSection += int(key.number%format.GroupSlices(t.Layout)) * grid.Tiles()
	}
	ref := dir.Tile(inSection)
	return packedTile{
		grid,
		dir.Model,
		key.number,
		key.index,
		t.Header.Sections[section].Offset + ref.Offset,
		ref.Length,
		ref.Checksum,
	}
}

// decode decodes the first rows of the tile.
func (p *packedTile) decode(bytes []byte, rows int, d *tile.Decoder) error {
	if checksum.Sum(bytes) != p.checksum {
		return fmt.Errorf("%w: checksum of tile %d in slice %d", store.ErrCorrupt, p.index, p.number)
	}
	d.Decode(p.model, p.grid, p.number, p.index, rows, bytes)
	return nil
}

// decodeRows decodes the values of the tile's first rows.
func (p *packedTile) decodeRows(bytes []byte, into []value.Byte) error {
	d := decoders.Get().(*tile.Decoder)
	defer decoders.Put(d)
	err := p.decode(bytes, len(into)/tile.Side, d)
	if err == nil {
		d.Copy(into)
	}
	return err
}

var decoders = sync.Pool{New: func() any { return new(tile.Decoder) }}

// readDirectory reads the directory of a section.
func (t *Table) readDirectory(ctx context.Context, section int) (*format.Directory, error) {
	ref := t.Header.Sections[section]
	frame := make([]byte, ref.Directory)
	if err := t.blob.ReadAt(ctx, frame, ref.Offset+ref.Tiles); err != nil {
		return nil, err
	}
	return format.DecodeDirectory(frame, ref, t.sectionTiles(section))
}

// sectionTiles returns the number of tiles of a section.
func (t *Table) sectionTiles(section int) int {
	if t.isLone(section) {
		return t.grids[section].Tiles()
	}
	return format.GroupTiles(t.Layout, t.Header.GroupOf(section), t.grids[section])
}

// isLone reports whether a section has a single slice of a group.
func (t *Table) isLone(section int) bool { return t.finished != nil && t.finished.IsLone(section) }

// checkRead returns an error if frames of a slice cannot be read as a whole. If the slice is missing, the error matches
// [store.ErrMissing].
func (t *Table) checkRead(number slice.Number) error {
	if t.Layout.FrameEntries() > MaxFrame {
		return fmt.Errorf("%v is too large to be read as a whole", t.Layout.Class)
	}
	return t.has(number)
}

// An inPart locates the values of a frame in a part.
type inPart struct {
	key     partKey
	first   int // entry of the frame in the part
	entries int // of the part
}

// partOf returns the part with a level of a frame. If the side to move is not stored, the part has the frame as seen at
// that level.
func (t *Table) partOf(number slice.Number, side board.Color, frame slice.FrameNo, level int) (at inPart) {
	at.key = partKey{of: t, number: number, side: side, level: level}
	if !t.Header.Stores(side) {
		at.key.kind = chunkPart
		at.key.index, at.first, at.entries = t.Layout.FindChunk(frame)
		return at
	}
	grid := t.grid(number, side)
	at.key.kind = spanPart
	at.key.index, at.first = grid.SpanOf(frame)
	at.entries = grid.Span(at.key.index).Entries
	return at
}

// hasLevels reports whether a stored slice has several levels.
func (t *Table) hasLevels(number slice.Number) bool {
	return slices.ContainsFunc(
		board.Colors[:],
		func(c board.Color) bool { return t.Header.Stores(c) && t.levelsOf(number, c) > 1 },
	)
}
