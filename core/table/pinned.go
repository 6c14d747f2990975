package table

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// pinned gives a slice of a pinned layout, all of it: it is small.
//
// Its values are those of a whole slice that have the pinned man on his square.
// There are three ways to get them, by how much of the whole slice they take:
//
//  1. only the tiles with the man there, if he stands still in tiles
//  2. nothing, where the side to move is not stored: the lookahead is in the
//     pinned slice, and asks for pinned slices in turn
//  3. all of it, once for all squares on which the man can have been promoted
func (s *Source) pinned(t *Table, l *slice.Layout, number int, side board.Color, frame int) (solve.Span, error) {
	if l.TurnsPin() {
		return s.cut(t, l, number, side, frame)
	}
	_, wholeNumber, man, _ := l.Unpin(number)
	key := partKey{t, pinnedPart, number, side, man}
	values, err := s.values(key, l.Entries(), func(into []value.Value) error {
		stored := t.Header.Stores(side)
		switch {
		case stored && t.grid(wholeNumber, side).Still(man):
			return s.readPinned(t, l, number, side, into)
		case !stored && looksNear(l, number, side):
			return s.lookAheadPinned(l, number, side, into)
		}
		return s.pick(t, l, number, side, into)
	})
	if err != nil {
		return solve.Span{}, named(l.Class.String(), err)
	}
	return solve.Span{Values: values}, nil
}

// cut gives a frame of a pinned layout without pawns, from that of the whole class: if
// there is scratch it is remembered, so that the whole one need not be.
func (s *Source) cut(t *Table, l *slice.Layout, number int, side board.Color, frame int) (span solve.Span, err error) {
	whole, _, man, _ := l.Unpin(number)
	span.First = frame
	if s.lib.attic.keepsOutside() && t.Header.Stores(side) {
		key := partKey{t, cutPart, frame<<6 | number, side, man}
		span.Values, err = s.values(key, l.FrameEntries(), func(into []value.Value) error { return s.cutSpan(key, l, frame, into) })
		if err != nil {
			return solve.Span{}, named(l.Class.String(), err)
		}
		return span, nil
	}
	of, err := s.Span(whole, 0, side, frame)
	if err != nil {
		return solve.Span{}, err
	}
	span.Values = make([]value.Value, l.FrameEntries())
	solve.CutPinned(l, number, of.Frame(frame, whole.FrameEntries()), span.Values)
	return span, nil
}

// cutSpan fills in a cut. The span that has its frame, which is long in coming, is cut up
// for all squares that will be asked for.
func (s *Source) cutSpan(key partKey, l *slice.Layout, frame int, into []value.Value) error {
	t := key.of.(*Table)
	grid := t.grid(0, key.side)
	index, _ := grid.SpanOf(frame)
	from := partKey{t, splittingPart, key.index, key.side, index}
	piece := make([]value.Value, len(into))
	return s.split(key, into, from, grid.Span(index).Entries, func() error {
		return s.passSpan(t, 0, key.side, index, func(passed int, values []value.Value) {
			for _, number := range l.Promoted(0) {
				solve.CutPinned(l, number, values, piece)
				s.lib.attic.put(partKey{t, cutPart, passed<<6 | number, key.side, key.index}, piece)
			}
			if passed == frame {
				solve.CutPinned(l, key.number-frame<<6, values, into)
			}
		})
	})
}

// readPinned fills in the values of a pinned slice from the tiles that have the
// pinned man on his square. He must stand still in tiles.
func (s *Source) readPinned(t *Table, l *slice.Layout, number int, side board.Color, into []value.Value) error {
	_, wholeNumber, man, at := l.Unpin(number)
	grid := t.grid(wholeNumber, side)
	packed, err := t.packedTiles(s.ctx, wholeNumber, side, 0, grid.Tiles())
	if err != nil {
		return err
	}
	d := decoders.Get().(*tile.Decoder)
	defer decoders.Put(d)
	span := s.spanRoom(grid.Span(0).Entries) // the first one is the largest
	for index := range grid.Spans() {
		for _, tileIndex := range grid.TilesWith(index, man, at) {
			if err := packed.decode(tileIndex, tile.Side, d); err != nil {
				return err
			}
			d.Put(grid, span)
		}
		grid.Unfold(span)
		for _, frame := range grid.Frames(index) {
			_, first := grid.SpanOf(frame)
			solve.CopyPinned(l, number, frame, span[first:first+t.Layout.FrameEntries()], into)
		}
	}
	return nil
}

// looksNear reports whether a lookahead in a pinned slice is a good one. It does
// not move the pinned man, so it is for his opponent. And where the last pawn
// promotes, it would read nearly all of some tables without pawns for the few
// entries that it wants: then one for the whole slice does it for all squares
// of the pinned man at once.
func looksNear(l *slice.Layout, number int, side board.Color) bool {
	if l.Men[l.Pinned()].Color == side {
		return false
	}
	pawns := l.PawnSquares(number)
	beforeLast := 6
	if side == board.Black {
		beforeLast = 1
	}
	return len(pawns) > 1 || l.Men[len(l.Men)-1].Color != side || pawns[0].Rank() != beforeLast
}

// lookAheadPinned fills in the values of a pinned slice from those with the
// other side to move.
func (s *Source) lookAheadPinned(l *slice.Layout, number int, side board.Color, into []value.Value) error {
	la := s.newLookahead(l) // of its own: the slice is done at once, and what it has read can go
	la.Begin(number, side)
	size := l.FrameEntries()
	for _, frame := range la.Order(side) {
		if err := la.Frame(frame, into[frame*size:(frame+1)*size]); err != nil {
			return err
		}
	}
	return nil
}

// pick fills in the values of a pinned slice from all of the whole one, which is gone
// through once for all squares that will be asked for, and not remembered.
func (s *Source) pick(t *Table, l *slice.Layout, number int, side board.Color, into []value.Value) error {
	_, wholeNumber, man, _ := l.Unpin(number)
	key := func(number int) partKey { return partKey{t, pinnedPart, number, side, man} }
	promoted := l.Promoted(number)
	from := partKey{t, splittingPart, wholeNumber, side, man}
	return s.split(key(number), into, from, len(promoted)*len(into), func() error {
		picked := map[int][]value.Value{number: into}
		for _, other := range promoted {
			if other != number {
				picked[other] = make([]value.Value, len(into))
			}
		}
		err := s.passThrough(t, wholeNumber, side, func(frame int, values []value.Value) {
			for other, into := range picked {
				solve.CopyPinned(l, other, frame, values, into)
			}
		})
		if err != nil {
			return err
		}
		for other, values := range picked {
			s.lib.attic.put(key(other), values)
		}
		return nil
	})
}

// passThrough calls use with each frame of a slice.
func (s *Source) passThrough(t *Table, number int, side board.Color, use func(frame int, values []value.Value)) error {
	if !t.Header.Stores(side) {
		la := s.newLookahead(t.Layout)
		la.Begin(number, side)
		values := make([]value.Value, t.Layout.FrameEntries())
		for _, frame := range la.Order(side) {
			if err := la.Frame(frame, values); err != nil {
				return err
			}
			use(frame, values)
		}
		return nil
	}
	for index := range t.grid(number, side).Spans() {
		if err := s.passSpan(t, number, side, index, use); err != nil {
			return err
		}
	}
	return nil
}

// passSpan calls use with each frame of a span.
func (s *Source) passSpan(t *Table, number int, side board.Color, index int, use func(frame int, values []value.Value)) error {
	grid := t.grid(number, side)
	size := t.Layout.FrameEntries()
	values := s.spanRoom(grid.Span(index).Entries)
	if err := t.readSpan(s.ctx, partKey{t, spanPart, number, side, index}, values); err != nil {
		return err
	}
	for _, frame := range grid.Frames(index) {
		_, first := grid.SpanOf(frame)
		use(frame, values[first:][:size])
	}
	return nil
}
