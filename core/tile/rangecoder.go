package tile

import "slices"

// The range coder is Martin's, for binary decisions, with carries resolved in the output (I. Pavlov, LZMA). The first
// byte, always zero there, is left out, and so are zero bytes at the end. A decoder that runs out of input reads zeros.

const (
	probBits = 15
	probOne  = 1 << probBits
	rangeTop = 1 << 24 // below it a byte is shifted out
)

// rangeEncoder writes binary decisions.
type rangeEncoder struct {
	out   []byte // with room for all decisions
	n     int    // bytes of it that are written
	low   uint64 // with a carry into the last byte in bit 32
	width uint64
}

// mostShifted is the most bytes that a decision takes. The least chance is 1 in 2049, in an interval of width rangeTop.
const mostShifted = 2

// reset prepares to write at most the given number of decisions behind out.
func (e *rangeEncoder) reset(out []byte, decisions int) {
	room := mostShifted*decisions + 4
	*e = rangeEncoder{out: slices.Grow(out, room)[:len(out)+room], n: len(out), width: 1<<32 - 1}
}

// narrow returns the part of an interval that belongs to an answer, given the chance of the answer 0. The answer
// selects by a mask, because it is unpredictable.
func narrow(low, width uint64, chance uint16, answer uint32) (uint64, uint64) {
	bound := width >> probBits * uint64(chance)
	one := -uint64(answer)
	return low + bound&one, bound + (width-2*bound)&one
}

// shift writes a byte of an interval that has become narrow.
func (e *rangeEncoder) shift(low, width uint64) (uint64, uint64) {
	if low>>32 != 0 {
		e.carry()
	}
	e.out[e.n] = byte(low >> 24)
	e.n++
	return low << 8 & 0xffff_ffff, width << 8
}

// carry adds one to the written bytes. They are never all ones, because the interval never leaves the first one.
func (e *rangeEncoder) carry() {
	for i := e.n - 1; ; i-- {
		if e.out[i]++; e.out[i] != 0 {
			return
		}
	}
}

// finish returns everything that was encoded.
func (e *rangeEncoder) finish() []byte {
	// Take a number in the interval that ends in as many zeros as possible.
	low, end := e.low, e.low+e.width-1
	for bits := 32; bits >= 0; bits-- {
		if n := end >> bits << bits; n >= low {
			low = n
			break
		}
	}
	for range 4 {
		low, _ = e.shift(low, 0)
	}
	out := e.out[:e.n]
	for n := len(out); n > 0 && out[n-1] == 0; n-- {
		out = out[:n-1]
	}
	return out
}

// A decoder has the part of its input that matters (code), the width of the interval, and a position in the input; see
// [Decoder.Decode]. Any input decodes to some decisions.

// beginDecoding returns the state of a decoder.
func beginDecoding(in []byte) (code, width uint64, pos int) {
	for ; pos < 4; pos++ {
		code <<= 8
		if pos < len(in) {
			code |= uint64(in[pos])
		}
	}
	return code, 1<<32 - 1, pos
}

// refill widens an interval that has become narrow.
func refill(code, width uint64, in []byte, pos int) (uint64, uint64, int) {
	for width < rangeTop {
		width <<= 8
		code <<= 8
		if pos < len(in) {
			code |= uint64(in[pos])
		}
		pos++
	}
	return code, width, pos
}
