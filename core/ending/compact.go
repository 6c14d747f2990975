package ending

import (
	"cmp"
	"maps"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
)

// Compact copies a journal to an empty room. It leaves out older blocks of a slice and the plies to mate, so that the
// copy is smaller and has the same bounds. Another process can resume from it. If from has no journal, the error
// matches [ErrNone].
//
// A journal that is not whole has more bytes after its last record: it is damaged, incomplete or being written.
func Compact(from, to scratch.Room) (isWhole bool, err error) {
	return compact(from, to, func(*Reader, *restored) error { return nil })
}

// Adopt is [Compact] for a stranger's journal. The copy has only records that [Reader.Verify] checks. It leaves out the
// slices to solve next, so solving begins by a new round. It also leaves out the claim that no more slices can be
// solved, unless the bounds of the position and its moves meet.
func Adopt(from, to scratch.Room) (isWhole bool, err error) {
	return compact(from, to, func(reader *Reader, r *restored) error {
		a, err := reader.Answer(&reader.root)
		if err != nil {
			return err
		}
		r.round = round{}
		if !a.Proven() {
			r.end = question{}
		}
		return nil
	})
}

// compact copies a journal. A function may change the restored state, except for the blocks.
func compact(from, to scratch.Room, change func(*Reader, *restored) error) (isWhole bool, err error) {
	k := newKept(from, 0)
	root, err := k.journal.position()
	if err != nil {
		return false, err
	}
	r, err := k.restore()
	if err != nil {
		return false, err
	}
	if err := change(&Reader{root: root, kept: k}, &r); err != nil {
		return false, err
	}
	more, err := k.journal.readAt(make([]byte, 1), k.journal.pile.Bytes())
	if err != nil {
		return false, err
	}
	return more == 0, k.copyTo(root, r, to)
}

// copyTo copies the restored journal of a position.
func (k *kept) copyTo(root board.Position, r restored, to scratch.Room) error {
	out := newKept(to, 0)
	if _, err := out.journal.add(positionRecord, []byte(magic+root.FEN())); err != nil {
		return err
	}
	if len(r.round.slices) > 0 && !r.end.answers(r.round.question) {
		if err := out.beginRound(r.round); err != nil {
			return err
		}
	}
	// In the old order, blocks that are older than the ones that they depend on stay so.
	inOrder := slices.SortedFunc(maps.Keys(k.nodes), func(a, b Slice) int {
		return cmp.Compare(k.nodes[a].change, k.nodes[b].change)
	})
	for _, s := range inOrder {
		n := k.nodes[s]
		block := make([]byte, blockHeader+n.at.Size)
		if err := k.journal.read(n.at, block[blockHeader:]); err != nil {
			return err
		}
		if _, err := out.journal.addBlock(s, n.open, block); err != nil {
			return err
		}
	}
	if r.end == (question{}) {
		return nil
	}
	return out.end(r.end)
}
