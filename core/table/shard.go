package table

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
	return (files + groupSlices(l) - 1) / groupSlices(l)
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
	return firstGroup * groupSlices(l), min(endGroup*groupSlices(l), l.Slices())
}

// shardOf returns the shard that has a slice.
func shardOf(l *slice.Layout, number int) int {
	return max(1, number/groupSlices(l)-firstGroups(l)+2)
}

// ShardNeeds returns the shards that pawn pushes lead to from a shard, in
// ascending order.
func ShardNeeds(l *slice.Layout, shard int) (needs []int) {
	for number, end := ShardSlices(l, shard); number < end; number++ {
		for _, to := range l.Pushes(number) {
			if n := shardOf(l, to); n != shard {
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
func FindShards(l *slice.Layout, entries []Entry) (found []int) {
	var s *shards
	for _, e := range entries {
		class, shard, ok := ParseShardName(e.Name)
		if !ok || class != l.Class || shard > Shards(l) {
			continue
		}
		if s == nil {
			s = newShards(nil, newKeptChunks(l))
		}
		if _, err := s.decode(shard, e.Header, e.Size-int64(len(e.Header))); err == nil {
			found = append(found, shard)
		}
	}
	return found
}

// RemoveShards removes those shards of a class that there are, and returns their
// number.
func RemoveShards(ctx context.Context, store Store, class material.Class) (n int, err error) {
	entries, err := store.List(ctx)
	if err != nil {
		return 0, err
	}
	return removeShards(ctx, store, entries, func(c material.Class, _ int) (bool, error) { return c == class, nil })
}

// ClearShards removes the shards that are of no more use: those of finished
// tables, and damaged ones. It reads all that there are. It must be called only by
// who knows that no one is making any.
func ClearShards(ctx context.Context, store Store) error {
	entries, err := store.List(ctx)
	if err != nil {
		return err
	}
	finished := map[material.Class]bool{}
	for _, e := range entries {
		if h, err := DecodeEntry(e); err == nil {
			finished[h.Class] = true
		}
	}
	of := map[material.Class]*shards{}
	_, err = removeShards(ctx, store, entries, func(class material.Class, shard int) (bool, error) {
		if finished[class] {
			return true, nil
		}
		if of[class] == nil {
			of[class] = newShards(store, newKeptChunks(slice.NewLayout(class)))
		}
		err := of[class].check(ctx, shard)
		if errors.Is(err, ErrCorrupt) {
			return true, nil
		}
		return false, err
	})
	return err
}

// removeShards removes those among the entries of a store that are doomed, and
// returns their number.
func removeShards(ctx context.Context, store Store, entries []Entry, doomed func(class material.Class, shard int) (bool, error)) (n int, err error) {
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
		if err := store.Remove(ctx, e.Name); err != nil && !errors.Is(err, ErrMissing) {
			return n, err
		}
		n++
	}
	return n, nil
}

// A shardHeader describes a shard: a table's header with the group's sections
// and the statistics of its slices, and the frames after them.
type shardHeader struct {
	Header
	first, end int // slices: the first one, and the one after the last
	frames     []frameRef
	firstOf    map[int]int // by slice: which frame is its first
}

// A frameRef is where a chunk is, packed, in the data of a shard.
type frameRef struct {
	offset   int64
	length   int
	checksum uint32
}

const shardMagic = "MWTS"

func (h *shardHeader) encode(l *slice.Layout) []byte {
	b := h.append(begin(shardMagic), l)
	b = binary.AppendUvarint(b, uint64(h.first))
	b = binary.AppendUvarint(b, uint64(h.end))
	for _, f := range h.frames {
		b = binary.AppendUvarint(b, uint64(f.length))
		b = binary.LittleEndian.AppendUint32(b, f.checksum)
	}
	return seal(b)
}

// size returns the number of bytes of all sections and frames.
func (h *shardHeader) size() int64 {
	if len(h.frames) == 0 {
		return h.dataSize()
	}
	last := h.frames[len(h.frames)-1]
	return last.offset + int64(last.length)
}

// shards reads the shards of a table that is being made. Several goroutines may
// use it at once.
type shards struct {
	store Store
	kept  *keptChunks

	mu   sync.Mutex // guards what follows, and is held while reading
	open map[int]*openShard
}

type openShard struct {
	*shardHeader
	name  string
	blob  Blob
	grids []*tile.Grid // by section
}

func newShards(store Store, kept *keptChunks) *shards {
	return &shards{store: store, kept: kept, open: map[int]*openShard{}}
}

// chunks lists the chunks that a shard keeps for later ones.
func (s *shards) chunks(shard int) (list []chunkKey) {
	first, end := ShardSlices(s.kept.layout, shard)
	for number := first; number < end; number++ {
		list = append(list, s.chunksOf(number, end)...)
	}
	return list
}

// chunksOf lists the chunks of a slice, if later shards than the one that ends at
// a slice need them.
func (s *shards) chunksOf(number, end int) (list []chunkKey) {
	if s.kept.sides != 0 && s.kept.lastUser[number] >= end {
		s.kept.each(number, func(key chunkKey) { list = append(list, key) })
	}
	return list
}

// decode reads the header of a shard with so many bytes of data.
func (s *shards) decode(shard int, encoded []byte, size int64) (*shardHeader, error) {
	h, err := s.decodeHeader(shard, encoded)
	if err == nil && h.size() != size {
		err = fmt.Errorf("%w: it has %d bytes of data instead of %d", ErrCorrupt, size, h.size())
	}
	if err != nil {
		return nil, named(ShardName(s.kept.layout.Class, shard), err)
	}
	return h, nil
}

func (s *shards) decodeHeader(shard int, encoded []byte) (*shardHeader, error) {
	r, err := unseal(shardMagic, encoded)
	if err != nil {
		return nil, err
	}
	l := s.kept.layout
	header, itsLayout := r.header(func(*slice.Layout) int {
		first, end := shardGroups(l, shard)
		return end - first
	})
	if r.err != nil {
		return nil, r.end()
	}
	h := &shardHeader{Header: *header, firstOf: map[int]int{}}
	h.first, h.end = ShardSlices(l, shard)
	if itsLayout.Class != l.Class || r.uvarint(1<<31) != uint64(h.first) || r.uvarint(1<<31) != uint64(h.end) {
		return nil, fmt.Errorf("%w: it has other slices", ErrCorrupt)
	}
	offset := h.dataSize()
	for _, key := range s.chunks(shard) {
		if _, ok := h.firstOf[key.number]; !ok {
			h.firstOf[key.number] = len(h.frames)
		}
		f := frameRef{offset: offset, length: int(r.uvarint(mostPacked(l, key.chunk)))}
		f.checksum = binary.LittleEndian.Uint32(r.bytes(4))
		h.frames = append(h.frames, f)
		offset += int64(f.length)
	}
	return h, r.end()
}

// mostPacked is more bytes than a chunk takes.
func mostPacked(l *slice.Layout, chunk int) uint64 {
	first, end := l.Chunk(chunk)
	return uint64(2*(end-first)*l.FrameEntries() + 1024)
}

// get opens a shard, once.
func (s *shards) get(ctx context.Context, shard int) (*openShard, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.find(ctx, shard)
}

// find is get while the mutex is held.
func (s *shards) find(ctx context.Context, shard int) (*openShard, error) {
	if o := s.open[shard]; o != nil {
		return o, nil
	}
	name := ShardName(s.kept.layout.Class, shard)
	blob, err := s.store.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	h, err := s.decode(shard, blob.Header(), blob.Size())
	if err != nil {
		return nil, errors.Join(err, blob.Close())
	}
	s.open[shard] = &openShard{h, name, blob, h.grids(s.kept.layout)}
	return s.open[shard], nil
}

// check reads all of a shard.
func (s *shards) check(ctx context.Context, shard int) (err error) {
	l := s.kept.layout
	if shard > Shards(l) {
		return fmt.Errorf("%w: %v has no shard %d", ErrCorrupt, l.Class, shard)
	}
	defer func() { err = errors.Join(err, s.close()) }()
	s.mu.Lock()
	defer s.mu.Unlock()
	o, err := s.find(ctx, shard)
	if err != nil {
		return err
	}
	for section := range o.sections {
		if err := o.copySection(ctx, l, section, func([]byte) error { return nil }); err != nil {
			return err
		}
	}
	_, err = o.readFrames(ctx, 0, len(o.frames))
	return err
}

// A Keeper keeps chunks that were read from shards.
type Keeper interface {
	Has(chunkKey) bool
	Put(key chunkKey, frame []byte)
}

// load keeps the chunks of a slice of a shard, all at once because all will be
// asked for.
func (s *shards) load(ctx context.Context, number int, into Keeper) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	shard := shardOf(s.kept.layout, number)
	_, end := ShardSlices(s.kept.layout, shard)
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
func (o *openShard) readFrames(ctx context.Context, first, end int) (frames [][]byte, err error) {
	if first == end {
		return nil, nil
	}
	refs := o.frames[first:end]
	start, last := refs[0].offset, refs[len(refs)-1]
	b := make([]byte, last.offset+int64(last.length)-start)
	if err := o.blob.ReadAt(ctx, b, start); err != nil {
		return nil, err
	}
	for i, ref := range refs {
		frame := b[ref.offset-start:][:ref.length]
		if checksum(frame) != ref.checksum {
			return nil, named(o.name, fmt.Errorf("%w: checksum of frame %d", ErrCorrupt, first+i))
		}
		frames = append(frames, frame)
	}
	return frames, nil
}

func (s *shards) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var err error
	for _, o := range s.open {
		err = errors.Join(err, o.blob.Close())
	}
	clear(s.open)
	return err
}

// copySection is the function of that name for a section of a shard.
func (o *openShard) copySection(ctx context.Context, l *slice.Layout, section int, write func([]byte) error) error {
	tiles := groupTiles(l, o.first/groupSlices(l)+section/o.sides.count(), o.grids[section])
	if err := copySection(ctx, o.blob, o.sections[section], tiles, write); err != nil {
		return named(o.name, err)
	}
	return nil
}
