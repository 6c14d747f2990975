package ending

import (
	"math/bits"

	"github.com/matewright/matewright/core/board"
)

// A solver solves slices one by one. Its planes are as large as the largest slice so far.
//
// Six games are solved for each slice: for each attacker at three bounds. A game is the least set of positions in which
// the attacker forces a win. The attacker wins if one move leads into the set, and the defender loses if all moves do.
// At each bound the set contains the one of the bound before, so the solver only adds to it.
type solver struct {
	geometry
	source source
	watch  watch

	legal     [2]plane // by side to move, as all others
	internal  [2]plane // positions with a move inside the slice
	exits     [2][]wordExits
	won, lost [bounds][2]plane // by attacker: with the attacker to move, and with the defender to move

	newWon, newLost, doubted pending
	found                    [mostWays]way
	packer                   packer

	recording bool
	record    eventLog
	lists     numbered
}

// wordExits has the lanes of a word with moves out of the slice.
type wordExits struct {
	any  uint64
	wins lanes // to a position that the side to move wins
	safe lanes // to a position that the other side does not win
}

// A plane is a set of positions of a slice, a bit each.
type plane []uint64

// pending has the bits of a plane whose consequences are not known yet, and the words that have some.
type pending struct {
	bits  plane
	words plane
}

func newPending(words int) *pending { return &pending{make(plane, words), make(plane, (words+63)/64)} }

func (p *pending) add(word int, lanes uint64) {
	p.bits[word] |= lanes
	p.words[word>>6] |= 1 << (word & 63)
}

// each removes all bits, and calls a function for each word, which may add bits. It reports whether there were some. If
// the watch is over, it leaves the rest, and returns false.
func (p *pending) each(w *watch, do func(word int, lanes uint64)) (some bool) {
	for i := range p.words {
		for p.words[i] != 0 {
			if w.over() {
				return false
			}
			some = true
			word := i<<6 | bits.TrailingZeros64(p.words[i])
			p.words[i] &= p.words[i] - 1
			lanes := p.bits[word]
			p.bits[word] = 0
			do(word, lanes)
		}
	}
	return some
}

// largeWords is the number of words of slices with two pieces.
const largeWords = 64 * 64 * 64

// planes calls a function for each plane and its number of words, except for those of legal positions. It frees those
// of games above a bound.
func (s *solver) planes(most int, do func(p *plane, words int)) {
	words := s.words()
	for c := range board.Colors {
		do(&s.internal[c], words)
		for b := range bounds {
			if b > most {
				s.won[b][c], s.lost[b][c] = nil, nil
				continue
			}
			do(&s.won[b][c], words)
			do(&s.lost[b][c], words)
		}
	}
	for _, p := range []*pending{&s.newWon, &s.newLost, &s.doubted} {
		do(&p.bits, words)
		do(&p.words, (words+63)/64)
	}
}

// release frees the memory for games and exits.
func (s *solver) release() {
	s.planes(-1, func(p *plane, _ int) { *p = nil })
	s.exits = [2][]wordExits{}
	s.record.begin()
}

// shrink frees the memory for a slice with two pieces.
func (s *solver) shrink() {
	if cap(s.legal[0]) >= largeWords {
		s.release()
		s.legal = [2]plane{}
	}
}

// push calls a function with the words and lanes from which a side may move to some lanes of a word. They are also the
// ones to which it may move from there.
func (s *solver) push(side board.Color, word int, lanes uint64, yield func(before int, lanes uint64)) {
	first := 0
	if side == board.White { // the king is the first outer man
		shift := s.men[0].shift
		rest := word &^ (63 << shift)
		for _, t := range board.Steps.King[word>>shift] {
			yield(rest|int(t)<<shift, lanes)
		}
		first = 1
	} else {
		yield(word, kingFill(lanes))
	}
	for i := first; i < s.outer; i++ {
		if s.men[i].color != side {
			continue
		}
		for _, w := range s.ways(word, i, &s.found) {
			if free := w.lanes & lanes; free != 0 {
				yield(w.word, free)
			}
		}
	}
}

// pull returns the lanes of a word from which a side can move into a set. If without is not nil, its positions do not
// count.
func (s *solver) pull(side board.Color, word int, set, without plane) (lanes uint64) {
	at := func(word int) uint64 {
		if without == nil {
			return set[word]
		}
		return set[word] &^ without[word]
	}
	first := 0
	if side == board.White { // the king is the first outer man
		shift := s.men[0].shift
		rest := word &^ (63 << shift)
		for _, t := range board.Steps.King[word>>shift] {
			lanes |= at(rest | int(t)<<shift)
		}
		first = 1
	} else {
		lanes = kingFill(at(word))
	}
	for i := first; i < s.outer; i++ {
		if s.men[i].color == side {
			for _, w := range s.ways(word, i, &s.found) {
				lanes |= at(w.word) & w.lanes
			}
		}
	}
	return lanes
}
