package library

import (
	"context"
	"slices"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/library/cache"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// readTile reads the values of a tile's first rows. ahead is for callers that also read the tiles around it.
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

// readSpan reads the values of a span with a side to move that is stored.
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

// eachTile decodes the first rows of the wanted tiles of a span. It reads tile by tile. A nearly full heap would have
// no place for all packed bytes of a span in one piece, which can take some MiB.
func (t *Table) eachTile(
	ctx context.Context, span partKey, rows int, wanted func(tile int) bool, do func(*tile.Decoder),
) error {
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

// tile returns the values of a tile, row by row. It returns at least the given number of rows, and decodes them unless
// they are cached.
func (lib *Library) tile(
	ctx context.Context, key partKey, rows int, decode func(into []value.Byte) error,
) ([]value.Byte, error) {
	for {
		p, err := lib.parts.Get(ctx, key, rows*tile.Side, func(p *part) error {
			p.Value.values = make([]value.Byte, rows*tile.Side)
			return decode(p.Value.values)
		})
		if err != nil {
			return nil, err
		}
		if len(p.Value.values) >= rows*tile.Side {
			return p.Value.values, nil
		}
		// The tile is used more than once, so decode all of it.
		rows = tile.Side
		lib.parts.Drop(p)
	}
}

// peekTile returns the values of a tile, if at least the given number of rows are cached.
func (lib *Library) peekTile(key partKey, rows int) []value.Byte {
	p := lib.parts.Peek(key)
	if p == nil || len(p.Value.values) < rows*tile.Side {
		return nil
	}
	return p.Value.values
}

// directory returns the directory of a section.
func (lib *Library) directory(ctx context.Context, t *Table, section int) (*format.Directory, error) {
	size := format.DirectoryMemory(t.sectionTiles(section))
	p, err := lib.parts.Get(ctx, partKey{of: t, kind: directoryPart, index: section}, size, func(p *part) (err error) {
		if p.Value.directory, err = t.readDirectory(ctx, section); err == nil {
			lib.parts.Resize(p, p.Value.directory.Memory())
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return p.Value.directory, nil
}

// stretchBytes is the number of bytes that sequential readers read at once. A request to the browser's database takes
// as long as reading these bytes.
const stretchBytes = cache.SlabBytes

// readAhead returns bytes of a blob, for sequential readers. It reads stretches, and caches them as parts of a table or
// a face. The caller must not change the bytes, which may be those of a stretch.
func (lib *Library) readAhead(
	ctx context.Context, of any, blob store.Blob, off int64, n int,
) (bytes []byte, err error) {
	for len(bytes) < n {
		at := off + int64(len(bytes))
		if at >= blob.Size() {
			bytes = make([]byte, n)
			return bytes, blob.ReadAt(ctx, bytes, off) // returns the right error
		}
		key, size, read := lib.stretch(ctx, of, blob, at/stretchBytes)
		p, err := lib.parts.Get(ctx, key, size, read)
		if err != nil {
			return nil, err
		}
		rest := p.Value.bytes[at%stretchBytes:]
		if len(bytes) == 0 && len(rest) >= n {
			return rest[:n:n], nil
		}
		bytes = append(slices.Grow(bytes, n-len(bytes)), rest[:min(len(rest), n-len(bytes))]...)
	}
	return bytes, nil
}

// stretch returns the key and the size of a stretch of a blob, and a function that reads it.
func (lib *Library) stretch(
	ctx context.Context, of any, blob store.Blob, number int64,
) (key partKey, size int, read func(*part) error) {
	first := number * stretchBytes
	size = int(min(stretchBytes, blob.Size()-first))
	return partKey{of: of, kind: stretchPart, index: int(number)}, size, func(p *part) error {
		p.Value.bytes = cache.Take(lib.parts, &lib.packed, p, size)
		return blob.ReadAt(ctx, p.Value.bytes, first)
	}
}
