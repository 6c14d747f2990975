package encode

import (
	"io"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/tile"
)

// A Section packs bytes of positions as a table's section has their values: for who has more to tell of positions than
// a value each. It is used once.
type Section struct{ packer *packer }

// NewSection returns a section of slices that follow each other, the first of which has this number, with one side to
// move. Its tiles have a shape of [tile.Shapes] or, given -1, the one that takes the fewest bytes. Within is nil if all
// positions are told.
func NewSection(
	l *slice.Layout,
	c board.Color,
	group []solve.Sink,
	first slice.Number,
	shape int,
	within Within,
	threads int,
) (s *Section, err error) {
	p := newPacker(l, c, group, first, max(1, threads))
	p.within = within
	p.storesBothSides = format.Params{}.StoresBothSides(l.Class)
	if shape < 0 {
		err = p.chooseShape()
	} else {
		p.shape, p.grid = shape, tile.NewGrid(l, c, tile.Shapes(l, c)[shape])
	}
	return &Section{p}, err
}

// Train makes the section's model, and returns the bits that it is expected to take.
func (s *Section) Train() (bits uint64, err error) { return s.packer.train() }

// Pack writes the section, once it is trained.
func (s *Section) Pack(w io.Writer) (format.SectionRef, error) {
	return s.packer.pack(w, func(int, int) error { return nil })
}
