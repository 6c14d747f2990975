package tile

import (
	"bytes"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

func layout(t testing.TB, name string) *slice.Layout {
	t.Helper()
	class, err := material.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return slice.NewLayout(class)
}

// gridsOf returns the grids of all shapes for both sides to move.
func gridsOf(l *slice.Layout) (grids []*Grid) {
	for _, c := range board.Colors {
		for _, shape := range Shapes(l, c) {
			grids = append(grids, NewGrid(l, c, shape))
		}
	}
	return grids
}

// classes have grids of every kind: with and without pawns, and with pieces of both sides, of one, and of neither.
var classes = []string{
	"KQvK",
	"KPvK",
	"KRvKN",
	"KRPvK",
	"KPPvKP",
	"KRPvKP",
	"KRPvKB",
	"KQRvKN",
	"KBNNvK",
	"KBBvKR",
	"KBBBvK",
}

// TestGrid checks that entries are in their tiles, and tiles in their spans. Every entry of a frame must be in its
// span, each in a place of its own.
func TestGrid(t *testing.T) {
	for _, name := range classes {
		l := layout(t, name)
		number, size := l.Slices()/2, l.FrameEntries()
		for _, g := range gridsOf(l) {
			taken := map[[2]int]bool{}
			frames := slice.FrameNo(0)
			for frame := range l.Frames().Len() {
				span, first := g.SpanOf(frame)
				s := g.Span(span)
				if first < 0 || first+size > s.Entries || taken[[2]int{span, first}] {
					t.Fatalf("%s: frame %d is at %d of span %+v", name, frame, first, s)
				}
				taken[[2]int{span, first}] = true
				next := func(entry slice.Entry) slice.Entry { return entry + 1 + entry%97*slice.Entry(size)/64 }
				for entry := l.FirstEntry(frame); entry < l.FirstEntry(frame+1); entry = next(entry) {
					tile, row, lane := g.Find(entry)
					if tile < s.Tile || tile >= s.Tile+s.Tiles || tile >= g.Tiles() {
						t.Fatalf("%s: entry %d of span %+v is in tile %d", name, entry, s, tile)
					}
					var v view
					g.view(number, tile, &v)
					if got := slice.Entry(int(v.rows[row]) + int(lane)*v.stride); got != entry ||
						g.InSpan(got) != first+int(entry)%size {
						t.Fatalf("%s: entry %d is found as %d", name, entry, got)
					}
				}
			}
			for span := 0; frames < l.Frames().Len(); span++ {
				frames += slice.FrameNo(len(g.Frames(span)))
			}
			if frames != l.Frames().Len() {
				t.Errorf("%s: %d frames are in spans", name, frames)
			}
		}
	}
}

// draw returns a random number below n.
func draw[N ~int](r *rand.Rand, n N) N { return N(r.IntN(int(n))) }

// TestAhead checks a shape's estimate of the tiles after two moves against their average number.
func TestAhead(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, name := range []string{"KQRvKQ", "KBNvKQ", "KRPvKR"} {
		l := layout(t, name)
		for i, g := range gridsOf(l) {
			tiles, positions := 0, 0
			for positions < 40 {
				p := l.Position(
					slice.Place{Slice: draw(r, l.Slices()), Side: g.side, Entry: draw(r, slice.Entry(l.Entries()))},
				)
				if p.Occupied().Count() < len(l.Men) || p.Check() != nil {
					continue
				}
				positions++
				ahead := map[[2]int]bool{}
				for _, m := range p.LegalMoves(nil) {
					next := p.Play(m)
					for _, reply := range next.LegalMoves(nil) {
						if last := next.Play(reply); len(last.Men()) == len(l.Men) &&
							last.Occupied()&^p.Occupied() != 0 {
							if class, _ := material.OfPosition(&last); class == l.Class {
								place := l.Locate(&last)
								tile, _, _ := g.Find(place.Entry)
								ahead[[2]int{int(place.Slice), tile}] = true
							}
						}
					}
				}
				tiles += len(ahead)
			}
			want := g.Shape.Ahead(l)
			if got := tiles / positions; got < want/2 || got > want*2 {
				t.Errorf("%s, grid %d: %d tiles ahead, estimated %d", name, i, got, want)
			}
		}
	}
}

// TestUnfold checks that entries with like pieces out of order get the values of those with like pieces in order. Both
// are the same position.
func TestUnfold(t *testing.T) {
	for name, perms := range map[string]int{"KQRvK": 1, "KBBvK": 2, "KRRvKR": 2, "KBBBvK": 6} {
		l := layout(t, name)
		g := gridsOf(l)[0]
		size := 3 * l.FrameEntries() // frames in the middle of the slice
		first := l.FirstEntry(100)
		got, want := make([]value.Byte, size), make([]value.Byte, size)
		r := rand.New(rand.NewPCG(5, 6))
		kept := 0
		for i := range got {
			if entry := first + slice.Entry(i); g.Sorted(entry) == entry {
				got[i] = value.Byte(r.IntN(256))
				kept++
			}
		}
		for i := range want {
			entry := first + slice.Entry(i)
			want[i] = got[g.Sorted(entry)-first]
			p, q := l.Position(slice.Place{Entry: entry}), l.Position(slice.Place{Entry: g.Sorted(entry)})
			if p.FEN() != q.FEN() {
				t.Fatalf("%s: %s is sorted to %s", name, p.FEN(), q.FEN())
			}
		}
		if kept < size/perms || kept > size/perms*5/4 {
			t.Errorf("%s: %d of %d entries are sorted", name, kept, size)
		}
		g.Unfold(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: unfolded wrongly", name)
		}
	}
}

// TestTraits checks the traits of lanes against those of positions.
func TestTraits(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, name := range classes {
		l := layout(t, name)
		grids := gridsOf(l)
		for range 400 {
			g := grids[r.IntN(len(grids))]
			number, tile, row := draw(r, l.Slices()), r.IntN(g.Tiles()), r.IntN(Side)
			var c canvas
			c.prepare(g, number, tile, Side)
			for lane := range Side {
				if c.rows[row] < 0 {
					continue
				}
				entry := slice.Entry(int(c.rows[row]) + lane*c.stride)
				p := l.Position(slice.Place{Slice: number, Side: g.side, Entry: entry})
				want := illegal
				if g.Sorted(entry) == entry {
					want = traitOf(&p, len(l.Men))
				}
				got := illegal
				if c.legal[row].Has(board.Square(lane)) {
					got = c.traits[margin+row*Side+lane]
				}
				if got != want {
					t.Fatalf("%s: %s has the traits %b, want %b", name, p.FEN(), got, want)
				}
			}
		}
	}
}

// traitOf returns the trait of a position, man by man.
func traitOf(p *board.Position, men int) (t trait) {
	if p.Occupied().Count() < men || p.Check() != nil {
		return illegal
	}
	if p.InCheck(p.Turn) {
		t |= inCheck
	}
	for i, m := range p.Men() {
		attackers := [2]int{}
		for k, other := range p.Men() {
			if k != i && other.Attacks(m.Square, p.Occupied()) {
				attackers[other.Color]++
			}
		}
		if m.Type == board.King || attackers[m.Color.Other()] == 0 {
			continue
		}
		attacked, alone := canCapture, canWin
		if m.Color == p.Turn {
			attacked, alone = isThreatened, isHanging
		}
		t |= attacked
		if attackers[m.Color] == 0 {
			t |= alone
		}
	}
	return t
}

// madeUp returns random values for a slice, in runs.
func madeUp(l *slice.Layout, seed uint64) []value.Byte {
	r := rand.New(rand.NewPCG(seed, 1))
	values := make([]value.Byte, l.Entries())
	for i := range values {
		values[i] = value.Byte(r.IntN(256))
		if i > 0 && r.IntN(4) > 0 {
			values[i] = values[i-1]
		}
	}
	return values
}

// TestRoundTrip checks that described values are decoded again, with models that fit and with models that do not.
func TestRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var d Description
	var decoder Decoder
	for n, name := range classes {
		l := layout(t, name)
		number := draw(r, l.Slices())
		values := madeUp(l, uint64(n))
		for _, g := range gridsOf(l) {
			census, trainer := &Census{}, &Trainer{}
			var tiles []int
			for range 20 {
				tile := r.IntN(g.Tiles())
				tiles = append(tiles, tile)
				d.Describe(g, number, tile, values)
				census.Add(&d)
				trainer.Add(&d)
			}
			for _, m := range []*Model{census.Model(), trainer.Model(), newModel(), strangeModel(r), strangeSummed(r)} {
				for _, tile := range tiles {
					d.Describe(g, number, tile, values)
					packed := m.Encode(&d, nil)
					decoder.Decode(m, g, number, tile, Side, packed)
					wantTile(t, &decoder, l, g, number, tile, values)
					wantRows(t, &decoder, m, g, number, tile, 1+r.IntN(Side), packed)
				}
			}
		}
	}
}

// wantRows checks that the first rows of a decoded tile are the same if only they are decoded.
func wantRows(t *testing.T, d *Decoder, m *Model, g *Grid, number slice.Number, tile, rows int, packed []byte) {
	t.Helper()
	want, got := make([]value.Byte, rows*Side), make([]value.Byte, rows*Side)
	d.Copy(want)
	d.Decode(m, g, number, tile, rows, packed)
	d.Copy(got)
	if !slices.Equal(got, want) {
		t.Errorf("%v, tile %d: the first %d rows are others", g.layout.Class, tile, rows)
	}
}

// TestParts checks that the runs of a part have all entries of its tiles in their places, whether spans are cut or not.
func TestParts(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	for _, wholeSpan := range []int{1 << 24, 1 << 10} {
		for _, name := range classes {
			for _, g := range gridsOf(layout(t, name)) {
				g.wholeSpan = wholeSpan
				for range 5 {
					wantPart(t, name, g, r.IntN(g.Tiles()))
				}
			}
		}
	}
}

func wantPart(t *testing.T, name string, g *Grid, tile int) {
	t.Helper()
	part := make([]slice.Entry, g.PartEntries())
	for i := range part {
		part[i] = -1
	}
	for _, run := range g.Runs(g.TilePart(tile)) {
		for i := range run.Entries {
			if part[run.At+i] >= 0 {
				t.Fatalf("%s: entries %d and %d are in the same place", name, part[run.At+i], run.First+slice.Entry(i))
			}
			part[run.At+i] = run.First + slice.Entry(i)
		}
	}
	rows, stride := g.Entries(tile)
	for row, first := range rows {
		if first < 0 {
			continue
		}
		at, lanes := g.InPart(slice.Entry(first))
		for lane := range Side {
			if want := slice.Entry(first + lane*stride); part[at+lane*lanes] != want {
				t.Fatalf(
					"%s, tile %d, row %d, lane %d: entry %d instead of %d",
					name,
					tile,
					row,
					lane,
					part[at+lane*lanes],
					want,
				)
			}
		}
	}
}

// wantTile checks the legal entries of a decoded tile against their values.
func wantTile(t *testing.T, d *Decoder, l *slice.Layout, g *Grid, number slice.Number, tile int, want []value.Byte) {
	t.Helper()
	var v view
	g.view(number, tile, &v)
	span := -1
	for row := range Side {
		if v.rows[row] >= 0 {
			span, _ = g.SpanOf(l.FrameOf(slice.Entry(v.rows[row])))
		}
	}
	if span < 0 {
		return // no entries: the kings would touch
	}
	got := NewBlocks(g.Span(span).Entries, newBlock)
	d.Put(g, got)
	var rows [Size]value.Byte
	d.Copy(rows[:])
	for row := range Side {
		for lane := range Side {
			entry := slice.Entry(int(v.rows[row]) + lane*v.stride)
			if v.rows[row] < 0 || g.Sorted(entry) != entry {
				continue
			}
			var sc slice.Scene
			if word, lane := entry.Word(); !l.Scene(number, word, &sc) || sc.Illegal(g.side).Has(lane) {
				continue
			}
			if inSpan := got.From(g.InSpan(entry))[0]; inSpan != want[entry] || rows[row*Side+lane] != want[entry] {
				t.Fatalf("%v: entry %d is %v and %v, want %v", l.Class, entry, inSpan, rows[row*Side+lane], want[entry])
			}
		}
	}
}

// TestEncode checks the bytes of Encode against decisions written one by one.
func TestEncode(t *testing.T) {
	for d := range describedTiles(t, rand.New(rand.NewPCG(7, 8)), classes...) {
		for _, m := range d.models {
			var e rangeEncoder
			e.reset([]byte("before"), d.entries*mostDecisions)
			d.writeEach(&e, m)
			if want := e.finish(); !bytes.Equal(m.Encode(&d.Description, []byte("before")), want) {
				t.Fatalf("%v: tile %d is encoded in another way", d.grid.layout.Class, d.tile)
			}
		}
	}
}

// writeEach writes the decisions of a description one by one.
func (d *Description) writeEach(e *rangeEncoder, m *Model) {
	write := func(parts []int, answer uint32) {
		sum := 0
		for i, part := range parts {
			if i == 0 || m.isSummed() {
				sum += int(m.codes[part])
			}
		}
		e.encode(chance(sum), answer)
	}
	for row, lanes := range d.canvas.legal {
		for ; lanes != 0; lanes = lanes.Rest() {
			d.eachSum(row*Side+int(lanes.First()), write)
		}
	}
}

// A describedTile is a tile of random values.
type describedTile struct {
	Description
	grid   *Grid
	number slice.Number
	tile   int
	values []value.Byte // of the slice
	models []*Model     // one that fits, and strange ones, of which most bytes carry
}

// describedTiles describes a tile of each grid of some classes.
func describedTiles(t *testing.T, r *rand.Rand, classes ...string) iter.Seq[*describedTile] {
	return func(yield func(*describedTile) bool) {
		var d describedTile
		for n, name := range classes {
			l := layout(t, name)
			d.number = draw(r, l.Slices())
			d.values = madeUp(l, uint64(n))
			for _, d.grid = range gridsOf(l) {
				d.tile = r.IntN(d.grid.Tiles())
				d.Describe(d.grid, d.number, d.tile, d.values)
				var census Census
				census.Add(&d.Description)
				d.models = []*Model{census.Model(), strangeModel(r), strangeSummed(r)}
				if !yield(&d) {
					return
				}
			}
		}
	}
}

// FuzzDecode checks that any bytes decode to something with any model.
func FuzzDecode(f *testing.F) {
	l := layout(f, "KRvKN")
	g := gridsOf(l)[0]
	f.Add(0, uint64(0), []byte{})
	f.Add(100, uint64(1), []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, tile int, seed uint64, b []byte) {
		r := rand.New(rand.NewPCG(seed, 2))
		var d Decoder
		for _, m := range []*Model{strangeModel(r), strangeSummed(r)} {
			d.Decode(m, g, 0, int(uint(tile)%uint(g.Tiles())), Side, b)
			d.Put(g, NewBlocks(l.Entries(), newBlock))
		}
	})
}

// TestChances checks that codes stand for ascending chances, none of them certain, and are found from the chances.
func TestChances(t *testing.T) {
	if chance(0) != probOne/2 {
		t.Errorf("the code 0 is a chance of %d", chance(0))
	}
	for code := -maxCode; code <= maxCode; code++ {
		if code > -maxCode && chance(code) <= chance(code-1) || chance(code) == 0 || chance(code) >= probOne {
			t.Errorf("the code %d is a chance of %d", code, chance(code))
		}
		if got := nearestCode(chance(code)); int(got) != code {
			t.Errorf("a chance of %d has the code %d, not %d", chance(code), got, code)
		}
	}
	for _, sum := range []int{maxCode + 1, maxCode * mostParts, math.MaxInt8 * mostParts} {
		if chance(sum) != chance(maxCode) || chance(-sum) != chance(-maxCode) {
			t.Errorf("sums of %d and %d are chances of %d and %d", sum, -sum, chance(sum), chance(-sum))
		}
	}
}

// TestBits checks the bits that a census computes against the size of encoded tiles.
func TestBits(t *testing.T) {
	l := layout(t, "KQvKR")
	grids := gridsOf(l)
	g := grids[len(grids)-1]
	values := madeUp(l, 5)
	census := &Census{}
	var d Description
	for tile := range g.Tiles() {
		d.Describe(g, 0, tile, values)
		census.Add(&d)
	}
	m := census.Model()
	got := 0
	for tile := range g.Tiles() {
		d.Describe(g, 0, tile, values)
		got += len(m.Encode(&d, nil))
	}
	if want := int(census.Bits(m) / 8); got < want*99/100 || got > want*101/100+g.Tiles()*2 {
		t.Errorf("%d bytes, not %d", got, want)
	}
}

func newBlock(entries int) []value.Byte { return make([]value.Byte, entries) }
