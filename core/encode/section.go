package encode

import (
	"io"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// A Section packs bytes of positions like a section of a table packs values. It is for tables with more than one value
// for each position. It can be used once.
type Section struct {
	packer *packer
	bits   uint64 // expected
}

// NewSection returns a section of consecutive slices with one side to move, given the number of the first slice. Its
// tiles have the given shape of [tile.Shapes]. If shape is -1, the section chooses the shape by size. within is nil if
// all positions are coded. Empty tiles have no checksum.
func NewSection(
	l *slice.Layout, c board.Color, group []solve.Sink, first slice.Number, shape int, within Within, threads int,
) (s *Section, err error) {
	p := newPacker(l, c, group, first, max(1, threads))
	p.within = within
	params := format.Params{Kind: format.ByClock}
	p.sparse, p.summed = true, params.SumsModels(value.WithGoal(value.ToMate), l.Class)
	p.storesBothSides = params.StoresBothSides(l.Class)
	if shape < 0 {
		err = p.chooseShape()
	} else {
		p.shape, p.grid = shape, tile.NewGrid(l, c, tile.Shapes(l, c)[shape])
	}
	return &Section{packer: p}, err
}

// Train makes a model of the section, and returns the expected number of bits of the section.
func (s *Section) Train() (bits uint64, err error) {
	s.bits, err = s.packer.count()
	return s.bits, err
}

// Shape returns the shape of the section's tiles, in [tile.Shapes].
func (s *Section) Shape() int { return s.packer.shape }

// leastSummed is the least number of bits of a section for which a summed model is tried. Most planes of a table by the
// clock are smaller: then training takes longer than all else, and saves less than the model takes.
const leastSummed = 1 << 15

// Pack writes the section. [Section.Train] must be called before.
func (s *Section) Pack(w io.Writer) (format.SectionRef, error) {
	if s.packer.summed && s.bits >= leastSummed {
		if _, err := s.packer.sum(s.bits); err != nil {
			return format.SectionRef{}, err
		}
	}
	return s.packer.pack(w, func(int, int) error { return nil })
}
