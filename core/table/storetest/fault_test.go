package storetest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/matewright/matewright/core/table"
)

var errDisk = errors.New("input/output error")

var stores = map[string]func(t *testing.T) table.Store{
	"Mem":  func(*testing.T) table.Store { return table.NewMemStore() },
	"File": func(t *testing.T) table.Store { return table.NewFileStore(t.TempDir()) },
}

// TestFaultStoreIsAStore holds the wrapper, when it does nothing, to the
// contract.
func TestFaultStoreIsAStore(t *testing.T) {
	Run(t, func(*testing.T) table.Store { return &FaultStore{Store: table.NewMemStore()} })
}

// TestFaultsStayInvisible lets every single call of storing a table fail in
// turn: the table of before stays, whole, and the next attempt succeeds.
func TestFaultsStayInvisible(t *testing.T) {
	old, replacement := pattern(1, 1<<20), pattern(2, 2<<20)
	for name, open := range stores {
		for op, calls := range map[Op]int{Create: 1, Write: 7, Commit: 1} {
			for n := 1; n <= calls; n++ {
				for _, fault := range []error{table.ErrFull, errDisk} {
					t.Run(fmt.Sprint(name, op, n), func(t *testing.T) {
						store := &FaultStore{Store: open(t)}
						put(t, store, "KQvK", old, "old")
						for _, target := range []string{"KQvK", "KRvK"} {
							store.Fail(op, n, fault)
							if err := tryPut(t.Context(), store, target, replacement, "new"); !errors.Is(err, fault) {
								t.Fatalf("storing %s: %v, want %v", target, err, fault)
							}
							wantList(t, store, "KQvK")
							wantTable(t, store, "KQvK", old, "old")
						}
						put(t, store, "KQvK", replacement, "new")
						wantTable(t, store, "KQvK", replacement, "new")
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
		store := &FaultStore{Store: open(t)}
		w := create(t, store, "KQvK")
		write(t, w, pattern(1, 1<<20))
		store.Fail(Write, 1, table.ErrFull)
		if n, err := w.Write(pattern(2, 1000)); n != 500 || !errors.Is(err, table.ErrFull) {
			t.Errorf("%s: Write: %d, %v, want 500 and ErrFull", name, n, err)
		}
		if err := w.Commit(nil); !errors.Is(err, table.ErrFull) {
			t.Errorf("%s: Commit after a failed Write: %v, want ErrFull", name, err)
		}
		wantList(t, store)
		abort(t, w)
	}
}

func TestReadFault(t *testing.T) {
	store := &FaultStore{Store: table.NewMemStore()}
	put(t, store, "KQvK", pattern(1, 1000), "")
	store.Fail(Read, 2, errDisk)
	for i, want := range []error{nil, errDisk, nil} {
		if _, _, err := tryGet(t.Context(), store, "KQvK"); !errors.Is(err, want) {
			t.Errorf("read %d: %v, want %v", i+1, err, want)
		}
	}
}
