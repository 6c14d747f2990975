// Package wire writes and reads the headers of stored tables and faces.
//
// A header is a magic, the version of its format, fields, and the CRC-32C of all bytes before it. Numbers of fixed size
// are little-endian. The others are unsigned varints, and a text is its length and its bytes.
package wire

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/matewright/matewright/core/checksum"
	"github.com/matewright/matewright/core/store"
)

// Begin returns the beginning of a header.
func Begin(magic string, version uint16) []byte {
	return binary.LittleEndian.AppendUint16([]byte(magic), version)
}

// AppendText appends a text of at most [MaxText] bytes.
func AppendText(b []byte, s string) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

// MaxText is the largest number of bytes in a text.
const MaxText = 200

// Seal ends a header with its checksum.
func Seal(b []byte) []byte { return binary.LittleEndian.AppendUint32(b, checksum.Sum(b)) }

// A Reader reads the fields of a header. After the first error it returns zeros.
type Reader struct {
	rest []byte
	err  error
}

// Unseal returns a reader of the fields of a header, after it has checked magic, checksum and version. Errors match
// [store.ErrCorrupt] or [store.ErrVersion].
func Unseal(magic string, version uint16, b []byte) (Reader, error) {
	r, _, err := UnsealFrom(magic, version, version, b)
	return r, err
}

// UnsealFrom is like [Unseal], but also reads earlier versions from the oldest one on. It returns the version.
func UnsealFrom(magic string, oldest, version uint16, b []byte) (r Reader, found uint16, err error) {
	if len(b) < len(magic)+2+4 || string(b[:len(magic)]) != magic {
		return Reader{}, 0, fmt.Errorf("%w: no header", store.ErrCorrupt)
	}
	body, sum := b[:len(b)-4], binary.LittleEndian.Uint32(b[len(b)-4:])
	if checksum.Sum(body) != sum {
		return Reader{}, 0, fmt.Errorf("%w: checksum of the header", store.ErrCorrupt)
	}
	r = NewReader(body[len(magic):])
	if found = r.Uint16(); found < oldest || found > version {
		return Reader{}, 0, fmt.Errorf("%w: format version %d, this program reads %d", store.ErrVersion, found, version)
	}
	return r, found, nil
}

// NewReader returns a reader of fields.
func NewReader(fields []byte) Reader { return Reader{rest: fields} }

var errShort = errors.New("it ends too early")

// Fail sets the reader's error, if it has none.
func (r *Reader) Fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.rest = nil
}

// Err returns the first error.
func (r *Reader) Err() error { return r.err }

// Len returns the number of bytes that are left.
func (r *Reader) Len() int { return len(r.rest) }

// Expect fails if fewer bytes than n are left.
func (r *Reader) Expect(n int) {
	if len(r.rest) < n {
		r.Fail(errShort)
	}
}

// End returns the first error, and one if bytes are left. Errors match [store.ErrCorrupt].
func (r *Reader) End() error {
	if len(r.rest) > 0 {
		r.Fail(errors.New("it has bytes too many"))
	}
	if r.err != nil {
		return fmt.Errorf("%w: header: %w", store.ErrCorrupt, r.err)
	}
	return nil
}

// Bytes returns the next n bytes, or n zero bytes (n being small).
func (r *Reader) Bytes(n int) []byte {
	if len(r.rest) < n {
		r.Fail(errShort)
		return make([]byte, n)
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

// Byte returns the next byte.
func (r *Reader) Byte() byte { return r.Bytes(1)[0] }

// Uint16 returns the next number of 16 bits.
func (r *Reader) Uint16() uint16 { return binary.LittleEndian.Uint16(r.Bytes(2)) }

// Uint32 returns the next number of 32 bits.
func (r *Reader) Uint32() uint32 { return binary.LittleEndian.Uint32(r.Bytes(4)) }

// Uvarint returns the next unsigned varint, which must be in its only form and at most the limit.
func (r *Reader) Uvarint(limit uint64) uint64 {
	x, n := binary.Uvarint(r.rest)
	padded := n > 1 && r.rest[n-1] == 0 // a header has only one encoding
	if n <= 0 || padded || x > limit {
		r.Fail(errors.New("a number is out of range"))
		return 0
	}
	r.rest = r.rest[n:]
	return x
}

// Text returns the next text.
func (r *Reader) Text() string { return string(r.Bytes(int(r.Uvarint(MaxText)))) }
