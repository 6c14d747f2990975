package solve

import (
	"errors"
	"slices"
	"unsafe"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// A Holder is a worker that says what it and a sink that it has filled hold in memory,
// as [Plan.Parts] names it.
type Holder interface{ Holds(into Sink) []Part }

// Holds asks the worker.
func (s *Solver) Holds(into Sink) []Part { return s.worker.(Holder).Holds(into) }

// Holds implements [Holder].
func (g *retrograde) Holds(into Sink) []Part {
	var bits int64
	for c := range g.sides {
		side := &g.sides[c]
		bits += bytesOfAll(side.won, side.held, side.next.words, side.canWin, side.canLose, side.next.rows)
	}
	lists := Part{listsPart, int64(g.pool.made) * blockBytes}
	var parts []Part
	switch proof := g.proof.(type) {
	case *counting:
		if g.rows.cells != nil {
			parts = append(parts, Part{countsPart, 2 * int64(len(proof.counts[0])) * int64(unsafe.Sizeof(counts{}))})
		}
	}
	switch into := into.(type) {
	case *Values:
		parts = append(parts, Part{ValuesPart, int64(len(into[0]) + len(into[1]))})
	case *Spilled:
		record := g.record.(*spilledRecord)
		for c := range record.decided {
			for ply := range record.decided[c] {
				lists.Bytes += int64(cap(record.decided[c][ply].spilled)) * int64(unsafe.Sizeof(spilledBlock{}))
			}
		}
		parts = append(parts, Part{mergingPart, int64(cap(record.room))})
	}
	return append(parts, Part{bitsPart, bits}, lists)
}

// Holds implements [Holder].
func (h *cycles) Holds(into Sink) []Part {
	bits := bytesOfAll(h.next.words, h.next.rows, h.next.open, h.asked.words, h.askedOpen, h.own, h.release, h.mask)
	lists := int64(0)
	add := func(list *frameList) { lists += int64(cap(list.pieces)) * int64(unsafe.Sizeof(framePiece{})) }
	for c := range h.due {
		add(&h.checks[c])
		for ply := range h.due[c] {
			add(&h.due[c][ply])
		}
		for ply := range h.decided[c] {
			add(&h.decided[c][ply])
		}
	}
	return []Part{{bitsPart, bits}, {listsPart, lists}, {framesPart, framesBytes(int64(h.rows.frames.Len()))}}
}

// Holds implements [Holder].
func (s *split) Holds(into Sink) []Part {
	parts := s.cycles.Holds(into)
	parts[0].Bytes += bytesOfAll(s.wins.words, s.wins.rows)
	parts[2].Bytes += int64(len(s.changed) + len(s.masked) + len(s.wins.active))
	return parts
}

func bytesOfAll(sets ...[]board.Bitboard) (bytes int64) {
	for _, set := range sets {
		bytes += 8 * int64(len(set))
	}
	return bytes
}

// Miscounted solves a slice by out-count, and returns the number of positions that
// have no value in the end and still to be counted moves, but not as many as they have
// to positions that the opponent has not won; and of those that have as many.
func Miscounted(l *slice.Layout, source Source, number slice.Number) (wrong, right int, err error) {
	s := NewBy(outCount{}, l, value.DTM, source, nil)
	g := s.worker.(*retrograde)
	n := g.proof.(*counting)
	if err := errors.Join(g.Begin(number, NewValues(l)), s.findExits(number), g.analyse(s.observe)); err != nil {
		return 0, 0, err
	}
	for _, c := range board.Colors {
		left := slices.Clone(n.counts[c])
		for word := range n.counts[c] {
			done := n.counts[c][word].done()
			clear(n.counts[c][word][:])
			n.counts[c][word][neverPlane] = done
			row, bit := g.rows.of(rowWord(word))
			g.sides[c].canLose[row] |= bit
		}
		n.countMoves(c)
		for word, count := range n.counts[c] {
			lanes := mayLose(g.sides[c].won[word], &count)
			var differ, some board.Bitboard
			for i := range count {
				differ |= (count[i] ^ left[word][i]) & lanes
				some |= count[i] & lanes
			}
			wrong += differ.Count()
			right += (some &^ differ).Count()
		}
	}
	return wrong, right, nil
}

// TrafficOf says what half-cycles has read and written for the last slice, and how many scans it took, over how many frames.
func TrafficOf(s *Solver) (traffic Traffic, scans int, frames slice.FrameNo) {
	h := s.worker.(*cycles)
	return h.file.Traffic, h.scanned, h.rows.frames.Len()
}

// A WonRows is a room for bits that counts how often each row of what White has won is read.
type WonRows struct {
	scratch.Room
	Reads []int
}

// ReadAt implements [io.ReaderAt].
func (r *WonRows) ReadAt(p []byte, off int64) (int, error) {
	first := int(off / rowBytes) // White's are the first set
	for row := first; row < min(first+len(p)/rowBytes, len(r.Reads)); row++ {
		r.Reads[row]++
	}
	return r.Room.ReadAt(p, off)
}

// together solves by several methods, for which exits are found once.
type together struct {
	layout  *slice.Layout
	workers []Worker
	rooms   []*WonRows
	solved  func(method int)
	from    []int // the plies to go on with
}

// NewTogether returns a solver by these methods, with a room for each, and calls solved when one of them has. Those with records
// go on with what they say.
func NewTogether(methods []Method, rooms []*WonRows, l *slice.Layout, records []scratch.File, metric *value.Metric, source Source, solved func(method int)) *Solver {
	s, t := New(l, metric, source, nil), &together{layout: l, rooms: rooms, solved: solved, from: make([]int, len(methods))}
	for i, m := range methods {
		w := m.NewWorker(l, metric)
		w.Limit(m.Plan(l).Lists, rooms[i])
		if k, ok := w.(keeper); ok && records[i] != nil {
			k.keep(&checkpoint.Files{Record: records[i]}, 0)
		}
		t.workers = append(t.workers, w)
	}
	s.worker = t
	return s
}

func (t *together) setThreads(n int) {
	for _, w := range t.workers {
		if p, ok := w.(parallel); ok {
			p.setThreads(n)
		}
	}
}

// Sinks has one for each of the methods.
type Sinks []Sink

// View implements [Sink], by the first.
func (s Sinks) View(c board.Color, first slice.Entry, n int, room []value.Byte) ([]value.Byte, error) {
	return s[0].View(c, first, n, room)
}

func (t *together) each(do func(i int, w Worker) error) (err error) {
	for i, w := range t.workers {
		err = errors.Join(err, do(i, w))
	}
	return err
}

// Limit implements [Worker]: they have theirs.
func (t *together) Limit(int64, scratch.Room) {}

// Begin implements [Worker].
func (t *together) Begin(number slice.Number, into Sink) error {
	return t.each(func(i int, w Worker) error {
		t.rooms[i].Reads = make([]int, planRows(t.layout).count)
		err := w.Begin(number, into.(Sinks)[i])
		if k, ok := w.(keeper); ok && err == nil && k.goesOnFrom() > 0 {
			t.from[i] = k.goesOnFrom()
			_, err = k.resume(func() error { return nil })
		}
		return err
	})
}

// HoldsOf is [Solver.Holds] of one of the methods.
func HoldsOf(s *Solver, method int, into Sink) []Part {
	return s.worker.(*together).workers[method].(Holder).Holds(into)
}

// WentOnFrom returns the ply that one of the methods went on with; 0 if it had to begin.
func WentOnFrom(s *Solver, method int) int { return s.worker.(*together).from[method] }

// AddImpossible implements [Worker].
func (t *together) AddImpossible(word slice.WordNo) {
	for i, w := range t.workers {
		if t.from[i] == 0 {
			w.AddImpossible(word)
		}
	}
}

// AddWord implements [Worker].
func (t *together) AddWord(c board.Color, word slice.WordNo, known Known) {
	for i, w := range t.workers {
		if t.from[i] == 0 {
			w.AddWord(c, word, known)
		}
	}
}

// Err implements [Worker].
func (t *together) Err() error { return t.each(func(_ int, w Worker) error { return w.Err() }) }

// Solve implements [Worker].
func (t *together) Solve(observe Observer) error {
	return t.each(func(i int, w Worker) error {
		err := w.Solve(observe)
		if err == nil {
			t.solved(i)
		}
		return err
	})
}
