// Package library reads finished tables.
//
// library.go opens them and remembers what was decoded, table.go reads one of them,
// query.go finds values of positions with few requests to the store, and moves.go
// from their legal moves; faces.go reads faces and makes missing ones, building.go reads what is
// finished of a class that is being built; import.go takes in tables from elsewhere; slab.go has the memory of
// parts.
package library

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/format/facefile"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	look "github.com/matewright/matewright/core/solve/lookahead"
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
	store  store.Store
	faces  faces
	budget atomic.Int64 // bytes of parts
	lent   atomic.Int64 // bytes of parts besides, for some time

	unproven bool          // see [Library.Unproven]
	metric   *value.Metric // see [Library.Of]; or nil

	opening  sync.Mutex // guards what follows, and is held while a table is opened
	tables   map[material.Class]*Table
	building map[material.Class]*building
	lone     map[material.Class][]slice.Number // in the store; nil if that is not known

	caching sync.Mutex // guards what follows
	parts   map[partKey]*list.Element
	recent  list.List // of *part, most recently used first
	bytes   int64     // of all parts
	unused  int64     // bytes of slabs that are not given up, and that no part has
	values  allocator[value.Byte]
	packed  allocator[byte]
}

// Unfinished is a class that is being built: its encoder.
type Unfinished interface {
	Layout() *slice.Layout

	// Levels returns how many levels tell the values of a slice that was finished by the same one, if pawn pushes of slices to come
	// lead there, else 0.
	Levels(number slice.Number) int

	// Chunk returns the values of a chunk of a slice that was finished by the same one if they are in
	// memory as they are, else nil.
	Chunk(key facefile.ChunkKey) []value.Byte

	// ReadChunk fills in the values of a chunk of a slice that was finished by the same one. Those
	// are there that pawn pushes of slices to come lead to. Of others it returns an error that
	// matches [store.ErrMissing].
	ReadChunk(key facefile.ChunkKey, into []value.Byte) error
}

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
type part struct {
	key       partKey
	size      int           // bytes
	ready     chan struct{} // closed once what follows is there
	values    []value.Byte
	span      tile.Blocks // instead of values
	bytes     []byte
	directory *format.Directory
	err       error

	pieces  []piece // of slabs
	dropped bool    // perhaps before it was decoded
}

// New returns a library that remembers parts of so many bytes.
func New(tables store.Store, budget int64) *Library {
	lib := &Library{
		store:    tables,
		faces:    faces{files: map[faceKey]*facefile.File{}},
		tables:   map[material.Class]*Table{},
		building: map[material.Class]*building{},
		parts:    map[partKey]*list.Element{},
	}
	return lib.Limit(budget)
}

// Limit changes how many bytes the library remembers.
func (lib *Library) Limit(budget int64) *Library {
	lib.budget.Store(budget)
	lib.makeRoom()
	return lib
}

// Lend has the library remember so many bytes more, until they are taken back by lending none.
func (lib *Library) Lend(bytes int64) {
	lib.lent.Store(bytes)
	lib.makeRoom()
}

// Unproven makes the library read also tables whose bytes are not those that are known to be right,
// where there are no others. Who answers from them says so: see [Library.Values] and [Source.Unproven].
func (lib *Library) Unproven() *Library {
	lib.unproven = true
	return lib
}

// Of makes the library refuse tables of other metrics than one: a store has those of one only, unless somebody has mixed them up. The
// error matches [store.ErrCorrupt].
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

var errNoStore = errors.New("a library without a store has no tables")

// Open returns the table of a class, which stays open until it is closed or
// the library is. Errors are those of the function [Open].
func (lib *Library) Open(ctx context.Context, class material.Class) (*Table, error) {
	lib.opening.Lock()
	defer lib.opening.Unlock()
	t, err := lib.open(ctx, class)
	if err == nil && t.finished != nil {
		return nil, store.Named(class.String(), store.ErrMissing)
	}
	return t, err
}

func (lib *Library) open(ctx context.Context, class material.Class) (*Table, error) {
	if t := lib.tables[class]; t != nil {
		return t, nil // each frame that is read comes here
	}
	tables, err := lib.openAll(ctx, []material.Class{class})
	if err != nil {
		return nil, err
	}
	return tables[0], nil
}

// OpenAll is [Library.Open] for some classes at once; also for those of which units are missing, in
// which reading a slice may return an error that matches [store.ErrMissing]. Of several errors it
// returns the first.
func (lib *Library) OpenAll(ctx context.Context, classes []material.Class) ([]*Table, error) {
	lib.opening.Lock()
	defer lib.opening.Unlock()
	return lib.openAll(ctx, classes)
}

func (lib *Library) openAll(ctx context.Context, classes []material.Class) ([]*Table, error) {
	if lib.store == nil {
		return nil, errNoStore
	}
	if err := lib.findLone(ctx, classes); err != nil {
		return nil, err
	}
	tables := make([]*Table, len(classes))
	errs := make([]error, len(classes))
	var all sync.WaitGroup
	for i, class := range classes {
		if tables[i] = lib.tables[class]; tables[i] == nil {
			all.Go(func() { tables[i], errs[i] = lib.openNew(ctx, class) })
		}
	}
	all.Wait()
	for i, class := range classes {
		if t := tables[i]; t != nil && t.library == nil {
			t.library = lib
			lib.tables[class] = t
		}
	}
	for i, err := range errs {
		if err != nil {
			return nil, store.Named(classes[i].String(), err)
		}
	}
	return tables, nil
}

// openNew opens a table that is not open yet.
func (lib *Library) openNew(ctx context.Context, class material.Class) (*Table, error) {
	t, err := open(ctx, lib.store, class, lib.lone[class], lib.unproven)
	if err == nil && lib.metric != nil && t.Header.Metric != lib.metric {
		return nil, errors.Join(fmt.Errorf("%w: it is one of %s among those of %s", store.ErrCorrupt, t.Header.Metric.Name(), lib.metric.Name()), t.blob.Close())
	}
	return t, err
}

// findLone lists the lone slices of all classes, if one of those is not open yet that may have some.
func (lib *Library) findLone(ctx context.Context, classes []material.Class) (err error) {
	mayHave := func(class material.Class) bool {
		return lib.tables[class] == nil && class.Pawns() > 1 && format.StoresLone(format.LayoutIn(lib.store, class))
	}
	if lib.lone == nil && slices.ContainsFunc(classes, mayHave) {
		lib.lone, err = catalog.ListLone(ctx, lib.store)
	}
	return err
}

// Missing returns those of the classes that the store has nothing of. It lists the store once: to open each of the 230
// tables that six men can need takes IndexedDB seconds.
func (lib *Library) Missing(ctx context.Context, classes []material.Class) ([]material.Class, error) {
	entries, err := lib.store.List(ctx)
	if err != nil {
		return nil, err
	}
	stored := map[string]bool{}
	for _, e := range entries {
		if class, _, ok := format.ParseUnitName(e.Name); ok {
			stored[class.String()] = true
		} else if class, _, ok := format.ParseLoneName(e.Name); ok {
			stored[class.String()] = true
		}
		stored[e.Name] = true
	}
	return slices.DeleteFunc(slices.Clone(classes), func(c material.Class) bool {
		return stored[c.String()] || lib.unproven && stored[format.UnprovenName(c)]
	}), nil
}

// Begin makes the finished slices of a class readable while it is being built,
// in place of a table that the store may have of it.
func (lib *Library) Begin(u Unfinished) {
	lib.opening.Lock()
	defer lib.opening.Unlock()
	lib.building[u.Layout().Class] = &building{Unfinished: u}
}

// End forgets a class that was being built: from now on it is in the store, or
// it isn't. It may be called again.
func (lib *Library) End(u Unfinished) error {
	lib.opening.Lock()
	b, old := lib.building[u.Layout().Class], lib.tables[u.Layout().Class]
	delete(lib.building, u.Layout().Class)
	lib.lone = nil
	lib.opening.Unlock()
	lib.forget(b)
	lib.faces.forget(u.Layout().Class)
	err := b.close()
	if old != nil {
		err = errors.Join(err, old.Close())
	}
	return err
}

// Close closes all tables and forgets their parts. The library can still be
// used: it opens them again.
func (lib *Library) Close() error {
	lib.opening.Lock()
	tables := lib.tables
	lib.tables, lib.lone = map[material.Class]*Table{}, nil
	lib.opening.Unlock()
	err := lib.closeFaces()
	for _, t := range tables {
		err = errors.Join(err, t.Close())
	}
	return err
}

// Renew closes the tables of which units were missing: there may be more of them now.
func (lib *Library) Renew() (err error) {
	lib.opening.Lock()
	lib.lone = nil
	var partial []*Table
	for _, t := range lib.tables {
		if t.finished != nil {
			partial = append(partial, t)
		}
	}
	lib.opening.Unlock()
	for _, t := range partial {
		err = errors.Join(err, t.Close())
	}
	return err
}

// leave drops a table that is being closed.
func (lib *Library) leave(t *Table) {
	lib.opening.Lock()
	if lib.tables[t.Layout.Class] == t {
		delete(lib.tables, t.Layout.Class)
	}
	lib.opening.Unlock()
	lib.forget(t)
}

// Source gives the tables to a solver. Each goroutine needs its own.
func (lib *Library) Source(ctx context.Context) *Source {
	return &Source{ctx: ctx, lib: lib, ahead: map[aheadKey]*lookahead{}}
}

// A Source is a [solve.Source] that reads a library.
type Source struct {
	ctx      context.Context
	lib      *Library
	ahead    map[aheadKey]*lookahead // for sides to move that are not stored
	chunks   []heldChunk             // of faces
	unpacked *unpacked               // see [Source.Unpack]; or nil
	filled   *filledSide             // see [Table.Slice]; or nil
	timing   bool                    // a span is being read
	reading  time.Duration

	unproven []material.Class
}

// Reading returns how long spans took so far that were not simply in memory: to
// be decoded, looked ahead or unpacked, or for another one to do it.
func (s *Source) Reading() time.Duration { return s.reading }

// Unproven returns the classes whose tables are unproven among those that were read.
func (s *Source) Unproven() []material.Class { return s.unproven }

type lookahead struct {
	*look.Lookahead
	number slice.Number // it is at
}

// An aheadKey names a lookahead: of a class, or of a face and one file of its promoted piece, because a face is
// read file by file for each frame.
type aheadKey struct {
	layout *slice.Layout
	file   int
	level  value.Level
}

// of returns who has the slices of a class, and its layout.
func (s *Source) of(class material.Class) (*building, *Table, error) {
	s.lib.opening.Lock()
	defer s.lib.opening.Unlock()
	if b := s.lib.building[class]; b != nil {
		return b, nil, nil
	}
	t, err := s.lib.open(s.ctx, class)
	if err == nil && t.Unproven && !slices.Contains(s.unproven, class) {
		s.unproven = append(s.unproven, class)
	}
	return nil, t, err
}

// Layout implements [solve.Source].
func (s *Source) Layout(class material.Class) (*slice.Layout, error) {
	b, t, err := s.of(class)
	switch {
	case err != nil:
		return nil, err
	case b != nil:
		return b.Layout(), nil
	}
	return t.Layout, nil
}

// MaxFrame is how many entries frames have at most that are read as a whole: all but those of six men without pawns.
const MaxFrame = 1 << 18

// IsLarge reports whether a table is too large for what goes over all of its positions, but for building it: with six men.
func IsLarge(class material.Class) bool { return class.Men() > material.UsualMen }

// having returns who has the frames of a layout: of a class that is being built, faces have none.
func (s *Source) having(l *slice.Layout) (*building, *Table, error) {
	b, t, err := s.of(l.Class)
	if b != nil && l.Promoted() >= 0 {
		err = fmt.Errorf("%v is being built, and read in whole slices only", l.Class)
	}
	return b, t, err
}

// Span implements [solve.Source]. Tables whose values are told in several levels it does not have, but for their faces: see [Source.At].
func (s *Source) Span(l *slice.Layout, number slice.Number, side board.Color, frame slice.FrameNo) (solve.Span, error) {
	b, t, err := s.having(l)
	if err != nil {
		return solve.Span{}, err
	}
	if b != nil {
		return s.pushed(b, number, side, frame)
	}
	if l.Promoted() < 0 || !t.HasFaces(l.Right()) {
		if err := t.fitsBytes(); err != nil {
			return solve.Span{}, err
		}
	}
	return s.inBytes(t, l, number, side, frame)
}

// inBytes gives a frame of a table with a single level, or of the first one.
func (s *Source) inBytes(t *Table, l *slice.Layout, number slice.Number, side board.Color, frame slice.FrameNo) (solve.Span, error) {
	switch {
	case s.unpacks(l):
		return s.unpacked.span(t, unpackedKey{layout: l, side: side}, number, frame)
	case l.Promoted() >= 0:
		return s.face(t, l, number, side, frame)
	}
	if err := t.checkRead(number); err != nil {
		return solve.Span{}, err
	}
	return s.span(l, t.partOf(number, side, frame, 0), frame)
}

// checkRead returns an error if frames of a slice can't be read as a whole: one that is not there matches [store.ErrMissing].
func (t *Table) checkRead(number slice.Number) error {
	if t.Layout.FrameEntries() > MaxFrame {
		return fmt.Errorf("%v is too large to be read as a whole", t.Layout.Class)
	}
	return t.has(number)
}

// span gives a frame, given the part that has it.
func (s *Source) span(l *slice.Layout, at inPart, frame slice.FrameNo) (solve.Span, error) {
	p, err := s.part(at.key, at.entries, func(p *part) error { return s.read(p, at.entries) })
	if err != nil {
		return solve.Span{}, store.Named(l.Class.String(), err)
	}
	var values []value.Byte
	if p.span != nil {
		values = p.span.From(at.first)
	} else {
		values = p.values[at.first:]
	}
	return solve.Span{First: frame, Values: values[:l.FrameEntries()]}, nil
}

// values returns the values of frames, so many, which are read unless they are
// remembered.
func (s *Source) values(key partKey, entries int, read func(into []value.Byte) error) ([]value.Byte, error) {
	p, err := s.part(key, entries, func(p *part) error {
		p.values = take(s.lib, &s.lib.values, p, entries)
		return read(p.values)
	})
	if err != nil {
		return nil, err
	}
	return p.values, nil
}

// part is [Library.part]. It takes the time unless the part is simply there.
func (s *Source) part(key partKey, size int, decode func(*part) error) (*part, error) {
	if p := s.lib.peek(key); p != nil {
		return p, nil
	}
	if err := s.ctx.Err(); err != nil {
		return nil, err
	}
	defer s.time()()
	return s.lib.part(s.ctx, key, size, decode)
}

// time begins to take the time of reading, and returns what ends it.
func (s *Source) time() (end func()) {
	if s.timing { // looking ahead asks for parts too
		return func() {}
	}
	s.timing = true
	start := time.Now()
	return func() {
		s.timing = false
		s.reading += time.Since(start)
	}
}

// An inPart says where the values of a frame are remembered.
type inPart struct {
	key     partKey
	first   int // entry of the frame in the part
	entries int // of the part
}

// partOf finds the part that has a frame: of a level or, with a side to move that is not stored, as it is seen there.
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

// read reads a part that has so many values.
func (s *Source) read(p *part, entries int) error {
	if p.key.kind == spanPart {
		p.span = tile.NewBlocks(entries, func(entries int) []value.Byte { return take(s.lib, &s.lib.values, p, entries) })
		return p.key.of.(*Table).readSpan(s.ctx, p.key, p.span)
	}
	p.values = take(s.lib, &s.lib.values, p, entries)
	if b, ok := p.key.of.(*building); ok {
		return s.readPushed(b, facefile.ChunkKey{Number: p.key.number, Side: p.key.side, Chunk: p.key.index, Level: p.key.level}, p.values)
	}
	return s.lookAhead(p.key, p.values)
}

// lookaheadShare is how much of a library's memory the lookaheads of a source may take besides.
const lookaheadShare = 4

// lookAhead finds the values of a chunk with a side to move that is not stored.
func (s *Source) lookAhead(key partKey, into []value.Byte) error {
	t := key.of.(*Table)
	level := t.level(key.level)
	la := s.lookaheadAt(t, t.Layout, key.number, key.side, level)
	size := t.Layout.FrameEntries()
	first, end := t.Layout.Chunk(key.index)
	for frame := first; frame < end; frame++ {
		into := into[int(frame-first)*size:][:size]
		if err := la.Frame(frame, into); err != nil {
			return err
		}
		if err := s.seeAfter(t, t.Layout, key.number, key.side, frame, level, into); err != nil {
			return err
		}
	}
	return nil
}

// lookaheadAt returns the lookahead of a table or of one of its faces, turned to a slice, at a level.
func (s *Source) lookaheadAt(t *Table, l *slice.Layout, number slice.Number, side board.Color, level value.Level) *lookahead {
	level = t.levelAhead(level)
	key := aheadKey{layout: l, level: level}
	if l.Promoted() >= 0 {
		first, _ := l.FaceSlices(l.WholeSlice(number))
		key.file = int(number - first)
	}
	la := s.ahead[key]
	if la == nil {
		la = &lookahead{Lookahead: look.New(l, t.Header.Metric, s.At(level)).At(level), number: -1}
		s.ahead[key] = la
		s.limitAhead()
	}
	if la.number != number {
		la.number = number
		la.Begin(number, side)
	}
	return la
}

// limitAhead shares memory out anew to the lookaheads: as much to each layout, whose files share it.
func (s *Source) limitAhead() {
	files := map[*slice.Layout]int64{}
	for key := range s.ahead {
		files[key.layout]++
	}
	for key, la := range s.ahead {
		la.Limit(s.lib.budget.Load() / lookaheadShare / int64(len(files)) / files[key.layout])
	}
}

// tile returns the values of a tile, row by row, the first few rows at least.
// They are decoded unless they are remembered.
func (lib *Library) tile(ctx context.Context, key partKey, rows int, decode func(into []value.Byte) error) ([]value.Byte, error) {
	for {
		p, err := lib.part(ctx, key, rows*tile.Side, func(p *part) error {
			p.values = make([]value.Byte, rows*tile.Side)
			return decode(p.values)
		})
		if err != nil {
			return nil, err
		}
		if len(p.values) >= rows*tile.Side {
			return p.values, nil
		}
		// It is of use more than once, so the next one needs all of it.
		rows = tile.Side
		lib.drop(p)
	}
}

// peekTile returns the values of a tile, if so many rows of it are there.
func (lib *Library) peekTile(key partKey, rows int) []value.Byte {
	p := lib.peek(key)
	if p == nil || len(p.values) < rows*tile.Side {
		return nil
	}
	return p.values
}

// directory returns the directory of a section.
func (lib *Library) directory(ctx context.Context, t *Table, section int) (*format.Directory, error) {
	size := format.DirectoryMemory(t.sectionTiles(section))
	p, err := lib.part(ctx, partKey{of: t, kind: directoryPart, index: section}, size, func(p *part) (err error) {
		if p.directory, err = t.readDirectory(ctx, section); err == nil {
			lib.resize(p, p.directory.Memory())
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return p.directory, nil
}

// part returns a part of a size, which is decoded unless it is remembered.
func (lib *Library) part(ctx context.Context, key partKey, size int, decode func(*part) error) (*part, error) {
	for {
		p, found := lib.find(key, size)
		if !found {
			lib.decode(p, decode)
			return p, p.err
		}
		select {
		case <-p.ready:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if p.err == nil {
			return p, nil
		}
		// It failed for another one, whose context may just have ended.
	}
}

// begin begins to decode a part, unless it is remembered, for who will soon ask for it.
func (lib *Library) begin(key partKey, size int, decode func(*part) error) {
	if p, found := lib.find(key, size); !found {
		go lib.decode(p, decode)
		runtime.Gosched() // where there is one thread, let it ask the store before the caller goes on
	}
}

// decode decodes a part that was not found.
func (lib *Library) decode(p *part, decode func(*part) error) {
	lib.makeRoom()
	if p.err = decode(p); p.err != nil {
		lib.drop(p)
	}
	close(p.ready)
}

// await waits until no part of a file is being decoded that nobody waits for.
func (lib *Library) await(of any) {
	var parts []*part
	lib.caching.Lock()
	for key, e := range lib.parts {
		if key.of == of {
			parts = append(parts, e.Value.(*part))
		}
	}
	lib.caching.Unlock()
	for _, p := range parts {
		<-p.ready
	}
}

// stretchBytes is how much is read at once of what is read in order: a request of the
// browser's database takes as long as to read so many bytes.
const stretchBytes = slabBytes

// readAhead returns bytes of a blob for those who go on to read what follows: it reads stretches, and remembers them as
// parts of a table or a face. The bytes may be those of a stretch, and are not to be changed.
func (lib *Library) readAhead(ctx context.Context, of any, blob store.Blob, off int64, n int) (bytes []byte, err error) {
	for len(bytes) < n {
		at := off + int64(len(bytes))
		if at >= blob.Size() {
			bytes = make([]byte, n)
			return bytes, blob.ReadAt(ctx, bytes, off) // which says what is wrong
		}
		key, size, read := lib.stretch(ctx, of, blob, at/stretchBytes)
		p, err := lib.part(ctx, key, size, read)
		if err != nil {
			return nil, err
		}
		rest := p.bytes[at%stretchBytes:]
		if len(bytes) == 0 && len(rest) >= n {
			return rest[:n:n], nil
		}
		bytes = append(slices.Grow(bytes, n-len(bytes)), rest[:min(len(rest), n-len(bytes))]...)
	}
	return bytes, nil
}

// stretch says what a stretch of a blob is remembered as, how many bytes it has, and how it is read.
func (lib *Library) stretch(ctx context.Context, of any, blob store.Blob, number int64) (key partKey, size int, read func(*part) error) {
	first := number * stretchBytes
	size = int(min(stretchBytes, blob.Size()-first))
	return partKey{of: of, kind: stretchPart, index: int(number)}, size, func(p *part) error {
		p.bytes = take(lib, &lib.packed, p, size)
		return blob.ReadAt(ctx, p.bytes, first)
	}
}

// peek returns a part if it is there and ready.
func (lib *Library) peek(key partKey) *part {
	lib.caching.Lock()
	defer lib.caching.Unlock()
	e := lib.parts[key]
	if e == nil || !e.Value.(*part).isReady() {
		return nil
	}
	lib.recent.MoveToFront(e)
	return e.Value.(*part)
}

// find returns a part, which the caller must decode unless it was found.
func (lib *Library) find(key partKey, size int) (p *part, found bool) {
	lib.caching.Lock()
	defer lib.caching.Unlock()
	if e := lib.parts[key]; e != nil {
		lib.recent.MoveToFront(e)
		return e.Value.(*part), true
	}
	p = &part{key: key, size: size, ready: make(chan struct{})}
	lib.parts[key] = lib.recent.PushFront(p)
	lib.bytes += int64(p.size)
	return p, false
}

// makeRoom drops the parts that were not used for the longest time, until the rest is
// within the budget. One that is being decoded stays: it may ask for many others, and
// would be lost when it is ready.
func (lib *Library) makeRoom() {
	lib.caching.Lock()
	defer lib.caching.Unlock()
	for e := lib.recent.Back(); e != nil && lib.bytes+max(0, lib.unused-unusedSlabs) > lib.budget.Load()+lib.lent.Load(); {
		last := e
		if e = e.Prev(); last.Value.(*part).isReady() {
			lib.remove(last)
		}
	}
}

func (p *part) isReady() bool {
	select {
	case <-p.ready:
		return p.err == nil
	default:
		return false
	}
}

// resize sets the bytes of a part that turn out to be fewer than it was expected to take.
func (lib *Library) resize(p *part, size int) {
	lib.caching.Lock()
	defer lib.caching.Unlock()
	if e := lib.parts[p.key]; e != nil && e.Value.(*part) == p {
		lib.bytes += int64(size - p.size)
		p.size = size
	}
}

// drop forgets a part.
func (lib *Library) drop(p *part) {
	lib.caching.Lock()
	defer lib.caching.Unlock()
	if e := lib.parts[p.key]; e != nil && e.Value.(*part) == p {
		lib.remove(e)
	}
}

// forget drops all parts of a table, or of a class that was being built.
func (lib *Library) forget(of any) {
	lib.caching.Lock()
	defer lib.caching.Unlock()
	for key, e := range lib.parts {
		if key.of == of {
			lib.remove(e)
		}
	}
}

func (lib *Library) remove(e *list.Element) {
	p := lib.recent.Remove(e).(*part)
	delete(lib.parts, p.key)
	lib.bytes -= int64(p.size)
	lib.giveBack(p)
}
