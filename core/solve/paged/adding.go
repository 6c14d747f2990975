package paged

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/solve/kernel"
)

// adding is the state of the frame whose words are being added.
type adding struct {
	frame slice.FrameNo // or NoFrame
	bits  [Sets][]board.Bitboard
	masks [Sets][]board.Bitboard
	exits exits.ExitRanks
	err   error // the first error

	// The chains of words for the lists, one for each list.
	words  []addedWord
	used   int32
	chains [2][chains]chain
}

// A side has a chain for each round in which exits decide, and one for the positions in check.
const (
	checkChain = kernel.LastDue + 1
	chains     = checkChain + 1
)

type addedWord struct {
	lanes board.Bitboard
	word  int32 // in the frame
	next  int32 // the next word of the chain, or -1
}

type chain struct{ first, last int32 }

var noChain = chain{-1, -1}

const NoFrame = -1

func (a *adding) begin(rows int) {
	a.beginBits(rows)
	a.words = make([]addedWord, min(mostAdded, 4*2*rows*kernel.RowWords))
	a.unchain()
}

func (a *adding) beginBits(rows int) {
	a.frame, a.exits.Err, a.err = NoFrame, nil, nil
	for set := range a.bits {
		kernel.Reset(&a.bits[set], rows*kernel.RowWords)
		kernel.Reset(&a.masks[set], rows)
	}
}

// mostAdded is the largest number of words in the chains.
const mostAdded = 1 << 20

// unchain empties all chains.
func (a *adding) unchain() {
	a.used = 0
	for c := range a.chains {
		for i := range a.chains[c] {
			a.chains[c][i] = noChain
		}
	}
}

// add adds a word to a chain. The caller must check that words has room.
func (a *adding) add(to *chain, word int32, lanes board.Bitboard) {
	a.words[a.used] = addedWord{lanes, word, -1}
	if to.first < 0 {
		to.first = a.used
	} else {
		a.words[to.last].next = a.used
	}
	to.last = a.used
	a.used++
}

func (a *adding) set(set SetNo, row kernel.RowNo, w board.Square, lanes board.Bitboard) {
	a.bits[set][int(row)<<6|int(w)] = lanes
	if ^lanes != 0 {
		a.masks[set][row] |= w.Bit()
	}
}

func (a *adding) failed(err error) {
	if a.err == nil {
		a.err = err
	}
}
