package storetest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/matewright/matewright/core/store"
)

var errDisk = errors.New("input/output error")

var stores = map[string]func(t *testing.T) store.Store{
	"Mem":  func(*testing.T) store.Store { return store.NewMemStore() },
	"File": func(t *testing.T) store.Store { return store.NewFileStore(t.TempDir()) },
}

// TestFaultStoreIsAStore holds the wrapper, when it does nothing, to the
// contract.
func TestFaultStoreIsAStore(t *testing.T) {
	Run(t, func(*testing.T) store.Store { return &FaultStore{Store: store.NewMemStore()} })
}

// TestFaultsStayInvisible lets every single call of storing a table fail in
// turn: the table of before stays, whole, and the next attempt succeeds.
func TestFaultsStayInvisible(t *testing.T) {
	old, replacement := pattern(1, 1<<20), pattern(2, 2<<20)
	for name, open := range stores {
		for op, calls := range map[Op]int{Create: 1, Write: 7, Commit: 1} {
			for n := 1; n <= calls; n++ {
				for _, fault := range []error{store.ErrFull, errDisk} {
					t.Run(fmt.Sprint(name, op, n), func(t *testing.T) {
						tables := &FaultStore{Store: open(t)}
						put(t, tables, "KQvK", old, "old")
						for _, target := range []string{"KQvK", "KRvK"} {
							tables.Fail(op, n, fault)
							if err := tryPut(t.Context(), tables, target, replacement, "new"); !errors.Is(err, fault) {
								t.Fatalf("storing %s: %v, want %v", target, err, fault)
							}
							wantList(t, tables, "KQvK")
							wantTable(t, tables, "KQvK", old, "old")
						}
						put(t, tables, "KQvK", replacement, "new")
						wantTable(t, tables, "KQvK", replacement, "new")
					})
				}
			}
		}
	}
}

// TestCommitAfterFailedWrite: half of the last write is in the store, yet
// nothing of it may be seen.
func TestCommitAfterFailedWrite(t *testing.T) {
	for name, open := range stores {
		tables := &FaultStore{Store: open(t)}
		w := create(t, tables, "KQvK")
		write(t, w, pattern(1, 1<<20))
		tables.Fail(Write, 1, store.ErrFull)
		if n, err := w.Write(pattern(2, 1000)); n != 500 || !errors.Is(err, store.ErrFull) {
			t.Errorf("%s: Write: %d, %v, want 500 and ErrFull", name, n, err)
		}
		if err := w.Commit(nil); !errors.Is(err, store.ErrFull) {
			t.Errorf("%s: Commit after a failed Write: %v, want ErrFull", name, err)
		}
		wantList(t, tables)
		abort(t, w)
	}
}

func TestReadFault(t *testing.T) {
	tables := &FaultStore{Store: store.NewMemStore()}
	put(t, tables, "KQvK", pattern(1, 1000), "")
	tables.Fail(Read, 2, errDisk)
	for i, want := range []error{nil, errDisk, nil} {
		if _, _, err := tryGet(t.Context(), tables, "KQvK"); !errors.Is(err, want) {
			t.Errorf("read %d: %v, want %v", i+1, err, want)
		}
	}
}
