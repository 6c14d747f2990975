package solve

import (
	"fmt"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// retrograde is the second pass: it decides positions ply by ply, 64 at a time. What it
// calls a ply is a round of [value.Value]: with other metrics than DTM there are two for
// each ply of the game. It is
// the [Worker] of methods that differ in how they prove that a position is lost (proof), in
// where values are recorded (record) and bits are kept (state.go), and in the order in which they
// go over the frames ([cycles]).
//
// It holds two bits a position and side (state.go), won and next; 8 bytes for each
// word in the frontier and for each word and ply with exits that decide then, and 16
// for each of their rows; and what proof and record hold.
//
// Each ply makes three passes, all over rows (rows.go) that have something in
// them, frame by frame: of the state, those frames are pinned that a pass reads or
// writes at the time.
//
//  1. release: exits that decide at this ply become candidates. Reads the list
//     of the words due at this ply.
//  2. decide (decide.go): at an odd ply every candidate not yet won is won; at
//     an even one it is lost if the proof says so. Reads next in order, and what
//     the proof needs, here and where king moves lead to; writes values: those of a
//     word are a line of the cache.
//  3. take back (takeback.go): the positions just decided are taken back, by
//     the moves of the other side, into the candidates for the next ply. Reads
//     the frontier in order; writes next a row at a time, here and where king moves
//     come from, a word operation for each takeback of an outer man, one fill for all
//     of the inner man.
//
// After K. Thompson, Retrograde Analysis of Certain Endgames, 1986, done 64
// positions at a time.
type retrograde struct {
	layout *slice.Layout
	metric *value.Metric
	rows   rows
	state  state
	sides  [2]sideState
	proof  proof
	record record
	pool   blockPool
	spill  *spill              // for lists beyond the limit, unless the record has its own
	ofRank [256]board.Bitboard // lanes, while a word is added

	decision decision
	takeback takeback

	adding window // the frame whose words are added
	err    error  // of turning to it

	decided int64 // positions
	tooLong bool  // a line is longer than values can say
}

// A proof finds out which positions are lost: those without an exit that saves them,
// and all whose moves inside the slice lead to positions that the opponent has won.
// Calls are for a row, or rarer, once the words are added.
type proof interface {
	// begin forgets the slice before, and returns what records the values in a sink.
	begin(into Sink) (record, error)

	// addExits says in which lanes of a word, which is somewhere in the bits, the best
	// exit loses, and in which it does not. It returns those that may be lost.
	addExits(c board.Color, word rowWord, at int, losing, saving board.Bitboard) board.Bitboard

	// prepare is called when all words are added. No frame is pinned.
	prepare() error

	// release says that the best exits of some lanes lose at this ply. The lanes are
	// listed as in a [rowList].
	release(c board.Color, number rowNo, at bitsRow, words board.Bitboard, lanes []board.Bitboard)

	// releasing returns the sets of the side that release works on.
	releasing() access

	// gatherLost takes the lost ones out of a row's candidates, into the decision. Of
	// the opponent the frames that king moves lead to are pinned, too.
	gatherLost(c board.Color, number rowNo, at bitsRow, words board.Bitboard)

	// settleLost says that the decision's lanes of a row are lost. It lists them and
	// returns their number.
	settleLost(c board.Color, at bitsRow, into *[rowWords]board.Bitboard) (lanes int)

	// settleWon says that they are won. The row's frame is pinned for both sides.
	settleWon(c board.Color, number rowNo)

	// settlingWon returns the sets of the other side that settleWon works on.
	settlingWon(c board.Color) access

	// adder returns what makes candidates of the positions that the frontier of a ply
	// is taken back to, and the sets that it reads besides.
	adder(c board.Color, ply int) (adder, bitSets)
}

// A record takes down the values of positions as they are decided.
type record interface {
	// clear forgets the slice before, and returns where lists beyond their limit go:
	// to a spill of its own, or to the given one, which may be nil.
	clear(given *spill) *spill

	// settle gives the decision's lanes of a row their value.
	settle(c board.Color, number rowNo, v value.Byte, d *decision)

	// endPly is told the frontier when it has been taken back: rows in the order of their numbers.
	endPly(c board.Color, ply int, frontier *rowList, pool *blockPool)

	// finish is called when all is decided. It calls observe between the parts of its work.
	finish(rs *rows, pool *blockPool, observe func() error) error
}

var _, _ record = (*Values)(nil), (*Spilled)(nil)

var errTooLong = fmt.Errorf("a line takes more than %d rounds, the most that a table can hold", value.MaxByteRound)

// Limit implements [Worker].
func (g *retrograde) Limit(bytes int64, room scratch.Room) {
	spill := newSpill(room)
	g.pool.limit, g.spill = int(bytes/blockBytes), &spill
}

// Begin implements [Worker].
func (g *retrograde) Begin(number slice.Number, into Sink) (err error) {
	g.rows.begin(g.layout, number)
	g.rows.widen()
	if g.record, err = g.proof.begin(into); err != nil {
		return err
	}
	if g.spill != nil {
		g.spill.reset()
	}
	g.pool.spill = g.record.clear(g.spill)
	g.decided, g.tooLong, g.err = 0, false, nil
	g.state.begin(&g.rows)
	for _, c := range board.Colors {
		g.sides[c].begin(&g.state.sides[c], &g.pool)
	}
	g.adding = g.state.window(board.White, view{single, allSets}, view{single, allSets})
	for _, word := range g.rows.extra() {
		g.close(word)
	}
	return g.err
}

// turnTo turns to a frame whose words are added, or returns false if it can't.
func (g *retrograde) turnTo(frame slice.FrameNo) bool {
	if g.err == nil {
		g.err = g.adding.moveTo(frame)
	}
	if g.err != nil {
		return false
	}
	for _, c := range board.Colors {
		g.adding.wrote(c, allSets)
	}
	return true
}

// AddImpossible implements [Worker].
func (g *retrograde) AddImpossible(layoutWord slice.WordNo) { g.close(g.rows.number(layoutWord)) }

// close makes a word won for both sides, like all that is illegal.
func (g *retrograde) close(word rowWord) {
	row, bit := g.rows.of(word)
	frame := g.rows.frameOf(row)
	if frame != g.adding.frame && !g.turnTo(frame) {
		return
	}
	for c := range g.sides {
		s := &g.sides[c]
		g.rows.in(s.won, s.at(frame, row))[bit.First()&63] = ^board.Bitboard(0)
	}
}

// AddWord implements [Worker]. Those in check become candidates: they may be mated.
func (g *retrograde) AddWord(c board.Color, layoutWord slice.WordNo, known Known) {
	s := &g.sides[c]
	word := g.rows.number(layoutWord)
	row, bit := g.rows.of(word)
	frame := g.rows.frameOf(row)
	if frame != g.adding.frame && !g.turnTo(frame) {
		return
	}
	offset := s.frames[frame].offset
	inRows, at := int(row)+int(offset), int(word)+int(offset)<<(g.rows.bits&63)
	s.won[at] = known.Illegal
	if ^known.Illegal != 0 {
		s.canWin[inRows] |= bit
	}
	if mates := known.Checked &^ known.Illegal; mates != 0 {
		s.next.words[at] = mates
		s.next.rows[inRows] |= bit
		s.frames[frame].active = true
	}
	exits := known.Exits &^ known.Illegal
	losing := g.addExits(s, row, bit.First(), exits, known.Best)
	if g.proof.addExits(c, word, at, losing, exits&^losing) != 0 {
		s.canLose[inRows] |= bit
	}
}

// addExits lists the exits of a word by the plies in which they decide, and returns
// the lanes in which the best one loses.
func (g *retrograde) addExits(s *sideState, row rowNo, w board.Square, exits board.Bitboard, best *[64]value.Rank) (losing board.Bitboard) {
	// Gather the lanes of each rank, which is zero again at the end.
	rankLanes(&g.ofRank, best, exits)
	for lanes := exits; lanes != 0; {
		rank := best[lanes.First()&63]
		v, ofRank := rank.Value(), g.ofRank[rank]
		if v != value.Draw {
			s.due[v.Round()].addWord(row, w, ofRank, &g.pool)
		}
		if v.Outcome() == value.Loss {
			losing |= ofRank
		}
		if rank == 0 { // a loss beyond the longest: no move leaves its own side mated
			g.tooLong = true
		}
		lanes &^= ofRank
		g.ofRank[rank] = 0
	}
	return losing
}

// Solve implements [Worker].
func (g *retrograde) Solve(observe Observer) error {
	return g.solveBy(g.ply, observe)
}

// solveBy is Solve, given who does a ply.
func (g *retrograde) solveBy(ply func(ply int) (more bool, err error), observe Observer) error {
	if err := g.analyse(ply, observe); err != nil {
		return err
	}
	if err := g.pool.err(); err != nil {
		return err
	}
	return g.record.finish(&g.rows, &g.pool, func() error {
		return observe(Progress{Phase: Solving, Done: g.decided})
	})
}

// analyse decides ply by ply all that wins or loses.
func (g *retrograde) analyse(doPly func(ply int) (more bool, err error), observe Observer) error {
	g.adding.close()
	if g.tooLong {
		return errTooLong
	}
	if g.err == nil {
		g.err = g.proof.prepare()
	}
	if g.err != nil {
		return g.err
	}
	for ply := 0; ; ply++ {
		if err := observe(Progress{Phase: Solving, Ply: g.metric.Ply(ply), Done: g.decided}); err != nil {
			return err
		}
		if more, err := doPly(ply); err != nil || !more {
			return err
		}
	}
}

// ply decides what wins or loses at a ply, and finds the candidates for the next one. It
// reports whether there may be more to decide.
func (g *retrograde) ply(ply int) (more bool, err error) {
	if ply > value.MaxByteRound {
		if err := g.wantNoCandidate(); err != nil {
			return false, err
		}
	} else if more, err = g.decideBoth(ply); err != nil {
		return false, err
	}
	if !more && !g.anyDueAfter(ply) && !g.anyWaiting() {
		return false, nil
	}
	if from := g.decidedBefore(ply + 1); from >= 0 {
		if err := g.takeBackAll(from); err != nil {
			return false, err
		}
	}
	return true, g.pool.err()
}

func (g *retrograde) decideBoth(ply int) (progress bool, err error) {
	for _, c := range board.Colors {
		if err := g.release(c, ply); err != nil {
			return false, err
		}
		any, err := g.decide(c, ply)
		if err != nil {
			return false, err
		}
		progress = progress || any
	}
	return progress, nil
}

// takeBackAll takes back the frontiers of a ply, which end with that.
func (g *retrograde) takeBackAll(ply int) error {
	for _, c := range board.Colors {
		if err := g.takeBack(c, ply); err != nil {
			return err
		}
	}
	for _, c := range board.Colors {
		frontier := g.sides[c].frontier(ply)
		g.record.endPly(c, ply, frontier, &g.pool)
		frontier.clear(&g.pool)
	}
	return nil
}

// decidedBefore returns the ply whose frontier is taken back into the candidates for
// another ply: the last one if these may be lost, and one that the metric says if they
// win. Until then a frontier waits.
func (g *retrograde) decidedBefore(ply int) int {
	if isWin(ply) {
		return ply - g.metric.Wait()
	}
	return ply - 1
}

// wantNoCandidate returns an error if there is a candidate after the last ply that is
// not won.
func (g *retrograde) wantNoCandidate() error {
	for _, c := range board.Colors {
		s, at := &g.sides[c], g.state.window(c, view{single, nextSet | wonSet}, view{})
		defer at.close()
		for frame := range g.rows.frames.Len() {
			if !s.frames[frame].active {
				continue
			}
			if err := at.moveTo(frame); err != nil {
				return err
			}
			for number, end := g.rows.ofFrame(frame); number < end; number++ {
				if g.hasCandidate(s, s.at(frame, number)) {
					return errTooLong
				}
			}
		}
	}
	return nil
}

func (g *retrograde) hasCandidate(s *sideState, at bitsRow) bool {
	next, won := g.rows.in(s.next.words, at), g.rows.in(s.won, at)
	for words := s.next.rows[at]; words != 0; words = words.Rest() {
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
func (g *retrograde) release(c board.Color, ply int) error {
	s, sets := &g.sides[c], g.releasing(ply)
	in := g.state.window(c, view{single, sets.reads | sets.writes}, view{})
	defer in.close()
	for due := s.due[ply].read(&g.pool); due.number >= 0; due.next() {
		if frame := g.rows.frameOf(due.number); frame != in.frame {
			if err := in.moveTo(frame); err != nil {
				due.close()
				return err
			}
			in.wrote(c, sets.writes)
		}
		g.releaseRow(c, ply, &due)
	}
	s.due[ply].clear(&g.pool)
	return nil
}

// releasing returns the sets that it takes to release exits of a length.
func (g *retrograde) releasing(ply int) access {
	sets := access{writes: nextSet | openSet}
	if !isWin(ply) {
		of := g.proof.releasing()
		sets.reads, sets.writes = of.reads, sets.writes|of.writes
	}
	return sets
}

// releaseRow releases the exits of a row, whose frame is pinned.
func (g *retrograde) releaseRow(c board.Color, ply int, due *rowReader) {
	s := &g.sides[c]
	there := &s.frames[g.rows.frameOf(due.number)]
	there.active = true
	at := there.at(due.number)
	next := g.rows.in(s.next.words, at)
	n := 0
	for words := due.words; words != 0; words = words.Rest() {
		next[words.First()&63] |= due.lanes[n]
		n++
	}
	if !isWin(ply) {
		g.proof.release(c, due.number, at, due.words, due.lanes)
	}
	s.next.rows[at] |= due.words
	s.open(ply)[at] |= due.words
}

// decide turns the candidates of side c into its frontier, and reports whether
// there were any that it could decide.
func (g *retrograde) decide(c board.Color, ply int) (progress bool, err error) {
	in := g.beginDeciding(c, ply)
	defer in.close()
	for frame := range g.rows.frames.Len() {
		any, err := g.decideIn(&in, c, ply, frame)
		if err != nil {
			return false, err
		}
		progress = progress || any
	}
	return progress, nil
}

// beginDeciding returns the window for the frames whose candidates are decided.
func (g *retrograde) beginDeciding(c board.Color, ply int) window {
	g.decision.begin(&g.rows, c, g.sides[c.Other()].sideBits)
	if isWin(ply) { // nobody asks where the moves lead to
		other := g.proof.settlingWon(c)
		return g.state.window(c, view{single, nextSet | wonSet | openSet}, view{single, other.reads | other.writes})
	}
	return g.state.window(c, view{single, allSets}, view{around(c), wonSet | openSet})
}

// decideIn decides the candidates of a frame, if there are some, and reports whether it could.
func (g *retrograde) decideIn(in *window, c board.Color, ply int, frame slice.FrameNo) (progress bool, err error) {
	there := &g.sides[c].frames[frame]
	if !there.active {
		return false, nil
	}
	there.active = false
	if err := in.moveTo(frame); err != nil {
		return false, err
	}
	in.wrote(c, nextSet)
	if progress = g.decideFrame(c, ply, frame); progress {
		if isWin(ply) {
			in.wrote(c, wonSet|canWinSet)
			in.wrote(c.Other(), g.proof.settlingWon(c).writes)
		} else {
			in.wrote(c, heldSet|canLoseSet)
		}
	}
	return progress, nil
}

func (g *retrograde) decideFrame(c board.Color, ply int, frame slice.FrameNo) (progress bool) {
	s, d := &g.sides[c], &g.decision
	number, end := g.rows.ofFrame(frame)
	at := s.at(frame, number)
	for ; number < end; number, at = number+1, at+1 {
		words := s.next.rows[at]
		if words == 0 {
			continue
		}
		s.next.rows[at] = 0
		if isWin(ply) {
			won := g.rows.in(s.won, at)
			d.gather(words, g.rows.in(s.next.words, at), won, won, &s.canWin[at])
		} else {
			g.proof.gatherLost(c, number, at, words)
		}
		if d.words != 0 {
			progress = true
			g.settle(c, ply, number, at)
		}
	}
	return progress
}

// settle closes what has just been decided in a row, records its values and
// makes it part of the frontier.
func (g *retrograde) settle(c board.Color, ply int, number rowNo, at bitsRow) {
	d, s := &g.decision, &g.sides[c]
	into := s.frontier(ply).addRow(number, d.words, &g.pool)
	if isWin(ply) {
		full, lanes := settleLanes(g.rows.in(s.won, at), &d.lanes, into, d.words)
		s.canWin[at] &^= full
		g.decided += int64(lanes)
		g.proof.settleWon(c, number)
	} else {
		g.decided += int64(g.proof.settleLost(c, at, into))
	}
	g.record.settle(c, number, value.Decided(ply).Byte(), d)
}

// takeBack adds to the candidates of side c the positions from which it can
// move into the opponent's frontier.
func (g *retrograde) takeBack(c board.Color, ply int) error {
	to := g.beginTakingBack(c, ply)
	defer to.close()
	for from := g.sides[c.Other()].frontier(ply).read(&g.pool); from.number >= 0; from.next() {
		if frame := g.rows.frameOf(from.number); frame != to.frame {
			if err := to.moveTo(frame); err != nil {
				from.close()
				return err
			}
			to.wrote(c, nextSet)
		}
		g.takeback.takeBack(from.number, from.words, from.lanes)
	}
	return nil
}

// beginTakingBack returns the window for the frames to which the frontier of a ply is taken back.
func (g *retrograde) beginTakingBack(c board.Color, ply int) window {
	s := &g.sides[c]
	adder, reads := g.proof.adder(c, ply)
	g.takeback.begin(&g.rows, c, s.sideBits, s.open(ply+1), adder)
	return g.state.window(c, view{around(c), nextSet | openSet | reads}, view{})
}
