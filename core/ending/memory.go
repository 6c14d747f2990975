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

// solverBytes returns the memory that a solver takes for slices with some pieces.
func solverBytes(pieces int) int64 {
	f := frame{outer: 1 + pieces}
	return wordBytes * int64(f.words())
}

// LeastMemory returns the memory in bytes that [Options.Memory] must have to solve slices with some pieces.
func LeastMemory(pieces int) int64 {
	return (solverBytes(pieces)*otherShare + otherShare - 2) / (otherShare - 1)
}

// cacheFor returns the memory for unpacked blocks, beside some solvers for slices with some pieces.
func cacheFor(memory int64, solvers, pieces int) int64 {
	return min(memory/cacheShare, memory-memory/otherShare-int64(solvers)*solverBytes(pieces))
}

// solversFor returns how many solvers the memory has room for, with slices of some pieces.
func solversFor(memory int64, pieces int) int {
	return int((memory - memory/otherShare) / solverBytes(pieces))
}

// A MemoryError reports that the position has too many pieces for the memory.
type MemoryError struct{ Least int64 } // in bytes

// Message returns the least memory as a message.
func (e *MemoryError) Message() words.Message {
	return words.New("core.ending.memory", "least", (e.Least+1<<20-1)>>20)
}

// Error returns the least memory.
func (e *MemoryError) Error() string { return e.Message().String() }
