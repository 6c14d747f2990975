package ending

import (
	"context"
	"math/bits"

	"github.com/matewright/matewright/core/board"
)

// A wide solver finds wins of one side in a slice with too many pieces for a [solver]. It has two planes, instead of
// forty: these would take 6 GiB with three pieces.
//
// The wins are sure: a move to an open position never wins, and always saves the other side.
type wide struct {
	*solver
	slab     *slab
	defender board.Color

	open    plane // with the attacker to move: the legal positions that are not won
	held    plane // with the defender to move: the legal positions that are neither lost nor saved by an exit
	doubted plane // the words to judge, a bit each; before that the words in stuck

	stuck map[int]uint64 // by word: the defender is not in check, and has no move so far
}

// solveWide finds the wins of the slab of a slice. It also returns all legal positions that are not won with the
// attacker to move.
func (s *solver) solveWide(ctx context.Context, slice Slice) (b *slab, open plane, err error) {
	s.begin(slice)
	s.watch.begin(ctx)
	b = newSlab(slice)
	b.begin()
	words := s.words()
	w := wide{
		solver: s, slab: b, defender: b.attacker.Other(),
		open: make(plane, words), held: make(plane, words), doubted: make(plane, words/64),
		stuck: map[int]uint64{},
	}
	w.begin()
	if err := w.addExits(); err != nil {
		return nil, nil, err
	}
	for some := true; some; {
		some = w.judge()
	}
	return b, w.open, s.watch.look()
}

// begin sets the planes without exits, and doubts all words.
func (w *wide) begin() {
	for i := range w.open {
		if w.watch.over() {
			return
		}
		w.open[i], w.held[i] = w.geometry.legal(i)
		if w.defender == board.White {
			w.open[i], w.held[i] = w.held[i], w.open[i]
		}
	}
	for i, lanes := range w.held {
		if lanes &= w.open[i]; lanes == 0 || w.watch.over() {
			continue
		}
		if lanes &^= w.pull(w.defender, i, w.open, nil); lanes != 0 {
			w.stuck[i] = lanes
			w.doubted[i>>6] |= 1 << (i & 63)
		}
	}
}

// save counts positions as saved, given the legal moves of the defender from a word, and those that the attacker does
// not win.
func (w *wide) save(word int, legal, saved uint64) {
	w.held[word] &^= saved
	if w.doubted[word>>6]>>(word&63)&1 != 0 {
		w.stuck[word] &^= legal
	}
}

// addExits adds all moves out of the slice.
func (w *wide) addExits() error {
	w.savePromotions()
	err := w.arrivals(w.source, func(a *arrival) error {
		if a.color == w.defender && a.keepsWords() && newSlab(a.exit.after).attacks(w.slab.attacker) {
			open, err := w.source.open(a.exit.after)
			if err != nil {
				return err
			}
			if open != nil {
				return w.addPushes(a, open)
			}
		}
		w.follow(&a.exit, &a.after.geometry, func(before, word int, lanes uint64, king board.Square) {
			if w.watch.over() {
				return
			}
			after := a.codes(&w.geometry, before, word, king).and(lanes)
			wins := after.wins(w.slab.attacker)
			if a.color != w.defender {
				w.open[before] &^= wins[surely]
				return
			}
			w.save(before, after.legal(), after.legal()&^wins[surely])
			if i, ok := w.slab.index(before); ok {
				w.slab.safe[i] |= after.legal() &^ wins[maybe]
			}
		})
		return w.watch.look()
	})
	for word, lanes := range w.stuck {
		w.held[word] &^= lanes // stalemates
	}
	w.stuck = nil
	for i := range w.doubted {
		w.doubted[i] = ^uint64(0)
	}
	return err
}

// addPushes adds pawn moves of the defender to another wide slice with the same pieces.
func (w *wide) addPushes(a *arrival, open *openWords) error {
	for i := range w.held {
		if w.watch.over() {
			return w.watch.err
		}
		saved := open.next() // the attacker's captures en passant could only win more
		if w.held[i] == 0 {
			continue
		}
		lanes := ^uint64(0)
		if a.over != board.NoSquare {
			if w.stands(i, a.over) {
				continue
			}
			lanes &^= uint64(a.over.Bit())
		}
		var legal uint64
		if w.doubted[i>>6]>>(i&63)&1 != 0 {
			legal = a.after.legalFor(w.slab.attacker, i)
		}
		w.save(i, legal&lanes, saved&lanes)
	}
	return open.err
}

// savePromotions counts all positions as saved in which the defender promotes without a capture. After that, there are
// more pieces than in any slice.
func (w *wide) savePromotions() {
	if w.pieces.count() < mostPieces {
		return
	}
	for pawns := w.slice.pawns[w.defender]; pawns != 0; pawns = pawns.Rest() {
		to := board.PawnPushes(w.defender, pawns.First(), w.pawns)
		if rank := to.First().Rank(); to == 0 || rank != 0 && rank != 7 {
			continue
		}
		for i := range w.held {
			if w.watch.over() {
				return
			}
			if !w.stands(i, to.First()) {
				w.held[i] &= uint64(to)
			}
		}
	}
}

// judge finds which positions of the doubted words are lost, and which are won before them. It reports whether there
// were some.
func (w *wide) judge() (some bool) {
	for i := range w.doubted {
		for w.doubted[i] != 0 {
			if w.watch.over() {
				return false
			}
			word := i<<6 | bits.TrailingZeros64(w.doubted[i])
			w.doubted[i] &= w.doubted[i] - 1
			lanes := w.held[word]
			if lanes == 0 {
				continue
			}
			some = true
			if lanes &^= w.pull(w.defender, word, w.open, nil); lanes != 0 {
				w.lose(word, lanes)
			}
		}
	}
	return some
}

// lose notes lost positions and the wins before them.
func (w *wide) lose(word int, lanes uint64) {
	w.held[word] &^= lanes
	if i, ok := w.slab.index(word); ok {
		w.slab.lost[i] |= lanes
	}
	var won [mostSteps + mostPieces*mostWays]int
	n := 0
	w.push(w.slab.attacker, word, lanes, func(before int, lanes uint64) {
		if lanes &= w.open[before]; lanes != 0 {
			w.open[before] &^= lanes
			won[n] = before
			n++
		}
	})
	for _, before := range won[:n] {
		w.push(w.defender, before, ^uint64(0), func(from int, _ uint64) {
			w.doubted[from>>6] |= 1 << (from & 63)
		})
	}
}
