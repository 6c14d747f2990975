package solve

import (
	"errors"
	"fmt"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// A strict method is one of ours with nothing in memory but the sets of frames that are pinned. What is
// left where others were is damaged.
type strict struct {
	Method
	pages *StrictPages
}

// Strict returns a method with a strict pager, and that.
func Strict(m Method, room scratch.Room) (Method, *StrictPages) {
	p := &StrictPages{pages: pages{room: room, capacity: 10}}
	return strict{m, p}, p
}

// NewWorker implements [Method].
func (m strict) NewWorker(l *slice.Layout, metric *value.Metric) Worker {
	w := m.Method.NewWorker(l, metric)
	switch w := w.(type) {
	case *retrograde:
		w.state.pager = m.pages
	case *cycles:
		w.state.pager = m.pages
	}
	return w
}

// StrictPages is the pager of a strict method.
type StrictPages struct {
	pages
	Pinned int // frames that are
	Fail   int // the nth pin from now on fails, if not 0
}

// Counts says what has been read and written.
func (p *StrictPages) Counts() PageCounts { return p.counts }

// ErrPage is the error of a pin that fails.
var ErrPage = errors.New("a frame cannot be read")

func (p *StrictPages) begin(rs *rows, s *state) {
	p.pages.begin(rs, s)
	p.Pinned = 0
	for _, c := range board.Colors {
		for i := range p.slots[c] {
			p.damage(c, i)
		}
	}
}

func (p *StrictPages) pin(c board.Color, frame slice.FrameNo, moves []slice.KingMove, sets bitSets) error {
	if p.Fail--; p.Fail == 0 {
		return ErrPage
	}
	err := p.pages.pin(c, frame, moves, sets)
	if err == nil {
		p.Pinned += 1 + len(moves)
	}
	return err
}

func (p *StrictPages) wrote(c board.Color, frame slice.FrameNo, moves []slice.KingMove, sets bitSets) {
	if missing := sets &^ p.slotOf(c, frame).there; missing != 0 {
		panic(fmt.Sprintf("sets %b of frame %d were written, and not pinned", missing, frame))
	}
	p.pages.wrote(c, frame, moves, sets)
}

func (p *StrictPages) unpin(c board.Color, frame slice.FrameNo, moves []slice.KingMove) {
	p.pages.unpin(c, frame, moves)
	p.Pinned -= 1 + len(moves)
	for i := range p.slots[c] {
		s := &p.slots[c][i]
		if s.frame == noFrame || p.frames[c][s.frame].pins > 0 {
			continue
		}
		if err := p.evict(c, s); err != nil {
			panic(err)
		}
		p.damage(c, i)
	}
}

// damage changes all bits of a slot.
func (p *StrictPages) damage(c board.Color, slot int) {
	for n := range setCount {
		set := p.set(c, int32(slot), n)
		for i := range set {
			set[i] = ^set[i]*0x9e3779b97f4a7c15 + 1
		}
	}
}
