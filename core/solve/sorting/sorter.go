package sorting

import (
	"errors"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/runs"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/solve/paged"
	"github.com/matewright/matewright/core/solve/spill"
	"github.com/matewright/matewright/core/value"
)

// sorter is the worker of the methods that sort.
type sorter struct {
	paged.Pages
	resumable bool
	lose      func(s *sorter, c board.Color, ply int) error

	decision   kernel.Decision
	retraction kernel.Retraction
	active     []bool // frames that retracted moves have reached; required by the retraction, and not read

	notFull [paged.Sets][]board.Bitboard // by row: the words that are not full in a set

	pile       scratch.Pile // the runs of a ply, after the bits
	sorted     *runs.Sorter // candidates and answers, by row
	queries    *runs.Sorter // by the row after the move; for [Unknown], positions without a move
	candidates *runs.Writer // in the order of rows
	candidate  runs.Reader
	own, lost  rowCursor // rows of the set in which a side is decided, and of the positions that the other side has won
	moved      runs.Words
	err        error         // of adding records
	frame      slice.FrameNo // of the listed rows
}

func newSorter(
	m, small solve.Method, l *slice.Layout, metric *value.Metric, lose func(s *sorter, c board.Color, ply int) error,
) solve.Worker {
	if !kernel.HasRowMan(l) {
		return small.NewWorker(l, metric)
	}
	return &sorter{Pages: paged.Pages{Layout: l, Metric: metric, Method: m}, resumable: m.Plan(l).Resumable, lose: lose}
}

// Begin implements [solve.Worker].
func (s *sorter) Begin(number slice.Number, into solve.Sink, with solve.Resources) (saved int, err error) {
	if !s.resumable {
		with.Checkpoint = nil
	}
	return s.BeginSlice(number, into, with)
}

// Solve implements [solve.Worker].
func (s *sorter) Solve(observe solve.Observer) error { return s.Run(s, observe) }

// Holds implements [solve.Worker].
func (s *sorter) Holds() []solve.Part {
	return []solve.Part{
		{Name: solve.BitsPart, Bytes: kernel.BytesOfAll(s.notFull[:]...) + int64(len(s.own.bits)+len(s.lost.bits))*8},
		{Name: solve.ListsPart, Bytes: s.Listed()},
		{Name: solve.SortingPart, Bytes: s.sorted.Bytes() + s.queries.Bytes()},
		{Name: solve.MergingPart, Bytes: int64(s.Layout.FrameEntries())},
	}
}

// Room implements course.
func (s *sorter) Room() []board.Bitboard {
	return make([]board.Bitboard, s.Layout.FrameEntries()/8)
}

// MakeRoom implements course.
func (s *sorter) MakeRoom() {
	s.pile = scratch.Pile{Room: behind{s.File.Room, paged.FileBytes(&s.Rows)}}
	s.sorted, s.queries = runs.NewSorter(&s.pile, sortBytes(s.Layout)), runs.NewSorter(&s.pile, sortBytes(s.Layout))
	s.candidates = runs.NewWriter(&s.pile)
	kernel.Reset(&s.active, int(s.Rows.Frames.Len()))
	s.err = nil
	for set := range s.notFull {
		kernel.Reset(&s.notFull[set], s.Rows.Count)
		for frame := range s.Rows.Frames.Len() {
			first, end := s.Rows.OfFrame(frame)
			if err := s.File.ReadMask(paged.SetNo(set), first, s.notFull[set][first:end]); err != nil {
				s.err = err
			}
		}
	}
}

// behind is a room after the bytes of another one.
type behind struct {
	scratch.Room
	bytes int64
}

func (b behind) ReadAt(p []byte, off int64) (int, error)  { return b.Room.ReadAt(p, b.bytes+off) }
func (b behind) WriteAt(p []byte, off int64) (int, error) { return b.Room.WriteAt(p, b.bytes+off) }

// DecideBoth implements course.
func (s *sorter) DecideBoth(ply int) error {
	if err := s.decide(board.White, ply); err != nil {
		return err
	}
	return s.decide(board.Black, ply)
}

// decide decides the wins or losses of a side at a ply.
func (s *sorter) decide(c board.Color, ply int) error {
	s.pile.Clear()
	s.frame = paged.NoFrame
	set := paged.OwnSet(c, ply)
	s.own.begin(&s.File, set)
	s.lost.begin(&s.File, paged.WonBy(c.Other()))
	s.decision.Begin(&s.Rows, c, kernel.WonRows{Open: s.notFull[paged.WonBy(c.Other())]})
	var err error
	if kernel.IsWin(ply) {
		err = s.win(c, ply)
	} else {
		err = s.lose(s, c, ply)
		s.HeldFrom[c] = ply + 1
	}
	if err := errors.Join(err, s.err, s.own.end(), s.lost.end()); err != nil {
		return err
	}
	list := s.DecidedAt(c, ply)
	if s.frame == paged.NoFrame {
		return nil
	}
	return s.Writer.Flush(list, s.frame, &s.Sink.Pile)
}

// win decides the wins of a side.
func (s *sorter) win(c board.Color, ply int) error {
	if err := s.retractFrontier(c, ply); err != nil {
		return err
	}
	if err := s.eachDue(c, ply, s.addCandidates); err != nil {
		return err
	}
	return s.sorted.Each(func(key runs.Key, words board.Bitboard, lanes *runs.Words) error {
		number := kernel.RowNo(key.Row)
		won := s.own.row(number)
		s.decision.Gather(words, lanes, won, won, &s.notFull[paged.WonBy(c)][number])
		return s.settle(c, ply, number, won)
	})
}

// retractFrontier retracts moves from the other side's frontier.
func (s *sorter) retractFrontier(c board.Color, ply int) error {
	from := kernel.DecidedBefore(ply, s.Metric)
	if from < 0 {
		return nil
	}
	s.beginRetraction(c, ply)
	list := s.DecidedAt(c.Other(), from)
	for rows := s.read(list.Pieces); rows.Number >= 0; rows.Next() {
		s.retraction.Retract(rows.Number, rows.Words, rows.Lanes)
	}
	return errors.Join(s.Frontier.Err, s.err)
}

// beginRetraction begins to retract moves to rows in which a side may be decided at a ply.
func (s *sorter) beginRetraction(c board.Color, ply int) {
	s.retraction.Begin(
		&s.Rows,
		c,
		kernel.Candidates{WordSet: kernel.WordSet{Active: s.active}, Open: s.notFull[paged.OwnSet(c, ply)]},
		s,
	)
}

// read reads a list, in the order of its rows.
func (s *sorter) read(pieces []spill.FramePiece) *spill.FrameReader {
	s.Frontier.Begin(&s.Sink.Pile, pieces)
	return &s.Frontier
}

// eachDue passes on the rows in which exits decide at a ply. At ply 0 it adds the positions in check to the candidates.
func (s *sorter) eachDue(c board.Color, ply int, do func(rows *spill.FrameReader) error) error {
	if ply == 0 {
		if err := s.eachListed(&s.Checks[c], s.addCandidates); err != nil {
			return err
		}
	}
	if ply >= len(s.Due[c]) {
		return nil
	}
	return s.eachListed(&s.Due[c][ply], do)
}

func (s *sorter) eachListed(list *spill.FrameList, do func(rows *spill.FrameReader) error) error {
	for rows := s.read(list.Pieces); rows.Number >= 0; rows.Next() {
		if err := do(rows); err != nil {
			return err
		}
	}
	return s.Frontier.Err
}

// addCandidates makes candidates of a row of a list.
func (s *sorter) addCandidates(rows *spill.FrameReader) error {
	return s.sorted.AddListed(runs.Key{Row: uint64(rows.Number)}, rows.Words, rows.Lanes)
}

// release makes candidates of a row whose exits lose now, and no longer holds it.
func (s *sorter) release(rows *spill.FrameReader) error {
	kernel.DropListed(s.own.row(rows.Number), rows.Words, rows.Lanes)
	s.own.change(rows.Number)
	s.notFull[s.own.set][rows.Number] |= rows.Words
	return s.addCandidates(rows)
}

// Add implements adder. It adds the retracted positions of a row to the candidates.
func (s *sorter) Add(
	number kernel.RowNo,
	_ kernel.BitsRow,
	words board.Bitboard,
	lanes *[kernel.RowWords]board.Bitboard,
	free board.Bitboard,
) {
	for rest := words; rest != 0; rest = rest.Rest() {
		w := rest.First() & 63
		s.moved[w] = lanes[w] & free
	}
	s.addMoved(number, words)
}

// addMoved adds s.moved to the candidates of a row, and clears it.
func (s *sorter) addMoved(number kernel.RowNo, words board.Bitboard) {
	if err := s.sorted.Add(runs.Key{Row: uint64(number)}, words, &s.moved); err != nil && s.err == nil {
		s.err = err
	}
	for ; words != 0; words = words.Rest() {
		s.moved[words.First()&63] = 0
	}
}

// RowMan implements adder.
func (s *sorter) RowMan() {
	if s.retraction.HasRowMan() {
		s.addMoved(s.retraction.Row.Number, s.retraction.RowManTo(&s.moved))
	}
}

// InnerMan implements adder.
func (s *sorter) InnerMan() {
	if s.retraction.HasInnerMan() {
		s.addMoved(s.retraction.Row.Number, s.retraction.InnerManTo(&s.moved))
	}
}

// settle closes the decided positions of a row, and lists them.
func (s *sorter) settle(c board.Color, ply int, number kernel.RowNo, closed *[kernel.RowWords]board.Bitboard) error {
	d := &s.decision
	if d.Words == 0 {
		return nil
	}
	if ply > s.LastRound {
		return &kernel.TooLongError{Most: s.LastRound}
	}
	if frame := s.Rows.FrameOf(number); s.frame != frame || s.Writer.IsFull() {
		if s.frame != paged.NoFrame {
			if err := s.Writer.Flush(s.DecidedAt(c, ply), s.frame, &s.Sink.Pile); err != nil {
				return err
			}
		}
		s.frame = frame
	}
	full, lanes := kernel.SettleLanes(closed, &d.Lanes, s.Writer.AddRow(number, d.Words), d.Words)
	s.notFull[s.own.set][number] &^= full
	s.Found += int64(lanes)
	s.own.change(number)
	return nil
}

// sorters is the number of sorters in use at once.
const sorters = 2

// sortBytes returns the number of bytes that are sorted at once.
func sortBytes(l *slice.Layout) int { return min(max(l.Entries()/64, 1<<16), 16<<20) }
