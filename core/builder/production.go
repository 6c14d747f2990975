package builder

import (
	"errors"
	"slices"

	"github.com/matewright/matewright/core/encode"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
)

// A production is the making of one table, or of those of its units that are absent. The builder's
// mutex guards its state. The sliceWork of a task is the task's alone until it ends.
type production struct {
	run   *running
	index int // of the step
	step  Step
	count int // slices of the step
	tablePlan

	needs []*production // tables that must be finished before

	faces    []material.Face // that its promotions lead to
	reads    []material.Face // these, and those that its pushes lead to
	lends    []material.Face // of its own that others read, or later units of it
	promoted []*production   // tables of this build whose faces it reads

	begun    bool            // memory is held
	encoder  *encode.Encoder // nil until the first task has made it
	encoding bool
	slices   []slice.Number              // that are made, in this order
	encoded  int                         // how many of them are
	pieces   []format.Piece              // that the encoder is still to be given
	shared   shared                      // with other processes
	underWay map[slice.Number]*sliceWork // by number: begun and not yet encoded
	most     int                         // of them so far: their memory is kept for reuse
	idle     []*crew                     // for reuse, like spare
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
	counted    int64 // positions already counted as done
	others     int   // slices whose storing it does too; -1 if another slice does its own
}

// A crew is a solver, used for one slice after the other.
type crew struct {
	solver  *solve.Solver
	source  *library.Source
	scratch scratch.File // of the solver; nil if it needs none
	at      *sliceWork
}

func newProduction(run *running, index int, step Step) *production {
	p := &production{
		run:       run,
		index:     index,
		step:      step,
		tablePlan: run.memory.tables[index],
		faces:     step.Class.Faces(),
		reads:     ReadBy(run.memory.tables[index].layout),
		underWay:  map[slice.Number]*sliceWork{},
		result:    Result{Step: step},
	}
	pieces := step.pieces(p.layout)
	for _, piece := range pieces {
		p.count += int(piece.End - piece.First)
	}
	if run.options.Claims == nil {
		p.add(pieces...)
	} else {
		p.result.Step = Step{Class: step.Class, Whole: step.Whole}
		p.shared.open = openPieces(p.layout, pieces)
	}
	return p
}

// add adds pieces to those that are made.
func (p *production) add(pieces ...format.Piece) {
	p.pieces = append(p.pieces, pieces...)
	for _, piece := range pieces {
		for number := piece.First; number < piece.End; number++ {
			p.slices = append(p.slices, number)
		}
	}
}

// takePieces returns the pieces that the encoder is still to be given, once.
func (p *production) takePieces() []format.Piece {
	p.run.mu.Lock()
	defer p.run.mu.Unlock()
	pieces := p.pieces
	p.pieces = nil
	return pieces
}

// hasNext reports whether a slice is left to encode.
func (p *production) hasNext() bool { return p.encoded < len(p.slices) }

// next returns the slice that is encoded next. It must exist, see hasNext.
func (p *production) next() slice.Number { return p.slices[p.encoded] }

// held returns the bytes of the kept slices and of the slices under way, or of as many as were under way so far. The
// next one to encode counts too: the others wait for it, so it must find room. So does one of a piece that is being
// claimed.
func (p *production) held() int64 {
	const none = slice.Number(-1)
	if !p.begun || p.finished {
		return 0
	}
	return p.heldBy(len(p.underWay), none)
}

// heldWith returns the bytes held when one more slice is under way.
func (p *production) heldWith(number slice.Number) int64 { return p.heldBy(len(p.underWay)+1, number) }

// heldBy returns the bytes held by a number of slices, among them the given one.
func (p *production) heldBy(slices int, number slice.Number) int64 {
	if p.hasNext() && p.underWay[p.next()] == nil && number != p.next() {
		slices++
	}
	if p.shared.claiming {
		slices++
	}
	return p.kept + int64(max(slices, p.most))*p.footprint
}

// toSolve returns a slice that can be solved now, at most the given number of slices
// ahead of the encoder.
func (p *production) toSolve(ahead int) (number slice.Number, ok bool) {
	switch {
	case !p.hasNext():
		return 0, false
	case p.encoder == nil: // the first task makes it
		return p.next(), len(p.underWay) == 0 && p.ready()
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

// reaches reports whether the slices that a slice leads to are stored. These are all except those that this build has
// still to encode.
func (p *production) reaches(number slice.Number) bool {
	for _, to := range p.layout.Pushes(number) {
		if _, pending := slices.BinarySearch(p.slices[p.encoded:], to); pending {
			return false
		}
	}
	return true
}

// toEncode returns the slice that can be encoded now, or nil.
func (p *production) toEncode() *sliceWork {
	if p.encoding || !p.hasNext() {
		return nil
	}
	if w := p.underWay[p.next()]; w != nil && w.solved {
		return w
	}
	return nil
}

// beginSolving begins a slice.
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

// takeLast removes the last element of a list and returns it, or the zero value.
func takeLast[T any](list *[]T) (last T) {
	if n := len(*list) - 1; n >= 0 {
		last = (*list)[n]
		*list = (*list)[:n]
	}
	return last
}

// single reports whether the step has only one slice, so that its solver is not needed any
// more when it is encoded.
func (p *production) single() bool { return p.count == 1 }

func (p *production) newScratch() scratch.File {
	file := p.traffic.Count(scratch.Lazily(p.run.scratch))
	p.run.mu.Lock()
	defer p.run.mu.Unlock()
	p.scratch = append(p.scratch, file)
	return file
}

// endSolving releases the crew of a slice, which waits to be encoded.
func (p *production) endSolving(w *sliceWork) {
	w.solved = true
	if !p.single() {
		p.idle = append(p.idle, w.crew)
	}
	w.crew = nil
}

// endEncoding finishes a slice.
func (p *production) endEncoding(w *sliceWork) {
	p.encoding = false
	p.encoded++
	delete(p.underWay, w.number)
	if w.checkpoint == nil {
		p.spare = append(p.spare, w.values)
	}
	p.run.positions += p.storedShare(w, 1) - w.counted
}

// stored drops the claim on a piece if a slice that was encoded is its last one.
func (p *production) stored(number slice.Number) {
	p.run.mu.Lock()
	var piece claimedPiece
	if s := &p.shared; len(s.claimed) > 0 && number == s.claimed[0].End-1 {
		piece, s.claimed = s.claimed[0], s.claimed[1:]
		p.result.Positions += positionsOf(p.layout, piece.Piece)
		if piece.IsLone(p.layout) {
			p.result.Lone = append(p.result.Lone, piece.First)
		} else {
			p.result.Units = append(p.result.Units, format.UnitOf(p.layout, piece.First))
		}
	}
	p.run.mu.Unlock()
	if piece.release != nil {
		piece.release()
	}
}

// isDone reports whether nothing is left to do except endTable.
func (p *production) isDone() bool {
	return !p.hasNext() && !p.shared.claiming && len(p.shared.open) == 0
}

// endTable finishes the table.
func (p *production) endTable() {
	p.finished = true
	p.idle, p.spare = nil, nil
}

// end closes the encoder, if there is one.
func (p *production) end() error {
	if p.encoder == nil {
		return nil
	}
	p.result.Bytes += p.encoder.Stored()
	err := errors.Join(p.encoder.Close(), p.run.library.End(p.encoder))
	p.encoder = nil // tables that need this one read only finished ones
	return err
}

// closeScratch closes the files of scratch. It ignores errors: a file
// that cannot be deleted does no harm.
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
	err = errors.Join(err, p.end())
	p.shared.release()
	return err
}

// positions returns the number of positions of a slice, both sides.
func (p *production) positions() int64 { return 2 * int64(p.layout.Entries()) }

// storedShare returns the positions that count as done for a slice when a part of its storing is, from 0 to 1. The last
// slice of a group stores all of them.
func (p *production) storedShare(w *sliceWork, done float64) int64 {
	solved := p.positions() * (readingParts + solvingParts) / progressParts
	return solved + int64(done*float64(int64(1+w.others)*(p.positions()-solved)))
}

// report passes on the progress, with the number of done positions of the slice. It ends
// the task if the build is cancelled or has failed.
func (p *production) report(w *sliceWork, progress Progress, positions int64) error {
	run := p.run
	if err := run.ctx.Err(); err != nil {
		return err
	}
	run.mu.Lock()
	defer run.mu.Unlock()
	run.positions += positions - w.counted
	w.counted = positions
	if run.options.Observe == nil {
		return nil
	}
	progress.Class = p.layout.Class
	progress.Index, progress.Count = p.index, run.steps
	progress.Slice, progress.Slices = int(w.number), int(p.layout.Slices())
	progress.Positions, progress.Total = run.positions, run.total
	progress.ScratchRead, progress.ScratchWritten = p.traffic.Bytes()
	return run.options.Observe(progress)
}
