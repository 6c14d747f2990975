package search

import (
	"unsafe"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// A Table remembers what was found out about positions, in as many entries as the memory that it is given holds:
// the transposition table of chess programs. When it is full, new positions replace old ones and those that took
// little work, and are found out again if need be: what a search finds does not depend on its size, only how soon.
//
// An entry is 16 bytes. Eight are the position's key, which no other position has; the other eight are packed, as
// Jonatan Pettersson describes it for his program Mediocre (2007).
type Table struct {
	entries []entry
	age     uint8 // the number of the present search: what earlier ones put in is worth less
	round   uint8 // the number of its present walk, each deeper than the one before
	stats   TableStats
}

// EntryBytes is the memory that an entry takes.
const EntryBytes = int64(unsafe.Sizeof(entry{}))

type entry struct {
	key    key
	packed packed // 0 if there is none
}

// ways is the number of places, one after the other, where a position may be: they share a cache line or two.
const ways = 4

// MaxTableBytes is the most memory that a table can be given.
const MaxTableBytes = 1 << 36

// NewTable returns a table of as many entries as so many bytes hold, but of no less than four.
func NewTable(bytes int64) *Table {
	n := max(ways, min(bytes, MaxTableBytes)/EntryBytes)
	return &Table{entries: make([]entry, n)}
}

// TableStats counts what was asked of a table, and what became of it.
type TableStats struct {
	Bytes    int64 `json:"bytes"`    // of all entries
	Entries  int64 `json:"entries"`  // that there are
	Used     int64 `json:"used"`     // that hold a position
	Probes   int64 `json:"probes"`   // how often a position was looked for
	Hits     int64 `json:"hits"`     // how often it was there
	Stores   int64 `json:"stores"`   // how often one was written
	Replaced int64 `json:"replaced"` // how often another position was given up for one
}

// Stats returns the counts.
func (t *Table) Stats() TableStats {
	s := t.stats
	s.Entries = int64(len(t.entries))
	s.Bytes = s.Entries * EntryBytes
	return s
}

// Clear forgets all positions and counts. It leaves the memory of an unused table alone, which the
// system hands out only when it is first written.
func (t *Table) Clear() {
	if t.stats.Stores > 0 {
		clear(t.entries)
	}
	t.stats = TableStats{}
}

// A record is what is known of a position. The outcomes are White's.
type record struct {
	low, high value.Outcome // how it ends at least and at most: proven
	depth     [2]uint8      // how deep it was searched for a win of White's, and of Black's, plus 1; 0 is not at all
	old       bool          // that was in an earlier walk, or search: the depth does not count now
	move      board.Move    // that was best the last time, or none
}

// unknown is the record of a position of which nothing is known.
var unknown = record{low: value.Loss, high: value.Win}

// packed is a record with its age: from the lowest bit on the move (from 6, to 6, promotion 3), the bounds (2
// each), the depths (8 each), the age and the round (8 each) and a bit that is always set.
type packed uint64

const (
	promotionShift = 12
	lowShift       = 15
	highShift      = 17
	depthShift     = 19
	ageShift       = 35
	roundShift     = 43
	isSet          = 1 << 63
)

func pack(r record, age, round uint8) packed {
	p := uint64(r.move.From) | uint64(r.move.To)<<6 | uint64(r.move.Promotion)<<promotionShift
	p |= uint64(r.low-value.Loss)<<lowShift | uint64(r.high-value.Loss)<<highShift
	p |= uint64(r.depth[0])<<depthShift | uint64(r.depth[1])<<(depthShift+8)
	return packed(p | uint64(age)<<ageShift | uint64(round)<<roundShift | isSet)
}

func (p packed) record() record {
	return record{
		low:   value.Outcome(p>>lowShift&3) + value.Loss,
		high:  value.Outcome(p>>highShift&3) + value.Loss,
		depth: [2]uint8{uint8(p >> depthShift), uint8(p >> (depthShift + 8))},
		move:  board.Move{From: board.Square(p & 63), To: board.Square(p >> 6 & 63), Promotion: board.PieceType(p >> promotionShift & 7)},
	}
}

func (p packed) age() uint8   { return uint8(p >> ageShift) }
func (p packed) round() uint8 { return uint8(p >> roundShift) }

// find returns what is known of a position.
func (t *Table) find(k key) record {
	t.stats.Probes++
	at := k.place(len(t.entries))
	for range ways {
		if e := &t.entries[at]; e.key == k && e.packed != 0 {
			t.stats.Hits++
			r := e.packed.record()
			r.old = e.packed.age() != t.age || e.packed.round() != t.round
			return r
		}
		if at++; at == len(t.entries) {
			at = 0
		}
	}
	return unknown
}

// put writes what is known of a position, in place of what was known of it, or of what is worth least.
func (t *Table) put(k key, r record) {
	t.stats.Stores++
	at := k.place(len(t.entries))
	var worst *entry
	least := 0
	for range ways {
		e := &t.entries[at]
		if e.packed == 0 || e.key == k {
			if e.packed == 0 {
				t.stats.Used++
			}
			*e = entry{k, pack(r, t.age, t.round)}
			return
		}
		if worth := t.worth(e.packed); worst == nil || worth < least {
			worst, least = e, worth
		}
		if at++; at == len(t.entries) {
			at = 0
		}
	}
	t.stats.Replaced++
	*worst = entry{k, pack(r, t.age, t.round)}
}

// worth says how much would be lost with an entry: the work that it took, which grows with the depth, less for
// each search that has begun since.
func (t *Table) worth(p packed) int {
	const older = 8
	d := p.record().depth
	return int(max(d[0], d[1])) - older*int(t.age-p.age())
}
