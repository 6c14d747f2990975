//go:build js && wasm

package indexeddb

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/methods"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// scratchFiles opens a file of each kind.
func scratchFiles(t *testing.T, tables *Store) map[string]scratch.File {
	private, err := openPrivateScratch()
	if err != nil {
		t.Fatal(err)
	}
	return map[string]scratch.File{"private": private, "blocks": newBlockFile(t.Context(), tables)}
}

// TestScratch writes and reads here and there, and compares with memory.
func TestScratch(t *testing.T) {
	tables := open(t, newDatabase(t))
	for kind, file := range scratchFiles(t, tables) {
		random := rand.New(rand.NewPCG(1, 2))
		want := make([]byte, 5*heldBlocks*fileBlock/2)
		fill := func(b []byte) []byte {
			for i := range b {
				b[i] = byte(random.Uint32())
			}
			return b
		}
		for off := 0; off < len(want); off += 100_000 { // one after the other, then anywhere
			put := fill(want[off:min(len(want), off+100_000)])
			if n, err := file.WriteAt(put, int64(off)); err != nil || n != len(put) {
				t.Fatalf("%s: %d bytes written of %d, %v", kind, n, len(put), err)
			}
		}
		for range 200 {
			off, length := random.IntN(len(want)), 1+random.IntN(300_000)>>random.IntN(18)
			some := want[off:min(len(want), off+length)]
			if random.IntN(10) == 0 {
				if _, err := file.WriteAt(fill(some), int64(off)); err != nil {
					t.Fatalf("%s: %v", kind, err)
				}
			}
			got := make([]byte, len(some))
			if n, err := file.ReadAt(got, int64(off)); err != nil || n != len(got) || !bytes.Equal(got, some) {
				t.Fatalf("%s: %d bytes at %d of %d are others, %v", kind, n, off, len(got), err)
			}
		}
		if _, err := file.ReadAt(make([]byte, 1), 100*fileBlock); err == nil {
			t.Errorf("%s: what was never written is read", kind)
		}
		if err := file.Close(); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
	}
	if n := countBlocks(t, tables); n > 0 {
		t.Errorf("%d blocks are left", n)
	}
}

// TestClearScratch checks that the files of dead workers are deleted, and that open files stay.
func TestClearScratch(t *testing.T) {
	tables := open(t, newDatabase(t))
	files := scratchFiles(t, tables)
	folder, err := openPrivateFolder(scratchFolder)
	if err != nil {
		t.Fatal(err)
	}
	settled(t, folder.Call("getFileHandle", "LEFT", map[string]any{"create": true}))
	for kind, file := range files {
		if _, err := file.WriteAt(make([]byte, 2*heldBlocks*fileBlock), 0); err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
	}
	if open, err := tables.ClearScratch(); err != nil || open != 1 {
		t.Fatalf("%d files are open, want 1, %v", open, err)
	}
	if _, err := await(folder.Call("getFileHandle", "LEFT")); !isException(err, "NotFoundError") {
		t.Errorf("a dead worker's file: %v", err)
	}
	if _, err := files["private"].ReadAt(make([]byte, 5), 9); err != nil {
		t.Errorf("a file that is open: %v", err)
	}
	if err := files["private"].Close(); err != nil {
		t.Error(err)
	}
	if open, err := tables.ClearScratch(); err != nil || open != 0 {
		t.Errorf("%d files are open, want none, %v", open, err)
	}
	if err := tables.ClearOrphans(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := countBlocks(t, tables); n > 0 {
		t.Errorf("%d blocks are left", n)
	}
}

// TestFullScratch checks the error of a full disk.
func TestFullScratch(t *testing.T) {
	tables := openBucket(t, 3<<20)
	file := newBlockFile(t.Context(), tables)
	if _, err := file.WriteAt(make([]byte, 8<<20), 0); !errors.Is(err, store.ErrFull) {
		t.Errorf("%v, want a full disk", err)
	}
}

// spread puts bytes of a room so far apart that they fill several blocks.
type spread struct{ scratch.Room }

const spreadBy = 97 // times

func (s spread) WriteAt(p []byte, off int64) (int, error) {
	return s.each(p, off, s.Room.WriteAt)
}

func (s spread) ReadAt(p []byte, off int64) (int, error) {
	return s.each(p, off, s.Room.ReadAt)
}

func (s spread) each(p []byte, off int64, do func([]byte, int64) (int, error)) (n int, err error) {
	for n < len(p) && err == nil {
		at := off + int64(n)
		in := at % 1024 // a kibibyte stays together
		part := p[n:min(len(p), n+1024-int(in))]
		var m int
		m, err = do(part, at/1024*1024*spreadBy+in)
		n += m
	}
	return n, err
}

// TestSolveInScratch solves a slice with its values in each kind of file, and with its bits in another.
func TestSolveInScratch(t *testing.T) {
	tables := open(t, newDatabase(t))
	class, err := material.Parse("KBvK")
	if err != nil {
		t.Fatal(err)
	}
	l := slice.NewLayout(class)
	want := solve.NewValues(l)
	if err := solve.New(methods.All()[0], l, value.DTM, nil, nil).Solve(0, want); err != nil {
		t.Fatal(err)
	}
	method, err := methods.All().Named("half-cycles")
	if err != nil {
		t.Fatal(err)
	}
	bits := scratchFiles(t, tables)
	for kind, file := range scratchFiles(t, tables) {
		spilled := method.NewSink(l, value.DTM, true, spread{file})
		solver := solve.New(method, l, value.DTM, nil, nil)
		solver.Limit(method.Plan(l).Lists, spread{bits[kind]})
		if err := solver.Solve(0, spilled); err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		for _, c := range board.Colors {
			room := make([]value.Byte, l.Entries())
			got, err := spilled.View(c, 0, l.Entries(), room)
			if err != nil || !slices.Equal(got, want[c]) {
				t.Errorf("%s: the values with %v to move are others, %v", kind, c, err)
			}
		}
		if err := errors.Join(file.Close(), bits[kind].Close()); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
	}
}
