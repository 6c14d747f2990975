package exits

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// A successor is a slice that exits lead to. It maps men and squares of the slice before the move to its own.
type successor struct {
	drawn  bool // bare kings, always a draw
	source Source
	layout *slice.Layout
	slice  slice.Number
	size   int // of a frame, in entries
	spans  [2][successorSpans]readSpan
	most   int // the largest number of cached spans, for each side to move
	seen   map[seenRanks]*[256]value.Rank
	swap   board.Color          // Black if the sides change names
	before board.Symmetry       // to its colors and pawn placement
	men    [material.MaxMen]int // by its men: our man
	stride [material.MaxMen]int // by its men: the result of [slice.Layout.Stride]
}

// A successor caches up to successorSpans spans for each side to move. It caches fewer if their frames have more than
// successorEntries together, as a lookahead has many successors.
const (
	successorSpans   = 16
	successorEntries = 1 << 20
)

// A readSpan is a span with the views of its bytes, or nil: see [StoredSource].
type readSpan struct {
	Span
	views *value.Views
}

// A seenRanks names the ranks of moves by stored byte. The given ranks are by view.
type seenRanks struct {
	views *value.Views
	ranks *[256]value.Rank
}

// openSuccessor returns the slice of a setting. This is a slice of a face if a man has just been promoted, or if a rook
// has just lost the last castling right. Then still is that man, and otherwise NoMan.
func openSuccessor(source Source, s *setting, still int) (*successor, error) {
	var men []board.Man
	var index []int
	for i, m := range s.men[:s.n] {
		if m.Type != board.NoPiece {
			men = append(men, m)
			index = append(index, i)
		}
	}
	class, swapped := material.ClassOf(men, s.rights)
	if class.BareKings() {
		return &successor{drawn: true}, nil
	}
	layout, err := source.Layout(class)
	if err != nil {
		return nil, err
	}
	to := &successor{source: source}
	if swapped {
		to.swap = board.Black
		to.before = board.FlipRanks
	}
	if s.rights != 0 {
		still = kernel.NoMan // such classes have no faces
	}
	if still != kernel.NoMan {
		// The loss of a castling right changes neither the men nor the names of the sides.
		layout = layout.FaceOf(
			material.Face{
				Class: class,
				Still: board.Man{Color: s.men[still].Color ^ to.swap, Type: s.men[still].Type},
				Right: s.all.Only(s.anchored[still]),
			},
		)
	}
	to.layout, to.size = layout, layout.FrameEntries()
	to.most = min(successorSpans, max(1, successorEntries/to.size))
	var squares slice.Squares // only those of men that do not move in the slice matter
	var used [material.MaxMen]bool
	for j, want := range layout.Men {
		to.stride[j] = layout.Stride(j)
		for k, m := range men {
			if used[k] || (j == layout.Promoted()) != (index[k] == still) {
				continue
			}
			rights := s.rights & s.anchored[index[k]]
			if to.swap != board.White {
				rights = rights.Swapped()
			}
			if m.Type == want.Type && m.Color^to.swap == want.Color && rights == layout.Anchored(j) {
				used[k] = true
				to.men[j] = index[k]
				squares[j] = to.before.Square(m.Square)
				break
			}
		}
	}
	number, mirror := layout.SliceOf(&squares)
	to.slice = number
	to.before = to.before.Then(mirror)
	return to, nil
}

// read sets the frame of a target, with the ranks of moves to its bytes, given those by value. The values are valid
// until the next call. If they are kept, they are valid as long as the successor.
func (to *successor) read(
	t *target, c board.Color, number slice.FrameNo, kept bool, byValue *[256]value.Rank,
) error {
	span := &to.spans[c][int(number)%to.most]
	if t.values = span.Frame(number, to.size); t.values == nil {
		read, err := to.readSpan(c, number)
		if err != nil {
			return err
		}
		if read.Borrowed {
			var room []value.Byte
			if span.Borrowed && !kept { // the old span is a copy, too
				room = span.Values[:0]
			}
			read.Values = append(room, read.Values...)
		}
		*span = read
		t.values = span.Frame(number, to.size)
	}
	t.ranks = to.ranksOf(span.views, byValue)
	return nil
}

func (to *successor) readSpan(c board.Color, number slice.FrameNo) (read readSpan, err error) {
	if stored, ok := to.source.(StoredSource); ok {
		read.Span, read.views, err = stored.Stored(to.layout, to.slice, c, number)
	} else {
		read.Span, err = to.source.Span(to.layout, to.slice, c, number)
	}
	return read, err
}

// ranksOf returns the ranks of moves by stored byte, given those by view.
func (to *successor) ranksOf(views *value.Views, byView *[256]value.Rank) *[256]value.Rank {
	if views == nil {
		return byView
	}
	key := seenRanks{views, byView}
	ranks := to.seen[key]
	if ranks == nil {
		ranks = new([256]value.Rank)
		for b, view := range views {
			ranks[b] = byView[view]
		}
		if to.seen == nil {
			to.seen = map[seenRanks]*[256]value.Rank{}
		}
		to.seen[key] = ranks
	}
	return ranks
}

// A successorReader reads the values after exits from the words of a row. The entry after a lane's exit is a sum. The
// men on fixed squares add a base. The row man and the lane man each add the image of a square times a stride.
type successorReader struct {
	target
	row, lane int // strides; 0 if the entry does not depend on the man

	// If the lane man is a king, the frame and its symmetry depend on the lane, so each lane has its own target.
	byLane bool
	lanes  [64]target
}

// A target is the values of a frame that lanes lead to, and their places.
type target struct {
	values []value.Byte
	ranks  *[256]value.Rank  // of the move, by the byte that it leads to
	image  *[64]board.Square // of our squares
	base   int
}

// draw is the target of exits to bare kings. It has a single value.
var draw = target{values: []value.Byte{value.DrawByte}, image: board.Identity.Squares()}

// begin starts with the men of a row, with side c to move in the successor. The lanes are those with the move. The
// ranks of the move are by the byte that it leads to.
func (r *successorReader) begin(
	to *successor, s *setting, c board.Color, lanes board.Bitboard, ranks *[256]value.Rank,
) error {
	r.row, r.lane, r.byLane = 0, 0, false
	if to.drawn {
		r.target = draw
		r.ranks = ranks
		return nil
	}
	var kings [2]board.Square
	for j, king := range to.layout.Men[:2] {
		kings[j] = to.before.Square(s.men[to.men[j]].Square)
		r.byLane = r.byLane || to.men[j] == s.lane && j != to.layout.Inner && king.Type == board.King
	}
	for j := range to.layout.Men {
		switch to.men[j] {
		case s.row:
			r.row = to.stride[j]
		case s.lane:
			r.lane = to.stride[j]
		}
	}
	frames := to.layout.Frames()
	if !r.byLane {
		frame, symmetry := frames.Find(kings[board.White], kings[board.Black])
		r.image, r.base = to.standing(s, symmetry)
		return to.read(&r.target, c^to.swap, frame, false, ranks)
	}
	king := 0
	if to.men[1] == s.lane {
		king = 1
	}
	last := board.Symmetry(board.Symmetries) // not a symmetry
	for ; lanes != 0; lanes = lanes.Rest() {
		lane := lanes.First() & 63
		kings[king] = to.before.Square(lane)
		frame, symmetry := frames.Find(kings[board.White], kings[board.Black])
		if symmetry != last {
			r.image, r.base = to.standing(s, symmetry)
			last = symmetry
		}
		at := &r.lanes[lane]
		at.image, at.base = r.image, r.base
		if err := to.read(at, c^to.swap, frame, true, ranks); err != nil {
			return err
		}
	}
	return nil
}

// standing returns the images of our squares in a frame with the given symmetry. It also returns the part of an entry
// for the men on fixed squares.
func (to *successor) standing(s *setting, symmetry board.Symmetry) (image *[64]board.Square, base int) {
	image = to.before.Then(symmetry).Squares()
	for j, stride := range to.stride[:len(to.layout.Men)] {
		if man := to.men[j]; stride != 0 && man != s.row && man != s.lane {
			base += int(image[s.men[man].Square&63]) * stride
		}
	}
	return image, base
}

// offer raises some lanes of a word to the ranks of their moves.
func (r *successorReader) offer(w board.Square, lanes board.Bitboard, into *ranks) {
	into.Set |= lanes
	if r.byLane {
		for ; lanes != 0; lanes = lanes.Rest() {
			lane := lanes.First() & 63
			at := &r.lanes[lane]
			into.raise(lane, at.ranks[at.values[at.base+int(at.image[w&63])*r.row]])
		}
		return
	}
	values := r.values[r.base+int(r.image[w&63])*r.row:]
	switch r.lane {
	case 0:
		for rank := r.ranks[values[0]]; lanes != 0; lanes = lanes.Rest() {
			into.raise(lanes.First(), rank)
		}
	default:
		kernel.RaiseLanes(&into.Rank, lanes, values, r.image, r.lane, r.ranks)
	}
}
