package solve

import (
	"errors"
	"fmt"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// A paged method is one of ours with only those frames in memory that are pinned. The
// others are copied to a place that the method knows nothing of, and what is left where
// they were is damaged.
type paged struct {
	Method
	pages *pages
}

// Paged returns a method with paged frames, and what becomes of them.
func Paged(m Method) (Method, *PageCounts) {
	p := paged{m, &pages{}}
	return p, &p.pages.counts
}

// NewWorker implements [Method].
func (p paged) NewWorker(l *slice.Layout, metric *value.Metric) Worker {
	g := p.Method.NewWorker(l, metric).(*retrograde)
	g.state.pager = p.pages
	return g
}

// PageCounts say what became of frames.
type PageCounts struct {
	Loaded int // frames, all together
	Most   int // at once, with one side to move
	Pinned int // now
	Fail   int // the so-manieth pin from now on fails, if not 0
}

// ErrPage is the error of a pin that fails.
var ErrPage = errors.New("a frame cannot be read")

// pageSlots is how many frames have room: one, and those that eight king moves lead to.
const pageSlots = 9

type pages struct {
	rows   *rows
	state  *state
	home   [2]sideBits        // of all frames
	pins   [2][]int           // by frame
	slots  [2][]slice.FrameNo // the frame in each, or noFrame
	counts PageCounts
}

func (p *pages) begin(rs *rows, s *state) {
	p.rows, p.state, p.counts.Pinned = rs, s, 0
	frames := rs.frames.Len()
	for c := range s.sides {
		p.home[c].begin(rs, rs.count, s.held)
		s.sides[c].begin(rs, pageSlots<<rs.upper, s.held)
		p.pins[c] = make([]int, frames)
		p.slots[c] = slices.Repeat([]slice.FrameNo{noFrame}, pageSlots)
		for frame := range frames {
			s.sides[c].frames[frame].offset = absent
		}
		for slot := range pageSlots {
			p.damage(c, slot)
		}
	}
}

func (p *pages) pin(c board.Color, frame slice.FrameNo, moves []slice.KingMove) error {
	if p.counts.Fail--; p.counts.Fail == 0 {
		return ErrPage
	}
	p.pinFrame(c, frame)
	for _, move := range moves {
		p.pinFrame(c, move.Frame)
	}
	return nil
}

func (p *pages) unpin(c board.Color, frame slice.FrameNo, moves []slice.KingMove) {
	p.unpinFrame(c, frame)
	for _, move := range moves {
		p.unpinFrame(c, move.Frame)
	}
}

func (p *pages) pinFrame(c board.Color, frame slice.FrameNo) {
	p.counts.Pinned++
	if p.pins[c][frame]++; p.pins[c][frame] > 1 {
		return
	}
	slot := slices.Index(p.slots[c], noFrame)
	if slot < 0 {
		panic(fmt.Sprintf("frames %v are pinned, and there is no room for frame %d", p.slots[c], frame))
	}
	p.slots[c][slot] = frame
	p.state.sides[c].frames[frame].offset = int32((slot - int(frame)) << p.rows.upper)
	p.move(&p.state.sides[c], slot, &p.home[c], int(frame))
	p.counts.Loaded++
	p.counts.Most = max(p.counts.Most, pageSlots-count(p.slots[c], noFrame))
}

func (p *pages) unpinFrame(c board.Color, frame slice.FrameNo) {
	p.counts.Pinned--
	if p.pins[c][frame]--; p.pins[c][frame] > 0 {
		return
	}
	slot := slices.Index(p.slots[c], frame)
	p.slots[c][slot] = noFrame
	p.state.sides[c].frames[frame].offset = absent
	p.move(&p.home[c], int(frame), &p.state.sides[c], slot)
	p.damage(int(c), slot)
}

func count(list []slice.FrameNo, n slice.FrameNo) (found int) {
	for _, m := range list {
		if m == n {
			found++
		}
	}
	return found
}

// move copies a frame.
func (p *pages) move(to *sideBits, toSlot int, from *sideBits, fromSlot int) {
	sources := p.sets(from, fromSlot)
	for i, set := range p.sets(to, toSlot) {
		copy(set, sources[i])
	}
}

// damage changes all bits of a slot.
func (p *pages) damage(c, slot int) {
	for _, set := range p.sets(&p.state.sides[c], slot) {
		for i := range set {
			set[i] = ^set[i]*0x9e3779b97f4a7c15 + 1
		}
	}
}

// sets returns the parts of all arrays that a frame has.
func (p *pages) sets(b *sideBits, slot int) (parts [][]board.Bitboard) {
	first, end := p.rows.ofFrame(slice.FrameNo(slot))
	for _, set := range [][]board.Bitboard{b.canWin, b.canLose, b.next.rows} {
		parts = append(parts, set[first:end])
	}
	from, to := p.rows.firstOf(first), p.rows.firstOf(end)
	for _, set := range [][]board.Bitboard{b.won, b.held, b.next.words} {
		if set != nil {
			parts = append(parts, set[from:to])
		}
	}
	return parts
}
