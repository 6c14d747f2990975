package dtm50

import (
	"cmp"
	"context"
	"slices"
	"unsafe"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// heldPairs are the pairs of a slice with one side to move, by frame. Frames that no move leads to have none.
type heldPairs struct {
	frames []framePairs
}

// framePairs are the pairs of a frame, by their number and by entry: mates and plies left. A missing pair has a draw as
// its mate.
type framePairs struct {
	mates, left [][]value.Byte
}

// newHeldPairs returns pairs of a slice of a layout: draws.
func newHeldPairs(l *slice.Layout) *heldPairs {
	return &heldPairs{make([]framePairs, l.Frames().Len())}
}

// pairsOf returns all pairs of a solved slice with a side to move.
func pairsOf(l *slice.Layout, side board.Color, s *solved) *heldPairs {
	hp := newHeldPairs(l)
	isPair := func(mate value.Byte) bool { return mate != value.DrawByte }
	for p := newPairs(l, side, []*solved{s}); ; {
		p.turn()
		if !slices.ContainsFunc(p.mate[0].first, isPair) {
			return hp
		}
		for frame := range l.Frames().Len() {
			first := l.FirstEntry(frame)
			mates := p.mate[0].first[first:][:l.FrameEntries()]
			if !slices.ContainsFunc(mates, isPair) {
				continue
			}
			left := make([]value.Byte, l.FrameEntries())
			for entry, n := range p.left[0][first:][:l.FrameEntries()] {
				left[entry] = value.Byte(n)
			}
			of := &hp.frames[frame]
			of.mates, of.left = append(of.mates, slices.Clone(mates)), append(of.left, left)
		}
	}
}

// put sets a pair of an entry of a frame with some entries. Pairs that were never set are draws.
func (fp *framePairs) put(number, entry, entries int, mate value.Byte, left int) {
	if number == len(fp.mates) {
		fp.mates = append(fp.mates, make([]value.Byte, entries))
		fp.left = append(fp.left, make([]value.Byte, entries))
	}
	fp.mates[number][entry], fp.left[number][entry] = mate, value.Byte(left)
}

// at returns the value of an entry of the frame with a clock.
func (fp *framePairs) at(entry, clock int) value.Byte {
	for k, mates := range fp.mates {
		if mates[entry] == value.DrawByte {
			break
		}
		if clock+int(fp.left[k][entry]) <= value.FiftyMoves {
			return mates[entry]
		}
	}
	return value.DrawByte
}

// add adds the values of a slice with the next clock, from 0 on. A mate that is already on the board counts with any
// clock.
func (hp *heldPairs) add(l *slice.Layout, number slice.Number, clock int, values []value.Byte) {
	for frame := range l.Frames().Len() {
		if !l.Leads(number, frame) {
			continue
		}
		fp, first := &hp.frames[frame], l.FirstEntry(frame)
		for entry, mate := range values[first:][:l.FrameEntries()] {
			if mate == value.DrawByte {
				continue
			}
			k := 0 // the number of pairs so far
			for k < len(fp.mates) && fp.mates[k][entry] != value.DrawByte {
				k++
			}
			if k > 0 && fp.mates[k-1][entry] == mate {
				k--
			}
			left := value.FiftyMoves - clock
			if mate.Value().Round() == 0 {
				left = 0
			}
			fp.put(k, entry, l.FrameEntries(), mate, left)
		}
	}
}

// fill fills in the values of a frame with a clock.
func (hp *heldPairs) fill(frame slice.FrameNo, clock int, into []value.Byte) {
	fp := &hp.frames[frame]
	for entry := range into {
		into[entry] = fp.at(entry, clock)
	}
}

// at returns the value of an entry of a slice of a layout with a clock.
func (hp *heldPairs) at(l *slice.Layout, entry slice.Entry, clock int) value.Byte {
	frame := l.FrameOf(entry)
	return hp.frames[frame].at(int(entry-l.FirstEntry(frame)), clock)
}

// wholeSlice returns the slice of the whole layout that a slice is, or is taken from.
func wholeSlice(l *slice.Layout, number slice.Number) slice.Number {
	if l.Whole() == nil {
		return number
	}
	return l.WholeSlice(number)
}

// readPairs passes on the pairs of each slice of a table's layout or of a face of it. The table stores the side to
// move. The entries of a face are in many tiles. Each tile is read once for all slices of a face that are cut from one
// slice of the table.
func readPairs(
	ctx context.Context, t *library.Table, l *slice.Layout, side board.Color,
	do func(number slice.Number, hp *heldPairs) error,
) error {
	for whole := range t.Layout.Slices() {
		first, end := whole, whole+1
		if l.Whole() != nil {
			first, end = l.FaceSlices(whole)
		}
		var list []*heldPairs
		places := make([]pairsPlace, 0, l.ReachedEntries())
		g := t.Grid(whole, side)
		for number := first; number < end; number++ {
			list = append(list, newHeldPairs(l))
			places = appendPlaces(places, t.Layout, g, l, slice.Place{Slice: number, Side: side})
		}
		slices.SortFunc(places, func(p, q pairsPlace) int { return cmp.Compare(p.tile, q.tile) })
		var pt PairTile
		for i, p := range places {
			if i == 0 || p.tile != places[i-1].tile {
				var err error
				no := library.TileNo{Slice: whole, Side: side, Index: int(p.tile)}
				if pt, err = ReadTile(ctx, t, no, format.MostPairs); err != nil {
					return err
				}
			}
			if err := pt.copyTo(list[p.number-first], l, p); err != nil {
				return err
			}
		}
		for i, hp := range list {
			if err := do(first+slice.Number(i), hp); err != nil {
				return err
			}
		}
	}
	return nil
}

// A pairsPlace has the place of an entry in a table.
type pairsPlace struct {
	number slice.Number // of the slice of the class or face
	entry  slice.Entry
	tile   int32
	at     int32 // in the tile
}

// placeBytes is the size of a pairsPlace.
const placeBytes = int64(unsafe.Sizeof(pairsPlace{}))

// appendPlaces appends the places of those entries of a slice that moves lead to. The grid is that of a slice of the
// whole layout.
func appendPlaces(
	places []pairsPlace, whole *slice.Layout, g *tile.Grid, l *slice.Layout, at slice.Place,
) []pairsPlace {
	for frame := range l.Frames().Len() {
		if !l.Leads(at.Slice, frame) {
			continue
		}
		for i := range slice.Entry(l.FrameEntries()) {
			at.Entry = l.FirstEntry(frame) + i
			p := l.Position(at)
			if p.Occupied().Count() < l.Class.Men() {
				continue
			}
			there := whole.LocateFor(&p, board.White).Entry
			if there < 0 { // the kings touch
				continue
			}
			no, row, lane := g.Find(g.Sorted(there))
			places = append(places, pairsPlace{at.Slice, at.Entry, int32(no), int32(row)*tile.Side + int32(lane)})
		}
	}
	return places
}

// copyTo copies the pairs of a place to those of its slice.
func (pt PairTile) copyTo(hp *heldPairs, l *slice.Layout, p pairsPlace) error {
	if !pt[0].among[p.at/tile.Side].Has(board.Square(p.at % tile.Side)) {
		return nil // not a legal position
	}
	frame := l.FrameOf(p.entry)
	fp, entry := &hp.frames[frame], int(p.entry-l.FirstEntry(frame))
	for k, u := range pt {
		mate := u.mate[p.at]
		if mate == value.Draw {
			break
		}
		if mate.Round() > value.MaxByteRound {
			return errWide
		}
		fp.put(k, entry, l.FrameEntries(), mate.Byte(), int(u.left[p.at]))
	}
	return nil
}
