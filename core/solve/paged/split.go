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

// A split solves a slice in cycles. In a cycle, one side, the winner, wins at a ply. The other side, the loser, loses
// at the next ply, which takes back only these wins.
//
// The moves of the winner are in two groups. For each group, a cycle makes a pass over all positions, part by part. The
// moves of the group and all moves of the loser stay in a part:
//
//   - for moves of the king, a part is a band, in which one of the winner's upper men does not move, up to symmetry.
//   - for moves of the other men, a part is a column of frames (scan.go), in which the winner's king does not move.
//
// The pass has all rows that it uses of the winner's won positions in memory, for the current part. In each part it
//
//  1. takes back the losses before, by the moves of the group, to candidates of the winner.
//  2. decides these. The new wins replace the candidates.
//  3. takes back the new wins, by all moves of the loser, and decides which positions before them are lost. It does so
//     frame by frame, as half-cycles does.
//
// A position is lost when the last of the positions after its moves is won, in one pass or the other. So it is decided
// once, whichever pass comes first. The results of a pass in a part do not depend on other parts. Exits decide in
// columns, as these have whole frames.
type split struct {
	cycles
	cycle   func(s *split, winner board.Color, ply int) error // makes the passes that end or begin at a ply
	bands   [2]*kernel.Bands                                  // of the winner; nil if it has no upper man
	columns [2][]scan
	wins    kernel.Candidates // of the winner, and then its new wins; with the places of the won positions
	changed []bool            // by row in memory: the row has changed, and is not written yet
	masked  []bool            // by slot: the mask has changed, and is not written yet
}

// hasParts reports whether a side has an upper man.
func hasParts(l *slice.Layout) bool { return kernel.RowsOf(l).Upper > 0 }

// planSplit returns the plan of a method that splits cycles. Another method solves slices without an upper man.
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

// partRows returns the number of rows of the largest part, or the number that half-cycles may use if it is larger.
func partRows(rs *kernel.Rows) int {
	s := scansOf(rs.Frames)
	most := max(s.lookups<<rs.Upper, int(rs.Frames.Len())<<(rs.Upper-6+kernel.BandBits))
	for _, c := range board.Colors {
		for _, column := range s.of[c].columns() {
			most = max(most, len(column)<<rs.Upper)
		}
	}
	return most
}

// newSplit returns the worker of a method that splits cycles. The worker calls cycle at plies at which a cycle begins.
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
	s.wins.Open, s.wins.Places = s.wonOpen, &s.won.Places
	kernel.Reset(&s.changed, most)
	kernel.Reset(&s.masked, int(s.Rows.Frames.Len()))
	kernel.Reset(&s.mask, 1<<s.Rows.Upper)
	s.Writer.Least = spill.LeastPieceBytes(&s.Rows)
	s.openSecond()
}

// another implements order. The cycles of the two winners are independent, in their wins and in their losses.
func (s *split) another() *cycles {
	other := &split{cycle: s.cycle, bands: s.bands, columns: s.columns}
	other.share(&s.cycles)
	other.order = other
	other.open()
	return &other.cycles
}

// decide implements order. A cycle decides the losses of a side with the wins of the other side.
func (s *split) decide(c board.Color, ply int) error {
	winner := c
	if !kernel.IsWin(ply) {
		winner = c.Other()
	}
	switch {
	case ply == 0 || s.bands[winner] == nil:
		s.view(nil, s.scans.lookups)
		s.Writer.Bands = nil
		return s.cycles.decide(c, ply)
	case !kernel.IsWin(ply):
		return nil
	}
	return s.cycle(s, winner, ply)
}

// A pass is a pass over all positions with the moves of a group.
type pass struct {
	winner board.Color
	group  kernel.Moves
	plies  []int // at which cycles begin. The pass makes these cycles one after the other in each part
}

// A part is a column or a band.
type part struct {
	*pass
	steps scan         // over the frames of the part, for moves of the loser
	band  *kernel.Band // nil for a column
}

// retractLost adds candidates of the winner: positions with a move to a loss, or with an exit that wins now.
func (s *split) retractLost(p *part, ply int) error {
	var lost spill.FrameList
	if from := kernel.DecidedBefore(ply, s.Metric); from >= 0 {
		lost = *s.DecidedAt(p.winner.Other(), from)
	}
	s.retraction.Begin(&s.Rows, p.winner, s.wins, &s.retraction)
	s.retraction.Moves = p.group
	rows := &s.Frontier
	for _, step := range p.steps {
		rows.BeginBand(&s.Sink.Pile, lost.View(step.frame), p.band)
		if rows.Number >= 0 {
			if err := s.openWonOfGroup(p, step.frame); err != nil {
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

// openWonOfGroup opens slots for a frame, and for those to which moves of the group are taken back.
func (s *split) openWonOfGroup(p *part, frame slice.FrameNo) error {
	if err := s.openWonFrame(frame); err != nil || p.group != kernel.KingMoves {
		return err
	}
	for _, move := range s.Rows.Frames.At(frame).Moves[p.winner] {
		if err := s.openWonFrame(move.Frame); err != nil {
			return err
		}
	}
	return nil
}

// addDue makes the positions of a frame whose exits win now candidates.
func (s *split) addDue(p *part, ply int, frame slice.FrameNo) error {
	due := s.dueAt(p.winner, ply, frame)
	if len(due) == 0 {
		return nil
	}
	if err := s.openWonFrame(frame); err != nil {
		return err
	}
	s.wins.Active[frame] = true
	rows := &s.Frontier
	for rows.Begin(&s.Sink.Pile, due); rows.Number >= 0; rows.Next() {
		s.wins.AddRow(&s.Rows, s.wins.At(frame, rows.Number), rows.Words, rows.Lanes)
	}
	return rows.Err
}
