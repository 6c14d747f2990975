package sorting

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/solve/paged"
)

// A rowCursor reads rows of a set in their order, some at a time, and writes those that have changed.
type rowCursor struct {
	file        *paged.RowFile
	set         paged.SetNo
	first, past kernel.RowNo // the rows in memory
	bits        [cursorRows * kernel.RowWords]board.Bitboard
	from, to    kernel.RowNo // the changed rows among them
	err         error
}

const (
	cursors    = 2
	cursorRows = 16
)

// begin begins to read a set.
func (c *rowCursor) begin(file *paged.RowFile, set paged.SetNo) {
	c.file, c.set, c.first, c.past, c.from, c.to, c.err = file, set, 0, 0, 0, 0, nil
}

// row returns a row, which is valid until the next call.
func (c *rowCursor) row(number kernel.RowNo) *[kernel.RowWords]board.Bitboard {
	if number < c.first || number >= c.past {
		c.write()
		c.first = number / cursorRows * cursorRows
		c.past = min(c.first+cursorRows, kernel.RowNo(c.file.Rows.Count))
		c.failed(c.file.Read(c.set, c.first, c.bits[:(c.past-c.first)<<6]))
	}
	return kernel.RowOf(c.bits[:], int(number-c.first)<<6)
}

// change marks a row in memory as changed.
func (c *rowCursor) change(number kernel.RowNo) {
	if c.from == c.to {
		c.from, c.to = number, number+1
	}
	c.from, c.to = min(c.from, number), max(c.to, number+1)
}

func (c *rowCursor) write() {
	if c.from < c.to {
		c.failed(c.file.Write(c.set, c.from, c.bits[(c.from-c.first)<<6:(c.to-c.first)<<6]))
		c.from = c.to
	}
}

// end writes the changed rows, and returns the first error.
func (c *rowCursor) end() error {
	c.write()
	return c.err
}

func (c *rowCursor) failed(err error) {
	if c.err == nil {
		c.err = err
	}
}
