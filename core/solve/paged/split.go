package paged

import (
	"unsafe"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/solve/spill"
	"github.com/matewright/matewright/core/value"
)

// split goes over cycles: in one, a side wins at a ply, and the other one, the loser, loses at the next, when these
// wins are all that is taken back.
//
// The winner's moves are split in two groups. A cycle makes a pass for each over all positions, part by part. A
// part has together what the moves of the group and all moves of the loser connect:
//
//   - for the king's moves, a band, in which one of the winner's upper men stands still, but for symmetry.
//   - for those of the other men, a column of frames (scan.go), in which its king does.
//
// Of a part that is at hand the pass has all rows in memory that somebody asks for of what the winner has won. In there
// it
//
//  1. takes back, by the moves of the group, what the loser has lost before, to candidates of the winner.
//  2. decides these. What is newly won stays where the candidates were.
//  3. takes back the newly won, by all moves of the loser, and decides which of the positions before are lost: frame by
//     frame, as half-cycles does.
//
// A position is lost when the last of those that its moves lead to is won, in one pass or the other. So it is decided
// once, whichever pass comes first; and what a pass finds in one part does not depend on the others. Exits decide in
// columns, where frames are whole.
type split struct {
	cycles
	cycle   func(s *split, winner board.Color, ply int) error // makes the passes that end or begin at a ply
	bands   [2]*kernel.Bands                                  // of the winner; nil if it has no upper man
	columns [2][]scan
	wins    kernel.Candidates // of the winner, and then what is newly won of them; where rows are that somebody asked for
	changed []bool            // by row of these: it is not written yet
	masked  []bool            // by slot: nor is its mask
}

// hasParts reports whether a side has an upper man. Else all is done as half-cycles does.
func hasParts(l *slice.Layout) bool { return kernel.RowsOf(l).Upper > 0 }

// planSplit is the plan of a method that splits cycles. Another method solves slices without an upper man.
func planSplit(m, simple solve.Method, l *slice.Layout) solve.Plan {
	if !hasParts(l) {
		return PlanAsFast(m, simple, l)
	}
	plan := PlanPaged(m, l)
	rs := kernel.RowsOf(l)
	frames, most := int64(rs.Frames.Len()), int64(partRows(rs))
	bits := windowBytes(rs, int(most)) + 8*(most*(kernel.RowWords+1)+1<<rs.Upper)
	bands := 2 * int64(l.Entries()) / int64(spill.LeastPieceBytes(rs)) * int64(unsafe.Sizeof(spill.FramePiece{}))
	plan.Second = bits + most
	plan.Parts = []solve.Part{
		{Name: solve.BitsPart, Bytes: bits},
		{Name: solve.ListsPart, Bytes: ListedBytes(rs) + bands},
		{Name: solve.FramesPart, Bytes: framesBytes(frames) + most + 2*frames},
	}
	return plan
}

// partRows is how many rows the largest part has, or as many as half-cycles may ask for.
func partRows(rs *kernel.Rows) int {
	s := scansOf(rs.Frames)
	most := max(s.asking<<rs.Upper, int(rs.Frames.Len())<<(rs.Upper-6+kernel.BandBits))
	for _, c := range board.Colors {
		for _, column := range s.of[c].columns() {
			most = max(most, len(column)<<rs.Upper)
		}
	}
	return most
}

// newSplit returns the worker of a method that splits cycles, given what it does at a ply at which a cycle begins.
// Another method solves slices without an upper man.
func newSplit(
	m, simple solve.Method,
	l *slice.Layout,
	metric *value.Metric,
	cycle func(s *split, winner board.Color, ply int) error,
) solve.Worker {
	if !hasParts(l) {
		return simple.NewWorker(l, metric)
	}
	s := &split{cycles: cycles{Pages: Pages{Layout: l, Metric: metric, Method: m}}, cycle: cycle}
	s.order = s
	return s
}

// Begin implements [solve.Worker].
func (s *split) Begin(number slice.Number, into solve.Sink, with solve.Resources) (saved int, err error) {
	if saved, err = s.cycles.Begin(number, into, with); err != nil {
		return 0, err
	}
	for _, c := range board.Colors {
		s.bands[c] = kernel.NewBands(&s.Rows, c)
		s.columns[c] = s.scans.of[c.Other()].columns()
	}
	return saved, nil
}

// Holds implements [solve.Worker].
func (s *split) Holds() []solve.Part {
	parts := s.cycles.Holds()
	parts[0].Bytes += kernel.BytesOfAll(s.wins.Words, s.wins.Rows)
	parts[2].Bytes += int64(len(s.changed) + len(s.masked) + len(s.wins.Active))
	return parts
}

// open implements order.
func (s *split) open() {
	most := partRows(&s.Rows)
	s.openWindows(most)
	kernel.Reset(&s.wins.Words, most*kernel.RowWords)
	kernel.Reset(&s.wins.Rows, most)
	kernel.Reset(&s.wins.Active, int(s.Rows.Frames.Len()))
	s.wins.Open, s.wins.Places = s.askedOpen, &s.asked.Places
	kernel.Reset(&s.changed, most)
	kernel.Reset(&s.masked, int(s.Rows.Frames.Len()))
	kernel.Reset(&s.mask, 1<<s.Rows.Upper)
	s.Writer.Least = spill.LeastPieceBytes(&s.Rows)
	s.openSecond()
}

// another implements order. The cycles of the two winners have nothing in common: neither what each wins nor what it
// makes the other side lose.
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
	if !kernel.IsWin(ply) {
		winner = c.Other()
	}
	switch {
	case ply == 0 || s.bands[winner] == nil:
		s.view(nil, s.scans.asking)
		s.Writer.Bands = nil
		return s.cycles.decide(c, ply)
	case !kernel.IsWin(ply):
		return nil
	}
	return s.cycle(s, winner, ply)
}

// A pass goes over all positions, by moves of a group.
type pass struct {
	winner board.Color
	group  kernel.Moves
	plies  []int // at which cycles begin, that it makes one after the other of each part
}

// A part is a column or a band.
type part struct {
	*pass
	steps scan         // over its frames, for moves of the loser
	band  *kernel.Band // nil for a column
}

// retractLost makes candidates of the positions from which the winner can move to what was lost, or has an exit that
// wins.
func (s *split) retractLost(p *part, ply int) error {
	var lost spill.FrameList
	if from := kernel.DecidedBefore(ply, s.Metric); from >= 0 {
		lost = *s.DecidedAt(p.winner.Other(), from)
	}
	s.retraction.Begin(&s.Rows, p.winner, s.wins, &s.retraction)
	s.retraction.Moves = p.group
	rows := &s.Frontier
	for _, step := range p.steps {
		rows.BeginBand(&s.Sink.Pile, lost.Of(step.frame), p.band)
		if rows.Number >= 0 {
			if err := s.openWon(p, step.frame); err != nil {
				return err
			}
		}
		for ; rows.Number >= 0; rows.Next() {
			s.retraction.Retract(rows.Number, rows.Words, rows.Lanes)
		}
		if rows.Err != nil {
			return rows.Err
		}
		if err := s.addDue(p, ply, step.frame); err != nil {
			return err
		}
	}
	return nil
}

// openWon makes room for a frame, and for those to which moves of the group are taken back.
func (s *split) openWon(p *part, frame slice.FrameNo) error {
	if err := s.openAskedFrame(frame); err != nil || p.group != kernel.KingMoves {
		return err
	}
	for _, move := range s.Rows.Frames.At(frame).Moves[p.winner] {
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
	s.wins.Active[frame] = true
	rows := &s.Frontier
	for rows.Begin(&s.Sink.Pile, due); rows.Number >= 0; rows.Next() {
		s.wins.AddRow(&s.Rows, s.wins.At(frame, rows.Number), rows.Words, rows.Lanes)
	}
	return rows.Err
}
