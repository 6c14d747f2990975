package tile

import (
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// TestCut checks values collected from tiles of every shape against those cut out of whole frames. With five men it
// tests one span.
func TestCut(t *testing.T) {
	for i, name := range []string{"KRNvK", "KQvKR", "KRRvK", "KNNNvK"} {
		l := layout(t, name)
		values := madeUp(l, uint64(i))
		for _, g := range gridsOf(l) {
			g.Unfold(values)
			for _, kind := range board.Promotions {
				if man := (board.Man{Color: board.White, Type: kind}); l.Class.Count(man.Color, man.Type) > 0 {
					face := l.Face(man)
					number := slice.Number(i+int(kind)) % face.Slices()
					wantCut(t, g, face, number, values, CutBytes(1))
					wantCut(t, g, face, number, values, 8*20*int64(face.FrameEntries())) // in several passes
				}
			}
		}
	}
}

func wantCut(t *testing.T, g *Grid, face *slice.Layout, number slice.Number, values []value.Byte, bytes int64) {
	t.Helper()
	l, cutter := g.layout, slice.NewCutter[value.Byte](face)
	whole := func(frame slice.FrameNo, _ board.Square) ([]value.Byte, error) {
		return values[l.FirstEntry(frame):][:l.FrameEntries()], nil
	}
	got, want := make([]value.Byte, face.FrameEntries()), make([]value.Byte, face.FrameEntries())
	var words slice.Words
	words.Begin(face, number)
	seen := map[slice.FrameNo]bool{}
	passed := 0
	eachCut(t, NewCut(g, face, number, bytes), number, values, &passed, got, func(frame slice.FrameNo) error {
		if seen[frame] {
			t.Fatalf("%v: frame %d comes twice", l.Class, frame)
		}
		seen[frame] = true
		if err := cutter.Frame(number, frame, whole, want); err != nil {
			return err
		}
		for n := range len(got) / Side {
			if !words.Word(slice.WordNo(int(frame)*len(got)/Side + n)) {
				continue
			}
			for lanes := ^words.Illegal(g.side); lanes != 0; lanes = lanes.Rest() {
				if at := n*Side + int(lanes.First()); got[at] != want[at] {
					t.Fatalf("%v, shape %v, %v in slice %d, frame %d, entry %d: %d instead of %d",
						l.Class, g.Shape, face.Men[face.Promoted()], number, frame, at, got[at], want[at])
				}
			}
		}
		return nil
	})
	if l.Class.Men() < 5 && len(seen) != int(face.Frames().Len()) || len(seen) == 0 {
		t.Errorf("%v, shape %v: %d frames", l.Class, g.Shape, len(seen))
	}
	stands := func(man int) bool {
		return l.Men[man].Type == face.Men[face.Promoted()].Type && l.Men[man].Color == board.White
	}
	if !stands(g.Row) && !stands(g.Lane) && passed == 0 {
		t.Errorf("%v, shape %v: all tiles are read", l.Class, g.Shape)
	}
}

// eachCut calls a function with the frames of a cut of the tiles that values are packed into. It counts the tiles that
// it skips.
func eachCut(
	t *testing.T,
	c *Cut,
	number slice.Number,
	values []value.Byte,
	passed *int,
	into []value.Byte,
	do func(slice.FrameNo) error,
) {
	t.Helper()
	var description Description
	var decoder Decoder
	m := newModel()
	spans := c.grid.Spans()
	if c.grid.layout.Class.Men() == 5 {
		spans = 1
	}
	for span := range spans {
		at := c.grid.Span(span)
		for pass := range c.Begin(span) {
			rows := c.BeginPass(pass)
			for tile := range at.Tiles {
				if tile += at.Tile; !c.Wants(tile) {
					*passed++
					continue
				}
				description.Describe(c.grid, 0, tile, values)
				decoder.Decode(m, c.grid, 0, tile, rows, slices.Clone(m.Encode(&description, nil)))
				c.Put(&decoder)
			}
			if err := c.EndPass(number, into, do); err != nil {
				t.Fatal(err)
			}
		}
		if most := int(CutBytes(1)) >> 18 * c.size; len(c.values) > max(most, at.Entries) {
			t.Errorf("%v: a span of %d bytes, more than %d", c.grid.layout.Class, len(c.values), most)
		}
	}
}
