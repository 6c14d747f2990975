package solve

import (
	"errors"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/runs"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// sorter is the worker of the methods that sort.
type sorter struct {
	paged
	resumable bool
	lose      func(s *sorter, c board.Color, ply int) error

	decision decision
	takeback takeback
	active   []bool // frames that takebacks have reached, of which nobody takes note

	notFull [sets][]board.Bitboard // by row: the words that a set does not have whole

	pile       scratch.Pile // of runs, behind the bits: those of a ply
	sorted     *runs.Sorter // what rows are told
	asked      *runs.Sorter // what they are asked for
	candidates *runs.Writer // in the order of rows
	candidate  runs.Reader
	own, lost  rowCursor // rows of the set that a side is decided by, and of what the other one has won
	moved      runs.Words
	err        error         // of telling
	frame      slice.FrameNo // whose rows are listed
}

func newSorter(m, small Method, l *slice.Layout, metric *value.Metric, lose func(s *sorter, c board.Color, ply int) error) Worker {
	if !hasRowMan(l) {
		return small.NewWorker(l, metric)
	}
	return &sorter{paged: paged{layout: l, metric: metric, method: m}, resumable: m.Plan(l).Resumable, lose: lose}
}

// Begin implements [Worker].
func (s *sorter) Begin(number slice.Number, into Sink, with Resources) (saved int, err error) {
	if !s.resumable {
		with.Checkpoint = nil
	}
	return s.begin(number, into, with)
}

// Solve implements [Worker].
func (s *sorter) Solve(observe Observer) error { return s.run(s, observe) }

// Holds implements [Worker].
func (s *sorter) Holds() []Part {
	return []Part{
		{bitsPart, bytesOfAll(s.notFull[:]...) + int64(len(s.own.bits)+len(s.lost.bits))*8},
		{listsPart, s.listed()},
		{sortingPart, s.sorted.Bytes() + s.asked.Bytes()},
		{mergingPart, int64(s.layout.FrameEntries())},
	}
}

// room implements course.
func (s *sorter) room() []board.Bitboard {
	return make([]board.Bitboard, s.layout.FrameEntries()/8)
}

// makeRoom implements course.
func (s *sorter) makeRoom() {
	s.pile = scratch.Pile{Room: behind{s.file.room, fileBytes(&s.rows)}}
	s.sorted, s.asked = runs.NewSorter(&s.pile, sortBytes(s.layout)), runs.NewSorter(&s.pile, sortBytes(s.layout))
	s.candidates = runs.NewWriter(&s.pile)
	reset(&s.active, int(s.rows.frames.Len()))
	s.err = nil
	for set := range s.notFull {
		reset(&s.notFull[set], s.rows.count)
		for frame := range s.rows.frames.Len() {
			first, end := s.rows.ofFrame(frame)
			if err := s.file.readMask(setNo(set), first, s.notFull[set][first:end]); err != nil {
				s.err = err
			}
		}
	}
}

// behind is a room behind another one's bytes.
type behind struct {
	scratch.Room
	bytes int64
}

func (b behind) ReadAt(p []byte, off int64) (int, error)  { return b.Room.ReadAt(p, b.bytes+off) }
func (b behind) WriteAt(p []byte, off int64) (int, error) { return b.Room.WriteAt(p, b.bytes+off) }

// decideBoth implements course.
func (s *sorter) decideBoth(ply int) error {
	if err := s.decide(board.White, ply); err != nil {
		return err
	}
	return s.decide(board.Black, ply)
}

// decide finds what a side wins or loses at a ply.
func (s *sorter) decide(c board.Color, ply int) error {
	s.pile.Clear()
	s.frame = noFrame
	set := ownSet(c, ply)
	s.own.begin(&s.file, set)
	s.lost.begin(&s.file, wonBy(c.Other()))
	s.decision.begin(&s.rows, c, wonRows{open: s.notFull[wonBy(c.Other())]})
	var err error
	if isWin(ply) {
		err = s.win(c, ply)
	} else {
		err = s.lose(s, c, ply)
		s.heldFrom[c] = ply + 1
	}
	if err := errors.Join(err, s.err, s.own.end(), s.lost.end()); err != nil {
		return err
	}
	list := s.decidedAt(c, ply)
	if s.frame == noFrame {
		return nil
	}
	return s.writer.flush(list, s.frame, &s.sink.pile)
}

// win decides what a side wins.
func (s *sorter) win(c board.Color, ply int) error {
	if err := s.takeBackFrontier(c, ply); err != nil {
		return err
	}
	if err := s.eachDue(c, ply, s.addCandidates); err != nil {
		return err
	}
	return s.sorted.Each(func(key runs.Key, words board.Bitboard, lanes *runs.Words) error {
		number := rowNo(key.Row)
		won := s.own.row(number)
		s.decision.gather(words, lanes, won, won, &s.notFull[wonBy(c)][number])
		return s.settle(c, ply, number, won)
	})
}

// takeBackFrontier takes back what the other side's frontier has.
func (s *sorter) takeBackFrontier(c board.Color, ply int) error {
	from := decidedBefore(ply, s.metric)
	if from < 0 {
		return nil
	}
	s.beginTakeback(c, ply)
	list := s.decidedAt(c.Other(), from)
	for rows := s.read(list.pieces); rows.number >= 0; rows.next() {
		s.takeback.takeBack(rows.number, rows.words, rows.lanes)
	}
	return errors.Join(s.frontier.err, s.err)
}

// beginTakeback has what is taken back told to rows in which a side may be decided at a ply.
func (s *sorter) beginTakeback(c board.Color, ply int) {
	s.takeback.begin(&s.rows, c, candidates{wordSet: wordSet{active: s.active}, open: s.notFull[ownSet(c, ply)]}, s)
}

// read reads a list, in the order of its rows.
func (s *sorter) read(pieces []framePiece) *frameReader {
	s.frontier.begin(&s.sink.pile, pieces)
	return &s.frontier
}

// eachDue hands over the rows in which exits decide at a ply or, at ply 0, someone may be mated.
func (s *sorter) eachDue(c board.Color, ply int, do func(rows *frameReader) error) error {
	if ply == 0 {
		if err := s.eachListed(&s.checks[c], s.addCandidates); err != nil {
			return err
		}
	}
	if ply >= len(s.due[c]) {
		return nil
	}
	return s.eachListed(&s.due[c][ply], do)
}

func (s *sorter) eachListed(list *frameList, do func(rows *frameReader) error) error {
	for rows := s.read(list.pieces); rows.number >= 0; rows.next() {
		if err := do(rows); err != nil {
			return err
		}
	}
	return s.frontier.err
}

// addCandidates makes candidates of a row of a list.
func (s *sorter) addCandidates(rows *frameReader) error {
	return s.sorted.AddListed(runs.Key{Row: uint64(rows.number)}, rows.words, rows.lanes)
}

// release makes candidates of a row whose exits lose now, and holds it no longer.
func (s *sorter) release(rows *frameReader) error {
	dropListed(s.own.row(rows.number), rows.words, rows.lanes)
	s.own.change(rows.number)
	s.notFull[s.own.set][rows.number] |= rows.words
	return s.addCandidates(rows)
}

// add implements adder: it tells a row what is taken back to it.
func (s *sorter) add(number rowNo, _ bitsRow, words board.Bitboard, lanes *[rowWords]board.Bitboard, free board.Bitboard) {
	for rest := words; rest != 0; rest = rest.Rest() {
		w := rest.First() & 63
		s.moved[w] = lanes[w] & free
	}
	s.addMoved(number, words)
}

// addMoved adds what moved to the candidates of a row, and leaves none of it.
func (s *sorter) addMoved(number rowNo, words board.Bitboard) {
	if err := s.sorted.Add(runs.Key{Row: uint64(number)}, words, &s.moved); err != nil && s.err == nil {
		s.err = err
	}
	for ; words != 0; words = words.Rest() {
		s.moved[words.First()&63] = 0
	}
}

// rowMan implements adder.
func (s *sorter) rowMan() {
	if s.takeback.hasRowMan() {
		s.addMoved(s.takeback.row.number, s.takeback.rowManTo(&s.moved))
	}
}

// innerMan implements adder.
func (s *sorter) innerMan() {
	if s.takeback.hasInnerMan() {
		s.addMoved(s.takeback.row.number, s.takeback.innerManTo(&s.moved))
	}
}

// settle closes what the decision has decided of a row, and lists it.
func (s *sorter) settle(c board.Color, ply int, number rowNo, closed *[rowWords]board.Bitboard) error {
	d := &s.decision
	if d.words == 0 {
		return nil
	}
	if ply > s.lastRound {
		return &tooLongError{s.lastRound}
	}
	if frame := s.rows.frameOf(number); s.frame != frame || s.writer.isFull() {
		if s.frame != noFrame {
			if err := s.writer.flush(s.decidedAt(c, ply), s.frame, &s.sink.pile); err != nil {
				return err
			}
		}
		s.frame = frame
	}
	full, lanes := settleLanes(closed, &d.lanes, s.writer.addRow(number, d.words), d.words)
	s.notFull[s.own.set][number] &^= full
	s.found += int64(lanes)
	s.own.change(number)
	return nil
}
