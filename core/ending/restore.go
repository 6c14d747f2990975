package ending

import (
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
)

// A restored has the state of a journal, except for its blocks.
type restored struct {
	round []Slice // that was begun last
	end   end     // of the last question that was answered as far as possible
}

// restore reads the journal of a position into the nodes, or begins one.
func (k *kept) restore(fen string) (r restored, err error) {
	first := true
	err = k.journal.records(func(kind byte, content []byte, at scratch.Piece) error {
		if first != (kind == positionRecord) {
			return errDamaged
		}
		first = false
		switch kind {
		case positionRecord:
			if string(content) != fen {
				return errOther
			}
			return nil
		case roundRecord:
			r.round = nil
			r.round, err = parseSlices(content)
			return err
		case blockRecord:
			return k.restoreBlock(content, at)
		case endRecord:
			r.end, err = parseEnd(content)
			return err
		}
		return errDamaged
	})
	if err == nil && first {
		_, err = k.journal.add(positionRecord, []byte(fen))
	}
	return r, err
}

// restoreBlock notes the block of a record.
func (k *kept) restoreBlock(content []byte, at scratch.Piece) error {
	if len(content) <= sliceSize {
		return errDamaged
	}
	s, ok := parseSlice(content)
	if !ok || s.pieces.count() > MaxPieces {
		return errDamaged
	}
	packed := content[sliceSize+1:]
	k.note(s, node{at: placeOf(at, packed), open: content[sliceSize] != 0, solved: k.changes})
	return nil
}

// parseSlices reads the slices of a round.
func parseSlices(content []byte) (list []Slice, err error) {
	for b := range slices.Chunk(content, sliceSize) {
		if len(b) < sliceSize {
			return nil, errDamaged
		}
		s, ok := parseSlice(b)
		if !ok {
			return nil, errDamaged
		}
		list = append(list, s)
	}
	return list, nil
}

// beginRound writes the slices that are solved next.
func (k *kept) beginRound(list []Slice) error {
	var content []byte
	for i := range list {
		content = list[i].append(content)
	}
	_, err := k.journal.add(roundRecord, content)
	return err
}

// An end is a question that was answered as far as possible: the attackers, and the most pieces of a slice.
type end struct {
	attackers []board.Color
	pieces    int
}

// answers reports whether nothing more can be solved for another question.
func (e end) answers(q end) bool {
	missing := func(c board.Color) bool { return !slices.Contains(e.attackers, c) }
	return q.pieces <= e.pieces && !slices.ContainsFunc(q.attackers, missing)
}

// end writes an end.
func (k *kept) end(e end) error {
	content := []byte{byte(e.pieces)}
	for _, c := range e.attackers {
		content = append(content, byte(c))
	}
	_, err := k.journal.add(endRecord, content)
	return err
}

func parseEnd(content []byte) (e end, err error) {
	if len(content) == 0 {
		return end{}, errDamaged
	}
	e.pieces = int(content[0])
	for _, c := range content[1:] {
		if board.Color(c) > board.Black {
			return end{}, errDamaged
		}
		e.attackers = append(e.attackers, board.Color(c))
	}
	return e, nil
}
