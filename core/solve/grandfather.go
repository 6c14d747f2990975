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
// Each ply makes two passes over the words of both sides:
//
//  1. expand: the positions decided at the last ply are taken back, by the
//     moves of the other side, into the candidates for this ply. Reads the
//     frontier in order and writes next at random, a word operation for each
//     takeback of an outer man, one fill for all of the inner man.
//  2. decide: at an odd ply every candidate not yet won is won; at an even
//     one it is lost if nothing holds it and all its moves inside the slice
//     lead to words already won by the opponent. Reads next in order and the
//     opponent's won at random, until no lane is left.
//
// After K. Thompson, Retrograde Analysis of Certain Endgames, 1986, done 64
// positions at a time.
type grandfather struct {
	layout *slice.Layout
	number int
	values *Values
	sides  [2]sideState
	shift  [board.MaxMen]int // of a man's square in the number of a word
}

// sideState is what the method knows of the positions with one side to move.
type sideState struct {
	won      []board.Bitboard // illegal positions too
	held     []board.Bitboard // some exit does not lose, or not yet
	frontier []board.Bitboard // decided at the last ply
	next     []board.Bitboard // candidates for the next ply

	// due lists by ply the words with an exit that wins or loses in as many.
	due [value.MaxPlies + 1][]uint32
}

func (g *grandfather) begin(l *slice.Layout, number int, values *Values) {
	g.layout = l
	g.number = number
	g.values = values
	first, end := l.Outer()
	for i := first; i < end; i++ {
		g.shift[i] = 6 * (end - 1 - i)
	}
	for c := range g.sides {
		s := &g.sides[c]
		for _, set := range []*[]board.Bitboard{&s.won, &s.held, &s.frontier, &s.next} {
			if len(*set) != l.Words() {
				*set = make([]board.Bitboard, l.Words())
			}
			clear(*set)
		}
		for ply := range s.due {
			s.due[ply] = s.due[ply][:0]
		}
		clear(values[c])
	}
}

// addImpossible notes a word that has two men on a square.
func (g *grandfather) addImpossible(c board.Color, word int) {
	g.sides[c].won[word] = ^board.Bitboard(0)
}

// addWord notes what is known of a word before retrograde analysis.
func (g *grandfather) addWord(c board.Color, word int, sc *slice.Scene, best *ranks) {
	s := &g.sides[c]
	illegal := sc.Illegal(c)
	s.won[word] = illegal
	s.held[word] = best.set &^ illegal
	s.next[word] = sc.Checked(c) &^ illegal // may be mate
	values := g.values[c][word<<6 : word<<6+64]
	var seen [4]uint64
	for lanes := s.held[word]; lanes != 0; lanes = lanes.Rest() {
		lane := lanes.First()
		v := best.rank[lane].Value()
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
			g.expand(c)
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
		values := g.values[c][word<<6 : word<<6+64]
		for lanes := s.held[word] &^ s.won[word]; lanes != 0; lanes = lanes.Rest() {
			lane := lanes.First()
			if values[lane] != due {
				continue
			}
			s.next[word] |= lane.Bit()
			if due.Outcome() == value.Loss {
				s.held[word] &^= lane.Bit()
				values[lane] = value.Draw // unless it turns out lost
			}
		}
	}
}

// decide turns the candidates of side c into the frontier.
func (g *grandfather) decide(c board.Color, ply int) (progress bool) {
	s := &g.sides[c]
	wins := ply&1 == 1
	var sc slice.Scene
	for word, lanes := range s.next {
		s.frontier[word] = 0
		if lanes == 0 {
			continue
		}
		s.next[word] = 0
		lanes &^= s.won[word]
		if wins {
			s.won[word] |= lanes
		} else if lanes &^= s.held[word]; lanes != 0 {
			g.layout.Scene(g.number, word, &sc)
			lanes = g.allLose(&sc, c, word, lanes)
		}
		if lanes == 0 {
			continue
		}
		progress = true
		s.frontier[word] = lanes
		values := g.values[c][word<<6 : word<<6+64]
		for ; lanes != 0; lanes = lanes.Rest() {
			values[lanes.First()] = value.Decided(ply)
		}
	}
	return progress
}

// expand adds to the candidates of side c the positions from which it can move
// into the opponent's frontier.
func (g *grandfather) expand(c board.Color) {
	next := g.sides[c].next
	var sc slice.Scene
	for word, lanes := range g.sides[c.Other()].frontier {
		if lanes != 0 {
			g.layout.Scene(g.number, word, &sc)
			g.takeBack(&sc, c, word, lanes, next)
		}
	}
}

// takeBack adds to next the positions from which a move of side c leads to one
// of the lanes of a word.
func (g *grandfather) takeBack(sc *slice.Scene, c board.Color, word int, lanes board.Bitboard, next []board.Bitboard) {
	for i := range sc.Frame.Moves[c] {
		move := &sc.Frame.Moves[c][i]
		if sc.Fixed.Has(move.To) {
			continue
		}
		image := move.Symmetry.Bitboard(lanes &^ move.To.Bit())
		next[g.wordAfter(sc, move, move.Symmetry)] |= image
		if g.layout.Frames().At(move.Frame).SelfSymmetric {
			next[g.wordAfter(sc, move, move.Symmetry.Then(board.Transpose))] |= board.Transpose.Bitboard(image)
		}
	}
	first, end := g.layout.Outer()
	for i := first; i < end; i++ {
		m := &sc.Men[i]
		if m.Color != c {
			continue
		}
		base := word - int(m.Square)<<g.shift[i]
		if m.Type == board.Knight {
			for _, to := range board.Steps.Knight[m.Square] {
				if !sc.Fixed.Has(to) {
					next[base+int(to)<<g.shift[i]] |= lanes &^ to.Bit()
				}
			}
			continue
		}
		lo, hi := m.Type.Directions()
		for _, ray := range board.Rays[m.Square][lo:hi] {
			free := lanes
			for _, to := range ray {
				if free &^= to.Bit(); free == 0 || sc.Fixed.Has(to) {
					break
				}
				next[base+int(to)<<g.shift[i]] |= free
			}
		}
	}
	if inner := &sc.Men[sc.Inner]; inner.Color == c {
		next[word] |= board.Reach(inner.Type, lanes, ^sc.Fixed) &^ sc.Fixed
	}
}

// wordAfter returns the number of the word that a king move leads to.
func (g *grandfather) wordAfter(sc *slice.Scene, move *slice.KingMove, symmetry board.Symmetry) int {
	image := symmetry.Squares()
	word := move.Frame
	first, end := g.layout.Outer()
	for i := first; i < end; i++ {
		word = word<<6 | int(image[sc.Men[i].Square])
	}
	return word
}

// allLose returns those of the lanes from which every move of side c inside
// the slice leads to a position that the opponent has won.
func (g *grandfather) allLose(sc *slice.Scene, c board.Color, word int, lanes board.Bitboard) board.Bitboard {
	won := g.sides[c.Other()].won
	for i := range sc.Frame.Moves[c] {
		move := &sc.Frame.Moves[c][i]
		if sc.Fixed.Has(move.To) {
			continue
		}
		lost := move.Symmetry.Inverse().Bitboard(won[g.wordAfter(sc, move, move.Symmetry)])
		if lanes &= lost | move.To.Bit(); lanes == 0 {
			return 0
		}
	}
	if inner := &sc.Men[sc.Inner]; inner.Color == c {
		if lanes &^= board.Reach(inner.Type, ^won[word]&^sc.Fixed, ^sc.Fixed); lanes == 0 {
			return 0
		}
	}
	first, end := g.layout.Outer()
	for i := first; i < end; i++ {
		m := &sc.Men[i]
		if m.Color != c {
			continue
		}
		base := word - int(m.Square)<<g.shift[i]
		if m.Type == board.Knight {
			for _, to := range board.Steps.Knight[m.Square] {
				if !sc.Fixed.Has(to) {
					lanes &= won[base+int(to)<<g.shift[i]] | to.Bit()
				}
			}
			continue
		}
		lo, hi := m.Type.Directions()
		for _, ray := range board.Rays[m.Square][lo:hi] {
			var blocked board.Bitboard
			for _, to := range ray {
				if sc.Fixed.Has(to) {
					break
				}
				blocked |= to.Bit()
				if lanes &= won[base+int(to)<<g.shift[i]] | blocked; lanes == 0 {
					return 0
				}
			}
		}
	}
	return lanes
}
