package verify

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"sync"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format/stats"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/solve/lookahead"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// A verification is the work on one table, which several workers share.
type verification struct {
	ctx     context.Context
	options Options
	library *library.Library
	layout  *slice.Layout
	metric  *value.Metric
	parts   int // of a slice with one side to move; each is a job

	jobs      int
	newWorker func() worker

	mu     sync.Mutex // guards the fields below
	next   int        // job to be taken
	failed int        // job, if there is an error
	err    error
	passed int64
	total  counts
}

// A worker does one job after the other.
type worker interface {
	do(number int) error
	counted() *counts
}

// counts are those of a worker.
type counts struct {
	result Result
	tally  stats.Tally
}

func newVerification(ctx context.Context, lib *library.Library, t *library.Table, options Options) *verification {
	v := &verification{
		ctx:     ctx,
		options: options,
		library: lib,
		layout:  t.Layout,
		metric:  t.Header.Metric,
		parts:   partsOf(t.Layout, options.Threads),
	}
	v.jobs = int(v.layout.Slices()) * 2 * v.parts
	v.newWorker = func() worker { return newFrameWorker(v) }
	return v
}

// partsOf returns the number of parts that a slice with one side to move is cut into, so that the threads share the
// work evenly.
func partsOf(l *slice.Layout, threads int) int {
	const perThread = 8
	return min(1+perThread*(threads-1)/int(l.Slices()), int(l.Frames().Len()))
}

// run lets workers take jobs until none is left or one has failed.
func (v *verification) run() {
	var workers sync.WaitGroup
	for range v.options.Threads {
		workers.Go(func() {
			w := v.newWorker()
			for number := v.take(); number >= 0; number = v.take() {
				if err := w.do(number); err != nil {
					v.fail(number, err)
				}
			}
			v.add(w.counted())
			if c, ok := w.(io.Closer); ok {
				c.Close() // a file that cannot be deleted does no harm
			}
		})
	}
	workers.Wait()
}

// take returns the next job, or -1 if none is left to be done.
func (v *verification) take() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.err != nil || v.next == v.jobs {
		return -1
	}
	v.next++
	return v.next - 1
}

// fail ends the verification, after the jobs before this one are done. It keeps the error of the first job that failed.
func (v *verification) fail(number int, err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.err == nil || number < v.failed {
		v.failed, v.err = number, err
	}
}

// isOver reports whether an earlier job has failed, so that the result of a job no longer counts.
func (v *verification) isOver(number int) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.err != nil && v.failed < number
}

// pass reports progress.
func (v *verification) pass(entries int64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.passed += entries; v.options.Observe != nil {
		v.options.Observe(v.passed)
	}
}

// add adds the counts of a worker.
func (v *verification) add(w *counts) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.total.result.Entries += w.result.Entries
	v.total.result.Alone += w.result.Alone
	v.total.tally.Add(&w.tally)
}

// A frameWorker is the worker for tables of a metric: it goes frame by frame.
type frameWorker struct {
	*verification
	levels []leveled
	alone  func(p *board.Position) (value.Value, error) // a position's value from its moves
	orders [2][]slice.FrameNo                           // by side to move
	values []value.Byte                                 // of a frame, computed by a lookahead
	lanes  []board.Bitboard                             // by word of the frame: those that earlier levels do not decide
	counts
}

func (w *frameWorker) counted() *counts { return &w.counts }

// A leveled has the stored values of a level and the lookahead that verifies them.
type leveled struct {
	value.Level
	source    solve.Source
	lookahead *lookahead.Lookahead
	stored    []value.Byte // of the current frame
	room      []value.Byte
}

func newFrameWorker(v *verification) *frameWorker {
	source := v.library.Source(v.ctx) // for one goroutine: it looks ahead
	return newSourceWorker(v, source, library.NewMoves(v.layout, v.metric, source).Value)
}

// An unpackingWorker is a frameWorker that reads large tables and faces from scratch, as a build does.
type unpackingWorker struct {
	*frameWorker
	scratch scratch.File
}

func newUnpackingWorker(v *verification) *unpackingWorker {
	file := scratch.Lazily(v.options.Scratch)
	from := library.Unpacking{Tables: unpackedFrame, Faces: unpackedFrame}
	source := v.library.Source(v.ctx).Unpack(file, from, tile.CutBytes(1))
	alone := func(p *board.Position) (value.Value, error) { // whole frames of large tables cannot be read
		_, computed, err := valuesOf(v.ctx, v.library, v.metric, []board.Position{*p})
		if err != nil {
			return value.Draw, err
		}
		return computed[0], nil
	}
	return &unpackingWorker{newSourceWorker(v, source, alone), file}
}

// Close deletes the scratch.
func (w *unpackingWorker) Close() error { return w.scratch.Close() }

// unpackedFrame is the least number of entries of frames that are read from scratch. Tests choose fewer.
var unpackedFrame = library.UnpackedFrame

func newSourceWorker(
	v *verification, source *library.Source, alone func(p *board.Position) (value.Value, error),
) *frameWorker {
	w := &frameWorker{
		verification: v,
		alone:        alone,
		values:       make([]value.Byte, v.layout.FrameEntries()),
	}
	for _, level := range exits.LevelsSeen(v.layout, v.metric) {
		at := leveled{Level: level, source: source.At(level)}
		at.lookahead = lookahead.New(v.layout, v.metric, at.source).At(level)
		w.levels = append(w.levels, at)
	}
	for _, c := range board.Colors {
		w.orders[c] = w.levels[0].lookahead.Order(c)
	}
	return w
}

// reportEntries is how many entries are passed between reports of progress, at
// the least.
const reportEntries = 1 << 16

// do verifies a part of a slice with one side to move.
func (w *frameWorker) do(number int) error {
	first, frames := w.begin(number)
	var passed int64
	defer func() { w.pass(passed) }()
	for _, frame := range frames {
		if err := w.ctx.Err(); err != nil || w.isOver(number) {
			return err
		}
		first.Entry = w.layout.FirstEntry(frame)
		if err := w.frame(first); err != nil {
			return err
		}
		if passed += int64(len(w.values)); passed >= reportEntries {
			w.pass(passed)
			passed = 0
		}
	}
	return nil
}

// begin begins a job, and returns its slice and side to move, and its frames.
func (w *frameWorker) begin(number int) (slice.Place, []slice.FrameNo) {
	part, number := number%w.parts, number/w.parts
	at := slice.Place{Slice: slice.Number(number / 2), Side: board.Color(number % 2)}
	for i := range w.levels {
		w.levels[i].lookahead.Begin(at.Slice, at.Side)
	}
	order := w.orders[at.Side]
	return at, order[len(order)*part/w.parts : len(order)*(part+1)/w.parts]
}

// frame verifies the positions of a frame, given its first place. It goes from level to level, until the levels decide
// all positions.
func (w *frameWorker) frame(first slice.Place) error {
	more := true
	for i := range w.levels {
		w.levels[i].stored = nil
		if !more {
			continue
		}
		var err error
		if more, err = w.level(i, first); err != nil {
			return err
		}
	}
	if more {
		return store.Named(
			w.layout.Class.String(),
			fmt.Errorf("%w: no level has the length of a line", store.ErrCorrupt),
		)
	}
	return w.sample(first)
}

// level verifies a level of a frame, and reports whether the next level has more of it.
func (w *frameWorker) level(number int, first slice.Place) (more bool, err error) {
	level := &w.levels[number]
	if err := w.read(level, first); err != nil {
		return false, err
	}
	if err := level.lookahead.Frame(w.layout.FrameOf(first.Entry), w.values); err != nil {
		return false, err
	}
	if number == 0 {
		w.lanes = append(w.lanes[:0], level.lookahead.Legal()...)
	}
	for word, lanes := range w.lanes {
		if number == 0 {
			w.result.Entries += int64(lanes.Count())
		}
		computed := (*[64]value.Byte)(w.values[word<<6:])
		stored := (*[64]value.Byte)(level.stored[word<<6:])
		for left := lanes; left != 0; left = left.Rest() {
			lane := left.First() & 63
			if computed[lane] != stored[lane] {
				first.Entry += slice.WordNo(word).At(lane)
				return false, w.mismatch(first, level.Value(stored[lane]), level.Value(computed[lane]))
			}
		}
	}
	w.tally.AddFrame(w.layout, w.metric, first, w.lanes, level.Level, level.stored)
	if level.Level == value.OnlyLevel {
		return false, nil
	}
	return w.keepMore(level), nil
}

// read reads the values of a level of a frame, given its first place.
func (w *frameWorker) read(level *leveled, first slice.Place) error {
	frame := w.layout.FrameOf(first.Entry)
	span, err := level.source.Span(w.layout, first.Slice, first.Side, frame)
	if err != nil {
		return err
	}
	if level.stored = span.Frame(frame, len(w.values)); span.Borrowed {
		level.room = append(level.room[:0], level.stored...)
		level.stored = level.room
	}
	return nil
}

// keepMore drops the lanes that a level decides, and reports whether others are left.
func (w *frameWorker) keepMore(level *leveled) (more bool) {
	for word, lanes := range w.lanes {
		for left := lanes; left != 0; left = left.Rest() {
			lane := left.First() & 63
			if !level.IsLater(level.stored[word<<6|int(lane)]) {
				lanes &^= lane.Bit()
			}
		}
		w.lanes[word] = lanes
		more = more || lanes != 0
	}
	return more
}

// valueOf returns the value of an entry of the current frame.
func (w *frameWorker) valueOf(entry int) (v value.Value) {
	for i := range w.levels {
		level := &w.levels[i]
		v = level.Value(level.stored[entry])
		if !level.IsLater(level.stored[entry]) {
			break
		}
	}
	return v
}

func (w *frameWorker) mismatch(at slice.Place, stored, moves value.Value) error {
	p := w.layout.Position(at)
	return &MismatchError{w.layout.Class, w.metric, p.FEN(), stored, moves}
}

// sample recomputes some of the entries of a frame one by one.
func (w *frameWorker) sample(first slice.Place) error {
	return w.choose(first, func(at slice.Place, p *board.Position, _ *rand.Rand) error {
		moves, err := w.alone(p)
		if err != nil {
			return err
		}
		if stored := w.valueOf(int(at.Entry - first.Entry)); moves != stored {
			return w.mismatch(at, stored, moves)
		}
		w.result.Alone++
		return nil
	})
}

// choose calls a function with some of the legal positions of a frame. Their choice depends on the seed and the frame,
// and not on earlier work of the worker.
func (v *verification) choose(
	first slice.Place, do func(at slice.Place, p *board.Position, chosen *rand.Rand) error,
) error {
	chosen := rand.New(
		rand.NewPCG(uint64(v.options.Seed)<<32|uint64(first.Slice)<<1|uint64(first.Side), uint64(first.Entry)),
	)
	entries := v.layout.FrameEntries()
	for entry := v.skipped(chosen); entry < entries; entry += 1 + v.skipped(chosen) {
		if err := v.ctx.Err(); err != nil {
			return err
		}
		at := first
		at.Entry += slice.Entry(entry)
		p := v.layout.Position(at)
		if p.Occupied().Count() < len(v.layout.Men) || p.Check() != nil {
			continue
		}
		if err := do(at, &p, chosen); err != nil {
			return err
		}
	}
	return nil
}

// skipped draws the number of entries before the next chosen one. Each entry is chosen with the same probability.
func (v *verification) skipped(chosen *rand.Rand) int {
	return int(min(1<<40, math.Log(1-chosen.Float64())/math.Log1p(-1/float64(v.options.Every))))
}
