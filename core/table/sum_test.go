package table_test

import (
	"crypto/sha256"
	"errors"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/matewright/matewright/core/table"
)

// TestSum: the checksum is that of the file, also where there is none.
func TestSum(t *testing.T) {
	random := rand.NewChaCha8([32]byte{1})
	for _, size := range []int{0, 1, 1 << 20, 5<<19 + 3} {
		data := make([]byte, size)
		random.Read(data)
		dir := t.TempDir()
		file, err := os.ReadFile(store(t, dir, "KQvK", data, []byte("head")))
		if err != nil {
			t.Fatal(err)
		}
		want := sha256.Sum256(file)
		elsewhere := image{data, []byte("head")}.store(t, "KQvK")
		for _, store := range []table.Store{table.NewFileStore(dir), elsewhere} {
			if got, err := table.Sum(t.Context(), store, "KQvK"); err != nil || got != want {
				t.Errorf("%T, %d bytes: %x, %v; want %x", store, size, got, err, want)
			}
		}
	}
	if _, err := table.Sum(t.Context(), table.NewMemStore(), "KQvK"); !errors.Is(err, table.ErrMissing) {
		t.Errorf("no table: %v", err)
	}
}
