package ending

import "github.com/matewright/matewright/core/words"

// cacheShare is the share of the memory for unpacked slices, as a divisor. The solvers have the rest.
const cacheShare = 4

// distanceShare is the share of the memory for unpacked slices that distances may take, as a divisor.
const distanceShare = 4

// wordBytes is the memory of a solver for each word of a slice. It has 19 planes, the exits of both sides, and the
// codes of both sides after an exit. The last term is for packed bytes.
const wordBytes = 19*8 + 2*7*8 + 2*5*8 + 24

// solverBytes returns the memory that a solver takes for slices with some pieces.
func solverBytes(pieces int) int64 {
	f := frame{outer: 1 + pieces}
	return wordBytes * int64(f.words())
}

// wideBytes is the memory of a solver for a wide slice. It has two planes and a slab, and packed bytes.
const wideBytes = (2*8+1)<<(6*(1+mostPieces)) + 5*slabFiles*8<<(6*mostPieces)

// LeastMemory returns the memory in bytes that [Options.Memory] must have to solve slices with some pieces. With one
// more than [MaxPieces], it is for the wins after promotions.
func LeastMemory(pieces int) int64 {
	if pieces > MaxPieces {
		return wideBytes * cacheShare / (cacheShare - 1)
	}
	return solverBytes(pieces) * cacheShare / (cacheShare - 1)
}

// solversFor returns how many solvers the memory has room for, with slices of some pieces.
func solversFor(memory int64, pieces int) int {
	return int((memory - memory/cacheShare) / solverBytes(pieces))
}

// A MemoryError reports that the position has too many pieces for the memory.
type MemoryError struct{ Least int64 } // in bytes

// Message returns the least memory as a message.
func (e *MemoryError) Message() words.Message {
	return words.New("core.ending.memory", "least", (e.Least+1<<20-1)>>20)
}

// Error returns the least memory.
func (e *MemoryError) Error() string { return e.Message().String() }
