package solve

import "github.com/matewright/matewright/core/board"

// A rowCursor reads rows of a set in their order, some at a time, and writes those that have changed.
type rowCursor struct {
	file        *rowFile
	set         setNo
	first, past rowNo // that are in memory
	bits        [cursorRows * rowWords]board.Bitboard
	from, to    rowNo // that have changed, of these
	err         error
}

const (
	cursors    = 2
	cursorRows = 16
)

// begin turns to a set.
func (c *rowCursor) begin(file *rowFile, set setNo) {
	c.file, c.set, c.first, c.past, c.from, c.to, c.err = file, set, 0, 0, 0, 0, nil
}

// row returns a row, until another one is asked for.
func (c *rowCursor) row(number rowNo) *[rowWords]board.Bitboard {
	if number < c.first || number >= c.past {
		c.write()
		c.first = number / cursorRows * cursorRows
		c.past = min(c.first+cursorRows, rowNo(c.file.rows.count))
		c.failed(c.file.read(c.set, c.first, c.bits[:(c.past-c.first)<<6]))
	}
	return rowOf(c.bits[:], int(number-c.first)<<6)
}

// change says that a row that is in memory is not as it was read.
func (c *rowCursor) change(number rowNo) {
	if c.from == c.to {
		c.from, c.to = number, number+1
	}
	c.from, c.to = min(c.from, number), max(c.to, number+1)
}

func (c *rowCursor) write() {
	if c.from < c.to {
		c.failed(c.file.write(c.set, c.from, c.bits[(c.from-c.first)<<6:(c.to-c.first)<<6]))
		c.from = c.to
	}
}

// end writes what is left, and returns the first error.
func (c *rowCursor) end() error {
	c.write()
	return c.err
}

func (c *rowCursor) failed(err error) {
	if c.err == nil {
		c.err = err
	}
}
