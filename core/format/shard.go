package format

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/tile"
)

// Shards returns how many shards the table of a class is made of. For most
// classes that is one.
func Shards(l *slice.Layout) int { return max(1, groups(l)-firstGroups(l)+1) }

// firstGroups returns how many groups the first shard has; the others have one.
// Where the only pawn is about to promote, all slices read the same tables, whole:
// who builds one of them had better build them all. What is stored of a shard says
// which slices it has, so this may change.
func firstGroups(l *slice.Layout) int {
	if l.Class.Pawns() != 1 {
		return 1
	}
	const files = 4 // the others are their mirror images
	return (files + GroupSlices(l) - 1) / GroupSlices(l)
}

// shardGroups returns the groups of a shard: the first one, and the one after the
// last.
func shardGroups(l *slice.Layout, shard int) (first, end int) {
	if shard == 1 {
		return 0, min(firstGroups(l), groups(l))
	}
	first = firstGroups(l) + shard - 2
	return first, first + 1
}

// ShardSlices returns the slices of a shard, which are numbered from 1 on: the
// first one, and the one after the last.
func ShardSlices(l *slice.Layout, shard int) (first, end int) {
	firstGroup, endGroup := shardGroups(l, shard)
	return firstGroup * GroupSlices(l), min(endGroup*GroupSlices(l), l.Slices())
}

// ShardOf returns the shard that has a slice.
func ShardOf(l *slice.Layout, number int) int {
	return max(1, number/GroupSlices(l)-firstGroups(l)+2)
}

// ShardNeeds returns the shards that pawn pushes lead to from a shard, in
// ascending order.
func ShardNeeds(l *slice.Layout, shard int) (needs []int) {
	for number, end := ShardSlices(l, shard); number < end; number++ {
		for _, to := range l.Pushes(number) {
			if n := ShardOf(l, to); n != shard {
				needs = append(needs, n)
			}
		}
	}
	slices.Sort(needs)
	return slices.Compact(needs)
}

const shardInfix = "shard"

// ShardName returns the name of a shard in a store.
func ShardName(class material.Class, shard int) string {
	return fmt.Sprint(class, shardInfix, shard)
}

// ParseShardName is the inverse of [ShardName]. It returns false for all other
// names.
func ParseShardName(name string) (class material.Class, shard int, ok bool) {
	before, after, _ := strings.Cut(name, shardInfix)
	class, err := material.Parse(before)
	if err != nil {
		return class, 0, false
	}
	shard, err = strconv.Atoi(after)
	return class, shard, err == nil && shard > 0 && ShardName(class, shard) == name
}

// FindShards returns the shards of a class that are among the entries of a store,
// as far as their headers tell.
func FindShards(l *slice.Layout, entries []store.Entry) (found []int) {
	var s *ShardReader
	for _, e := range entries {
		class, shard, ok := ParseShardName(e.Name)
		if !ok || class != l.Class || shard > Shards(l) {
			continue
		}
		if s == nil {
			s = NewShardReader(nil, NewKeptChunks(l))
		}
		if _, err := s.decode(shard, e.Header, e.Size-int64(len(e.Header))); err == nil {
			found = append(found, shard)
		}
	}
	return found
}

// RemoveShards removes those shards of a class that there are, and returns their
// number.
func RemoveShards(ctx context.Context, tables store.Store, class material.Class) (n int, err error) {
	entries, err := tables.List(ctx)
	if err != nil {
		return 0, err
	}
	return removeShards(ctx, tables, entries, func(c material.Class, _ int) (bool, error) { return c == class, nil })
}

// ClearShards removes the shards that are of no more use: those of finished
// tables, and damaged ones. It reads all that there are. It must be called only by
// who knows that no one is making any.
func ClearShards(ctx context.Context, tables store.Store) error {
	entries, err := tables.List(ctx)
	if err != nil {
		return err
	}
	finished := map[material.Class]bool{}
	for _, e := range entries {
		if h, err := DecodeEntry(e); err == nil {
			finished[h.Class] = true
		}
	}
	of := map[material.Class]*ShardReader{}
	_, err = removeShards(ctx, tables, entries, func(class material.Class, shard int) (bool, error) {
		if finished[class] {
			return true, nil
		}
		if of[class] == nil {
			of[class] = NewShardReader(tables, NewKeptChunks(slice.NewLayout(class)))
		}
		err := of[class].check(ctx, shard)
		if errors.Is(err, store.ErrCorrupt) {
			return true, nil
		}
		return false, err
	})
	return err
}

// removeShards removes those among the entries of a store that are doomed, and
// returns their number.
func removeShards(ctx context.Context, tables store.Store, entries []store.Entry, doomed func(class material.Class, shard int) (bool, error)) (n int, err error) {
	for _, e := range entries {
		class, shard, ok := ParseShardName(e.Name)
		if !ok {
			continue
		}
		if doomed, err := doomed(class, shard); err != nil {
			return n, err
		} else if !doomed {
			continue
		}
		if err := tables.Remove(ctx, e.Name); err != nil && !errors.Is(err, store.ErrMissing) {
			return n, err
		}
		n++
	}
	return n, nil
}

// A ShardHeader describes a shard: a table's header with the group's sections
// and the statistics of its slices, and the frames after them.
type ShardHeader struct {
	Header
	First, End int // slices: the first one, and the one after the last
	Frames     []FrameRef
	firstOf    map[int]int // by slice: which frame is its first
}

// A FrameRef is where a chunk is, packed, in the data of a shard.
type FrameRef struct {
	offset   int64
	Length   int
	Checksum uint32
}

const shardMagic = "MWTS"

func (h *ShardHeader) Encode(l *slice.Layout) []byte {
	b := h.append(begin(shardMagic), l)
	b = binary.AppendUvarint(b, uint64(h.First))
	b = binary.AppendUvarint(b, uint64(h.End))
	for _, f := range h.Frames {
		b = binary.AppendUvarint(b, uint64(f.Length))
		b = binary.LittleEndian.AppendUint32(b, f.Checksum)
	}
	return seal(b)
}

// size returns the number of bytes of all sections and frames.
func (h *ShardHeader) size() int64 {
	if len(h.Frames) == 0 {
		return h.dataSize()
	}
	last := h.Frames[len(h.Frames)-1]
	return last.offset + int64(last.Length)
}

// ShardReader reads the shards of a table that is being made. Several goroutines may
// use it at once.
type ShardReader struct {
	store store.Store
	kept  *KeptChunks

	mu   sync.Mutex // guards what follows, and is held while reading
	open map[int]*ShardFile
}

type ShardFile struct {
	*ShardHeader
	Name  string
	blob  store.Blob
	grids []*tile.Grid // by section
}

func NewShardReader(tables store.Store, kept *KeptChunks) *ShardReader {
	return &ShardReader{store: tables, kept: kept, open: map[int]*ShardFile{}}
}

// Chunks lists the chunks that a shard keeps for later ones.
func (s *ShardReader) Chunks(shard int) (list []ChunkKey) {
	first, end := ShardSlices(s.kept.Layout, shard)
	for number := first; number < end; number++ {
		list = append(list, s.chunksOf(number, end)...)
	}
	return list
}

// chunksOf lists the chunks of a slice, if later shards than the one that ends at
// a slice need them.
func (s *ShardReader) chunksOf(number, end int) (list []ChunkKey) {
	if s.kept.Sides != 0 && s.kept.LastUser[number] >= end {
		s.kept.Each(number, func(key ChunkKey) { list = append(list, key) })
	}
	return list
}

// decode reads the header of a shard with so many bytes of data.
func (s *ShardReader) decode(shard int, encoded []byte, size int64) (*ShardHeader, error) {
	h, err := s.decodeHeader(shard, encoded)
	if err == nil && h.size() != size {
		err = fmt.Errorf("%w: it has %d bytes of data instead of %d", store.ErrCorrupt, size, h.size())
	}
	if err != nil {
		return nil, store.Named(ShardName(s.kept.Layout.Class, shard), err)
	}
	return h, nil
}

func (s *ShardReader) decodeHeader(shard int, encoded []byte) (*ShardHeader, error) {
	r, err := unseal(shardMagic, encoded)
	if err != nil {
		return nil, err
	}
	l := s.kept.Layout
	header, itsLayout := r.header(func(*slice.Layout) int {
		first, end := shardGroups(l, shard)
		return end - first
	})
	if r.err != nil {
		return nil, r.end()
	}
	h := &ShardHeader{Header: *header, firstOf: map[int]int{}}
	h.First, h.End = ShardSlices(l, shard)
	if itsLayout.Class != l.Class || r.uvarint(1<<31) != uint64(h.First) || r.uvarint(1<<31) != uint64(h.End) {
		return nil, fmt.Errorf("%w: it has other slices", store.ErrCorrupt)
	}
	offset := h.dataSize()
	for _, key := range s.Chunks(shard) {
		if _, ok := h.firstOf[key.Number]; !ok {
			h.firstOf[key.Number] = len(h.Frames)
		}
		f := FrameRef{offset: offset, Length: int(r.uvarint(mostPacked(l, key.Chunk)))}
		f.Checksum = binary.LittleEndian.Uint32(r.bytes(4))
		h.Frames = append(h.Frames, f)
		offset += int64(f.Length)
	}
	return h, r.end()
}

// mostPacked is more bytes than a chunk takes.
func mostPacked(l *slice.Layout, chunk int) uint64 {
	first, end := l.Chunk(chunk)
	return uint64(2*(end-first)*l.FrameEntries() + 1024)
}

// File opens a shard, once.
func (s *ShardReader) File(ctx context.Context, shard int) (*ShardFile, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.find(ctx, shard)
}

// find is file while the mutex is held.
func (s *ShardReader) find(ctx context.Context, shard int) (*ShardFile, error) {
	if o := s.open[shard]; o != nil {
		return o, nil
	}
	name := ShardName(s.kept.Layout.Class, shard)
	blob, err := s.store.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	h, err := s.decode(shard, blob.Header(), blob.Size())
	if err != nil {
		return nil, errors.Join(err, blob.Close())
	}
	s.open[shard] = &ShardFile{h, name, blob, h.Grids(s.kept.Layout)}
	return s.open[shard], nil
}

// check reads all of a shard.
func (s *ShardReader) check(ctx context.Context, shard int) (err error) {
	l := s.kept.Layout
	if shard > Shards(l) {
		return fmt.Errorf("%w: %v has no shard %d", store.ErrCorrupt, l.Class, shard)
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	s.mu.Lock()
	defer s.mu.Unlock()
	o, err := s.find(ctx, shard)
	if err != nil {
		return err
	}
	for section := range o.Sections {
		if err := o.CopySection(ctx, l, section, func([]byte) error { return nil }); err != nil {
			return err
		}
	}
	_, err = o.readFrames(ctx, 0, len(o.Frames))
	return err
}

// A Keeper keeps chunks that were read from shards.
type Keeper interface {
	Has(ChunkKey) bool
	Put(key ChunkKey, frame []byte)
}

// Load keeps the chunks of a slice of a shard, all at once because all will be
// asked for.
func (s *ShardReader) Load(ctx context.Context, number int, into Keeper) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	shard := ShardOf(s.kept.Layout, number)
	_, end := ShardSlices(s.kept.Layout, shard)
	keys := s.chunksOf(number, end)
	if len(keys) == 0 || into.Has(keys[0]) {
		return nil
	}
	o, err := s.find(ctx, shard)
	if err != nil {
		return err
	}
	first := o.firstOf[number]
	frames, err := o.readFrames(ctx, first, first+len(keys))
	if err != nil {
		return err
	}
	for i, key := range keys {
		into.Put(key, frames[i])
	}
	return nil
}

// readFrames reads frames that follow each other, and holds them to their
// checksums.
func (o *ShardFile) readFrames(ctx context.Context, first, end int) (frames [][]byte, err error) {
	if first == end {
		return nil, nil
	}
	refs := o.Frames[first:end]
	start, last := refs[0].offset, refs[len(refs)-1]
	b := make([]byte, last.offset+int64(last.Length)-start)
	if err := o.blob.ReadAt(ctx, b, start); err != nil {
		return nil, err
	}
	for i, ref := range refs {
		frame := b[ref.offset-start:][:ref.Length]
		if Checksum(frame) != ref.Checksum {
			return nil, store.Named(o.Name, fmt.Errorf("%w: checksum of frame %d", store.ErrCorrupt, first+i))
		}
		frames = append(frames, frame)
	}
	return frames, nil
}

func (s *ShardReader) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var err error
	for _, o := range s.open {
		err = errors.Join(err, o.blob.Close())
	}
	clear(s.open)
	return err
}

// CopySection is the function of that name for a section of a shard.
func (o *ShardFile) CopySection(ctx context.Context, l *slice.Layout, section int, write func([]byte) error) error {
	tiles := GroupTiles(l, o.First/GroupSlices(l)+section/o.Sides.Count(), o.grids[section])
	if err := CopySection(ctx, o.blob, o.Sections[section], tiles, write); err != nil {
		return store.Named(o.Name, err)
	}
	return nil
}
