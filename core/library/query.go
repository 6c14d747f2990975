package library

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// Value returns the value of a position of any class, with either side to move. It considers en passant. If the table
// does not store the position, the value comes from the legal moves.
func (lib *Library) Value(ctx context.Context, p *board.Position) (value.Value, error) {
	values, _, err := lib.Values(ctx, []board.Position{*p})
	if err != nil {
		return value.Draw, err
	}
	return values[0], nil
}

// Values returns the values of positions like [Library.Value], and the classes of the unproven tables that they depend
// on.
//
// Values first finds all tiles that it needs, down to the moves of the moves, and then requests all of them at once. So
// it waits for a slow store, such as that of a browser, only a few times instead of some hundred times.
func (lib *Library) Values(
	ctx context.Context, positions []board.Position,
) (_ []value.Value, unproven []material.Class, err error) {
	q := lib.query(positions)
	defer q.release()
	if err := q.find(ctx); err != nil {
		return nil, nil, err
	}
	values := make([]value.Value, len(positions))
	for i := range values {
		values[i] = q.nodes[i].value
	}
	return values, q.unproven, nil
}

// A query finds the values of positions.
type query struct {
	lib       *Library
	nodes     []node           // of the given positions, then of those after moves of earlier ones
	positions []board.Position // of the nodes whose tile was not known at once
	toPlace   []unplaced       // nodes with such a position
	tiles     []wantedTile
	tileOf    map[partKey]int // index in tiles
	moves     []board.Move

	unproven []material.Class // of the tables that were opened
}

// A node is a given position, or one whose value another node needs.
type node struct {
	table    *Table         // of its class
	parent   int            // the node before the move to this one, or -1
	tile     int            // index of the tile with the first level of the value, or one of the constants below
	at       int            // in the tile
	position int            // index in positions, unless the node is in a tile
	clock    int            // for tables by the clock
	kind     value.MoveKind // of the move
	backup   value.Backup
	value    value.Value // after settle
}

// An unplaced node has its class, and the side of the position that is first in the class.
type unplaced struct {
	node  int
	class material.Class
	first board.Color
}

// The sources of a value that is in no tile.
const (
	fromMoves = -1 - iota
	fromRules // a draw, as only the kings are left
)

// queries has the memory of earlier queries.
var queries = sync.Pool{New: func() any { return &query{tileOf: map[partKey]int{}} }}

// mostNodes is the most nodes of a query whose memory is kept: more than a position with four men of each side has.
const mostNodes = 1 << 13

// query returns a query of positions. It ends with [query.release].
func (lib *Library) query(positions []board.Position) *query {
	q := queries.Get().(*query)
	q.lib = lib
	for i := range positions {
		q.add(node{parent: -1}, positions[i])
	}
	return q
}

// release ends a query. The next one uses its memory.
func (q *query) release() {
	if cap(q.nodes) > mostNodes {
		return
	}
	clear(q.nodes)
	clear(q.tiles) // so that the tables, and decoded tiles, can be dropped
	clear(q.tileOf)
	*q = query{
		nodes:     q.nodes[:0],
		positions: q.positions[:0],
		toPlace:   q.toPlace[:0],
		tiles:     q.tiles[:0],
		tileOf:    q.tileOf,
		moves:     q.moves[:0],
	}
	queries.Put(q)
}

// find finds the values of all nodes.
func (q *query) find(ctx context.Context) error {
	if err := q.expand(ctx); err != nil {
		return err
	}
	if err := q.read(ctx); err != nil {
		return err
	}
	return q.settle(ctx)
}

// add adds a node with a position.
func (q *query) add(n node, p board.Position) {
	class, swapped := material.OfPosition(&p)
	first := board.White
	if swapped {
		first = board.Black
	}
	q.addOf(n, p, class, first)
}

// addOf adds a node with a position, given its class and its first side.
func (q *query) addOf(n node, p board.Position, class material.Class, first board.Color) {
	n.tile, n.position = fromMoves, len(q.positions)
	q.positions = append(q.positions, p)
	q.toPlace = append(q.toPlace, unplaced{len(q.nodes), class, first})
	q.nodes = append(q.nodes, n)
}

// expand finds for each node the tile that has its value, or adds its moves.
func (q *query) expand(ctx context.Context) error {
	for done := 0; done < len(q.toPlace); {
		end := len(q.toPlace)
		tables, err := q.open(ctx, q.toPlace[done:end])
		if err != nil {
			return err
		}
		for ; done < end; done++ {
			if err := q.placeNode(q.toPlace[done], tables); err != nil {
				return err
			}
		}
	}
	return nil
}

// open opens the tables of nodes.
func (q *query) open(ctx context.Context, nodes []unplaced) (map[material.Class]*Table, error) {
	tables := map[material.Class]*Table{}
	var classes []material.Class
	for i := range nodes {
		class := nodes[i].class
		if _, seen := tables[class]; !seen && !class.BareKings() {
			tables[class] = nil
			classes = append(classes, class)
		}
	}
	opened, err := q.lib.OpenAll(ctx, classes)
	for i, t := range opened {
		tables[classes[i]] = t
		if t.Unproven && !slices.Contains(q.unproven, classes[i]) {
			q.unproven = append(q.unproven, classes[i])
		}
	}
	return tables, err
}

// placeNode finds the tile of a node, or adds its moves.
func (q *query) placeNode(u unplaced, tables map[material.Class]*Table) error {
	n := &q.nodes[u.node]
	if u.class.BareKings() {
		n.tile = fromRules
		return nil
	}
	n.table = tables[u.class]
	if placed, err := q.place(n, &q.positions[n.position], u.first); placed || err != nil {
		return err
	}
	return q.addMoves(u)
}

// place finds the tile of a node, given its position and the first side of its table. It returns false if no tile has
// the position.
func (q *query) place(n *node, p *board.Position, first board.Color) (placed bool, err error) {
	if p.EnPassant != board.NoSquare || !n.table.Header.Stores(p.Turn^first) {
		return false, nil
	}
	at := n.table.Layout.LocateFor(p, first)
	if err := n.table.has(at.Slice); err != nil {
		return false, err
	}
	n.tile, n.at = q.want(n.table, at)
	return true, nil
}

// addMoves adds the positions after the moves of a node. A quiet move advances the clock, and all others reset it. Most
// moves stay within the class, and lead to tiles.
func (q *query) addMoves(u unplaced) error {
	parent := q.nodes[u.node]
	p := q.positions[parent.position]
	q.moves = p.LegalMoves(q.moves[:0])
	for _, m := range q.moves {
		n, after := node{parent: u.node, kind: value.KindOf(&p, m)}, p.Play(m)
		if n.kind == value.Quiet {
			n.clock = parent.clock + 1
		}
		if !n.kind.KeepsMen() || after.Rights != p.Rights {
			q.add(n, after)
			continue
		}
		n.table = parent.table
		placed, err := q.place(&n, &after, u.first)
		if err != nil {
			return err
		}
		if placed {
			q.nodes = append(q.nodes, n)
		} else {
			q.addOf(n, after, u.class, u.first)
		}
	}
	return nil
}

// want adds the tiles of a place in all levels to the wanted tiles. It returns the index of the tile in the first
// level, and the index of the place in it.
func (q *query) want(t *Table, place slice.Place) (index, at int) {
	key, row, lane := t.find(place)
	index = noTile
	for key.level = max(1, t.levelsOf(place.Slice, place.Side)) - 1; key.level >= 0; key.level-- {
		index = q.wantTile(t, key, index)
		q.tiles[index].rows = max(q.tiles[index].rows, int(row)+1)
	}
	return index, int(row)*tile.Side + int(lane)
}

const noTile = -1

// wantTile adds a tile, given the index of the same tile of the next level.
func (q *query) wantTile(t *Table, key partKey, next int) (index int) {
	if last := len(q.tiles) - 1; last >= 0 && q.tiles[last].key == key {
		return last
	}
	index, found := q.tileOf[key]
	if !found {
		index = len(q.tiles)
		q.tileOf[key] = index
		q.tiles = append(q.tiles, wantedTile{table: t, key: key, next: next})
	}
	return index
}

// read reads all tiles that are not cached.
func (q *query) read(ctx context.Context) error {
	var missing []*wantedTile
	for i := range q.tiles {
		w := &q.tiles[i]
		if w.table.Header.Kind == format.ByClock {
			continue // settle reads its units, each of which depends on the one before
		}
		if w.values = q.lib.peekTile(w.key, w.rows); w.values == nil {
			missing = append(missing, w)
		}
	}
	return q.lib.readTiles(ctx, missing)
}

// settle finds the values of the nodes. It goes backwards, as positions after a move come after the position before it.
func (q *query) settle(ctx context.Context) (err error) {
	for i := len(q.nodes) - 1; i >= 0; i-- {
		n := &q.nodes[i]
		switch n.tile {
		case fromMoves:
			n.value = n.backup.ValueAt(&q.positions[n.position], n.clock)
		case fromRules:
			n.value = value.Draw
		default:
			if n.value, err = q.valueOf(ctx, n); err != nil {
				return store.Named(q.tiles[n.tile].table.Header.Class.String(), err)
			}
		}
		if n.parent >= 0 {
			parent := &q.nodes[n.parent]
			parent.backup.Add(parent.table.Header.Metric, n.kind, n.value)
		}
	}
	return nil
}

// valueOf returns the value of a node that is in tiles.
func (q *query) valueOf(ctx context.Context, n *node) (value.Value, error) {
	w := &q.tiles[n.tile]
	if w.table.Header.Kind == format.ByClock {
		at := TileNo{w.key.number, w.key.side, w.key.index}
		return w.table.valueAt(ctx, at, board.Square(n.at/tile.Side), board.Square(n.at%tile.Side), n.clock)
	}
	return w.table.Header.ValueIn(func(level int) (value.Byte, error) {
		if level > 0 {
			if w.next == noTile {
				return 0, fmt.Errorf("%w: a level is empty, but an earlier level refers to it", store.ErrCorrupt)
			}
			w = &q.tiles[w.next]
		}
		return w.values[n.at], nil
	})
}

// Value returns the value at a place, which must be the place of a legal position.
func (t *Table) Value(ctx context.Context, at slice.Place) (value.Value, error) {
	if !t.Header.Stores(at.Side) {
		p := t.Layout.Position(at)
		return t.library.Value(ctx, &p)
	}
	key, row, lane := t.find(at)
	return t.Header.ValueIn(func(level int) (value.Byte, error) {
		key.level = level
		values, err := t.library.tile(
			ctx,
			key,
			tile.Side,
			func(into []value.Byte) error { return t.readTile(ctx, key, false, into) },
		)
		if err != nil {
			return 0, store.Named(t.Header.Class.String(), err)
		}
		return values[int(row)*tile.Side+int(lane)], nil
	})
}

// ValueAt returns the value of a position with a clock, in rounds of plies to mate. With a clock of a hundred or more
// only a side that is mated has lost.
func (lib *Library) ValueAt(ctx context.Context, p *board.Position, clock int) (value.Value, error) {
	q := lib.query([]board.Position{*p})
	defer q.release()
	q.nodes[0].clock = clock
	if err := q.find(ctx); err != nil {
		return value.Draw, err
	}
	return q.nodes[0].value, nil
}

// ByMoves returns the value of a position with a clock from its legal moves alone.
func (lib *Library) ByMoves(ctx context.Context, p *board.Position, clock int) (value.Value, error) {
	q := lib.query([]board.Position{*p})
	defer q.release()
	q.nodes[0].clock = clock
	if u := q.toPlace[0]; !u.class.BareKings() {
		t, err := lib.Open(ctx, u.class)
		if err != nil {
			return value.Draw, err
		}
		q.nodes[0].table = t
		q.toPlace = q.toPlace[:0]
		if err := q.addMoves(u); err != nil {
			return value.Draw, err
		}
	}
	if err := q.find(ctx); err != nil {
		return value.Draw, err
	}
	return q.nodes[0].value, nil
}
