package retrograde

import (
	"unsafe"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/solve/spill"
	"github.com/matewright/matewright/core/value"
)

// memoryRecord is the record of grandfather in memory: each value is written when it is decided.
type memoryRecord struct{ into *solve.Values }

func (v memoryRecord) clear(given *blockFile) *blockFile {
	for c := range v.into {
		clear(v.into[c])
	}
	return given
}

func (memoryRecord) lastRound() int { return value.MaxByteRound }

func (v memoryRecord) settle(c board.Color, number kernel.RowNo, decided value.Value, d *kernel.Decision) {
	base, numbers := d.Rows.LayoutWords(d.Rows.FirstOf(number))
	kernel.WriteLanes(v.into[c][base<<6:], numbers, &d.Lanes, d.Words, decided.Byte())
}

func (v memoryRecord) holds() (parts []solve.Part, lists int64) {
	return []solve.Part{{Name: solve.ValuesPart, Bytes: int64(len(v.into[0]) + len(v.into[1]))}}, 0
}

func (memoryRecord) endPly(board.Color, int, *rowList, *blockPool) {}

func (memoryRecord) finish(*kernel.Rows, *blockPool, func() error) error { return nil }

// spilledRecord is the record of grandfather in scratch. It keeps the frontiers of all plies, and merges them in the
// end.
type spilledRecord struct {
	sink    *spill.Sink
	spill   blockFile
	decided [2][]rowList // by ply
	room    []value.Byte
}

func (r *spilledRecord) lastRound() int { return r.sink.LastRound() }

// clear makes lists go to the scratch of the sink. It allocates the room for merging now, as in the end memory is too
// fragmented.
func (r *spilledRecord) clear(*blockFile) *blockFile {
	r.spill.reset()
	kernel.Reset(&r.room, min(r.sink.Layout.Entries(), mergeEntries))
	for c := range r.decided {
		for ply := range r.decided[c] {
			r.decided[c][ply] = rowList{spilled: r.decided[c][ply].spilled[:0]}
		}
	}
	return &r.spill
}

func (*spilledRecord) settle(board.Color, kernel.RowNo, value.Value, *kernel.Decision) {} // the frontier is kept

// endPly keeps the positions decided at a ply.
func (r *spilledRecord) endPly(c board.Color, ply int, list *rowList, pool *blockPool) {
	if list.empty() {
		return // with a metric whose wins wait, the ply may be after the last one
	}
	list.flush(pool)
	for len(r.decided[c]) <= ply {
		r.decided[c] = append(r.decided[c], rowList{})
	}
	kept := &r.decided[c][ply]
	kept.spilled = append(kept.spilled[:0], list.spilled...)
}

// mergeEntries is the number of entries that are merged at once, at a byte each.
const mergeEntries = 4 << 20

// finish merges the decided positions into values.
func (r *spilledRecord) finish(rs *kernel.Rows, pool *blockPool, observe func() error) error {
	step := kernel.RowNo(max(1, mergeEntries/(rs.Size<<6)))
	if rs.Cells != nil {
		step = kernel.RowNo(rs.Count) // rows are not consecutive in the layout
	}
	last := max(r.lastPly(board.White), r.lastPly(board.Black))
	each := func(
		c board.Color,
		from int,
		first, end kernel.RowNo,
		do func(int, kernel.RowNo, board.Bitboard, []board.Bitboard),
	) error {
		for ply := from; ply < len(r.decided[c]); ply++ {
			at := r.decided[c][ply].readFrom(first, pool)
			for ; at.number >= 0 && at.number < end; at.next() {
				do(ply, at.number, at.words, at.lanes)
			}
			at.close()
		}
		return r.spill.err
	}
	return r.sink.Merge(rs, last, step, r.room, each, observe)
}

func (r *spilledRecord) holds() (parts []solve.Part, lists int64) {
	for c := range r.decided {
		for ply := range r.decided[c] {
			lists += int64(cap(r.decided[c][ply].spilled)) * int64(unsafe.Sizeof(spilledBlock{}))
		}
	}
	return []solve.Part{{Name: solve.MergingPart, Bytes: int64(cap(r.room))}}, lists
}

// lastPly returns the last ply at which a side wins or loses.
func (r *spilledRecord) lastPly(c board.Color) (last int) {
	for ply := range r.decided[c] {
		if len(r.decided[c][ply].spilled) > 0 {
			last = ply
		}
	}
	return last
}
