package solve

import (
	"fmt"
	"hash/crc32"
	"unsafe"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
)

// pages is a pager that keeps some frames in memory, and the others in scratch.
//
// Each side to move has so many slots, with room for a frame each. A set of a frame is read when it is
// pinned and not there yet; it is written when another frame takes the slot, if it has changed. The slot that was
// pinned longest ago is taken first. What is empty takes no scratch.
type pages struct {
	room     scratch.Room
	capacity int // slots for each side to move

	rows   *rows
	state  *state
	small  bool // frames are read and written as a whole
	record []board.Bitboard
	frames [2][]page // by frame
	slots  [2][]slot
	clock  int64 // pins so far
	counts PageCounts
}

// PageCounts say what has been read and written.
type PageCounts struct {
	Loads, Stores int64 // of sets, or of whole frames where these are small
	Read, Written int64 // bytes
}

// A page is a frame with one side to move, wherever it is.
type page struct {
	slot   int32 // or noSlot
	pins   int32
	stored bitSets // what is in scratch; what is neither there nor in a slot is empty
	sums   [setCount]uint32
}

const noSlot = -1

// A slot has room for a frame.
type slot struct {
	frame   slice.FrameNo // or noFrame
	there   bitSets
	changed bitSets // of them
	pinned  int64   // when: the clock
}

// smallFrame is up to how many bitboards a frame has with one side to move so that all of them are read and written at
// once.
const smallFrame = 1024

func (p *pages) begin(rs *rows, s *state) {
	p.rows, p.state, p.clock, p.counts = rs, s, 0, PageCounts{}
	frames := int(rs.frames.Len())
	slots := min(p.capacity, frames)
	if p.small = p.frameWords() <= smallFrame; p.small {
		reset(&p.record, p.frameWords())
	}
	for c := range s.sides {
		s.sides[c].begin(rs, slots<<rs.upper, s.held)
		reset(&p.frames[c], frames)
		reset(&p.slots[c], slots)
		for frame := range p.frames[c] {
			p.frames[c][frame].slot = noSlot
			s.sides[c].frames[frame].offset = absent
		}
		for i := range p.slots[c] {
			p.slots[c][i].frame = noFrame
		}
	}
}

func (p *pages) pin(c board.Color, frame slice.FrameNo, moves []slice.KingMove, sets bitSets) error {
	if err := p.pinFrame(c, frame, sets); err != nil {
		return err
	}
	for i := range moves {
		if err := p.pinFrame(c, moves[i].Frame, sets); err != nil {
			p.unpin(c, frame, moves[:i])
			return err
		}
	}
	return nil
}

func (p *pages) pinFrame(c board.Color, frame slice.FrameNo, sets bitSets) error {
	at := &p.frames[c][frame]
	if at.slot == noSlot {
		if err := p.makeRoom(c, frame); err != nil {
			return err
		}
	}
	if p.small {
		sets = allSets
	}
	s := &p.slots[c][at.slot]
	if missing := sets &^ s.there; missing != 0 {
		if err := p.load(c, s, missing); err != nil {
			return err
		}
		s.there |= missing
	}
	p.clock++
	s.pinned = p.clock
	at.pins++
	return nil
}

func (p *pages) unpin(c board.Color, frame slice.FrameNo, moves []slice.KingMove) {
	p.frames[c][frame].pins--
	for i := range moves {
		p.frames[c][moves[i].Frame].pins--
	}
}

func (p *pages) wrote(c board.Color, frame slice.FrameNo, moves []slice.KingMove, sets bitSets) {
	p.slotOf(c, frame).changed |= sets
	for i := range moves {
		p.slotOf(c, moves[i].Frame).changed |= sets
	}
}

func (p *pages) slotOf(c board.Color, frame slice.FrameNo) *slot {
	return &p.slots[c][p.frames[c][frame].slot]
}

// makeRoom gives a frame a slot: a free one, or that of the frame that nobody has pinned for longest.
func (p *pages) makeRoom(c board.Color, frame slice.FrameNo) error {
	found := noSlot
	for i := range p.slots[c] {
		s := &p.slots[c][i]
		if s.frame == noFrame {
			found = i
			break
		}
		if p.frames[c][s.frame].pins == 0 && (found == noSlot || s.pinned < p.slots[c][found].pinned) {
			found = i
		}
	}
	if found == noSlot {
		panic(fmt.Sprintf("all frames in memory are pinned, and there is no room for frame %d", frame))
	}
	s := &p.slots[c][found]
	if s.frame != noFrame {
		if err := p.evict(c, s); err != nil {
			return err
		}
	}
	*s = slot{frame: frame}
	p.frames[c][frame].slot = int32(found)
	p.state.sides[c].frames[frame].offset = int32((found - int(frame)) << p.rows.upper)
	return nil
}

// evict empties a slot.
func (p *pages) evict(c board.Color, s *slot) error {
	if err := p.store(c, s); err != nil {
		return err
	}
	p.frames[c][s.frame].slot = noSlot
	p.state.sides[c].frames[s.frame].offset = absent
	s.frame = noFrame
	return nil
}

// load brings some sets of a frame into its slot.
func (p *pages) load(c board.Color, s *slot, sets bitSets) error {
	at := &p.frames[c][s.frame]
	if p.small && at.stored != 0 {
		if err := p.read(p.record, p.offset(c, s.frame, 0), at.sums[0]); err != nil {
			return err
		}
	}
	rest := p.record
	for n := range setCount {
		set := p.set(c, at.slot, n)
		switch {
		case sets&(1<<n) == 0:
		case at.stored&(1<<n) == 0:
			clear(set)
		case p.small:
			rest = rest[copy(set, rest):]
		default:
			if err := p.read(set, p.offset(c, s.frame, n), at.sums[n]); err != nil {
				return err
			}
		}
	}
	return nil
}

// store writes what has changed in a slot.
func (p *pages) store(c board.Color, s *slot) (err error) {
	at := &p.frames[c][s.frame]
	if p.small && s.changed != 0 {
		rest := p.record
		for n := range setCount {
			rest = rest[copy(rest, p.set(c, at.slot, n)):]
		}
		if at.sums[0], err = p.write(p.record, p.offset(c, s.frame, 0)); err == nil {
			at.stored, s.changed = allSets, 0
		}
		return err
	}
	if s.changed&nextSet != 0 && isEmpty(p.set(c, at.slot, nextRows)) {
		at.stored &^= nextSet
		s.changed &^= nextSet
	}
	for n := range setCount {
		if s.changed&(1<<n) == 0 {
			continue
		}
		if at.sums[n], err = p.write(p.set(c, at.slot, n), p.offset(c, s.frame, n)); err != nil {
			return err
		}
		at.stored |= 1 << n
		s.changed &^= 1 << n
	}
	return nil
}

func isEmpty(set []board.Bitboard) bool {
	for _, words := range set {
		if words != 0 {
			return false
		}
	}
	return true
}

func (p *pages) read(set []board.Bitboard, offset int64, sum uint32) error {
	b := bytesOf(set)
	if len(b) == 0 {
		return nil // the method has no such set
	}
	if _, err := p.room.ReadAt(b, offset); err != nil {
		return fmt.Errorf("reading scratch: %w", err)
	}
	p.counts.Loads++
	p.counts.Read += int64(len(b))
	if crc32.Checksum(b, castagnoli) != sum {
		return fmt.Errorf("scratch is damaged: %d bytes at %d are not what was written", len(b), offset)
	}
	return nil
}

func (p *pages) write(set []board.Bitboard, offset int64) (sum uint32, err error) {
	b := bytesOf(set)
	if len(b) == 0 {
		return 0, nil
	}
	if _, err := p.room.WriteAt(b, offset); err != nil {
		return 0, err
	}
	p.counts.Stores++
	p.counts.Written += int64(len(b))
	return crc32.Checksum(b, castagnoli), nil
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// bytesOf views bitboards as bytes, in the order of this machine.
func bytesOf(set []board.Bitboard) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(set))), 8*len(set))
}

// set returns what a slot has of a set, by the number of its bit: nothing, if the method has no such set.
func (p *pages) set(c board.Color, slot int32, n int) []board.Bitboard {
	b := &p.state.sides[c]
	first, end := p.rows.ofFrame(slice.FrameNo(slot))
	from, to := p.rows.firstOf(first), p.rows.firstOf(end)
	switch bitSets(1) << n {
	case wonSet:
		return b.won[from:to]
	case heldSet:
		if b.held == nil {
			return nil
		}
		return b.held[from:to]
	case nextWordsSet:
		return b.next.words[from:to]
	case nextRowsSet:
		return b.next.rows[first:end]
	case canWinSet:
		return b.canWin[first:end]
	}
	return b.canLose[first:end]
}

// nextRows is the number of a set.
const nextRows = 3

// offset returns where a set of a frame is in scratch.
func (p *pages) offset(c board.Color, frame slice.FrameNo, n int) int64 {
	rows := int64(1) << p.rows.upper
	words := rows << p.rows.bits
	starts := [setCount]int64{0, words, 2 * words, 3 * words, 3*words + rows, 3*words + 2*rows}
	return 8 * ((int64(c)*int64(p.rows.frames.Len())+int64(frame))*int64(p.frameWords()) + starts[n])
}

// frameWords returns how many bitboards a frame has with one side to move.
func (p *pages) frameWords() int { return 3 * (1 + p.rows.size) << p.rows.upper }

// pagesBytes is what all frames take in scratch.
func pagesBytes(rs *rows) int64 { return 2 * 8 * 3 * int64(rs.count) * int64(1+rs.size) }
