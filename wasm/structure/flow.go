package main

import (
	"errors"
	"slices"
)

// none stands for no block.
const none = -1

// A flow is the flow of control in a function. All lists are indexed by block.
type flow struct {
	f     *function
	order []int   // the reachable blocks, each before its successors, except for back edges
	place []int   // in the order, or none
	from  [][]int // which blocks lead to it
	idom  []int   // its immediate dominator: the last block that is on all ways to it

	heads []bool         // a loop begins with it
	loops []int          // the first block of the innermost loop that it is in, and does not begin; or none
	body  []map[int]bool // of the loop that begins with it

	// The places of blocks in the output. A block with several predecessors needs a label, and so does a block after
	// a loop. These are written after their predecessors. Any other block is written in place of the branch to it.
	labelled []bool
	within   [][]int // those that stand behind its code, and in its loop: the last one first
	behind   [][]int // those that stand behind its loop
}

var errIrreducible = errors.New("a loop has several beginnings")

// newFlow analyses the flow of control in a function. It returns an error for irreducible flow: a loop that is entered
// at several blocks. Some gotos, and calls of functions that are not known to panic, are compiled to such loops.
func newFlow(f *function) (*flow, error) {
	w := &flow{f: f}
	w.sort()
	w.findDominators()
	if err := w.findLoops(); err != nil {
		return nil, err
	}
	w.arrange()
	return w, nil
}

// list makes a list with a value for each block.
func list[T any](f *function, v T) []T { return slices.Repeat([]T{v}, len(f.blocks)) }

// sort puts the blocks in order.
func (w *flow) sort() {
	w.place, w.from = list(w.f, none), make([][]int, len(w.f.blocks))
	seen := list(w.f, false)
	var visit func(b int)
	visit = func(b int) {
		seen[b] = true
		for _, n := range w.f.blocks[b].next() {
			if w.from[n] = append(w.from[n], b); !seen[n] {
				visit(n)
			}
		}
		w.order = append(w.order, b)
	}
	visit(0)
	slices.Reverse(w.order)
	for i, b := range w.order {
		w.place[b] = i
	}
}

// findDominators is K. Cooper, T. Harvey, K. Kennedy, "A Simple, Fast Dominance Algorithm" (2001).
func (w *flow) findDominators() {
	w.idom = list(w.f, none)
	w.idom[0] = 0
	for changed := true; changed; {
		changed = false
		for _, b := range w.order[1:] {
			common := none
			for _, p := range w.from[b] {
				if w.idom[p] == none {
					continue
				}
				if common == none {
					common = p
				}
				for other := p; common != other; {
					if w.place[common] > w.place[other] {
						common = w.idom[common]
					} else {
						other = w.idom[other]
					}
				}
			}
			if w.idom[b] != common {
				w.idom[b] = common
				changed = true
			}
		}
	}
}

// dominates reports whether a block is on all ways to another one.
func (w *flow) dominates(a, b int) bool {
	for w.place[b] > w.place[a] {
		b = w.idom[b]
	}
	return a == b
}

// isBack reports whether a branch leads back to where a loop begins.
func (w *flow) isBack(from, to int) bool { return w.place[to] <= w.place[from] }

func (w *flow) findLoops() error {
	w.heads, w.loops, w.body = list(w.f, false), list(w.f, none), make([]map[int]bool, len(w.f.blocks))
	for _, b := range w.order {
		for _, head := range w.f.blocks[b].next() {
			if !w.isBack(b, head) {
				continue
			}
			if !w.dominates(head, b) {
				return errIrreducible
			}
			if w.heads[head] = true; w.body[head] == nil {
				w.body[head] = map[int]bool{head: true}
			}
			for open := []int{b}; len(open) > 0; {
				n := open[len(open)-1]
				if open = open[:len(open)-1]; !w.body[head][n] {
					w.body[head][n] = true
					open = append(open, w.from[n]...)
				}
			}
		}
	}
	for _, head := range w.order { // outer loops come first
		for b := range w.body[head] {
			if b != head {
				w.loops[b] = head
			}
		}
	}
	return nil
}

// arrange sets the place of each block in the output.
func (w *flow) arrange() {
	w.labelled, w.within, w.behind = list(w.f, false), make([][]int, len(w.f.blocks)), make([][]int, len(w.f.blocks))
	for _, b := range slices.Backward(w.order[1:]) {
		at := w.idom[b]
		if left := w.leaves(at, b); left != none {
			w.labelled[b] = true
			w.behind[left] = append(w.behind[left], b)
			continue
		}
		ahead := 0
		for _, p := range w.from[b] {
			if !w.isBack(p, b) {
				ahead++
			}
		}
		if ahead > 1 {
			w.labelled[b] = true
			w.within[at] = append(w.within[at], b)
		}
	}
}

// leaves returns the first block of the outermost loop that a block is in and another one is not, or none.
func (w *flow) leaves(from, to int) (outermost int) {
	outermost = none
	loop := from
	if !w.heads[from] {
		loop = w.loops[from]
	}
	for ; loop != none && !w.body[loop][to]; loop = w.loops[loop] {
		outermost = loop
	}
	return outermost
}
