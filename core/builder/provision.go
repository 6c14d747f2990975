package builder

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/matewright/matewright/core/encode"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/facefile"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/methods"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// A Provision is the plan of a table for some memory: its method, and the parts of the memory.
type Provision struct {
	Class   material.Class
	Metric  *value.Metric
	Budget  int64
	Solving solve.Plan
	Parts   []solve.Part // all that is held at once at most, with the parts of solving
	Cache   int64        // bytes of them for data that is read of finished slices

	layout    *slice.Layout
	setting   setting
	footprint int64 // bytes that a slice holds
	passes    int   // over spans of tables, to cut faces of promotions out of them
	kept      int64 // bytes of finished slices for pawn pushes
	keeps     bool  // that these stay in memory within the budget, too
	fastest   bool  // the method is
}

// Least returns the smallest budget for which all but the cache stays the same.
func (p *Provision) Least() int64 { return p.Bytes() - p.Cache + p.leastCache() }

// Bytes returns the sum of the parts.
func (p *Provision) Bytes() (sum int64) {
	for _, part := range p.Parts {
		sum += part.Bytes
	}
	return sum
}

// leastCache returns the least memory for data that is read of finished slices.
func (p *Provision) leastCache() int64 {
	switch {
	case library.IsLarge(p.Class) && p.Class.Rights() != 0:
		return leastCacheBytesWithRights
	case p.Class.Pawns() > 0:
		return leastCacheBytesWithPawns
	}
	return leastCacheBytes
}

// facesBytes returns the memory that a table takes to write its faces while slices are solved: one for each type and
// colour of its pieces. A single slice writes them when it is solved, one after the other; see [footprint].
func facesBytes(l *slice.Layout) int64 {
	if l.Slices() == 1 {
		return 0
	}
	return 3 * facefile.WriterBytes
}

// libraryBytes returns the bytes that a library may remember so that it holds no
// more than the cache.
func libraryBytes(cache int64) int64 { return rememberedIn(cache - readingBytes) }

// rememberedIn returns how much a library can remember in some memory: dropped data is not collected at once.
func rememberedIn(memory int64) int64 { return memory / rememberedShare }

// Least returns the smallest budget with which a table can be made, by a method or, if
// it is nil, by any.
func Least(class material.Class, metric *value.Metric, method solve.Method) (int64, error) {
	return usual.least(class, metric, method)
}

// least is [Least] with these numbers.
func (s setting) least(class material.Class, metric *value.Metric, method solve.Method) (int64, error) {
	_, err := s.provide(class, metric, 0, method) // which nothing fits
	if small := (*solve.TooSmallError)(nil); errors.As(err, &small) {
		return small.Need, nil
	}
	return 0, err
}

// Provide plans a table within a budget, a slice at a time, by a method
// or, if it is nil, by the fastest that fits. An error of type
// [*solve.TooSmallError] has the memory that it takes.
func Provide(class material.Class, metric *value.Metric, budget int64, method solve.Method) (*Provision, error) {
	return usual.provide(class, metric, budget, method)
}

// A setting has the numbers that only tests change.
type setting struct {
	params   format.Params
	unpackAt int // see [Options.UnpackedFrame]
}

var usual = setting{unpackAt: library.UnpackedFrame}

// provide is [Provide] with these numbers.
func (s setting) provide(
	class material.Class, metric *value.Metric, budget int64, method solve.Method,
) (*Provision, error) {
	if err := metric.CheckBytes(class); err != nil {
		return nil, err
	}
	l := s.params.Layout(class)
	small := &solve.TooSmallError{Have: budget, Need: math.MaxInt64}
	for i, plan := range plansFor(l, metric, method) {
		p := &Provision{
			Class:   class,
			Metric:  metric,
			Budget:  budget,
			layout:  l,
			setting: s,
			passes:  1,
			kept:    encode.KeptBytes(l),
			fastest: i == 0,
		}
		p.provide(plan)
		for p.Cache < p.leastCache() && p.cutting() > 0 && p.passes < mostPasses {
			p.passes++
			p.provide(plan)
		}
		if p.Cache >= p.leastCache() {
			p.spend()
			p.Parts = append(p.Parts, solve.Part{Name: "cache", Bytes: p.Cache})
			return p, nil
		}
		small.Need = min(small.Need, p.Bytes()+p.leastCache())
	}
	return nil, fmt.Errorf("%v: %w", class, small)
}

// provide lists all parts except the cache, which gets the rest.
func (p *Provision) provide(plan solve.Plan) {
	cutting := p.cutting()
	p.Solving, p.footprint = plan, footprint(p.layout, &plan)+cutting
	p.Parts = append([]solve.Part{{Name: "program", Bytes: programBytes}}, plan.Parts...)
	p.Parts = append(p.Parts, solve.Part{Name: "encoding", Bytes: p.footprint - plan.Bytes() - cutting})
	if cutting > 0 {
		p.Parts = append(p.Parts, solve.Part{Name: "promotions", Bytes: cutting})
	}
	if faces := facesBytes(p.layout); faces > 0 {
		p.Parts = append(p.Parts, solve.Part{Name: "faces", Bytes: faces})
	}
	if kept := p.keptInMemory(); kept > 0 {
		p.Parts = append(p.Parts, solve.Part{Name: "kept slices", Bytes: kept})
	}
	p.Cache = p.Budget - p.Bytes()
}

// faces returns the faces that the class reads. With castling rights it also reads those of the same men with fewer
// rights, and of promoted men, when it looks ahead in their tables.
func (p *Provision) faces() []material.Face {
	faces := p.Class.Faces()
	if p.Class.Rights() == 0 {
		return faces
	}
	for _, class := range material.Closure(p.Class) {
		if class.Men() < p.Class.Men() || class.Rights() == 0 {
			continue
		}
		for _, f := range class.Faces() {
			if !slices.Contains(faces, f) {
				faces = append(faces, f)
			}
		}
	}
	return faces
}

// unpacked returns the bytes of scratch for tables that are read from there, with both sides to move. These are the
// tables that captures lead to, also when looking ahead. Promoted has the targets of a slice's promotions, and of moves
// that end castling rights. The library remembers the given bytes of tables.
func (p *Provision) unpacked(remembered int64) (tables, promoted int64) {
	from := p.unpackedFrame(remembered)
	for _, f := range p.faces() {
		promoted += 2 * library.UnpackedEntries(slice.NewLayout(f.Class).FaceOf(f), from)
	}
	for _, class := range material.Closure(p.Class) {
		if class.Men() < p.Class.Men() {
			tables += 2 * library.UnpackedEntries(slice.NewLayout(class), from)
		}
	}
	return tables, promoted
}

// unpackedFrame returns the least number of entries in frames of tables that are read from scratch. The number is lower
// if the remembered bytes are too few for the targets of captures, which would be decoded again and again. With
// castling rights and up to five men, few frames of each table are read, and none is unpacked.
func (p *Provision) unpackedFrame(remembered int64) library.Unpacking {
	from := library.Unpacking{Tables: p.setting.unpackAt, Faces: p.setting.unpackAt}
	if p.Class.Rights() != 0 && !library.IsLarge(p.Class) {
		from.Tables = math.MaxInt
	} else if remembered < p.readable() {
		from.Tables = min(from.Tables, library.FourMenFrame)
	}
	return from
}

// cutting returns the memory to cut faces out of tables, if these go to scratch. They are the targets of the class's
// promotions and lost castling rights, or those of others when looking ahead to make a missing face.
func (p *Provision) cutting() int64 {
	if library.IsLarge(p.Class) && (p.Class.Pawns() > 0 || p.Class.Rights() != 0) {
		return tile.CutBytes(p.passes)
	}
	return 0
}

// keptInMemory returns the bytes of finished slices that stay in memory within the budget.
func (p *Provision) keptInMemory() int64 {
	if p.keeps {
		return p.kept
	}
	return 0
}

// spend takes memory from a cache that is larger than plenty. With it, slices that pawns push into, and the longer
// lists of classes with pawns, need not go to scratch.
func (p *Provision) spend() {
	if p.kept == 0 {
		return
	}
	spare := max(0, p.Cache-max(p.plenty(), p.leastCache())) / spareShare
	lists := max(0, min(spare, 2*int64(p.layout.Entries())-p.Solving.Lists))
	if p.Solving.Lists == 0 { // the method has none in memory
		lists = 0
	}
	p.keeps = p.kept <= spare
	p.provide(p.Solving.WithLists(lists))
}

// Spread lets a second thread solve a single slice, if the build has several threads and half of the cache has the
// memory for it.
func (p *Provision) Spread(threads int) {
	if more := p.Solving.Second; threads > 1 && p.layout.Slices() == 1 && 0 < more &&
		more <= (p.Cache-p.leastCache())/spreadShare {
		p.provide(p.Solving.WithSecond())
		p.Parts = append(p.Parts, solve.Part{Name: "cache", Bytes: p.Cache})
	}
}

// isShort reports whether the quickest way needs more memory, with all slices that pawns push into in memory.
func (p *Provision) isShort() bool { return !p.fastest || p.Cache < p.plenty()+p.kept }

// plenty returns the size of a cache beyond which more of it changes little.
func (p *Provision) plenty() int64 { return min(p.readable(), plentyBytes) }

// readable returns about how many bytes are read again and again. Each frame that a promotion leads
// to is read once.
func (p *Provision) readable() int64 {
	read := int64(readingBytes)
	for _, class := range p.Class.Successors() {
		if class.Men() < p.Class.Men() {
			read += slice.NewLayout(class).Positions()
		}
	}
	return read
}

// plansFor lists the plans to choose from, the fastest first. If values may exceed a byte, it lists only those that
// can hold them.
func plansFor(l *slice.Layout, metric *value.Metric, method solve.Method) []solve.Plan {
	if method != nil {
		return []solve.Plan{solve.PlanBy(method, l)}
	}
	plans := methods.All().Plans(l)
	if format.TakesLevels(l, metric) {
		plans = slices.DeleteFunc(plans, func(p solve.Plan) bool { return p.InBytes })
	}
	return plans
}

// footprint returns the bytes that a slice holds while it is solved and encoded. If
// it is the only one, the memory of solving is given back in between.
func footprint(l *slice.Layout, plan *solve.Plan) int64 {
	encoding := encode.Bytes(l)
	if l.Slices() > 1 {
		return plan.Bytes() + encoding
	}
	return max(plan.Bytes(), plan.Values()+encoding+facefile.WriterBytes)
}
