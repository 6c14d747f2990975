// Package library reads finished tables.
//
// These files find the values of positions:
//
//   - parts.go names the parts of tables in the cache
//   - library.go has the types
//   - table.go finds tiles in a table, and tiles.go reads them
//   - faces.go opens stored faces
//   - open.go opens and closes tables
//   - query.go finds values of positions, and stretches.go reads their tiles with few requests to the store
//   - reader.go finds one value after the other
//   - clock.go finds values in tables by the clock
//   - moves.go derives values from legal moves
//
// These files read tables for solvers:
//
//   - source.go reads frames and looks ahead
//   - facereading.go reads faces, or derives them from tables
//   - unpacked.go reads frames from scratch
//   - levels.go returns frames as seen at a level
//   - wholeslices.go reads slices
//   - facemaking.go makes missing faces, and facewriting.go writes those of a table that is being read
//
// import.go imports tables.
package library

import (
	"errors"
	"maps"
	"sync"
	"time"

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

// A Library reads the tables of a store. It opens each table on first use, and caches the parts of all tables that were
// used last. So its memory is bounded for any number of open tables. Several goroutines may use it at once. A part that
// several of them need is decoded once.
//
// A Library also reads the slices of a class that is being built, from its encoder: see [Library.Begin].
type Library struct {
	store store.Store
	faces faces

	unproven bool          // see [Library.Unproven]
	steady   bool          // see [Library.Steady]
	metric   *value.Metric // see [Library.ForMetric]; or nil
	planes   Planes        // see [Library.ByClock]; or nil

	opening  sync.Mutex // guards the fields below, and is locked while a table is opened
	tables   map[material.Class]*Table
	building map[material.Class]*building
	lone     map[material.Class][]slice.Number // in the store; nil if it is not listed yet
	missing  map[material.Class]missing        // classes without a table
	listed   map[string]bool                   // names of tables and classes in a steady store; nil if it is not listed

	parts  *cache.Cache[partKey, content]
	values cache.Allocator[value.Byte] // memory of parts
	packed cache.Allocator[byte]
}

// A missing table was looked for at a time, and not found after some last change of the store.
type missing struct{ changed, looked time.Time }

// missingFor is the time after which a missing table is looked for again, even if the store seems unchanged. Programs
// that copy a directory may give it its old time.
const missingFor = 5 * time.Second

// since reports whether a table is missing, given the time of the last change of the store. To look for a table takes
// dozens of requests if it has units.
func (m missing) since(changed time.Time) bool {
	return !m.looked.IsZero() && m.changed.Equal(changed) && time.Since(m.looked) < missingFor
}

// Unfinished is the encoder of a class that is being built.
type Unfinished interface {
	Layout() *slice.Layout

	// Levels returns the number of levels of a slice that this encoder finished, if pawn pushes of later slices lead
	// there, else 0.
	Levels(number slice.Number) int

	// Chunk returns the values of a chunk of a slice that this encoder finished. It returns nil if they are packed or
	// not kept.
	Chunk(key facefile.ChunkKey) []value.Byte

	// ReadChunk reads the values of a chunk of a slice that this encoder finished, if pawn pushes of later slices lead
	// there. For other slices it returns an error that matches [store.ErrMissing].
	ReadChunk(key facefile.ChunkKey, into []value.Byte) error
}

// forget drops all parts of a table, a face, or a class that was being built.
func (lib *Library) forget(of any) { lib.parts.Forget(func(key partKey) bool { return key.of == of }) }

// New returns a library with a cache of the given number of bytes.
func New(tables store.Store, budget int64) *Library {
	lib := &Library{
		store:    tables,
		faces:    faces{files: map[faceKey]*facefile.File{}},
		tables:   map[material.Class]*Table{},
		building: map[material.Class]*building{},
		missing:  map[material.Class]missing{},
		parts:    cache.New[partKey, content](),
	}
	return lib.Limit(budget)
}

// Limit sets the number of bytes of the cache.
func (lib *Library) Limit(budget int64) *Library {
	lib.parts.Limit(budget)
	return lib
}

// Lend adds bytes to the cache, in place of earlier calls. Lend(0) takes them back.
func (lib *Library) Lend(bytes int64) { lib.parts.Reserve(bytes) }

// Unproven makes the library read an unproven table of a class if the store has no other table of it. Callers must mark
// results from such tables: see [Library.Values] and [Source.Unproven].
func (lib *Library) Unproven() *Library {
	lib.unproven = true
	return lib
}

// Steady promises that the store does not change until the library is closed. It then lists the store only once, and
// looks for each missing table only once.
func (lib *Library) Steady() *Library {
	lib.steady = true
	return lib
}

// ForMetric makes the library refuse tables of all other metrics. A store should only have tables of one metric. The
// error matches [store.ErrCorrupt].
func (lib *Library) ForMetric(metric *value.Metric) *Library {
	lib.metric = metric
	return lib
}

// Faces makes the library read promotions from the faces in a store, see faces.go. It cuts missing faces out of their
// tables, which takes longer. Another call makes the library look for the missing faces again. No goroutine may use the
// library at the same time.
func (lib *Library) Faces(tables store.Store) *Library {
	lib.faces.store = tables
	maps.DeleteFunc(lib.faces.files, func(_ faceKey, file *facefile.File) bool { return file == nil })
	return lib
}

// MaxFrame is the largest number of entries of a frame that is read as a whole. Only frames of six men without pawns
// are larger.
const MaxFrame = 1 << 18

// IsLarge reports whether a table is too large to process all of its positions, except to build it. Tables of six men
// are.
func IsLarge(class material.Class) bool { return class.Men() > material.UsualMen }

// faces has the faces that a library reads.
type faces struct {
	store store.Store // nil if the library has no store of faces

	mu    sync.Mutex                 // guards the fields below, and is locked while a face is opened
	files map[faceKey]*facefile.File // nil for missing faces
	old   []*facefile.File           // given up, but perhaps still being read
}

// A faceKey names a face of a piece of a table, or of the whole table, by its slices.
type faceKey struct {
	face       material.Face
	first, end slice.Number
}

// A Table is a finished table, open for reading. Several goroutines may use it at once.
type Table struct {
	Header   *format.Header
	Layout   *slice.Layout
	Unproven bool // see [Library.Unproven]

	finished *catalog.Finished // nil if no unit is missing
	blob     store.Blob
	library  *Library
	grids    []*tile.Grid // by section
}

// A building is a class that is being built. Pawn pushes need its earlier slices. They are read from the encoder, if it
// has made them, else from the face of pushes of their unit. If that is missing, they are read from the unit, which
// takes longest.
type building struct {
	Unfinished

	opening sync.Mutex
	table   *Table   // of the finished units; nil until it is needed
	old     []*Table // of fewer units, but perhaps still being read
}

// isLost reports whether an error is that of missing or damaged data, which may be available elsewhere.
func isLost(err error) bool {
	return errors.Is(err, store.ErrMissing) || errors.Is(err, store.ErrCorrupt)
}
