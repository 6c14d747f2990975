package library

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// A wantedTile is a tile with values of some nodes of a query.
type wantedTile struct {
	table  *Table
	key    partKey
	rows   int // number of needed rows, from the first one on
	packed packedTile
	values []value.Byte
	next   int // the same tile of the next level, or noTile
}

// readTiles reads tiles that are not cached. It first reads all directories at once, and then all packed tiles.
func (lib *Library) readTiles(ctx context.Context, tiles []*wantedTile) error {
	if len(tiles) == 0 {
		return nil
	}
	directories, err := lib.readDirectories(ctx, tiles)
	if err != nil {
		return err
	}
	for _, w := range tiles {
		w.packed = w.table.locate(directories[w.section()], w.key)
	}
	return lib.readStretches(ctx, stretchesOf(tiles))
}

// A section of a table.
type section struct {
	table *Table
	n     int
}

func (w *wantedTile) section() section {
	return section{w.table, w.table.sectionOf(w.key)}
}

// readDirectories reads the directories of tiles. The cache need not have room for all of them at once.
func (lib *Library) readDirectories(ctx context.Context, tiles []*wantedTile) (map[section]*format.Directory, error) {
	read := map[section]*format.Directory{}
	for _, w := range tiles {
		read[w.section()] = nil
	}
	sections := slices.Collect(maps.Keys(read))
	directories, errs := make([]*format.Directory, len(sections)), make([]error, len(sections))
	var all sync.WaitGroup
	for i, s := range sections {
		all.Go(func() { directories[i], errs[i] = lib.directory(ctx, s.table, s.n) })
	}
	all.Wait()
	for i, s := range sections {
		if errs[i] != nil {
			return nil, store.Named(s.table.Header.Class.String(), errs[i])
		}
		read[s] = directories[i]
	}
	return read, nil
}

// A stretch is a part of a table's data with wanted tiles that is read as a whole.
type stretch struct {
	table       *Table
	offset, end int64
	tiles       []*wantedTile
	bytes       []byte
	err         error
}

// apart is the largest gap in bytes between two tiles of a stretch. To copy these bytes takes as long as a goroutine
// and a request to the store.
const apart = 16 << 10

// stretchesOf groups tiles that are close to each other into stretches.
func stretchesOf(tiles []*wantedTile) []*stretch {
	slices.SortFunc(tiles, func(a, b *wantedTile) int {
		return cmp.Or(
			material.Compare(a.table.Header.Class, b.table.Header.Class),
			cmp.Compare(a.packed.offset, b.packed.offset),
		)
	})
	var list []*stretch
	for _, w := range tiles {
		var last *stretch
		if len(list) > 0 {
			last = list[len(list)-1]
		}
		if last == nil || last.table != w.table || w.packed.offset > last.end+apart {
			last = &stretch{table: w.table, offset: w.packed.offset}
			list = append(list, last)
		}
		last.tiles = append(last.tiles, w)
		last.end = max(last.end, w.packed.offset+int64(w.packed.size)) // some tiles take no bytes
	}
	return list
}

// readStretches reads stretches, and decodes their tiles as they arrive. It decodes them one by one in its own
// goroutine. With a goroutine for each, growing their stacks would take a tenth of the time.
func (lib *Library) readStretches(ctx context.Context, stretches []*stretch) error {
	arrived := make(chan *stretch)
	for _, s := range stretches {
		go func() {
			s.bytes = make([]byte, s.end-s.offset)
			s.err = s.table.blob.ReadAt(ctx, s.bytes, s.offset)
			arrived <- s
		}()
	}
	var first error
	for range stretches { // wait for all of them, even after an error
		s := <-arrived
		if first == nil && s.err == nil {
			s.err = lib.decodeStretch(ctx, s)
		}
		if first == nil && s.err != nil {
			first = store.Named(s.table.Header.Class.String(), s.err)
		}
	}
	return first
}

// decodeStretch decodes the tiles of a stretch.
func (lib *Library) decodeStretch(ctx context.Context, s *stretch) (err error) {
	for _, w := range s.tiles {
		bytes := s.bytes[w.packed.offset-s.offset:][:w.packed.size]
		w.values, err = lib.tile(ctx, w.key, w.rows, func(into []value.Byte) error {
			return w.packed.decodeRows(bytes, into)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
