package ending

import (
	"bytes"
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
)

// TestCompact copies the journal of an ending that was stopped, and that of the whole one. The copies have the same
// slices, and the same ones are stale. The first one resumes, the second one is complete.
func TestCompact(t *testing.T) {
	p := tabletest.Position(t, "8/8/2k5/3p1p2/3P1P2/8/2K5/8 w - - 0 1")
	room := new(memoryRoom)
	compact := func(e *Ending) (*memoryRoom, *Ending) {
		t.Helper()
		to := new(memoryRoom)
		if isWhole, err := Compact(room, to); err != nil || !isWhole {
			t.Fatal(isWhole, err)
		}
		size := len(to.bytes)
		copied, again := inRoom(t, p, to), inRoom(t, p, &memoryRoom{bytes: room.copy()})
		if diff := cmp.Diff(packed(t, e), packed(t, copied), cmp.Comparer(bytes.Equal)); diff != "" {
			t.Error(diff)
		}
		for s := range again.kept.nodes {
			if again.kept.isStale(s) != copied.kept.isStale(s) {
				t.Errorf("%v is stale in one journal alone", s)
			}
		}
		if size > len(room.bytes) || len(to.bytes) != size {
			t.Errorf("%d bytes, of %d; %d after it was opened", size, len(room.bytes), len(to.bytes))
		}
		return to, copied
	}
	stopped := inRoom(t, p, room)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	if err := stopped.Solve(ctx, func(p Progress) {
		if p.Solved == 40 {
			stop()
		}
	}); err != nil {
		t.Fatal(err)
	}
	copied, resumed := compact(stopped)
	early := &memoryRoom{bytes: copied.copy()}
	if resumed.round == nil || resumed.complete {
		t.Error("the copy does not resume")
	}
	if err := resumed.Solve(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	whole := inRoom(t, p, room)
	if err := whole.Solve(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(packed(t, whole), packed(t, resumed), cmp.Comparer(bytes.Equal)); diff != "" {
		t.Errorf("resumed from the copy: %d slices, want %d", len(resumed.kept.nodes), len(whole.kept.nodes))
	}
	to, copy := compact(whole)
	if !copy.complete || len(to.bytes) >= len(room.bytes) {
		t.Errorf("complete %v, %d bytes of %d", copy.complete, len(to.bytes), len(room.bytes))
	}
	for _, of := range []struct {
		room     *memoryRoom
		complete bool
	}{{room, true}, {claiming(t, early), false}} {
		adopted := new(memoryRoom)
		if isWhole, err := Adopt(of.room, adopted); err != nil || !isWhole {
			t.Fatal(isWhole, err)
		}
		if stranger := inRoom(t, p, adopted); stranger.complete != of.complete || stranger.round != nil {
			t.Errorf("adopted: complete %v, want %v; round %v", stranger.complete, of.complete, stranger.round)
		}
	}
	if _, err := Compact(&memoryRoom{bytes: []byte("no journal")}, new(memoryRoom)); err == nil {
		t.Error("a file that is no journal")
	}
	damaged := room.copy()
	damaged[len(damaged)/2] ^= 1
	for _, bytes := range [][]byte{damaged, room.bytes[:len(room.bytes)-1]} {
		if isWhole, err := Compact(&memoryRoom{bytes: bytes}, new(memoryRoom)); err != nil || isWhole {
			t.Errorf("damaged or cut: %v, %v", isWhole, err)
		}
	}
}

// claiming adds the claim to a journal that no more slices can be solved.
func claiming(t *testing.T, room *memoryRoom) *memoryRoom {
	t.Helper()
	room = &memoryRoom{bytes: room.copy()}
	k := newKept(room, 0)
	if _, err := k.restore(); err != nil {
		t.Fatal(err)
	}
	if err := k.end(newQuestion(MaxPieces, board.Colors[:])); err != nil {
		t.Fatal(err)
	}
	return room
}
