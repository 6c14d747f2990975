// Package shelftest tests stores of endings against their contract.
package shelftest

import (
	"errors"
	"io/fs"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/ending/shelf"
	"github.com/matewright/matewright/core/scratch"
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
	if _, err := tested.Put(name, func(scratch.Room) error { return nil }, nil); !errors.Is(err, shelf.ErrInUse) {
		t.Errorf("replaced while it is open: %v", err)
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
	checkPut(t, tested, &p)
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

// checkPut replaces an ending by a journal without slices, once that is accepted. Then it deletes that, and puts the
// ending back.
func checkPut(t *testing.T, tested shelf.Store, p *board.Position) {
	t.Helper()
	name := ending.Name(p)
	refused := errors.New("refused")
	var old scratch.Memory
	bytes := func() int64 {
		t.Helper()
		list, err := tested.List()
		if err != nil || len(list) != 1 {
			t.Fatalf("listed: %+v, %v", list, err)
		}
		return list[0].Bytes
	}
	before := bytes()
	for _, test := range []struct{ fill, replaces error }{{refused, nil}, {nil, refused}, {}} {
		calls := 0
		e, err := tested.Put(name, func(part scratch.Room) error {
			_, err := ending.New(*p, ending.Options{Memory: 32 << 20, Room: part})
			return errors.Join(err, test.fill)
		}, func(part, there scratch.Room) error {
			calls++
			got, err := ending.ReadPosition(part)
			if err != nil || got != *p {
				t.Errorf("the new journal: %v, %v", got, err)
			}
			if test.replaces == nil {
				_, err = ending.Compact(there, &old)
			}
			return errors.Join(err, test.replaces)
		})
		isPut := test.fill == nil && test.replaces == nil
		if !isPut {
			if after := bytes(); !errors.Is(err, refused) || after != before {
				t.Errorf("refused: %v, %d bytes, before %d", err, after, before)
			}
		} else if err != nil || e.Position != *p || e.Bytes != bytes() || e.Bytes >= before {
			t.Errorf("put: %+v, %v", e, err)
		}
		if (calls == 1) != (test.fill == nil) {
			t.Errorf("%d calls of replaces", calls)
		}
	}
	if err := tested.Remove(name); err != nil {
		t.Error(err)
	}
	_, err := tested.Put(name, func(part scratch.Room) error {
		_, err := ending.Compact(&old, part)
		return err
	}, func(_, _ scratch.Room) error { return refused })
	if err != nil {
		t.Error(err)
	}
	checkRead(t, tested, p, value.Drawn)
}
