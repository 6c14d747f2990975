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

// Steps solve a slice with one frame of it in memory at a time, as a build on many machines does. Each step is a
// function of its arguments, and returns rows for other frames. The caller stores and sends them.
//
// For each side to move, a frame has two sets of bits: the won positions, and the held ones, which exits keep from
// being lost. All other data is rows, packed as in lists:
//
//  1. [Steps.Open] finds both sets, and by ply the rows that exits decide.
//  2. [Steps.Expand] retracts moves from the positions of a frame that were decided at a ply. It emits rows for that
//     frame and the frames around it.
//  3. [Steps.Win] joins the rows that a frame received for a ply with wins, and decides the wins.
//  4. [Steps.Try] joins the rows for a ply with losses, and keeps the candidates that no move within the frame saves.
//     It returns the frames that king moves lead to. [Steps.Answer] finds the candidates that such moves save, and
//     [Steps.Lose] decides the others.
//
// Only one goroutine may use Steps. After R. J. Lipton and K. W. Regan, "Sorting Out Chess Endgames" (2010).
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

// An Opening is the state of a frame before the first ply, by side to move. Rows are packed as those of [Steps.Expand].
type Opening struct {
	Won     [2][]board.Bitboard // the illegal ones
	Held    [2][]board.Bitboard // these, and those with an exit
	Checked [2][]byte           // rows in check: candidates at ply 0
	Due     [2]map[int][]byte   // rows by the ply in which exits decide
}

// Applies reports whether slices of a layout can be solved frame by frame. Other slices are small, and are solved
// whole.
func Applies(l *slice.Layout) bool { return kernel.HasRowMan(l) }

// New returns the steps for a slice. The source has the values after exits. Without calls of [Steps.Open] it may be
// nil.
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

// Before returns the ply whose decisions [Steps.Expand] expands for the given ply, or a negative number without one.
func (s *Steps) Before(ply int) int { return kernel.DecidedBefore(ply, s.metric) }

// IsWin reports whether positions that are decided at a ply are won, not lost.
func IsWin(ply int) bool { return kernel.IsWin(ply) }

// Open returns the state of a frame before the first ply.
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

// frameOpener is the [exits.Receiver] that fills an [Opening].
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

// Expand retracts moves of a side from rows that were decided for the other side. It emits the positions before these
// moves as rows, frame by frame.
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

// errRows reports rows outside the slice or the frame.
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

// frameAdder is the [kernel.Adder] that also adds to rows of other frames.
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

// pack packs the rows of a frame, and clears them.
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

// unite adds packed rows to s.own, the rows of a frame, and calls each for them.
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

// eachOwn passes each row of s.own to the decision, without the closed positions, and clears it.
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

// settle closes the decided positions of a row, and lists them.
func (s *Steps) settle(number kernel.RowNo, closed *[kernel.RowWords]board.Bitboard) (lanes int) {
	d := &s.decision
	_, lanes = kernel.SettleLanes(closed, &d.Lanes, s.writer.AddRow(number, d.Words), d.Words)
	return lanes
}

// Win decides the wins of a side in a frame at a ply. The given rows include those that exits decide. Win adds the new
// wins to the positions won so far. It returns them as rows, with the number of positions.
func (s *Steps) Win(
	c board.Color, frame slice.FrameNo, given [][]byte, won []board.Bitboard,
) (decided []byte, n int, err error) {
	if err := s.unite(frame, given, nil); err != nil {
		return nil, 0, err
	}
	s.decision.Begin(&s.rows, c, kernel.WonRows{})
	s.eachOwn(frame, won, func(number kernel.RowNo, at int) { n += s.settle(number, kernel.RowOf(won, at<<6)) })
	return s.writer.Take(), n, nil
}

// Put writes the value of the positions decided at a ply into the bytes of consecutive frames, the first of which is
// given. The bytes are those with the side to move of the positions.
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
