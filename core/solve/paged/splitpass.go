package paged

import (
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/solve/spill"
)

// make makes a pass over all parts.
func (s *split) make(p pass) error {
	s.scanned++
	if p.group == kernel.KingMoves {
		for i := range s.bands[p.winner].List {
			if err := s.makePart(&part{&p, s.scans.of[p.winner.Other()], &s.bands[p.winner].List[i]}); err != nil {
				return err
			}
		}
	} else {
		for _, column := range s.columns[p.winner] {
			if err := s.makePart(&part{&p, column, nil}); err != nil {
				return err
			}
		}
		s.HeldFrom[p.winner.Other()] = p.plies[len(p.plies)-1] + 2
	}
	for _, ply := range p.plies {
		for _, list := range []*spill.FrameList{s.DecidedAt(p.winner, ply), s.DecidedAt(p.winner.Other(), ply+1)} {
			list.Sort()
			if err := list.Join(&s.Sink.Pile, &s.Frontier, s.Writer.Least); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *split) makePart(p *part) error {
	s.view(p.band, len(p.steps))
	s.won.set = WonBy(p.winner)
	for _, ply := range p.plies {
		if err := s.retractLost(p, ply); err != nil {
			return err
		}
		if err := s.win(p, ply); err != nil {
			return err
		}
		if err := s.lose(p, ply+1); err != nil {
			return err
		}
	}
	return s.writePart(p)
}
