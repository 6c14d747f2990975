package store

import (
	"os"
	"testing"
)

// RedirectWriter lets a file store's writer write to another file.
func RedirectWriter(t *testing.T, w Writer, path string) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	w.(*fileWriter).buf.Reset(file)
}
