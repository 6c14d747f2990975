package main

import (
	"fmt"
)

// A reader reads a module. At the end of the bytes it panics.
type reader struct {
	bytes []byte
	at    int
}

func (r *reader) atEnd() bool { return r.at >= len(r.bytes) }

func (r *reader) byte() byte {
	r.at++
	return r.bytes[r.at-1]
}

func (r *reader) take(n int) []byte {
	start := r.at
	r.at += n
	return r.bytes[:len(r.bytes):len(r.bytes)][start:r.at:r.at]
}

// number reads an unsigned number. It also skips a signed number, but returns a wrong value for it.
func (r *reader) number() (n int) {
	for shift := 0; ; shift += 7 {
		b := r.byte()
		n |= int(b&0x7f) << shift
		if b < 0x80 {
			return n
		}
	}
}

// signed reads a number with a sign.
func (r *reader) signed() (n int) {
	for shift := 0; ; shift += 7 {
		b := r.byte()
		n |= int(b&0x7f) << shift
		if b < 0x80 {
			if b&0x40 != 0 {
				n -= 1 << (shift + 7)
			}
			return n
		}
	}
}

// next reports whether some bytes come next, and reads them if they do.
func (r *reader) next(bytes ...byte) bool {
	if len(r.bytes)-r.at < len(bytes) || string(r.bytes[r.at:][:len(bytes)]) != string(bytes) {
		return false
	}
	r.at += len(bytes)
	return true
}

// nextNumber reports whether an instruction with a number comes next, and reads it if it does.
func (r *reader) nextNumber(op byte, n int) bool {
	at := r.at
	if r.next(op) && r.number() == n {
		return true
	}
	r.at = at
	return false
}

func appendNumber(to []byte, n int) []byte {
	for ; n >= 0x80; n >>= 7 {
		to = append(to, byte(n)|0x80)
	}
	return append(to, byte(n))
}

func appendSigned(to []byte, n int) []byte {
	for ; n < -0x40 || n >= 0x40; n >>= 7 {
		to = append(to, byte(n)|0x80)
	}
	return append(to, byte(n)&0x7f)
}

// The instructions that the flow of control consists of.
const (
	opUnreachable  = 0x00
	opBlock        = 0x02
	opLoop         = 0x03
	opIf           = 0x04
	opEnd          = 0x0b
	opBr           = 0x0c
	opBrIf         = 0x0d
	opBrTable      = 0x0e
	opReturn       = 0x0f
	opCall         = 0x10
	opCallIndirect = 0x11
	opLocalGet     = 0x20
	opLocalSet     = 0x21
	opGlobalGet    = 0x23
	opI32Const     = 0x41
	opI32Eqz       = 0x45

	noResult = 0x40 // the type of a block
)

// skip skips the operands of an instruction.
func (r *reader) skip(op byte) error {
	numbers := 0
	switch {
	case op == opBlock, op == opLoop, op == opIf, op == opBr, op == opBrIf, op == opCall, op == opI32Const,
		op >= opLocalGet && op <= 0x26, // variables and tables
		op == 0x3f, op == 0x40,         // the size of memory
		op == 0x42: // i64.const
		numbers = 1
	case op == opBrTable:
		numbers = r.number() + 1
	case op == opCallIndirect,
		op >= 0x28 && op <= 0x3e: // loads and stores
		numbers = 2
	case op == 0x43: // f32.const
		r.take(4)
	case op == 0x44: // f64.const
		r.take(8)
	case op == 0xfc:
		switch kind := r.number(); {
		case kind <= 7: // to integers, saturating
		case kind == 10: // memory.copy
			numbers = 2
		case kind == 11: // memory.fill
			numbers = 1
		default:
			return fmt.Errorf("unknown instruction fc %x", kind)
		}
	case op == opUnreachable, op == 0x01, op == 0x05, op == opEnd, op == opReturn, op == 0x1a, op == 0x1b,
		op >= opI32Eqz && op <= 0xc4: // numeric
	default:
		return fmt.Errorf("unknown instruction %x", op)
	}
	for ; numbers > 0; numbers-- {
		r.number()
	}
	return nil
}
