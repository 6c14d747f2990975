// Package shelftest tests stores of endings against their contract.
package shelftest

import (
	"errors"
	"io/fs"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/ending/shelf"
	"github.com/matewright/matewright/core/value"
)

// Run tests a store, which must be empty, and leaves it so. The ending is one of a position that takes a moment.
func Run(t *testing.T, tested shelf.Store, p board.Position) {
	name := ending.Name(&p)
	if list, err := tested.List(); len(list) > 0 || err != nil {
		t.Errorf("an empty store: %v, %v", list, err)
	}
	if err := tested.Remove(name); err != nil {
		t.Errorf("nothing to delete: %v", err)
	}
	if _, err := tested.Read(name); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("nothing to read: %v", err)
	}
	file, err := tested.Open(name)
	if errors.Is(err, errors.ErrUnsupported) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tested.Open(name); !errors.Is(err, shelf.ErrInUse) {
		t.Errorf("opened twice: %v", err)
	}
	if err := tested.Remove(name); !errors.Is(err, shelf.ErrInUse) {
		t.Errorf("deleted while it is open: %v", err)
	}
	e, err := ending.New(p, ending.Options{Memory: 32 << 20, Room: file})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Solve(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	solved, err := e.Result()
	if err != nil {
		t.Fatal(err)
	}
	other, err := tested.Open("another")
	if err != nil {
		t.Fatal(err)
	}
	other.Close() // empty, so no journal
	checkRead(t, tested, &p, solved.Low)
	if err := file.Close(); err != nil {
		t.Error(err)
	}
	list, err := tested.List()
	if err != nil || len(list) != 1 || list[0].Name != name || list[0].Position != p {
		t.Fatalf("listed: %+v, %v", list, err)
	}
	if list[0].Bytes < solved.Bytes || list[0].Modified.IsZero() {
		t.Errorf("%d bytes of %v are listed, want %d", list[0].Bytes, list[0].Modified, solved.Bytes)
	}
	checkResumed(t, tested, &p, list[0].Bytes)
	for _, name := range []string{name, "another"} {
		if err := tested.Remove(name); err != nil {
			t.Error(err)
		}
	}
	if list, err := tested.List(); len(list) > 0 || err != nil {
		t.Errorf("after deletion: %v, %v", list, err)
	}
}

// checkRead reads an ending that is open for solving.
func checkRead(t *testing.T, tested shelf.Store, p *board.Position, want value.Outcome) {
	t.Helper()
	file, err := tested.Read(ending.Name(p))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r, err := ending.Read(file, 8<<20)
	if err != nil {
		t.Fatal(err)
	}
	if low, high, err := r.Bounds(p); err != nil || low != want || high != want {
		t.Errorf("read: %v to %v (%v), want %v", low, high, err, want)
	}
}

// checkResumed opens a solved ending again, after foreign bytes.
func checkResumed(t *testing.T, tested shelf.Store, p *board.Position, end int64) {
	t.Helper()
	file, err := tested.Open(ending.Name(p))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteAt(make([]byte, 100), end); err != nil {
		t.Fatal(err)
	}
	e, err := ending.New(*p, ending.Options{Memory: 32 << 20, Room: file})
	if err != nil {
		t.Fatal(err)
	}
	got, err := e.Result()
	if err != nil || !got.Complete || got.Bytes != end {
		t.Errorf("resumed: %+v (%v), want %d bytes", got, err, end)
	}
}
