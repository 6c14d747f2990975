package syzygy

import (
	"bytes"
	"errors"
	"testing"

	"github.com/matewright/matewright/core/syzygy/seal"
)

// TestSample compares positions with their moves, also of a file with wrong values and the right checksum.
func TestSample(t *testing.T) {
	files := smallFiles(t)
	for _, name := range []string{"KQvK", "KNvKN"} {
		if n, err := tablesOf(files, false).Sample(t.Context(), mustParse(t, name), 500, 1); n != 500 || err != nil {
			t.Errorf("%s: %d, %v", name, n, err)
		}
	}
	data := bytes.Clone(files["KQvK.rtbz"])
	for at := len(data) / 2; at < len(data)-100; at += 40 {
		data[at] ^= 0x55
	}
	body := data[:len(data)-seal.Size]
	sum, err := seal.Sum(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	files["KQvK.rtbz"] = append(body, sum[:]...)
	if err := VerifySource(bytes.NewReader(files["KQvK.rtbz"]), int64(len(data))); err != nil {
		t.Fatal(err)
	}
	_, err = tablesOf(files, false).Sample(t.Context(), mustParse(t, "KQvK"), 500, 1)
	if !errors.As(err, new(*MismatchError)) && !errors.As(err, new(*FileError)) {
		t.Errorf("wrong values passed: %v", err)
	}
}
