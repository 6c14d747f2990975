package dtm50

import (
	"context"
	"sync"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// A Library reads values from the tables of a store. It may be used by several goroutines at once, which take turns.
type Library struct {
	store store.Store

	mu     sync.Mutex
	tables map[material.Class]*table
	tiles  int // that these remember
}

// NewLibrary returns a library of a store.
func NewLibrary(tables store.Store) *Library {
	return &Library{store: tables, tables: map[material.Class]*table{}}
}

// Header returns the header of the table of a class.
func (lib *Library) Header(ctx context.Context, class material.Class) (*Header, error) {
	lib.mu.Lock()
	defer lib.mu.Unlock()
	t, err := lib.open(ctx, class)
	if err != nil {
		return nil, err
	}
	return t.Header, nil
}

// Has returns an error if the table of a class is missing.
func (lib *Library) Has(ctx context.Context, class material.Class) error {
	_, err := lib.Header(ctx, class)
	return err
}

// Close closes all tables, to open them again when they are needed.
func (lib *Library) Close() (err error) {
	lib.mu.Lock()
	defer lib.mu.Unlock()
	for _, t := range lib.tables {
		if e := t.blob.Close(); err == nil {
			err = e
		}
	}
	clear(lib.tables)
	lib.tiles = 0
	return err
}

func (lib *Library) open(ctx context.Context, class material.Class) (*table, error) {
	if t := lib.tables[class]; t != nil {
		return t, nil
	}
	t, err := openTable(ctx, lib.store, class)
	if err == nil {
		lib.tables[class] = t
	}
	return t, err
}

// Value returns the value of a legal position with a clock: plies to mate, in rounds of [Metric]. With a clock of a
// hundred or more only a side that is mated has lost.
func (lib *Library) Value(ctx context.Context, p *board.Position, clock int) (value.Value, error) {
	lib.mu.Lock()
	defer lib.mu.Unlock()
	return lib.value(ctx, p, clock)
}

func (lib *Library) value(ctx context.Context, p *board.Position, clock int) (value.Value, error) {
	if p.EnPassant != board.NoSquare { // tables have no such positions
		return lib.byMoves(ctx, p, clock)
	}
	class, swapped := material.OfPosition(p)
	if class.BareKings() {
		return value.Draw, nil
	}
	t, err := lib.open(ctx, class)
	if err != nil {
		return value.Draw, err
	}
	first := board.White
	if swapped {
		first = board.Black
	}
	if lib.tiles >= mostTiles {
		for _, t := range lib.tables {
			clear(t.tiles)
		}
		lib.tiles = 0
	}
	before := len(t.tiles)
	v, err := t.value(ctx, t.layout.LocateFor(p, first), min(clock, value.FiftyMoves))
	lib.tiles += len(t.tiles) - before
	return v, err
}

// byMoves returns the value of a position from its legal moves. It is slow and simple.
func (lib *Library) byMoves(ctx context.Context, p *board.Position, clock int) (value.Value, error) {
	moves := p.LegalMoves(nil)
	var best value.Backup
	for _, m := range moves {
		after := p.Play(m)
		v, err := lib.value(ctx, &after, ClockAfter(p, m, clock))
		if err != nil {
			return value.Draw, err
		}
		best.Add(metric, value.KindOf(p, m), v)
	}
	if len(moves) > 0 && clock >= value.FiftyMoves {
		return value.Draw, nil
	}
	return best.Value(p), nil
}

// ClockAfter returns the clock after a move.
func ClockAfter(p *board.Position, m board.Move, clock int) int {
	if p.IsZeroing(m) {
		return 0
	}
	return clock + 1
}

// A Pair is a value of a won or lost position, in plies to mate. It is valid if at least Left plies are left until the
// clock ends, including those of the position's next capture, pawn move or mate.
type Pair struct {
	Mate value.Value // the rounds are plies
	Left int
}

// Walk calls a function with all pairs of each position in the table of a class, the quickest mate first. Draws have no
// pairs. Like pieces are in one order. The next pairs overwrite the ones before.
func (lib *Library) Walk(ctx context.Context, class material.Class, do func(at slice.Place, pairs []Pair) error) error {
	lib.mu.Lock()
	defer lib.mu.Unlock()
	t, err := lib.open(ctx, class)
	if err != nil {
		return err
	}
	for number := range t.layout.Slices() {
		for _, c := range board.Colors {
			group, _ := t.groupOf(number)
			for n := range t.grid(group, c).Tiles() {
				if err := t.walkTile(ctx, tileKey{c, number, n}, do); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (t *table) walkTile(ctx context.Context, key tileKey, do func(at slice.Place, pairs []Pair) error) error {
	pt := &pairTile{key: key}
	for !pt.ends {
		if err := t.readPair(ctx, pt); err != nil {
			return err
		}
	}
	group, _ := t.groupOf(key.slice)
	rows, stride := t.grid(group, key.side).Entries(key.tile)
	at := slice.Place{Slice: key.slice, Side: key.side}
	var room [mostPairs]Pair
	for row, lanes := range pt.legal {
		for ; lanes != 0; lanes = lanes.Rest() {
			lane := int(lanes.First())
			pairs := room[:0]
			for i := range pt.pairs {
				p := &pt.pairs[i]
				if mate := p.mate[row*tile.Side+lane]; mate != value.DrawByte {
					pairs = append(pairs, Pair{mate.Value(), int(p.left[row*tile.Side+lane])})
				}
			}
			at.Entry = slice.Entry(rows[row] + lane*stride)
			if err := do(at, pairs); err != nil {
				return err
			}
		}
	}
	return nil
}
