package dtm50

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/stats"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/lookahead"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/words"
)

// Options control a build. The zero value is usable.
type Options struct {
	Threads int   // 0 stands for 1
	Memory  int64 // available bytes; classes that may take more are refused. 0 stands for any number
	Rebuild bool  // build the named classes even if they are stored

	// Observe, if not nil, is called regularly with the part of a class that is solved, from 0 to 1. An error ends
	// the build.
	Observe func(class material.Class, done float64) error

	// Built, if not nil, is called with each table that was built.
	Built func(Result)
}

// A Result is a table that was built.
type Result struct {
	Header   *format.Header
	Bytes    int64 // in the store
	Solving  time.Duration
	Encoding time.Duration
}

// A MemoryError reports that a class takes more memory than available.
type MemoryError struct {
	Class       material.Class
	Takes, Have int64
}

// Message returns both numbers in MiB as a message.
func (e *MemoryError) Message() words.Message {
	return words.New("core.memory.table", "metric", Name, "class", e.Class, "need", e.Takes>>20, "have", e.Have>>20)
}

// Error names both numbers.
func (e *MemoryError) Error() string { return e.Message().String() }

// Build builds the missing tables of classes and of all classes they depend on.
func Build(ctx context.Context, tables store.Store, classes []material.Class, options Options) error {
	if err := CheckClasses(classes); err != nil {
		return err
	}
	b := newBuilding(ctx, tables, options)
	defer b.library.Close()
	b.classes = b.plan(classes)
	for _, class := range b.classes {
		if takes := Memory(class); options.Memory > 0 && takes > options.Memory {
			return &MemoryError{class, takes, options.Memory}
		}
	}
	for i, class := range b.classes {
		if err := b.build(class); err != nil {
			return store.Named(class.String(), err)
		}
		b.release(b.classes[i+1:])
	}
	return nil
}

// plan lists the classes whose tables a build of some classes makes, each after those that it depends on. A rebuild
// makes the given classes even if they are stored. No table stays open, as the build may replace it.
func (b *building) plan(classes []material.Class) (made []material.Class) {
	defer b.library.Close()
	for _, class := range material.Closure(classes...) {
		if b.library.Has(b.ctx, class) != nil || b.options.Rebuild && slices.Contains(classes, class) {
			made = append(made, class)
		}
	}
	return made
}

// CheckClasses returns an error that matches [material.ErrClass] if a class can have no table.
func CheckClasses(classes []material.Class) error {
	for _, class := range classes {
		if class.Rights() != 0 && class.Men() > mostCastling {
			return fmt.Errorf("%w: %s has tables with castling rights of up to %d men, and not of %v",
				material.ErrClass, Name, mostCastling, class)
		}
	}
	return nil
}

// mostCastling is the most men of tables with castling rights. All pairs of the positions after moves that end these
// rights must be in memory.
const mostCastling = 4

// Castling returns the classes of the same men with castling rights that have tables.
func Castling(class material.Class) []material.Class {
	if class.Men() > mostCastling || class.Rights() != 0 {
		return nil
	}
	return class.Castling()
}

// Memory returns the bytes of memory that a build of a class takes, or a little more.
func Memory(class material.Class) int64 {
	l := slice.NewLayout(class)
	entries := int64(l.Entries())
	group := int64(min(format.GroupSlices(l), l.Slices()))
	bytes := lookahead.ClockedBytes(l)
	bytes += 2 * entries * int64(l.Slices()) // values, which pushes lead to
	bytes += group * 2 * changesBytes * entries
	bytes += group * packingBytes * entries
	for next, sides := range needs(class) {
		l := slice.NewLayout(next)
		bytes += int64(sides.Count()) * int64(l.Entries()) * int64(l.Slices())
	}
	for next, sides := range needsByClock(class) {
		l := slice.NewLayout(next)
		bytes += int64(sides.Count()) * pairsBytes * int64(l.Entries()) * int64(l.Slices())
	}
	return bytes + overhead
}

const (
	changesBytes = 5      // of a position and side: two changes, and their share of rows and words
	pairsBytes   = 2 * 10 // of a position and side that quiet moves lead to: ten pairs, more than up to four men have
	packingBytes = 6      // of a position: pairs at hand, and planes in two forms
	overhead     = 96 << 20
)

// needs returns the classes that a class needs with a clock at 0, and the sides to move. Captures need both sides.
// Promotions need the opponent of the side that promotes.
func needs(class material.Class) map[material.Class]format.SideSet {
	need := map[material.Class]format.SideSet{}
	for _, next := range class.Successors() {
		if next.Men() < class.Men() || class.Rights() != 0 && next.Pawns() < class.Pawns() {
			need[next] = format.BothSides
		}
	}
	for _, face := range class.Faces() {
		if face.Right == 0 {
			need[face.Class] |= format.Only(face.Turn())
		}
	}
	return need
}

// needsByClock returns the classes that a class needs with all clocks, and the sides to move. Quiet moves that end
// castling rights lead to them. If no rights are left, they need the opponent of the side that has moved.
func needsByClock(class material.Class) map[material.Class]format.SideSet {
	need := map[material.Class]format.SideSet{}
	for _, next := range class.Successors() {
		if next.Rights() != 0 && next.Men() == class.Men() && next.Pawns() == class.Pawns() {
			need[next] = format.BothSides
		}
	}
	for _, face := range class.Faces() {
		if face.Right != 0 {
			need[face.Class] |= format.Only(face.Turn())
		}
	}
	return need
}

// A building is the work on tables, one after the other.
type building struct {
	ctx     context.Context
	store   store.Store
	library *library.Library
	options Options
	classes []material.Class
	held    held
}

func newBuilding(ctx context.Context, tables store.Store, options Options) *building {
	return &building{
		ctx: ctx, store: tables, library: NewLibrary(tables).Limit(buildingCache), options: options, held: held{},
	}
}

// buildingCache is the size of the cache of a build, which reads each slice once.
const buildingCache = 4 << 20

// release drops the classes that no later class needs.
func (b *building) release(later []material.Class) {
	for class := range b.held {
		if !slices.ContainsFunc(later, func(c material.Class) bool { return slices.Contains(c.Successors(), class) }) {
			delete(b.held, class)
		}
	}
}

// hold makes sure that the classes that a class needs are in memory.
func (b *building) hold(class material.Class) error {
	for next, sides := range needs(class) {
		if err := b.holdOne(next, sides); err != nil {
			return err
		}
	}
	for next, sides := range needsByClock(class) {
		if err := b.holdPairs(next, sides); err != nil {
			return err
		}
	}
	return nil
}

// holding returns the held class of a class, which is new if the class was not held.
func (b *building) holding(class material.Class) *heldClass {
	c := b.held[class]
	if c == nil {
		c = &heldClass{layout: slice.NewLayout(class)}
		c.slices = make([]*solve.Values, c.layout.Slices())
		b.held[class] = c
	}
	return c
}

func (b *building) holdPairs(class material.Class, sides format.SideSet) error {
	c := b.holding(class)
	t, err := b.library.Open(b.ctx, class)
	if err != nil {
		return err
	}
	if c.pairs == nil {
		c.pairs = make([][2]*heldPairs, c.layout.Slices())
	}
	for number := range c.pairs {
		for _, side := range board.Colors {
			pairs := &c.pairs[number][side]
			if *pairs != nil || !sides.Has(side) {
				continue
			}
			if *pairs, err = readPairs(b.ctx, t, slice.Number(number), side); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *building) holdOne(class material.Class, sides format.SideSet) error {
	c := b.holding(class)
	for number, values := range c.slices {
		missing := sides
		for _, side := range board.Colors {
			if values != nil && values[side] != nil {
				missing &^= format.Only(side)
			}
		}
		if missing == 0 {
			continue
		}
		t, err := b.library.Open(b.ctx, class)
		if err != nil {
			return err
		}
		c.layout = t.Layout
		read, err := readValues(b.ctx, b.library, t.Layout, slice.Number(number), missing)
		if err != nil {
			return err
		}
		for side := range read {
			if values != nil && read[side] == nil {
				read[side] = values[side]
			}
		}
		c.slices[number] = read
	}
	return nil
}

// build builds a class.
func (b *building) build(class material.Class) error {
	start := time.Now()
	if err := b.hold(class); err != nil {
		return err
	}
	l := slice.NewLayout(class)
	h := newHeader(class)
	own := &heldClass{layout: l}
	b.held[class] = own
	w, err := b.store.Create(b.ctx, class.String())
	if err != nil {
		return err
	}
	defer w.Abort()
	threads := max(1, b.options.Threads)
	solver := lookahead.NewClocked(l, b.held.sources(threads)...)
	var encoding time.Duration
	var counts stats.Tally
	var group []*solved
	for number := range l.Slices() {
		if err := b.observe(class, float64(number)/float64(l.Slices())); err != nil {
			return err
		}
		values := solve.NewValues(l)
		if err := solver.Solve(number, values); err != nil {
			return err
		}
		own.slices = append(own.slices, values)
		begin := time.Now()
		s := newSolved(l, number, solver, values)
		tally(&counts, l, number, s)
		if group = append(group, s); len(group) == int(format.GroupSlices(l)) || number == l.Slices()-1 {
			if err := pack(w, h, l, group, number+1-slice.Number(len(group)), threads); err != nil {
				return err
			}
			group = nil
		}
		encoding += time.Since(begin)
	}
	h.Statistics = counts.Statistics
	header := h.Encode(l)
	if err := w.Commit(header); err != nil {
		return err
	}
	if b.options.Built != nil {
		b.options.Built(Result{h, h.DataSize() + int64(len(header)), time.Since(start) - encoding, encoding})
	}
	return nil
}

func (b *building) observe(class material.Class, done float64) error {
	if err := b.ctx.Err(); err != nil {
		return err
	}
	if b.options.Observe == nil {
		return nil
	}
	return b.options.Observe(class, done)
}

func newHeader(class material.Class) *format.Header {
	return &format.Header{Kind: format.ByClock, Class: class, Metric: metric, Sides: format.BothSides}
}

// pack writes a group of slices.
func pack(
	w store.Writer, h *format.Header, l *slice.Layout, group []*solved, first slice.Number, threads int,
) error {
	for _, c := range board.Colors {
		p := packer{pairs: newPairs(l, c, group), first: first, threads: threads, writer: w, shape: -1}
		counts, err := p.pairs.planes(p.add)
		if err != nil {
			return err
		}
		h.AddPlanes(p.planes...)
		h.CountPairs(c, counts)
	}
	return nil
}
