package store_test

import (
	"crypto/sha256"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/store"
)

// TestSum checks that the checksum is that of the file, even in a store without files.
func TestSum(t *testing.T) {
	random := rand.NewChaCha8([32]byte{1})
	for _, size := range []int{0, 1, 1 << 20, 5<<19 + 3} {
		data := make([]byte, size)
		random.Read(data)
		dir := t.TempDir()
		file, err := os.ReadFile(storeTable(t, dir, "KQvK", data, []byte("head")))
		if err != nil {
			t.Fatal(err)
		}
		want := sha256.Sum256(file)
		elsewhere := tabletest.Image{Data: data, Header: []byte("head")}.Store(t, "KQvK")
		for _, tables := range []store.Store{store.NewFileStore(dir), elsewhere} {
			blob, err := tables.Open(t.Context(), "KQvK")
			if err != nil {
				t.Fatal(err)
			}
			if got, err := store.Sum(t.Context(), blob); err != nil || got != want {
				t.Errorf("%T, %d bytes: %x, %v; want %x", tables, size, got, err, want)
			}
			blob.Close()
		}
	}
}
