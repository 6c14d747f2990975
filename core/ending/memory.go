package ending

import "github.com/matewright/matewright/core/words"

// cacheShare is the largest share of the memory for unpacked blocks, as a divisor.
const cacheShare = 4

// distanceShare is the share of the memory for unpacked blocks that distances may take, as a divisor.
const distanceShare = 4

// otherShare is the share of the memory for nodes and for marks, as a divisor.
const otherShare = 16

// wordBytes is the memory of a solver for each word of a slice. It has 19 planes, the exits of both sides, packed bytes
// while these grow, and garbage of the size of a block. While it finds exits, it has no planes of games, but some
// blocks.
const wordBytes = 19*8 + 2*7*8 + 72 + codesBytes

// mateShare is the share of the memory for unpacked slices that mates may take, as a divisor. While they are found it
// is searchShare.
const (
	mateShare   = 8
	searchShare = 2
)

// mateWordBytes is wordBytes for mates. It has 16 planes, the lists of words, the mates of a slice and of one after it,
// and garbage of the same size. The codes are those of both sides, and of one after an exit. The last term is for
// packed bytes.
const mateWordBytes = 16*8 + 40 + 4*mateBytes + 3*codesBytes + 48

// solverBytes returns the memory that a solver takes for slices with some pieces, given that for a word.
func solverBytes(pieces int, wordBytes int64) int64 {
	if pieces > MaxPieces {
		return wideBytes
	}
	f := frame{outer: 1 + pieces}
	return wordBytes * int64(f.words())
}

// wideBytes is the memory of a solver for a wide slice. It has two planes and a slab, some blocks, and packed bytes.
const wideBytes = (2*8+1)<<(6*(1+mostPieces)) + 9*slabFiles*8<<(6*mostPieces)

// LeastMemory returns the memory in bytes that [Options.Memory] must have to solve slices with some pieces. With one
// more than [MaxPieces], it is for the wins after promotions.
func LeastMemory(pieces int) int64 { return leastMemory(pieces, wordBytes) }

// LeastMateMemory is LeastMemory for [Ending.Mates].
func LeastMateMemory(pieces int) int64 { return leastMemory(pieces, mateWordBytes) }

// leastMemory returns the least memory without whose other share there is room for a solver.
func leastMemory(pieces int, wordBytes int64) int64 {
	solver := solverBytes(pieces, wordBytes)
	return solver + (solver-1)/(otherShare-1)
}

// A MemoryError reports that the position has too many pieces for the memory.
type MemoryError struct{ Least int64 } // in bytes

// Message returns the least memory as a message.
func (e *MemoryError) Message() words.Message {
	return words.New("core.ending.memory", "least", (e.Least+1<<20-1)>>20)
}

// Error returns the least memory.
func (e *MemoryError) Error() string { return e.Message().String() }
