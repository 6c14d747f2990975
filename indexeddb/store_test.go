//go:build js && wasm

package indexeddb

import (
	"crypto/rand"
	"testing"

	"github.com/hack-pad/go-indexeddb/idb"

	"github.com/matewright/matewright/core/table"
	"github.com/matewright/matewright/core/table/storetest"
)

func TestStore(t *testing.T) {
	storetest.RunPersistent(t, func(t *testing.T) (table.Store, func() table.Store) {
		name := newDatabase(t)
		reopen := func() table.Store { return open(t, name) }
		return reopen(), reopen
	})
}

// newDatabase returns the name of a database that the test alone uses.
func newDatabase(t testing.TB) string {
	name := "matewright-test-" + rand.Text()
	t.Cleanup(func() { deleteDatabase(t, name) })
	return name
}

func deleteDatabase(t testing.TB, name string) {
	t.Helper()
	request, err := idb.Global().DeleteDatabase(name)
	if err == nil {
		err = request.Await(t.Context())
	}
	if err != nil {
		t.Errorf("deleting database %s: %v", name, err)
	}
}

// open returns a new connection, as another tab would have it.
func open(t testing.TB, name string) *Store {
	t.Helper()
	store, err := Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store
}
