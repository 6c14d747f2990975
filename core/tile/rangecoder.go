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

// encode writes a decision whose chance of being 0 is p of [probOne].
func (e *rangeEncoder) encode(bit uint32, p uint16) {
	bound := e.width >> probBits * uint32(p)
	if bit == 0 {
		e.width = bound
	} else {
		e.low += uint64(bound)
		e.width -= bound
	}
	for e.width < rangeTop {
		e.width <<= 8
		e.shift()
	}
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

// rangeDecoder reads what a rangeEncoder wrote. Any input decodes to some
// decisions.
type rangeDecoder struct {
	in    []byte
	code  uint32
	width uint32
}

func (d *rangeDecoder) reset(in []byte) {
	*d = rangeDecoder{in: in, width: 1<<32 - 1}
	for range 4 {
		d.code = d.code<<8 | d.next()
	}
}

func (d *rangeDecoder) next() uint32 {
	if len(d.in) == 0 {
		return 0
	}
	b := d.in[0]
	d.in = d.in[1:]
	return uint32(b)
}

// decode reads a decision whose chance of being 0 is p of [probOne].
func (d *rangeDecoder) decode(p uint16) uint32 {
	bound := d.width >> probBits * uint32(p)
	bit := uint32(0)
	if d.code < bound {
		d.width = bound
	} else {
		d.code -= bound
		d.width -= bound
		bit = 1
	}
	for d.width < rangeTop {
		d.width <<= 8
		d.code = d.code<<8 | d.next()
	}
	return bit
}
