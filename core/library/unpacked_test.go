package library_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/tile"
)

// flawedRoom is scratch that fails after some writes, or returns changed bytes.
type flawedRoom struct {
	scratch.Memory
	writes  int
	changes bool
}

var errNoRoom = errors.New("no room is left")

func (r *flawedRoom) WriteAt(p []byte, off int64) (int, error) {
	if r.writes--; r.writes < 0 {
		return 0, errNoRoom
	}
	return r.Memory.WriteAt(p, off)
}

func (r *flawedRoom) ReadAt(p []byte, off int64) (int, error) {
	n, err := r.Memory.ReadAt(p, off)
	if r.changes {
		p[len(p)/2] ^= 4
	}
	return n, err
}

// TestUnpackFaults checks that a failure of scratch gives an error and never wrong values, and that a partly written
// slice is written again.
func TestUnpackFaults(t *testing.T) {
	l := tabletest.Layout(t, "KRNvK")
	tables := store.NewMemStore()
	values := tabletest.Encode(t, tables, l)
	lib := library.New(tables, 100<<20)
	defer lib.Close()
	room := &flawedRoom{writes: 300}
	source := lib.Source(t.Context()).Unpack(room, library.Unpacking{Tables: 64, Faces: 64}, tile.CutBytes(1))
	face := l.Face(board.Man{Color: board.White, Type: board.Knight})
	for range 2 {
		if _, err := source.Span(face, 2, board.Black, 5); !errors.Is(err, errNoRoom) {
			t.Errorf("without room: %v", err)
		}
	}
	room.writes, room.changes = 1<<20, true
	if _, err := source.Span(face, 2, board.Black, 5); err == nil ||
		!strings.Contains(err.Error(), "scratch is damaged") {
		t.Errorf("with other values: %v", err)
	}
	room.changes = false
	for number := range face.Slices() {
		wantFaceSlice(t, source, face, l, tabletest.FacesOf(l)[0], number, values)
	}
	tabletest.WantFrames(t, source, l, 0, values[0], board.White, board.Black)
}
