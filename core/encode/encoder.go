// Package encode makes units of tables of the values of slices.
//
// encoder.go takes slices one after the other, packer.go packs them tile by tile, and
// spilled.go reads tiles of values that are in scratch; kept.go keeps slices that
// later ones need, in memory or in scratch (spill.go); faces.go writes faces.
package encode

import (
	"context"
	"crypto/sha256"
	"fmt"
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
func NewEncoder(ctx context.Context, tables store.Store, l *slice.Layout, metric *value.Metric, pieces []format.Piece) (*Encoder, error) {
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
	e.piece.header = format.Header{Class: e.layout.Class, Metric: e.metric, Sides: sidesFor(e.layout.Class, e.storesBothSides)}
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

// Keep makes the encoder keep what pawn pushes will be looked up in where earlier encoders of the layout left theirs. It must not
// have been used before.
func (e *Encoder) Keep(kept *Kept) {
	kept.turnTo(e.piece.First)
	e.kept = kept
}

// KeepNone makes the encoder keep nothing for pawn pushes: who has all values already looks up none. It must not have been used before.
func (e *Encoder) KeepNone() {
	e.kept = &Kept{PushChunks: &facefile.PushChunks{Layout: e.layout}, levels: map[slice.Number]int{}}
}

// Scratch makes the encoder keep in scratch what pawn pushes will be looked up in. It
// must not have been used before.
func (e *Encoder) Scratch(room scratch.Room) { e.kept.spill.pile.Room = room }

// AddSlice encodes and stores the next slice. The values are not needed
// afterwards.
func (e *Encoder) AddSlice(number slice.Number, values solve.Sink) error {
	piece := e.piece
	if piece == nil || number != e.added {
		return fmt.Errorf("slice %d of %v comes instead of %d", number, e.layout.Class, e.added)
	}
	if n := len(values.Levels()); n > 1 && !format.TakesLevels(e.layout, e.metric) {
		return fmt.Errorf("values of slice %d of %v are in %d levels, and those of several slices that make a group can't be", number, e.layout.Class, n)
	}
	last := number == piece.End-1
	if err := e.addFaces(values, last); err != nil {
		return err
	}
	if err := e.survey(number, values); err != nil {
		return err
	}
	if last := piece.header.Statistics.Last(); len(values.Levels()) == 1 && format.TakesLevels(e.layout, e.metric) && e.metric.Levels(last) > piece.header.Levels() {
		return fmt.Errorf("slice %d of %v takes %d rounds, more than bytes say beside other slices: take another method", number, e.layout.Class, last)
	}
	if err := e.kept.keep(number, values); err != nil {
		return err
	}
	if !piece.IsLone(e.layout) { // those of a class are built in one go
		e.faces.addPushes(e.kept, number, last)
	}
	e.added++
	if err := e.addToGroup(values, last); err != nil {
		return err
	}
	if err := e.observe(1); err != nil || !last {
		return err
	}
	return e.endPiece()
}

// addToGroup stores the group that a slice is in once it is complete.
func (e *Encoder) addToGroup(values solve.Sink, last bool) error {
	alone := last && len(e.group) == 0
	if size := int(format.GroupSlices(e.layout)); size > 1 && !alone {
		copied := solve.NewValues(e.layout)
		for c, into := range copied {
			from, err := values.View(board.Color(c), 0, len(into), into)
			if err != nil {
				return err
			}
			copy(into, from) // it may be there already
		}
		e.group = append(e.group, copied)
		if len(e.group) < size && !last {
			return nil
		}
	} else {
		e.group = append(e.group, values)
	}
	err := e.packGroup()
	clear(e.group)
	e.group = e.group[:0]
	if err != nil {
		return store.Named(e.piece.Name, err)
	}
	return nil
}

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

// survey counts the positions of a slice.
func (e *Encoder) survey(number slice.Number, values solve.Sink) error {
	for first := slice.WordNo(0); first < e.layout.Words(); first += surveyWords {
		if err := e.observe(faceShare + (surveyShare-faceShare)*float64(first)/float64(e.layout.Words())); err != nil {
			return err
		}
		if err := e.surveyPart(number, first, min(first+surveyWords, e.layout.Words()), values); err != nil {
			return err
		}
	}
	return nil
}

// surveyWords is how many words are looked at at once.
const surveyWords = 0x1000

func (e *Encoder) surveyPart(number slice.Number, first, end slice.WordNo, values solve.Sink) error {
	levels := values.Levels()
	for i, sink := range levels {
		if err := e.surveyLevel(number, first, end, sink, e.metric.Level(i, len(levels))); err != nil {
			return err
		}
	}
	return nil
}

func (e *Encoder) surveyLevel(number slice.Number, first, end slice.WordNo, values solve.Sink, level value.Level) error {
	var views [2][]value.Byte
	for c := range views {
		if e.rooms[c] == nil {
			e.rooms[c] = make([]value.Byte, surveyWords<<6)
		}
		var err error
		if views[c], err = values.View(board.Color(c), first.At(0), int(end-first)<<6, e.rooms[c]); err != nil {
			return err
		}
	}
	orbits := e.layout.Orbits(number)
	piece := e.piece
	piece.counts = [2]stats.WordCounts{stats.NewWordCounts(&orbits), stats.NewWordCounts(&orbits)}
	e.words.Begin(e.layout, number)
	for n := first; n < end; n++ {
		if e.words.Word(n) {
			orbit := orbits.Of(e.words.Scene())
			if orbit.Lanes == 0 {
				continue // like pieces are in another order
			}
			for _, c := range board.Colors {
				piece.counts[c].Add(&orbit, ^e.words.Illegal(c), views[c][(n-first)<<6:])
			}
		}
	}
	for _, c := range board.Colors {
		side := &piece.header.Statistics[c]
		if longest := piece.counts[c].AddTo(side, piece.header.Metric, level); longest > side.LongestWin {
			side.LongestWin = longest
			side.LongestFEN = stats.FENOf(e.layout, e.findFirst(level.Byte(longest), slice.Place{Slice: number, Side: c, Entry: first.At(0)}, views[c]))
		}
	}
	return nil
}

// findFirst returns the first position from a place on that has a byte, given those
// from there on. There must be one.
func (e *Encoder) findFirst(b value.Byte, at slice.Place, values []value.Byte) slice.Place {
	orbits := e.layout.Orbits(at.Slice)
	for ; ; values, at.Entry = values[64:], at.Entry+64 {
		if word, _ := at.Entry.Word(); !e.words.Word(word) {
			continue
		}
		orbit := orbits.Of(e.words.Scene())
		if lane, ok := stats.FirstWith(b, orbit.Lanes&^e.words.Illegal(at.Side), values); ok {
			at.Entry |= slice.Entry(lane)
			return at
		}
	}
}

// Chunk returns the values of a chunk of a slice that was added, for pawn pushes, if they are in memory as
// they were, else nil. They must not be changed.
func (e *Encoder) Chunk(key facefile.ChunkKey) []value.Byte { return e.kept.find(key).values }

// Levels returns how many levels tell the values of a slice that was added, and 0 of one that was not, or that no pawn pushes lead to
// any more.
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

// levelsOfGroup returns the levels of the slices that were added last, each with all of them. Where there are several levels, there
// is a single slice.
func (e *Encoder) levelsOfGroup() (levels [][]solve.Sink) {
	if len(e.group) > 1 {
		return [][]solve.Sink{e.group}
	}
	for _, level := range e.group[0].Levels() {
		levels = append(levels, []solve.Sink{level})
	}
	return levels
}

// packGroup stores the slices that were added last.
func (e *Encoder) packGroup() error {
	piece := e.piece
	levels := e.levelsOfGroup()
	var packers [][]*packer // of each side to move, by level
	var bits [2]uint64
	for _, c := range board.Colors {
		if piece.header.Sides.Has(c) {
			ofSide, n, err := e.train(c, levels)
			if err != nil {
				return err
			}
			bits[c], packers = n, append(packers, ofSide)
		}
	}
	if !e.storesBothSides && len(packers) > 1 {
		// A class without pawns: this is all of it.
		c := board.White
		if bits[board.Black] < bits[board.White] {
			c = board.Black
		}
		piece.header.Sides = format.Only(c)
		packers = packers[c : c+1]
	}
	packed, all := 0, len(packers)*len(levels)
	for _, ofSide := range packers {
		var refs []format.SectionRef
		for _, p := range ofSide {
			ref, err := p.pack(piece, func(done, of int) error {
				part := (float64(packed) + float64(done)/float64(of)) / float64(all)
				return e.observe(surveyShare + (1-surveyShare)*part)
			})
			if err != nil {
				return err
			}
			ref.Offset = piece.size
			piece.size += ref.Size()
			refs = append(refs, ref)
			packed++
		}
		piece.header.AddLevels(refs...)
	}
	return nil
}

// train returns a packer for each level of a side to move, and the bits that all of them are expected to take.
func (e *Encoder) train(c board.Color, levels [][]solve.Sink) (packers []*packer, bits uint64, err error) {
	first := e.added - slice.Number(len(e.group))
	for i, group := range levels {
		p := newPacker(e.layout, c, group, first, max(1, e.Threads))
		p.storesBothSides = e.storesBothSides
		p.summed = e.metric.SumsModels()
		if i == 0 {
			err = p.chooseShape()
		} else {
			p.shape, p.grid = packers[0].shape, packers[0].grid
		}
		if err != nil {
			return nil, 0, err
		}
		n, err := p.train()
		if err != nil {
			return nil, 0, err
		}
		bits, packers = bits+n, append(packers, p)
	}
	return packers, bits, nil
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
	packing := 2*int64(unsafe.Sizeof(packer{})+unsafe.Sizeof(tilePacker{})) + int64(unsafe.Sizeof(tile.Census{})+unsafe.Sizeof(tile.Trainer{})) + 3*tile.ModelMemory + mostAhead*tile.Size + readAtOnce
	bytes += 2 * (format.LengthSize + format.ChecksumSize) * tiles // and the directory that is made of them
	bytes += max(packing, coderBytes)                              // a directory is packed when all tiles are
	if group > 1 {
		bytes += 2 * group * int64(l.Entries())
	}
	return bytes
}

// coderBytes is what zstd takes to pack a directory, and what is kept.
const coderBytes = 7 << 20
