package scratch

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

func TestPile(t *testing.T) {
	dir := t.TempDir()
	file := Lazily(FilesIn(dir))
	pile := Pile{Room: file}
	var pieces []Piece
	for range 2 { // the second time over the first
		pile.Clear()
		pieces = nil
		for i := range 100 {
			at, err := pile.Add(bytes.Repeat([]byte{byte(i)}, 100*i))
			if err != nil {
				t.Fatal(err)
			}
			pieces = append(pieces, at)
		}
	}
	room := make([]byte, 10_000)
	for i, at := range pieces {
		if err := pile.Read(at, room); err != nil || at.Size != int32(100*i) ||
			bytes.Count(room[:at.Size], []byte{byte(i)}) != 100*i {
			t.Errorf("piece %d of %d bytes: %v", i, at.Size, err)
		}
	}
	index, err := pile.AddIndex(len(pieces))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pile.Add([]byte("behind it")); err != nil {
		t.Fatal(err)
	}
	for i := len(pieces) - 1; i >= 0; i -= 2 {
		if err := pile.SetIndex(index, i, pieces[i]); err != nil {
			t.Fatal(err)
		}
	}
	for i := range pieces {
		at, err := pile.Index(index, i)
		if noted := i%2 == 1; noted != (err == nil) || noted && at != pieces[i] {
			t.Errorf("piece %d is at %+v, %v", i, at, err)
		}
	}
	if _, err := file.WriteAt([]byte{0}, pieces[7].Offset+5); err != nil {
		t.Fatal(err)
	}
	if err := pile.Read(pieces[7], room); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("a damaged piece: %v", err)
	}
	if err := file.Close(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%v are left, %v", left, err)
	}
}

// TestLazily checks that a file is opened only at the first use, and that an error to open it is returned.
func TestLazily(t *testing.T) {
	errNone := errors.New("none left")
	opened := 0
	file := Lazily(func() (File, error) {
		opened++
		return nil, errNone
	})
	if err := file.Close(); err != nil || opened > 0 {
		t.Errorf("%v, it was opened %d times", err, opened)
	}
	if _, err := file.WriteAt([]byte{1}, 0); !errors.Is(err, errNone) {
		t.Errorf("%v", err)
	}
}

// TestTraffic checks that the traffic of several files is counted together.
func TestTraffic(t *testing.T) {
	var traffic Traffic
	for range 2 {
		file := traffic.Count(Lazily(FilesIn(t.TempDir())))
		if _, err := file.WriteAt(make([]byte, 1000), 5000); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if _, err := file.ReadAt(make([]byte, 10), 5500); err != nil {
				t.Fatal(err)
			}
		}
		if n, err := file.ReadAt(make([]byte, 100), 5950); n != 50 || err == nil {
			t.Errorf("%d bytes are read at the end, %v", n, err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if read, written := traffic.Bytes(); read != 2*(3*10+50) || written != 2*1000 {
		t.Errorf("%d bytes were read and %d written", read, written)
	}
}

// TestMemory checks a room in memory against one list of bytes. Some of the pieces cross parts, and some leave a gap
// before them.
func TestMemory(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	room, want := new(Memory), []byte(nil)
	for range 60 {
		piece := make([]byte, random.IntN(memoryPart))
		for i := range piece {
			piece[i] = byte(random.Uint32())
		}
		off := random.IntN(len(want) + 1000)
		if n, err := room.WriteAt(piece, int64(off)); n != len(piece) || err != nil {
			t.Fatalf("wrote %d of %d bytes (%v)", n, len(piece), err)
		}
		want = append(want, make([]byte, max(0, off+len(piece)-len(want)))...)
		copy(want[off:], piece)
		off = random.IntN(len(want) + 1)
		got := make([]byte, random.IntN(3*memoryPart))
		n, err := room.ReadAt(got, int64(off))
		if most := min(len(got), len(want)-off); n != most || (err == io.EOF) != (most < len(got)) {
			t.Fatalf("read %d of %d bytes at %d of %d (%v)", n, len(got), off, len(want), err)
		}
		if !bytes.Equal(got[:n], want[off:off+n]) {
			t.Fatalf("other bytes at %d", off)
		}
	}
	if len(room.parts) < 2 {
		t.Errorf("the room has %d parts", len(room.parts))
	}
}
