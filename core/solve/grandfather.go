package solve

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// grandfather is the bit-array method: it keeps no counters, and asks again
// for all moves of a position that may be lost.
//
// Bits a position and side: won, held, frontier, next. The values hold the
// exits until a position is decided.
//
// Each ply makes three passes, all over rows (rows.go) that have something in
// them:
//
//  1. release: exits that decide at this ply become candidates. Reads the
//     words due at this ply.
//  2. decide (decide.go): at an odd ply every candidate not yet won is won; at
//     an even one it is lost if nothing holds it and all its moves inside the
//     slice lead to words already won by the opponent. Reads next in order and
//     the opponent's won here and there, until no lane is left.
//  3. take back (takeback.go): the positions just decided are taken back, by
//     the moves of the other side, into the candidates for the next ply. Reads
//     the frontier in order; writes next a row at a time, a word operation for
//     each takeback of an outer man, one fill for all of the inner man.
//
// After K. Thompson, Retrograde Analysis of Certain Endgames, 1986, done 64
// positions at a time.
type grandfather struct {
	rows   rows
	values *Values
	sides  [2]sideState
}

// sideState is what the method knows of the positions with one side to move.
type sideState struct {
	won      []board.Bitboard // illegal positions too
	held     []board.Bitboard // some exit does not lose, or not yet
	open     []board.Bitboard // by row: the words not wholly won
	frontier wordSet          // decided at the last ply
	next     wordSet          // candidates for the next ply

	// due lists by ply the words with an exit that wins or loses in as many.
	due [value.MaxPlies + 1][]uint32
}

// A wordSet is a set of positions that is mostly empty.
type wordSet struct {
	words []board.Bitboard
	rows  []board.Bitboard // by row: all words that are not empty, and perhaps others
}

func (g *grandfather) begin(l *slice.Layout, number int, values *Values) {
	g.rows.begin(l, number)
	g.values = values
	for c := range g.sides {
		s := &g.sides[c]
		words := l.Words() + rowWords // so that a row can be seen as an array anywhere
		for _, set := range []*[]board.Bitboard{&s.won, &s.held, &s.frontier.words, &s.next.words} {
			reset(set, words)
		}
		for _, set := range []*[]board.Bitboard{&s.open, &s.frontier.rows, &s.next.rows} {
			reset(set, g.rows.count)
		}
		for ply := range s.due {
			s.due[ply] = s.due[ply][:0]
		}
		clear(values[c])
	}
}

func reset(set *[]board.Bitboard, n int) {
	if len(*set) != n {
		*set = make([]board.Bitboard, n)
	}
	clear(*set)
}

// addImpossible notes a word that has two men on a square.
func (g *grandfather) addImpossible(c board.Color, word int) {
	g.sides[c].won[word] = ^board.Bitboard(0)
}

// addWord notes what is known of a word before retrograde analysis: the
// illegal lanes, and those that may be mate because the king is in check.
func (g *grandfather) addWord(c board.Color, word int, illegal, checked board.Bitboard, best *ranks) {
	s := &g.sides[c]
	s.won[word] = illegal
	s.held[word] = best.set &^ illegal
	row, bit := g.rows.of(word)
	if ^illegal != 0 {
		s.open[row] |= bit
	}
	if mates := checked &^ illegal; mates != 0 {
		s.next.words[word] = mates
		s.next.rows[row] |= bit
	}
	if s.held[word] == 0 {
		return
	}
	values := g.values[c][word<<6 : word<<6+64]
	var seen [4]uint64
	for lanes := s.held[word]; lanes != 0; lanes = lanes.Rest() {
		lane := lanes.First()
		v := best.rank[lane&63].Value()
		values[lane] = v
		if v != value.Draw && seen[v>>6]>>(v&63)&1 == 0 {
			seen[v>>6] |= 1 << (v & 63)
			s.due[v.Plies()] = append(s.due[v.Plies()], uint32(word))
		}
	}
}

func (g *grandfather) run(observe Observer) error {
	for ply := 0; ply <= value.MaxPlies; ply++ {
		if err := observe(Progress{Step: Solving, Ply: ply}); err != nil {
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
			g.takeBack(c)
		}
	}
	return nil
}

func (g *grandfather) anyDueAfter(ply int) bool {
	for c := range g.sides {
		for _, words := range g.sides[c].due[ply+1:] {
			if len(words) > 0 {
				return true
			}
		}
	}
	return false
}

// release makes candidates of the positions with an exit of this length. One
// that loses holds no longer.
func (g *grandfather) release(c board.Color, ply int) {
	s := &g.sides[c]
	due := value.Decided(ply)
	for _, word := range s.due[ply] {
		values := (*[64]value.Value)(g.values[c][word<<6:])
		lanes := lanesWith(values, due) & s.held[word] &^ s.won[word]
		if lanes == 0 {
			continue
		}
		row, bit := g.rows.of(int(word))
		s.next.words[word] |= lanes
		s.next.rows[row] |= bit
		if due.Outcome() == value.Loss {
			s.held[word] &^= lanes
			for ; lanes != 0; lanes = lanes.Rest() {
				values[lanes.First()&63] = value.Draw // unless it turns out lost
			}
		}
	}
}
