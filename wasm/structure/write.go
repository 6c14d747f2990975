package main

import "slices"

// structured returns the body of a function with real loops. It returns false if it has no jumps, or loops that can't
// be written.
func (f *function) structured(returns func(f int) bool) (body []byte, ok bool) {
	if !f.jumps {
		return nil, false
	}
	f.endCalls(returns)
	w, err := newFlow(f)
	if err != nil {
		return nil, false
	}
	t := &writer{flow: w}
	t.write(f.locals...)
	t.write(f.prefix...)
	if !f.isLeft() {
		t.write(opLocalGet, 0, opIf, noResult, opUnreachable, opEnd) // the function is never resumed
		t.function()
		t.write(opEnd)
		return t.out, true
	}
	// A call that resumes the function has a number in local 0, and uses the old form.
	t.write(opLocalGet, 0, opI32Eqz)
	t.open(opIf, label{})
	t.function()
	if f.unwind {
		t.write(opReturn)
	}
	t.close()
	t.write(f.body...)
	return t.out, true
}

type writer struct {
	*flow
	out    []byte
	labels []label // of the blocks around, the innermost one last
}

// A label is the target of branches to a block of WebAssembly.
type label struct {
	kind labelKind
	to   int
}

type labelKind byte

const (
	nowhere labelKind = iota
	unwinding
	ahead // to the block of the function behind
	back  // to the loop that begins with this block
)

func (t *writer) write(bytes ...byte) { t.out = append(t.out, bytes...) }

func (t *writer) open(op byte, l label) {
	t.write(op, noResult)
	t.labels = append(t.labels, l)
}

func (t *writer) close() {
	t.write(opEnd)
	t.labels = t.labels[:len(t.labels)-1]
}

// branch writes a branch to a label, from a number of blocks within.
func (t *writer) branch(op byte, l label, nested int) {
	depth := slices.Index(t.labels, l)
	if depth < 0 {
		panic("a branch leads to what is not around")
	}
	t.write(op)
	t.out = appendNumber(t.out, len(t.labels)-1-depth+nested)
}

// function writes all code.
func (t *writer) function() {
	if t.f.unwind {
		t.open(opBlock, label{kind: unwinding})
	}
	t.tree(0)
	t.write(opUnreachable)
	if t.f.unwind {
		t.close()
		t.write(opI32Const, 1)
	}
}

// tree writes a block and the blocks behind it.
func (t *writer) tree(b int) {
	for _, n := range t.behind[b] {
		t.open(opBlock, label{ahead, n})
	}
	if t.heads[b] {
		t.open(opLoop, label{back, b})
	}
	for _, n := range t.within[b] {
		t.open(opBlock, label{ahead, n})
	}
	t.code(b)
	for _, n := range slices.Backward(t.within[b]) {
		t.close()
		t.tree(n)
	}
	if t.heads[b] {
		t.close()
	}
	for _, n := range slices.Backward(t.behind[b]) {
		t.close()
		t.tree(n)
	}
}

// code writes a block alone.
func (t *writer) code(b int) {
	from := t.f.blocks[b]
	for _, p := range from.code {
		if p.branch != 0 {
			t.branch(p.branch, label{kind: unwinding}, p.nested)
		} else {
			t.write(p.instructions...)
		}
	}
	switch from.exit {
	case falls:
		t.follow(b, from.then)
	case decides:
		if l, far := t.label(b, from.then); far {
			t.branch(opBrIf, l, 0)
			t.follow(b, from.orElse)
		} else if l, far := t.label(b, from.orElse); far {
			t.write(opI32Eqz)
			t.branch(opBrIf, l, 0)
			t.follow(b, from.then)
		} else {
			t.open(opIf, label{})
			t.follow(b, from.then)
			t.close()
			t.follow(b, from.orElse)
		}
	}
}

// label returns the label of the next block. It returns false if that block has no label: then it is written in place.
func (t *writer) label(from, to int) (l label, ok bool) {
	switch {
	case t.isBack(from, to):
		return label{back, to}, true
	case t.labelled[to]:
		return label{ahead, to}, true
	}
	return label{}, false
}

// follow continues in the next block.
func (t *writer) follow(from, to int) {
	if l, ok := t.label(from, to); ok {
		t.branch(opBr, l, 0)
	} else {
		t.tree(to)
	}
}
