package solve

import (
	"unsafe"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// split goes over cycles: in one, a side wins at a ply, and the other one, the loser, loses at the next, when these wins
// are all that is taken back.
//
// The winner's moves are split in two groups. A cycle makes a pass for each over all positions, part by part. A
// part has together what the moves of the group and all moves of the loser connect:
//
//   - for the king's moves, a band (band.go), in which one of the winner's upper men stands still, but for symmetry.
//   - for those of the other men, a column of frames (scan.go), in which its king does.
//
// Of a part that is at hand the pass has all rows in memory that somebody asks for of what the winner has won. In there it
//
//  1. takes back, by the moves of the group, what the loser has lost before, to candidates of the winner.
//  2. decides these. What is newly won stays where the candidates were.
//  3. takes back the newly won, by all moves of the loser, and decides which of the positions before are lost: frame by
//     frame, as half-cycles does.
//
// A position is lost when the last of those that its moves lead to is won, in one pass or the other. So it is decided once,
// whichever pass comes first; and what a pass finds in one part does not depend on the others. Exits decide in
// columns, where frames are whole.
type split struct {
	cycles
	cycle   func(s *split, winner board.Color, ply int) error // makes the passes that end or begin at a ply
	bands   [2]*bands                                         // of the winner; nil if it has no upper man
	columns [2][]scan
	wins    candidates // of the winner, and then what is newly won of them; where rows are that somebody asked for
	changed []bool     // by row of these: it is not written yet
	masked  []bool     // by slot: nor is its mask
}

// hasParts reports whether a side has an upper man. Else all is done as half-cycles does.
func hasParts(l *slice.Layout) bool { return planRows(l).upper > 0 }

// planSplit is the plan of a method that splits cycles. Another method solves slices without an upper man.
func planSplit(m, simple Method, l *slice.Layout) Plan {
	if !hasParts(l) {
		return planAsFast(m, simple, l)
	}
	plan := planPaged(m, l)
	rs := planRows(l)
	frames, most := int64(rs.frames.Len()), int64(partRows(rs))
	bits := windowBytes(rs, int(most)) + 8*(most*(rowWords+1)+1<<rs.upper)
	bands := 2 * int64(l.Entries()) / int64(leastPieceBytes(rs)) * int64(unsafe.Sizeof(framePiece{}))
	plan.Second = bits + most
	plan.Parts = []Part{{bitsPart, bits}, {listsPart, listedBytes(rs) + bands}, {framesPart, framesBytes(frames) + most + 2*frames}}
	return plan
}

// partRows is how many rows the largest part has, or as many as half-cycles may ask for.
func partRows(rs *rows) int {
	s := scansOf(rs.frames)
	most := max(s.asking<<rs.upper, int(rs.frames.Len())<<(rs.upper-6+bandBits))
	for _, c := range board.Colors {
		for _, column := range s.of[c].columns() {
			most = max(most, len(column)<<rs.upper)
		}
	}
	return most
}

// newSplit returns the worker of a method that splits cycles, given what it does at a ply at which a cycle begins. Another method solves
// slices without an upper man.
func newSplit(m, simple Method, l *slice.Layout, metric *value.Metric, cycle func(s *split, winner board.Color, ply int) error) Worker {
	if !hasParts(l) {
		return simple.NewWorker(l, metric)
	}
	s := &split{cycles: cycles{paged: paged{layout: l, metric: metric, method: m}}, cycle: cycle}
	s.order = s
	return s
}

// Begin implements [Worker].
func (s *split) Begin(number slice.Number, into Sink, with Resources) (saved int, err error) {
	if saved, err = s.cycles.Begin(number, into, with); err != nil {
		return 0, err
	}
	for _, c := range board.Colors {
		s.bands[c] = newBands(&s.rows, c)
		s.columns[c] = s.scans.of[c.Other()].columns()
	}
	return saved, nil
}

// Holds implements [Worker].
func (s *split) Holds() []Part {
	parts := s.cycles.Holds()
	parts[0].Bytes += bytesOfAll(s.wins.words, s.wins.rows)
	parts[2].Bytes += int64(len(s.changed) + len(s.masked) + len(s.wins.active))
	return parts
}

// open implements order.
func (s *split) open() {
	most := partRows(&s.rows)
	s.openWindows(most)
	reset(&s.wins.words, most*rowWords)
	reset(&s.wins.rows, most)
	reset(&s.wins.active, int(s.rows.frames.Len()))
	s.wins.open, s.wins.places = s.askedOpen, &s.asked.places
	reset(&s.changed, most)
	reset(&s.masked, int(s.rows.frames.Len()))
	reset(&s.mask, 1<<s.rows.upper)
	s.writer.least = leastPieceBytes(&s.rows)
	s.openSecond()
}

// another implements order. The cycles of the two winners have nothing in common: neither what each wins nor what it makes the other
// side lose.
func (s *split) another() *cycles {
	other := &split{cycle: s.cycle, bands: s.bands, columns: s.columns}
	other.share(&s.cycles)
	other.order = other
	other.open()
	return &other.cycles
}

// decide implements order. What a side loses in a cycle is decided with what the other side wins.
func (s *split) decide(c board.Color, ply int) error {
	winner := c
	if !isWin(ply) {
		winner = c.Other()
	}
	switch {
	case ply == 0 || s.bands[winner] == nil:
		s.view(nil, s.scans.asking)
		s.writer.bands = nil
		return s.cycles.decide(c, ply)
	case !isWin(ply):
		return nil
	}
	return s.cycle(s, winner, ply)
}

// A pass goes over all positions, by moves of a group.
type pass struct {
	winner board.Color
	group  moves
	plies  []int // at which cycles begin, that it makes one after the other of each part
}

// A part is a column or a band.
type part struct {
	*pass
	steps scan  // over its frames, for moves of the loser
	band  *band // nil for a column
}

// make makes a pass.
func (s *split) make(p pass) error {
	s.scanned++
	if p.group == kingMoves {
		for i := range s.bands[p.winner].list {
			if err := s.makePart(&part{&p, s.scans.of[p.winner.Other()], &s.bands[p.winner].list[i]}); err != nil {
				return err
			}
		}
	} else {
		for _, column := range s.columns[p.winner] {
			if err := s.makePart(&part{&p, column, nil}); err != nil {
				return err
			}
		}
		s.heldFrom[p.winner.Other()] = p.plies[len(p.plies)-1] + 2
	}
	for _, ply := range p.plies {
		for _, list := range []*frameList{s.decidedAt(p.winner, ply), s.decidedAt(p.winner.Other(), ply+1)} {
			list.sort()
			if err := list.join(&s.sink.pile, &s.frontier, s.writer.least); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *split) makePart(p *part) error {
	s.view(p.band, len(p.steps))
	s.asked.set = wonBy(p.winner)
	for _, ply := range p.plies {
		if err := s.takeBackLost(p, ply); err != nil {
			return err
		}
		if err := s.win(p, ply); err != nil {
			return err
		}
		if err := s.lose(p, ply+1); err != nil {
			return err
		}
	}
	return s.leave(p)
}

// takeBackLost makes candidates of the positions from which the winner can move to what was lost, or has an exit that wins.
func (s *split) takeBackLost(p *part, ply int) error {
	var lost frameList
	if from := decidedBefore(ply, s.metric); from >= 0 {
		lost = *s.decidedAt(p.winner.Other(), from)
	}
	s.takeback.begin(&s.rows, p.winner, s.wins, &s.takeback)
	s.takeback.moves = p.group
	rows := &s.frontier
	for _, step := range p.steps {
		rows.beginBand(&s.sink.pile, lost.of(step.frame), p.band)
		if rows.number >= 0 {
			if err := s.openWon(p, step.frame); err != nil {
				return err
			}
		}
		for ; rows.number >= 0; rows.next() {
			s.takeback.takeBack(rows.number, rows.words, rows.lanes)
		}
		if rows.err != nil {
			return rows.err
		}
		if err := s.addDue(p, ply, step.frame); err != nil {
			return err
		}
	}
	return nil
}

// openWon makes room for a frame, and for those to which moves of the group are taken back.
func (s *split) openWon(p *part, frame slice.FrameNo) error {
	if err := s.openAskedFrame(frame); err != nil || p.group != kingMoves {
		return err
	}
	for _, move := range s.rows.frames.At(frame).Moves[p.winner] {
		if err := s.openAskedFrame(move.Frame); err != nil {
			return err
		}
	}
	return nil
}

// addDue makes candidates of the positions of a frame whose exits win now.
func (s *split) addDue(p *part, ply int, frame slice.FrameNo) error {
	due := s.dueAt(p.winner, ply, frame)
	if len(due) == 0 {
		return nil
	}
	if err := s.openAskedFrame(frame); err != nil {
		return err
	}
	s.wins.active[frame] = true
	rows := &s.frontier
	for rows.begin(&s.sink.pile, due); rows.number >= 0; rows.next() {
		s.wins.addRow(&s.rows, s.wins.at(frame, rows.number), rows.words, rows.lanes)
	}
	return rows.err
}
