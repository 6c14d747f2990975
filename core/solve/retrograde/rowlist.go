package retrograde

import (
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/solve/kernel"
)

// A rowList is a set of positions that is written once, row by row, and read back in the same order. It takes 8 bytes a
// word that is not empty, and 16 a row.
//
// Lists grow by blocks, which they take from a pool and give back, so they never copy rows. A row is never split over
// two blocks. In a block it is
//
//	number, words, then the lanes of each of these words
//
// If the pool spills, the blocks may be in scratch, but not the last one.
type rowList struct {
	spilled []spilledBlock // before the others
	blocks  []*block
	head    int // the index of the last row in the last block
}

// A blockPool has the blocks that are in no list.
type blockPool struct {
	free  []*block
	made  int
	limit int        // the number of blocks of all lists from which a list spills
	spill *blockFile // nil without a limit
}

func (p *blockPool) take() *block {
	if n := len(p.free); n > 0 {
		c := p.free[n-1]
		p.free = p.free[:n-1]
		c.used = 0
		return c
	}
	p.made++
	return new(block)
}

// isFull reports whether a list that needs another block should spill those it has.
func (p *blockPool) isFull() bool { return p.spill != nil && len(p.free) == 0 && p.made >= p.limit }

// err returns the first error of scratch. After an error, lists may have been read incompletely.
func (p *blockPool) err() error {
	if p.spill == nil {
		return nil
	}
	return p.spill.err
}

// clear empties the list.
func (l *rowList) clear(pool *blockPool) {
	pool.free = append(pool.free, l.blocks...)
	l.blocks = l.blocks[:0]
	l.spilled = l.spilled[:0]
}

func (l *rowList) empty() bool { return len(l.blocks) == 0 } // lists that spill get a new last block

// flush spills all blocks.
func (l *rowList) flush(pool *blockPool) {
	for _, c := range l.blocks {
		l.spilled = append(l.spilled, pool.spill.write(c))
	}
	pool.free = append(pool.free, l.blocks...)
	l.blocks = l.blocks[:0]
}

// begin adds a row without words, and returns the block with room for all.
func (l *rowList) begin(number kernel.RowNo, pool *blockPool) *block {
	if n := len(l.blocks); n == 0 || l.blocks[n-1].isFull() {
		if n > 0 && pool.isFull() {
			l.flush(pool)
		}
		l.blocks = append(l.blocks, pool.take())
	}
	c := l.blocks[len(l.blocks)-1]
	l.head = c.used
	c.data[l.head] = board.Bitboard(number)
	c.data[l.head+1] = 0
	c.used += 2
	return c
}

// addWord adds a word to the last row, if the row is the word's and has no later word, or begins another row.
func (l *rowList) addWord(number kernel.RowNo, w board.Square, lanes board.Bitboard, pool *blockPool) {
	var c *block
	if n := len(l.blocks); n > 0 {
		c = l.blocks[n-1]
	}
	if c == nil || c.data[l.head] != board.Bitboard(number) || c.data[l.head+1]>>w != 0 {
		c = l.begin(number, pool)
	}
	c.data[l.head+1] |= w.Bit()
	c.data[c.used] = lanes
	c.used++
}

// addRow adds a row with these words, and returns the room for their lanes, which must be filled from its beginning.
func (l *rowList) addRow(number kernel.RowNo, words board.Bitboard, pool *blockPool) *[kernel.RowWords]board.Bitboard {
	c := l.begin(number, pool)
	c.data[l.head+1] = words
	room := (*[kernel.RowWords]board.Bitboard)(c.data[c.used:])
	c.used += words.Count()
	return room
}

// A rowReader walks over the rows of a list.
type rowReader struct {
	pool    *blockPool
	spilled []spilledBlock // not read yet, before the other blocks
	blocks  []*block       // not read yet
	current *block
	at      int    // in the current block, after the row
	loaded  *block // room for spilled blocks

	number kernel.RowNo // of the row; -1 after the last one
	words  board.Bitboard
	lanes  []board.Bitboard // of the words
}

// read returns a reader at the first row. Its user must read to the end or close it.
func (l *rowList) read(pool *blockPool) rowReader {
	r := rowReader{pool: pool, spilled: l.spilled, blocks: l.blocks}
	r.next()
	return r
}

// readFrom returns a reader at the first row from a number on. The numbers of the list must ascend, and the whole list
// must be spilled.
func (l *rowList) readFrom(number kernel.RowNo, pool *blockPool) rowReader {
	n, found := slices.BinarySearchFunc(
		l.spilled,
		number,
		func(c spilledBlock, number kernel.RowNo) int { return int(c.firstRow) - int(number) },
	)
	if !found && n > 0 {
		n--
	}
	r := rowReader{pool: pool, spilled: l.spilled[n:]}
	for r.next(); r.number >= 0 && r.number < number; {
		r.next()
	}
	return r
}

func (r *rowReader) next() {
	for r.current == nil || r.at == r.current.used {
		if !r.nextBlock() {
			r.close()
			r.number = -1
			return
		}
	}
	rest := r.current.data[r.at:]
	r.number, r.words = kernel.RowNo(rest[0]), rest[1]
	n := r.words.Count()
	r.lanes = rest[2 : 2+n]
	r.at += 2 + n
}

// nextBlock moves to the next block, and reports whether the list has one.
func (r *rowReader) nextBlock() bool {
	r.at = 0
	switch {
	case len(r.spilled) > 0:
		if r.loaded == nil {
			r.loaded = r.pool.take()
		}
		r.pool.spill.read(r.spilled[0], r.loaded)
		r.spilled, r.current = r.spilled[1:], r.loaded
	case len(r.blocks) > 0:
		r.current, r.blocks = r.blocks[0], r.blocks[1:]
	default:
		return false
	}
	return true
}

// close returns the reader's block to the pool.
func (r *rowReader) close() {
	if r.loaded != nil {
		r.pool.free = append(r.pool.free, r.loaded)
		r.loaded = nil
	}
}
