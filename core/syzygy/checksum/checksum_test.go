package checksum_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/matewright/matewright/core/syzygy/checksum"
)

func TestX(t *testing.T) {
	files, _ := filepath.Glob("/work/shared/oracle/syzygy/*")
	for _, f := range files {
		b, _ := os.ReadFile(f)
		n := len(b) - 16
		s := checksum.Of(b[:n])
		if !bytes.Equal(s[:], b[n:]) {
			t.Errorf("%s", f)
		}
	}
}
