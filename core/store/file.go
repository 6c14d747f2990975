package store

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"syscall"

	"github.com/matewright/matewright/core/checksum"
)

const (
	fileKind    = "MWTABLE"
	fileVersion = 1
	fileMagic   = fileKind + "\x01"
	trailerSize = 8 + 4 + 4 + int64(len(fileMagic))
)

// DataOffset is the number of bytes of a file before its data.
const DataOffset = int64(len(fileMagic))

// FileExt is the ending of the names of table files.
const FileExt = ".mwt"

// FileFrame returns the bytes of a file before and after the given number of bytes of data, for the header of a table.
//
// # The file
//
// A file has the data and the header as they were passed to a [Writer]. The frame around them makes truncated,
// overwritten and foreign files recognizable. Numbers are little-endian.
//
//	        0  +---------------------------+
//	           | magic "MWTABLE", version  |  8 bytes: version 1 is the byte 1
//	        8  +---------------------------+
//	           | data                      |  d bytes
//	    8 + d  +---------------------------+
//	           | header                    |  h bytes
//	8 + d + h  +---------------------------+
//	           | d                         |  8 bytes
//	           | h                         |  4 bytes
//	           | checksum                  |  4 bytes: CRC-32C of header, d and h
//	           | magic "MWTABLE", version  |  8 bytes
//	           +---------------------------+
//
// The frame has no checksum of the data. The blocks inside have their own, so that each can be checked by itself.
func FileFrame(size int64, header []byte) (before, after []byte) {
	lengths := binary.LittleEndian.AppendUint64(nil, uint64(size))
	lengths = binary.LittleEndian.AppendUint32(lengths, uint32(len(header)))
	after = append(append(after, header...), lengths...)
	after = binary.LittleEndian.AppendUint32(after, frameChecksum(header, lengths))
	return []byte(fileMagic), append(after, fileMagic...)
}

// frameChecksum covers the header and the lengths that follow it in the file.
func frameChecksum(header, lengths []byte) uint32 {
	return checksum.Continue(checksum.Sum(header), lengths)
}

// A File is a [Blob] in a file whose frame has been checked.
type File struct {
	Name   string // for errors
	file   io.ReaderAt
	closer io.Closer // nil if the file is not the table's to be closed
	size   int64     // of the data
	header []byte
}

// OpenFile checks the frame of a file of the given size, and reads the header. It checks all lengths against the size
// of the file before it uses them. Errors have no name.
func OpenFile(file io.ReaderAt, size int64) (*File, error) {
	t := &File{file: file}
	begin := make([]byte, min(size, int64(len(fileMagic))))
	if err := t.readFile(begin, 0); err != nil {
		return nil, err
	}
	if err := checkMagic(begin); err != nil {
		return nil, err
	}
	payload := size - DataOffset - trailerSize
	if payload < 0 {
		return nil, fmt.Errorf("%w: a file of %d bytes is too short", ErrCorrupt, size)
	}
	trailer := make([]byte, trailerSize)
	if err := t.readFile(trailer, size-trailerSize); err != nil {
		return nil, err
	}
	lengths, checksum, end := trailer[:12], binary.LittleEndian.Uint32(trailer[12:]), trailer[16:]
	if string(end) != fileMagic {
		return nil, fmt.Errorf("%w: its end is missing", ErrCorrupt)
	}
	dataSize, headerSize := binary.LittleEndian.Uint64(lengths), int64(binary.LittleEndian.Uint32(lengths[8:]))
	if headerSize > MaxHeader || headerSize > payload || dataSize != uint64(payload-headerSize) {
		return nil, fmt.Errorf(
			"%w: %d bytes of data and %d of header don't fill the file",
			ErrCorrupt,
			dataSize,
			headerSize,
		)
	}
	t.size, t.header = int64(dataSize), make([]byte, headerSize)
	if err := t.readFile(t.header, DataOffset+t.size); err != nil {
		return nil, err
	}
	if frameChecksum(t.header, lengths) != checksum {
		return nil, fmt.Errorf("%w: the header's checksum is wrong", ErrCorrupt)
	}
	return t, nil
}

// checkMagic looks at the first bytes of a file.
func checkMagic(begin []byte) error {
	version, ok := bytes.CutPrefix(begin, []byte(fileKind))
	switch {
	case !ok || len(version) == 0:
		return ErrForeign
	case version[0] != fileVersion:
		return fmt.Errorf("%w: file version %d, this program reads %d", ErrVersion, version[0], fileVersion)
	}
	return nil
}

func (t *File) Header() []byte { return t.header }
func (t *File) Size() int64    { return t.size }

func (t *File) Close() error {
	if t.closer == nil {
		return nil
	}
	return t.closer.Close()
}

func (t *File) ReadAt(ctx context.Context, p []byte, off int64) error {
	if err := cmp.Or(ctx.Err(), CheckRange(t.Name, t.size, off, len(p))); err != nil {
		return err
	}
	if err := t.readFile(p, DataOffset+off); err != nil {
		return &Error{t.Name, err}
	}
	return nil
}

// readFile fills p from the file's byte off on.
func (t *File) readFile(p []byte, off int64) error {
	n, err := t.file.ReadAt(p, off)
	switch {
	case n == len(p):
		return nil
	case err == io.EOF:
		return fmt.Errorf("%w: the file was cut short", ErrCorrupt)
	case errors.Is(err, syscall.ESTALE): // another machine has removed or replaced the file
		return fmt.Errorf("%w: %w", ErrMissing, err)
	}
	return err
}
