package library

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/checksum"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/format/facefile"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// A Table is a finished table, open for reading. It may be used by several
// goroutines at once.
type Table struct {
	Header   *format.Header
	Layout   *slice.Layout
	Unproven bool // see [Library.Unproven]

	finished *catalog.Finished // nil if no unit is missing
	blob     store.Blob
	library  *Library
	grids    []*tile.Grid // by section
}

// ownBudget is what a table remembers that is in no one's library.
const ownBudget = 4 << 20

// Open opens the table of a class. Errors are of type [*store.Error] and match
// [store.ErrMissing] or [store.ErrCorrupt], among others. Where the table has only one side
// to move, the other one is found with the help of the tables in the store that
// captures and promotions lead to.
func Open(ctx context.Context, tables store.Store, class material.Class) (*Table, error) {
	return New(tables, ownBudget).Open(ctx, class)
}

// open opens the table of a class, or if need be and that is allowed an unproven one, or what there is
// of its units and of some lone slices.
func open(ctx context.Context, tables store.Store, class material.Class, lone []slice.Number, unproven bool) (*Table, error) {
	blob, err := catalog.Open(ctx, tables, class)
	doubtful := false
	if errors.Is(err, store.ErrMissing) && unproven {
		var other error
		if blob, other = tables.Open(ctx, format.UnprovenName(class)); !errors.Is(other, store.ErrMissing) {
			doubtful, err = true, other
		}
	}
	if errors.Is(err, store.ErrMissing) {
		return openPartial(ctx, tables, class, lone, err)
	}
	if err != nil {
		return nil, err
	}
	header, layout, err := format.ParamsOf(tables).DecodeNamed(class.String(), blob.Header(), blob.Size())
	if err != nil {
		blob.Close()
		return nil, err
	}
	t := newTable(header, layout, blob)
	t.Unproven = doubtful
	return t, nil
}

// openPartial opens what there is of a table of which units are missing, or returns the error that says so.
func openPartial(ctx context.Context, tables store.Store, class material.Class, lone []slice.Number, missing error) (*Table, error) {
	l := format.LayoutIn(tables, class)
	if format.Units(l) == 1 {
		return nil, missing
	}
	t, err := openFinished(ctx, tables, l, lone)
	if err != nil {
		return nil, err
	}
	if t.Header.Sides == 0 { // there is none
		return nil, errors.Join(missing, t.blob.Close())
	}
	return t, nil
}

// openFinished opens what there is of a table of several units.
func openFinished(ctx context.Context, tables store.Store, l *slice.Layout, lone []slice.Number) (*Table, error) {
	finished, err := catalog.OpenFinished(ctx, tables, l, lone)
	if err != nil {
		return nil, err
	}
	t := newTable(finished.Header, l, finished.Blob)
	t.finished = finished
	return t, nil
}

// has returns an error that matches [store.ErrMissing] if a slice is not there.
func (t *Table) has(number slice.Number) error {
	if t.finished == nil || t.finished.HasSlice(number) {
		return nil
	}
	return store.Named(format.UnitName(t.Layout, format.UnitOf(t.Layout, number)), store.ErrMissing)
}

func newTable(header *format.Header, layout *slice.Layout, blob store.Blob) *Table {
	return &Table{Header: header, Layout: layout, blob: blob, grids: header.Grids(layout)}
}

// Close gives back what the store holds open. Nothing may be read afterwards.
func (t *Table) Close() error {
	t.library.leave(t)
	return t.blob.Close()
}

// Bytes returns the size of the table: data and header.
func (t *Table) Bytes() int64 { return t.blob.Size() + int64(len(t.blob.Header())) }

// Value returns the value at a place, which must be that of a legal position.
func (t *Table) Value(ctx context.Context, at slice.Place) (value.Value, error) {
	if !t.Header.Stores(at.Side) {
		p := t.Layout.Position(at)
		return t.library.Value(ctx, &p)
	}
	key, row, lane := t.find(at)
	return t.Header.ValueIn(func(level int) (value.Byte, error) {
		key.level = level
		values, err := t.library.tile(ctx, key, tile.Side, func(into []value.Byte) error { return t.readTile(ctx, key, false, into) })
		if err != nil {
			return 0, store.Named(t.Header.Class.String(), err)
		}
		return values[int(row)*tile.Side+int(lane)], nil
	})
}

// grid returns how a slice is cut into tiles, for a side to move that is stored.
func (t *Table) grid(number slice.Number, c board.Color) *tile.Grid {
	return t.grids[t.section(number, c)]
}

// section returns the number of the section that has a slice, with a side to
// move that is stored.
func (t *Table) section(number slice.Number, c board.Color) int {
	if t.finished != nil {
		return t.finished.Section(number, c)
	}
	return t.Header.Section(t.Layout, number, c)
}

// level returns the level with a number at which values of the table are told.
func (t *Table) level(number int) value.Level {
	return t.Header.Metric.Level(number, t.Header.Levels())
}

// levelAhead returns the level at which values are seen by who looks ahead to what a level tells: if there is but one, what moves lead to
// may have several.
func (t *Table) levelAhead(level value.Level) value.Level {
	if level == value.OnlyLevel {
		return exits.LevelsSeen(t.Layout, t.Header.Metric)[0]
	}
	return level
}

// fitsBytes returns an error if values don't fit into bytes.
func (t *Table) fitsBytes() error {
	if t.Header.MoreLevels == 0 {
		return nil
	}
	return store.Named(t.Header.Class.String(), errMoreThanBytes)
}

// HasFaces reports whether faces say all that there is to know after a promotion, or after a right to castle is given up: see
// [facefile.Fits].
func (t *Table) HasFaces(right board.Rights) bool {
	return facefile.Fits(t.Header.Metric, t.Header.Levels(), right)
}

// levelsOf returns how many levels tell the values of a slice, with a side to move that is stored.
func (t *Table) levelsOf(number slice.Number, c board.Color) int {
	return t.Header.LevelsAt(t.section(number, c))
}

var errMoreThanBytes = errors.New("its values take more than a byte, and who reads them here has no more")

// sectionOf returns the number of the section that has a tile.
func (t *Table) sectionOf(tile partKey) int { return t.section(tile.number, tile.side) + tile.level }

// find returns the tile that has a place, whose side to move is stored, in the first level, and
// where in it that is.
func (t *Table) find(at slice.Place) (key partKey, row, lane board.Square) {
	grid := t.grid(at.Slice, at.Side)
	index, row, lane := grid.Find(grid.Sorted(at.Entry))
	return partKey{of: t, kind: tilePart, number: at.Slice, side: at.Side, index: index}, row, lane
}

// Values reads a whole slice, both sides to move.
func (t *Table) Values(ctx context.Context, number slice.Number, into *solve.Values) error {
	return t.fill(ctx, number, []value.Level{value.OnlyLevel}, solve.Leveled{into}, func(float64) error { return nil })
}

// Slice reads a whole slice, both sides to move, in as many levels as its values take. Observe is called regularly with how much of it
// is done, from 0 to 1; if it returns an error, that is the end.
func (t *Table) Slice(ctx context.Context, number slice.Number, observe func(done float64) error) (solve.Sink, error) {
	seen := []value.Level{value.OnlyLevel}
	if t.Header.Levels() > 1 {
		seen = exits.LevelsSeen(t.Layout, t.Header.Metric)
	}
	told := make(solve.Leveled, len(seen))
	for i := range told {
		told[i] = solve.NewValues(t.Layout)
	}
	if err := t.fill(ctx, number, seen, told, observe); err != nil {
		return nil, err
	}
	last := 0 // round
	if len(seen) > 1 {
		for _, c := range board.Colors {
			for frame := range t.Layout.Frames().Len() {
				last = max(last, t.tell(seen, told, slice.Place{Slice: number, Side: c, Entry: t.Layout.FirstEntry(frame)}))
			}
		}
	}
	return told[:t.Header.Metric.Levels(last)], nil
}

// fill fills in what is seen of a slice at some levels, and calls a function after each frame, with how much is done. A side to move that is
// stored comes first: the other one is looked ahead from that.
func (t *Table) fill(ctx context.Context, number slice.Number, levels []value.Level, seen solve.Leveled, then func(done float64) error) error {
	source := t.library.Source(ctx)
	size, frames := t.Layout.FrameEntries(), t.Layout.Frames().Len()
	sides := board.Colors
	if !t.Header.Stores(sides[0]) {
		sides[0], sides[1] = sides[1], sides[0]
	}
	for n, c := range sides {
		for frame := range frames {
			first := t.Layout.FirstEntry(frame)
			for i, level := range levels {
				span, err := source.At(level).Span(t.Layout, number, c, frame)
				if err != nil {
					return err
				}
				copy(seen[i][c][first:], span.Frame(frame, size))
			}
			if err := then((float64(n) + float64(frame+1)/float64(frames)) / 2); err != nil {
				return err
			}
		}
		source.filled = &filledSide{t.Layout, number, c, levels, seen}
	}
	return nil
}

// tell makes of what is seen of a frame at each level what that tells, and returns the last round that a legal position has.
func (t *Table) tell(seen []value.Level, told solve.Leveled, first slice.Place) (last int) {
	var words slice.Words
	words.Begin(t.Layout, first.Slice)
	word, _ := first.Entry.Word()
	for n := range slice.WordNo(t.Layout.FrameEntries() >> 6) {
		var legal board.Bitboard
		if words.Word(word + n) {
			legal = ^words.Illegal(first.Side)
		}
		for lane := range board.Square(64) {
			entry := (word + n).At(lane)
			v := value.Draw
			for i := range seen {
				b := told[i][first.Side][entry]
				if !legal.Has(lane) {
					break
				}
				if v = seen[i].Value(b); !seen[i].IsMore(b) {
					break
				}
			}
			if v != value.Draw {
				last = max(last, v.Round())
			}
			for i := range seen {
				told[i][first.Side][entry] = seen[i].Byte(v)
			}
		}
	}
	return last
}

// Check reads all of the table, and holds every byte to a checksum.
func (t *Table) Check(ctx context.Context) error {
	return t.copySections(ctx, 0, len(t.Header.Sections), func([]byte) error { return nil })
}

// Prove returns the SHA-256 of the table's file, and whether it is the one that is known: then every
// value is right. It reads all of the table.
func (t *Table) Prove(ctx context.Context) (sum known.Sum, proven bool, err error) {
	if sum, err = store.Sum(ctx, t.blob); err != nil {
		return sum, false, store.Named(t.Header.Class.String(), err)
	}
	name := t.Header.Class.String()
	_, isKnown := known.HalfOf(t.Header.Metric, name)
	return sum, isKnown && known.Check(t.Header.Metric, name, sum) == nil, nil
}

// Export writes the table in one piece to another store, every byte once it was held to a
// checksum.
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

// copySections hands over some sections piece by piece, in order, each piece once it was held to its
// checksum.
func (t *Table) copySections(ctx context.Context, first, end int, write func([]byte) error) error {
	for section := first; section < end; section++ {
		if err := t.Header.CopySection(ctx, t.blob, section, t.sectionTiles(section), write); err != nil {
			return store.Named(t.Header.Class.String(), err)
		}
	}
	return nil
}

// readTile fills in the values of a tile's first rows. Ahead is for those who go on to read the tiles around it.
func (t *Table) readTile(ctx context.Context, key partKey, ahead bool, into []value.Byte) error {
	dir, err := t.library.directory(ctx, t, t.sectionOf(key))
	if err != nil {
		return err
	}
	packed := t.locate(dir, key)
	var bytes []byte
	if ahead {
		bytes, err = t.library.readAhead(ctx, t, t.blob, packed.offset, packed.size)
	} else {
		bytes = make([]byte, packed.size)
		err = t.blob.ReadAt(ctx, bytes, packed.offset)
	}
	if err != nil {
		return err
	}
	return packed.decodeRows(bytes, into)
}

// readSpan fills in the values of a span of a side to move that is stored.
func (t *Table) readSpan(ctx context.Context, key partKey, into tile.Blocks) error {
	grid := t.grid(key.number, key.side)
	all := func(int) bool { return true }
	if err := t.eachTile(ctx, key, tile.Side, all, func(d *tile.Decoder) { d.Put(grid, into) }); err != nil {
		return err
	}
	for _, block := range into {
		grid.Unfold(block)
	}
	return nil
}

// eachTile decodes the first rows of those tiles of a span that are wanted. It reads tile by tile: all of a span's
// packed bytes in one piece, up to some MiB, would find no place in a heap that is nearly full.
func (t *Table) eachTile(ctx context.Context, span partKey, rows int, wanted func(tile int) bool, do func(*tile.Decoder)) error {
	dir, err := t.library.directory(ctx, t, t.sectionOf(span))
	if err != nil {
		return err
	}
	at := t.grid(span.number, span.side).Span(span.index)
	d := decoders.Get().(*tile.Decoder)
	defer decoders.Put(d)
	for i := at.Tile; i < at.Tile+at.Tiles; i++ {
		if !wanted(i) {
			continue
		}
		packed := t.locate(dir, partKey{number: span.number, side: span.side, level: span.level, index: i})
		bytes, err := t.library.readAhead(ctx, t, t.blob, packed.offset, packed.size)
		if err != nil {
			return err
		}
		if err := packed.decode(bytes, rows, d); err != nil {
			return err
		}
		do(d)
	}
	return nil
}

// A packedTile says where a tile's bytes are stored, and how they are decoded.
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
	return packedTile{grid, dir.Model, key.number, key.index, t.Header.Sections[section].Offset + ref.Offset, ref.Length, ref.Checksum}
}

// decode decodes the first rows of the tile.
func (p *packedTile) decode(bytes []byte, rows int, d *tile.Decoder) error {
	if checksum.Of(bytes) != p.checksum {
		return fmt.Errorf("%w: checksum of tile %d in slice %d", store.ErrCorrupt, p.index, p.number)
	}
	d.Decode(p.model, p.grid, p.number, p.index, rows, bytes)
	return nil
}

// decodeRows fills in the values of the tile's first rows.
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
