package find

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// Of a single winning move it is known only after the moves have been looked at. Most
// positions have several, and two inside the frame are found for 64 positions at a
// time. The others are looked at one by one.

// findLost finds which positions of the frame a quiet move to them wins.
func (s *Search) findLost() {
	losses := Values(wonByQuiet).in(s.metric, s.levels)
	s.lost = s.lost[:0]
	for first := 0; first < s.layout.FrameEntries(); first += 64 {
		var lanes board.Bitboard
		var sc slice.Scene
		if s.scene(first, &sc) {
			lanes = among(losses, s.others, first) &^ sc.Illegal(s.query.Side.Other())
		}
		s.lost = append(s.lost, lanes)
	}
}

// winTwice returns those of the lanes of a word in which two moves inside the frame
// win.
func (s *Search) winTwice(word int, sc *slice.Scene, lanes board.Bitboard) (twice board.Bitboard) {
	var once board.Bitboard
	outer, end := s.layout.Outer()
	for i := outer; i < end; i++ {
		m := &sc.Men[i]
		if m.Color != s.query.Side {
			continue
		}
		stride := s.layout.Stride(i) >> 6
		targets := board.Attacks(m.Type, m.Square, sc.Fixed) &^ sc.Fixed
		for ; targets != 0; targets = targets.Rest() {
			to := targets.First()
			win := s.lost[word+(int(to)-int(m.Square))*stride] &^ board.Between(m.Square, to)
			once, twice = once|win, twice|once&win
		}
	}
	if inner := &sc.Men[sc.Inner]; inner.Color == s.query.Side {
		for rest := lanes &^ twice; rest != 0; rest = rest.Rest() {
			lane := rest.First()
			wins := (board.Attacks(inner.Type, lane, sc.Fixed) & s.lost[word]).Count()
			if wins > 1 || wins == 1 && once.Has(lane) {
				twice |= lane.Bit()
			}
		}
	}
	return twice
}

// onlyMove returns the winning move of a position, if there is just one.
func (s *Search) onlyMove(p *board.Position) (only board.Move, ok bool, err error) {
	s.legal = p.LegalMoves(s.legal[:0])
	for _, m := range s.legal {
		after := p.Play(m)
		v, err := s.moves.Child(&after, m)
		if err != nil {
			return only, false, err
		}
		if s.metric.Outcome(s.metric.After(value.KindOf(p, m), v)) != value.Win {
			continue
		}
		if ok {
			return only, false, nil
		}
		only, ok = m, true
	}
	return only, ok, nil
}
