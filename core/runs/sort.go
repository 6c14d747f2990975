package runs

import (
	"slices"
	"unsafe"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
)

// A Sorter takes records in any order, and returns them in the order of their keys. It joins records with the same key
// into one, with all their words and lanes.
type Sorter struct {
	pile    *scratch.Pile
	records []board.Bitboard // one after the other: row, tag, words and their lanes
	index   []int32          // the offset of each
	runs    []Run
	writer  *Writer
	readers [fanIn]Reader
}

// fanIn is how many runs are read side by side.
const fanIn = 32

const (
	recordHead = 3               // row, tag, words
	longest    = recordHead + 64 // of a record, in words of 8 bytes
	shortest   = recordHead + 1
)

// Bytes returns the memory of a sorter with the given number of bytes for records.
func Bytes(records int) int64 {
	n := capacity(records)
	return int64(8*n+4*(n/shortest+1)) + (fanIn+1)*readerBytes
}

const readerBytes = int64(pieceBytes + mostRecord + unsafe.Sizeof(Reader{}))

// Bytes returns the memory that it holds.
func (s *Sorter) Bytes() int64 {
	return int64(8*cap(s.records)+4*cap(s.index)) + (fanIn+1)*readerBytes
}

func capacity(records int) int { return max(records/8, longest) }

// NewSorter returns a sorter with the given number of bytes for records. It has room for at least one, and writes the
// others to a pile.
func NewSorter(pile *scratch.Pile, bytes int) *Sorter {
	n := capacity(bytes)
	s := &Sorter{
		pile:    pile,
		records: make([]board.Bitboard, 0, n),
		index:   make([]int32, 0, n/shortest+1),
		writer:  NewWriter(pile),
	}
	for i := range s.readers {
		s.readers[i].packed = make([]byte, 0, pieceBytes+mostRecord)
	}
	return s
}

// Add adds a record of the given words. It leaves out words without lanes.
func (s *Sorter) Add(k Key, words board.Bitboard, lanes *Words) error {
	if cap(s.records)-len(s.records) < longest {
		if err := s.spill(); err != nil {
			return err
		}
	}
	at := len(s.records)
	r := append(s.records, board.Bitboard(k.Row), board.Bitboard(k.Tag), 0)
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		if lanes[w] != 0 {
			r[at+2] |= w.Bit()
			r = append(r, lanes[w])
		}
	}
	if r[at+2] == 0 {
		return nil
	}
	s.records, s.index = r, append(s.index, int32(at))
	return nil
}

// AddListed is Add with the lanes one after the other.
func (s *Sorter) AddListed(k Key, words board.Bitboard, lanes []board.Bitboard) error {
	var all Words
	addTo(0, &all, words, lanes)
	return s.Add(k, words, &all)
}

// spill writes the records in memory as a run.
func (s *Sorter) spill() error {
	if err := s.eachInMemory(s.writer.Add); err != nil {
		return err
	}
	return s.endRun()
}

// endRun adds the run that was written to the others. If they are too many to be read side by side, they become one.
func (s *Sorter) endRun() error {
	run, err := s.writer.End()
	if err != nil {
		return err
	}
	if s.runs = append(s.runs, run); len(s.runs) < fanIn {
		return nil
	}
	if err := s.merge(s.writer.Add); err != nil {
		return err
	}
	run, err = s.writer.End()
	s.runs = append(s.runs[:0], run)
	return err
}

// eachInMemory passes on the records in memory, and empties it.
func (s *Sorter) eachInMemory(do func(Key, board.Bitboard, *Words) error) error {
	slices.SortFunc(s.index, func(a, b int32) int { return s.key(a).Compare(s.key(b)) })
	var lanes Words
	for i := 0; i < len(s.index); {
		key, words := s.key(s.index[i]), board.Bitboard(0)
		for ; i < len(s.index) && s.key(s.index[i]) == key; i++ {
			record := s.records[s.index[i]:]
			words = addTo(words, &lanes, record[2], record[recordHead:])
		}
		if err := do(key, words, &lanes); err != nil {
			return err
		}
	}
	s.records, s.index = s.records[:0], s.index[:0]
	return nil
}

func (s *Sorter) key(at int32) Key { return Key{uint64(s.records[at]), uint64(s.records[at+1])} }

// Each passes on all records in order, and empties the sorter. A record is valid until the next one.
func (s *Sorter) Each(do func(Key, board.Bitboard, *Words) error) error {
	if len(s.runs) == 0 {
		return s.eachInMemory(do)
	}
	if err := s.spill(); err != nil {
		return err
	}
	err := s.merge(do)
	s.Clear()
	return err
}

// Clear forgets all records.
func (s *Sorter) Clear() { s.records, s.index, s.runs = s.records[:0], s.index[:0], s.runs[:0] }

// merge hands over the records of all runs.
func (s *Sorter) merge(do func(Key, board.Bitboard, *Words) error) error {
	var first heap
	for i, run := range s.runs {
		r := &s.readers[i]
		r.Begin(s.pile, run)
		if err := first.next(r); err != nil {
			return err
		}
	}
	var lanes Words
	for len(first) > 0 {
		key, words := first[0].Key, board.Bitboard(0)
		for len(first) > 0 && first[0].Key == key {
			r := first.pop()
			words = r.AddTo(words, &lanes)
			if err := first.next(r); err != nil {
				return err
			}
		}
		if err := do(key, words, &lanes); err != nil {
			return err
		}
	}
	return nil
}

// A heap has readers with a record each, the one with the first key in front.
type heap []*Reader

// next adds a reader with its next record, unless it has none.
func (h *heap) next(r *Reader) error {
	if !r.Next() {
		return r.Err()
	}
	*h = append(*h, r)
	for i := len(*h) - 1; i > 0; {
		parent := (i - 1) / 2
		if !h.less(i, parent) {
			break
		}
		(*h)[i], (*h)[parent] = (*h)[parent], (*h)[i]
		i = parent
	}
	return nil
}

// pop takes out the first one.
func (h *heap) pop() *Reader {
	list := *h
	first, last := list[0], len(list)-1
	list[0] = list[last]
	*h = list[:last]
	for i := 0; ; {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < last; child++ {
			if h.less(child, least) {
				least = child
			}
		}
		if least == i {
			return first
		}
		list[i], list[least] = list[least], list[i]
		i = least
	}
}

func (h *heap) less(i, j int) bool { return (*h)[i].Key.Compare((*h)[j].Key) < 0 }
