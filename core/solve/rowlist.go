package solve

import "github.com/matewright/matewright/core/board"

// A rowList is a set of positions that is written once, row by row, and read
// back in the same order. It takes 8 bytes a word that has something in it, and
// 16 a row.
//
// Lists grow by chunks, which they take from a pool and give back, so nothing
// is ever copied. A row is never split over two chunks; there it is
//
//	number, words, then the lanes of each of these words
type rowList struct {
	chunks []*chunk
	head   int // where the last row is in the last chunk
}

const chunkSize = 1023 // with the count: 8 KiB

type chunk struct {
	used int
	data [chunkSize]board.Bitboard
}

// A chunkPool has the chunks that are in no list.
type chunkPool struct{ free []*chunk }

func (p *chunkPool) take() *chunk {
	if n := len(p.free); n > 0 {
		c := p.free[n-1]
		p.free = p.free[:n-1]
		c.used = 0
		return c
	}
	return new(chunk)
}

// clear empties the list.
func (l *rowList) clear(pool *chunkPool) {
	pool.free = append(pool.free, l.chunks...)
	l.chunks = l.chunks[:0]
}

func (l *rowList) empty() bool { return len(l.chunks) == 0 }

// begin adds a row without words, and returns the chunk with room for all.
func (l *rowList) begin(number int, pool *chunkPool) *chunk {
	if n := len(l.chunks); n == 0 || l.chunks[n-1].used+2+rowWords > chunkSize {
		l.chunks = append(l.chunks, pool.take())
	}
	c := l.chunks[len(l.chunks)-1]
	l.head = c.used
	c.data[l.head] = board.Bitboard(number)
	c.data[l.head+1] = 0
	c.used += 2
	return c
}

// addWord adds to the last row, if that is the word's and has none behind it,
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
	chunks []*chunk
	at     int // in the first of the chunks, behind the row

	number int // of the row; -1 behind the last one
	words  board.Bitboard
	lanes  []board.Bitboard // of the words
}

// read returns a reader that stands on the first row.
func (l *rowList) read() rowReader {
	r := rowReader{chunks: l.chunks}
	r.next()
	return r
}

func (r *rowReader) next() {
	if len(r.chunks) > 0 && r.at == r.chunks[0].used {
		r.chunks, r.at = r.chunks[1:], 0
	}
	if len(r.chunks) == 0 {
		r.number = -1
		return
	}
	rest := r.chunks[0].data[r.at:]
	r.number, r.words = int(rest[0]), rest[1]
	n := r.words.Count()
	r.lanes = rest[2 : 2+n]
	r.at += 2 + n
}
