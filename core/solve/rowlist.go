package solve

import (
	"slices"

	"github.com/matewright/matewright/core/board"
)

// A rowList is a set of positions that is written once, row by row, and read
// back in the same order. It takes 8 bytes a word that has something in it, and
// 16 a row.
//
// Lists grow by chunks, which they take from a pool and give back, so nothing
// is ever copied. A row is never split over two chunks; there it is
//
//	number, words, then the lanes of each of these words
//
// If the pool spills, the chunks may be in scratch, but not the last one.
type rowList struct {
	spilled []spilledChunk // those before the others
	chunks  []*chunk
	head    int // where the last row is in the last chunk
}

const chunkSize = 1023 // with the count: 8 KiB

type chunk struct {
	used int
	data [chunkSize]board.Bitboard
}

// A chunkPool has the chunks that are in no list.
type chunkPool struct {
	free  []*chunk
	made  int
	limit int    // if it spills: a list that grows beyond so many chunks of all lists does
	spill *spill // nil if there is no limit
}

func (p *chunkPool) take() *chunk {
	if n := len(p.free); n > 0 {
		c := p.free[n-1]
		p.free = p.free[:n-1]
		c.used = 0
		return c
	}
	p.made++
	return new(chunk)
}

// isFull reports whether a list that needs another chunk should spill those it has.
func (p *chunkPool) isFull() bool { return p.spill != nil && len(p.free) == 0 && p.made >= p.limit }

// err returns the error of scratch, if there was one: then what was read may not be all
// there was.
func (p *chunkPool) err() error {
	if p.spill == nil {
		return nil
	}
	return p.spill.err
}

// clear empties the list.
func (l *rowList) clear(pool *chunkPool) {
	pool.free = append(pool.free, l.chunks...)
	l.chunks = l.chunks[:0]
	l.spilled = l.spilled[:0]
}

func (l *rowList) empty() bool { return len(l.chunks) == 0 } // the last one is never spilled alone

// flush spills all chunks.
func (l *rowList) flush(pool *chunkPool) {
	for _, c := range l.chunks {
		l.spilled = append(l.spilled, pool.spill.write(c))
	}
	pool.free = append(pool.free, l.chunks...)
	l.chunks = l.chunks[:0]
}

// begin adds a row without words, and returns the chunk with room for all.
func (l *rowList) begin(number int, pool *chunkPool) *chunk {
	if n := len(l.chunks); n == 0 || l.chunks[n-1].used+2+rowWords > chunkSize {
		if n > 0 && pool.isFull() {
			l.flush(pool)
		}
		l.chunks = append(l.chunks, pool.take())
	}
	c := l.chunks[len(l.chunks)-1]
	l.head = c.used
	c.data[l.head] = board.Bitboard(number)
	c.data[l.head+1] = 0
	c.used += 2
	return c
}

// addWord adds to the last row, if that is the word's and has none after it,
// or begins another.
func (l *rowList) addWord(number int, w board.Square, lanes board.Bitboard, pool *chunkPool) {
	var c *chunk
	if n := len(l.chunks); n > 0 {
		c = l.chunks[n-1]
	}
	if c == nil || c.data[l.head] != board.Bitboard(number) || c.data[l.head+1]>>w != 0 {
		c = l.begin(number, pool)
	}
	c.data[l.head+1] |= w.Bit()
	c.data[c.used] = lanes
	c.used++
}

// addRow adds a row with these words, and returns the room for their lanes,
// which must be filled from its beginning.
func (l *rowList) addRow(number int, words board.Bitboard, pool *chunkPool) *[rowWords]board.Bitboard {
	c := l.begin(number, pool)
	c.data[l.head+1] = words
	room := (*[rowWords]board.Bitboard)(c.data[c.used:])
	c.used += words.Count()
	return room
}

// A rowReader walks over the rows of a list.
type rowReader struct {
	pool    *chunkPool
	spilled []spilledChunk // not read yet, and before:
	chunks  []*chunk       // not read yet
	current *chunk
	at      int    // in the current chunk, after the row
	loaded  *chunk // room for those that were spilled

	number int // of the row; -1 after the last one
	words  board.Bitboard
	lanes  []board.Bitboard // of the words
}

// read returns a reader that stands on the first row. It must be closed unless it is
// read to the end.
func (l *rowList) read(pool *chunkPool) rowReader {
	r := rowReader{pool: pool, spilled: l.spilled, chunks: l.chunks}
	r.next()
	return r
}

// readFrom is read, but stands on the first row from a number on. The numbers of
// the list must ascend, and all of it be spilled.
func (l *rowList) readFrom(number int, pool *chunkPool) rowReader {
	n, found := slices.BinarySearchFunc(l.spilled, number, func(c spilledChunk, number int) int { return int(c.firstRow) - number })
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
		if !r.nextChunk() {
			r.close()
			r.number = -1
			return
		}
	}
	rest := r.current.data[r.at:]
	r.number, r.words = int(rest[0]), rest[1]
	n := r.words.Count()
	r.lanes = rest[2 : 2+n]
	r.at += 2 + n
}

// nextChunk turns to the next chunk, if there is one.
func (r *rowReader) nextChunk() bool {
	r.at = 0
	switch {
	case len(r.spilled) > 0:
		if r.loaded == nil {
			r.loaded = r.pool.take()
		}
		r.pool.spill.read(r.spilled[0], r.loaded)
		r.spilled, r.current = r.spilled[1:], r.loaded
	case len(r.chunks) > 0:
		r.current, r.chunks = r.chunks[0], r.chunks[1:]
	default:
		return false
	}
	return true
}

// close gives back what reading takes.
func (r *rowReader) close() {
	if r.loaded != nil {
		r.pool.free = append(r.pool.free, r.loaded)
		r.loaded = nil
	}
}
