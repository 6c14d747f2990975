package library

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/library/cache"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// A partKey names something that is decoded from a table, from a face, or from a class that is
// being built as far as that has come.
type partKey struct {
	of     any // *Table, *facefile.File or *building
	kind   partKind
	number slice.Number
	side   board.Color
	level  int // of what is stored, or at which values are seen that are computed
	index  int // of the tile, span, chunk or stretch, of the directory, or of what is cut for a face
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

// A part is what was decoded. It is never changed, nor its memory used again,
// so whoever has it can go on reading when it is forgotten.
type part = cache.Part[partKey, content]

// content is the value of a part: one of these.
type content struct {
	values    []value.Byte
	span      tile.Blocks
	bytes     []byte
	directory *format.Directory
}
