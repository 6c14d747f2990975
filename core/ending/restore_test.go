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
	"github.com/matewright/matewright/core/internal/tabletest"
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

func (r *memoryRoom) Truncate(size int64) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.bytes = r.bytes[:size]
	return nil
}

func (r *memoryRoom) copy() []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.bytes)
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
	p := tabletest.Position(t, "8/8/2k5/3p1p2/3P1P2/8/2K5/8 w - - 0 1")
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
		err := e.Solve(ctx, func(p Progress) {
			if p.Solved < 2 { // one may be cut off
				return
			}
			if after--; after == 0 {
				at = room.copy()
				at = at[:len(at)-r.IntN(40)]
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

// TestDamaged changes a byte of a journal. Everything before it is restored, and nothing after it. A file with another
// beginning is refused, and stays as it is.
func TestDamaged(t *testing.T) {
	p := tabletest.Position(t, "8/8/4k3/3p4/3P4/4K3/8/8 w - - 0 1")
	room := new(memoryRoom)
	e := inRoom(t, p, room)
	if err := e.Solve(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	want := packed(t, e)
	r := rand.New(rand.NewPCG(51, 3))
	first := len(record(positionRecord, []byte(magic+p.FEN())))
	for range 20 {
		damaged := &memoryRoom{bytes: room.copy()}
		at := first + r.IntN(len(damaged.bytes)-first)
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
	other := tabletest.Position(t, "8/8/4k3/3p4/3P4/4K3/8/8 b - - 0 1")
	if _, err := New(other, Options{Room: room}); !errors.Is(err, errOther) {
		t.Errorf("journal of another position: %v", err)
	}
}

// TestForeign begins with files that are not the journal of the ending. They are refused, and stay as they are.
func TestForeign(t *testing.T) {
	p := tabletest.Position(t, "8/8/4k3/3p4/3P4/4K3/8/8 w - - 0 1")
	whole := new(memoryRoom)
	inRoom(t, p, whole)
	flipped := whole.copy()
	flipped[12] ^= 1
	for name, content := range map[string][]byte{
		"notes":            []byte("my notes"),
		"zeros":            make([]byte, 100),
		"a damaged begin":  flipped,
		"one byte, zeroed": {0},
	} {
		room := &memoryRoom{bytes: slices.Clone(content)}
		if _, err := New(p, Options{Room: room}); !errors.Is(err, errOther) {
			t.Errorf("%s: %v", name, err)
		}
		if !bytes.Equal(room.bytes, content) {
			t.Errorf("%s were changed", name)
		}
	}
	torn := &memoryRoom{bytes: whole.copy()[:20]} // by a kill
	if _, err := New(p, Options{Room: torn}); err != nil || !bytes.Equal(torn.bytes, whole.bytes) {
		t.Errorf("an incomplete beginning: %v", err)
	}
}

// A longestRoom notes the longest read.
type longestRoom struct {
	memoryRoom
	longest int
}

func (r *longestRoom) ReadAt(p []byte, off int64) (int, error) {
	r.longest = max(r.longest, len(p))
	return r.memoryRoom.ReadAt(p, off)
}

// TestLongPosition refuses a first record that is too long for a position. It reads none of it, as stores list all
// files.
func TestLongPosition(t *testing.T) {
	first := record(positionRecord, append([]byte(magic), make([]byte, mostBody/8)...))
	room := &longestRoom{memoryRoom: memoryRoom{bytes: first}}
	if p, err := ReadPosition(room); !errors.Is(err, ErrNone) || room.longest > mostPosition {
		t.Errorf("%s, %v, after a read of %d bytes", p.FEN(), err, room.longest)
	}
}

// A failingRoom fails to read or to write after a number of calls.
type failingRoom struct {
	memoryRoom
	reads, writes int
}

var errRoom = errors.New("the room failed")

func (r *failingRoom) ReadAt(p []byte, off int64) (int, error) {
	if r.reads--; r.reads == 0 {
		return 0, errRoom
	}
	return r.memoryRoom.ReadAt(p, off)
}

func (r *failingRoom) WriteAt(p []byte, off int64) (int, error) {
	if r.writes--; r.writes == 0 {
		return 0, errRoom
	}
	return r.memoryRoom.WriteAt(p, off)
}

// TestFailures lets the room fail at each call in turn. The error is reported, and the journal keeps all it had.
func TestFailures(t *testing.T) {
	p := tabletest.Position(t, "8/8/4k3/3p4/3P4/4K3/8/8 w - - 0 1")
	whole := new(memoryRoom)
	if err := inRoom(t, p, whole).Solve(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	for reads := 1; reads < 8; reads++ {
		room := &failingRoom{memoryRoom: memoryRoom{bytes: whole.copy()}, reads: reads}
		if _, err := New(p, Options{Memory: 1 << 20, Room: room}); !errors.Is(err, errRoom) {
			t.Errorf("read %d fails: %v", reads, err)
		}
		if !bytes.Equal(room.bytes, whole.bytes) {
			t.Errorf("read %d fails: the journal was changed", reads)
		}
	}
	for writes := 1; writes < 6; writes++ {
		room := &failingRoom{writes: writes}
		ctx, stop := context.WithCancel(t.Context())
		e, err := New(p, Options{Memory: 256 << 20, Room: room})
		if err == nil {
			err = e.Solve(ctx, func(Progress) {
				if room.writes == 1 {
					stop() // at the same time
				}
			})
		}
		stop()
		if !errors.Is(err, errRoom) && ctx.Err() == nil {
			t.Errorf("write %d fails: %v", writes, err)
		}
		if err := inRoom(t, p, &room.memoryRoom).Solve(t.Context(), nil); err != nil {
			t.Errorf("after a failed write %d: %v", writes, err)
		}
	}
}
