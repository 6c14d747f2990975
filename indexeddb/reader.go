//go:build js && wasm

package indexeddb

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"syscall/js"

	"github.com/matewright/matewright/core/store"
)

// A reader reads parts of blocks, and joins reads made at about the same time. A probe reads a few hundred bytes in
// some hundred places.
type reader struct {
	database *database
	waiting  gathering[*piece]
}

// A piece is the part of a read in one block.
type piece struct {
	handles *handles // of the table
	n       int      // the block
	from    int      // in the block
	into    []byte
	err     error
	done    chan struct{} // closed when the bytes or the error are set
}

// nearby is the largest gap in bytes between two pieces that are read as one. Another part of a Blob costs as much time
// as reading that many bytes, as Chromium fetches it from another process.
const nearby = 256 << 10

// read reads pieces. The error of one whose block is lost matches errLost.
func (r *reader) read(pieces []*piece) {
	if len(pieces) == 0 {
		return
	}
	for _, p := range pieces {
		p.done = make(chan struct{})
	}
	r.waiting.add(r.send, pieces...)
	for _, p := range pieces {
		<-p.done
	}
}

// send reads the pieces that have come together.
func (r *reader) send(pieces []*piece) {
	slices.SortFunc(pieces, func(a, b *piece) int {
		return cmp.Or(cmp.Compare(a.handles.generation, b.handles.generation), a.n-b.n, a.from-b.from)
	})
	var blocks [][]*piece
	for len(pieces) > 0 {
		n := 1
		for n < len(pieces) && pieces[n].key() == pieces[0].key() {
			n++
		}
		blocks, pieces = append(blocks, pieces[:n]), pieces[n:]
	}
	for _, pieces := range r.find(blocks) {
		readBlock(pieces)
	}
}

func (p *piece) key() blockKey { return blockKey{p.handles.generation, p.n} }

// find gets the handles of the blocks that are wanted. It ends the pieces of
// those that can't be had, and returns the others.
func (r *reader) find(blocks [][]*piece) [][]*piece {
	unknown := slices.DeleteFunc(
		slices.Clone(blocks),
		func(pieces []*piece) bool { return pieces[0].handles.knows(pieces[0].n) },
	)
	if len(unknown) == 0 || r.fetch(allBlocks(unknown)) == nil {
		return blocks
	}
	// One block that can't be read has failed all others with it.
	return slices.DeleteFunc(blocks, func(pieces []*piece) bool {
		if pieces[0].handles.knows(pieces[0].n) {
			return false
		}
		err := r.fetch([]blockOf{{pieces[0].handles, pieces[0].n}})
		if err != nil {
			end(pieces, err)
		}
		return err != nil
	})
}

// A blockOf is a block of a table.
type blockOf struct {
	handles *handles
	n       int
}

// fewBlocks is how many handles cost less than another question to the database.
const fewBlocks = 4

// allBlocks lists the blocks of some pieces. If a table has few blocks, the list has all of them: they are only
// handles, and will be needed soon.
func allBlocks(some [][]*piece) (all []blockOf) {
	for i, pieces := range some {
		p := pieces[0]
		switch {
		case p.handles.blocks() > fewBlocks:
			all = append(all, blockOf{p.handles, p.n})
		case i == 0 || some[i-1][0].handles != p.handles:
			for n := range p.handles.blocks() {
				all = append(all, blockOf{p.handles, n})
			}
		}
	}
	return all
}

// fetch gets the handles of blocks.
func (r *reader) fetch(blocks []blockOf) error {
	keys := make([]blockKey, len(blocks))
	for i, b := range blocks {
		keys[i] = blockKey{b.handles.generation, b.n}
	}
	var found []js.Value
	err := r.database.transact(context.Background(), reading, func(tx *transaction) (err error) {
		found, err = tx.getBlocks(keys)
		return err
	})
	for i, block := range found {
		blocks[i].handles.learn(blocks[i].n, block)
	}
	return err
}

// readBlock begins to read pieces of one block, sorted.
func readBlock(pieces []*piece) {
	block, ok := pieces[0].handles.block(pieces[0].n)
	if !ok {
		end(pieces, errLost)
		return
	}
	for len(pieces) > 0 {
		first, last, n := pieces[0].from, pieces[0].end(), 1
		for n < len(pieces) && pieces[n].from <= last+nearby {
			last = max(last, pieces[n].end())
			n++
		}
		readPart(block, first, last, pieces[:n])
		pieces = pieces[n:]
	}
}

func (p *piece) end() int { return p.from + len(p.into) }

// readPart begins to read a part of a block, which has the pieces.
func readPart(block js.Value, first, last int, pieces []*piece) {
	then(block.Call("slice", first, last).Call("arrayBuffer"), func(buffer js.Value) {
		array := uint8Array.New(buffer)
		for _, p := range pieces {
			js.CopyBytesToGo(p.into, array.Call("subarray", p.from-first))
		}
		release(array)
		end(pieces, nil)
	}, func(js.Value) {
		pieces[0].handles.unlearn(pieces[0].n)
		end(pieces, errLost)
	})
}

// end completes pieces, with an error or without.
func end(pieces []*piece, err error) {
	for _, p := range pieces {
		p.err = err
		close(p.done)
	}
}

var errLost = fmt.Errorf("%w: a block is lost", store.ErrCorrupt)
