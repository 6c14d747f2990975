package builder

import (
	"context"
	"crypto/sha256"
	"errors"
	"runtime"
	"slices"
	"time"

	"github.com/matewright/matewright/core/encode"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
)

// A production is the making of one table, or of those of its units that are absent. The builder's
// mutex guards its state; what a task was given is the task's alone until it ends.
type production struct {
	b      *builder
	index  int // of the step
	layout *slice.Layout
	plan   solve.Plan

	unpacks   bool // what exits lead to, to scratch
	unpacked  library.Unpacking
	cutting   int64 // bytes to cut faces out of tables
	footprint int64 // bytes that a slice under way holds
	kept      int64 // bytes of finished slices that are kept in memory; 0 if they go to scratch

	needs []*production // tables that must be finished before

	faces    []material.Face // that its promotions lead to
	reads    []material.Face // these, and what its pushes lead to
	lends    []material.Face // of its own that others read, or later units of it
	promoted []*production   // tables of this build whose faces it reads

	begun    bool
	encoder  *encode.Encoder // nil until the first task has made it
	encoding bool
	slices   []slice.Number              // that are made, in this order
	encoded  int                         // how many of them are
	underWay map[slice.Number]*sliceWork // by number: begun and not yet encoded
	most     int                         // of them so far: their memory is kept, to be used again
	idle     []*crew                     // memory to use again, as are these:
	spare    []solve.Sink
	scratch  []scratch.File // of sinks, solvers and the encoder
	traffic  scratch.Traffic
	result   Result
	finished bool
}

// sliceWork is a slice between the begin of solving and the end of encoding.
type sliceWork struct {
	number slice.Number
	crew   *crew // while it is being solved
	values solve.Sink

	checkpoint *sliceCheckpoint // or nil
	solved     bool
	told       int64 // positions already counted as done
}

// A crew is a solver, used for one slice after the other.
type crew struct {
	solver  *solve.Solver
	source  *library.Source
	scratch scratch.File // of the solver; nil if it needs none
	at      *sliceWork
}

func newProduction(b *builder, index int, step Step, how *Provision) *production {
	p := &production{
		b:        b,
		index:    index,
		layout:   how.layout,
		plan:     how.Solving,
		underWay: map[slice.Number]*sliceWork{},
		result:   Result{Step: step},
	}
	p.footprint, p.kept, p.unpacked, p.cutting = how.footprint, how.keptInMemory(), how.unpackedFrame(b.options.CacheBytes), how.cutting()
	tables, promoted := how.unpacked(b.options.CacheBytes)
	p.unpacks = tables+promoted > 0
	if b.options.Budget == 0 {
		p.kept = how.kept
	}
	p.faces, p.reads = step.Class.Faces(), ReadBy(p.layout)
	for _, piece := range step.pieces(p.layout) {
		for number := piece.First; number < piece.End; number++ {
			p.slices = append(p.slices, number)
		}
	}
	return p
}

// next returns the slice that is encoded next. There must be one.
func (p *production) next() slice.Number { return p.slices[p.encoded] }

// held returns the bytes of the slices under way or of as many as ever were, with those
// of the next one to encode: the others wait for it, so it must find room; and of those that are kept.
func (p *production) held() int64 {
	if !p.begun || p.finished {
		return 0
	}
	slices := len(p.underWay)
	if p.underWay[p.next()] == nil {
		slices++
	}
	return p.kept + int64(max(slices, p.most))*p.footprint
}

// heldWith returns what will be held when one more slice is under way.
func (p *production) heldWith(number slice.Number) int64 {
	slices := len(p.underWay) + 1
	if p.underWay[p.next()] == nil && number != p.next() {
		slices++
	}
	return p.kept + int64(max(slices, p.most))*p.footprint
}

// toSolve returns a slice that can be solved now, not further ahead of the
// encoder than so many slices.
func (p *production) toSolve(ahead int) (number slice.Number, ok bool) {
	if !p.begun {
		return p.next(), p.ready()
	}
	if p.encoder == nil {
		return 0, false
	}
	for _, n := range p.slices[p.encoded:min(p.encoded+ahead, len(p.slices))] {
		if p.underWay[n] == nil && p.reaches(n) {
			return n, true
		}
	}
	return 0, false
}

func (p *production) ready() bool {
	for _, needed := range p.needs {
		if !needed.finished {
			return false
		}
	}
	return true
}

// reaches reports whether the slices that a slice leads to are encoded. Those before the next one
// are, by this build or by an earlier one.
func (p *production) reaches(number slice.Number) bool {
	pushes := p.layout.Pushes(number)
	return len(pushes) == 0 || pushes[len(pushes)-1] < p.next()
}

// toEncode returns the slice that can be encoded now, or nil.
func (p *production) toEncode() *sliceWork {
	if p.encoding {
		return nil
	}
	if w := p.underWay[p.next()]; w != nil && w.solved {
		return w
	}
	return nil
}

// beginSolving takes up a slice.
func (p *production) beginSolving(number slice.Number) *sliceWork {
	w := &sliceWork{number: number}
	p.begun = true
	p.underWay[number] = w
	p.most = max(p.most, len(p.underWay))
	if w.crew = takeLast(&p.idle); w.crew != nil {
		w.crew.at = w
	}
	w.values = takeLast(&p.spare)
	return w
}

// takeLast returns the last of a list, which loses it, or the zero value.
func takeLast[T any](list *[]T) (last T) {
	if n := len(*list) - 1; n >= 0 {
		last = (*list)[n]
		*list = (*list)[:n]
	}
	return last
}

func (p *production) solve(w *sliceWork) error {
	if w.number == p.slices[0] {
		if err := p.makeFaces(); err != nil {
			return err
		}
		if err := p.begin(); err != nil {
			return err
		}
	}
	if err := p.equip(w); err != nil {
		return err
	}
	start, reading := time.Now(), w.crew.source.Reading()
	if err := w.crew.solver.Solve(w.number, w.values); err != nil {
		w.checkpoint.failed(err)
		return err
	}
	p.b.mu.Lock()
	p.result.Solving += time.Since(start)
	p.result.Reading += w.crew.source.Reading() - reading
	p.result.Method = p.plan.Method
	p.endSolving(w)
	p.b.mu.Unlock()
	if p.b.options.Budget > 0 && p.single() {
		runtime.GC() // the memory of the solver, before encoding takes other
	}
	return nil
}

// single reports whether there is but one slice, so that the solver is not needed any
// more when it is encoded.
func (p *production) single() bool { return len(p.slices) == 1 }

// equip gives a slice what it takes to solve it.
func (p *production) equip(w *sliceWork) (err error) {
	if w.checkpoint, err = p.openCheckpoint(w.number); err != nil {
		return err
	}
	if w.crew == nil {
		w.crew = p.newCrew(w)
	}
	if w.checkpoint != nil {
		w.checkpoint.give(w.crew.solver, p.b.options.CheckpointEvery)
		w.values = p.newSink(w.checkpoint.files.Lists)
		return nil
	}
	if w.crew.scratch != nil {
		w.crew.solver.Limit(p.plan.Lists, w.crew.scratch)
		w.crew.solver.Keep(nil, 0)
	}
	if w.values == nil {
		w.values = p.newSink(p.newScratch())
	}
	return nil
}

// newSink returns room for the values of a slice, as far as the table can tell them.
func (p *production) newSink(room scratch.Room) solve.Sink {
	levels := format.TakesLevels(p.layout, p.b.options.Metric)
	return p.plan.Method.NewSink(p.layout, p.b.options.Metric, levels, room)
}

func (p *production) newScratch() scratch.File {
	file := p.traffic.Count(scratch.Lazily(p.b.options.Scratch))
	p.b.mu.Lock()
	defer p.b.mu.Unlock()
	p.scratch = append(p.scratch, file)
	return file
}

// endSolving lays a slice down until it is encoded.
func (p *production) endSolving(w *sliceWork) {
	w.solved = true
	if !p.single() {
		p.idle = append(p.idle, w.crew)
	}
	w.crew = nil
}

// makeFaces makes what is missing of what promotions lead to. Its time counts as reading.
func (p *production) makeFaces() error {
	if len(p.faces) == 0 || len(p.result.Lone) > 0 {
		return nil // nothing is promoted, or only in a few slices, for which frames are read one by one
	}
	start := time.Now()
	p.b.making.Lock()
	err := p.b.makeMissing(p, p.faces)
	p.b.making.Unlock()
	p.b.mu.Lock()
	defer p.b.mu.Unlock()
	p.result.Solving += time.Since(start)
	p.result.Reading += time.Since(start)
	return err
}

func (p *production) begin() error {
	encoder, err := encode.NewEncoder(p.b.ctx, p.b.store, p.layout, p.b.options.Metric, p.result.pieces(p.layout))
	if err != nil {
		return err
	}
	encoder.Accept = func(name string, sum [sha256.Size]byte) error {
		return known.Check(p.b.options.Metric, name, sum) // memory fails, and programs have bugs
	}
	if p.single() { // of several, others are solved meanwhile
		encoder.Threads = max(p.plan.Threads, p.b.options.Threads)
	}
	lends := p.lends
	switch kept := p.b.options.Kept; {
	case p.b.options.Budget > 0 && p.kept == 0:
		if kept != nil {
			kept.Clear() // it has no part of this budget
		}
		encoder.Scratch(p.newScratch())
	case kept != nil && kept.Layout.Class == p.layout.Class:
		encoder.Keep(kept)
	}
	if p.b.options.Budget == 0 { // all of it is in memory; a build that is taken up again reads it from the units
		lends = slices.DeleteFunc(slices.Clone(lends), material.Face.IsOfPushes)
	}
	encoder.Faces(p.b.ctx, p.b.options.Faces, lends)
	p.b.library.Begin(encoder)
	p.b.mu.Lock()
	defer p.b.mu.Unlock()
	p.encoder = encoder
	p.b.changed.Broadcast()
	return nil
}

func (p *production) newCrew(w *sliceWork) *crew {
	c := &crew{at: w, source: p.b.library.Source(p.b.ctx).Unpack(p.newScratch(), p.unpacked, p.cutting)}
	observe := func(s solve.Progress) error { return p.solving(c.at, s) }
	if p.unpacks {
		reading := false
		observe = func(s solve.Progress) error {
			if reading && s.Phase == solve.Solving {
				c.source.Forget()
				p.b.library.Limit(0).Limit(p.b.options.CacheBytes)
				runtime.GC() // before solving takes other memory
			}
			reading = s.Phase == solve.Exits
			return p.solving(c.at, s)
		}
	}
	c.solver = solve.New(p.plan.Method, p.layout, p.b.options.Metric, c.source, observe)
	c.solver.Threads(p.plan.Threads)
	if p.b.options.Budget > 0 || p.plan.Scratch > 0 { // a method that is asked for by name may need it without a budget
		c.scratch = p.newScratch()
	}
	return c
}

func (p *production) encode(w *sliceWork) error {
	start := time.Now()
	p.encoder.Observe = func(done float64) error { return p.storing(w, done) }
	if err := p.encoder.AddSlice(w.number, w.values); err != nil {
		w.checkpoint.failed(err)
		return err
	}
	last := p.encoded == len(p.slices)-1
	if last {
		if err := p.commit(); err != nil {
			w.checkpoint.failed(err)
			return err
		}
	}
	p.finishCheckpoint(w)
	p.b.mu.Lock()
	p.result.Encoding += time.Since(start)
	p.result.ScratchRead, p.result.ScratchWritten = p.traffic.Bytes()
	p.endEncoding(w)
	if last && p.b.options.Built != nil {
		p.b.options.Built(p.result)
	}
	p.b.mu.Unlock()
	if last {
		p.closeScratch()
		p.b.addReaders(p.reads, -1)
	}
	return nil
}

// endEncoding lays a slice down, and the table with its last one.
func (p *production) endEncoding(w *sliceWork) {
	p.encoding = false
	p.encoded++
	delete(p.underWay, w.number)
	if w.checkpoint == nil {
		p.spare = append(p.spare, w.values)
	}
	p.b.positions += p.positions() - w.told
	if p.encoded == len(p.slices) {
		p.finished = true
		p.idle, p.spare, p.encoder = nil, nil, nil // those who need the table look at finished only
		p.b.remove(p)
	}
}

// commit makes the table readable from the store.
func (p *production) commit() error {
	p.result.Bytes = p.encoder.Stored()
	if err := p.end(); err != nil {
		return err
	}
	if !p.result.Whole {
		return nil
	}
	ctx := context.WithoutCancel(p.b.ctx) // the table is there, whatever else ends the build
	if format.Units(p.layout) > 1 {
		if err := catalog.RemoveWhole(ctx, p.b.store, p.layout.Class); err != nil {
			return err
		}
		if format.StoresLone(p.layout) {
			catalog.RemoveLone(ctx, p.b.store, p.layout.Class)
		}
	}
	t, err := library.Open(ctx, p.b.store, p.layout.Class)
	if err != nil {
		return err
	}
	p.result.Header, p.result.Bytes = t.Header, t.Bytes()
	return t.Close()
}

// end lays the encoder down.
func (p *production) end() error {
	return errors.Join(p.encoder.Close(), p.b.library.End(p.encoder))
}

// closeScratch gives back what is outside of memory. There may be an error: a file
// that can't be deleted is in nobody's way.
func (p *production) closeScratch() {
	for _, file := range p.scratch {
		file.Close()
	}
	p.scratch = nil
}

// abort drops the unit that is not finished.
func (p *production) abort() (err error) {
	p.closeScratch()
	for _, w := range p.underWay {
		err = errors.Join(err, w.checkpoint.abort())
	}
	if p.encoder == nil {
		return err
	}
	return errors.Join(err, p.end())
}

// positions returns how many a slice has, both sides.
func (p *production) positions() int64 { return 2 * int64(p.layout.Entries()) }

// solving passes on the progress of a slice. Of the work on a position,
// reading its exits counts as a quarter, solving it as two, storing it as one.
func (p *production) solving(w *sliceWork, s solve.Progress) error {
	if s.Phase == solve.Exits {
		return p.report(w, Progress{Doing: Reading}, s.Done/4)
	}
	return p.report(w, Progress{Doing: Solving, Ply: s.Ply, Resumed: s.Resumed}, p.positions()/4+s.Done/2)
}

// storing passes on the last quarter.
func (p *production) storing(w *sliceWork, done float64) error {
	return p.report(w, Progress{Doing: Storing}, int64(float64(p.positions())*(3+done)/4))
}

// report passes progress on, positions being those done of the slice, and ends
// the task if the build is cancelled or has failed.
func (p *production) report(w *sliceWork, progress Progress, positions int64) error {
	b := p.b
	if err := b.ctx.Err(); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.positions += positions - w.told
	w.told = positions
	if b.options.Observe == nil {
		return nil
	}
	progress.Class = p.layout.Class
	progress.Index, progress.Count = p.index, b.steps
	progress.Slice, progress.Slices = int(w.number), int(p.layout.Slices())
	progress.Positions, progress.Total = b.positions, b.total
	progress.ScratchRead, progress.ScratchWritten = p.traffic.Bytes()
	return b.options.Observe(progress)
}
