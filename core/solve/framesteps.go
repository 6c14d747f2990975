package solve

import (
	"fmt"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// FrameSteps are the steps of solving a slice for whoever has one frame of it at hand at a time, as where many machines do that: each is
// a function of what it is given, and says what other frames have to be told. They know neither where that is kept nor how it gets there.
//
// Of a side, a frame has two sets of bits: what it has won, and what exits hold from being lost. All else are rows, packed as in lists:
//
//  1. [FrameSteps.Open] finds both sets, and which rows are decided by exits, and when.
//  2. [FrameSteps.Expand] takes back what was decided at a ply in a frame. It tells that and the frames around it.
//  3. [FrameSteps.Win] unites what a frame was told for a ply at which wins are decided, and decides them.
//  4. For losses [FrameSteps.Try] unites it, and keeps what no move within the frame saves. For the moves of the king it asks the frames
//     around it, [FrameSteps.Answer] answers, and [FrameSteps.Lose] decides what no answer saves.
//
// It is used by one goroutine. After R. J. Lipton and K. W. Regan, "Sorting Out Chess Endgames" (2010).
type FrameSteps struct {
	layout *slice.Layout
	metric *value.Metric
	number slice.Number
	rows   rows
	all    []board.Bitboard // by row: all words

	pass     *Pass // over exits
	opening  *Opening
	due      [2]map[int]*frameWriter // by ply
	checks   [2]frameWriter
	exits    exitRanks
	takeback takeback
	decision decision
	told     map[slice.FrameNo]*frameRows
	spare    []*frameRows
	own      frameRows
	notWon   []board.Bitboard // by row of a frame: the words that the other side has not won
	saved    [rowWords]board.Bitboard
	writer   frameWriter
	reader   frameReader
}

// frameRows is a set of positions of a frame.
type frameRows struct {
	words []board.Bitboard
	rows  []board.Bitboard // by row: the words that are not empty, and perhaps others
}

// An Opening is what is known of a frame before anything is decided, by side to move. Rows are as [FrameSteps.Expand] tells them.
type Opening struct {
	Won     [2][]board.Bitboard // the illegal ones
	Held    [2][]board.Bitboard // these, and those with an exit
	Checked [2][]byte           // rows in check: candidates at ply 0
	Due     [2]map[int][]byte   // rows by the ply in which exits decide
}

// HasFrameSteps reports whether slices of a layout can be solved frame by frame. Others are so small that who has one solves it whole.
func HasFrameSteps(l *slice.Layout) bool { return hasRowMan(l) }

// NewFrameSteps returns the steps for a slice. The source has what exits lead to; who does not call [FrameSteps.Open] needs none.
func NewFrameSteps(l *slice.Layout, number slice.Number, metric *value.Metric, source Source) *FrameSteps {
	s := &FrameSteps{layout: l, metric: metric, number: number, told: map[slice.FrameNo]*frameRows{}}
	s.rows.begin(l, number)
	s.all = slices.Repeat([]board.Bitboard{^board.Bitboard(0)}, s.rows.count)
	s.notWon = make([]board.Bitboard, 1<<s.rows.upper)
	s.own = s.newRows()
	if source != nil {
		s.pass = NewPass(l, metric, source)
		s.pass.Begin(number)
	}
	return s
}

func (s *FrameSteps) newRows() frameRows {
	return frameRows{make([]board.Bitboard, rowWords<<s.rows.upper), make([]board.Bitboard, 1<<s.rows.upper)}
}

// Words returns the number of words of a frame's bits.
func (s *FrameSteps) Words() int { return rowWords << s.rows.upper }

// Before returns the ply whose decisions are taken back for another one, and a number below 0 if there are none.
func (s *FrameSteps) Before(ply int) int { return decidedBefore(ply, s.metric) }

// IsWin reports whether what is decided at a ply is won, and not lost.
func IsWin(ply int) bool { return isWin(ply) }

// Open finds what is known of a frame before anything is decided.
func (s *FrameSteps) Open(frame slice.FrameNo) (*Opening, error) {
	s.opening = &Opening{}
	s.exits.err = nil
	for c := range s.opening.Won {
		s.opening.Won[c], s.opening.Held[c] = make([]board.Bitboard, s.Words()), make([]board.Bitboard, s.Words())
		s.due[c] = map[int]*frameWriter{}
		s.checks[c].clear()
	}
	first, end := s.rows.ofFrame(frame)
	for number := first; number < end; number++ {
		if err := s.pass.AddRow(number, frameOpener{s}); err != nil {
			return nil, err
		}
	}
	for c := range s.due {
		s.opening.Due[c] = map[int][]byte{}
		for ply, rows := range s.due[c] {
			s.opening.Due[c][ply] = rows.take()
		}
		s.opening.Checked[c] = s.checks[c].take()
	}
	return s.opening, s.exits.err
}

// frameOpener is the [Receiver] of what is known of a frame.
type frameOpener struct{ *FrameSteps }

func (o frameOpener) AddImpossible(word slice.WordNo) {
	at := int(word) & (o.Words() - 1)
	for c := range o.opening.Won {
		o.opening.Won[c][at], o.opening.Held[c][at] = ^board.Bitboard(0), ^board.Bitboard(0)
	}
}

func (o frameOpener) AddWord(c board.Color, word slice.WordNo, known Known) {
	at, row, w := int(word)&(o.Words()-1), rowNo(word>>6), board.Square(word&63)
	o.opening.Won[c][at], o.opening.Held[c][at] = known.Illegal, known.Illegal|known.Exits
	if checks := known.Checked &^ known.Illegal; checks != 0 {
		o.checks[c].addWord(row, w, checks)
	}
	o.exits.begin(known)
	for v, lanes := o.exits.next(); lanes != 0; v, lanes = o.exits.next() {
		if v == value.Draw {
			continue
		}
		due := o.due[c][v.Round()]
		if due == nil {
			due = new(frameWriter)
			o.due[c][v.Round()] = due
		}
		due.addWord(row, w, lanes)
	}
}

// Expand takes back, by moves of a side, what the other one was decided to win or lose in some rows, and tells frames what that is.
func (s *FrameSteps) Expand(c board.Color, decided []byte, tell func(to slice.FrameNo, rows []byte)) error {
	s.takeback.begin(&s.rows, c, candidates{wordSet: wordSet{active: make([]bool, s.rows.frames.Len())}, open: s.all}, s)
	for rows := s.read(decided); rows.number >= 0; rows.next() {
		if int(rows.number) >= s.rows.count {
			return errRows
		}
		s.takeback.takeBack(rows.number, rows.words, rows.lanes)
	}
	for frame, rows := range s.told {
		if packed := s.pack(frame, rows); len(packed) > 0 {
			tell(frame, packed)
		}
		s.spare = append(s.spare, rows)
	}
	clear(s.told)
	return nil
}

// errRows says that rows are none of the slice.
var errRows = fmt.Errorf("%w: these rows are of another slice", scratch.ErrDamaged)

// read reads packed rows.
func (s *FrameSteps) read(packed []byte) *frameReader {
	s.reader.pieces, s.reader.rest = nil, packed
	s.reader.next()
	return &s.reader
}

// tellRow returns a row that is told something.
func (s *FrameSteps) tellRow(number rowNo) (lanes *[rowWords]board.Bitboard, words *board.Bitboard) {
	frame := s.rows.frameOf(number)
	to := s.told[frame]
	if to == nil {
		if to = takeLast(&s.spare); to == nil {
			rows := s.newRows()
			to = &rows
		}
		s.told[frame] = to
	}
	at := int(number) & (len(to.rows) - 1)
	return rowOf(to.words, at<<6), &to.rows[at]
}

func takeLast[T any](list *[]*T) (last *T) {
	if n := len(*list) - 1; n >= 0 {
		last, *list = (*list)[n], (*list)[:n]
	}
	return last
}

// add implements adder.
func (s *FrameSteps) add(number rowNo, _ bitsRow, words board.Bitboard, lanes *[rowWords]board.Bitboard, free board.Bitboard) {
	to, in := s.tellRow(number)
	*in |= words
	addLanes(to, lanes, words, free)
}

// rowMan implements adder.
func (s *FrameSteps) rowMan() {
	if s.takeback.hasRowMan() {
		to, in := s.tellRow(s.takeback.row.number)
		*in |= s.takeback.rowManTo(to)
	}
}

// innerMan implements adder.
func (s *FrameSteps) innerMan() {
	if s.takeback.hasInnerMan() {
		to, in := s.tellRow(s.takeback.row.number)
		*in |= s.takeback.innerManTo(to)
	}
}

// pack packs the rows of a frame, and leaves none.
func (s *FrameSteps) pack(frame slice.FrameNo, of *frameRows) []byte {
	first, _ := s.rows.ofFrame(frame)
	for at, words := range of.rows {
		if words == 0 {
			continue
		}
		row := rowOf(of.words, at<<6)
		for ; words != 0; words = words.Rest() {
			w := words.First() & 63
			if row[w] != 0 {
				s.writer.addWord(first+rowNo(at), w, row[w])
				row[w] = 0
			}
		}
		of.rows[at] = 0
	}
	return s.writer.take()
}

// unite adds rows to those at hand of a frame, and calls each for those.
func (s *FrameSteps) unite(frame slice.FrameNo, told [][]byte, each func(rows *frameReader, at int)) error {
	first, end := s.rows.ofFrame(frame)
	for _, packed := range told {
		for rows := s.read(packed); rows.number >= 0; rows.next() {
			if rows.number < first || rows.number >= end {
				return errRows
			}
			at := int(rows.number - first)
			s.own.rows[at] |= rows.words
			addListed(rowOf(s.own.words, at<<6), rows.words, rows.lanes)
			if each != nil {
				each(rows, at)
			}
		}
	}
	return nil
}

// eachOwn turns the decision to each of the rows at hand, without what is closed, and leaves none.
func (s *FrameSteps) eachOwn(frame slice.FrameNo, closed []board.Bitboard, do func(number rowNo, at int)) {
	first, _ := s.rows.ofFrame(frame)
	d := &s.decision
	for at, words := range s.own.rows {
		if words == 0 {
			continue
		}
		s.own.rows[at] = 0
		row, in := rowOf(closed, at<<6), rowOf(s.own.words, at<<6)
		var full board.Bitboard
		d.gather(words, in, row, row, &full)
		for ; words != 0; words = words.Rest() {
			in[words.First()&63] = 0
		}
		if d.words != 0 {
			do(first+rowNo(at), at)
		}
	}
}

// settle closes what is left of a row, and lists it.
func (s *FrameSteps) settle(number rowNo, closed *[rowWords]board.Bitboard) (lanes int) {
	d := &s.decision
	_, lanes = settleLanes(closed, &d.lanes, s.writer.addRow(number, d.words), d.words)
	return lanes
}

// Win decides what a side wins in a frame at a ply, given the rows that it was told, those that exits decide among them, and what it has
// won so far, to which the new ones are added. It returns these, and their number.
func (s *FrameSteps) Win(c board.Color, frame slice.FrameNo, told [][]byte, won []board.Bitboard) (decided []byte, n int, err error) {
	if err := s.unite(frame, told, nil); err != nil {
		return nil, 0, err
	}
	s.decision.begin(&s.rows, c, wonRows{})
	s.eachOwn(frame, won, func(number rowNo, at int) { n += s.settle(number, rowOf(won, at<<6)) })
	return s.writer.take(), n, nil
}

// Try finds what a side may lose in a frame at a ply, given the rows that it was told; those that exits decide, which hold no longer;
// what is held; and what the other side has won in the frame. It returns the rows from which all moves lead there, but for those of the
// king, and the frames where these lead. Who says so is asked, by these rows.
func (s *FrameSteps) Try(c board.Color, frame slice.FrameNo, told [][]byte, due []byte, held, lost []board.Bitboard) (candidates []byte, ask []slice.FrameNo, err error) {
	if err := s.unite(frame, told, nil); err != nil {
		return nil, nil, err
	}
	if err := s.unite(frame, [][]byte{due}, func(rows *frameReader, at int) {
		dropListed(rowOf(held, at<<6), rows.words, rows.lanes)
	}); err != nil {
		return nil, nil, err
	}
	for at := range s.notWon {
		s.notWon[at] = 0
		for w, lanes := range rowOf(lost, at<<6) {
			if ^lanes != 0 {
				s.notWon[at] |= board.Square(w).Bit()
			}
		}
	}
	d := &s.decision
	d.begin(&s.rows, c, wonRows{words: lost, open: s.notWon})
	s.eachOwn(frame, held, func(number rowNo, at int) {
		d.place(number)
		if s.tryWithin(at); d.words != 0 {
			d.list(s.writer.addRow(number, d.words))
		}
	})
	if candidates = s.writer.take(); len(candidates) == 0 {
		return nil, nil, nil
	}
	for _, move := range s.rows.frames.At(frame).Moves[c] {
		ask = append(ask, move.Frame)
	}
	slices.Sort(ask)
	return candidates, slices.Compact(ask), nil
}

// tryWithin keeps of the row at hand, which is at this place of the frame, what no move within the frame saves.
func (s *FrameSteps) tryWithin(at int) {
	d := &s.decision
	d.at = bitsRow(at)
	d.innerMan()
	d.rowMan()
	d.upperMen()
}

// Answer says which rows of a frame that asks a king's move into another frame saves, given what the other side has won there.
func (s *FrameSteps) Answer(c board.Color, candidates []byte, frame slice.FrameNo, lost []board.Bitboard) (saved []byte, err error) {
	d := &s.decision
	d.begin(&s.rows, c, wonRows{})
	first, _ := s.rows.ofFrame(frame)
	for rows := s.read(candidates); rows.number >= 0; rows.next() {
		if int(rows.number) >= s.rows.count {
			return nil, errRows
		}
		s.rows.unpack(rows.number, &d.row)
		clear(s.saved[:])
		n := 0
		for words := rows.words; words != 0; words = words.Rest() {
			d.lanes[words.First()&63] = rows.lanes[n]
			n++
		}
		var found board.Bitboard
		moves := d.row.frame.Moves[c]
		for i := range moves {
			if move := &moves[i]; move.Frame == frame && !d.row.fixed.Has(move.To) {
				found |= s.answerMove(move, rows.words, first, lost)
			}
		}
		for ; found != 0; found = found.Rest() {
			w := found.First() & 63
			s.writer.addWord(rows.number, w, s.saved[w])
		}
	}
	return s.writer.take(), nil
}

// answerMove adds the lanes that a move of the king saves, and returns their words.
func (s *FrameSteps) answerMove(move *slice.KingMove, words board.Bitboard, first rowNo, lost []board.Bitboard) (found board.Bitboard) {
	d := &s.decision
	number, symmetry := s.rows.kingMoved(&d.row, move, move.Symmetry)
	won := rowOf(lost, int(number-first)<<6)
	words = s.rows.without(words, move.To.Bit())
	if move.Symmetry != board.Identity {
		imageLanes(&d.image, won, words, symmetry.Squares(), move.Symmetry.Inverse())
		won = &d.image
	}
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		if saved := d.lanes[w] &^ (won[w] | move.To.Bit()); saved != 0 {
			s.saved[w] |= saved
			found |= w.Bit()
		}
	}
	return found
}

// Lose decides what a side loses in a frame, given the rows that [FrameSteps.Try] has returned and all answers. What is lost is held from
// then on. It returns the rows, and the number of positions.
func (s *FrameSteps) Lose(c board.Color, frame slice.FrameNo, candidates []byte, saved [][]byte, held []board.Bitboard) (decided []byte, n int, err error) {
	if err := s.unite(frame, saved, nil); err != nil {
		return nil, 0, err
	}
	first, end := s.rows.ofFrame(frame)
	d := &s.decision
	d.begin(&s.rows, c, wonRows{})
	for rows := s.read(candidates); rows.number >= 0; rows.next() {
		if rows.number < first || rows.number >= end {
			return nil, 0, errRows
		}
		at := int(rows.number - first)
		in := rowOf(s.own.words, at<<6)
		d.words = 0
		i := 0
		for words := rows.words; words != 0; words = words.Rest() {
			w := words.First() & 63
			if d.lanes[w] = rows.lanes[i] &^ in[w]; d.lanes[w] != 0 {
				d.words |= w.Bit()
			}
			in[w] = 0
			i++
		}
		s.own.rows[at] = 0
		if d.words != 0 {
			n += s.settle(rows.number, rowOf(held, at<<6))
		}
	}
	return s.writer.take(), n, nil
}

// Put writes the value of positions that were decided at a ply into the bytes of some frames with their side to move, from one on.
func (s *FrameSteps) Put(ply int, decided []byte, first slice.FrameNo, into []value.Byte) error {
	if ply > value.MaxByteRound {
		return &tooLongError{value.MaxByteRound}
	}
	v, start := value.Decided(ply).Byte(), int(s.layout.FirstEntry(first))
	for rows := s.read(decided); rows.number >= 0; rows.next() {
		at := int(rows.number)<<12 - start
		if at < 0 || at+1<<12 > len(into) {
			return errRows
		}
		n := 0
		for words := rows.words; words != 0; words = words.Rest() {
			word := (*[64]value.Byte)(into[at+int(words.First())<<6:])
			for lanes := rows.lanes[n]; lanes != 0; lanes = lanes.Rest() {
				word[lanes.First()&63] = v
			}
			n++
		}
	}
	return nil
}
