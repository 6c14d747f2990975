package steps

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
)

// A record is a message from a place to another one: rows of a frame, by the kind of the record.
//
// Records have a codec of their own instead of a coder of Beam for structs. BenchmarkRecord compares the two. Beam's
// coder takes a byte more for each record and 8 times as long for one of 40 bytes, as it uses reflection. A class
// shuffles millions of records. A place has only a few sums, so these are structs.
type record struct {
	kind  kind
	color board.Color
	frame slice.FrameNo // the target
	from  slice.FrameNo // the frame of a question
	rows  []byte
}

type kind byte

const (
	visit     kind = iota // a [Sum] of the work so far, or no rows: the step visits the place
	expanded              // rows of the frame with moves to decided positions
	candidate             // rows of the frame that may be lost
	question              // rows of another frame whose king moves lead to this one
	answer                // rows of the question that these moves save
)

func (r record) append(b []byte) []byte {
	b = append(b, byte(r.kind), byte(r.color))
	b = appendSection(b, section{int(r.frame), nil})
	return appendSection(b, section{int(r.from), r.rows})
}

func parseRecord(b []byte) (r record, err error) {
	if len(b) < 2 || b[1] > 1 {
		return r, errSections
	}
	r.kind, r.color = kind(b[0]), board.Color(b[1])
	s, rest, err := nextSection(b[2:])
	if err != nil {
		return r, err
	}
	r.frame = slice.FrameNo(s.number)
	if s, rest, err = nextSection(rest); err != nil || len(rest) > 0 {
		return r, errSections
	}
	r.from, r.rows = slice.FrameNo(s.number), s.bytes
	return r, nil
}
