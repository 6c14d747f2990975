package solve

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// A Sink takes the values of a slice when it is solved, and hands them out: it is
// [*Values], in memory, or [*Outside].
type Sink interface {
	// View returns n values with one side to move, from an entry on: those in
	// memory, or else the room, filled with them.
	View(c board.Color, first, n int, room []value.Value) ([]value.Value, error)
}

// View implements [Sink].
func (v *Values) View(c board.Color, first, n int, _ []value.Value) ([]value.Value, error) {
	return v[c][first : first+n : first+n], nil
}

// Outside has the values of a slice in scratch, and takes next to no memory.
//
// While the slice is being solved, that is what was decided at each ply, row by
// row, with checksums. In the end it is merged, a part of the slice after the other:
// all values of one side to move, then all of the other. These have none: they are
// read here and there, and by the same process, minutes later.
type Outside struct {
	layout  *slice.Layout
	spill   spill
	decided [2][value.MaxPlies + 1]rowList
	values  [2]int64 // where they begin
	room    []value.Value
}

// NewOutside returns room in scratch for the values of a slice.
func NewOutside(l *slice.Layout, room scratch.Room) *Outside {
	return &Outside{layout: l, spill: newSpill(room)}
}

// begin forgets the slice before.
func (o *Outside) begin() {
	o.spill.reset()
	for c := range o.decided {
		for ply := range o.decided[c] {
			o.decided[c][ply] = rowList{spilled: o.decided[c][ply].spilled[:0]}
		}
	}
}

// keep takes over what was decided at a ply.
func (o *Outside) keep(c board.Color, ply int, list *rowList, pool *chunkPool) {
	list.flush(pool)
	kept := &o.decided[c][ply]
	kept.spilled = append(kept.spilled[:0], list.spilled...)
}

// mergeEntries is how many entries are merged at once, at a byte each.
const mergeEntries = 4 << 20

// merge writes the values. It calls observe between the parts of the work.
func (o *Outside) merge(rs *rows, pool *chunkPool, observe func() error) error {
	step := max(1, mergeEntries/(rs.size<<6))
	if rs.cells != nil {
		step = rs.count // in the layout, rows are not parts that follow each other
	}
	for c := range o.decided {
		o.values[c] = o.spill.pile.Bytes()
		for first := 0; first < rs.count; first += step {
			if err := observe(); err != nil {
				return err
			}
			if err := o.mergePart(board.Color(c), rs, pool, first, min(first+step, rs.count)); err != nil {
				return err
			}
		}
	}
	return nil
}

// mergePart writes the values of some rows.
func (o *Outside) mergePart(c board.Color, rs *rows, pool *chunkPool, first, end int) error {
	start, entries := first*rs.size<<6, (end-first)*rs.size<<6
	if rs.cells != nil {
		entries = o.layout.Entries()
	}
	if cap(o.room) < entries {
		o.room = make([]value.Value, entries)
	}
	values := o.room[:entries]
	clear(values)
	for ply := range o.decided[c] {
		v := value.Decided(ply)
		at := o.decided[c][ply].readFrom(first, pool)
		for ; at.number >= 0 && at.number < end; at.next() {
			n := 0
			for words := at.words; words != 0; words = words.Rest() {
				word := rs.layoutWord(at.number<<rs.bits + int(words.First()))
				into := (*[64]value.Value)(values[word<<6-start:])
				for lanes := at.lanes[n]; lanes != 0; lanes = lanes.Rest() {
					into[lanes.First()&63] = v
				}
				n++
			}
		}
		at.close()
	}
	if o.spill.err != nil {
		return o.spill.err
	}
	return o.spill.pile.AddRaw(rawBytes(values))
}

// View implements [Sink].
func (o *Outside) View(c board.Color, first, n int, room []value.Value) ([]value.Value, error) {
	room = room[:n]
	return room, o.spill.pile.ReadRaw(rawBytes(room), o.values[c]+int64(first))
}
