package paged

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/kernel"
)

// win decides the candidates of the winner.
func (s *split) win(p *part, ply int) error {
	s.Writer.Bands = nil
	for _, step := range p.steps {
		if s.wins.Active[step.frame] {
			if err := s.winFrame(p.winner, ply, step.frame); err != nil {
				return err
			}
		}
	}
	return nil
}

// winFrame decides the candidates of the winner in a frame. The frame stays active if it has new wins.
func (s *split) winFrame(c board.Color, ply int, frame slice.FrameNo) error {
	active := false
	first, end := s.won.slot(frame)
	s.won.readTogether(s.wins.Rows[first:end])
	for at := first; at < end; at++ {
		if s.wins.Rows[at] == 0 || !s.winRow(ply, at) {
			continue
		}
		active = true
		if s.Writer.IsFull() {
			if err := s.Writer.Flush(s.DecidedAt(c, ply), frame, &s.Sink.Pile); err != nil {
				return err
			}
		}
	}
	s.wins.Active[frame] = active
	switch {
	case s.won.err != nil:
		return s.won.err
	case active && ply > s.LastRound:
		return &kernel.TooLongError{Most: s.LastRound}
	}
	return s.Writer.Flush(s.DecidedAt(c, ply), frame, &s.Sink.Pile)
}

// winRow replaces the candidates of a row by its new wins, and reports whether it has any.
func (s *split) winRow(ply int, at kernel.BitsRow) bool {
	s.won.Load(at)
	d, won, next := &s.decision, s.Rows.In(s.won.words, at), s.Rows.In(s.wins.Words, at)
	open := s.wonOpen[at]
	d.Gather(s.wins.Rows[at], next, won, won, &s.wonOpen[at])
	if s.wins.Rows[at] = d.Words; d.Words != 0 {
		full, lanes := kernel.SettleLanes(won, &d.Lanes, s.Writer.AddRow(s.won.number(at), d.Words), d.Words)
		s.wonOpen[at] &^= full
		s.Found += int64(lanes)
		s.changed[at] = true
		for words := d.Words; words != 0; words = words.Rest() {
			w := words.First() & 63
			next[w] = d.Lanes[w]
		}
	}
	if s.wonOpen[at] != open {
		s.masked[at>>s.won.upper] = true
	}
	return d.Words != 0
}

// lose takes back the new wins, and decides which of the positions before are lost.
func (s *split) lose(p *part, ply int) error {
	loser := p.winner.Other()
	s.Writer.Bands = s.bands[p.winner]
	s.retraction.Begin(&s.Rows, loser, s.next, &s.retraction)
	s.decision.Begin(&s.Rows, loser, s.wonRows())
	for _, step := range p.steps {
		if s.wins.Active[step.frame] {
			s.wins.Active[step.frame] = false
			if err := s.retractWon(loser, ply, step.frame); err != nil {
				return err
			}
		}
		for i := range step.complete {
			if err := s.complete(loser, ply, step.complete[i].frame); err != nil {
				return err
			}
		}
	}
	s.DecidedAt(loser, ply).Sort() // for the next cycle
	return nil
}

// retractWon takes back the new wins in a frame.
func (s *split) retractWon(loser board.Color, ply int, frame slice.FrameNo) error {
	if err := s.openAround(loser, ply, frame); err != nil {
		return err
	}
	first, end := s.won.slot(frame)
	var lanes [kernel.RowWords]board.Bitboard
	for at := first; at < end; at++ {
		words := s.wins.Rows[at]
		if words == 0 {
			continue
		}
		s.wins.Rows[at] = 0
		won, n := s.Rows.In(s.wins.Words, at), 0
		for rest := words; rest != 0; rest = rest.Rest() {
			w := rest.First() & 63
			lanes[n&63], won[w] = won[w], 0
			n++
		}
		s.retraction.Retract(s.won.number(at), words, lanes[:n])
	}
	return nil
}

// writePart writes the changed rows and masks of a part.
func (s *split) writePart(p *part) error {
	for _, step := range p.steps {
		if !s.won.has(step.frame) {
			continue
		}
		first, end := s.won.slot(step.frame)
		if err := s.writeRows(first, end); err != nil {
			return err
		}
		if slot := first >> s.won.upper; s.masked[slot] {
			s.masked[slot] = false
			if err := s.writeMask(s.won.set, step.frame, s.wonOpen[first:end]); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeRows writes changed rows, consecutive ones together.
func (s *split) writeRows(first, end kernel.BitsRow) error {
	for at := first; at < end; at++ {
		from := at
		for at < end && s.changed[at] && at-from < maxTogether &&
			(at == from || (at-first)%kernel.BitsRow(s.won.run) != 0) {
			s.changed[at] = false
			at++
		}
		if at > from {
			if err := s.File.Write(s.won.set, s.won.number(from), s.won.words[from<<6:at<<6]); err != nil {
				return err
			}
			at--
		}
	}
	return nil
}
