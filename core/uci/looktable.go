package uci

import "github.com/matewright/matewright/core/board"

// A fingerprint is the number of a position. Two positions have the same one only by a very unlikely accident.
type fingerprint uint64

// fingerprintOf returns the fingerprint of a position and a clock.
func fingerprintOf(p *board.Position, clock int) fingerprint {
	sum := spread(uint64(clock)<<8 | uint64(p.Turn)<<7 | uint64(p.EnPassant)) // the number of no square is 64
	sum += spread(1<<32 | uint64(p.Rights))
	for _, m := range p.Men() {
		sum += spread(1<<33 | uint64(m.Square)<<8 | uint64(m.Type)<<1 | uint64(m.Color))
	}
	return fingerprint(sum)
}

// spread mixes the bits of a number, as SplitMix64 does (Steele, Lea, Flood 2014).
func spread(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// A lookTable has the values that a look has found. It forgets some.
type lookTable struct {
	round uint8 // looks so far; entries of others don't count
	list  []lookEntry
}

// lookEntries is the number of entries of a table, a power of two. They take 1.5 MiB.
const lookEntries = 1 << 16

type lookEntry struct {
	of    fingerprint
	value int32 // see [look.store]
	depth int8
	bound bound
	round uint8
	best  board.Move
}

// A bound is the relation of the exact value to a stored one.
type bound uint8

const (
	exactly bound = iota
	atLeast
	atMost
)

// begin forgets all values.
func (t *lookTable) begin() {
	if t.list == nil {
		t.list = make([]lookEntry, lookEntries)
	}
	if t.round++; t.round == 0 {
		clear(t.list)
		t.round = 1
	}
}

// find returns the entry of a fingerprint, or one without it.
func (t *lookTable) find(f fingerprint) *lookEntry { return &t.list[f%lookEntries] }
