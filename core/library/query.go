package library

import (
	"cmp"
	"context"
	"fmt"
	"maps"
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
	q := newQuery(lib, positions)
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
	lib    *Library
	nodes  []node // the positions, then those after moves of earlier ones
	tiles  []wantedTile
	tileOf map[partKey]int // index in tiles
	moves  []board.Move

	expanded int // number of nodes

	unproven []material.Class // of the tables that were opened
}

// A node is a given position, or one whose value another node needs.
type node struct {
	position board.Position
	clock    int            // for tables by the clock
	parent   int            // the node before the move to this one, or -1
	kind     value.MoveKind // of the move
	metric   *value.Metric  // of its class
	tile     int            // index of the tile with the first level of the value, or one of the constants below
	at       int            // in the tile
	backup   value.Backup
	value    value.Value // after settle
}

// The sources of a value that is in no tile.
const (
	fromMoves = -1 - iota
	fromRules // a draw, as only the kings are left
)

// A wantedTile is a tile with values of some nodes.
type wantedTile struct {
	table  *Table
	key    partKey
	rows   int // number of needed rows, from the first one on
	packed packedTile
	values []value.Byte
	next   int // the same tile of the next level, or noTile
}

func newQuery(lib *Library, positions []board.Position) *query {
	q := &query{lib: lib, nodes: make([]node, 0, len(positions)), tileOf: map[partKey]int{}}
	for i := range positions {
		q.add(positions[i], -1, 0)
	}
	return q
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

func (q *query) add(p board.Position, parent int, kind value.MoveKind) {
	q.nodes = append(q.nodes, node{position: p, parent: parent, kind: kind, tile: fromMoves})
}

// expand finds for each node the tile that has its value, or adds its moves.
func (q *query) expand(ctx context.Context) error {
	for q.expanded < len(q.nodes) {
		end := len(q.nodes)
		tables, err := q.open(ctx, q.nodes[q.expanded:end])
		if err != nil {
			return err
		}
		for ; q.expanded < end; q.expanded++ {
			if err := q.expandNode(q.expanded, tables); err != nil {
				return err
			}
		}
	}
	return nil
}

// open opens the tables of nodes.
func (q *query) open(ctx context.Context, nodes []node) (map[material.Class]*Table, error) {
	tables := map[material.Class]*Table{}
	var classes []material.Class
	for i := range nodes {
		class, _ := material.OfPosition(&nodes[i].position)
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

func (q *query) expandNode(i int, tables map[material.Class]*Table) error {
	p := q.nodes[i].position
	class, swapped := q.classOf(i)
	if class.BareKings() {
		q.nodes[i].tile = fromRules
		return nil
	}
	t, first := tables[class], board.White
	q.nodes[i].metric = t.Header.Metric
	if swapped {
		first = board.Black
	}
	if p.EnPassant == board.NoSquare && t.Header.Stores(p.Turn^first) {
		place := t.Layout.LocateFor(&p, first)
		if err := t.has(place.Slice); err != nil {
			return err
		}
		q.nodes[i].tile, q.nodes[i].at = q.want(t, place)
		return nil
	}
	q.addMoves(i)
	return nil
}

// classOf returns the class of a node, and whether Black is its first side.
func (q *query) classOf(i int) (class material.Class, swapped bool) {
	return material.OfPosition(&q.nodes[i].position)
}

// addMoves adds the positions after the moves of a node. A quiet move advances the clock, and all others reset it.
func (q *query) addMoves(i int) {
	p, clock := q.nodes[i].position, q.nodes[i].clock
	q.moves = p.LegalMoves(q.moves[:0])
	for _, m := range q.moves {
		kind := value.KindOf(&p, m)
		q.add(p.Play(m), i, kind)
		if kind == value.Quiet {
			q.nodes[len(q.nodes)-1].clock = clock + 1
		}
	}
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
	index, found := q.tileOf[key]
	if !found {
		index = len(q.tiles)
		q.tileOf[key] = index
		q.tiles = append(q.tiles, wantedTile{table: t, key: key, next: next})
	}
	return index
}

// read reads all tiles that are not cached. It first reads all directories at once, and then all packed tiles.
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
	directories, err := q.readDirectories(ctx, missing)
	if err != nil {
		return err
	}
	for _, w := range missing {
		dir := directories[w.section()]
		w.packed = w.table.locate(dir, w.key)
	}
	return q.readStretches(ctx, stretchesOf(missing))
}

// A section of a table.
type section struct {
	table *Table
	n     int
}

func (w *wantedTile) section() section {
	return section{w.table, w.table.sectionOf(w.key)}
}

// readDirectories reads the directories of tiles. The cache need not have room for all of them at once.
func (q *query) readDirectories(ctx context.Context, tiles []*wantedTile) (map[section]*format.Directory, error) {
	read := map[section]*format.Directory{}
	for _, w := range tiles {
		read[w.section()] = nil
	}
	sections := slices.Collect(maps.Keys(read))
	directories, errs := make([]*format.Directory, len(sections)), make([]error, len(sections))
	var all sync.WaitGroup
	for i, s := range sections {
		all.Go(func() { directories[i], errs[i] = q.lib.directory(ctx, s.table, s.n) })
	}
	all.Wait()
	for i, s := range sections {
		if errs[i] != nil {
			return nil, store.Named(s.table.Header.Class.String(), errs[i])
		}
		read[s] = directories[i]
	}
	return read, nil
}

// A stretch is a part of a table's data with wanted tiles that is read as a whole.
type stretch struct {
	table       *Table
	offset, end int64
	tiles       []*wantedTile
	bytes       []byte
	err         error
}

// apart is the largest gap in bytes between two tiles of a stretch. To copy these bytes takes as long as a goroutine
// and a request to the store.
const apart = 16 << 10

// stretchesOf groups tiles that are close to each other into stretches.
func stretchesOf(tiles []*wantedTile) []*stretch {
	slices.SortFunc(tiles, func(a, b *wantedTile) int {
		return cmp.Or(
			material.Compare(a.table.Header.Class, b.table.Header.Class),
			cmp.Compare(a.packed.offset, b.packed.offset),
		)
	})
	var list []*stretch
	for _, w := range tiles {
		var last *stretch
		if len(list) > 0 {
			last = list[len(list)-1]
		}
		if last == nil || last.table != w.table || w.packed.offset > last.end+apart {
			last = &stretch{table: w.table, offset: w.packed.offset}
			list = append(list, last)
		}
		last.tiles = append(last.tiles, w)
		last.end = max(last.end, w.packed.offset+int64(w.packed.size)) // some tiles take no bytes
	}
	return list
}

// readStretches reads stretches, and decodes their tiles as they arrive. It decodes them one by one in its own
// goroutine. With a goroutine for each, growing their stacks would take a tenth of the time.
func (q *query) readStretches(ctx context.Context, stretches []*stretch) error {
	arrived := make(chan *stretch)
	for _, s := range stretches {
		go func() {
			s.bytes = make([]byte, s.end-s.offset)
			s.err = s.table.blob.ReadAt(ctx, s.bytes, s.offset)
			arrived <- s
		}()
	}
	var first error
	for range stretches { // wait for all of them, even after an error
		s := <-arrived
		if first == nil && s.err == nil {
			s.err = q.decode(ctx, s)
		}
		if first == nil && s.err != nil {
			first = store.Named(s.table.Header.Class.String(), s.err)
		}
	}
	return first
}

// decode decodes the tiles of a stretch.
func (q *query) decode(ctx context.Context, s *stretch) (err error) {
	for _, w := range s.tiles {
		bytes := s.bytes[w.packed.offset-s.offset:][:w.packed.size]
		w.values, err = q.lib.tile(ctx, w.key, w.rows, func(into []value.Byte) error {
			return w.packed.decodeRows(bytes, into)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// settle finds the values of the nodes. It goes backwards, as positions after a move come after the position before it.
func (q *query) settle(ctx context.Context) (err error) {
	for i := len(q.nodes) - 1; i >= 0; i-- {
		n := &q.nodes[i]
		switch n.tile {
		case fromMoves:
			n.value = n.backup.ValueAt(&n.position, n.clock)
		case fromRules:
			n.value = value.Draw
		default:
			if n.value, err = q.valueOf(ctx, n); err != nil {
				return store.Named(q.tiles[n.tile].table.Header.Class.String(), err)
			}
		}
		if n.parent >= 0 {
			parent := &q.nodes[n.parent]
			parent.backup.Add(parent.metric, n.kind, n.value)
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
	q := newQuery(lib, []board.Position{*p})
	q.nodes[0].clock = clock
	if err := q.find(ctx); err != nil {
		return value.Draw, err
	}
	return q.nodes[0].value, nil
}

// ByMoves returns the value of a position with a clock from its legal moves alone.
func (lib *Library) ByMoves(ctx context.Context, p *board.Position, clock int) (value.Value, error) {
	q := newQuery(lib, []board.Position{*p})
	q.nodes[0].clock = clock
	if class, _ := q.classOf(0); !class.BareKings() {
		t, err := lib.Open(ctx, class)
		if err != nil {
			return value.Draw, err
		}
		q.nodes[0].metric = t.Header.Metric
		q.addMoves(0)
		q.expanded = 1
	}
	if err := q.find(ctx); err != nil {
		return value.Draw, err
	}
	return q.nodes[0].value, nil
}
