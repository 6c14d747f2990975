package solve

import (
	"fmt"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// retrograde is the second pass: it decides positions ply by ply, 64 at a time, by
// one of two methods.
//
// Grandfather keeps no counters, and asks again for all moves of a position that
// may be lost. Bits a position and side: won, held, next. Values are only written:
// to memory, or, with all that need not be there, to scratch (scratch.go, outside.go).
//
// Out-count (outcount.go) counts the moves of a position that are not yet known to
// lose, in the byte where its value comes later. Bits besides: won, next.
//
// Both take 8 bytes for each word in the frontier and for each word and ply with
// exits that decide then, and 16 for each of their rows.
//
// Each ply makes three passes, all over rows (rows.go) that have something in
// them:
//
//  1. release: exits that decide at this ply become candidates. Reads the list
//     of the words due at this ply.
//  2. decide (decide.go): at an odd ply every candidate not yet won is won; at
//     an even one it is lost if nothing holds it and all its moves inside the
//     slice lead to words already won by the opponent. Reads next in order, and
//     the opponent's won, by the row, here and there until no lane is left; or
//     the counts, and of won the same word.
//     Writes values: those of a word are a line of the cache.
//  3. take back (takeback.go): the positions just decided are taken back, by
//     the moves of the other side, into the candidates for the next ply. Reads
//     the frontier in order; writes next a row at a time, a word operation for
//     each takeback of an outer man, one fill for all of the inner man.
//
// After K. Thompson, Retrograde Analysis of Certain Endgames, 1986, done 64
// positions at a time.
type retrograde struct {
	rows    rows
	count   bool     // the method is out-count
	values  *Values  // nil if they go to scratch
	outside *Outside // nil if they don't
	sides   [2]sideState
	pool    chunkPool
	spill   *spill              // for lists beyond the limit, unless the values go to scratch too
	ofRank  [256]board.Bitboard // lanes, while a word is added

	decision decision
	takeback takeback

	decided int64 // positions
	tooLong bool  // a line is longer than values can say
}

var errTooLong = fmt.Errorf("a line is longer than %d plies, the most that a table can hold", value.MaxPlies)

// sideState is what the method knows of the positions with one side to move.
type sideState struct {
	won      []board.Bitboard // illegal positions too
	held     []board.Bitboard // cannot be lost, or not yet, because of an exit; or is lost already; nil if moves are counted
	counts   []counts         // nil if they aren't
	canWin   []board.Bitboard // by row: the words with lanes not won
	canLose  []board.Bitboard // by row: the words with lanes neither won nor held, and see [retrograde.reopen]
	next     wordSet          // candidates for the next ply
	frontier rowList          // decided at the last ply

	due [value.MaxPlies + 1]rowList // by the plies in which their exits win or lose
}

// open returns the words in which something can be decided at a ply.
func (s *sideState) open(ply int) []board.Bitboard {
	if ply&1 == 1 {
		return s.canWin
	}
	return s.canLose
}

// A wordSet is a set of positions that is mostly empty.
type wordSet struct {
	words []board.Bitboard
	rows  []board.Bitboard // by row: all words that are not empty, and perhaps others
}

func (g *retrograde) begin(l *slice.Layout, number int, into Sink) {
	g.rows.begin(l, number)
	g.rows.widen()
	g.values, g.outside, g.pool.spill = nil, nil, g.spill
	switch into := into.(type) {
	case *Values:
		g.values = into
		if g.spill != nil {
			g.spill.reset()
		}
	case *Outside:
		g.outside, g.pool.spill = into, &into.spill
		into.begin()
	}
	g.decided, g.tooLong = 0, false
	for c := range g.sides {
		s := &g.sides[c]
		words := g.rows.count*g.rows.size + rowWords // so that a row can be seen as an array anywhere
		reset(&s.won, words)
		reset(&s.next.words, words)
		if g.count {
			s.held = nil
			s.countFrom(g.values[c], &g.rows)
		} else {
			reset(&s.held, words)
			s.counts = nil
			if g.values != nil {
				clear(g.values[c])
			}
		}
		for _, set := range []*[]board.Bitboard{&s.canWin, &s.canLose, &s.next.rows} {
			reset(set, g.rows.count)
		}
		s.frontier.clear(&g.pool)
		for ply := range s.due {
			s.due[ply].clear(&g.pool)
		}
	}
	for _, word := range g.rows.extra() {
		g.close(word)
	}
}

func reset[T any](list *[]T, n int) {
	if len(*list) == n {
		clear(*list)
	} else {
		*list = make([]T, n)
	}
}

// addImpossible notes a word that has two men on a square.
func (g *retrograde) addImpossible(layoutWord int) { g.close(g.rows.number(layoutWord)) }

// close makes a word won for both sides, like all that is illegal.
func (g *retrograde) close(word int) {
	for c := range g.sides {
		g.sides[c].won[word] = ^board.Bitboard(0)
	}
}

// addWord notes what is known of a word before retrograde analysis: the
// illegal lanes, and those that may be mate because the king is in check.
func (g *retrograde) addWord(c board.Color, layoutWord int, illegal, checked board.Bitboard, best *ranks) {
	s := &g.sides[c]
	word := g.rows.number(layoutWord)
	held := best.set &^ illegal
	s.won[word] = illegal
	row, bit := g.rows.of(word)
	if ^illegal != 0 {
		s.canWin[row] |= bit
	}
	if !g.count {
		s.held[word] = held
		if ^(illegal | held) != 0 {
			s.canLose[row] |= bit
		}
	}
	if mates := checked &^ illegal; mates != 0 {
		s.next.words[word] = mates
		s.next.rows[row] |= bit
	}
	// Gather the lanes of each rank, which is zero again at the end.
	rankLanes(&g.ofRank, &best.rank, held)
	for lanes := held; lanes != 0; {
		rank := best.rank[lanes.First()&63]
		if g.count {
			s.counts[word].addExits(rank, g.ofRank[rank])
		}
		if v := rank.Value(); v != value.Draw {
			s.due[v.Plies()].addWord(row, bit.First(), g.ofRank[rank], &g.pool)
		}
		if rank == 0 { // no move is mate for who moves: its loss has no value
			g.tooLong = true
		}
		lanes &^= g.ofRank[rank]
		g.ofRank[rank] = 0
	}
	if g.count && ^(illegal|s.counts[word].done()) != 0 {
		s.canLose[row] |= bit
	}
}

func (g *retrograde) run(observe Observer) error {
	if err := g.analyse(observe); err != nil {
		return err
	}
	if err := g.pool.err(); err != nil {
		return err
	}
	if g.count {
		g.finishCounts()
	}
	if g.outside == nil {
		return nil
	}
	return g.outside.merge(&g.rows, &g.pool, func() error {
		return observe(Progress{Step: Solving, Done: g.decided})
	})
}

// analyse decides ply by ply all that wins or loses.
func (g *retrograde) analyse(observe Observer) error {
	if g.count {
		for _, c := range board.Colors {
			g.countMoves(c)
		}
	} else {
		for number, words := range g.sides[g.rows.men[g.rows.inner].Color].canLose {
			g.reopen(number, words)
		}
	}
	for ply := 0; ; ply++ {
		if g.tooLong || ply > value.MaxPlies && g.anyCandidate() {
			return errTooLong
		}
		if ply > value.MaxPlies {
			return nil
		}
		if err := observe(Progress{Step: Solving, Ply: ply, Done: g.decided}); err != nil {
			return err
		}
		progress := false
		for _, c := range board.Colors {
			g.release(c, ply)
			progress = g.decide(c, ply) || progress
		}
		if !progress && !g.anyDueAfter(ply) {
			return nil
		}
		for _, c := range board.Colors {
			g.takeBack(c, ply)
		}
		for _, c := range board.Colors {
			if g.outside != nil {
				g.outside.keep(c, ply, &g.sides[c].frontier, &g.pool)
			}
			g.sides[c].frontier.clear(&g.pool)
		}
		if err := g.pool.err(); err != nil {
			return err
		}
	}
}

func (g *retrograde) anyCandidate() bool {
	for c := range g.sides {
		for word, lanes := range g.sides[c].next.words {
			if lanes&^g.sides[c].won[word] != 0 {
				return true
			}
		}
	}
	return false
}

func (g *retrograde) anyDueAfter(ply int) bool {
	for c := range g.sides {
		for _, due := range g.sides[c].due[ply+1:] {
			if !due.empty() {
				return true
			}
		}
	}
	return false
}

// release makes candidates of the positions with an exit of this length. One
// that loses holds no longer.
func (g *retrograde) release(c board.Color, ply int) {
	s := &g.sides[c]
	open := s.open(ply)
	for due := s.due[ply].read(&g.pool); due.number >= 0; due.next() {
		first := due.number << g.rows.bits
		next := rowOf(s.next.words, first)
		n := 0
		for words := due.words; words != 0; words = words.Rest() {
			w := words.First() & 63
			lanes := due.lanes[n]
			n++
			next[w] |= lanes
			switch {
			case ply&1 == 1:
			case g.count:
				s.counts[first+int(w)].subtract(lanes &^ s.won[first+int(w)])
			default:
				s.held[first+int(w)] &^= lanes
			}
		}
		s.next.rows[due.number] |= due.words
		open[due.number] |= due.words
	}
	s.due[ply].clear(&g.pool)
}
