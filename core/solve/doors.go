package solve

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// A door leads from the words of a slice into another slice.
type door struct {
	dead   bool // bare kings: always a draw
	source Source
	layout *slice.Layout
	slice  int
	size   int // entries of a frame
	spans  [2][doorSpans]Span
	most   int                  // spans that are remembered for each side to move
	swap   board.Color          // Black if the sides change names
	before board.Symmetry       // to the target's colours and pawn placement
	men    [material.MaxMen]int // for each man of the target, ours
	stride [material.MaxMen]int // for each man of the target, as [slice.Layout.Stride] says
}

// doorSpans is how many spans a door remembers for each side to move, unless their
// frames have more than doorEntries together: whoever looks ahead has many doors open.
const (
	doorSpans   = 16
	doorEntries = 1 << 20
)

// openDoor returns the door to the slice of a setting: if a man has just been promoted,
// to that of a face, else the man is noMan.
func openDoor(source Source, s *setting, promoted int) (*door, error) {
	var men []board.Man
	var index []int
	for i, m := range s.men[:s.n] {
		if m.Type != board.NoPiece {
			men = append(men, m)
			index = append(index, i)
		}
	}
	class, swapped := material.Of(men)
	if class.BareKings() {
		return &door{dead: true}, nil
	}
	layout, err := source.Layout(class)
	if err != nil {
		return nil, err
	}
	d := &door{source: source}
	if swapped {
		d.swap = board.Black
		d.before = board.FlipRanks
	}
	if promoted != noMan {
		layout = layout.Face(board.Man{Color: s.men[promoted].Color ^ d.swap, Type: s.men[promoted].Type})
	}
	d.layout, d.size = layout, layout.FrameEntries()
	d.most = min(doorSpans, max(1, doorEntries/d.size))
	var squares slice.Squares // those of men that stand still matter
	var used [material.MaxMen]bool
	for j, want := range layout.Men {
		d.stride[j] = layout.Stride(j)
		for k, m := range men {
			if used[k] || (j == layout.Promoted()) != (index[k] == promoted) {
				continue
			}
			if m.Type == want.Type && m.Color^d.swap == want.Color {
				used[k] = true
				d.men[j] = index[k]
				squares[j] = d.before.Square(m.Square)
				break
			}
		}
	}
	number, mirror := layout.SliceOf(&squares)
	d.slice = number
	d.before = d.before.Then(mirror)
	return d, nil
}

// frame returns the values of a frame behind the door.
func (d *door) frame(c board.Color, number int) ([]value.Byte, error) {
	span := &d.spans[c][number%d.most]
	if values := span.Frame(number, d.size); values != nil {
		return values, nil
	}
	read, err := d.source.Span(d.layout, d.slice, c, number)
	if err != nil {
		return nil, err
	}
	*span = read
	return span.Frame(number, d.size), nil
}

// A passage goes through a door from the words of a row, or from a single one.
// The entry that a lane leads to is a sum: what the men that stand still make
// of it, and for the row man and the lane man the image of a square times a
// stride.
type passage struct {
	place
	row, lane int              // strides, 0 where nothing depends on the man
	ranks     *[256]value.Rank // of the move, by the byte it leads to

	// Where the lane man is a king it decides the frame, and with it the
	// symmetry: each lane has a place of its own.
	byLane bool
	lanes  [64]place
}

// A place is where the entries of a frame are.
type place struct {
	values []value.Byte
	image  *[64]board.Square // of our squares
	base   int
}

// draw is behind the doors that lead to bare kings.
var draw = place{values: []value.Byte{value.DrawByte}, image: board.Identity.Squares()}

// begin turns to the men of a row, with side c to move behind the door. The
// lanes are those that matter, and the ranks those of the move by where it leads.
func (p *passage) begin(d *door, s *setting, c board.Color, lanes board.Bitboard, ranks *[256]value.Rank) (err error) {
	p.row, p.lane, p.byLane, p.ranks = 0, 0, false, ranks
	if d.dead {
		p.place = draw
		return nil
	}
	var kings [2]board.Square
	for j, king := range d.layout.Men[:2] {
		kings[j] = d.before.Square(s.men[d.men[j]].Square)
		p.byLane = p.byLane || d.men[j] == s.lane && j != d.layout.Inner && king.Type == board.King
	}
	for j := range d.layout.Men {
		switch d.men[j] {
		case s.row:
			p.row = d.stride[j]
		case s.lane:
			p.lane = d.stride[j]
		}
	}
	frames := d.layout.Frames()
	if !p.byLane {
		frame, symmetry := frames.Find(kings[board.White], kings[board.Black])
		p.image, p.base = d.standing(s, symmetry)
		p.values, err = d.frame(c^d.swap, frame)
		return err
	}
	king := 0
	if d.men[1] == s.lane {
		king = 1
	}
	last := board.Symmetry(board.Symmetries) // none
	for ; lanes != 0; lanes = lanes.Rest() {
		lane := lanes.First() & 63
		kings[king] = d.before.Square(lane)
		frame, symmetry := frames.Find(kings[board.White], kings[board.Black])
		if symmetry != last {
			p.image, p.base = d.standing(s, symmetry)
			last = symmetry
		}
		at := &p.lanes[lane]
		at.image, at.base = p.image, p.base
		if at.values, err = d.frame(c^d.swap, frame); err != nil {
			return err
		}
	}
	return nil
}

// standing returns what a frame's symmetry makes of our squares, and what the
// men that stand still add to the entry there.
func (d *door) standing(s *setting, symmetry board.Symmetry) (image *[64]board.Square, base int) {
	image = d.before.Then(symmetry).Squares()
	for j, stride := range d.stride[:len(d.layout.Men)] {
		if man := d.men[j]; stride != 0 && man != s.row && man != s.lane {
			base += int(image[s.men[man].Square&63]) * stride
		}
	}
	return image, base
}

// offer adds the moves from some lanes of a word through the passage.
func (p *passage) offer(w board.Square, lanes board.Bitboard, into *ranks) {
	into.set |= lanes
	if p.byLane {
		for ; lanes != 0; lanes = lanes.Rest() {
			lane := lanes.First() & 63
			at := &p.lanes[lane]
			into.raise(lane, p.ranks[at.values[at.base+int(at.image[w&63])*p.row]])
		}
		return
	}
	values := p.values[p.base+int(p.image[w&63])*p.row:]
	switch p.lane {
	case 0:
		for rank := p.ranks[values[0]]; lanes != 0; lanes = lanes.Rest() {
			into.raise(lanes.First(), rank)
		}
	default:
		raiseLanes(&into.rank, lanes, values, p.image, p.lane, p.ranks)
	}
}
