package ending

import (
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
)

// A question is the goal of solving: whether some sides win, with slices of up to a number of pieces.
type question struct {
	pieces    int
	attackers uint8 // a bit for each color
}

func newQuestion(pieces int, attackers []board.Color) question {
	q := question{pieces: pieces}
	for _, c := range attackers {
		q.attackers |= 1 << c
	}
	return q
}

// answers reports whether the answer to a question is one to another question, too.
func (q question) answers(other question) bool {
	return other.pieces <= q.pieces && other.attackers&^q.attackers == 0
}

// questionSize is the number of bytes of a question in a record.
const questionSize = 2

func (q question) append(b []byte) []byte { return append(b, byte(q.pieces), q.attackers) }

func parseQuestion(b []byte) question { return question{int(b[0]), b[1]} }

// A round is a list of slices that are solved one after the other.
type round struct {
	question question
	listed   bool // the slices are all small ones, or a round with these came before
	slices   []Slice
}

// A restored has the state of a journal, except for its blocks.
type restored struct {
	round round    // that was begun last
	end   question // the last one that was answered as far as possible
}

// restore reads the journal into the nodes.
func (k *kept) restore() (r restored, err error) {
	err = k.journal.records(func(kind byte, content []byte, at scratch.Piece) error {
		switch {
		case kind == positionRecord && at.Offset == 0:
			return nil
		case kind == roundRecord && len(content) > questionSize:
			r.round = round{question: parseQuestion(content), listed: content[questionSize] != 0}
			return r.round.add(content[questionSize+1:])
		case kind == moreRecord:
			return r.round.add(content)
		case kind == blockRecord:
			return k.restoreBlock(content, at)
		case kind == mateRecord:
			return k.restoreMates(content, at)
		case kind == endRecord && len(content) == questionSize:
			r.end = parseQuestion(content)
			return nil
		}
		return errDamaged
	})
	return r, err
}

// add adds the slices of a record.
func (r *round) add(content []byte) error {
	for b := range slices.Chunk(content, sliceSize) {
		if len(b) < sliceSize {
			return errDamaged
		}
		s, ok := parseSlice(b)
		if !ok || s.isWide() && newSlab(s) == nil {
			return errDamaged
		}
		r.slices = append(r.slices, s)
	}
	return nil
}

// restoreBlock notes the block of a record.
func (k *kept) restoreBlock(content []byte, at scratch.Piece) error {
	if len(content) <= sliceSize || content[sliceSize] > 1 {
		return errDamaged
	}
	s, ok := parseSlice(content)
	if !ok || s.isWide() && newSlab(s) == nil {
		return errDamaged
	}
	packed := content[sliceSize+1:]
	k.note(s, node{at: placeOf(at, packed), open: content[sliceSize] != 0, solved: k.changes})
	return nil
}

// beginRound writes the slices that are solved next.
func (k *kept) beginRound(r round) error {
	content := append(r.question.append(nil), 0)
	if r.listed {
		content[questionSize] = 1
	}
	kind := byte(roundRecord)
	for part := range slices.Chunk(r.slices, roundPart) {
		for i := range part {
			content = part[i].append(content)
		}
		if _, err := k.journal.add(kind, content); err != nil {
			return err
		}
		kind, content = moreRecord, nil
	}
	return nil
}

// end writes a question that was answered as far as possible.
func (k *kept) end(q question) error {
	_, err := k.journal.add(endRecord, q.append(nil))
	return err
}
