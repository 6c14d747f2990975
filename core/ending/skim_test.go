package ending

import (
	"errors"
	"testing"

	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/scratch"
)

// TestReadBounds reads bounds from journals that are solved in part or as a whole, or whose last record is damaged.
// They are those of a reader of the whole journal. One position has a capture en passant.
func TestReadBounds(t *testing.T) {
	for _, fen := range []string{"8/8/8/8/k1p5/8/KP6/8 w - - 0 1", "8/8/8/8/kPp5/8/K7/8 b - b3 0 1"} {
		p, room := tabletest.Position(t, fen), new(memoryRoom)
		if p.FEN() != fen {
			t.Fatalf("%s became %s", fen, p.FEN())
		}
		check := func(name string) {
			t.Helper()
			copied := &memoryRoom{bytes: room.copy()} // other threads may write
			r, err := Read(copied, 1<<20)
			if err != nil {
				t.Fatal(err)
			}
			low, high, err := r.Bounds(&p)
			if err != nil {
				t.Fatal(err)
			}
			counted := &countingRoom{memoryRoom: copied}
			if got, l, h, err := ReadBounds(counted); got != p || l != low || h != high || err != nil {
				t.Errorf("%s %s: %v to %v (%v), want %v to %v", fen, name, l, h, err, low, high)
			}
			if slices := r.Count().Slices; slices > 30 && counted.read > r.Bytes()/2 {
				t.Errorf("%s %s: %d of %d bytes were read", fen, name, counted.read, r.Bytes())
			}
		}
		e := inRoom(t, p, room)
		check("begun")
		if err := e.Solve(t.Context(), func(Progress) { check("in part") }); err != nil {
			t.Fatal(err)
		}
		check("as a whole")
		room.bytes[len(room.bytes)-1] ^= 1
		check("damaged")
		if err := room.Truncate(int64(len(room.bytes) - 3)); err != nil {
			t.Fatal(err)
		}
		check("cut")
	}
	if _, _, _, err := ReadBounds(new(scratch.Memory)); !errors.Is(err, ErrNone) {
		t.Errorf("no journal: %v", err)
	}
}

// TestReadBoundsDamaged reads the bounds of an older record if the last one of a slice is damaged.
func TestReadBoundsDamaged(t *testing.T) {
	p, room := tabletest.Position(t, "8/8/8/8/k1p5/8/KP6/8 w - - 0 1"), new(memoryRoom)
	e := inRoom(t, p, room)
	if err := e.Solve(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	root, _ := sliceOf(&p)
	var offsets []int64
	if err := e.kept.journal.skim(func(s Slice, offset int64) {
		if s == root {
			offsets = append(offsets, offset)
		}
	}); err != nil || len(offsets) < 2 {
		t.Fatalf("%d versions, %v", len(offsets), err)
	}
	room.bytes[offsets[len(offsets)-1]+blockHeader] ^= 1
	r, err := Read(room, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	low, high, err := r.Bounds(&p)
	if err != nil {
		t.Fatal(err)
	}
	if _, l, h, err := ReadBounds(room); l != low || h != high || err != nil {
		t.Errorf("%v to %v (%v), want %v to %v", l, h, err, low, high)
	}
}
