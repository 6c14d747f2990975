package library

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/library/cache"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// A partKey names a part of a table, a face, or a class that is being built.
type partKey struct {
	of     any // *Table, *facefile.File or *building
	kind   partKind
	number slice.Number
	side   board.Color
	level  int // of stored values, or the level at which computed values are seen
	index  int // of the tile, span, chunk, stretch, directory, or group of frames of a face
}

type partKind uint8

const (
	tilePart partKind = iota
	spanPart
	chunkPart
	facePart
	stretchPart
	directoryPart
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
}
