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

// An Encoder turns the slices of a class, one after the other, into pieces of its table in a
// store: units, or lone slices. Each is visible, and stays, as soon as its last slice is added.
type Encoder struct {
	ctx    context.Context
	store  store.Store
	layout *slice.Layout
	metric *value.Metric

	storesBothSides bool // see [format.Params.StoresBothSides]

	pieces []format.Piece // to make, the first one being made
	piece  *pieceEncoder
	stored int64 // bytes of those that are made

	added slice.Number // the slices before this one are, or are not to be made
	group []solve.Sink // of the last slices, until there are enough for a group
	kept  *Kept
	faces faceWriters
	rooms [2][]value.Byte // for values that are not in memory
	words slice.Words     // that are surveyed

	// Accept, if not nil, is asked for each piece before that becomes visible, given its name and the
	// SHA-256 of its file. If it returns an error, the piece can't be finished.
	Accept func(name string, sum [sha256.Size]byte) error

	// Threads is how many tiles are packed at once; 0 stands for 1.
	Threads int

	// Observe, if not nil, is called regularly while a slice is added, with
	// how much of the work is done, from 0 to 1. If it returns an error, the
	// slice is not added and its piece can't be finished.
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

// NewEncoder begins to make some pieces of the table of a class, in ascending order; those that
// pawn pushes lead to must be finished before. [Encoder.Close] must be called in the end.
func NewEncoder(
	ctx context.Context,
	tables store.Store,
	l *slice.Layout,
	metric *value.Metric,
	pieces []format.Piece,
) (*Encoder, error) {
	if err := metric.CheckBytes(l.Class); err != nil {
		return nil, err
	}
	e := &Encoder{ctx: ctx, store: tables, layout: l, metric: metric, pieces: pieces, kept: NewKept(l)}
	e.storesBothSides = format.ParamsOf(tables).StoresBothSides(l.Class)
	return e, e.beginPiece()
}

// beginPiece begins the next piece, if there is one.
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
		Sides:  sidesFor(e.layout.Class, e.storesBothSides),
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

// Layout returns the layout of the class.
func (e *Encoder) Layout() *slice.Layout { return e.layout }

// Keep makes the encoder keep what pawn pushes will be looked up in where earlier encoders of the layout left theirs.
// It must not have been used before.
func (e *Encoder) Keep(kept *Kept) {
	kept.turnTo(e.piece.First)
	e.kept = kept
}

// KeepNone makes the encoder keep nothing for pawn pushes: who has all values already looks up none. It must not have
// been used before.
func (e *Encoder) KeepNone() {
	e.kept = &Kept{PushChunks: &facefile.PushChunks{Layout: e.layout}, levels: map[slice.Number]int{}}
}

// Scratch makes the encoder keep in scratch what pawn pushes will be looked up in. It
// must not have been used before.
func (e *Encoder) Scratch(room scratch.Room) { e.kept.spill.pile.Room = room }

// Parts of the work on a slice: up to where the faces are written, and up to where the
// tiles are packed.
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

// surveyWords is how many words are looked at at once.
const surveyWords = 0x1000

// Chunk returns the values of a chunk of a slice that was added, for pawn pushes, if they are in memory as
// they were, else nil. They must not be changed.
func (e *Encoder) Chunk(key facefile.ChunkKey) []value.Byte { return e.kept.find(key).values }

// Levels returns how many levels tell the values of a slice that was added, and 0 of one that was not, or that no pawn
// pushes lead to any more.
func (e *Encoder) Levels(number slice.Number) int { return e.kept.levelsOf(number) }

// ReadChunk fills in the values of a chunk of a slice that was added, wherever they are. Of any other
// it returns an error that matches [store.ErrMissing].
func (e *Encoder) ReadChunk(key facefile.ChunkKey, into []value.Byte) error {
	if err := e.kept.read(key, into); err != nil {
		return store.Named(e.layout.Class.String(), err)
	}
	return nil
}

// sidesFor returns the sides to move that a class is stored with: both if it is
// small, else the one that takes fewer bytes. Without pawns, that shows when
// both are tried. With pawns the first slices, where one is about to promote,
// don't show it, but a rule does: White's, unless Black has a piece as strong as
// White's strongest. Of 40 classes it was right for all but KNNvKP and, by a
// hair, KNPvKR.
func sidesFor(class material.Class, both bool) format.SideSet {
	switch {
	case both || class.Pawns() == 0:
		return format.BothSides
	case strength[strongest(class, board.Black)] >= strength[strongest(class, board.White)]:
		return format.Only(board.Black)
	}
	return format.Only(board.White)
}

var strength = [board.Pawn + 1]int{board.Queen: 4, board.Rook: 3, board.Bishop: 2, board.Knight: 2, board.Pawn: 1}

// strongest returns the strongest type of men that a side has but for its king,
// or [board.NoPiece].
func strongest(class material.Class, c board.Color) board.PieceType {
	for t := board.Queen; t <= board.Pawn; t++ {
		if class.Count(c, t) > 0 {
			return t
		}
	}
	return board.NoPiece
}

// Stored returns the bytes of the pieces that are made: data and headers.
func (e *Encoder) Stored() int64 { return e.stored }

// Close drops the piece that is not finished.
func (e *Encoder) Close() error {
	e.faces.abort()
	if e.piece == nil {
		return nil
	}
	return e.piece.writer.Abort()
}

// Bytes returns the memory that encoding a slice of a class takes at most,
// its values not counted unless they are copied.
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
	packing := 2*int64(
		unsafe.Sizeof(packer{})+unsafe.Sizeof(tilePacker{}),
	) + int64(
		unsafe.Sizeof(tile.Census{})+unsafe.Sizeof(tile.Trainer{}),
	) + 3*tile.ModelMemory + mostAhead*tile.Size + readAtOnce
	bytes += 2 * (format.LengthSize + format.ChecksumSize) * tiles // and the directory that is made of them
	bytes += max(packing, coderBytes)                              // a directory is packed when all tiles are
	if group > 1 {
		bytes += 2 * group * int64(l.Entries())
	}
	return bytes
}

// coderBytes is what zstd takes to pack a directory, and what is kept.
const coderBytes = 7 << 20

// Faces has the encoder write some faces of the pieces that it makes, too, to a store of faces. It must
// not have been used before. A face that can't be written, such as for want of space, is
// missing in the end.
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
