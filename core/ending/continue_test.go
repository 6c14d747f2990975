package ending

import (
	"testing"

	"github.com/matewright/matewright/core/internal/tabletest"
)

// A countingRoom counts the bytes that are read.
type countingRoom struct {
	*memoryRoom
	read int64
}

func (r *countingRoom) ReadAt(p []byte, off int64) (int, error) {
	n, err := r.memoryRoom.ReadAt(p, off)
	r.read += int64(n)
	return n, err
}

// TestContinue reads a journal again and again while it grows, and only the new records. In the end it has all. It does
// not continue another journal.
func TestContinue(t *testing.T) {
	room := new(memoryRoom)
	p := tabletest.Position(t, "8/8/8/8/k1p5/8/KP6/8 w - - 0 1")
	e := inRoom(t, p, room)
	early, err := Read(room, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	solved, times := 0, 0
	err = e.Solve(t.Context(), func(now Progress) {
		if now.Solved < solved+5 {
			return
		}
		solved = now.Solved
		counted := &countingRoom{memoryRoom: room}
		before, last := early.Bytes(), early.kept.journal.last.Size
		if isSame, err := early.Continue(counted); err != nil || !isSame || early.Count().Slices < solved {
			t.Errorf("continued: %v, %v, %d of %d slices", isSame, err, early.Count().Slices, solved)
		}
		if most := early.Bytes() - before + int64(last) + recordHeader; counted.read > most {
			t.Errorf("%d bytes were read, want at most %d", counted.read, most)
		}
		times++
	})
	if err != nil {
		t.Fatal(err)
	}
	if isSame, err := early.Continue(room); err != nil || !isSame || len(early.Answered()) != 2 {
		t.Errorf("in the end: %v, %v, answered for %v", isSame, err, early.Answered())
	}
	if isSame, err := early.Continue(room); err != nil || !isSame || len(early.Answered()) != 2 || times < 3 {
		t.Errorf("without more: %v, %v, answered for %v, %d times before", isSame, err, early.Answered(), times)
	}
	want, err := e.Answer(&p)
	if err != nil {
		t.Fatal(err)
	}
	got, err := early.Answer(&p)
	if err != nil || got.Low != want.Low || got.High != want.High {
		t.Errorf("%+v (%v), want %+v", got, err, want)
	}
	compact := new(memoryRoom)
	if _, err := Compact(room, compact); err != nil {
		t.Fatal(err)
	}
	for _, other := range []*memoryRoom{compact, new(memoryRoom)} {
		if isSame, err := early.Continue(other); err != nil || isSame || early.Bytes() != e.Bytes() {
			t.Errorf("another journal: %v, %v", isSame, err)
		}
	}
}
