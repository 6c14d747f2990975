// Package seal has the checksum of Syzygy files: 16 bytes that follow the data of each file.
//
// The checksum is CityHashCrc of the bytes in chunks, and then of the hashes of the chunks. A file without its last 16
// bytes has a multiple of 64 bytes.
package seal

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
)

// Size is the number of bytes of a checksum.
const Size = 16

const (
	chunk   = 1 << 24 // bytes that are hashed at a time
	longest = 900     // bytes of the hash that needs no CRC
	stride  = 240     // bytes of a step of the other one
	lane    = 40      // bytes of a part of a step
)

// Sum returns the checksum of the bytes that a reader has until its end.
func Sum(r io.Reader) (sum [Size]byte, err error) {
	var hashes []byte
	buffer := make([]byte, chunk)
	for {
		n, err := io.ReadFull(r, buffer)
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return sum, err
		}
		if n > 0 {
			for _, h := range crc256(buffer[:n]) {
				hashes = binary.LittleEndian.AppendUint64(hashes, h)
			}
		}
		if err != nil {
			break
		}
	}
	low, high := crc128(hashes)
	binary.LittleEndian.PutUint64(sum[:], low)
	binary.LittleEndian.PutUint64(sum[8:], high)
	return sum, nil
}

// crc128 returns a hash of two words.
func crc128(b []byte) (low, high uint64) {
	if len(b) <= longest {
		return city128(b)
	}
	h := crc256(b)
	return h[2], h[3]
}

// crc256 returns a hash of four words. Bytes shorter than a step are filled up with zeros.
func crc256(b []byte) [4]uint64 {
	if len(b) >= stride {
		return crcOf(b, 0)
	}
	var filled [stride]byte
	copy(filled[:], b)
	return crcOf(filled[:], ^uint32(len(b)))
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// crcWord returns the CRC-32C of a word, continuing from another one, without the inversions that are usual.
func crcWord(crc, v uint64) uint64 {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], v)
	return uint64(^crc32.Update(^uint32(crc), castagnoli, b[:]))
}

// A state has the words of the hash by CRC.
type state struct {
	a, b, c, d, e, t uint64
	crc              [5]uint64
}

// add adds [lane] bytes.
func (s *state) add(b []byte, factor uint64, flip int) {
	old := s.a
	s.a = rotate(s.b, 41^flip)*factor + word(b, 0)
	s.b = rotate(s.c, 27^flip)*factor + word(b, 8)
	s.c = rotate(s.d, 41^flip)*factor + word(b, 16)
	s.d = rotate(s.e, 33^flip)*factor + word(b, 24)
	s.e = rotate(s.t, 25^flip)*factor + word(b, 32)
	s.t = old
	for i, v := range [5]uint64{s.a, s.b, s.c, s.d, s.e} {
		s.crc[i] = crcWord(s.crc[i], v)
	}
}

// crcOf is crc256 of at least [stride] bytes.
func crcOf(b []byte, seed uint32) (result [4]uint64) {
	n := uint64(len(b))
	s := state{a: word(b, 56) + k0, b: word(b, 96) + k0, e: word(b, 184) + uint64(seed)}
	s.crc[0] = uint64(seed)
	result[0] = mix(s.b, n)
	result[1] = word(b, 120)*k0 + n
	s.c, s.d = result[0], result[1]
	s.t = s.c + s.d
	rest := b
	for len(rest) >= stride {
		for i := 0; i < stride; i += 2 * lane {
			s.add(rest[i:], 1, 1)
			s.add(rest[i+lane:], k0, 0)
		}
		rest = rest[stride:]
	}
	for len(rest) >= lane {
		s.add(rest, k0, 0)
		rest = rest[lane:]
	}
	if len(rest) > 0 {
		s.add(b[len(b)-lane:], k0, 0)
	}
	f, g, h, i, j := s.crc[0], s.crc[1], s.crc[2], s.crc[3], s.crc[4]
	j += i << 32
	a := mix(s.a, j)
	h += g << 32
	second := s.b + h
	c := mix(s.c, f) + i
	d := mix(s.d, s.e+result[0])
	j += s.e
	i += mix(h, s.t)
	e := mix(a, d) + j
	f = mix(second, c) + a
	g = mix(j, i) + c
	result[0] = e + f + g + h
	a = shiftMix((a+g)*k0)*k0 + second
	result[1] += a + result[0]
	a = shiftMix(a*k0)*k0 + c
	result[2] = a + result[1]
	result[3] = shiftMix((a+e)*k0)*k0 + result[2]
	return result
}
