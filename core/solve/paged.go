package solve

import (
	"fmt"
	"hash/crc32"
	"unsafe"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
)

// pages is a pager that keeps a window of frames in memory, and the others in scratch.
//
// Each side to move has so many slots, each with room for a frame. A set of a frame is read when it is
// pinned and not there yet; it is written when another frame takes the slot, if it has changed. The slot that was
// pinned longest ago is taken first. Empty sets take no scratch.
type pages struct {
	room  scratch.Room
	slots int // for each side to move

	rows   *rows
	state  *state
	frames [2][]page // by frame
	held   [2][]slot
	clock  int64 // pins so far
	counts PageCounts
}

// PageCounts say what has been read and written.
type PageCounts struct {
	Loads, Stores int64 // of sets
	Read, Written int64 // bytes
	Pins          int   // that have not ended
	Most          int   // frames of one side to move that were pinned at once
}

// A page is a frame with one side to move, wherever it is.
type page struct {
	slot   int32 // or noSlot
	pins   int32
	stored bitSets // those that are in scratch; what is neither there nor in a slot is empty
	sums   [setsCount]uint32
}

const (
	noSlot    = -1
	setsCount = 4
)

// A slot has room for a frame.
type slot struct {
	frame   slice.FrameNo // or noFrame
	there   bitSets
	changed bitSets // of them
	pinned  int64   // when: the clock
}

func (p *pages) begin(rs *rows, s *state) {
	p.rows, p.state, p.clock, p.counts = rs, s, 0, PageCounts{}
	frames := int(rs.frames.Len())
	slots := min(p.slots, frames)
	for c := range s.sides {
		s.sides[c].begin(rs, slots<<rs.upper, s.held)
		reset(&p.frames[c], frames)
		reset(&p.held[c], slots)
		for frame := range p.frames[c] {
			p.frames[c][frame].slot = noSlot
			s.sides[c].frames[frame].offset = absent
		}
		for i := range p.held[c] {
			p.held[c][i].frame = noFrame
		}
	}
}

func (p *pages) pin(c board.Color, frame slice.FrameNo, moves []slice.KingMove, sets bitSets) error {
	err := p.pinFrame(c, frame, sets)
	if err != nil {
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
	s := &p.held[c][at.slot]
	if missing := sets &^ s.there; missing != 0 {
		if err := p.load(c, at, missing); err != nil {
			return err
		}
		s.there |= missing
	}
	p.clock++
	s.pinned = p.clock
	p.counts.Pins++
	at.pins++
	return nil
}

func (p *pages) unpin(c board.Color, frame slice.FrameNo, moves []slice.KingMove) {
	p.frames[c][frame].pins--
	for i := range moves {
		p.frames[c][moves[i].Frame].pins--
	}
	p.counts.Pins -= 1 + len(moves)
}

func (p *pages) wrote(c board.Color, frame slice.FrameNo, moves []slice.KingMove, sets bitSets) {
	p.slotOf(c, frame).changed |= sets
	for i := range moves {
		p.slotOf(c, moves[i].Frame).changed |= sets
	}
}

func (p *pages) slotOf(c board.Color, frame slice.FrameNo) *slot {
	return &p.held[c][p.frames[c][frame].slot]
}

// makeRoom gives a frame a slot: a free one, or that of the frame that nobody has pinned for longest.
func (p *pages) makeRoom(c board.Color, frame slice.FrameNo) error {
	oldest, pinned := noSlot, 0
	for i := range p.held[c] {
		s := &p.held[c][i]
		switch {
		case s.frame == noFrame:
			oldest = i
		case p.frames[c][s.frame].pins > 0:
			pinned++
			continue
		case oldest == noSlot || p.held[c][oldest].frame != noFrame && s.pinned < p.held[c][oldest].pinned:
			oldest = i
		}
	}
	if oldest == noSlot {
		panic(fmt.Sprintf("%d frames are pinned, and there is no room for frame %d", pinned, frame))
	}
	p.counts.Most = max(p.counts.Most, pinned+1)
	s := &p.held[c][oldest]
	if s.frame != noFrame {
		if err := p.evict(c, s); err != nil {
			return err
		}
	}
	*s = slot{frame: frame}
	p.frames[c][frame].slot = int32(oldest)
	p.state.sides[c].frames[frame].offset = int32((oldest - int(frame)) << p.rows.upper)
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
func (p *pages) load(c board.Color, at *page, sets bitSets) error {
	frame := p.held[c][at.slot].frame
	for n := range setsCount {
		if sets&(1<<n) == 0 {
			continue
		}
		offset := p.offset(c, frame, n)
		sum := uint32(0)
		for _, part := range p.parts(c, at.slot, n) {
			if at.stored&(1<<n) == 0 {
				clear(part)
				continue
			}
			b := bytesOf(part)
			if _, err := p.room.ReadAt(b, offset); err != nil {
				return fmt.Errorf("reading scratch: %w", err)
			}
			sum = crc32.Update(sum, castagnoli, b)
			offset += int64(len(b))
			p.counts.Read += int64(len(b))
		}
		if at.stored&(1<<n) != 0 {
			p.counts.Loads++
			if sum != at.sums[n] {
				return fmt.Errorf("scratch is damaged: set %d of frame %d is not what was written", n, frame)
			}
		}
	}
	return nil
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// store writes what has changed in a slot.
func (p *pages) store(c board.Color, s *slot) error {
	at := &p.frames[c][s.frame]
	for n := range setsCount {
		set := bitSets(1 << n)
		if s.changed&set == 0 {
			continue
		}
		parts := p.parts(c, at.slot, n)
		if n == nextSetNo && isEmpty(parts[0]) { // the rows
			at.stored &^= set
			continue
		}
		offset, sum := p.offset(c, s.frame, n), uint32(0)
		for _, part := range parts {
			b := bytesOf(part)
			if _, err := p.room.WriteAt(b, offset); err != nil {
				return err
			}
			sum = crc32.Update(sum, castagnoli, b)
			offset += int64(len(b))
			p.counts.Written += int64(len(b))
		}
		at.stored |= set
		at.sums[n] = sum
		p.counts.Stores++
	}
	s.changed = 0
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

// parts returns what a slot has of a set. Where a method has no such set, it is empty.
func (p *pages) parts(c board.Color, slot int32, n int) [2][]board.Bitboard {
	b := &p.state.sides[c]
	first, end := p.rows.ofFrame(slice.FrameNo(slot))
	from, to := p.rows.firstOf(first), p.rows.firstOf(end)
	switch n {
	case 0:
		return [2][]board.Bitboard{b.won[from:to]}
	case 1:
		if b.held == nil {
			return [2][]board.Bitboard{}
		}
		return [2][]board.Bitboard{b.held[from:to]}
	case nextSetNo:
		return [2][]board.Bitboard{b.next.rows[first:end], b.next.words[from:to]}
	default:
		return [2][]board.Bitboard{b.canWin[first:end], b.canLose[first:end]}
	}
}

// nextSetNo numbers nextSet: the sets are numbered as their bits are.
const nextSetNo = 2

// offset returns where a set of a frame is in scratch.
func (p *pages) offset(c board.Color, frame slice.FrameNo, n int) int64 {
	rows := int64(1) << p.rows.upper
	words := rows << p.rows.bits
	starts := [setsCount]int64{0, words, 2 * words, 3*words + rows}
	return 8 * ((int64(c)*int64(p.rows.frames.Len())+int64(frame))*(3*words+3*rows) + starts[n])
}

// pagesBytes is what pages take in scratch.
func pagesBytes(rs *rows) int64 {
	return 2 * 8 * 3 * int64(rs.count) * int64(rs.size+1)
}

// bytesOf views bitboards as bytes, in the order of this machine.
func bytesOf(set []board.Bitboard) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(set))), 8*len(set))
}
