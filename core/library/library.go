// Package library reads finished tables.
//
// These files answer questions about positions:
//
//   - parts.go names the parts of tables that the cache remembers
//   - library.go has the types
//   - table.go finds tiles in a table, and tiles.go reads them
//   - faces.go opens stored faces
//   - open.go opens and closes tables
//   - query.go finds values of positions with few requests to the store
//   - reader.go finds one value after the other
//   - moves.go derives values from legal moves
//
// These files read tables for solvers:
//
//   - source.go reads frames and looks ahead
//   - facereading.go reads faces, or derives them from tables
//   - unpacked.go reads frames from scratch
//   - levels.go gives frames at a level of values
//   - wholeslices.go reads slices
//   - facemaking.go makes missing faces
//
// import.go imports tables.
package library

import (
	"errors"
	"maps"
	"sync"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/format/facefile"
	"github.com/matewright/matewright/core/library/cache"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// A Library reads the tables of a store: each is opened when it is first asked
// for, and the parts of all of them that were decoded last are remembered, so
// that memory is bounded however many tables are open. It may be used by
// several goroutines at once; a part that several ask for is decoded once.
//
// The slices of a class that is being built are read in the same way, from its
// encoder: see [Library.Begin].
type Library struct {
	store store.Store
	faces faces

	unproven bool          // see [Library.Unproven]
	metric   *value.Metric // see [Library.Of]; or nil

	opening  sync.Mutex // guards what follows, and is held while a table is opened
	tables   map[material.Class]*Table
	building map[material.Class]*building
	lone     map[material.Class][]slice.Number // in the store; nil if that is not known

	parts  *cache.Cache[partKey, content]
	values cache.Allocator[value.Byte] // memory of parts
	packed cache.Allocator[byte]
}

// Unfinished is a class that is being built: its encoder.
type Unfinished interface {
	Layout() *slice.Layout

	// Levels returns how many levels tell the values of a slice that was finished by the same one, if pawn pushes of
	// slices to come lead there, else 0.
	Levels(number slice.Number) int

	// Chunk returns the values of a chunk of a slice that was finished by the same one if they are in
	// memory as they are, else nil.
	Chunk(key facefile.ChunkKey) []value.Byte

	// ReadChunk fills in the values of a chunk of a slice that was finished by the same one. Those
	// are there that pawn pushes of slices to come lead to. Of others it returns an error that
	// matches [store.ErrMissing].
	ReadChunk(key facefile.ChunkKey, into []value.Byte) error
}

// forget drops all parts of a table, of a face, or of a class that was being built.
func (lib *Library) forget(of any) { lib.parts.Forget(func(key partKey) bool { return key.of == of }) }

// New returns a library that remembers parts of so many bytes.
func New(tables store.Store, budget int64) *Library {
	lib := &Library{
		store:    tables,
		faces:    faces{files: map[faceKey]*facefile.File{}},
		tables:   map[material.Class]*Table{},
		building: map[material.Class]*building{},
		parts:    cache.New[partKey, content](),
	}
	return lib.Limit(budget)
}

// Limit changes how many bytes the library remembers.
func (lib *Library) Limit(budget int64) *Library {
	lib.parts.Limit(budget)
	return lib
}

// Lend has the library remember so many bytes more, until they are taken back by lending none.
func (lib *Library) Lend(bytes int64) { lib.parts.Lend(bytes) }

// Unproven makes the library read also tables whose bytes are not those that are known to be right,
// where there are no others. Who answers from them says so: see [Library.Values] and [Source.Unproven].
func (lib *Library) Unproven() *Library {
	lib.unproven = true
	return lib
}

// Of makes the library refuse tables of other metrics than one: a store has those of one only, unless somebody has
// mixed them up. The error matches [store.ErrCorrupt].
func (lib *Library) Of(metric *value.Metric) *Library {
	lib.metric = metric
	return lib
}

// Faces makes the library read promotions from the faces in a store, see faces.go; those that are
// missing are cut out of their tables, which takes longer. Called again, it looks for what was
// missing. Nobody may be reading.
func (lib *Library) Faces(tables store.Store) *Library {
	lib.faces.store = tables
	maps.DeleteFunc(lib.faces.files, func(_ faceKey, file *facefile.File) bool { return file == nil })
	return lib
}

// MaxFrame is how many entries frames have at most that are read as a whole: all but those of six men without pawns.
const MaxFrame = 1 << 18

// IsLarge reports whether a table is too large for what goes over all of its positions, but for building it: with six
// men.
func IsLarge(class material.Class) bool { return class.Men() > material.UsualMen }

// faces has the faces that a library reads.
type faces struct {
	store store.Store // nil if there are none

	mu    sync.Mutex                 // guards what follows, and is held while a face is opened
	files map[faceKey]*facefile.File // nil for those that are missing
	old   []*facefile.File           // given up, and perhaps still being read
}

// A faceKey names a face of a piece of a table, by its first and last slices, or of all of it.
type faceKey struct {
	face       material.Face
	first, end slice.Number
}

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

// A building is a class that is being built. Its slices are read where pawn pushes lead to them: from
// the encoder, if it has made them; or else from the face of pushes of their unit; or else from the
// unit itself, which takes longest.
type building struct {
	Unfinished

	opening sync.Mutex
	table   *Table // of the units that are finished; nil until it is asked for
}

// isLost reports whether an error says that something has to be found in another way.
func isLost(err error) bool {
	return errors.Is(err, store.ErrMissing) || errors.Is(err, store.ErrCorrupt)
}
