package syzygy

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/matewright/matewright/core/syzygy/pairs"
	"github.com/matewright/matewright/core/syzygy/seal"
	"github.com/matewright/matewright/core/words"
)

// ErrChecksum is the error of a file with other bytes than those that its checksum belongs to.
var ErrChecksum = words.Error("core.syzygy.checksum")

// Verify checks the headers of a file, and its bytes against its checksum. Errors are [*FileError].
func Verify(path string) error {
	fail := func(err error) error { return (&file{path: path}).fail(err) }
	class, kind, ok := ParseName(filepath.Base(path))
	if !ok {
		return fail(ErrForeign)
	}
	f, err := os.Open(path)
	if err != nil {
		return fail(err)
	}
	defer f.Close()
	var info fs.FileInfo
	if info, err = f.Stat(); err != nil {
		return fail(err)
	}
	if _, err := read(pairs.FromReader(f, info.Size()), class, kind); err != nil {
		return fail(err)
	}
	if err := VerifySource(f, info.Size()); err != nil {
		return fail(err)
	}
	return nil
}

// VerifySource checks the bytes of a file with a size against its checksum. Errors are [ErrTruncated], [ErrChecksum]
// and those of the reader.
func VerifySource(r io.ReaderAt, size int64) error {
	data := size - seal.Size
	if data < 0 || data%64 != 0 {
		return ErrTruncated
	}
	sum, err := seal.Sum(io.NewSectionReader(r, 0, data))
	if err != nil {
		return err
	}
	var own [seal.Size]byte
	if n, err := r.ReadAt(own[:], data); n < len(own) {
		return err
	}
	if !bytes.Equal(own[:], sum[:]) {
		return ErrChecksum
	}
	return nil
}
