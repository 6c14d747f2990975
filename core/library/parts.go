package library

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/library/cache"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// A partKey names a part of a table, a face, or a class that is being built. Its numbers have no gaps between them, so
// that they are hashed at once.
type partKey struct {
	of     any // *Table, *facefile.File or *building
	index  int // of the tile (of a unit too), span, chunk, stretch, directory, or group of frames of a face
	level  int // of stored values, the level at which computed values are seen, or the number of a unit
	number slice.Number
	side   board.Color
	right  board.Rights // of a face, or 0
	kind   partKind
}

type partKind uint8

const (
	tilePart partKind = iota
	spanPart
	chunkPart
	facePart
	stretchPart
	directoryPart
	unitPart
)

// A part is a decoded part of a table, a face, or a class that is being built. It is never changed, and its memory is
// never reused. So a goroutine can still read it after the cache has dropped it.
type part = cache.Part[partKey, content]

// content is the value of a part: one of these.
type content struct {
	values    []value.Byte
	span      tile.Blocks
	bytes     []byte
	directory *format.Directory
	unit      Unit
}

// Planes decodes tables by the clock (package dtm50). A library reads, caches and checks their planes like the levels
// of other tables. The first plane has the values with a clock at 0, so all that reads values reads these.
type Planes interface {
	// UnitBytes is the memory of a unit.
	UnitBytes() int

	// Unit decodes the unit after another one of the same tile, or the first one after nil. The sections are those of
	// all planes of the tile. Read decodes a plane of it, within some lanes of each row, or nil for all; the result
	// lasts until the next call. Errors about wrong bytes match [store.ErrCorrupt].
	Unit(before Unit, sections []format.SectionRef, read ReadPlane) (Unit, error)
}

// A ReadPlane decodes a plane of a tile.
type ReadPlane func(number int, within *[tile.Side]board.Bitboard, d *tile.Decoder) error

// A Unit has a part of the values of each entry of a tile. It never changes.
type Unit interface {
	// At returns the value of a lane of a row with a clock from 0 to 100. It returns false if a later unit has it.
	At(row, lane board.Square, clock int) (v value.Value, ok bool)

	// IsLast reports whether the tile has no other unit after this one.
	IsLast() bool
}
