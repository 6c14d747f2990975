package framewise

import (
	"fmt"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/solve/spill"
	"github.com/matewright/matewright/core/value"
)

// Steps are the steps of solving a slice for whoever has one frame of it at hand at a time, as where many machines do
// that: each is a function of what it is given, and says what other frames have to be told. They know neither where
// that is kept nor how it gets there.
//
// Of a side, a frame has two sets of bits: what it has won, and what exits hold from being lost. All else are rows,
// packed as in lists:
//
//  1. [Steps.Open] finds both sets, and which rows are decided by exits, and when.
//  2. [Steps.Expand] takes back what was decided at a ply in a frame. It tells that and the frames around it.
//  3. [Steps.Win] unites what a frame was told for a ply at which wins are decided, and decides them.
//  4. For losses [Steps.Try] unites it, and keeps what no move within the frame saves. For the moves of the king it asks the frames
//     around it, [Steps.Answer] answers, and [Steps.Lose] decides what no answer saves.
//
// It is used by one goroutine. After R. J. Lipton and K. W. Regan, "Sorting Out Chess Endgames" (2010).
type Steps struct {
	layout *slice.Layout
	metric *value.Metric
	number slice.Number
	rows   kernel.Rows
	all    []board.Bitboard // by row: all words

	pass       *exits.Pass // over exits
	opening    *Opening
	due        [2]map[int]*spill.FrameWriter // by ply
	checks     [2]spill.FrameWriter
	exits      exits.ExitRanks
	retraction kernel.Retraction
	decision   kernel.Decision
	found      map[slice.FrameNo]*frameRows
	spare      []*frameRows
	own        frameRows
	notWon     []board.Bitboard // by row of a frame: the words that the other side has not won
	saved      [kernel.RowWords]board.Bitboard
	writer     spill.FrameWriter
	reader     spill.FrameReader
}

// frameRows is a set of positions of a frame.
type frameRows struct {
	words []board.Bitboard
	rows  []board.Bitboard // by row: the words that are not empty, and perhaps others
}

// An Opening is what is known of a frame before anything is decided, by side to move. Rows are as [Steps.Expand] tells
// them.
type Opening struct {
	Won     [2][]board.Bitboard // the illegal ones
	Held    [2][]board.Bitboard // these, and those with an exit
	Checked [2][]byte           // rows in check: candidates at ply 0
	Due     [2]map[int][]byte   // rows by the ply in which exits decide
}

// Applies reports whether slices of a layout can be solved frame by frame. Others are so small that who has one solves
// it whole.
func Applies(l *slice.Layout) bool { return kernel.HasRowMan(l) }

// New returns the steps for a slice. The source has what exits lead to; who does not call [Steps.Open] needs none.
func New(l *slice.Layout, number slice.Number, metric *value.Metric, source exits.Source) *Steps {
	s := &Steps{layout: l, metric: metric, number: number, found: map[slice.FrameNo]*frameRows{}}
	s.rows.Begin(l, number)
	s.all = slices.Repeat([]board.Bitboard{^board.Bitboard(0)}, s.rows.Count)
	s.notWon = make([]board.Bitboard, 1<<s.rows.Upper)
	s.own = s.newRows()
	if source != nil {
		s.pass = exits.NewPass(l, metric, source)
		s.pass.Begin(number)
	}
	return s
}

func (s *Steps) newRows() frameRows {
	return frameRows{make([]board.Bitboard, kernel.RowWords<<s.rows.Upper), make([]board.Bitboard, 1<<s.rows.Upper)}
}

// Words returns the number of words of a frame's bits.
func (s *Steps) Words() int { return kernel.RowWords << s.rows.Upper }

// Before returns the ply whose decisions are taken back for another one, and a number below 0 if there are none.
func (s *Steps) Before(ply int) int { return kernel.DecidedBefore(ply, s.metric) }

// IsWin reports whether what is decided at a ply is won, and not lost.
func IsWin(ply int) bool { return kernel.IsWin(ply) }

// Open finds what is known of a frame before anything is decided.
func (s *Steps) Open(frame slice.FrameNo) (*Opening, error) {
	s.opening = &Opening{}
	s.exits.Err = nil
	for c := range s.opening.Won {
		s.opening.Won[c], s.opening.Held[c] = make([]board.Bitboard, s.Words()), make([]board.Bitboard, s.Words())
		s.due[c] = map[int]*spill.FrameWriter{}
		s.checks[c].Clear()
	}
	first, end := s.rows.OfFrame(frame)
	for number := first; number < end; number++ {
		if err := s.pass.AddRow(number, frameOpener{s}); err != nil {
			return nil, err
		}
	}
	for c := range s.due {
		s.opening.Due[c] = map[int][]byte{}
		for ply, rows := range s.due[c] {
			s.opening.Due[c][ply] = rows.Take()
		}
		s.opening.Checked[c] = s.checks[c].Take()
	}
	return s.opening, s.exits.Err
}

// frameOpener is the [exits.Receiver] of what is known of a frame.
type frameOpener struct{ *Steps }

// AddImpossible implements [exits.Receiver].
func (o frameOpener) AddImpossible(word slice.WordNo) {
	at := int(word) & (o.Words() - 1)
	for c := range o.opening.Won {
		o.opening.Won[c][at], o.opening.Held[c][at] = ^board.Bitboard(0), ^board.Bitboard(0)
	}
}

// AddWord implements [exits.Receiver].
func (o frameOpener) AddWord(c board.Color, word slice.WordNo, known exits.Known) {
	at, row, w := int(word)&(o.Words()-1), kernel.RowNo(word>>6), board.Square(word&63)
	o.opening.Won[c][at], o.opening.Held[c][at] = known.Illegal, known.Illegal|known.Exits
	if checks := known.Checked &^ known.Illegal; checks != 0 {
		o.checks[c].AddWord(row, w, checks)
	}
	o.exits.Begin(known)
	for v, lanes := o.exits.Next(); lanes != 0; v, lanes = o.exits.Next() {
		if v == value.Draw {
			continue
		}
		due := o.due[c][v.Round()]
		if due == nil {
			due = new(spill.FrameWriter)
			o.due[c][v.Round()] = due
		}
		due.AddWord(row, w, lanes)
	}
}

// Expand takes back, by moves of a side, what the other one was decided to win or lose in some rows, and tells frames
// what that is.
func (s *Steps) Expand(c board.Color, decided []byte, emit func(to slice.FrameNo, rows []byte)) error {
	s.retraction.Begin(
		&s.rows,
		c,
		kernel.Candidates{WordSet: kernel.WordSet{Active: make([]bool, s.rows.Frames.Len())}, Open: s.all},
		frameAdder{s},
	)
	for rows := s.read(decided); rows.Number >= 0; rows.Next() {
		if int(rows.Number) >= s.rows.Count {
			return errRows
		}
		s.retraction.Retract(rows.Number, rows.Words, rows.Lanes)
	}
	for frame, rows := range s.found {
		if packed := s.pack(frame, rows); len(packed) > 0 {
			emit(frame, packed)
		}
		s.spare = append(s.spare, rows)
	}
	clear(s.found)
	return nil
}

// errRows says that rows are none of the slice.
var errRows = fmt.Errorf("%w: these rows are of another slice", scratch.ErrDamaged)

// read reads packed rows.
func (s *Steps) read(packed []byte) *spill.FrameReader {
	s.reader.Pieces, s.reader.Rest = nil, packed
	s.reader.Next()
	return &s.reader
}

// rowFor returns a row to which moves are retracted.
func (s *Steps) rowFor(number kernel.RowNo) (lanes *[kernel.RowWords]board.Bitboard, words *board.Bitboard) {
	frame := s.rows.FrameOf(number)
	to := s.found[frame]
	if to == nil {
		if to = takeLast(&s.spare); to == nil {
			rows := s.newRows()
			to = &rows
		}
		s.found[frame] = to
	}
	at := int(number) & (len(to.rows) - 1)
	return kernel.RowOf(to.words, at<<6), &to.rows[at]
}

func takeLast[T any](list *[]*T) (last *T) {
	if n := len(*list) - 1; n >= 0 {
		last, *list = (*list)[n], (*list)[:n]
	}
	return last
}

// frameAdder is the [kernel.Adder] that retracts moves to other frames, too.
type frameAdder struct{ *Steps }

// Add implements adder.
func (s frameAdder) Add(
	number kernel.RowNo,
	_ kernel.BitsRow,
	words board.Bitboard,
	lanes *[kernel.RowWords]board.Bitboard,
	free board.Bitboard,
) {
	to, in := s.rowFor(number)
	*in |= words
	kernel.AddLanes(to, lanes, words, free)
}

// RowMan implements adder.
func (s frameAdder) RowMan() {
	if s.retraction.HasRowMan() {
		to, in := s.rowFor(s.retraction.Row.Number)
		*in |= s.retraction.RowManTo(to)
	}
}

// InnerMan implements adder.
func (s frameAdder) InnerMan() {
	if s.retraction.HasInnerMan() {
		to, in := s.rowFor(s.retraction.Row.Number)
		*in |= s.retraction.InnerManTo(to)
	}
}

// pack packs the rows of a frame, and leaves none.
func (s *Steps) pack(frame slice.FrameNo, of *frameRows) []byte {
	first, _ := s.rows.OfFrame(frame)
	for at, words := range of.rows {
		if words == 0 {
			continue
		}
		row := kernel.RowOf(of.words, at<<6)
		for ; words != 0; words = words.Rest() {
			w := words.First() & 63
			if row[w] != 0 {
				s.writer.AddWord(first+kernel.RowNo(at), w, row[w])
				row[w] = 0
			}
		}
		of.rows[at] = 0
	}
	return s.writer.Take()
}

// unite adds rows to those at hand of a frame, and calls each for those.
func (s *Steps) unite(frame slice.FrameNo, given [][]byte, each func(rows *spill.FrameReader, at int)) error {
	first, end := s.rows.OfFrame(frame)
	for _, packed := range given {
		for rows := s.read(packed); rows.Number >= 0; rows.Next() {
			if rows.Number < first || rows.Number >= end {
				return errRows
			}
			at := int(rows.Number - first)
			s.own.rows[at] |= rows.Words
			kernel.AddListed(kernel.RowOf(s.own.words, at<<6), rows.Words, rows.Lanes)
			if each != nil {
				each(rows, at)
			}
		}
	}
	return nil
}

// eachOwn turns the decision to each of the rows at hand, without what is closed, and leaves none.
func (s *Steps) eachOwn(frame slice.FrameNo, closed []board.Bitboard, do func(number kernel.RowNo, at int)) {
	first, _ := s.rows.OfFrame(frame)
	d := &s.decision
	for at, words := range s.own.rows {
		if words == 0 {
			continue
		}
		s.own.rows[at] = 0
		row, in := kernel.RowOf(closed, at<<6), kernel.RowOf(s.own.words, at<<6)
		var full board.Bitboard
		d.Gather(words, in, row, row, &full)
		for ; words != 0; words = words.Rest() {
			in[words.First()&63] = 0
		}
		if d.Words != 0 {
			do(first+kernel.RowNo(at), at)
		}
	}
}

// settle closes what is left of a row, and lists it.
func (s *Steps) settle(number kernel.RowNo, closed *[kernel.RowWords]board.Bitboard) (lanes int) {
	d := &s.decision
	_, lanes = kernel.SettleLanes(closed, &d.Lanes, s.writer.AddRow(number, d.Words), d.Words)
	return lanes
}

// Win decides what a side wins in a frame at a ply, given the rows that it was told, those that exits decide among
// them, and what it has won so far, to which the new ones are added. It returns these, and their number.
func (s *Steps) Win(
	c board.Color,
	frame slice.FrameNo,
	given [][]byte,
	won []board.Bitboard,
) (decided []byte, n int, err error) {
	if err := s.unite(frame, given, nil); err != nil {
		return nil, 0, err
	}
	s.decision.Begin(&s.rows, c, kernel.WonRows{})
	s.eachOwn(frame, won, func(number kernel.RowNo, at int) { n += s.settle(number, kernel.RowOf(won, at<<6)) })
	return s.writer.Take(), n, nil
}

// Try finds what a side may lose in a frame at a ply, given the rows that it was told; those that exits decide, which
// hold no longer; what is held; and what the other side has won in the frame. It returns the rows from which all moves
// lead there, but for those of the king, and the frames where these lead. Who says so is asked, by these rows.
func (s *Steps) Try(
	c board.Color,
	frame slice.FrameNo,
	given [][]byte,
	due []byte,
	held, lost []board.Bitboard,
) (candidates []byte, ask []slice.FrameNo, err error) {
	if err := s.unite(frame, given, nil); err != nil {
		return nil, nil, err
	}
	if err := s.unite(frame, [][]byte{due}, func(rows *spill.FrameReader, at int) {
		kernel.DropListed(kernel.RowOf(held, at<<6), rows.Words, rows.Lanes)
	}); err != nil {
		return nil, nil, err
	}
	for at := range s.notWon {
		s.notWon[at] = 0
		for w, lanes := range kernel.RowOf(lost, at<<6) {
			if ^lanes != 0 {
				s.notWon[at] |= board.Square(w).Bit()
			}
		}
	}
	d := &s.decision
	d.Begin(&s.rows, c, kernel.WonRows{Words: lost, Open: s.notWon})
	s.eachOwn(frame, held, func(number kernel.RowNo, at int) {
		d.Place(number)
		if s.tryWithin(at); d.Words != 0 {
			d.List(s.writer.AddRow(number, d.Words))
		}
	})
	if candidates = s.writer.Take(); len(candidates) == 0 {
		return nil, nil, nil
	}
	for _, move := range s.rows.Frames.At(frame).Moves[c] {
		ask = append(ask, move.Frame)
	}
	slices.Sort(ask)
	return candidates, slices.Compact(ask), nil
}

// tryWithin keeps of the row at hand, which is at this place of the frame, what no move within the frame saves.
func (s *Steps) tryWithin(at int) {
	d := &s.decision
	d.At = kernel.BitsRow(at)
	d.InnerMan()
	d.RowMan()
	d.UpperMen()
}

// Answer says which rows of a frame that asks a king's move into another frame saves, given what the other side has won
// there.
func (s *Steps) Answer(
	c board.Color,
	candidates []byte,
	frame slice.FrameNo,
	lost []board.Bitboard,
) (saved []byte, err error) {
	d := &s.decision
	d.Begin(&s.rows, c, kernel.WonRows{})
	first, _ := s.rows.OfFrame(frame)
	for rows := s.read(candidates); rows.Number >= 0; rows.Next() {
		if int(rows.Number) >= s.rows.Count {
			return nil, errRows
		}
		s.rows.Unpack(rows.Number, &d.Row)
		clear(s.saved[:])
		n := 0
		for words := rows.Words; words != 0; words = words.Rest() {
			d.Lanes[words.First()&63] = rows.Lanes[n]
			n++
		}
		var found board.Bitboard
		moves := d.Row.Frame.Moves[c]
		for i := range moves {
			if move := &moves[i]; move.Frame == frame && !d.Row.Fixed.Has(move.To) {
				found |= s.answerMove(move, rows.Words, first, lost)
			}
		}
		for ; found != 0; found = found.Rest() {
			w := found.First() & 63
			s.writer.AddWord(rows.Number, w, s.saved[w])
		}
	}
	return s.writer.Take(), nil
}

// answerMove adds the lanes that a move of the king saves, and returns their words.
func (s *Steps) answerMove(
	move *slice.KingMove,
	words board.Bitboard,
	first kernel.RowNo,
	lost []board.Bitboard,
) (found board.Bitboard) {
	d := &s.decision
	number, symmetry := s.rows.KingMoved(&d.Row, move, move.Symmetry)
	won := kernel.RowOf(lost, int(number-first)<<6)
	words = s.rows.Without(words, move.To.Bit())
	if move.Symmetry != board.Identity {
		kernel.ImageLanes(&d.Image, won, words, symmetry.Squares(), move.Symmetry.Inverse())
		won = &d.Image
	}
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		if saved := d.Lanes[w] &^ (won[w] | move.To.Bit()); saved != 0 {
			s.saved[w] |= saved
			found |= w.Bit()
		}
	}
	return found
}

// Lose decides what a side loses in a frame, given the rows that [Steps.Try] has returned and all answers. What is lost
// is held from then on. It returns the rows, and the number of positions.
func (s *Steps) Lose(
	c board.Color,
	frame slice.FrameNo,
	candidates []byte,
	saved [][]byte,
	held []board.Bitboard,
) (decided []byte, n int, err error) {
	if err := s.unite(frame, saved, nil); err != nil {
		return nil, 0, err
	}
	first, end := s.rows.OfFrame(frame)
	d := &s.decision
	d.Begin(&s.rows, c, kernel.WonRows{})
	for rows := s.read(candidates); rows.Number >= 0; rows.Next() {
		if rows.Number < first || rows.Number >= end {
			return nil, 0, errRows
		}
		at := int(rows.Number - first)
		in := kernel.RowOf(s.own.words, at<<6)
		d.Words = 0
		i := 0
		for words := rows.Words; words != 0; words = words.Rest() {
			w := words.First() & 63
			if d.Lanes[w] = rows.Lanes[i] &^ in[w]; d.Lanes[w] != 0 {
				d.Words |= w.Bit()
			}
			in[w] = 0
			i++
		}
		s.own.rows[at] = 0
		if d.Words != 0 {
			n += s.settle(rows.Number, kernel.RowOf(held, at<<6))
		}
	}
	return s.writer.Take(), n, nil
}

// Put writes the value of positions that were decided at a ply into the bytes of some frames with their side to move,
// from one on.
func (s *Steps) Put(ply int, decided []byte, first slice.FrameNo, into []value.Byte) error {
	if ply > value.MaxByteRound {
		return &kernel.TooLongError{Most: value.MaxByteRound}
	}
	v, start := value.Decided(ply).Byte(), int(s.layout.FirstEntry(first))
	for rows := s.read(decided); rows.Number >= 0; rows.Next() {
		at := int(rows.Number)<<12 - start
		if at < 0 || at+1<<12 > len(into) {
			return errRows
		}
		n := 0
		for words := rows.Words; words != 0; words = words.Rest() {
			word := (*[64]value.Byte)(into[at+int(words.First())<<6:])
			for lanes := rows.Lanes[n]; lanes != 0; lanes = lanes.Rest() {
				word[lanes.First()&63] = v
			}
			n++
		}
	}
	return nil
}
