package steps

import (
	"context"
	"encoding/json"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/framewise"
)

// A Ply has the data that the steps of a ply need.
type Ply struct {
	Job     Job
	Ply     int
	LastDue int
}

// A worker processes a place at a ply.
type worker struct {
	*classFiles
	ctx   context.Context
	ply   Ply
	at    place
	steps *framewise.Steps
}

func (p Ply) begin(ctx context.Context, at int) (*worker, error) {
	c, err := p.Job.open()
	if err != nil {
		return nil, err
	}
	return &worker{c, ctx, p, place(at), framewise.New(c.layout, c.slice(place(at)), c.metric, nil)}, nil
}

// bits reads bits of the place as they are before the ply.
func (w *worker) bits(what string, color board.Color) ([]board.Bitboard, error) {
	return w.readBits(w.ctx, w.ply.Ply, what, color, w.at, w.steps.Words())
}

// of returns the bits of a frame, given those of the place.
func (w *worker) of(bits []board.Bitboard, frame slice.FrameNo) []board.Bitboard {
	first, _ := w.frames(w.at)
	return bits[int(frame-first)*w.steps.Words():][:w.steps.Words()]
}

// send sends a record to the place that has its frame.
func (w *worker) send(emit func(int, []byte), r record) {
	emit(int(w.placeOf(w.slice(w.at), r.frame)), r.append(nil))
}

// each calls a function with each record of the place, and returns their sum.
func (w *worker) each(records func(*[]byte) bool, do func(r record) error) (sum Sum, err error) {
	for b := []byte(nil); records(&b); {
		r, err := parseRecord(b)
		if err != nil {
			return sum, err
		}
		if r.kind == visit {
			var before Sum
			if len(r.rows) > 0 {
				err = json.Unmarshal(r.rows, &before)
			}
			if err != nil {
				return sum, err
			}
			sum.add(before)
			continue
		}
		sum.Records++
		sum.Shuffled += int64(len(b))
		r.rows = append([]byte(nil), r.rows...) // the bytes are the runner's
		if err := do(r); err != nil {
			return sum, err
		}
	}
	sum.Most = sum.Shuffled
	return sum, nil
}

// visit makes the next step of the ply visit the place, with the sum of the work so far.
func (w *worker) visit(emit func(int, []byte), sum Sum) error {
	b, err := json.Marshal(sum)
	emit(int(w.at), record{rows: b}.append(nil))
	return err
}

// gather returns the rows of some records by side and frame.
func (w *worker) gather(records func(*[]byte) bool) (all [2]map[slice.FrameNo][][]byte, sum Sum, err error) {
	for c := range all {
		all[c] = map[slice.FrameNo][][]byte{}
	}
	sum, err = w.each(records, func(r record) error {
		if r.kind == expanded {
			all[r.color][r.frame] = append(all[r.color][r.frame], r.rows)
		}
		return nil
	})
	if err == nil && w.ply.Ply == 0 {
		for _, color := range board.Colors {
			var checks map[int][]byte
			if checks, err = w.readRows(w.ctx, opening, checked, color, w.at); err != nil {
				break
			}
			for frame, rows := range checks {
				all[color][slice.FrameNo(frame)] = append(all[color][slice.FrameNo(frame)], rows)
			}
		}
	}
	return all, sum, err
}

// due reads the rows that exits decide at the ply.
func (w *worker) due(color board.Color) (func(frame slice.FrameNo) []byte, error) {
	var rows map[int][]byte
	of := func(frame slice.FrameNo) []byte { return rows[dueNumber(frame, w.ply.Ply)] }
	if w.ply.Ply > w.ply.LastDue {
		return of, nil
	}
	groups, err := w.readRows(w.ctx, opening, due, color, w.at)
	group := w.ply.Ply / dueTogether
	if _, there := groups[group]; there && err == nil {
		rows, err = w.readRows(w.ctx, opening, dueOf(group), color, w.at)
	}
	return of, err
}

// decide decides all frames of the place for a side, and writes the decided rows and the bits.
func (w *worker) decide(
	color board.Color,
	what string,
	bits []board.Bitboard,
	sum *Sum,
	do func(frame slice.FrameNo, bits []board.Bitboard) ([]byte, int, error),
) error {
	var rows []byte
	first, end := w.frames(w.at)
	for frame := first; frame < end; frame++ {
		of, n, err := do(frame, w.of(bits, frame))
		if err != nil {
			return err
		}
		if sum.Decided += int64(n); n > 0 {
			rows = appendSection(rows, section{int(frame), of})
		}
	}
	step := plyName(w.ply.Ply)
	if err := w.Files.Write(w.ctx, w.name(step, decided, color, w.at), rows); err != nil {
		return err
	}
	return w.writeBits(w.ctx, step, what, color, w.at, bits)
}
