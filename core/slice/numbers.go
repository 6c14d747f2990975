package slice

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
)

// The kinds of number that positions are found by. They are types of their own because
// they are handed over side by side.
type (
	Number  int // of a slice
	FrameNo int // of a frame in its slice
	WordNo  int // of a word in its slice and side
	Entry   int // of a position in its slice and side: its word<<6 and its lane
)

// At returns the entry of a lane.
func (w WordNo) At(lane board.Square) Entry { return Entry(w)<<6 | Entry(lane) }

// Word returns the word of an entry, and its lane.
func (e Entry) Word() (WordNo, board.Square) { return WordNo(e >> 6), board.Square(e & 63) }

// Squares holds a square for each of a layout's men, in their order.
type Squares [material.MaxMen]board.Square

// A Place is the place of a position's value in the table of its class.
type Place struct {
	Slice Number
	Side  board.Color // to move; White is the class's first side
	Entry Entry
}
