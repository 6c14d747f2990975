package format

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/wire"
)

// Encode returns the bytes of the header.
func (h *Header) Encode(l *slice.Layout) []byte {
	return wire.Seal(h.append(wire.Begin(headers[h.Kind].magic, uint16(h.Version())), l))
}

// append appends the fields between version and checksum, with all sections of the header.
func (h *Header) append(b []byte, l *slice.Layout) []byte {
	b = wire.AppendText(b, h.Class.String())
	if h.Kind == OfMetric {
		b = wire.AppendText(b, h.Metric.Name())
	}
	b = binary.AppendUvarint(b, uint64(l.Slices()))
	b = binary.AppendUvarint(b, uint64(l.Entries()))
	if h.hasSides() {
		more := h.MoreLevels
		if h.Wide {
			more = 1
		}
		b = append(b, byte(h.Sides)|byte(more)<<levelsShift)
	}
	for c := range h.Statistics {
		b = h.Statistics[c].Append(b, h.Wide || h.MoreLevels > 0)
		if h.Kind == ByClock {
			b = h.appendPairs(b, board.Color(c))
		}
	}
	if h.Kind == ByClock {
		return h.appendPlanes(b)
	}
	for _, r := range h.Sections {
		b = r.appendPlace(append(b, byte(r.Shape)))
	}
	return b
}

// hasSides reports whether the header has a field for the stored sides.
func (h *Header) hasSides() bool { return h.Kind == OfMetric || h.Version() > wholeClocks }

// levelsShift is the position of the number of levels in the byte of the stored sides.
const levelsShift = 2

// decodeHeader reads the header of a table from any source, and checks all of it. Errors match [store.ErrCorrupt], or
// [store.ErrVersion] for a header of another version of the format.
func (p Params) decodeHeader(b []byte) (*Header, *slice.Layout, error) {
	of := headers[p.Kind]
	r, version, err := wire.UnsealFrom(of.magic, of.oldest, of.version, b)
	if err != nil {
		return nil, nil, err
	}
	h := &Header{Kind: p.Kind, version: version}
	l := p.readHeader(h, &r, Groups)
	if err := r.End(); err != nil {
		return nil, nil, err
	}
	return h, l, nil
}

// readHeader reads the fields that [Header.append] wrote. It returns the layout, or nil after an error. Groups returns
// the number of groups with sections.
func (p Params) readHeader(h *Header, r *wire.Reader, groups func(*slice.Layout) int) *slice.Layout {
	if err := h.readClass(r); err != nil {
		r.Fail(err)
		return nil
	}
	l := p.Layout(h.Class)
	if r.Uvarint(1<<40) != uint64(l.Slices()) || r.Uvarint(1<<40) != uint64(l.Entries()) {
		r.Fail(errors.New("its layout is not that of its class"))
		return nil
	}
	h.Sides = BothSides
	if h.hasSides() {
		h.readSides(r, l)
	}
	if h.Kind == ByClock {
		for c := range h.Statistics {
			h.Statistics[c].Read(r, h.Wide)
			h.readPairs(r, board.Color(c))
		}
		h.readPlanes(r, l, groups(l))
		return l
	}
	for c := range h.Statistics {
		h.Statistics[c].Read(r, h.MoreLevels > 0)
	}
	if last := h.Statistics.Last(); TakesLevels(l, h.Metric) && h.Metric.Levels(last) != h.Levels() {
		r.Fail(fmt.Errorf("it has %d levels for %d rounds", h.Levels(), last))
	}
	const leastSection = 7
	sections := groups(l) * h.PerGroup()
	if r.Expect(leastSection * sections); r.Err() != nil {
		return nil
	}
	h.Sections = make([]SectionRef, sections)
	shapes := [2]int{len(tile.Shapes(l, board.White)), len(tile.Shapes(l, board.Black))}
	var offset int64
	for i := range h.Sections {
		ref := SectionRef{Offset: offset, Shape: int(r.Byte())}
		if ref.Shape >= shapes[h.SideOf(i)] {
			r.Fail(errors.New("a section has tiles of no known shape"))
		}
		first := i%h.Levels() == 0
		if !first && ref.Shape != h.Sections[i-1].Shape {
			r.Fail(errors.New("levels have tiles of different shapes"))
		}
		ref.readPlace(r)
		switch empty := ref.Size() == 0; {
		case empty && first && h.MoreLevels > 0, empty && ref.Checksum != 0 && !first:
			r.Fail(errors.New("a section is empty"))
		case !empty && !first && h.Sections[i-1].Size() == 0:
			r.Fail(errors.New("a level comes after one that is empty"))
		}
		h.Sections[i] = ref
		offset += ref.Size()
	}
	return l
}

// readSides reads the stored sides and the number of levels.
func (h *Header) readSides(r *wire.Reader, l *slice.Layout) {
	sides := r.Byte()
	h.Sides, h.MoreLevels = SideSet(sides)&BothSides, int(sides>>levelsShift)
	if h.Sides == 0 {
		r.Fail(errors.New("it stores no side"))
	}
	if h.Kind == ByClock && h.Class.Rights() != 0 && h.Sides != BothSides {
		r.Fail(errors.New("it stores one side, and has castling rights"))
	}
	n := h.Levels()
	ok := n == 1
	switch {
	case h.Kind == ByClock && h.version == wideClocks:
		ok = n == 2 && h.Class.Rights() == 0
		h.MoreLevels, h.Wide = 0, true
	case h.Kind == OfMetric && !ok:
		ok = TakesLevels(l, h.Metric) && n <= h.Metric.Levels(h.Metric.Limit(h.Class))
	}
	if !ok {
		r.Fail(fmt.Errorf("it has %d levels", n))
	}
}

// readClass reads the class and the metric.
func (h *Header) readClass(r *wire.Reader) (err error) {
	name, metric := r.Text(), ""
	if h.Kind == OfMetric {
		metric = r.Text()
	}
	if r.Err() != nil {
		return r.Err()
	}
	if h.Class, err = material.Parse(name); err != nil || h.Class.String() != name || !h.Class.HasTable() {
		return fmt.Errorf("the class is %q", name)
	}
	if h.Kind == ByClock {
		h.Metric = value.WithGoal(value.ToMate)
		return nil
	}
	if h.Metric, err = value.MetricNamed(metric); err != nil {
		return err
	}
	return h.Metric.CheckBytes(h.Class)
}

// DecodeEntry reads the header of a table in a store, and checks it against the name and the size. Errors match
// [store.ErrCorrupt].
func (p Params) DecodeEntry(e store.Entry) (*Header, error) {
	header, _, err := p.DecodeNamed(e.Name, e.Header, e.Size-int64(len(e.Header)))
	return header, err
}

// DecodeNamed reads the header of a table, and checks it against the name and the size of the data.
func (p Params) DecodeNamed(name string, encoded []byte, size int64) (*Header, *slice.Layout, error) {
	header, layout, err := p.Decode(encoded, size)
	if err == nil && header.Class.String() != name {
		err = fmt.Errorf("%w: it holds %v", store.ErrCorrupt, header.Class)
	}
	if err != nil {
		return nil, nil, store.Named(name, err)
	}
	return header, layout, nil
}

// Decode reads the header of a table, and checks it against the size of the data.
func (p Params) Decode(encoded []byte, size int64) (*Header, *slice.Layout, error) {
	header, layout, err := p.decodeHeader(encoded)
	if err == nil && header.DataSize() != size {
		err = fmt.Errorf("%w: it has %d bytes of data instead of %d", store.ErrCorrupt, size, header.DataSize())
	}
	return header, layout, err
}
