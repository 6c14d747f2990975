package ending

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/matewright/matewright/core/board"
)

// A memoryRoom is a room in memory whose bytes can be copied at any moment.
type memoryRoom struct {
	mu    sync.Mutex
	bytes []byte
}

func (r *memoryRoom) ReadAt(p []byte, off int64) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if off >= int64(len(r.bytes)) {
		return 0, io.EOF
	}
	n := copy(p, r.bytes[off:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func (r *memoryRoom) WriteAt(p []byte, off int64) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if end := off + int64(len(p)); end > int64(len(r.bytes)) {
		r.bytes = append(r.bytes, make([]byte, end-int64(len(r.bytes)))...)
	}
	return copy(r.bytes[off:], p), nil
}

func inRoom(t testing.TB, p board.Position, room *memoryRoom) *Ending {
	t.Helper()
	e, err := New(p, Options{Threads: 2, Memory: 256 << 20, Room: room})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// packed returns the packed blocks of all solved slices.
func packed(t testing.TB, e *Ending) map[Slice][]byte {
	t.Helper()
	all := map[Slice][]byte{}
	for s, n := range e.kept.nodes {
		all[s] = make([]byte, n.at.Size)
		if err := e.kept.journal.read(n.at, all[s]); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// TestResume stops an ending at random moments, sometimes in the middle of a record, and resumes it from its journal.
// In the end all slices have the same bytes as without a stop.
func TestResume(t *testing.T) {
	p := position(t, "8/8/2k5/3p1p2/3P1P2/8/2K5/8 w - - 0 1")
	whole := inRoom(t, p, new(memoryRoom))
	if err := whole.Solve(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(51, 2))
	room := new(memoryRoom)
	stops := 0
	for {
		e := inRoom(t, p, room)
		if stops > 0 && e.progress.Solved == 0 {
			t.Fatal("nothing was restored")
		}
		ctx, stop := context.WithCancel(t.Context())
		after := r.IntN(60)
		var at []byte
		err := e.Solve(ctx, func(Progress) {
			if after--; after == 0 {
				at = slices.Clone(room.bytes[:len(room.bytes)-r.IntN(40)])
				stop()
			}
		})
		stop()
		if err != nil {
			t.Fatal(err)
		}
		if at == nil {
			if diff := cmp.Diff(packed(t, whole), packed(t, e), cmp.Comparer(bytes.Equal)); diff != "" {
				t.Errorf("after %d stops: %d slices, want %d", stops, len(e.kept.nodes), len(whole.kept.nodes))
			}
			break
		}
		room = &memoryRoom{bytes: at}
		stops++
	}
	if stops < 2 {
		t.Errorf("%d stops", stops)
	}

	sums := [2][32]byte{}
	for i, room := range []*memoryRoom{whole.kept.journal.pile.Room.(*memoryRoom), room} {
		var err error
		if sums[i], err = inRoom(t, p, room).Sum(); err != nil {
			t.Fatal(err)
		}
	}
	if sums[0] != sums[1] {
		t.Errorf("sums %x", sums)
	}

	// An ended journal needs no more work.
	again := inRoom(t, p, room)
	if err := again.Solve(t.Context(), func(Progress) { t.Error("a slice was solved again") }); err != nil {
		t.Fatal(err)
	}
	if low, high, err := again.Bounds(&p); low != high || err != nil {
		t.Errorf("%v to %v, %v", low, high, err)
	}
}

// TestDamaged changes a byte of a journal. Everything before it is restored, and nothing after it.
func TestDamaged(t *testing.T) {
	p := position(t, "8/8/4k3/3p4/3P4/4K3/8/8 w - - 0 1")
	room := new(memoryRoom)
	e := inRoom(t, p, room)
	if err := e.Solve(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	want := packed(t, e)
	r := rand.New(rand.NewPCG(51, 3))
	for range 20 {
		damaged := &memoryRoom{bytes: slices.Clone(room.bytes)}
		at := r.IntN(len(damaged.bytes))
		damaged.bytes[at] ^= 1 << r.IntN(8)
		e := inRoom(t, p, damaged)
		for _, n := range e.kept.nodes {
			if n.at.Offset > int64(at) {
				t.Errorf("a block behind the damage at %d was restored", at)
			}
		}
		if err := e.Solve(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		if !maps.EqualFunc(packed(t, e), want, bytes.Equal) {
			t.Errorf("damage at %d: other blocks", at)
		}
	}
	other := position(t, "8/8/4k3/3p4/3P4/4K3/8/8 b - - 0 1")
	if _, err := New(other, Options{Room: room}); !errors.Is(err, errOther) {
		t.Errorf("journal of another position: %v", err)
	}
}
