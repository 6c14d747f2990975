package solve

import (
	"errors"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/runs"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// sorting never looks anything up: whatever a row has to be told, or to be asked for, is written down under its number, sorted, and
// read beside the rows in their order. So it takes memory for a few rows, and for as much as is sorted at once.
//
// What a side wins at a ply takes one sort:
//
//  1. The other side's frontier, read in order, is taken back. That makes records: a row, its words, their lanes.
//  2. These are sorted, and joined with what the side has won, row by row. What is not won yet is new.
//
// What it loses takes the same, joined with what is held, and two sorts more for the moves of its king, and two for those of its
// upper men:
//
//  3. What is left are candidates. Moves within the row are tried at once, with what the other side has won of it. For each other move
//     a question is written: a record of the row that it leads to, with the row that asks, the move, and the lanes.
//  4. Questions are sorted, and joined with what the other side has won. Where a move leads elsewhere it saves, and an answer is written: a
//     record of the row that has asked.
//  5. Answers are sorted, and joined with the candidates. Those that no answer has saved are lost.
//
// After R. J. Lipton and K. W. Regan, "Sorting Out Chess Endgames" (2010).
type sorting struct {
	small Method // solves slices that are so small that their bits stay in memory
}

func (sorting) Name() string { return "sorting" }

// Slowdown comes from the same classes as that of half-cycles, in a run in which that took 23.5 s and this 52.1.
func (sorting) Slowdown() float64 { return 41e-9 }

func (sorting) Words() Words {
	return Words{Where: "on disk", By: "sorting all that positions have to tell each other"}
}

func (m sorting) Plan(l *slice.Layout) Plan { return planSorting(m, m.small, l) }

func (sorting) NewSink(l *slice.Layout, metric *value.Metric, levels bool, room scratch.Room) Sink {
	return NewSpilled(l, metric, levels, room)
}

func (m sorting) NewWorker(l *slice.Layout, metric *value.Metric) Worker {
	return newSorter(m, m.small, l, metric, (*sorter).loseByAsking)
}

// planSorting is the plan of a method that sorts. Another method solves small slices.
func planSorting(m, small Method, l *slice.Layout) Plan {
	if !hasRowMan(l) {
		return planAsFast(m, small, l)
	}
	plan := planPaged(m, l)
	rs := planRows(l)
	plan.Scratch += 4 * int64(l.Entries()) // of a ply, about
	plan.Parts = []Part{
		{bitsPart, 8 * int64(sets*rs.count+cursors*cursorRows*rowWords)},
		{listsPart, listedBytes(rs)},
		{sortingPart, sorters * runs.Bytes(sortBytes(l))},
		{mergingPart, int64(l.FrameEntries())},
	}
	return plan
}

// sorters is how many things are sorted at the same time.
const sorters = 2

// sortBytes is how much is sorted at once.
func sortBytes(l *slice.Layout) int { return min(max(l.Entries()/64, 1<<16), 16<<20) }

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

// loseByAsking decides what a side loses: those of whom no move is answered.
func (s *sorter) loseByAsking(c board.Color, ply int) error {
	if err := s.eachDue(c, ply, s.release); err != nil {
		return err
	}
	if err := s.takeBackFrontier(c, ply); err != nil {
		return err
	}
	d := &s.decision
	if err := s.sorted.Each(func(key runs.Key, words board.Bitboard, lanes *runs.Words) error {
		number := rowNo(key.Row)
		held := s.own.row(number)
		if d.gather(words, lanes, held, held, &s.notFull[s.own.set][number]); d.words == 0 {
			return nil
		}
		d.place(number)
		if s.tryWithin(number); d.words == 0 {
			return nil
		}
		return errors.Join(s.candidates.Add(key, d.words, &d.lanes), s.askByKing())
	}); err != nil {
		return err
	}
	if err := s.answer(s.movedKing); err != nil {
		return err
	}
	if !s.hasUpperMan(c) {
		return s.joinAnswers(func(number rowNo) error { return s.settle(c, ply, number, s.own.row(number)) })
	}
	if err := s.joinAnswers(func(number rowNo) error {
		d.place(number)
		return errors.Join(s.candidates.Add(runs.Key{Row: uint64(number)}, d.words, &d.lanes), s.askByUpperMen())
	}); err != nil {
		return err
	}
	if err := s.answer(s.movedUpperMan); err != nil {
		return err
	}
	return s.joinAnswers(func(number rowNo) error { return s.settle(c, ply, number, s.own.row(number)) })
}

func (s *sorter) hasUpperMan(c board.Color) bool {
	for i := s.rows.first; i < s.rows.end; i++ {
		if s.rows.men[i].Color == c {
			return true
		}
	}
	return false
}

// tryWithin keeps the candidates that no move within their row saves.
func (s *sorter) tryWithin(number rowNo) {
	d := &s.decision
	open := d.lost.open[number]
	if open == 0 {
		return
	}
	won := s.lost.row(number)
	if s.rows.men[s.rows.inner].Color == d.color {
		d.innerManIn(d.words&open, won)
	}
	if d.hasRowMan() {
		d.rowManIn(open&^d.row.fixed, won)
	}
}

// A question has as its row that where a move leads to, and as its tag the row that asks, and which move it is.
const moveBits = 8

func (s *sorter) question(to rowNo, move int, words board.Bitboard) error {
	if words == 0 {
		return nil
	}
	d := &s.decision
	return s.asked.Add(runs.Key{Row: uint64(to), Tag: uint64(d.row.number)<<moveBits | uint64(move)}, words, &d.lanes)
}

// askByKing asks for what the king's moves lead to.
func (s *sorter) askByKing() (err error) {
	d := &s.decision
	moves := d.row.frame.Moves[d.color]
	for i := range moves {
		move := &moves[i]
		if d.row.fixed.Has(move.To) {
			continue
		}
		number, symmetry := s.rows.kingMoved(&d.row, move, move.Symmetry)
		open := d.lost.open[number]
		if move.Symmetry != board.Identity {
			open = symmetry.Inverse().Bitboard(open)
		}
		err = errors.Join(err, s.question(number, i, s.rows.without(d.words, move.To.Bit())&open))
	}
	return err
}

// movedKing returns what the other side has won after such a move, in the place from which it was made, and the squares on its way.
func (s *sorter) movedKing(move int, won *[rowWords]board.Bitboard, words board.Bitboard) (*[rowWords]board.Bitboard, board.Bitboard) {
	d := &s.decision
	king := &d.row.frame.Moves[d.color][move]
	if king.Symmetry == board.Identity {
		return won, king.To.Bit()
	}
	_, symmetry := s.rows.kingMoved(&d.row, king, king.Symmetry)
	imageLanes(&d.image, won, words, symmetry.Squares(), king.Symmetry.Inverse())
	return &d.image, king.To.Bit()
}

// askByUpperMen asks for what moves of the upper men lead to.
func (s *sorter) askByUpperMen() (err error) {
	d := &s.decision
	for i := s.rows.first; i < s.rows.end; i++ {
		m := &s.rows.men[i]
		if m.Color != d.color {
			continue
		}
		from := d.row.at[i]
		for targets := board.Attacks(m.Type, from, d.row.fixed) &^ d.row.fixed; targets != 0; targets = targets.Rest() {
			to := targets.First()
			number := d.row.number + rowNo(s.rows.distance(&d.row, i, to))
			way := board.Between(from, to) | to.Bit()
			err = errors.Join(err, s.question(number, (i-s.rows.first)<<6|int(to), d.words&^way&d.lost.open[number]))
		}
	}
	return err
}

// movedUpperMan is what movedKing is, for such a move.
func (s *sorter) movedUpperMan(move int, won *[rowWords]board.Bitboard, _ board.Bitboard) (*[rowWords]board.Bitboard, board.Bitboard) {
	from, to := s.decision.row.at[s.rows.first+move>>6], board.Square(move&63)
	return won, board.Between(from, to) | to.Bit()
}

// answer answers all questions: it tells the rows that have asked which of their lanes a move saves.
func (s *sorter) answer(moved func(move int, won *[rowWords]board.Bitboard, words board.Bitboard) (*[rowWords]board.Bitboard, board.Bitboard)) error {
	d := &s.decision
	d.row.number = -1
	return s.asked.Each(func(key runs.Key, words board.Bitboard, lanes *runs.Words) error {
		s.rows.unpack(rowNo(key.Tag>>moveBits), &d.row)
		won, way := moved(int(key.Tag&(1<<moveBits-1)), s.lost.row(rowNo(key.Row)), words)
		for rest := words; rest != 0; rest = rest.Rest() {
			w := rest.First() & 63
			lanes[w] &^= won[w] | way
		}
		return s.sorted.Add(runs.Key{Row: uint64(d.row.number)}, words, lanes)
	})
}

// joinAnswers puts answers beside the candidates, and hands over the rows of which some are left.
func (s *sorter) joinAnswers(do func(number rowNo) error) error {
	run, err := s.candidates.End()
	if err != nil {
		return err
	}
	d, c := &s.decision, &s.candidate
	c.Begin(&s.pile, run)
	more := c.Next()
	left := func() error {
		if d.words == 0 {
			return nil
		}
		return do(rowNo(c.Key.Row))
	}
	take := func() { d.words = c.AddTo(0, &d.lanes) }
	if err := s.sorted.Each(func(key runs.Key, words board.Bitboard, saved *runs.Words) error {
		for ; more && c.Key.Row < key.Row; more = c.Next() { // of these no move was answered
			take()
			if err := left(); err != nil {
				return err
			}
		}
		if !more {
			return c.Err()
		}
		take()
		for ; words != 0; words = words.Rest() {
			w := words.First() & 63
			if d.lanes[w] &^= saved[w]; d.lanes[w] == 0 {
				d.words &^= w.Bit()
			}
		}
		err := left()
		more = c.Next()
		return err
	}); err != nil {
		return err
	}
	for ; more; more = c.Next() {
		take()
		if err := left(); err != nil {
			return err
		}
	}
	return c.Err()
}

// A rowCursor reads rows of a set in their order, some at a time, and writes those that have changed.
type rowCursor struct {
	file        *rowFile
	set         setNo
	first, past rowNo // that are in memory
	bits        [cursorRows * rowWords]board.Bitboard
	from, to    rowNo // that have changed, of these
	err         error
}

const (
	cursors    = 2
	cursorRows = 16
)

// begin turns to a set.
func (c *rowCursor) begin(file *rowFile, set setNo) {
	c.file, c.set, c.first, c.past, c.from, c.to, c.err = file, set, 0, 0, 0, 0, nil
}

// row returns a row, until another one is asked for.
func (c *rowCursor) row(number rowNo) *[rowWords]board.Bitboard {
	if number < c.first || number >= c.past {
		c.write()
		c.first = number / cursorRows * cursorRows
		c.past = min(c.first+cursorRows, rowNo(c.file.rows.count))
		c.failed(c.file.read(c.set, c.first, c.bits[:(c.past-c.first)<<6]))
	}
	return rowOf(c.bits[:], int(number-c.first)<<6)
}

// change says that a row that is in memory is not as it was read.
func (c *rowCursor) change(number rowNo) {
	if c.from == c.to {
		c.from, c.to = number, number+1
	}
	c.from, c.to = min(c.from, number), max(c.to, number+1)
}

func (c *rowCursor) write() {
	if c.from < c.to {
		c.failed(c.file.write(c.set, c.from, c.bits[(c.from-c.first)<<6:(c.to-c.first)<<6]))
		c.from = c.to
	}
}

// end writes what is left, and returns the first error.
func (c *rowCursor) end() error {
	c.write()
	return c.err
}

func (c *rowCursor) failed(err error) {
	if c.err == nil {
		c.err = err
	}
}
