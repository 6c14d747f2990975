package kernel

// NoMan stands for a man that a layout does not have, or that a move does not concern.
const NoMan = -1

// RowWords is the largest number of words in a row.
const RowWords = 64

// A RowNo and a RowWord number the rows and words of a slice and side. The numbers of words are those of the layout,
// unless rows are widened.
type (
	RowNo   int
	RowWord int
)

// A BitsRow is the place of a row in a set of bits. It is the number of the row if all rows are in memory.
type BitsRow int
