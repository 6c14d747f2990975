package retrograde

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// retrograde is the second pass: it decides positions ply by ply, 64 at a time. What it
// calls a ply is a round of [value.Value]: with other metrics than DTM there are two for
// each ply of the game. It is
// the [solve.Worker] of methods that keep bits in memory (state.go), and that differ in how they prove that a position
// is lost (proof) and in where values are recorded (record).
//
// It holds two bits a position and side (state.go), won and next; 8 bytes for each
// word in the frontier and for each word and ply with exits that decide then, and 16
// for each of their rows; and what proof and record hold.
//
// Each ply makes three passes, all over rows that have something in
// them, frame by frame.
//
//  1. release: exits that decide at this ply become candidates. Reads the list
//     of the words due at this ply.
//  2. decide: at an odd ply every candidate not yet won is won; at
//     an even one it is lost if the proof says so. Reads next in order, and what
//     the proof needs, here and where king moves lead to; writes values: those of a
//     word are a line of the cache.
//  3. take back: the positions just decided are taken back, by
//     the moves of the other side, into the candidates for the next ply. Reads
//     the frontier in order; writes next a row at a time, here and where king moves
//     come from, a word operation for each takeback of an outer man, one fill for all
//     of the inner man.
//
// After K. Thompson, Retrograde Analysis of Certain Endgames, 1986, done 64
// positions at a time.
type retrograde struct {
	layout     *slice.Layout
	metric     *value.Metric
	rows       kernel.Rows
	held       bool // the proof has such bits
	sides      [2]sideState
	proof      proof
	record     record
	pool       blockPool
	spill      *blockFile // for lists beyond the limit, unless the record has its own
	decision   kernel.Decision
	retraction kernel.Retraction

	exits   exits.ExitRanks // of the word that is added
	decided int64           // positions
}

// A proof finds out which positions are lost: those without an exit that saves them,
// and all whose moves inside the slice lead to positions that the opponent has won.
// Calls are for a row, or rarer, once the words are added.
type proof interface {
	// begin forgets the slice before, and returns what records the values in a sink.
	begin(into solve.Sink) (record, error)

	// addExits says in which lanes of a word the best exit loses, and in which it does
	// not. It returns those that may be lost.
	addExits(c board.Color, word kernel.RowWord, losing, saving board.Bitboard) board.Bitboard

	// prepare is called when all words are added.
	prepare()

	// release says that the best exits of some lanes lose at this ply. The lanes are
	// listed as in a [rowList].
	release(c board.Color, number kernel.RowNo, words board.Bitboard, lanes []board.Bitboard)

	// gatherLost takes the lost ones out of a row's candidates, into the decision.
	gatherLost(c board.Color, number kernel.RowNo, words board.Bitboard)

	// settleLost says that the decision's lanes of a row are lost. It lists them and
	// returns their number.
	settleLost(c board.Color, number kernel.RowNo, into *[kernel.RowWords]board.Bitboard) (lanes int)

	// settleWon says that they are won.
	settleWon(c board.Color, number kernel.RowNo)

	// adder returns what makes candidates of the positions that the frontier of a ply
	// is taken back to.
	adder(c board.Color, ply int) kernel.Adder
}

// A record takes down the values of positions as they are decided.
type record interface {
	// clear forgets the slice before, and returns where lists beyond their limit go:
	// to a spill of its own, or to the given one, which may be nil.
	clear(given *blockFile) *blockFile

	// lastRound returns the last round that it can record.
	lastRound() int

	// settle gives the decision's lanes of a row their value.
	settle(c board.Color, number kernel.RowNo, v value.Value, d *kernel.Decision)

	// endPly is told the frontier when it has been taken back: rows in the order of their numbers.
	endPly(c board.Color, ply int, frontier *rowList, pool *blockPool)

	// holds returns the memory that it takes: parts of its own, and bytes of lists.
	holds() (parts []solve.Part, lists int64)

	// finish is called when all is decided. It calls observe between the parts of its work.
	finish(rs *kernel.Rows, pool *blockPool, observe func() error) error
}

// Begin implements [solve.Worker]. Nothing is saved.
func (g *retrograde) Begin(number slice.Number, into solve.Sink, with solve.Resources) (saved int, err error) {
	g.rows.Begin(g.layout, number)
	g.rows.Widen()
	if g.record, err = g.proof.begin(into); err != nil {
		return 0, err
	}
	g.spill = nil
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

// close makes a word won for both sides, like all that is illegal.
func (g *retrograde) close(word kernel.RowWord) {
	for c := range g.sides {
		g.sides[c].won[word] = ^board.Bitboard(0)
	}
}

// AddWord implements [solve.Worker]. Those in check become candidates: they may be mated.
func (g *retrograde) AddWord(c board.Color, layoutWord slice.WordNo, known exits.Known) {
	s := &g.sides[c]
	word := g.rows.Number(layoutWord)
	row, bit := g.rows.Of(word)
	s.won[word] = known.Illegal
	if ^known.Illegal != 0 {
		s.canWin[row] |= bit
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

// addExits lists the exits of a word by the plies in which they decide, and returns
// the lanes in which the best one loses.
func (g *retrograde) addExits(
	s *sideState,
	row kernel.RowNo,
	w board.Square,
	known exits.Known,
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

// analyse decides ply by ply all that wins or loses.
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

// ply decides what wins or loses at a ply, and finds the candidates for the next one. It
// reports whether there may be more to decide.
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

// retractAll takes back the frontiers of a ply, which end with that.
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

// anyCandidate reports whether there is a candidate that is not won.
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

// anyWaiting reports whether there is a frontier that is not taken back yet.
func (g *retrograde) anyWaiting() bool {
	return g.sides[board.White].anyWaiting() || g.sides[board.Black].anyWaiting()
}

func (g *retrograde) anyDueAfter(ply int) bool {
	return g.sides[board.White].anyDueAfter(ply) || g.sides[board.Black].anyDueAfter(ply)
}

// release makes candidates of the positions with an exit of this length. One
// that loses holds no longer.
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

// decide turns the candidates of side c into its frontier, and reports whether
// there were any that it could decide.
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

// settle closes what has just been decided in a row, records its values and
// makes it part of the frontier.
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
}

// retract adds to the candidates of side c the positions from which it can
// move into the opponent's frontier.
func (g *retrograde) retract(c board.Color, ply int) {
	s := &g.sides[c]
	g.retraction.Begin(&g.rows, c, kernel.Candidates{WordSet: s.next, Open: s.open(ply + 1)}, g.proof.adder(c, ply))
	for from := g.sides[c.Other()].frontier(ply).read(&g.pool); from.number >= 0; from.next() {
		g.retraction.Retract(from.number, from.words, from.lanes)
	}
}
