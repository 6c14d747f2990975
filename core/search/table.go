package search

import (
	"unsafe"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// A Table is a transposition table: it stores the bounds of positions in a fixed amount of memory. In a full table, new
// positions replace old ones and those that took little work. The size of the table changes the time of a search, not
// its result.
//
// An entry takes 24 bytes. 16 are the key, which is unique to the position. The other eight are packed, as Jonatan
// Pettersson describes for the program Mediocre (2007).
type Table struct {
	entries []entry
	age     uint8 // the number of the present search: entries of earlier ones are worth less
	round   uint8 // the number of its present walk; each walk is deeper than the last one
	stats   TableStats
}

// EntryBytes is the size of an entry.
const EntryBytes = int64(unsafe.Sizeof(entry{}))

type entry struct {
	key    key
	packed packed // 0 in an empty entry
}

// ways is the number of consecutive places for a position. They share two or three cache lines.
const ways = 4

// MaxTableBytes is the largest size of a table.
const MaxTableBytes = 1 << 36

// NewTable returns a table of at most the given size, with at least four entries.
func NewTable(bytes int64) *Table {
	n := max(ways, min(bytes, MaxTableBytes)/EntryBytes)
	return &Table{entries: make([]entry, n)}
}

// TableStats counts the uses of a table.
type TableStats struct {
	Bytes    int64 `json:"bytes"`    // of all entries
	Entries  int64 `json:"entries"`  // all entries
	Used     int64 `json:"used"`     // entries with a position
	Probes   int64 `json:"probes"`   // lookups
	Hits     int64 `json:"hits"`     // lookups that found the position
	Stores   int64 `json:"stores"`   // writes
	Replaced int64 `json:"replaced"` // writes over another position
}

// Stats returns the counts.
func (t *Table) Stats() TableStats {
	s := t.stats
	s.Entries = int64(len(t.entries))
	s.Bytes = s.Entries * EntryBytes
	return s
}

// Clear deletes all positions and counts. It does not touch the memory of an unused table: the system allocates that at
// the first write.
func (t *Table) Clear() {
	if t.stats.Stores > 0 {
		clear(t.entries)
	}
	t.stats = TableStats{}
}

// A record has the bounds of a position. The outcomes are White's.
type record struct {
	low, high value.Outcome // the proven bounds
	depth     [2]uint8      // of the search for a win of White, and of Black, plus 1; 0 without a search
	old       bool          // the record is of an earlier walk or search, so the depth does not count
	move      board.Move    // the best move of the last search, or none
}

// unknown is the record of a position that is not in the table.
var unknown = record{low: value.Loss, high: value.Win}

// packed is a record with its age. The move has the lowest 15 bits: from 6, to 6, promotion 3. The bounds have 2 bits
// each, the depths, the age and the round 8 bits each. The highest bit is always set.
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
		move: board.Move{
			From:      board.Square(p & 63),
			To:        board.Square(p >> 6 & 63),
			Promotion: board.PieceType(p >> promotionShift & 7),
		},
	}
}

func (p packed) age() uint8   { return uint8(p >> ageShift) }
func (p packed) round() uint8 { return uint8(p >> roundShift) }

// find returns the record of a position.
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

// put stores the record of a position. It replaces the older record of the position, or the one that is worth least.
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

// worth estimates the work behind an entry. It grows with the depth, and falls with each later search.
func (t *Table) worth(p packed) int {
	const older = 8
	d := p.record().depth
	return int(max(d[0], d[1])) - older*int(t.age-p.age())
}
