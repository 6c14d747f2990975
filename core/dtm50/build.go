package dtm50

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/stats"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/lookahead"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/words"
)

// CheckClasses returns an error that matches [material.ErrClass] if a class can have no table.
func CheckClasses(classes []material.Class) error {
	for _, class := range classes {
		if class.Rights() != 0 && class.Men() > material.UsualMen {
			return fmt.Errorf("%w: %w", material.ErrClass,
				words.Error("core.kind.castling", "kind", Name, "most", material.UsualMen, "class", class))
		}
	}
	return nil
}

// Castling returns the classes of the same men with castling rights that have tables.
func Castling(class material.Class) []material.Class {
	if class.Men() > material.UsualMen || class.Rights() != 0 {
		return nil
	}
	return class.Castling()
}

// A Maker makes tables for package builder. It holds the values and pairs that the next table needs.
type Maker struct{ holder }

// NewMaker returns a maker of tables in a store, for one build.
func NewMaker(tables store.Store) *Maker {
	return &Maker{holder{NewLibrary(tables).Limit(makingCache), held{}}}
}

// makingCache is the size of a maker's cache. It reads each slice once.
const makingCache = 4 << 20

// Close closes the tables that the maker reads.
func (m *Maker) Close() error { return m.library.Close() }

// Kind returns [Name].
func (m *Maker) Kind() string { return Name }

// Memory returns the result of [Memory].
func (m *Maker) Memory(class material.Class) int64 { return Memory(class) }

// Make solves the slices of a table one after the other, and packs them in groups. It resumes after the groups that a
// checkpoint has.
func (m *Maker) Make(ctx context.Context, making *builder.Making) (*format.Header, error) {
	l := making.Layout
	m.held.keep(l.Class)
	if err := m.hold(ctx, l.Class); err != nil {
		return nil, err
	}
	h := newHeader(l.Class)
	saver := newSaver(l, making)
	own, err := saver.restore(l, h)
	if err != nil {
		return nil, err
	}
	var counts stats.Tally
	var group []*solved
	each := func(number slice.Number, solver *lookahead.Clocked, values leveledValues) error {
		begin := time.Now()
		defer func() { making.Encoding += time.Since(begin) }()
		h.Wide = h.Wide || values.later != nil
		s := newSolved(l, number, solver, values)
		tally(&counts, l, number, s)
		last := number == l.Slices()-1
		if group = append(group, s); len(group) < int(format.GroupSlices(l)) && !last {
			return nil
		}
		p, err := pack(saver, h, l, group, number+1-slice.Number(len(group)), making.Threads)
		if err != nil {
			return err
		}
		p.Statistics = counts.Statistics
		p.addTo(h)
		if !last {
			err = saver.save(p, group)
		}
		group, counts = nil, stats.Tally{}
		return err
	}
	if err := m.held.solve(l, own, making.Threads, making.Observe, each); err != nil {
		return nil, err
	}
	return h, nil
}

// pack writes a group of slices. A class without pawns has only one. Unless both sides to move are stored, pack then
// chooses the side that is expected to take fewer bits, and sets it in the header.
func pack(
	w io.Writer, h *format.Header, l *slice.Layout, group []*solved, first slice.Number, threads int,
) (*packed, error) {
	newPacker := func(c board.Color, w io.Writer) *packer {
		return &packer{pairs: newPairs(l, c, group), first: first, threads: threads, writer: w, shape: -1}
	}
	if h.Sides == format.BothSides && !storesBothSides(l.Class) {
		var bits [2]uint64
		for _, c := range board.Colors {
			p := newPacker(c, nil)
			if _, err := p.planes(p.add); err != nil {
				return nil, err
			}
			bits[c] = p.bits
		}
		h.Sides = format.Only(board.White)
		if bits[board.Black] < bits[board.White] {
			h.Sides = format.Only(board.Black)
		}
	}
	var done packed
	for _, c := range board.Colors {
		p := newPacker(c, w)
		if !h.Stores(c) {
			done.Pairs[c] = p.count()
			continue
		}
		var err error
		if done.Pairs[c], err = p.planes(p.add); err != nil {
			return nil, err
		}
		done.Planes[c] = p.refs
	}
	return &done, nil
}
