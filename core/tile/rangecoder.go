package tile

// The range coder is Martin's, as binary decisions with carries resolved on the
// way out (I. Pavlov, LZMA). The first byte, always zero there, is left out,
// and so are zero bytes at the end: a decoder that runs out of input reads
// zeros.

const (
	probBits = 15
	probOne  = 1 << probBits
	rangeTop = 1 << 24 // below it a byte is shifted out
)

// rangeEncoder writes binary decisions.
type rangeEncoder struct {
	out     []byte
	low     uint64
	width   uint32
	pending int  // bytes 0xff after last that a carry would change
	last    byte // not written yet, because a carry could still change it
	begun   bool
}

func (e *rangeEncoder) reset(out []byte) {
	*e = rangeEncoder{out: out, width: 1<<32 - 1}
}

// encode writes decisions, each a context << 1 and the answer, given the
// chances of the answer 0.
func (e *rangeEncoder) encode(chances *[contexts]uint16, decisions []uint32) {
	low, width := e.low, uint64(e.width)
	for _, decision := range decisions {
		// The answer selects by a mask: nobody can guess it.
		bound := width >> probBits * uint64(chances[decision>>1])
		one := -uint64(decision & 1)
		low += bound & one
		width = bound + (width-2*bound)&one
		for width < rangeTop {
			width <<= 8
			e.low = low
			e.shift()
			low = e.low
		}
	}
	e.low, e.width = low, uint32(width)
}

func (e *rangeEncoder) shift() {
	if e.low < 0xff000000 || e.low >= 1<<32 {
		carry := byte(e.low >> 32)
		if e.begun {
			e.out = append(e.out, e.last+carry)
		}
		for ; e.pending > 0; e.pending-- {
			e.out = append(e.out, 0xff+carry)
		}
		e.begun = true
		e.last = byte(e.low >> 24)
	} else {
		e.pending++
	}
	e.low = e.low & 0x00ffffff << 8
}

// finish returns everything that was encoded.
func (e *rangeEncoder) finish() []byte {
	// Of the numbers in the interval, take one that ends in as many zeros as
	// possible.
	end := e.low + uint64(e.width) - 1
	for bits := 32; bits >= 0; bits-- {
		if n := end >> bits << bits; n >= e.low {
			e.low = n
			break
		}
	}
	for range 5 {
		e.shift()
	}
	for n := len(e.out); n > 0 && e.out[n-1] == 0; n-- {
		e.out = e.out[:n-1]
	}
	return e.out
}

// A decoder is what it has read as far as it matters (code), the width of the
// interval, and where it reads on: see [Decoder.Decode]. Any input decodes to
// some decisions.

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

// refill widens an interval again that has become narrow.
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
