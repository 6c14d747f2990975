package kernel

import (
	"encoding/binary"
	"math/bits"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// Octets has a byte for each lane of a word, such as its rank, as a bitboard has a bit. Element r has the lanes on the
// r-th rank of the board, with file a in the lowest byte. The methods work on all bytes of an element at once, without
// branches.
type Octets [8]uint64

const (
	lowBits   = 0x0101010101010101
	HighBits  = 0x8080808080808080
	otherBits = 0x7f7f7f7f7f7f7f7f
)

// MaskOf returns 255 in the given lanes and 0 elsewhere.
func MaskOf(lanes board.Bitboard) (m Octets) {
	for i := range m {
		m[i] = board.Spread[lanes>>(8*i)&255]
	}
	return m
}

// fullBytes turns each byte, in which only the high bit may be set, into 0 or 255.
func fullBytes(high uint64) uint64 { return high<<1 - high>>7 }

// zeroBytes returns the high bits of the bytes that are 0.
func zeroBytes(x uint64) uint64 { return ^((x&otherBits + otherBits) | x) & HighBits }

// maxBytes returns the greater of each pair of bytes.
func maxBytes(a, b uint64) uint64 {
	differ := a ^ b
	lower := (a | HighBits) - (b & otherBits) // high bit: the other bits of a are not less
	greater := (lower ^ (a^lower)&differ) & HighBits
	return b ^ differ&fullBytes(greater)
}

// parentBytes returns for each byte the rank of a quiet move by [value.Metric.Ranks], if such a move takes one round,
// as with DTM.
func parentBytes(v uint64) uint64 {
	odd := v & lowBits
	p := v>>1&otherBits ^ (odd<<8 - odd) // for a draw 0, up to here
	return (p | zeroBytes(v)) &^ fullBytes(zeroBytes(^v))
}

// valueBytes returns [value.Rank.Byte] for each byte.
func valueBytes(rank uint64) uint64 {
	high := rank & HighBits
	better := high >> 7 // than a loss
	half := (rank ^ fullBytes(high)) + better
	return half&otherBits<<1 | better ^ lowBits
}

// Raise makes each byte at least the byte of by.
func (o *Octets) Raise(by *Octets) {
	o[0] = maxBytes(o[0], by[0])
	o[1] = maxBytes(o[1], by[1])
	o[2] = maxBytes(o[2], by[2])
	o[3] = maxBytes(o[3], by[3])
	o[4] = maxBytes(o[4], by[4])
	o[5] = maxBytes(o[5], by[5])
	o[6] = maxBytes(o[6], by[6])
	o[7] = maxBytes(o[7], by[7])
}

// RaiseIn is Raise for the bytes of a mask.
func (o *Octets) RaiseIn(mask, by *Octets) {
	o[0] = maxBytes(o[0], by[0]&mask[0])
	o[1] = maxBytes(o[1], by[1]&mask[1])
	o[2] = maxBytes(o[2], by[2]&mask[2])
	o[3] = maxBytes(o[3], by[3]&mask[3])
	o[4] = maxBytes(o[4], by[4]&mask[4])
	o[5] = maxBytes(o[5], by[5]&mask[5])
	o[6] = maxBytes(o[6], by[6]&mask[6])
	o[7] = maxBytes(o[7], by[7]&mask[7])
}

// Transpose exchanges files and ranks.
func (o *Octets) Transpose() {
	for i := range 4 {
		a, b := o[i], o[i+4]
		o[i], o[i+4] = a&0xffffffff|b<<32, a>>32|b&^0xffffffff
	}
	for _, i := range [4]int{0, 1, 4, 5} {
		const k = 0x0000ffff0000ffff
		a, b := o[i], o[i+2]
		o[i], o[i+2] = a&k|b&k<<16, a>>16&k|b&^k
	}
	for i := 0; i < 8; i += 2 {
		const k = 0x00ff00ff00ff00ff
		a, b := o[i], o[i+1]
		o[i], o[i+1] = a&k|b&k<<8, a>>8&k|b&^k
	}
}

// Through returns octets in which each lane has the byte of its image under the symmetry.
func (o *Octets) Through(t board.Symmetry) Octets {
	image := *o
	if t&board.Transpose != 0 {
		image.Transpose()
	}
	if t&board.FlipRanks != 0 {
		for i := range 4 {
			image[i], image[7-i] = image[7-i], image[i]
		}
	}
	if t&board.MirrorFiles != 0 {
		for i := range image {
			image[i] = bits.ReverseBytes64(image[i])
		}
	}
	return image
}

// FillParents sets the bytes to the ranks of moves into positions with these 64 values, and to 0 outside the lanes.
func (o *Octets) FillParents(values []value.Byte, lanes board.Bitboard) {
	raw := (*[64]byte)(value.RawBytes(values))
	for i := range o {
		o[i] = parentBytes(binary.LittleEndian.Uint64(raw[8*i:])) & board.Spread[lanes>>(8*i)&255]
	}
}

// FillRanks is FillParents for any metric, given the ranks of quiet moves by value. It reports whether all lanes have a
// rank.
func (o *Octets) FillRanks(moves *[256]value.Rank, values []value.Byte, lanes board.Bitboard) (ok bool) {
	*o = Octets{}
	least := value.Rank(255)
	for ; lanes != 0; lanes = lanes.Rest() {
		lane := lanes.First() & 63
		rank := moves[values[lane]]
		least = min(least, rank)
		o[lane>>3] |= uint64(rank) << (8 * (lane & 7))
	}
	return least > 0
}

// Put writes the bytes of all lanes.
func (o *Octets) Put(into *[64]byte) {
	for i, bytes := range o {
		binary.LittleEndian.PutUint64(into[8*i:], bytes)
	}
}

// PutValues writes the values of 64 ranks.
func (o *Octets) PutValues(into []value.Byte) {
	raw := (*[64]byte)(value.RawBytes(into))
	for i, rank := range o {
		binary.LittleEndian.PutUint64(raw[8*i:], valueBytes(rank))
	}
}
