package builder

import (
	"context"
	"errors"
	"slices"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
)

// A builder does a job. Its threads take one task after the other:
//
//   - solve a slice. A table is begun when the tables it depends on are
//     finished; a slice, when those of its table that pushes lead to are
//     encoded. So slices are solved side by side, of one table or of several.
//   - encode a solved slice, one at a time for each table and in the order of
//     their numbers, while others are being solved. The last one finishes the
//     table.
//   - claim a piece of a table in a joint build, see joint.go.
//
// All that threads share is guarded by one mutex, which none holds while it
// works. A single thread is the caller's own, and solves a slice, encodes it,
// solves the next.
type builder struct {
	*running
	unfinished []*production // see [inOrder]
	err        error         // the first
	tasks      int           // under way
}

func newBuilder(ctx context.Context, tables store.Store, job *Job, options Options) (*builder, error) {
	memory, err := planMemory(job, format.ParamsOf(tables), &options)
	if err != nil {
		return nil, err
	}
	if options.Begin != nil {
		options.Begin(memory.budget)
	}
	b := &builder{running: newRunning(ctx, tables, job, options, memory)}
	of := map[material.Class]*production{}
	for i, step := range job.Steps {
		p := newProduction(b.running, i, step)
		for _, class := range step.Class.Successors() {
			if needed := of[class]; needed != nil {
				p.needs = append(p.needs, needed)
			}
		}
		for _, f := range p.faces {
			if made := of[f.Class]; made != nil {
				p.promoted = append(p.promoted, made)
			}
		}
		of[step.Class] = p
		b.unfinished = append(b.unfinished, p)
	}
	b.countReaders()
	b.unfinished = inOrder(b.unfinished)
	return b, nil
}

// countReaders counts the later tables that read each face, and sets the faces that each table is to
// write.
func (b *builder) countReaders() {
	for _, p := range b.unfinished {
		for _, f := range p.reads {
			b.readers[f]++
		}
	}
	for _, class := range b.options.Later {
		for _, f := range ReadBy(format.LayoutIn(b.store, class)) {
			b.readers[f]++
		}
	}
	of := map[material.Class][]material.Face{}
	for f := range b.readers {
		of[f.Class] = append(of[f.Class], f)
	}
	for _, p := range b.unfinished {
		p.lends = of[p.layout.Class]
	}
}

// inOrder puts the tables of a job in the order in which they are best begun.
// Small ones come early, so that many are stored if the build is stopped. Last
// come those with many slices, which all threads share.
//
// Among tables with the same number of men, one with pawns follows as soon as its promoted classes are built. Their
// faces are kept until then. The table that needs the fewest more classes is next.
func inOrder(job []*production) (order []*production) {
	placed := map[*production]bool{}
	var place func(*production)
	place = func(p *production) {
		if !placed[p] {
			placed[p] = true
			for _, q := range p.promoted {
				place(q)
			}
			order = append(order, p)
		}
	}
	for len(job) > 0 {
		group := asManyMen(job)
		job = job[len(group):]
		promote := slices.Clone(group)
		for {
			promote = slices.DeleteFunc(promote, func(p *production) bool { return placed[p] || len(p.promoted) == 0 })
			if len(promote) == 0 {
				break
			}
			place(
				slices.MinFunc(promote, func(p, q *production) int { return missing(p, placed) - missing(q, placed) }),
			)
		}
		for _, p := range group {
			place(p)
		}
	}
	return order
}

// missing returns how many tables a table is promoted into, and these in turn, that are
// not placed yet.
func missing(p *production, placed map[*production]bool) int {
	found := map[*production]bool{}
	var visit func(*production)
	visit = func(p *production) {
		for _, q := range p.promoted {
			if !placed[q] && !found[q] {
				found[q] = true
				visit(q)
			}
		}
	}
	visit(p)
	return len(found)
}

// asManyMen returns the first tables of a list that have the same number of men.
func asManyMen(list []*production) []*production {
	n := slices.IndexFunc(list, func(p *production) bool { return p.layout.Class.Men() != list[0].layout.Class.Men() })
	if n < 0 {
		return list
	}
	return list[:n]
}

// close releases the memory and files of unfinished tables, once all threads have ended,
// and returns the error of the build.
func (b *builder) close() error {
	err := b.err
	if errors.Is(err, known.ErrOther) { // perhaps for a face that it was made with
		for _, p := range b.unfinished {
			for _, f := range p.reads {
				b.readers[f] = 0
			}
		}
	}
	for _, p := range b.unfinished {
		err = errors.Join(err, p.abort())
	}
	if b.beside && b.err == nil {
		held, failed := b.options.Claims.Held(context.WithoutCancel(b.ctx))
		b.beside = held || failed != nil
	}
	b.removeFaces()
	return errors.Join(err, b.running.close())
}

// work does tasks until all are done, or the build has failed.
func (b *builder) work() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for {
		t, ok := b.next()
		if !ok {
			return
		}
		b.tasks++
		b.mu.Unlock()
		err := t.do()
		b.mu.Lock()
		b.tasks--
		b.fail(err)
		b.removeFinished()
		b.changed.Broadcast()
	}
}

// fail ends the build with an error, unless that is nil or the build has failed.
func (b *builder) fail(err error) {
	if err != nil && b.err == nil {
		b.err = err
		b.cancel()
		b.changed.Broadcast()
	}
}

// wake lets waiting threads look for tasks.
func (b *builder) wake() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.changed.Broadcast()
}

// next waits for a task. At the end of the build it returns false.
func (b *builder) next() (t task, ok bool) {
	for b.err == nil && len(b.unfinished) > 0 {
		if t, ok := b.pick(); ok {
			return t, true
		}
		if b.tasks == 0 {
			b.fail(b.reportWaiting())
		}
		if b.fail(b.ctx.Err()); b.err == nil {
			b.changed.Wait()
		}
	}
	return task{}, false
}

// reportWaiting reports that the build waits for another process.
func (b *builder) reportWaiting() error {
	for _, p := range b.unfinished {
		if p.shared.elsewhere {
			return p.reportWaiting()
		}
	}
	return nil
}

// A task is to solve a slice or, if it is solved, to encode it. Without a slice it is to claim a piece.
type task struct {
	p *production
	w *sliceWork
}

func (t task) do() error {
	switch {
	case t.w == nil:
		return t.p.claim()
	case t.w.solved:
		return store.MarkFull(t.p.encode(t.w))
	}
	return store.MarkFull(t.p.solve(t.w)) // scratch does not use the errors of package store
}

// pick returns a task that can begin now, if any. Slices to encode come
// first, because others wait for them and they give memory back. Then come
// slices of tables that are begun already, then other tables. Each group is in the order
// of [inOrder]. Pieces of a table are claimed when it has no slice to solve.
func (b *builder) pick() (t task, ok bool) {
	for _, p := range b.unfinished {
		if w := p.toEncode(); w != nil {
			p.encoding = true
			return task{p, w}, true
		}
	}
	for _, begun := range []bool{true, false} {
		for _, p := range b.unfinished {
			if p.begun != begun {
				continue
			}
			if n, ok := p.toSolve(ahead * b.memory.threads); ok && b.hasRoom(p, n) {
				return task{p, p.beginSolving(n)}, true
			}
			if n, ok := p.toClaim(ahead * b.memory.threads); ok && b.hasRoom(p, n) {
				p.beginClaiming()
				return task{p, nil}, true
			}
		}
	}
	return task{}, false
}

// hasRoom reports whether a slice may be begun. The next one that a table
// encodes has had room since the table was begun.
func (b *builder) hasRoom(p *production, number slice.Number) bool {
	held := b.held()
	if held == 0 || p.begun && (!p.hasNext() || number == p.next()) {
		return true
	}
	return held-p.held()+p.heldWith(number) <= b.memory.room
}

// held returns the bytes of all slices under way.
func (b *builder) held() (bytes int64) {
	for _, p := range b.unfinished {
		bytes += p.held()
	}
	return bytes
}

// removeFinished removes finished tables from the unfinished ones.
func (b *builder) removeFinished() {
	b.unfinished = slices.DeleteFunc(b.unfinished, func(p *production) bool { return p.finished })
}
