package dtm50

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"unsafe"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// lanes are some lanes of each row of a tile.
type lanes = [tile.Side]board.Bitboard

// errPairs is the error for pairs that contradict each other.
var errPairs = fmt.Errorf("%w: contradictory pairs of a position", store.ErrCorrupt)

// A unit is a [library.Unit]: a pair of each position of a tile. A missing pair has a draw as its mate.
type unit struct {
	number int // from 0 on

	mate  [tile.Size]value.Value
	left  [tile.Size]uint8
	among lanes // that may have the pair
	more  lanes // that may have another pair
	last  bool  // no lane has
}

// At implements [library.Unit].
func (u *unit) At(row, lane board.Square, clock int) (v value.Value, ok bool) {
	at := int(row)*tile.Side + int(lane)
	switch {
	case u.mate[at] == value.Draw:
		return value.Draw, true
	case clock+int(u.left[at]) <= value.FiftyMoves:
		return u.mate[at], true
	}
	return value.Draw, u.last || !u.more[row].Has(lane)
}

// IsLast implements [library.Unit].
func (u *unit) IsLast() bool { return u.last }

// decided returns the lanes that have the pair.
func (u *unit) decided() (decided lanes) {
	for row, rest := range u.among {
		for ; rest != 0; rest = rest.Rest() {
			if lane := rest.First(); u.mate[row*tile.Side+int(lane)] != value.Draw {
				decided[row] |= lane.Bit()
			}
		}
	}
	return decided
}

// decoding is [library.Planes].
type decoding struct{}

// UnitBytes implements [library.Planes].
func (decoding) UnitBytes() int { return int(unsafe.Sizeof(unit{})) }

var decoders = sync.Pool{New: func() any { return new(tile.Decoder) }}

// Unit implements [library.Planes].
func (decoding) Unit(
	before library.Unit, sections []format.SectionRef, read library.ReadPlane,
) (library.Unit, error) {
	u := &unit{}
	if b, ok := before.(*unit); ok {
		u.number, u.among = b.number+1, b.more
	}
	d := decoders.Get().(*tile.Decoder)
	defer decoders.Put(d)
	planes := planesOf(sections, u.number)
	if err := u.readMates(before, sections, planes, read, d); err != nil {
		return nil, err
	}
	if u.more = u.decided(); u.more != (lanes{}) {
		if err := u.readLeft(before, sections, planes, read, d); err != nil {
			return nil, err
		}
	}
	u.last = planes.left+1 >= len(sections) || u.more == lanes{}
	return u, nil
}

// readMates reads the mates of the pair. The first pair is that of all legal positions.
func (u *unit) readMates(
	before library.Unit, sections []format.SectionRef, planes pairPlanes, read library.ReadPlane, d *tile.Decoder,
) error {
	b, ok := before.(*unit)
	if !ok {
		if err := read(0, nil, d); err != nil {
			return err
		}
		u.among = *d.Legal()
	} else if err := read(planes.mates, &u.among, d); err != nil {
		return err
	}
	var stored [tile.Size]value.Byte
	d.Copy(stored[:])
	if planes.leveled {
		return u.readLevels(b, planes, &stored, read, d)
	}
	f := formOf(sections[planes.mates])
	return each(&u.among, func(at int) (ok bool) {
		if b == nil {
			u.mate[at] = stored[at].Value()
			return true
		}
		u.mate[at], ok = nextOf(f, b.mate[at], stored[at])
		return ok
	})
}

// readLevels reads mates at two levels, given their bytes at the first one.
func (u *unit) readLevels(
	before *unit, planes pairPlanes, first *[tile.Size]value.Byte, read library.ReadPlane, d *tile.Decoder,
) error {
	var later lanes
	for row, rest := range u.among {
		for ; rest != 0; rest = rest.Rest() {
			if lane := rest.First(); levels[0].IsLater(first[row*tile.Side+int(lane)]) {
				later[row] |= lane.Bit()
			}
		}
	}
	var stored [tile.Size]value.Byte
	if later != (lanes{}) {
		if err := read(planes.mates+1, &later, d); err != nil {
			return err
		}
		d.Copy(stored[:])
	}
	return each(&u.among, func(at int) bool {
		v := levels[0].Value(first[at])
		if levels[0].IsLater(first[at]) {
			v = levels[1].Value(stored[at])
			if v.Round() < levels[1].First() || levels[1].IsLater(stored[at]) ||
				v.Outcome() != first[at].Value().Outcome() {
				return false
			}
		}
		u.mate[at] = v
		return before == nil || v == value.Draw ||
			v.Outcome() == before.mate[at].Outcome() && v.Round() > before.mate[at].Round()
	})
}

// readLeft reads the plies left with the pair, and finds the lanes that may have another one.
func (u *unit) readLeft(
	before library.Unit, sections []format.SectionRef, planes pairPlanes, read library.ReadPlane, d *tile.Decoder,
) error {
	if planes.left >= len(sections) {
		return errPairs
	}
	decided := u.more
	if err := read(planes.left, &decided, d); err != nil {
		return err
	}
	var stored [tile.Size]value.Byte
	d.Copy(stored[:])
	f := formOf(sections[planes.left])
	b, _ := before.(*unit)
	return each(&decided, func(at int) (ok bool) {
		u.left[at], ok = leftOf(f, u.mate[at], stored[at])
		if u.left[at] == 0 {
			u.more[at/tile.Side] &^= board.Square(at % tile.Side).Bit()
		}
		return ok && (b == nil || u.left[at] < b.left[at])
	})
}

// each calls a function with all positions of some lanes, until it refuses one.
func each(of *lanes, ok func(at int) bool) error {
	for row, rest := range of {
		for ; rest != 0; rest = rest.Rest() {
			if !ok(row*tile.Side + int(rest.First())) {
				return errPairs
			}
		}
	}
	return nil
}

// A Pair is a value of a won or lost position, in plies to mate. It is valid if at least Left plies are left until the
// clock ends, including those of the position's next capture, pawn move or mate.
type Pair struct {
	Mate value.Value // the rounds are plies
	Left int
}

// A PairTile has the pairs of one tile.
type PairTile []*unit

// ReadTile reads the first pairs of a tile, at least the given number if the tile has them. Errors about stored bytes
// match [store.ErrCorrupt].
func ReadTile(ctx context.Context, t *library.Table, at library.TileNo, pairs int) (pt PairTile, err error) {
	err = t.EachUnit(ctx, at, func(u library.Unit) (more bool) {
		pt = append(pt, u.(*unit))
		return len(pt) < pairs
	})
	return pt, err
}

// Held returns the lanes of each row that a plane has a number of: none for planes that the tile does not need.
func (pt PairTile) Held(plane Plane) (held [tile.Side]board.Bitboard) {
	if plane.Pair >= len(pt) {
		return held
	}
	u := pt[plane.Pair]
	switch plane.Part {
	case MatePart:
		return u.among
	case LeftPart:
		return u.decided()
	}
	for row, rest := range u.among {
		for ; rest != 0; rest = rest.Rest() {
			if lane := rest.First(); u.mate[row*tile.Side+int(lane)].Round() >= levels[1].First() {
				held[row] |= lane.Bit()
			}
		}
	}
	return held
}

// Number returns the pair of a lane of a row that a plane has a number of.
func (pt PairTile) Number(plane Plane, row, lane board.Square) Pair {
	u, at := pt[plane.Pair], int(row)*tile.Side+int(lane)
	return Pair{u.mate[at], int(u.left[at])}
}

// Pairs appends the pairs of a lane of a row, the quickest mate first: none for a draw.
func (pt PairTile) Pairs(pairs []Pair, row, lane board.Square) []Pair {
	at := int(row)*tile.Side + int(lane)
	for _, u := range pt {
		if u.mate[at] != value.Draw {
			pairs = append(pairs, Pair{u.mate[at], int(u.left[at])})
		}
	}
	return pairs
}

// Walk calls a function with all pairs of each position that a table stores, the quickest mate first. Draws have no
// pairs. Like pieces are in one order. The next pairs overwrite the ones before.
func Walk(ctx context.Context, t *library.Table, do func(at slice.Place, pairs []Pair) error) error {
	var pairs []Pair
	return eachTile(ctx, t, func(no library.TileNo) error {
		pt, err := ReadTile(ctx, t, no, format.MostPairs)
		if err != nil {
			return err
		}
		at := slice.Place{Slice: no.Slice, Side: no.Side}
		rows, stride := t.Grid(no.Slice, no.Side).Entries(no.Index)
		for row, rest := range pt[0].among {
			for ; rest != 0; rest = rest.Rest() {
				lane := rest.First()
				at.Entry = slice.Entry(rows[row] + int(lane)*stride)
				pairs = pt.Pairs(pairs[:0], board.Square(row), lane)
				if err := do(at, pairs); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// eachTile calls a function with all tiles of a table, until it returns an error.
func eachTile(ctx context.Context, t *library.Table, do func(library.TileNo) error) error {
	for number := range t.Layout.Slices() {
		for _, c := range board.Colors {
			if !t.Header.Stores(c) {
				continue
			}
			for index := range t.Grid(number, c).Tiles() {
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := do(library.TileNo{Slice: number, Side: c, Index: index}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// readAt returns the values of a slice with a clock, with a side to move that is stored.
func readAt(
	ctx context.Context, t *library.Table, number slice.Number, side board.Color, clock int,
) (Mates, error) {
	values, g := newMates(t.Layout.Entries(), t.Header.Wide), t.Grid(number, side)
	for n := range g.Tiles() {
		rows, stride := g.Entries(n)
		var rest lanes
		var failed error
		err := t.EachUnit(ctx, library.TileNo{Slice: number, Side: side, Index: n}, func(lu library.Unit) (more bool) {
			u := lu.(*unit)
			if u.number == 0 {
				rest = u.among
			}
			for row := range rest {
				for left := rest[row]; left != 0; left = left.Rest() {
					lane := left.First()
					if v, found := u.At(board.Square(row), lane, clock); found {
						if !values.fits(v) {
							failed = errPairs
							return false
						}
						values.set(slice.Entry(rows[row]+int(lane)*stride), v)
						rest[row] &^= lane.Bit()
					}
				}
				more = more || rest[row] != 0
			}
			return more
		})
		if err = cmp.Or(err, failed); err != nil {
			return Mates{}, err
		}
	}
	g.Unfold(values.first)
	if values.later != nil {
		g.Unfold(values.later)
	}
	return values, nil
}

// NewLibrary returns a library of the tables in a store. [library.Library.Limit] changes the size of its cache.
func NewLibrary(tables store.Store) *library.Library {
	return library.New(In(tables), cacheBytes).ByClock(decoding{})
}

// TableOf returns the table with some bytes and a decoded header. Closing it closes the blob.
func TableOf(h *format.Header, l *slice.Layout, blob store.Blob) *library.Table {
	return NewLibrary(nil).TableOf(h, l, blob)
}

// cacheBytes is the usual size of the cache. A unit takes 13 KiB, and a directory up to half a MiB. A line to mate in
// 35, with all moves at each of its positions, reads about 500 tiles.
const cacheBytes = 64 << 20
