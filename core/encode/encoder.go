// Package encode makes units of tables of the values of slices.
//
// encoder.go begins and ends pieces. group.go adds slices and packs their groups. survey.go counts positions, packer.go
// packs tiles, and spilled.go reads tiles of values in scratch. kept.go keeps slices that later ones need, in memory or
// in scratch (spill.go). faces.go writes faces, and section.go packs sections of other tables.
package encode

import (
	"context"
	"crypto/sha256"
	"unsafe"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/facefile"
	"github.com/matewright/matewright/core/format/stats"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// An Encoder turns the slices of a class, one after the other, into pieces of its table in a store: units, or lone
// slices. A piece becomes visible in the store when its last slice is added.
type Encoder struct {
	ctx    context.Context
	store  store.Store
	layout *slice.Layout
	metric *value.Metric

	storesBothSides bool // see [format.Params.StoresBothSides]
	sumsModels      bool // models may be summed

	pieces []format.Piece // to make; the first is being made
	piece  *pieceEncoder
	stored int64 // bytes of the finished pieces

	added slice.Number // the next slice to add
	group []solve.Sink // of the last slices, until they are enough for a group
	kept  *Kept
	faces faceWriters
	rooms [2][]value.Byte // for values that are not in memory
	words slice.Words     // of the survey

	// Accept, if not nil, is called with the name of each piece and the SHA-256 of its file, before the piece becomes
	// visible. If it returns an error, the piece cannot be finished.
	Accept func(name string, sum [sha256.Size]byte) error

	// Threads is the number of tiles that are packed at once; 0 stands for 1.
	Threads int

	// Observe, if not nil, is called regularly while a slice is added, with the finished part of the work, from 0 to 1.
	// If it returns an error, the slice is not added and its piece cannot be finished.
	Observe func(done float64) error
}

// A pieceEncoder has the piece that is being made.
type pieceEncoder struct {
	format.Piece
	writer store.Writer
	header format.Header
	size   int64
	summer *store.Summer
	counts [2]stats.WordCounts // of the values of a slice
}

// Write adds to the data of the piece.
func (piece *pieceEncoder) Write(p []byte) (int, error) {
	piece.summer.Write(p)
	return piece.writer.Write(p)
}

// NewEncoder begins to make some pieces of the table of a class, in ascending order. The pieces that pawn pushes lead
// to must be finished before. [Encoder.Close] must be called at the end.
func NewEncoder(
	ctx context.Context, tables store.Store, l *slice.Layout, metric *value.Metric, pieces []format.Piece,
) (*Encoder, error) {
	if err := metric.CheckBytes(l.Class); err != nil {
		return nil, err
	}
	e := &Encoder{ctx: ctx, store: tables, layout: l, metric: metric, pieces: pieces, kept: NewKept(l)}
	params := format.ParamsOf(tables)
	e.storesBothSides = params.StoresBothSides(l.Class)
	e.sumsModels = params.SumsModels(metric, l.Class)
	return e, e.beginPiece()
}

// beginPiece begins the next piece, if one is left.
func (e *Encoder) beginPiece() error {
	if len(e.pieces) == 0 {
		return nil
	}
	piece := e.pieces[0]
	w, err := e.store.Create(e.ctx, piece.Name)
	if err != nil {
		return store.Named(piece.Name, err)
	}
	e.piece = &pieceEncoder{Piece: piece, writer: w, summer: store.NewSummer()}
	e.piece.header = format.Header{
		Class:  e.layout.Class,
		Metric: e.metric,
		Sides:  SidesFor(e.layout.Class, e.storesBothSides),
	}
	e.added = e.piece.First
	return nil
}

// endPiece makes a piece visible, and begins the next one.
func (e *Encoder) endPiece() error {
	piece := e.piece
	header := piece.header.Encode(e.layout)
	if format.Units(e.layout) > 1 {
		h := format.UnitHeader{Header: piece.header, First: piece.First, End: piece.End}
		header = h.Encode(e.layout)
	}
	if e.Accept != nil {
		if err := e.Accept(piece.Name, piece.summer.Sum(header)); err != nil {
			return store.Named(piece.Name, err)
		}
	}
	if err := piece.writer.Commit(header); err != nil {
		return store.Named(piece.Name, err)
	}
	e.stored += piece.size + int64(len(header))
	e.piece, e.pieces = nil, e.pieces[1:]
	return e.beginPiece()
}

// Add adds pieces to make, behind the others in ascending order.
func (e *Encoder) Add(pieces ...format.Piece) error {
	e.pieces = append(e.pieces, pieces...)
	if e.piece != nil {
		return nil
	}
	return e.beginPiece()
}

// Layout returns the layout of the class.
func (e *Encoder) Layout() *slice.Layout { return e.layout }

// Keep sets the place for the slices that later pawn pushes need. Earlier encoders of the layout may have used it. Keep
// must be called before the first slice is added.
func (e *Encoder) Keep(kept *Kept) {
	kept.turnTo(e.piece.First)
	e.kept = kept
}

// KeepNone makes the encoder keep no slices for pawn pushes. It is for callers that already have all values. It must be
// called before the first slice is added.
func (e *Encoder) KeepNone() {
	e.kept = &Kept{PushChunks: &facefile.PushChunks{Layout: e.layout}, levels: map[slice.Number]int{}}
}

// Scratch makes the encoder keep the slices that later pawn pushes need in scratch. It must be called before the first
// slice is added.
func (e *Encoder) Scratch(room scratch.Room) { e.kept.spill.pile.Room = room }

// The finished parts of the work on a slice: faceShare after the faces are written, surveyShare before packing begins.
const (
	faceShare   = 0.2
	surveyShare = 0.4
)

func (e *Encoder) observe(done float64) error {
	if e.Observe == nil {
		return nil
	}
	return e.Observe(done)
}

// surveyWords is the number of words that a survey reads at once.
const surveyWords = 0x1000

// Chunk returns the values of a chunk of an added slice, for pawn pushes. It returns nil if they are packed or not
// kept. The caller must not change them.
func (e *Encoder) Chunk(key facefile.ChunkKey) []value.Byte { return e.kept.find(key).values }

// Levels returns the number of levels of the values of an added slice. It returns 0 for a slice that was not added, or
// that no later pawn pushes lead to.
func (e *Encoder) Levels(number slice.Number) int { return e.kept.levelsOf(number) }

// ReadChunk reads the values of a chunk of an added slice, from memory or scratch. For any other slice it returns an
// error that matches [store.ErrMissing].
func (e *Encoder) ReadChunk(key facefile.ChunkKey, into []value.Byte) error {
	if err := e.kept.read(key, into); err != nil {
		return store.Named(e.layout.Class.String(), err)
	}
	return nil
}

// SidesFor returns the sides to move that a table of a class stores: both if it is small, else the one that takes fewer
// bytes. Without pawns it returns both, and an encoder later tries them. With pawns an encoder cannot decide this by
// the first slices, in which a pawn is about to promote. So it uses a rule: White, unless Black has a piece as strong
// as White's strongest. The rule was right for 38 of 40 classes. It was wrong for KNNvKP and, with a small difference,
// for KNPvKR.
func SidesFor(class material.Class, both bool) format.SideSet {
	switch {
	case both || class.Pawns() == 0:
		return format.BothSides
	case strength[strongest(class, board.Black)] >= strength[strongest(class, board.White)]:
		return format.Only(board.Black)
	}
	return format.Only(board.White)
}

var strength = [board.Pawn + 1]int{board.Queen: 4, board.Rook: 3, board.Bishop: 2, board.Knight: 2, board.Pawn: 1}

// strongest returns the strongest type of men of a side except its king, or [board.NoPiece].
func strongest(class material.Class, c board.Color) board.PieceType {
	for t := board.Queen; t <= board.Pawn; t++ {
		if class.Count(c, t) > 0 {
			return t
		}
	}
	return board.NoPiece
}

// Stored returns the bytes of the finished pieces: data and headers.
func (e *Encoder) Stored() int64 { return e.stored }

// Close drops the unfinished piece.
func (e *Encoder) Close() error {
	e.faces.abort()
	if e.piece == nil {
		return nil
	}
	return e.piece.writer.Abort()
}

// Bytes returns the largest memory for encoding a slice of a class. It does not count the values, unless they are
// copied.
func Bytes(l *slice.Layout) int64 {
	group := int64(min(format.GroupSlices(l), l.Slices()))
	tiles := int64(0)
	part := 0
	for _, c := range board.Colors {
		for _, shape := range tile.Shapes(l, c) {
			grid := tile.NewGrid(l, c, shape)
			part = max(part, grid.PartEntries())
			tiles = max(tiles, group*int64(grid.Tiles()))
		}
	}
	bytes := int64(2*surveyWords<<6) + int64(part)
	packing := 2*int64(unsafe.Sizeof(packer{})+unsafe.Sizeof(tilePacker{})) +
		int64(unsafe.Sizeof(tile.Census{})+unsafe.Sizeof(tile.Trainer{})) +
		3*tile.ModelMemory + mostAhead*tile.Size + readAtOnce
	bytes += 2 * (format.LengthSize + format.ChecksumSize) * tiles // and the directory of them
	bytes += max(packing, coderBytes)                              // a directory is packed after all tiles
	if group > 1 {
		bytes += 2 * group * int64(l.Entries())
	}
	return bytes
}

// coderBytes is the memory that zstd takes to pack a directory, and that stays allocated.
const coderBytes = 7 << 20

// Faces makes the encoder also write some faces of its pieces to a store of faces. It must be called before the first
// slice is added. If writing a face fails, for example because the disk is full, this face is missing at the end.
func (e *Encoder) Faces(ctx context.Context, tables store.Store, list []material.Face) {
	e.faces.begin = func(f material.Face) (faceWriter, error) {
		if f.IsOfPushes() {
			return facefile.NewPushWriter(ctx, tables, e.kept.PushChunks, e.piece.Piece)
		}
		return facefile.NewWriter(ctx, tables, e.layout, f, e.piece.Piece)
	}
	e.faces.open = map[material.Face]faceWriter{}
	for _, f := range list {
		if f.IsOfPushes() {
			e.faces.pushes = append(e.faces.pushes, f)
		} else {
			e.faces.list = append(e.faces.list, f)
		}
	}
}
