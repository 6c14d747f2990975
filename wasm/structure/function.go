package main

import (
	"errors"
	"slices"
)

// A function, as Go's compiler writes it, is
//
//	block                     where it unwinds: only if it calls others
//	  loop                    only if it jumps
//	    block ... block       one for each segment
//	      local.get 0
//	      br_table            from the number in local 0 to a segment
//	    end
//	    the first segment
//	    end
//	    ...
//	    the last segment
//	  end
//	  unreachable
//	end
//	i32.const 1               tells the caller to unwind, too
//
// A jump sets local 0 and continues the loop. After a call, a branch unwinds the stack if the callee has not returned.
// Mostly a new segment follows, in which the function resumes when it is called again.
type function struct {
	locals []byte // their declaration
	prefix []byte // instructions before all others
	body   []byte // the others
	unwind bool
	jumps  bool
	blocks []*basicBlock

	indirect bool // has an indirect call, perhaps of a switch to another goroutine, after which the caller resumes
}

// A basicBlock is code that is run from its beginning to its end. A segment is one, or several.
type basicBlock struct {
	code         []piece
	exit         exit
	then, orElse int // the next blocks

	returns bool // to the caller
	as      int  // returns the result of this callee; or unknown
}

// unknown stands for a function that is not known.
const unknown = -1

type exit byte

const (
	falls   exit = iota // to then
	decides             // by the value on the stack: then, or, if it is 0, orElse
	leaves              // the function
)

// A piece of code is some instructions, or a branch to where the function unwinds.
type piece struct {
	instructions []byte

	branch byte // the instruction of a branch, or 0
	nested int  // how many blocks within this one it is in
	callee int  // which function was called just before; or unknown
}

var errForeign = errors.New("not in the shape that Go's compiler gives")

// parse takes a function apart.
func parse(body []byte) (f *function, err error) {
	defer func() {
		if recover() != nil { // the code ends too early, or a branch has no target
			err = errForeign
		}
	}()
	p := &parser{reader: reader{bytes: body}, function: &function{}}
	if err := p.readFunction(); err != nil {
		return nil, err
	}
	return p.function, nil
}

type parser struct {
	reader
	*function

	table []int               // by number in local 0: the segment
	first []int               // by segment: its first block
	jump  map[*basicBlock]int // the values of local 0 at jumps
}

func (p *parser) readFunction() error {
	for n := p.number(); n > 0; n-- {
		p.number()
		p.byte()
	}
	p.locals = p.bytes[:p.at]
	if err := p.skipPrefix(); err != nil {
		return err
	}
	segments, err := p.dispatch()
	if err != nil {
		return err
	}
	p.jump = map[*basicBlock]int{}
	for s := range segments {
		p.first = append(p.first, len(p.blocks))
		if err := p.segment(segments-1-s, s == segments-1); err != nil {
			return err
		}
	}
	p.resolve()
	return p.tail()
}

// skipPrefix finds the instructions before the first block.
func (p *parser) skipPrefix() error {
	start := p.at
	for {
		switch op := p.byte(); op {
		case opBlock, opLoop:
			p.at--
			p.prefix, p.body = p.bytes[start:p.at], p.bytes[p.at:]
			return nil
		case opIf, opReturn, opEnd:
			return errForeign
		default:
			if err := p.skip(op); err != nil {
				return err
			}
		}
	}
}

// dispatch reads up to the first segment, and returns how many there are.
func (p *parser) dispatch() (segments int, err error) {
	blocks := 0
	for p.next(opBlock, noResult) {
		blocks++
	}
	if p.next(opLoop, noResult) {
		if blocks > 1 {
			return 0, errForeign
		}
		p.unwind, p.jumps = blocks == 1, true
		for blocks = 0; p.next(opBlock, noResult); blocks++ {
		}
	}
	if !p.nextNumber(opLocalGet, 0) || !p.next(opBrTable) {
		return 0, errForeign
	}
	for n := p.number() + 1; n > 0; n-- {
		p.table = append(p.table, p.number())
	}
	segments = p.table[len(p.table)-1] + 1 // the last one is for all numbers that the table lacks
	if !p.jumps && blocks == segments+1 {
		p.unwind = true
		blocks--
	}
	if blocks != segments || !p.next(opEnd) {
		return 0, errForeign
	}
	return segments, nil
}

// segment reads a segment, given the number of blocks that end behind it. Long because the cases are the forms of one
// instruction each, and share the state of the segment.
func (p *parser) segment(behind int, last bool) error {
	// The numbers of the blocks around that branches lead to.
	toLoop, toUnwind := behind, behind
	if p.jumps {
		toUnwind++
	}
	b := p.newBlock()
	start := p.at // of instructions that are not in the block yet
	flush := func(to int) {
		if to > start && b != nil {
			b.code = append(b.code, piece{instructions: p.bytes[start:to]})
		}
		start = p.at
	}
	callee := unknown
	for depth := 0; ; {
		at := p.at
		op := p.byte()
		switch op {
		case opI32Const:
			number := p.number()
			if depth == 0 && p.jumpTo(toLoop) {
				flush(at)
				if b != nil {
					p.jump[b] = number
				}
				b = nil // the code up to the next label is unreachable
			}
		case opIf:
			if depth == 0 && p.next(noResult, opI32Const) {
				number := p.number()
				if !p.jumpTo(toLoop+1) || !p.next(opEnd) {
					p.at = at + 2
					depth++
					break
				}
				flush(at)
				if b != nil {
					p.jump[b] = number
					b.exit, b.orElse = decides, len(p.blocks)
					b = p.newBlock()
				}
				break
			}
			p.number()
			depth++
		case opBlock, opLoop:
			p.number()
			depth++
		case opEnd:
			if depth--; depth < 0 {
				flush(at)
				if b != nil && last {
					b.leave([]byte{opUnreachable})
				} else if b != nil {
					b.then = len(p.blocks)
				}
				return nil
			}
		case opBr, opBrIf:
			to := p.number() - depth
			if to < 0 {
				break
			}
			if !p.unwind || to != toUnwind {
				return errForeign
			}
			flush(at)
			if b == nil {
				break
			}
			b.code = append(b.code, piece{branch: op, nested: depth, callee: callee})
			if op == opBr && depth == 0 {
				b.exit = leaves
				b = nil
			}
		case opBrTable:
			for n := p.number() + 1; n > 0; n-- {
				if p.number() >= depth {
					return errForeign
				}
			}
		case opCall:
			callee = p.number()
			continue
		case opReturn, opUnreachable:
			if depth > 0 {
				if b != nil && op == opReturn {
					b.returns = true
				}
				break
			}
			if op == opUnreachable && last && !p.jumps && p.bytes[p.at] == opEnd {
				p.at-- // the tail follows all segments
				flush(at)
				if b != nil {
					b.leave([]byte{opUnreachable})
				}
				return nil
			}
			flush(p.at)
			if b != nil {
				b.exit = leaves
				if op == opReturn && callee == unknown {
					b.returns = true
				} else if op == opReturn {
					b.as = callee
				}
				b = nil
			}
		case opLocalSet, opGlobalGet:
			p.number()
			continue // the stack pointer is loaded between a call and the branch on its result
		default:
			p.indirect = p.indirect || op == opCallIndirect
			if err := p.skip(op); err != nil {
				return err
			}
		}
		callee = unknown
	}
}

func (p *parser) newBlock() *basicBlock {
	b := &basicBlock{as: unknown}
	p.blocks = append(p.blocks, b)
	return b
}

// leave makes a block leave the function by some instructions.
func (b *basicBlock) leave(by []byte) {
	b.code = append(b.code, piece{instructions: by})
	b.exit = leaves
}

// jumpTo reports whether the rest of a jump comes next, and reads it if so. The loop is the given number of blocks out.
func (p *parser) jumpTo(loop int) bool {
	at := p.at
	if p.nextNumber(opLocalSet, 0) && p.nextNumber(opBr, loop) {
		return true
	}
	p.at = at
	return false
}

// resolve finds the blocks that jumps lead to.
func (p *parser) resolve() {
	for b, number := range p.jump {
		b.then = p.first[p.table[min(number, len(p.table)-1)]]
	}
}

// tail reads the instructions behind the segments.
func (p *parser) tail() error {
	if !p.next(opUnreachable) ||
		p.unwind && (!p.next(opEnd) || !p.nextNumber(opI32Const, 1)) ||
		!p.next(opEnd) || !p.atEnd() {
		return errForeign
	}
	return nil
}

// next returns the successors of a block.
func (b *basicBlock) next() []int {
	switch {
	case b.exit == falls:
		return []int{b.then}
	case b.exit == decides && b.then != b.orElse:
		return []int{b.then, b.orElse}
	case b.exit == decides:
		return []int{b.then}
	}
	return nil
}

// endsWithCall reports whether a block ends with a call of a function that can unwind.
func (b *basicBlock) endsWithCall() bool {
	n := len(b.code)
	return n > 0 && b.code[n-1].branch == opBrIf && b.code[n-1].nested == 0
}

// called returns the function that a block ends with a call of, or unknown.
func (b *basicBlock) called() int {
	if b.endsWithCall() {
		return b.code[len(b.code)-1].callee
	}
	return unknown
}

// canReturn reports whether a function can return, given which others can. It looks at all blocks, as a function that
// recovers from a panic returns by a block without predecessors.
func (f *function) canReturn(returns func(f int) bool) bool {
	return f.indirect || slices.ContainsFunc(f.blocks, func(b *basicBlock) bool {
		return b.returns || b.as != unknown && returns(b.as)
	})
}

// endCalls makes the blocks end that call a function which never returns.
func (f *function) endCalls(returns func(f int) bool) {
	for _, b := range f.blocks {
		if callee := b.called(); callee != unknown && !returns(callee) {
			b.leave([]byte{opUnreachable})
		}
	}
}

// isLeft reports whether the function can be suspended for another goroutine, and resumed by another call. A function
// whose stack grows restarts instead, and one that panics does not resume.
func (f *function) isLeft() bool {
	return slices.ContainsFunc(f.blocks, func(b *basicBlock) bool { return b.exit == falls && b.endsWithCall() })
}
