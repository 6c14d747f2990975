package solve

import (
	"fmt"
	"unsafe"

	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// A Plan is a way to solve the slices of a class, with what it takes: at most so
// much, for one slice at a time.
type Plan struct {
	Method
	Parts   []Part // of the memory
	Lists   int64  // bytes of them that lists may take, see [Solver.Limit]
	Scratch int64  // bytes outside of memory, about: those of lists that fit into memory are not counted
}

// A Part of the memory, or of a plan's.
type Part struct {
	Name  string
	Bytes int64
}

// Bytes returns the memory that a plan takes.
func (p *Plan) Bytes() (sum int64) {
	for _, part := range p.Parts {
		sum += part.Bytes
	}
	return sum
}

// Values returns the part of it that holds the values.
func (p *Plan) Values() int64 {
	for _, part := range p.Parts {
		if part.Name == valuesPart {
			return part.Bytes
		}
	}
	return 0
}

// The parts of a plan.
const (
	bitsPart    = "bits"
	valuesPart  = "values"
	countsPart  = "counts" // where they are not in the memory of the values
	listsPart   = "lists"
	mergingPart = "merging"
)

// A Method names how slices are solved.
type Method string

// The methods, the fastest first: KQRvKQ, KBNvKN, KRRvKR and KNNvKN together were built
// in 20.4, 25.7 and 28.1 s, of which 10.9, 16.1 and 13.6 s were solving. Out-count is not
// faster, as it is said to be where positions are looked at one by one: to ask for the
// moves of 64 positions costs little, and a byte for each is eight times as far away as
// a bit.
const (
	Grandfather        Method = "grandfather"         // values in memory
	OutCount           Method = "out-count"           // counts, then values, in memory
	GrandfatherOutside Method = "grandfather-outside" // values in scratch
)

// Methods lists all methods, the fastest first.
var Methods = []Method{Grandfather, OutCount, GrandfatherOutside}

// PlanOf returns the plan for a method.
func PlanOf(l *slice.Layout, m Method) (Plan, error) {
	for _, p := range Plans(l) {
		if p.Method == m {
			return p, nil
		}
	}
	return Plan{}, fmt.Errorf("no method %q, there are %q", m, Methods)
}

// chunkBytes is what a chunk takes in memory.
const chunkBytes = int64(unsafe.Sizeof(chunk{}))

// Lists hold at least a chunk each, and one while it is read.
const leastLists = (2*(value.MaxPlies+2) + 2) * chunkBytes

// mostListsShare is how much of the entries' number lists may take in memory, in
// bytes: a third, which classes seldom need.
const mostListsShare = 3

// Plans lists the ways to solve the slices of a class, the fastest first.
func Plans(l *slice.Layout) []Plan {
	entries := int64(l.Entries())
	var rs rows
	rs.begin(l, 0)
	rs.widen()
	words := int64(rs.count*rs.size + rowWords)
	// For each side, bits: won, next, and without counts held; and by row: canWin,
	// canLose, next.
	byRow := int64(3 * rs.count)
	values := Part{valuesPart, 2 * entries}
	lists := max(leastLists, 2*entries/mostListsShare)
	bits := Part{bitsPart, 2 * 8 * (3*words + byRow)}
	fast := Plan{Method: Grandfather, Lists: lists, Parts: []Part{bits, values, {listsPart, lists}}}
	count := Plan{Method: OutCount, Lists: lists, Parts: []Part{{bitsPart, 2 * 8 * (2*words + byRow)}, values, {listsPart, lists}}}
	if rs.cells != nil {
		count.Parts = append(count.Parts, Part{countsPart, 2 * 64 * int64(rs.count*rs.size)})
	}
	small := Plan{Method: GrandfatherOutside, Lists: leastLists}
	room := min(entries, mergeEntries)
	small.Parts = []Part{bits, {listsPart, small.Lists + spilledShare*entries>>10}, {mergingPart, room}}
	decided := 2 * entries // packed, and mostly half as much
	small.Scratch = decided + 2*entries
	return []Plan{fast, count, small}
}

// spilledShare is how much memory it takes to know what is in scratch, in bytes for
// 1024 entries: a spilled chunk has some 1,000 words, each with several positions.
const spilledShare = 16

// A TooSmallError says that no method fits into memory.
type TooSmallError struct{ Have, Need int64 } // bytes

func (e *TooSmallError) Error() string {
	return fmt.Sprintf("no method fits into %.1f MiB of memory, it takes %.1f MiB", float64(e.Have)/(1<<20), float64(e.Need)/(1<<20))
}
