package builder

import (
	"context"
	"crypto/sha256"
	"errors"
	"slices"
	"time"

	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/encode"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
)

func (p *production) solve(w *sliceWork) error {
	if p.encoder == nil {
		if err := p.makeFaces(w.number); err != nil {
			return err
		}
		if err := p.begin(); err != nil {
			return err
		}
	}
	if err := p.equip(w); err != nil {
		return err
	}
	elapsed, reading := p.run.watch(), w.crew.source.Reading()
	if err := w.crew.solver.Solve(w.number, w.values); err != nil {
		w.checkpoint.failed(err)
		return err
	}
	p.run.mu.Lock()
	p.result.Solving += elapsed()
	p.result.Reading += w.crew.source.Reading() - reading
	p.result.Method = p.plan.Method
	p.endSolving(w)
	p.run.mu.Unlock()
	if p.run.memory.budget > 0 && p.single() {
		p.run.collect() // free the solver's memory before encoding
	}
	return nil
}

// equip gives a slice its checkpoint, solver, scratch and room for values.
func (p *production) equip(w *sliceWork) (err error) {
	if w.checkpoint, err = p.openCheckpoint(w.number); err != nil {
		return err
	}
	if w.crew == nil {
		w.crew = p.newCrew(w)
	}
	if w.checkpoint != nil {
		w.checkpoint.give(w.crew.solver, p.run.checkpointEvery)
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

// newSink returns room for the values of a slice, as far as the table can hold them.
func (p *production) newSink(room scratch.Room) solve.Sink {
	levels := format.TakesLevels(p.layout, p.run.memory.metric)
	return p.plan.Method.NewSink(p.layout, p.run.memory.metric, levels, room)
}

// makeFaces makes the missing faces of promotions, before a slice is solved. Its time counts as reading.
func (p *production) makeFaces(number slice.Number) error {
	if len(p.faces) == 0 || len(p.step.Lone) > 0 {
		return nil // nothing is promoted, or only in a few slices, for which frames are read one by one
	}
	elapsed := p.run.watch()
	p.run.making.Lock()
	err := p.makeMissing(number, p.faces)
	p.run.making.Unlock()
	p.run.mu.Lock()
	defer p.run.mu.Unlock()
	took := elapsed()
	p.result.Solving += took
	p.result.Reading += took
	return err
}

// makeMissing makes the missing ones of some faces, before a slice is solved.
func (p *production) makeMissing(number slice.Number, faces []material.Face) error {
	if len(faces) == 0 {
		return nil
	}
	making, err := p.run.library.MakingFaces(p.run.ctx, p.run.withOtherRights(faces), p.unpacked, p.run.addReaders)
	if err != nil || making.Tables() == 0 {
		return err
	}
	defer p.run.lend(p.footprint)()
	tables := making.Tables()
	source := func() *library.Source {
		return p.run.library.Source(p.run.ctx).Unpack(p.newScratch(), p.unpacked, p.cutting)
	}
	err = making.Make(1, source, func() error {
		progress := Progress{Doing: Preparing, Table: tables - making.Tables(), Tables: tables}
		return p.report(&sliceWork{number: number}, progress, 0)
	})
	if errors.Is(err, store.ErrFull) {
		return nil
	}
	return err
}

func (p *production) begin() error {
	encoder, err := encode.NewEncoder(p.run.ctx, p.run.store, p.layout, p.run.memory.metric, p.takePieces())
	if err != nil {
		return err
	}
	encoder.Accept = func(name string, sum [sha256.Size]byte) error {
		return known.Check(p.run.memory.metric, name, sum) // memory fails, and programs have bugs
	}
	if p.single() { // of several, others are solved meanwhile
		encoder.Threads = max(p.plan.Threads, p.run.memory.threads)
	}
	lends := p.lends
	switch kept := p.run.options.Kept; {
	case p.run.memory.budget > 0 && p.kept == 0:
		if kept != nil {
			kept.Clear() // the budget has no memory for kept slices
		}
		encoder.Scratch(p.newScratch())
	case kept != nil && kept.Layout.Class == p.layout.Class:
		encoder.Keep(kept)
	}
	if p.run.memory.budget == 0 && p.run.options.Claims == nil {
		// Pushes are read from memory, or after a restart from the units. Other processes read the faces.
		lends = slices.DeleteFunc(slices.Clone(lends), material.Face.IsOfPushes)
	}
	encoder.Faces(p.run.ctx, p.run.faces, lends)
	p.run.library.Begin(encoder)
	p.run.mu.Lock()
	defer p.run.mu.Unlock()
	p.encoder = encoder
	p.run.changed.Broadcast()
	return nil
}

func (p *production) newCrew(w *sliceWork) *crew {
	c := &crew{at: w, source: p.run.library.Source(p.run.ctx).Unpack(p.newScratch(), p.unpacked, p.cutting)}
	observe := func(s solve.Progress) error { return p.solving(c.at, s) }
	if p.unpacks {
		reading := false
		observe = func(s solve.Progress) error {
			if reading && s.Phase == solve.Solving {
				c.source.Forget()
				p.run.library.Limit(0).Limit(p.run.memory.cache)
				p.run.collect() // free memory before solving
			}
			reading = s.Phase == solve.Exits
			return p.solving(c.at, s)
		}
	}
	c.solver = solve.New(p.plan.Method, p.layout, p.run.memory.metric, c.source, observe)
	c.solver.Threads(p.plan.Threads)
	if p.run.options.Fill {
		c.solver.Fill(new(solve.Filling))
	}
	if p.run.memory.budget > 0 ||
		p.plan.Scratch > 0 { // a method chosen by name may need it without a budget
		c.scratch = p.newScratch()
	}
	return c
}

func (p *production) encode(w *sliceWork) error {
	elapsed := p.run.watch()
	if err := p.encoder.Add(p.takePieces()...); err != nil {
		return err
	}
	w.others = p.encoder.Packs() - 1
	p.encoder.Observe = func(done float64) error { return p.storing(w, done) }
	if err := p.encoder.AddSlice(w.number, w.values); err != nil {
		w.checkpoint.failed(err)
		return err
	}
	p.finishCheckpoint(w)
	p.stored(w.number)
	p.run.mu.Lock()
	p.result.ScratchRead, p.result.ScratchWritten = p.traffic.Bytes()
	p.endEncoding(w)
	done := p.isDone()
	if !done {
		p.result.Encoding += elapsed()
	}
	p.run.mu.Unlock()
	if done {
		return p.finish(elapsed)
	}
	return nil
}

// finish ends a table whose pieces are all stored. The elapsed time counts as encoding.
func (p *production) finish(elapsed func() time.Duration) error {
	if err := p.commit(); err != nil {
		return err
	}
	p.run.mu.Lock()
	p.result.Encoding += elapsed()
	p.endTable()
	if p.run.options.Built != nil {
		p.run.options.Built(p.result)
	}
	p.run.mu.Unlock()
	p.closeScratch()
	p.run.addReaders(p.reads, -1)
	return nil
}

// commit makes the table readable from the store.
func (p *production) commit() error {
	if err := p.end(); err != nil {
		return err
	}
	if !p.step.Whole {
		return nil
	}
	ctx := context.WithoutCancel(p.run.ctx) // the table is stored, even if the build is cancelled
	if format.Units(p.layout) > 1 {
		if err := catalog.RemoveWhole(ctx, p.run.store, p.layout.Class); err != nil {
			return err
		}
		if format.StoresLone(p.layout) {
			catalog.RemoveLone(ctx, p.run.store, p.layout.Class)
		}
	}
	t, err := library.Open(ctx, p.run.store, p.layout.Class)
	if err != nil {
		return err
	}
	p.result.Header = t.Header
	if p.result.Elsewhere == 0 {
		p.result.Bytes = t.Bytes()
	}
	return t.Close()
}

// openCheckpoint opens the checkpoint of a slice. It returns nil if nothing can be saved, or if another process makes
// the same slice.
func (p *production) openCheckpoint(number slice.Number) (*sliceCheckpoint, error) {
	if p.run.options.Checkpoints == nil || !p.plan.Resumable {
		return nil, nil
	}
	k, err := openCheckpoint(p.run.options.Checkpoints, checkpointName(p.layout.Class, number))
	if k == nil || err != nil {
		return nil, err
	}
	files := k.files
	k.files = &checkpoint.Files{
		Bits:   p.traffic.Count(files.Bits),
		Lists:  p.traffic.Count(files.Lists),
		Record: files.Record,
	}
	return k, nil
}

// finishCheckpoint removes the checkpoint of a stored slice, also one of an earlier build. It ignores errors, as when
// another process makes the same slice: the checkpoint is then listed, and can be removed.
func (p *production) finishCheckpoint(w *sliceWork) {
	if w.checkpoint != nil {
		w.checkpoint.files.Close()
	}
	if from := p.run.options.Checkpoints; from != nil {
		_ = from.Remove(checkpointName(p.layout.Class, w.number))
	}
}

// solving passes on the progress of a slice.
func (p *production) solving(w *sliceWork, s solve.Progress) error {
	if s.Phase == solve.Exits {
		return p.report(w, Progress{Doing: Reading}, s.Done*readingParts/progressParts)
	}
	filling := s.Filling
	if filling != nil && filling.Legal == (slice.KingCounts{}) {
		filling = nil // the method does not count
	}
	return p.report(
		w,
		Progress{Doing: Solving, Ply: s.Ply, Resumed: s.Resumed, Filling: filling},
		(p.positions()*readingParts+s.Done*solvingParts)/progressParts,
	)
}

// storing passes on the last part.
func (p *production) storing(w *sliceWork, done float64) error {
	return p.report(w, Progress{Doing: Storing}, p.storedShare(w, done))
}
