package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/encode"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/framewise"
	"github.com/matewright/matewright/core/solve/methods"
	"github.com/matewright/matewright/core/value"
)

// The steps are pipelines: of each place of some slices a record goes in, and in the end a file says what came out. What is between two
// steps is in files, so that one that fails is repeated, and nothing else.

func init() {
	register.DoFn3x1[context.Context, int, func(int, []byte), error](&openFn{})
	register.DoFn3x1[context.Context, int, func(int, []byte), error](&expandFn{})
	register.DoFn4x1[context.Context, int, func(*[]byte) bool, func(int, []byte), error](&winFn{})
	register.DoFn4x1[context.Context, int, func(*[]byte) bool, func(int, []byte), error](&tryFn{})
	register.DoFn4x1[context.Context, int, func(*[]byte) bool, func(int, []byte), error](&answerFn{})
	register.DoFn4x1[context.Context, int, func(*[]byte) bool, func(int, []byte), error](&loseFn{})
	register.DoFn3x1[context.Context, int, func(int, []byte), error](&valuesFn{})
	register.DoFn3x1[context.Context, int, func(int, []byte), error](&encodeFn{})
	register.DoFn3x1[context.Context, int, func(*[]byte) bool, error](&endFn{})
	register.Emitter2[int, []byte]()
	register.Iter1[[]byte]()
}

// metric is what is solved. Values are bytes.
var metric = value.Default()

// openStep finds what is known of slices before anything is decided; of slices that are small, all.
func openStep(s beam.Scope, j Job, places []int) {
	end(s, j, opening, beam.ParDo(s, &openFn{j}, spread(s, places)))
}

// plyStep decides what is won, or what is lost, at a ply.
func plyStep(s beam.Scope, j Job, ply, lastDue int, places []int) {
	at := Ply{j, ply, lastDue}
	told := beam.GroupByKey(s, beam.ParDo(s, &expandFn{at}, spread(s, places)))
	var done beam.PCollection
	if framewise.IsWin(ply) {
		done = beam.ParDo(s, &winFn{at}, told)
	} else {
		asked := beam.GroupByKey(s, beam.ParDo(s, &tryFn{at}, told))
		done = beam.ParDo(s, &loseFn{at}, beam.GroupByKey(s, beam.ParDo(s, &answerFn{at}, asked)))
	}
	end(s, j, plyName(ply), done)
}

// valuesStep makes values of what was decided up to the last ply.
func valuesStep(s beam.Scope, j Job, last int, places []int) {
	end(s, j, valuing, beam.ParDo(s, &valuesFn{Ply{j, last, 0}}, spread(s, places)))
}

// encodeStep makes units of the table of the values.
func encodeStep(s beam.Scope, j Job, units []int) {
	end(s, j, encoding, beam.ParDo(s, &encodeFn{j}, spread(s, units)))
}

const encoding = "encoding"

// spread makes a record of each number, for workers to share.
func spread(s beam.Scope, numbers []int) beam.PCollection {
	return beam.Reshuffle(s, beam.CreateList(s, numbers))
}

// end sums up what places say, and writes that: then the step is done.
func end(s beam.Scope, j Job, step string, sums beam.PCollection) {
	beam.ParDo0(s, &endFn{j, step}, beam.GroupByKey(s, sums))
}

// A Sum is what has come of a step.
type Sum struct {
	Decided  int64 `json:"decided"`  // positions
	LastDue  int   `json:"lastDue"`  // the last ply at which exits decide
	Records  int64 `json:"records"`  // that places have told each other
	Shuffled int64 `json:"shuffled"` // bytes of these
	Most     int64 `json:"most"`     // bytes that a place was told at most, in all steps of a ply
	Places   int   `json:"places"`
}

func (a *Sum) add(b Sum) {
	a.Decided += b.Decided
	a.LastDue = max(a.LastDue, b.LastDue)
	a.Records += b.Records
	a.Shuffled += b.Shuffled
	a.Most = max(a.Most, b.Most)
	a.Places += b.Places
}

// emit hands a sum on.
func (a Sum) emit(to func(int, []byte)) error {
	a.Places = 1
	b, err := json.Marshal(a)
	to(0, b)
	return err
}

type endFn struct {
	Job  Job
	Step string
}

// ProcessElement writes the sum.
func (f *endFn) ProcessElement(ctx context.Context, _ int, sums func(*[]byte) bool) error {
	var all, one Sum
	for b := []byte(nil); sums(&b); {
		one = Sum{}
		if err := json.Unmarshal(b, &one); err != nil {
			return err
		}
		all.add(one)
	}
	c, err := f.Job.open()
	if err != nil {
		return err
	}
	b, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return f.Job.Files.write(ctx, c.done(f.Step), b)
}

type openFn struct{ Job Job }

// ProcessElement opens a place.
func (f *openFn) ProcessElement(ctx context.Context, at int, emit func(int, []byte)) (err error) {
	c, err := f.Job.open()
	if err != nil {
		return err
	}
	stored, err := openTables(ctx, f.Job.Files)
	if err != nil {
		return err
	}
	source, closeSource := stored.source(ctx, c)
	p := place(at)
	var sum Sum
	if framewise.Applies(c.layout) {
		sum.LastDue, err = c.openPlace(ctx, p, source)
	} else {
		err = c.solveWhole(ctx, c.slice(p), source)
	}
	if closeErr := closeSource(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	return sum.emit(emit)
}

// solveWhole solves a slice that is too small to be told apart.
func (c *classFiles) solveWhole(ctx context.Context, number slice.Number, source solve.Source) error {
	values := solve.NewValues(c.layout)
	if err := solve.New(methods.All()[0], c.layout, metric, source, nil).Solve(number, values); err != nil {
		return err
	}
	for _, color := range board.Colors {
		if err := c.Files.write(ctx, c.valueName(color, c.place(number, 0)), value.RawBytes(values[color])); err != nil {
			return err
		}
	}
	return nil
}

// openPlace finds what is known of the frames of a place.
func (c *classFiles) openPlace(ctx context.Context, p place, source solve.Source) (lastDue int, err error) {
	steps := framewise.New(c.layout, c.slice(p), metric, source)
	var won, held [2][]board.Bitboard
	var checks, groups [2][]byte
	dues := [2]map[int][]byte{{}, {}}
	first, end := c.frames(p)
	for frame := first; frame < end; frame++ {
		o, err := steps.Open(frame)
		if err != nil {
			return 0, err
		}
		for _, color := range board.Colors {
			won[color], held[color] = append(won[color], o.Won[color]...), append(held[color], o.Held[color]...)
			checks[color] = appendSection(checks[color], section{int(frame), o.Checked[color]})
			for _, ply := range slices.Sorted(maps.Keys(o.Due[color])) {
				rows := o.Due[color][ply]
				lastDue = max(lastDue, ply)
				group := ply / dueTogether
				dues[color][group] = appendSection(dues[color][group], section{dueNumber(frame, ply), rows})
			}
		}
	}
	for _, color := range board.Colors {
		for _, group := range slices.Sorted(maps.Keys(dues[color])) {
			if err := c.Files.write(ctx, c.name(opening, dueOf(group), color, p), dues[color][group]); err != nil {
				return 0, err
			}
			groups[color] = appendSection(groups[color], section{number: group})
		}
		for _, file := range []struct {
			what string
			rows []byte
		}{{checked, checks[color]}, {due, groups[color]}} {
			if err := c.Files.write(ctx, c.name(opening, file.what, color, p), file.rows); err != nil {
				return 0, err
			}
		}
		if err := c.writeBits(ctx, opening, wonBits, color, p, won[color]); err != nil {
			return 0, err
		}
		if err := c.writeBits(ctx, opening, heldBits, color, p, held[color]); err != nil {
			return 0, err
		}
	}
	return lastDue, nil
}

// dueTogether is how many plies have what exits decide in the same file.
const dueTogether = 8

// dueOf returns what the file of such plies is called. One called due lists those that there are.
func dueOf(group int) string { return fmt.Sprintf("%s%d", due, group) }

// dueNumber numbers the section that has what exits decide in a frame at a ply.
func dueNumber(frame slice.FrameNo, ply int) int { return int(frame)<<12 | ply }

// A Ply is what the steps of a ply have to know.
type Ply struct {
	Job     Job
	Ply     int
	LastDue int
}

// A worker has a place at hand at a ply.
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
	return &worker{c, ctx, p, place(at), framewise.New(c.layout, c.slice(place(at)), metric, nil)}, nil
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

// A record is what a place tells another one: rows of a frame, by the kind of the record.
type record struct {
	kind  kind
	color board.Color
	frame slice.FrameNo // that is told, or asked
	from  slice.FrameNo // that asks
	rows  []byte
}

type kind byte

const (
	visit     kind = iota // a [Sum] of the work so far, or nothing but that the place comes up
	told                  // what is taken back to the frame
	candidate             // what may be lost in the frame
	question              // by another frame, of what its king's moves lead to
	answer                // what they save
)

func (r record) append(b []byte) []byte {
	b = append(b, byte(r.kind), byte(r.color))
	b = appendSection(b, section{int(r.frame), nil})
	return appendSection(b, section{int(r.from), r.rows})
}

func parseRecord(b []byte) (r record, err error) {
	if len(b) < 2 || b[1] > 1 {
		return r, errSections
	}
	r.kind, r.color = kind(b[0]), board.Color(b[1])
	s, rest, err := nextSection(b[2:])
	if err != nil {
		return r, err
	}
	r.frame = slice.FrameNo(s.number)
	if s, rest, err = nextSection(rest); err != nil || len(rest) > 0 {
		return r, errSections
	}
	r.from, r.rows = slice.FrameNo(s.number), s.bytes
	return r, nil
}

// tell sends a record to the place that has its frame.
func (w *worker) tell(emit func(int, []byte), r record) {
	emit(int(w.placeOf(w.slice(w.at), r.frame)), r.append(nil))
}

// each hands over the records that the place was told, and sums them up.
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

// visit has the next step of the ply visit the place, with the sum of the work so far.
func (w *worker) visit(emit func(int, []byte), sum Sum) error {
	b, err := json.Marshal(sum)
	emit(int(w.at), record{rows: b}.append(nil))
	return err
}

type expandFn struct{ Ply Ply }

// ProcessElement takes back what was decided in a place.
func (f *expandFn) ProcessElement(ctx context.Context, at int, emit func(int, []byte)) error {
	w, err := f.Ply.begin(ctx, at)
	if err != nil {
		return err
	}
	emit(at, record{}.append(nil))
	from := w.steps.Before(f.Ply.Ply)
	if from < 0 {
		return nil
	}
	for _, color := range board.Colors {
		rows, err := w.readRows(ctx, plyName(from), decided, color.Other(), w.at)
		if err != nil {
			return err
		}
		for _, of := range rows {
			err := w.steps.Expand(color, of, func(to slice.FrameNo, rows []byte) {
				w.tell(emit, record{kind: told, color: color, frame: to, rows: rows})
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// gather returns the rows of some records by side and frame.
func (w *worker) gather(records func(*[]byte) bool) (all [2]map[slice.FrameNo][][]byte, sum Sum, err error) {
	for c := range all {
		all[c] = map[slice.FrameNo][][]byte{}
	}
	sum, err = w.each(records, func(r record) error {
		if r.kind == told {
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

// due reads what exits decide at the ply.
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

type winFn struct{ Ply Ply }

// ProcessElement decides what is won in a place.
func (f *winFn) ProcessElement(ctx context.Context, at int, records func(*[]byte) bool, emit func(int, []byte)) error {
	w, err := f.Ply.begin(ctx, at)
	if err != nil {
		return err
	}
	all, sum, err := w.gather(records)
	if err != nil {
		return err
	}
	for _, color := range board.Colors {
		won, err := w.bits(wonBits, color)
		if err != nil {
			return err
		}
		dues, err := w.due(color)
		if err != nil {
			return err
		}
		err = w.decide(color, wonBits, won, &sum, func(frame slice.FrameNo, won []board.Bitboard) ([]byte, int, error) {
			return w.steps.Win(color, frame, append(all[color][frame], dues(frame)), won)
		})
		if err != nil {
			return err
		}
	}
	return sum.emit(emit)
}

// decide decides all frames of the place for a side, and writes what was decided, and its bits.
func (w *worker) decide(color board.Color, what string, bits []board.Bitboard, sum *Sum, do func(frame slice.FrameNo, bits []board.Bitboard) ([]byte, int, error)) error {
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
	if err := w.Files.write(w.ctx, w.name(step, decided, color, w.at), rows); err != nil {
		return err
	}
	return w.writeBits(w.ctx, step, what, color, w.at, bits)
}

type tryFn struct{ Ply Ply }

// ProcessElement finds what may be lost in a place, and asks where kings may move.
func (f *tryFn) ProcessElement(ctx context.Context, at int, records func(*[]byte) bool, emit func(int, []byte)) error {
	w, err := f.Ply.begin(ctx, at)
	if err != nil {
		return err
	}
	all, sum, err := w.gather(records)
	if err != nil {
		return err
	}
	for _, color := range board.Colors {
		held, err := w.bits(heldBits, color)
		if err != nil {
			return err
		}
		lost, err := w.bits(wonBits, color.Other())
		if err != nil {
			return err
		}
		dues, err := w.due(color)
		if err != nil {
			return err
		}
		first, end := w.frames(w.at)
		for frame := first; frame < end; frame++ {
			rows, ask, err := w.steps.Try(color, frame, all[color][frame], dues(frame), w.of(held, frame), w.of(lost, frame))
			if err != nil {
				return err
			}
			if len(rows) > 0 {
				w.tell(emit, record{candidate, color, frame, frame, rows})
			}
			for _, to := range ask {
				w.tell(emit, record{question, color, to, frame, rows})
			}
		}
		// What exits no longer hold: it is lost with the candidates, or is not.
		if err := w.writeBits(ctx, plyName(f.Ply.Ply), released, color, w.at, held); err != nil {
			return err
		}
	}
	return w.visit(emit, sum)
}

type answerFn struct{ Ply Ply }

// ProcessElement answers what a place is asked, and passes on the candidates.
func (f *answerFn) ProcessElement(ctx context.Context, at int, records func(*[]byte) bool, emit func(int, []byte)) error {
	w, err := f.Ply.begin(ctx, at)
	if err != nil {
		return err
	}
	var lost [2][]board.Bitboard // of the side that asks
	sum, err := w.each(records, func(r record) (err error) {
		switch r.kind {
		case candidate:
			w.tell(emit, r)
		case question:
			if lost[r.color] == nil {
				if lost[r.color], err = w.bits(wonBits, r.color.Other()); err != nil {
					return err
				}
			}
			saved, err := w.steps.Answer(r.color, r.rows, r.frame, w.of(lost[r.color], r.frame))
			if err == nil && len(saved) > 0 {
				w.tell(emit, record{answer, r.color, r.from, r.frame, saved})
			}
			return err
		}
		return nil
	})
	if err != nil {
		return err
	}
	return w.visit(emit, sum)
}

type loseFn struct{ Ply Ply }

// ProcessElement decides what is lost in a place.
func (f *loseFn) ProcessElement(ctx context.Context, at int, records func(*[]byte) bool, emit func(int, []byte)) error {
	w, err := f.Ply.begin(ctx, at)
	if err != nil {
		return err
	}
	candidates, saved := [2]map[slice.FrameNo][]byte{{}, {}}, [2]map[slice.FrameNo][][]byte{{}, {}}
	sum, err := w.each(records, func(r record) error {
		switch r.kind {
		case candidate:
			candidates[r.color][r.frame] = r.rows
		case answer:
			saved[r.color][r.frame] = append(saved[r.color][r.frame], r.rows)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, color := range board.Colors {
		bits, err := w.readBitsOf(ctx, w.name(plyName(f.Ply.Ply), released, color, w.at), w.at, w.steps.Words())
		if err != nil {
			return err
		}
		err = w.decide(color, heldBits, bits, &sum, func(frame slice.FrameNo, held []board.Bitboard) ([]byte, int, error) {
			return w.steps.Lose(color, frame, candidates[color][frame], saved[color][frame], held)
		})
		if err != nil {
			return err
		}
	}
	return sum.emit(emit)
}

type valuesFn struct{ Ply Ply }

// ProcessElement makes the values of a place.
func (f *valuesFn) ProcessElement(ctx context.Context, at int, emit func(int, []byte)) error {
	w, err := f.Ply.begin(ctx, at)
	if err != nil {
		return err
	}
	first, end := w.frames(w.at)
	for _, color := range board.Colors {
		values := make([]value.Byte, int(end-first)*w.layout.FrameEntries())
		for ply := range f.Ply.Ply + 1 {
			rows, err := w.readRows(ctx, plyName(ply), decided, color, w.at)
			if err != nil {
				return err
			}
			for _, of := range rows {
				if err := w.steps.Put(ply, of, first, values); err != nil {
					return err
				}
			}
		}
		if err := w.Files.write(ctx, w.valueName(color, w.at), value.RawBytes(values)); err != nil {
			return err
		}
	}
	return Sum{}.emit(emit)
}

type encodeFn struct{ Job Job }

// ProcessElement makes a unit of the table.
func (f *encodeFn) ProcessElement(ctx context.Context, unit int, emit func(int, []byte)) (err error) {
	c, err := f.Job.open()
	if err != nil {
		return err
	}
	stored, err := openTables(ctx, f.Job.Files)
	if err != nil {
		return err
	}
	piece := format.UnitPiece(c.layout, unit)
	encoder, err := encode.NewEncoder(ctx, stored.made, c.layout, metric, []format.Piece{piece})
	if err != nil {
		return err
	}
	room, err := scratch.FilesIn(os.TempDir())()
	if err != nil {
		return err
	}
	defer room.Close()
	encoder.Scratch(room)
	encoder.Accept = func(name string, sum [32]byte) error { return known.Check(metric, name, sum) }
	for number := piece.First; number < piece.End && err == nil; number++ {
		var values *solve.Values
		if values, err = c.values(ctx, number); err == nil {
			err = encoder.AddSlice(number, values)
		}
	}
	if closeErr := encoder.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return fmt.Errorf("making %s: %w", piece.Name, err)
	}
	if err := stored.publish(ctx, piece.Name); err != nil {
		return err
	}
	return Sum{}.emit(emit)
}
