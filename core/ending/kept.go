package ending

import (
	"bytes"
	"context"
	"sync"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/checksum"
	"github.com/matewright/matewright/core/library/cache"
	"github.com/matewright/matewright/core/scratch"
)

// kept has the blocks of the solved slices, in a journal and partly in memory. Several goroutines may use it.
type kept struct {
	journal journal
	cache   *cache.Cache[blockKey, *block]

	distances *cache.Cache[blockKey, *distances]
	mated     keptMates
	memory    int64 // bytes of all three caches
	mateShare int64 // the share of mates, as a divisor

	mu      sync.Mutex
	nodes   map[Slice]node
	changes int // of all blocks so far
}

// A node has the place of the block of a slice.
type node struct {
	at     scratch.Piece
	open   bool
	change int // the number of the change that made the block
	solved int // how many changes there were when the slice was solved last
}

// A blockKey names a version of a block.
type blockKey struct {
	slice  Slice
	change int
	turn   board.Color
}

func newKept(room scratch.Room, memory int64) *kept {
	k := &kept{
		cache:     cache.New[blockKey, *block](),
		distances: cache.New[blockKey, *distances](),
		mated:     newKeptMates(),
		mateShare: mateShare,
		nodes:     map[Slice]node{},
	}
	k.journal.pile.Room = room
	k.limit(memory)
	return k
}

// limit limits the memory for unpacked slices.
func (k *kept) limit(memory int64) {
	k.memory = memory
	distances, mates := memory/distanceShare, memory/k.mateShare
	k.distances.Limit(distances)
	k.mated.cache.Limit(mates)
	k.cache.Limit(memory - distances - mates)
}

// shareMates sets which share of the memory mates may take, as a divisor.
func (k *kept) shareMates(share int64) {
	k.mateShare = share
	k.limit(k.memory)
}

// find returns the node of a slice, if it is solved.
func (k *kept) find(s Slice) (node, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	n, ok := k.nodes[s]
	return n, ok
}

// has implements [source].
func (k *kept) has(s Slice) bool {
	_, ok := k.find(s)
	return ok
}

// block implements [source].
func (k *kept) block(s Slice, turn board.Color) (*block, error) {
	n, ok := k.find(s)
	if !ok {
		return nil, nil
	}
	key := blockKey{s, n.change, turn}
	if s.isWide() {
		key.turn = 0 // a slab is for both
	}
	if p := k.cache.Peek(key); p != nil {
		return p.Value, nil
	}
	f := frameOf(s.pieces)
	read := func(p *cache.Part[blockKey, *block]) (err error) {
		packed := make([]byte, n.at.Size)
		if err = k.journal.read(n.at, packed); err != nil {
			return err
		}
		if s.isWide() {
			var rest *openWords
			p.Value, rest = unpackSlab(packed, s)
			err = rest.err
		} else {
			p.Value, err = unpack(packed, f.words(), n.open, turn)
		}
		return err
	}
	p, err := k.cache.Get(context.Background(), key, f.size(), read)
	if err != nil {
		return nil, err
	}
	return p.Value, nil
}

// open implements [source].
func (k *kept) open(s Slice) (*openWords, error) {
	n, ok := k.find(s)
	if !ok || !s.isWide() {
		return nil, nil
	}
	packed := make([]byte, n.at.Size)
	if err := k.journal.read(n.at, packed); err != nil {
		return nil, err
	}
	rest := unpackOpen(packed, s)
	if rest.err == nil && rest.isEmpty() {
		return nil, nil
	}
	return rest, rest.err
}

// put stores blocks that were solved when there were some changes: packed for [journal.addBlock], and as they are
// unless that is nil.
func (k *kept) put(s Slice, open bool, record []byte, all *[2]*block, changes int) error {
	old, ok := k.find(s)
	packed := record[blockHeader:]
	if ok && old.open == open && int(old.at.Size) == len(packed) && old.at.Checksum == checksum.Sum(packed) {
		before := make([]byte, len(packed))
		if err := k.journal.read(old.at, before); err != nil {
			return err
		}
		if bytes.Equal(before, packed) {
			k.mu.Lock()
			defer k.mu.Unlock()
			old.solved = changes
			k.nodes[s] = old
			return nil
		}
	}
	at, err := k.journal.addBlock(s, open, record)
	if err != nil {
		return err
	}
	change := k.note(s, node{at: at, open: open, solved: changes})
	if all == nil {
		return nil
	}
	f := frameOf(s.pieces)
	for turn, b := range all {
		k.cache.Put(blockKey{s, change, board.Color(turn)}, f.size(), b)
	}
	return nil
}

// note counts a change and stores its node.
func (k *kept) note(s Slice, n node) (change int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.changes++
	n.change = k.changes
	k.nodes[s] = n
	return k.changes
}

// now returns the number of changes so far.
func (k *kept) now() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.changes
}

// isStale reports whether a slice is not solved, or one that it leads to has changed since. A wide one is never solved
// again.
func (k *kept) isStale(s Slice) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	n, ok := k.nodes[s]
	stale := !ok
	if ok && n.open && !s.isWide() { // a wide one takes long
		s.exits(func(e exit) {
			stale = stale || k.nodes[e.after].change > n.solved
			for _, p := range e.passing {
				stale = stale || k.nodes[p].change > n.solved
			}
		})
	}
	return stale
}
