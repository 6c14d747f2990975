package ending

import (
	"context"

	"github.com/matewright/matewright/core/library/cache"
	"github.com/matewright/matewright/core/scratch"
)

// mateNode returns the places of the mates of a solved slice, if they are known.
func (k *kept) mateNode(s Slice) (mateNode, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	n := k.mated.nodes[s]
	_, solved := k.nodes[s]
	return n, solved && n[least].Size > 0
}

// mates returns a bound of the mates of a slice, or nil if it is not known.
func (k *kept) mates(s Slice, bound int) (*mates, error) {
	n, ok := k.mateNode(s)
	if !ok {
		return nil, nil
	}
	f := frameOf(s.pieces)
	key := mateKey{s, n[bound].Offset}
	read := func(p *cache.Part[mateKey, *mates]) (err error) {
		packed := make([]byte, n[bound].Size)
		if err = k.journal.read(n[bound], packed); err != nil {
			return err
		}
		p.Value, err = unpackMates(packed, f.words())
		return err
	}
	p, err := k.mated.cache.Get(context.Background(), key, mateBytes*f.words(), read)
	if err != nil {
		return nil, err
	}
	return p.Value, nil
}

// putMates stores a bound of the mates of a slice. A record without packed numbers stands for the other bound.
func (k *kept) putMates(s Slice, bound int, m *mates) error {
	var packed []byte
	if m != nil {
		packed = packMates(m)
	}
	content := append(s.append(nil), byte(bound))
	at, err := k.journal.add(mateRecord, append(content, packed...))
	if err != nil {
		return err
	}
	k.noteMates(s, bound, at, packed)
	return nil
}

// restoreMates notes the mates of a record.
func (k *kept) restoreMates(content []byte, at scratch.Piece) error {
	if len(content) <= sliceSize || content[sliceSize] >= mateBounds {
		return errDamaged
	}
	s, ok := parseSlice(content)
	if !ok || s.pieces.count() > MaxPieces {
		return errDamaged
	}
	k.noteMates(s, int(content[sliceSize]), at, content[sliceSize+1:])
	return nil
}

// noteMates notes the place of a bound. The least moves come after the most.
func (k *kept) noteMates(s Slice, bound int, record scratch.Piece, packed []byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	n := k.mated.nodes[s]
	switch {
	case bound == most:
		n[nextMost] = placeOf(record, packed)
	case len(packed) == 0:
		n[most], n[least] = n[nextMost], n[nextMost]
	default:
		n[most], n[least] = n[nextMost], placeOf(record, packed)
	}
	k.mated.nodes[s] = n
}

// isUnmated reports whether the mates of a solved slice are not known, or may have become better known. Records that
// are later in the journal are newer.
func (k *kept) isUnmated(s Slice) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	own := k.mated.nodes[s]
	isNewer := func(s Slice) bool {
		return max(k.nodes[s].at.Offset, k.mated.nodes[s][least].Offset) > own[most].Offset
	}
	newer := own[least].Size == 0 || k.nodes[s].at.Offset > own[most].Offset
	s.exits(func(e exit) {
		newer = newer || isNewer(e.after)
		for _, p := range e.passing {
			newer = newer || isNewer(p)
		}
	})
	return newer
}
