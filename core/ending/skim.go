package ending

import (
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/value"
)

// ReadBounds returns the position of the ending whose journal is in a room, and its bounds for the side to move. It
// reads the first bytes of each record, and few blocks as a whole. If the room has no journal, the error
// matches [ErrNone].
func ReadBounds(room scratch.Room) (p board.Position, low, high value.Outcome, err error) {
	k := newKept(room, 0)
	if p, err = k.journal.position(); err != nil {
		return p, 0, 0, err
	}
	places := map[Slice][]int64{} // of the records with bounds
	if s, ok := sliceOf(&p); ok {
		places[s] = nil
	}
	for _, m := range p.LegalMoves(nil) { // these decide a position with a capture en passant
		next := p.Play(m)
		if s, ok := sliceOf(&next); ok {
			places[s] = nil
		}
	}
	err = k.journal.skim(func(s Slice, offset int64) {
		if list, ok := places[s]; ok {
			places[s] = append(list, offset)
		}
	})
	if err != nil {
		return p, 0, 0, err
	}
	for _, list := range places {
		if err := k.restoreLast(list); err != nil {
			return p, 0, 0, err
		}
	}
	low, high, err = (&Reader{root: p, kept: k}).Bounds(&p)
	return p, low, high, err
}

// skim calls a function with the slice and the offset of each record with a block. It checks no checksums.
func (j *journal) skim(yield func(s Slice, offset int64)) error {
	for at := int64(0); ; {
		var head [blockHeader]byte
		n, err := j.readAt(head[:], at)
		if err != nil || n <= recordHeader {
			return err
		}
		length := lengthOf(head[:])
		if length == 0 || length > mostBody {
			return nil
		}
		if s, ok := parseSlice(head[recordHeader+1:]); ok && n == len(head) && head[recordHeader] == blockRecord {
			yield(s, at)
		}
		at += recordHeader + int64(length)
	}
}

// restoreLast notes the block of the last undamaged record at some offsets.
func (k *kept) restoreLast(offsets []int64) error {
	for _, offset := range slices.Backward(offsets) {
		body, _, err := k.journal.body(offset, mostBody)
		if err != nil {
			return err
		}
		if body != nil {
			at := scratch.Piece{Offset: offset, Size: int32(recordHeader + len(body))}
			return k.restoreBlock(body[1:], at)
		}
	}
	return nil
}
