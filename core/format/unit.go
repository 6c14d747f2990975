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

// Units returns how many units the table of a class is made of. For most
// classes that is one.
func Units(l *slice.Layout) int { return max(1, groups(l)-firstGroups(l)+1) }

// firstGroups returns how many groups the first unit has; the others have one.
// Where the only pawn is about to promote, all slices read the same tables, whole:
// who builds one of them had better build them all. What is stored of a unit says
// which slices it has, so this may change.
func firstGroups(l *slice.Layout) int {
	if l.Class.Pawns() != 1 {
		return 1
	}
	const files = 4 // the others are their mirror images
	return (files + GroupSlices(l) - 1) / GroupSlices(l)
}

// unitGroups returns the groups of a unit: the first one, and the one after the
// last.
func unitGroups(l *slice.Layout, unit int) (first, end int) {
	if unit == 1 {
		return 0, min(firstGroups(l), groups(l))
	}
	first = firstGroups(l) + unit - 2
	return first, first + 1
}

// UnitSlices returns the slices of a unit, which are numbered from 1 on: the
// first one, and the one after the last.
func UnitSlices(l *slice.Layout, unit int) (first, end int) {
	firstGroup, endGroup := unitGroups(l, unit)
	return firstGroup * GroupSlices(l), min(endGroup*GroupSlices(l), l.Slices())
}

// UnitOf returns the unit that has a slice.
func UnitOf(l *slice.Layout, number int) int {
	return max(1, number/GroupSlices(l)-firstGroups(l)+2)
}

// UnitNeeds returns the units that pawn pushes lead to from a unit, in
// ascending order.
func UnitNeeds(l *slice.Layout, unit int) (needs []int) {
	for number, end := UnitSlices(l, unit); number < end; number++ {
		for _, to := range l.Pushes(number) {
			if n := UnitOf(l, to); n != unit {
				needs = append(needs, n)
			}
		}
	}
	slices.Sort(needs)
	return slices.Compact(needs)
}

const unitInfix = "unit"

// UnitName returns the name of a unit in a store.
func UnitName(class material.Class, unit int) string {
	return fmt.Sprint(class, unitInfix, unit)
}

// ParseUnitName is the inverse of [UnitName]. It returns false for all other
// names.
func ParseUnitName(name string) (class material.Class, unit int, ok bool) {
	before, after, _ := strings.Cut(name, unitInfix)
	class, err := material.Parse(before)
	if err != nil {
		return class, 0, false
	}
	unit, err = strconv.Atoi(after)
	return class, unit, err == nil && unit > 0 && UnitName(class, unit) == name
}

// FindUnits returns the units of a class that are among the entries of a store,
// as far as their headers tell.
func FindUnits(l *slice.Layout, entries []store.Entry) (found []int) {
	var s *UnitReader
	for _, e := range entries {
		class, unit, ok := ParseUnitName(e.Name)
		if !ok || class != l.Class || unit > Units(l) {
			continue
		}
		if s == nil {
			s = NewUnitReader(nil, NewKeptChunks(l))
		}
		if _, err := s.decode(unit, e.Header, e.Size-int64(len(e.Header))); err == nil {
			found = append(found, unit)
		}
	}
	return found
}

// RemoveUnits removes those units of a class that there are, and returns their
// number.
func RemoveUnits(ctx context.Context, tables store.Store, class material.Class) (n int, err error) {
	entries, err := tables.List(ctx)
	if err != nil {
		return 0, err
	}
	return removeUnits(ctx, tables, entries, func(c material.Class, _ int) (bool, error) { return c == class, nil })
}

// ClearUnits removes the units that are of no more use: those of finished
// tables, and damaged ones. It reads all that there are. It must be called only by
// who knows that no one is making any.
func ClearUnits(ctx context.Context, tables store.Store) error {
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
	of := map[material.Class]*UnitReader{}
	_, err = removeUnits(ctx, tables, entries, func(class material.Class, unit int) (bool, error) {
		if finished[class] {
			return true, nil
		}
		if of[class] == nil {
			of[class] = NewUnitReader(tables, NewKeptChunks(slice.NewLayout(class)))
		}
		err := of[class].check(ctx, unit)
		if errors.Is(err, store.ErrCorrupt) {
			return true, nil
		}
		return false, err
	})
	return err
}

// removeUnits removes those among the entries of a store that are doomed, and
// returns their number.
func removeUnits(ctx context.Context, tables store.Store, entries []store.Entry, doomed func(class material.Class, unit int) (bool, error)) (n int, err error) {
	for _, e := range entries {
		class, unit, ok := ParseUnitName(e.Name)
		if !ok {
			continue
		}
		if doomed, err := doomed(class, unit); err != nil {
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

// A UnitHeader describes a unit: a table's header with the group's sections
// and the statistics of its slices, and the frames after them.
type UnitHeader struct {
	Header
	First, End int // slices: the first one, and the one after the last
	Frames     []FrameRef
	firstOf    map[int]int // by slice: which frame is its first
}

// A FrameRef is where a chunk is, packed, in the data of a unit.
type FrameRef struct {
	offset   int64
	Length   int
	Checksum uint32
}

const unitMagic = "MWTS"

// Encode returns the bytes of the header.
func (h *UnitHeader) Encode(l *slice.Layout) []byte {
	b := h.append(begin(unitMagic), l)
	b = binary.AppendUvarint(b, uint64(h.First))
	b = binary.AppendUvarint(b, uint64(h.End))
	for _, f := range h.Frames {
		b = binary.AppendUvarint(b, uint64(f.Length))
		b = binary.LittleEndian.AppendUint32(b, f.Checksum)
	}
	return seal(b)
}

// size returns the number of bytes of all sections and frames.
func (h *UnitHeader) size() int64 {
	if len(h.Frames) == 0 {
		return h.dataSize()
	}
	last := h.Frames[len(h.Frames)-1]
	return last.offset + int64(last.Length)
}

// UnitReader reads the units of a table that is being made. Several goroutines may
// use it at once.
type UnitReader struct {
	store store.Store
	kept  *KeptChunks

	mu   sync.Mutex // guards what follows, and is held while reading
	open map[int]*UnitFile
}

// A UnitFile is a unit, open for reading.
type UnitFile struct {
	*UnitHeader
	Name  string
	blob  store.Blob
	grids []*tile.Grid // by section
}

// NewUnitReader returns a reader of the units of a class, whose chunks are given.
func NewUnitReader(tables store.Store, kept *KeptChunks) *UnitReader {
	return &UnitReader{store: tables, kept: kept, open: map[int]*UnitFile{}}
}

// Chunks lists the chunks that a unit keeps for later ones.
func (s *UnitReader) Chunks(unit int) (list []ChunkKey) {
	first, end := UnitSlices(s.kept.Layout, unit)
	for number := first; number < end; number++ {
		list = append(list, s.chunksOf(number, end)...)
	}
	return list
}

// chunksOf lists the chunks of a slice, if later units than the one that ends at
// a slice need them.
func (s *UnitReader) chunksOf(number, end int) (list []ChunkKey) {
	if s.kept.Sides != 0 && s.kept.LastUser[number] >= end {
		s.kept.Each(number, func(key ChunkKey) { list = append(list, key) })
	}
	return list
}

// decode reads the header of a unit with so many bytes of data.
func (s *UnitReader) decode(unit int, encoded []byte, size int64) (*UnitHeader, error) {
	h, err := s.decodeHeader(unit, encoded)
	if err == nil && h.size() != size {
		err = fmt.Errorf("%w: it has %d bytes of data instead of %d", store.ErrCorrupt, size, h.size())
	}
	if err != nil {
		return nil, store.Named(UnitName(s.kept.Layout.Class, unit), err)
	}
	return h, nil
}

func (s *UnitReader) decodeHeader(unit int, encoded []byte) (*UnitHeader, error) {
	r, err := unseal(unitMagic, encoded)
	if err != nil {
		return nil, err
	}
	l := s.kept.Layout
	header, itsLayout := r.header(func(*slice.Layout) int {
		first, end := unitGroups(l, unit)
		return end - first
	})
	if r.err != nil {
		return nil, r.end()
	}
	h := &UnitHeader{Header: *header, firstOf: map[int]int{}}
	h.First, h.End = UnitSlices(l, unit)
	if itsLayout.Class != l.Class || r.uvarint(1<<31) != uint64(h.First) || r.uvarint(1<<31) != uint64(h.End) {
		return nil, fmt.Errorf("%w: it has other slices", store.ErrCorrupt)
	}
	offset := h.dataSize()
	for _, key := range s.Chunks(unit) {
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

// File opens a unit, once.
func (s *UnitReader) File(ctx context.Context, unit int) (*UnitFile, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.find(ctx, unit)
}

// find is file while the mutex is held.
func (s *UnitReader) find(ctx context.Context, unit int) (*UnitFile, error) {
	if o := s.open[unit]; o != nil {
		return o, nil
	}
	name := UnitName(s.kept.Layout.Class, unit)
	blob, err := s.store.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	h, err := s.decode(unit, blob.Header(), blob.Size())
	if err != nil {
		return nil, errors.Join(err, blob.Close())
	}
	s.open[unit] = &UnitFile{h, name, blob, h.Grids(s.kept.Layout)}
	return s.open[unit], nil
}

// check reads all of a unit.
func (s *UnitReader) check(ctx context.Context, unit int) (err error) {
	l := s.kept.Layout
	if unit > Units(l) {
		return fmt.Errorf("%w: %v has no unit %d", store.ErrCorrupt, l.Class, unit)
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	s.mu.Lock()
	defer s.mu.Unlock()
	o, err := s.find(ctx, unit)
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

// A Keeper keeps chunks that were read from units.
type Keeper interface {
	Has(ChunkKey) bool
	Put(key ChunkKey, frame []byte)
}

// Load keeps the chunks of a slice of a unit, all at once because all will be
// asked for.
func (s *UnitReader) Load(ctx context.Context, number int, into Keeper) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	unit := UnitOf(s.kept.Layout, number)
	_, end := UnitSlices(s.kept.Layout, unit)
	keys := s.chunksOf(number, end)
	if len(keys) == 0 || into.Has(keys[0]) {
		return nil
	}
	o, err := s.find(ctx, unit)
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
func (o *UnitFile) readFrames(ctx context.Context, first, end int) (frames [][]byte, err error) {
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

// Close closes all units.
func (s *UnitReader) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var err error
	for _, o := range s.open {
		err = errors.Join(err, o.blob.Close())
	}
	clear(s.open)
	return err
}

// CopySection is the function of that name for a section of a unit.
func (o *UnitFile) CopySection(ctx context.Context, l *slice.Layout, section int, write func([]byte) error) error {
	tiles := GroupTiles(l, o.First/GroupSlices(l)+section/o.Sides.Count(), o.grids[section])
	if err := CopySection(ctx, o.blob, o.Sections[section], tiles, write); err != nil {
		return store.Named(o.Name, err)
	}
	return nil
}
