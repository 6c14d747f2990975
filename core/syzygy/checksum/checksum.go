// Package checksum computes the checksum at the end of a Syzygy file.
//
// It is CityHash's CRC variant of 128 bits, over the results of its variant of 256 bits for each 16 MiB of the file.
// Programs that probe don't check it; tools that check files do.
package checksum

import (
	"encoding/binary"
	"hash/crc32"
	"io"
	"math/bits"
)

// Size is the number of bytes of a checksum.
const Size = 16

const partSize = 1 << 24

// Of returns the checksum of bytes.
func Of(file []byte) [Size]byte {
	var results []byte
	for first := 0; first < len(file); first += partSize {
		results = appendPart(results, file[first:min(first+partSize, len(file))])
	}
	return finish(results)
}

// Read reads a number of bytes and returns their checksum. The error is that of the reader.
func Read(r io.Reader, bytes int64) (sum [Size]byte, err error) {
	var results []byte
	part := make([]byte, min(partSize, bytes))
	for ; bytes > 0; bytes -= int64(len(part)) {
		part = part[:min(partSize, bytes)]
		if _, err := io.ReadFull(r, part); err != nil {
			return sum, err
		}
		results = appendPart(results, part)
	}
	return finish(results), nil
}

func appendPart(results, part []byte) []byte {
	for _, r := range city256(part) {
		results = binary.LittleEndian.AppendUint64(results, r)
	}
	return results
}

func finish(results []byte) (sum [Size]byte) {
	if len(results) == 0 {
		return sum
	}
	low, high := city128Crc(results)
	binary.LittleEndian.PutUint64(sum[:], low)
	binary.LittleEndian.PutUint64(sum[8:], high)
	return sum
}

// The constants of CityHash.
const (
	city0 = 0xc3a5c85c97cb3127
	city1 = 0xb492b66fbe98f273
	city3 = 0xc949d7c7509e6557
)

func fetch(s []byte, at int) uint64 { return binary.LittleEndian.Uint64(s[at:]) }

func rotate(v uint64, right int) uint64 { return bits.RotateLeft64(v, -right) }

func shiftMix(v uint64) uint64 { return v ^ v>>47 }

// mix hashes two numbers into one.
func mix(u, v uint64) uint64 {
	const by = 0x9ddfea08eb382d69
	a := (u ^ v) * by
	a ^= a >> 47
	b := (v ^ a) * by
	b ^= b >> 47
	return b * by
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// crc updates a CRC-32C register with eight bytes. The register is neither inverted before nor after.
func crc(register, v uint64) uint64 {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], v)
	return uint64(^crc32.Update(^uint32(register), castagnoli, b[:]))
}

// city256 returns the hash of 256 bits. Less than 240 bytes are padded.
func city256(s []byte) [4]uint64 {
	if len(s) < 240 {
		padded := make([]byte, 240)
		copy(padded, s)
		return city256Long(padded, uint64(^uint32(len(s))))
	}
	return city256Long(s, 0)
}

// A city has the registers of the hash of 256 bits.
type city struct {
	a, b, c, d, e, t uint64 // of words
	f, g, h, i, j    uint64 // CRCs
}

// step hashes 40 bytes.
func (y *city) step(s []byte, by uint64, turn int) {
	before := y.a
	y.a = rotate(y.b, 41^turn)*by + fetch(s, 0)
	y.b = rotate(y.c, 27^turn)*by + fetch(s, 8)
	y.c = rotate(y.d, 41^turn)*by + fetch(s, 16)
	y.d = rotate(y.e, 33^turn)*by + fetch(s, 24)
	y.e = rotate(y.t, 25^turn)*by + fetch(s, 32)
	y.t = before
	y.f, y.g, y.h = crc(y.f, y.a), crc(y.g, y.b), crc(y.h, y.c)
	y.i, y.j = crc(y.i, y.d), crc(y.j, y.e)
}

func city256Long(s []byte, seed uint64) (result [4]uint64) {
	n := uint64(len(s))
	y := city{a: fetch(s, 56) + city0, b: fetch(s, 96) + city0, e: fetch(s, 184) + seed, f: seed}
	y.c = mix(y.b, n)
	y.d = fetch(s, 120)*city0 + n
	result[0], result[1] = y.c, y.d
	y.t = y.c + y.d
	at := 0
	for ; at+240 <= len(s); at += 240 {
		for k := 0; k < 240; k += 80 {
			y.step(s[at+k:], 1, 1)
			y.step(s[at+k+40:], city0, 0)
		}
	}
	for ; at+40 <= len(s); at += 40 {
		y.step(s[at:], city0, 0)
	}
	if at < len(s) {
		y.step(s[len(s)-40:], city0, 0)
	}
	return y.finish(result)
}

func (y *city) finish(result [4]uint64) [4]uint64 {
	y.j += y.i << 32
	y.a = mix(y.a, y.j)
	y.h += y.g << 32
	y.b += y.h
	y.c = mix(y.c, y.f) + y.i
	y.d = mix(y.d, y.e+result[0])
	y.j += y.e
	y.i += mix(y.h, y.t)
	y.e = mix(y.a, y.d) + y.j
	y.f = mix(y.b, y.c) + y.a
	y.g = mix(y.j, y.i) + y.c
	result[0] = y.e + y.f + y.g + y.h
	y.a = shiftMix((y.a+y.g)*city0)*city0 + y.b
	result[1] += y.a + result[0]
	y.a = shiftMix(y.a*city0)*city0 + y.c
	result[2] = y.a + result[1]
	y.a = shiftMix((y.a+y.e)*city0) * city0
	result[3] = y.a + result[2]
	return result
}

// city128Crc returns the hash of 128 bits of a multiple of 32 bytes.
func city128Crc(s []byte) (low, high uint64) {
	if len(s) > 900 {
		r := city256(s)
		return r[2], r[3]
	}
	return city128(s[16:], fetch(s, 0)^city3, fetch(s, 8))
}

// city128 returns the hash of at least 16 bytes with a seed.
func city128(s []byte, low, high uint64) (uint64, uint64) {
	if len(s) < 128 {
		return cityShort(s, low, high)
	}
	x, y, z := low, high, uint64(len(s))*city1
	var v, w [2]uint64
	v[0] = rotate(y^city1, 49)*city1 + fetch(s, 0)
	v[1] = rotate(v[0], 42)*city1 + fetch(s, 8)
	w[0] = rotate(y+z, 35)*city1 + x
	w[1] = rotate(x+fetch(s, 88), 53) * city1
	at := 0
	for ; len(s)-at >= 128; at += 128 {
		for k := at; k < at+128; k += 64 {
			x = rotate(x+y+v[0]+fetch(s, k+8), 37) * city1
			y = rotate(y+v[1]+fetch(s, k+48), 42) * city1
			x ^= w[1]
			y += v[0] + fetch(s, k+40)
			z = rotate(z+w[0], 33) * city1
			v = weak(s[k:], v[1]*city1, x+w[0])
			w = weak(s[k+32:], z+w[1], y+fetch(s, k+16))
			x, z = z, x
		}
	}
	x += rotate(v[0]+z, 49) * city0
	z += rotate(w[0], 37) * city0
	for done := 0; done < len(s)-at; {
		done += 32
		tail := s[len(s)-done:]
		y = rotate(x+y, 42)*city0 + v[1]
		w[0] += fetch(tail, 16)
		x = x*city0 + w[0]
		z += w[1] + fetch(tail, 0)
		w[1] += v[0]
		v = weak(tail, v[0]+z, v[1])
	}
	x = mix(x, v[0])
	y = mix(y+z, w[0])
	return mix(x+v[1], w[1]) + y, mix(x+w[1], y+v[1])
}

// cityShort returns the hash of 16 to 127 bytes with a seed.
func cityShort(s []byte, a, b uint64) (uint64, uint64) {
	n := uint64(len(s))
	var c, d uint64
	if n == 16 {
		first, second := fetch(s, 0), fetch(s, 8)
		a = shiftMix(a*city1) * city1
		c = b*city1 + (mix(first, rotate(second+n, 16)) ^ second)
		d = shiftMix(a + first)
		return mixAll(a, b, c, d)
	}
	c = mix(fetch(s, int(n)-8)+city1, a)
	d = mix(b+n, c+fetch(s, int(n)-16))
	a += d
	for at := 0; at < int(n)-16; at += 16 {
		a ^= shiftMix(fetch(s, at)*city1) * city1
		a *= city1
		b ^= a
		c ^= shiftMix(fetch(s, at+8)*city1) * city1
		c *= city1
		d ^= c
	}
	return mixAll(a, b, c, d)
}

func mixAll(a, b, c, d uint64) (uint64, uint64) {
	a = mix(a, c)
	b = mix(d, b)
	return a ^ b, mix(b, a)
}

// weak hashes 32 bytes with two seeds.
func weak(s []byte, a, b uint64) [2]uint64 {
	w, x, y, z := fetch(s, 0), fetch(s, 8), fetch(s, 16), fetch(s, 24)
	a += w
	b = rotate(b+a+z, 21)
	c := a
	a += x + y
	b += rotate(a, 44)
	return [2]uint64{a + z, b + c}
}
