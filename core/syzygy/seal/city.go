package seal

import (
	"encoding/binary"
	"math/bits"
)

// Constants of CityHash.
const (
	k0     = 0xc3a5c85c97cb3127
	k1     = 0xb492b66fbe98f273
	k2     = 0x9ae16a3b2f90404f
	k3     = 0xc949d7c7509e6557
	mixing = 0x9ddfea08eb382d69
)

func word(b []byte, at int) uint64 { return binary.LittleEndian.Uint64(b[at:]) }

func rotate(v uint64, n int) uint64 { return bits.RotateLeft64(v, -n) }

func shiftMix(v uint64) uint64 { return v ^ v>>47 }

// mix returns a hash of two words.
func mix(low, high uint64) uint64 {
	a := shiftMix((low ^ high) * mixing)
	return shiftMix((high^a)*mixing) * mixing
}

// A pair is two words of a hash.
type pair struct{ first, second uint64 }

// city128 returns CityHash128 of the hashes of chunks: no bytes, or a multiple of 32.
func city128(b []byte) (low, high uint64) {
	if len(b) < 16 {
		return murmur(b, pair{k0, k1})
	}
	seed := pair{word(b, 0) ^ k3, word(b, 8)}
	if b = b[16:]; len(b) < 128 {
		return murmur(b, seed)
	}
	return cityLong(b, seed)
}

// murmur is the hash of fewer than 128 bytes: none, or a multiple of 16.
func murmur(b []byte, seed pair) (low, high uint64) {
	x, y := seed.first, seed.second
	n := uint64(len(b))
	var c, d uint64
	if len(b) <= 16 {
		x = shiftMix(x*k1) * k1
		c = y*k1 + short(b)
		if len(b) == 16 {
			d = shiftMix(x + word(b, 0))
		} else {
			d = shiftMix(x + c)
		}
	} else {
		c = mix(word(b, len(b)-8)+k1, x)
		d = mix(y+n, c+word(b, len(b)-16))
		x += d
		for ; len(b) > 16; b = b[16:] {
			x = (x ^ shiftMix(word(b, 0)*k1)*k1) * k1
			y ^= x
			c = (c ^ shiftMix(word(b, 8)*k1)*k1) * k1
			d ^= c
		}
	}
	x, y = mix(x, c), mix(d, y)
	return x ^ y, mix(y, x)
}

// short is the hash of 16 bytes or none.
func short(b []byte) uint64 {
	if len(b) == 0 {
		return k2
	}
	first, last := word(b, 0), word(b, 8)
	return mix(first, rotate(last+16, 16)) ^ last
}

// weak returns a hash of 32 bytes and two words.
func weak(b []byte, x, y uint64) pair {
	x += word(b, 0)
	y = rotate(y+x+word(b, 24), 21)
	start := x
	x += word(b, 8) + word(b, 16)
	y += rotate(x, 44)
	return pair{x + word(b, 24), y + start}
}

// cityLong is the hash of at least 128 bytes.
func cityLong(b []byte, seed pair) (low, high uint64) {
	x, y, z := seed.first, seed.second, uint64(len(b))*k1
	var v, w pair
	v.first = rotate(y^k1, 49)*k1 + word(b, 0)
	v.second = rotate(v.first, 42)*k1 + word(b, 8)
	w.first = rotate(y+z, 35)*k1 + x
	w.second = rotate(x+word(b, 88), 53) * k1
	rest := b
	for len(rest) >= 128 {
		for range 2 {
			x = rotate(x+y+v.first+word(rest, 8), 37) * k1
			y = rotate(y+v.second+word(rest, 48), 42) * k1
			x ^= w.second
			y += v.first + word(rest, 40)
			z = rotate(z+w.first, 33) * k1
			v = weak(rest, v.second*k1, x+w.first)
			w = weak(rest[32:], z+w.second, y+word(rest, 16))
			z, x = x, z
			rest = rest[64:]
		}
	}
	x += rotate(v.first+z, 49) * k0
	z += rotate(w.first, 37) * k0
	for done := 0; done < len(rest); {
		done += 32
		last := b[len(b)-done:]
		y = rotate(x+y, 42)*k0 + v.second
		w.first += word(last, 16)
		x = x*k0 + w.first
		z += w.second + word(last, 0)
		w.second += v.first
		v = weak(last, v.first+z, v.second)
	}
	x = mix(x, v.first)
	y = mix(y+z, w.first)
	return mix(x+v.second, w.second) + y, mix(x+w.second, y+v.second)
}
