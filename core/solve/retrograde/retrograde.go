package retrograde

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// retrograde is the second pass: it decides positions ply by ply, 64 at a time. A ply here is a round of [value.Value]:
// metrics other than DTM have two for each ply of the game.
//
// retrograde is the [solve.Worker] of methods that keep bits in memory (state.go). These differ in the proof that a
// position is lost (proof), and in the storage of values (record).
//
// The worker holds two bits a position and side (state.go), won and next. Each word in the frontier takes 8 bytes, and
// so does each word and ply with exits that decide at that ply. Each of their rows takes 16 bytes. The proof and the
// record hold more.
//
// Each ply makes three passes over the rows that are not empty, frame by frame.
//
//  1. release: exits that decide at this ply become candidates. This pass reads the list of the words due at this ply.
//  2. decide: at an odd ply every candidate that is not won yet is won. At an even ply the proof finds the lost
//     candidates. This pass reads next in order, and the input of the proof, in the same row and after king moves. It
//     writes values; those of a word fill a cache line.
//  3. retract: the positions before the other side's moves to the positions just decided become candidates for the next
//     ply. This pass reads the frontier in order. It writes next row by row, in the same row and before king moves. It
//     takes one word operation for each move of an outer man, and one fill for all moves of the inner man.
//
// After K. Thompson, Retrograde Analysis of Certain Endgames, 1986, with 64 positions at a time.
type retrograde struct {
	layout     *slice.Layout
	metric     *value.Metric
	rows       kernel.Rows
	held       bool // the proof has held bits
	sides      [2]sideState
	proof      proof
	record     record
	pool       blockPool
	spill      *blockFile // for lists beyond the limit, unless the record has its own
	decision   kernel.Decision
	retraction kernel.Retraction

	filling *solve.Filling  // see [solve.Solver.Fill]
	exits   exits.ExitRanks // of the added word
	decided int64           // positions
}

// A proof finds the lost positions. Such a position has no exit that saves it, and all its moves inside the slice lead
// to positions that the opponent has won. Once the words are added, calls are for a row, or less frequent.
type proof interface {
	// begin drops the last slice, and returns the record for a sink.
	begin(into solve.Sink) (record, error)

	// addExits adds the lanes of a word in which the best exit loses, and those in which it does not. It returns the
	// lanes that may be lost.
	addExits(c board.Color, word kernel.RowWord, losing, saving board.Bitboard) board.Bitboard

	// prepare is called when all words are added.
	prepare()

	// release is called when the best exits of some lanes lose, which is at this ply. The lanes are listed as in a
	// [rowList].
	release(c board.Color, number kernel.RowNo, words board.Bitboard, lanes []board.Bitboard)

	// gatherLost moves the lost candidates of a row to the decision.
	gatherLost(c board.Color, number kernel.RowNo, words board.Bitboard)

	// settleLost marks the decision's lanes of a row as lost. It lists them and returns their number.
	settleLost(c board.Color, number kernel.RowNo, into *[kernel.RowWords]board.Bitboard) (lanes int)

	// settleWon is called when the decision's lanes of a row are won.
	settleWon(c board.Color, number kernel.RowNo)

	// adder returns the [kernel.Adder] that makes candidates by retracting moves from the frontier of a ply.
	adder(c board.Color, ply int) kernel.Adder
}

// A record stores the values of positions as they are decided.
type record interface {
	// clear drops the last slice, and returns the file for lists beyond their limit. This is a file of its own, or the
	// given one, which may be nil.
	clear(given *blockFile) *blockFile

	// lastRound returns the last round that it can record.
	lastRound() int

	// settle gives the decision's lanes of a row their value.
	settle(c board.Color, number kernel.RowNo, v value.Value, d *kernel.Decision)

	// endPly receives the frontier after moves were retracted from it, with rows in the order of their numbers.
	endPly(c board.Color, ply int, frontier *rowList, pool *blockPool)

	// holds returns its memory: parts of its own, and bytes of lists.
	holds() (parts []solve.Part, lists int64)

	// finish is called after the last ply. It calls observe between the parts of its work.
	finish(rs *kernel.Rows, pool *blockPool, observe func() error) error
}

// Begin implements [solve.Worker]. Nothing is saved.
func (g *retrograde) Begin(number slice.Number, into solve.Sink, with solve.Resources) (saved int, err error) {
	g.rows.Begin(g.layout, number)
	g.rows.Widen()
	if g.record, err = g.proof.begin(into); err != nil {
		return 0, err
	}
	g.spill, g.filling = nil, with.Filling
	if with.Scratch != nil {
		g.spill = newBlockFile(with.Scratch)
	}
	g.pool.limit = int(with.Lists / blockBytes)
	g.pool.spill = g.record.clear(g.spill)
	g.decided, g.exits.Err = 0, nil
	for c := range g.sides {
		g.sides[c].begin(&g.rows, g.held, &g.pool)
	}
	for _, word := range g.rows.Extra() {
		g.close(word)
	}
	return 0, nil
}

// Resume implements [solve.Worker].
func (g *retrograde) Resume(func() error) (bool, error) { return false, nil }

// Holds implements [solve.Worker].
func (g *retrograde) Holds() []solve.Part {
	var bits int64
	for c := range g.sides {
		side := &g.sides[c]
		bits += kernel.BytesOfAll(side.won, side.held, side.next.Words, side.canWin, side.canLose, side.next.Rows)
	}
	parts, lists := g.record.holds()
	return append(
		parts,
		solve.Part{Name: solve.BitsPart, Bytes: bits},
		solve.Part{Name: solve.ListsPart, Bytes: lists + int64(g.pool.made)*blockBytes},
	)
}

// AddImpossible implements [solve.Worker].
func (g *retrograde) AddImpossible(layoutWord slice.WordNo) { g.close(g.rows.Number(layoutWord)) }

// close makes a word won for both sides, like illegal positions.
func (g *retrograde) close(word kernel.RowWord) {
	for c := range g.sides {
		g.sides[c].won[word] = ^board.Bitboard(0)
	}
}

// AddWord implements [solve.Worker]. Positions in check become candidates: they may be mates.
func (g *retrograde) AddWord(c board.Color, layoutWord slice.WordNo, known exits.Known) {
	s := &g.sides[c]
	word := g.rows.Number(layoutWord)
	row, bit := g.rows.View(word)
	s.won[word] = known.Illegal
	if ^known.Illegal != 0 {
		s.canWin[row] |= bit
	}
	if g.filling != nil {
		g.decision.Lanes[bit.First()&63] = ^known.Illegal
		g.rows.CountKings(&g.filling.Legal, row, bit, &g.decision.Lanes)
	}
	if mates := known.Checked &^ known.Illegal; mates != 0 {
		s.next.Words[word] = mates
		s.next.Rows[row] |= bit
		s.next.Active[g.rows.FrameOf(row)] = true
	}
	losing := g.addExits(s, row, bit.First(), known)
	if g.proof.addExits(c, word, losing, known.Exits&^(known.Illegal|losing)) != 0 {
		s.canLose[row] |= bit
	}
}

// addExits lists the exits of a word by the plies in which they decide, and returns the lanes in which the best exit
// loses.
func (g *retrograde) addExits(
	s *sideState, row kernel.RowNo, w board.Square, known exits.Known,
) (losing board.Bitboard) {
	g.exits.Begin(known)
	for v, lanes := g.exits.Next(); lanes != 0; v, lanes = g.exits.Next() {
		if v != value.Draw {
			s.due[v.Round()].addWord(row, w, lanes, &g.pool)
		}
		if v.Outcome() == value.Loss {
			losing |= lanes
		}
	}
	return losing
}

// Err implements [solve.Worker].
func (g *retrograde) Err() error { return g.pool.err() }

// Solve implements [solve.Worker].
func (g *retrograde) Solve(observe solve.Observer) error {
	if err := g.analyse(observe); err != nil {
		return err
	}
	if err := g.pool.err(); err != nil {
		return err
	}
	return g.record.finish(&g.rows, &g.pool, func() error {
		return observe(solve.Progress{Phase: solve.Solving, Done: g.decided})
	})
}

// analyse decides all wins and losses, ply by ply.
func (g *retrograde) analyse(observe solve.Observer) error {
	if g.exits.Err != nil {
		return g.exits.Err
	}
	g.proof.prepare()
	for ply := 0; ; ply++ {
		if err := observe(solve.Progress{Phase: solve.Solving, Ply: g.metric.Ply(ply), Done: g.decided}); err != nil {
			return err
		}
		if more, err := g.ply(ply); err != nil || !more {
			return err
		}
	}
}

// ply decides the wins or losses of a ply, and finds the candidates for the next one. It reports whether more plies may
// follow.
func (g *retrograde) ply(ply int) (more bool, err error) {
	switch {
	case ply <= g.record.lastRound():
		more = g.decideBoth(ply)
	case g.anyCandidate() || g.anyDueAfter(ply-1):
		return false, &kernel.TooLongError{Most: g.record.lastRound()}
	}
	if !more && !g.anyDueAfter(ply) && !g.anyWaiting() {
		return false, nil
	}
	if from := kernel.DecidedBefore(ply+1, g.metric); from >= 0 {
		g.retractAll(from)
	}
	return true, g.pool.err()
}

func (g *retrograde) decideBoth(ply int) (progress bool) {
	for _, c := range board.Colors {
		g.release(c, ply)
		progress = g.decide(c, ply) || progress
	}
	return progress
}

// retractAll retracts moves from the frontiers of a ply, and then clears these.
func (g *retrograde) retractAll(ply int) {
	for _, c := range board.Colors {
		g.retract(c, ply)
	}
	for _, c := range board.Colors {
		frontier := g.sides[c].frontier(ply)
		g.record.endPly(c, ply, frontier, &g.pool)
		frontier.clear(&g.pool)
	}
}

// anyCandidate reports whether a candidate is not won.
func (g *retrograde) anyCandidate() bool {
	for c := range g.sides {
		s := &g.sides[c]
		for frame, active := range s.next.Active {
			number, end := g.rows.OfFrame(slice.FrameNo(frame))
			for ; active && number < end; number++ {
				if g.hasCandidate(s, number) {
					return true
				}
			}
		}
	}
	return false
}

func (g *retrograde) hasCandidate(s *sideState, number kernel.RowNo) bool {
	at := kernel.BitsRow(number)
	next, won := g.rows.In(s.next.Words, at), g.rows.In(s.won, at)
	for words := s.next.Rows[at]; words != 0; words = words.Rest() {
		if w := words.First() & 63; next[w]&^won[w] != 0 {
			return true
		}
	}
	return false
}

// anyWaiting reports whether moves must still be retracted from a frontier.
func (g *retrograde) anyWaiting() bool {
	return g.sides[board.White].anyWaiting() || g.sides[board.Black].anyWaiting()
}

func (g *retrograde) anyDueAfter(ply int) bool {
	return g.sides[board.White].anyDueAfter(ply) || g.sides[board.Black].anyDueAfter(ply)
}

// release makes candidates of the positions with an exit of this length. A losing exit no longer holds.
func (g *retrograde) release(c board.Color, ply int) {
	s := &g.sides[c]
	if ply >= len(s.due) {
		return
	}
	for due := s.due[ply].read(&g.pool); due.number >= 0; due.next() {
		s.next.Active[g.rows.FrameOf(due.number)] = true
		kernel.AddListed(g.rows.In(s.next.Words, kernel.BitsRow(due.number)), due.words, due.lanes)
		if !kernel.IsWin(ply) {
			g.proof.release(c, due.number, due.words, due.lanes)
		}
		s.next.Rows[due.number] |= due.words
		s.open(ply)[due.number] |= due.words
	}
	s.due[ply].clear(&g.pool)
}

// decide turns the candidates of side c into its frontier, and reports whether it decided any.
func (g *retrograde) decide(c board.Color, ply int) (progress bool) {
	s := &g.sides[c]
	g.decision.Begin(&g.rows, c, g.sides[c.Other()].wonRows())
	for frame, active := range s.next.Active {
		if active {
			s.next.Active[frame] = false
			progress = g.decideFrame(c, ply, slice.FrameNo(frame)) || progress
		}
	}
	return progress
}

func (g *retrograde) decideFrame(c board.Color, ply int, frame slice.FrameNo) (progress bool) {
	s, d := &g.sides[c], &g.decision
	for number, end := g.rows.OfFrame(frame); number < end; number++ {
		words := s.next.Rows[number]
		if words == 0 {
			continue
		}
		s.next.Rows[number] = 0
		if kernel.IsWin(ply) {
			at := kernel.BitsRow(number)
			won := g.rows.In(s.won, at)
			d.Gather(words, g.rows.In(s.next.Words, at), won, won, &s.canWin[at])
		} else {
			g.proof.gatherLost(c, number, words)
		}
		if d.Words != 0 {
			progress = true
			g.settle(c, ply, number)
		}
	}
	return progress
}

// settle closes the positions just decided in a row, records their values and adds them to the frontier.
func (g *retrograde) settle(c board.Color, ply int, number kernel.RowNo) {
	d, s := &g.decision, &g.sides[c]
	into := s.frontier(ply).addRow(number, d.Words, &g.pool)
	if kernel.IsWin(ply) {
		full, lanes := kernel.SettleLanes(g.rows.In(s.won, kernel.BitsRow(number)), &d.Lanes, into, d.Words)
		s.canWin[number] &^= full
		g.decided += int64(lanes)
		g.proof.settleWon(c, number)
	} else {
		g.decided += int64(g.proof.settleLost(c, number, into))
	}
	g.record.settle(c, number, value.Decided(ply), d)
	if g.filling != nil {
		winner := c
		if !kernel.IsWin(ply) {
			winner = c.Other()
		}
		g.rows.CountKings(&g.filling.Won[winner], number, d.Words, &d.Lanes)
	}
}

// retract adds the positions from which side c can move into the opponent's frontier to the candidates of c.
func (g *retrograde) retract(c board.Color, ply int) {
	s := &g.sides[c]
	g.retraction.Begin(&g.rows, c, kernel.Candidates{WordSet: s.next, Open: s.open(ply + 1)}, g.proof.adder(c, ply))
	for from := g.sides[c.Other()].frontier(ply).read(&g.pool); from.number >= 0; from.next() {
		g.retraction.Retract(from.number, from.words, from.lanes)
	}
}
