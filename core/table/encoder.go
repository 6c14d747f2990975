package table

import (
	"context"
	"errors"
	"fmt"
	"unsafe"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// An Encoder turns the slices of a class, one after the other, into a table
// in a store.
type Encoder struct {
	name   string // in the store
	layout *slice.Layout
	writer Writer
	header Header
	size   int64
	shard  int     // that is made, or 0 for the whole table
	shards *shards // the other ones, of a shard

	added  int          // the slices before this one are
	end    int          // the slice after the last one to add
	group  []solve.Sink // of the last slices, until there are enough for a group
	kept   *keptSlices
	faces  faceWriters
	rooms  [2][]value.Value // for values that are not in memory
	words  slice.Words      // that are surveyed
	counts [2]counts        // of their values

	// Observe, if not nil, is called regularly while a slice is added, with
	// how much of the work is done, from 0 to 1. If it returns an error, the
	// slice is not added and the table can't be committed.
	Observe func(done float64) error
}

// mostMenBothSides is the most men with which both sides to move are stored:
// small tables are read all the time, and take little.
const mostMenBothSides = 4

// NewEncoder begins the table of a class in the store. [Encoder.Commit] or
// [Encoder.Abort] must be called in the end.
func NewEncoder(ctx context.Context, store Store, l *slice.Layout, metric value.Metric) (*Encoder, error) {
	return newEncoder(ctx, store, l, metric, l.Class.String())
}

// NewShard begins a shard of a table, as [NewEncoder] does the table. Those of
// [ShardNeeds] must be in the store.
func NewShard(ctx context.Context, store Store, l *slice.Layout, metric value.Metric, shard int) (*Encoder, error) {
	e, err := newEncoder(ctx, store, l, metric, ShardName(l.Class, shard))
	if err != nil {
		return nil, err
	}
	e.shard, e.shards = shard, newShards(store, e.kept)
	e.added, e.end = ShardSlices(l, shard)
	return e, nil
}

func newEncoder(ctx context.Context, store Store, l *slice.Layout, metric value.Metric, name string) (*Encoder, error) {
	w, err := store.Create(ctx, name)
	if err != nil {
		return nil, named(name, err)
	}
	return &Encoder{
		name:   name,
		layout: l,
		writer: w,
		header: Header{Class: l.Class, Metric: metric, sides: sidesFor(l.Class)},
		end:    l.Slices(),
		kept:   newKeptSlices(l),
	}, nil
}

// Outside makes the encoder keep in scratch what pawn pushes will be looked up in. It
// must not have been used before.
func (e *Encoder) Outside(room scratch.Room) { e.kept.outside.pile.Room = room }

// Faces has the encoder write some faces of the class, too, to a store of faces. It must
// not have been used before. A face that can't be written, such as for want of space, is
// missing in the end.
func (e *Encoder) Faces(ctx context.Context, store Store, list []material.Face) {
	e.faces.begin = func(f material.Face) (*faceWriter, error) { return newFaceWriter(ctx, store, e.layout, f, e.shard) }
	e.faces.list = list
}

// faceWriters are the faces that an encoder writes.
type faceWriters struct {
	begin func(material.Face) (*faceWriter, error)
	list  []material.Face
	open  map[material.Face]*faceWriter // nil if it has failed
}

// addFaces adds a slice to the faces: to one after the other, with the last slice to its end, so
// that a single slice has but one open at a time.
func (e *Encoder) addFaces(values solve.Sink, last bool) error {
	for i, f := range e.faces.list {
		e.faces.add(f, viewer(e.layout, values, f.Turn()), last)
		if err := e.observe(faceShare * float64(i+1) / float64(len(e.faces.list))); err != nil {
			return err
		}
	}
	return nil
}

// add adds a slice to a face. If it fails, the face is missing.
func (fw *faceWriters) add(f material.Face, view func(frame int) ([]value.Value, error), last bool) {
	w, begun := fw.open[f]
	if !begun {
		if fw.open == nil {
			fw.open = map[material.Face]*faceWriter{}
		}
		w, _ = fw.begin(f)
	}
	if w != nil && w.addSlice(view) != nil {
		w.writer.Abort()
		w = nil
	}
	if fw.open[f] = w; w != nil && last {
		_ = w.commit()
		fw.open[f] = nil
	}
}

// abort drops the faces that are not finished.
func (fw *faceWriters) abort() {
	for _, w := range fw.open {
		if w != nil {
			w.writer.Abort()
		}
	}
}

// AddSlice encodes and stores the next slice. The values are not needed
// afterwards.
func (e *Encoder) AddSlice(number int, values solve.Sink) error {
	if number != e.added || number >= e.end {
		return fmt.Errorf("slice %d of %s comes instead of %d of %d", number, e.name, e.added, e.end)
	}
	if err := e.addFaces(values, number == e.end-1); err != nil {
		return err
	}
	if err := e.survey(number, values); err != nil {
		return err
	}
	if err := e.kept.keep(number, values); err != nil {
		return err
	}
	e.added++
	last := e.added == e.end
	if size := groupSlices(e.layout); size > 1 {
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
			return e.observe(1)
		}
	} else {
		e.group = append(e.group, values)
	}
	err := e.packGroup()
	clear(e.group)
	e.group = e.group[:0]
	if err != nil {
		return named(e.name, err)
	}
	return e.observe(1)
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
func (e *Encoder) survey(number int, values solve.Sink) error {
	for first := 0; first < e.layout.Words(); first += surveyWords {
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

func (e *Encoder) surveyPart(number, first, end int, values solve.Sink) error {
	var views [2][]value.Value
	for c := range views {
		if e.rooms[c] == nil {
			e.rooms[c] = make([]value.Value, surveyWords<<6)
		}
		var err error
		if views[c], err = values.View(board.Color(c), first<<6, (end-first)<<6, e.rooms[c]); err != nil {
			return err
		}
	}
	orbits := e.layout.Orbits(number)
	e.counts = [2]counts{{usual: orbits.Placements()}, {usual: orbits.Placements()}}
	e.words.Begin(e.layout, number)
	for n := first; n < end; n++ {
		if e.words.Word(n) {
			orbit := orbits.Of(e.words.Scene())
			if orbit.Lanes == 0 {
				continue // like pieces are in another order
			}
			for _, c := range board.Colors {
				e.counts[c].add(&orbit, ^e.words.Illegal(c), views[c][(n-first)<<6:])
			}
		}
	}
	for _, c := range board.Colors {
		side := &e.header.Statistics[c]
		if longest := e.counts[c].addTo(side); longest > side.LongestWin {
			side.LongestWin = longest
			side.LongestFEN = fenOf(e.layout, e.findFirst(longest, slice.Place{Slice: number, Side: c, Entry: first << 6}, views[c]))
		}
	}
	return nil
}

// findFirst returns the first position from a place on that has a value, given the
// values from there on. There must be one.
func (e *Encoder) findFirst(v value.Value, at slice.Place, values []value.Value) slice.Place {
	orbits := e.layout.Orbits(at.Slice)
	for ; ; values, at.Entry = values[64:], at.Entry+64 {
		if !e.words.Word(at.Entry >> 6) {
			continue
		}
		orbit := orbits.Of(e.words.Scene())
		if lane, ok := firstWith(v, orbit.Lanes&^e.words.Illegal(at.Side), values); ok {
			at.Entry |= int(lane)
			return at
		}
	}
}

// readKept fills in the values of a chunk of a slice that is encoded, for pawn
// pushes.
func (e *Encoder) readKept(ctx context.Context, key partKey, into []value.Value) error {
	name := e.name
	if shard := shardOf(e.layout, key.number); e.shard > 0 && shard != e.shard {
		if err := e.shards.load(ctx, key.number); err != nil {
			return err
		}
		name = ShardName(e.layout.Class, shard)
	}
	if err := e.kept.read(chunkKey{key.number, key.side, key.index}, into); err != nil {
		return named(name, err)
	}
	return nil
}

// sidesFor returns the sides to move that a class is stored with: both if it is
// small, else the one that takes fewer bytes. Without pawns, that shows when
// both are tried. With pawns the first slices, where one is about to promote,
// don't show it, but a rule does: White's, unless Black has a piece as strong as
// White's strongest. Of 40 classes it was right for all but KNNvKP and, by a
// hair, KNPvKR.
func sidesFor(class material.Class) sideSet {
	switch {
	case class.Men() <= mostMenBothSides || class.Pawns() == 0:
		return bothSides
	case strength[strongest(class, board.Black)] >= strength[strongest(class, board.White)]:
		return only(board.Black)
	}
	return only(board.White)
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

// packGroup stores the slices that were added last.
func (e *Encoder) packGroup() error {
	var packers []*packer
	var bits [2]uint64
	for _, c := range board.Colors {
		if e.header.sides.has(c) {
			p, err := newPacker(e.layout, c, e.group, e.added-len(e.group))
			if err == nil {
				bits[c], err = p.train()
			}
			if err != nil {
				return err
			}
			packers = append(packers, p)
		}
	}
	if e.layout.Class.Men() > mostMenBothSides && len(packers) > 1 {
		// A class without pawns: this is all of it.
		c := board.White
		if bits[board.Black] < bits[board.White] {
			c = board.Black
		}
		e.header.sides = only(c)
		packers = packers[c : c+1]
	}
	for i, p := range packers {
		ref, err := p.pack(e.writer, func(done, of int) error {
			part := (float64(i) + float64(done)/float64(of)) / float64(len(packers))
			return e.observe(surveyShare + (1-surveyShare)*part)
		})
		if err != nil {
			return err
		}
		ref.offset = e.size
		e.header.sections = append(e.header.sections, ref)
		e.size += ref.tiles + int64(ref.directory)
	}
	return nil
}

// Commit makes the table, or the shard, visible, once all its slices are added,
// and returns its header and its size.
func (e *Encoder) Commit() (*Header, int64, error) {
	if e.added < e.end {
		return nil, 0, fmt.Errorf("%d of %d slices of %s are encoded", e.added, e.end, e.name)
	}
	header, err := e.finish()
	if err == nil {
		err = e.writer.Commit(header)
	}
	if err != nil {
		return nil, 0, named(e.name, err)
	}
	done := e.header // the encoder's own would keep all of it alive
	return &done, e.size + int64(len(header)), e.close()
}

// finish writes what comes after the sections, and returns the header's bytes.
func (e *Encoder) finish() ([]byte, error) {
	if e.shard == 0 {
		return e.header.encode(e.layout), nil
	}
	h := shardHeader{Header: e.header}
	h.first, h.end = ShardSlices(e.layout, e.shard)
	for _, key := range e.shards.chunks(e.shard) {
		frame, err := e.kept.frame(key)
		if err != nil {
			return nil, err
		}
		if _, err := e.writer.Write(frame); err != nil {
			return nil, err
		}
		h.frames = append(h.frames, frameRef{length: len(frame), checksum: checksum(frame)})
		e.size += int64(len(frame))
	}
	return h.encode(e.layout), nil
}

// Abort drops the table, or the shard, unless it is committed.
func (e *Encoder) Abort() error {
	e.faces.abort()
	return errors.Join(e.writer.Abort(), e.close())
}

// close gives back what reading other shards has opened.
func (e *Encoder) close() error {
	if e.shard == 0 {
		return nil
	}
	return e.shards.close()
}

// EncodingBytes returns the memory that encoding a slice of a class takes at most,
// its values not counted unless they are copied.
func EncodingBytes(l *slice.Layout) int64 {
	group := int64(min(groupSlices(l), l.Slices()))
	tiles := int64(0)
	span := 0
	for _, c := range board.Colors {
		for _, shape := range tile.Shapes(l, c) {
			grid := tile.NewGrid(l, c, shape)
			span = max(span, grid.Span(0).Entries)
			tiles = max(tiles, group*int64(grid.Tiles()))
		}
	}
	bytes := int64(2*surveyWords<<6) + int64(span)
	bytes += 2*int64(unsafe.Sizeof(packer{})) + int64(unsafe.Sizeof(tile.Census{})) + 3*tile.ModelMemory
	bytes += 2 * (lengthSize + checksumSize) * tiles // and the directory that is made of them
	bytes += coderBytes
	if group > 1 {
		bytes += 2 * group * int64(l.Entries())
	}
	return bytes
}

// coderBytes is what zstd takes to pack a directory, and what is kept.
const coderBytes = 8 << 20
