package search

import (
	"math/rand/v2"
	"runtime"
	"testing"
	"unsafe"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// TestMemory checks the count of bytes against the allocated memory.
func TestMemory(t *testing.T) {
	if size := unsafe.Sizeof(entry{}); size != 24 {
		t.Errorf("an entry takes %d bytes, want 24", size)
	}
	for _, bytes := range []int64{1 << 20, 1<<20 + 23, 3_000_000, 64 << 20} {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		table := NewTable(bytes)
		runtime.ReadMemStats(&after)
		s := table.Stats()
		if s.Bytes > bytes || s.Bytes <= bytes-EntryBytes || s.Entries*EntryBytes != s.Bytes {
			t.Errorf("%d bytes: %d entries in %d bytes", bytes, s.Entries, s.Bytes)
		}
		// Go rounds up to whole pages.
		if took := int64(after.HeapAlloc - before.HeapAlloc); took < s.Bytes || took > s.Bytes+16<<10 {
			t.Errorf("%d bytes: the table says that it takes %d, and takes %d", bytes, s.Bytes, took)
		}
		runtime.KeepAlive(table)
	}
	if n := NewTable(-1).Stats().Entries; n != ways {
		t.Errorf("a table of no memory has %d entries", n)
	}
}

// TestPacked packs and unpacks records with all values of each field.
func TestPacked(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 100_000 {
		want, age, round := randomRecord(r), uint8(r.Uint32()), uint8(r.Uint32())
		p := pack(want, age, round)
		if got := p.record(); got != want || p.age() != age || p.round() != round || p == 0 {
			t.Fatalf("%+v of age %d, round %d is unpacked as %+v, %d, %d", want, age, round, got, p.age(), p.round())
		}
	}
}

func randomRecord(r *rand.Rand) record {
	low := value.Outcome(r.IntN(3)) - 1
	return record{
		low:   low,
		high:  low + value.Outcome(r.IntN(int(2-low))),
		depth: [2]uint8{uint8(r.Uint32()), uint8(r.Uint32())},
		move: board.Move{
			From:      board.Square(r.IntN(64)),
			To:        board.Square(r.IntN(64)),
			Promotion: board.PieceType(r.IntN(6)),
		},
	}
}

// TestTable checks a table against a map: it must find the record stored last, and its counts must match its entries.
func TestTable(t *testing.T) {
	for _, entries := range []int64{4, 5, 1000, 4099} {
		table, twin := NewTable(entries*EntryBytes+7), map[key]record{}
		r := rand.New(rand.NewPCG(uint64(entries), 1))
		var probes, hits, stores int64
		for range 50_000 {
			k := key{low: uint64(r.IntN(3000))}
			if r.IntN(1000) == 0 {
				table.age++
			}
			if r.IntN(2) == 0 {
				stores++
				twin[k] = randomRecord(r)
				table.put(k, twin[k])
				continue
			}
			probes++
			got := table.find(k)
			if got == unknown {
				continue
			}
			hits++
			got.old = false
			if got != twin[k] {
				t.Fatalf("%d: found %+v, put %+v", k, got, twin[k])
			}
		}
		used, seen := int64(0), map[key]bool{}
		for _, e := range table.entries {
			if e.packed != 0 {
				used++
				if seen[e.key] {
					t.Errorf("%d is there twice", e.key)
				}
				seen[e.key] = true
			}
		}
		s := table.Stats()
		if s.Used != used || s.Probes != probes || s.Hits != hits || s.Stores != stores || s.Entries != entries {
			t.Errorf("%+v; want %d used, %d probes, %d hits, %d stores", s, used, probes, hits, stores)
		}
		if entries > 4000 && s.Used < 2800 {
			t.Errorf("in %d places only %d of 3000 positions are kept", entries, s.Used)
		}
		if entries < 3000 && s.Used != entries {
			t.Errorf("of %d places only %d are used", entries, s.Used)
		}
		if entries < 3000 && s.Replaced == 0 {
			t.Error("nothing was replaced")
		}
		table.Clear()
		if s := table.Stats(); s.Used != 0 || table.find(key{low: 1}) != unknown {
			t.Errorf("cleared: %+v", s)
		}
	}
}

// TestReplacement fills a table, and checks that it keeps the records of this search that took most work.
func TestReplacement(t *testing.T) {
	table := NewTable(ways * EntryBytes)
	put := func(k uint64, depth uint8) {
		table.put(key{low: k}, record{low: value.Loss, high: value.Win, depth: [2]uint8{depth}})
	}
	has := func(k uint64) bool { return table.find(key{low: k}) != unknown }
	for k, depth := range []uint8{30, 20, 10, 40} {
		put(uint64(k), depth)
	}
	put(4, 5)
	if has(2) || !has(0) || !has(1) || !has(3) || !has(4) {
		t.Error("it was not the one of least depth that was replaced")
	}
	for range 4 {
		table.age++
	}
	put(0, 12)
	put(5, 1)
	put(6, 1)
	if !has(0) || has(4) || !has(6) {
		t.Error("what is old and took little work was kept")
	}
}
