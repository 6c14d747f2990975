package kernel

// NoMan stands for a man that a layout does not have, or that a move does not concern.
const NoMan = -1

// RowWords is the most words a row can have.
const RowWords = 64

// The numbers of rows and words in a slice and side. Those of words are the layout's,
// unless rows are widened.
type (
	RowNo   int
	RowWord int
)

// A BitsRow is where a row is in bits: its number, if all rows are in memory.
type BitsRow int
