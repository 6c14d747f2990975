package inspect

import (
	"context"
	enc "encoding/hex"
	"errors"
	"fmt"
	"sort"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/dtm50"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/stats"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// A Tile is the description of a tile.
type Tile struct {
	Number   int             `json:"tile"` // in the table
	Section  string          `json:"section"`
	Slice    int             `json:"slice"`
	Index    int             `json:"index"`  // in the slice
	Offset   int64           `json:"offset"` // of the coded bytes, in the data
	Bytes    int             `json:"bytes"`
	Checksum string          `json:"checksum"` // CRC-32C of the coded bytes, in hex, checked
	Model    tile.ModelFacts `json:"model"`    // of the section
	Coded    string          `json:"coded"`    // the coded bytes, in hex
	Entries  int             `json:"entries"`  // legal positions that it holds a value of
	Values   []Value         `json:"values"`   // of the first entries
}

// A Value describes the value of an entry, as a tile or a table has it.
type Value struct {
	Entry   int            `json:"entry"` // in the slice, for one side to move
	FEN     string         `json:"fen"`
	Outcome value.Category `json:"outcome,omitempty"` // empty for plies that are left
	Plies   *int           `json:"plies"`             // null for a draw, and if they are in another level
	Words   string         `json:"words"`
}

// firstValues is how many values of a tile are described.
const firstValues = 8

// Tile describes a tile. Errors match [store.ErrCorrupt] if its bytes are damaged.
func (r *Reader) Tile(ctx context.Context, number int) (*Tile, error) {
	s, err := r.sectionWith(number)
	if err != nil {
		return nil, err
	}
	dir, err := r.directory(ctx, s)
	if err != nil {
		return nil, err
	}
	inSection := number - s.firstTile
	coded, err := r.coded(ctx, s, dir, inSection)
	if err != nil {
		return nil, err
	}
	inSlice := inSection % s.grid.Tiles()
	at := s.first + slice.Number(inSection/s.grid.Tiles())
	ref := dir.Tile(inSection)
	t := &Tile{
		Number:   number,
		Section:  r.name(s),
		Slice:    int(at),
		Index:    inSlice,
		Offset:   s.Offset + ref.Offset,
		Bytes:    ref.Length,
		Checksum: hex(ref.Checksum),
		Model:    dir.Model.Describe(),
		Coded:    enc.EncodeToString(coded),
	}
	lanes, of, err := r.decode(ctx, s, dir, at, inSlice, coded)
	if err != nil {
		return nil, err
	}
	t.addValues(r, s, lanes, of)
	return t, nil
}

// sectionWith returns the section that has a tile.
func (r *Reader) sectionWith(number int) (*section, error) {
	i := sort.Search(len(r.sections), func(i int) bool { return r.sections[i].firstTile+r.sections[i].tiles > number })
	if number < 0 || i == len(r.sections) {
		last := r.sections[len(r.sections)-1]
		return nil, fmt.Errorf(
			"there is no tile %d: they are numbered from 0 to %d",
			number,
			last.firstTile+last.tiles-1,
		)
	}
	return &r.sections[i], nil
}

// decode returns the lanes of each row that a tile holds, and a function that describes the value of one.
func (r *Reader) decode(
	ctx context.Context, s *section, dir *format.Directory, number slice.Number, index int, coded []byte,
) (lanes [tile.Side]board.Bitboard, of func(row, lane board.Square) Value, err error) {
	if r.clocked != nil {
		at := library.TileNo{Slice: number, Side: s.side, Index: index}
		plane := r.planeOf(s)
		pairs, err := dtm50.ReadTile(ctx, r.clocked, at, plane.Pair+1)
		if err != nil {
			return lanes, nil, err
		}
		return pairs.Held(plane), func(row, lane board.Square) Value {
			pair := pairs.Number(plane, row, lane)
			if plane.Part == dtm50.LeftPart {
				return Value{Plies: &pair.Left, Words: plural(pair.Left, "ply", "plies") + " left"}
			}
			return r.valueOf(pair.Mate)
		}, nil
	}
	var d tile.Decoder
	d.Decode(dir.Model, s.grid, number, index, tile.Side, coded)
	values := new([tile.Size]value.Byte)
	d.Copy(values[:])
	level := r.metric.Level(s.level, r.header.Levels())
	return *d.Legal(), func(row, lane board.Square) Value {
		b := values[int(row)*tile.Side+int(lane)]
		if level.Has(b) {
			return r.valueOf(level.Value(b))
		}
		if b == value.DrawByte {
			return Value{Outcome: value.DrawCategory, Words: "in an earlier level"}
		}
		outcome := b.Value().Outcome().Category()
		return Value{Outcome: outcome, Words: fmt.Sprintf("%v, its plies in a later level", outcome)}
	}, nil
}

// valueOf describes a value.
func (r *Reader) valueOf(v value.Value) Value {
	told := Value{Outcome: r.metric.Category(v), Words: r.metric.Format(v)}
	if v != value.Draw {
		plies := r.metric.Plies(v)
		told.Plies, told.Words = &plies, fmt.Sprintf("%v in %s", told.Outcome, plural(plies, "ply", "plies"))
	}
	return told
}

// addValues describes the values of the tile's first entries.
func (t *Tile) addValues(
	r *Reader, s *section, lanes [tile.Side]board.Bitboard, of func(row, lane board.Square) Value,
) {
	t.Values = []Value{}
	rows, stride := s.grid.Entries(t.Index)
	for row, rest := range lanes {
		t.Entries += rest.Count()
		for ; rest != 0 && len(t.Values) < firstValues; rest = rest.Rest() {
			v := of(board.Square(row), rest.First())
			place := slice.Place{Slice: slice.Number(t.Slice), Side: s.side}
			place.Entry = slice.Entry(rows[row] + int(rest.First())*stride)
			v.Entry, v.FEN = int(place.Entry), stats.FENOf(r.layout, place)
			t.Values = append(t.Values, v)
		}
	}
}

// An Entry describes where the value of a position is stored, and the value itself.
type Entry struct {
	FEN      string     `json:"fen"`      // the given position
	Position string     `json:"position"` // that the entry stands for: White is the first side of the class
	Slice    int        `json:"slice"`
	Side     board.Side `json:"stm"` // of the position that is stored
	Entry    int        `json:"entry"`
	Stored   bool       `json:"stored"` // false if the table has the other side to move only
	Tiles    []int      `json:"tiles"`  // one for each level or plane that holds a part of the value
	Row      string     `json:"row"`    // of the tile, by its square
	Lane     string     `json:"lane"`
	Value    *Value     `json:"value"` // null if it is not stored; by DTM50 with a clock at 0

	// Pairs has, for DTM50, how the value changes with the clock.
	Pairs []Pair `json:"pairs,omitempty"`
}

// A Pair has the plies to mate while at least Left plies are left until the clock ends.
type Pair struct {
	Plies int `json:"plies"`
	Left  int `json:"left"`
}

// Find describes where the value of a legal position is stored, and the value itself. Errors match [store.ErrCorrupt]
// if bytes that hold it are damaged.
func (r *Reader) Find(ctx context.Context, p *board.Position) (*Entry, error) {
	class, swapped := material.OfPosition(p)
	switch {
	case class != r.layout.Class:
		return nil, fmt.Errorf("the position is of %v, and the table of %v", class, r.layout.Class)
	case p.EnPassant != board.NoSquare:
		return nil, errors.New("no table has positions in which a pawn may be taken en passant")
	}
	first := board.White
	if swapped {
		first = board.Black
	}
	place := r.layout.LocateFor(p, first)
	e := &Entry{FEN: p.FEN(), Slice: int(place.Slice), Side: place.Side.Side(), Tiles: []int{}}
	if n := r.table.Slices; e.Slice < n[0] || e.Slice >= n[1] {
		return nil, fmt.Errorf("the position is in slice %d, and this is a part of %v with slices %d to %d",
			e.Slice, class, n[0], n[1]-1)
	}
	s := r.sectionOf(place, 0)
	if s != nil {
		place.Entry = s.grid.Sorted(place.Entry)
	}
	e.Entry, e.Position = int(place.Entry), stats.FENOf(r.layout, place)
	if s == nil {
		return e, nil
	}
	e.Stored = true
	index, row, lane := s.grid.Find(place.Entry)
	e.Row, e.Lane = row.String(), lane.String()
	if r.clocked != nil {
		return e, r.findPairs(ctx, e, place, index, row, lane)
	}
	return e, r.findValue(ctx, e, place, index, row, lane)
}

// sectionOf returns the section that has a place in a level or plane, nil if no section has it.
func (r *Reader) sectionOf(at slice.Place, level int) *section {
	for i := range r.sections {
		if s := &r.sections[i]; s.first <= at.Slice && at.Slice < s.end && s.side == at.Side && s.level == level {
			return s
		}
	}
	return nil
}

// tileOf returns the number of a tile, given its number in a slice.
func (s *section) tileOf(number slice.Number, index int) int {
	return s.firstTile + int(number-s.first)*s.grid.Tiles() + index
}

// findValue finds the value of an entry, level by level.
func (r *Reader) findValue(ctx context.Context, e *Entry, at slice.Place, index int, row, lane board.Square) error {
	var d tile.Decoder
	v, err := r.header.ValueIn(func(level int) (value.Byte, error) {
		s := r.sectionOf(at, level)
		if s == nil || s.tiles == 0 {
			return 0, fmt.Errorf("%w: level %d of slice %d is empty", store.ErrCorrupt, level+1, at.Slice)
		}
		dir, err := r.directory(ctx, s)
		if err != nil {
			return 0, err
		}
		number := s.tileOf(at.Slice, index)
		coded, err := r.coded(ctx, s, dir, number-s.firstTile)
		if err != nil {
			return 0, err
		}
		e.Tiles = append(e.Tiles, number)
		d.Decode(dir.Model, s.grid, at.Slice, index, tile.Side, coded)
		values := new([tile.Size]value.Byte)
		d.Copy(values[:])
		return values[int(row)*tile.Side+int(lane)], nil
	})
	if err != nil {
		return err
	}
	e.setValue(r, v)
	return nil
}

// findPairs finds the pairs of an entry.
func (r *Reader) findPairs(ctx context.Context, e *Entry, at slice.Place, index int, row, lane board.Square) error {
	planes := 0
	for s := r.sectionOf(at, 0); s != nil; s = r.sectionOf(at, planes) {
		planes++
	}
	no := library.TileNo{Slice: at.Slice, Side: at.Side, Index: index}
	tile, err := dtm50.ReadTile(ctx, r.clocked, no, format.MostPairs)
	if err != nil {
		return err
	}
	for plane := range planes {
		s := r.sectionOf(at, plane)
		if lanes := tile.Held(r.planeOf(s)); lanes[row].Has(lane) {
			e.Tiles = append(e.Tiles, s.tileOf(at.Slice, index))
		}
	}
	e.Pairs = []Pair{}
	v := value.Draw
	for i, p := range tile.Pairs(nil, row, lane) {
		if i == 0 {
			v = p.Mate
		}
		e.Pairs = append(e.Pairs, describePair(p))
	}
	e.setValue(r, v)
	return nil
}

func describePair(p dtm50.Pair) Pair { return Pair{dtm50.Metric().Plies(p.Mate), p.Left} }

func (e *Entry) setValue(r *Reader, v value.Value) {
	told := r.valueOf(v)
	told.Entry, told.FEN = e.Entry, e.Position
	e.Value = &told
}
