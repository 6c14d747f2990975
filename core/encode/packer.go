package encode

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/tile"
)

// A packer packs the tiles of one side to move of a group of slices.
type packer struct {
	side  board.Color
	shape int // in tile.Shapes
	grid  *tile.Grid
	group []solve.Sink // the group's slices
	first slice.Number // their numbers begin here

	description tile.Description
	model       *tile.Model
	spilled     spilledTiles
}

// newPacker returns a packer for the slices of a group, the first of which has
// this number. It cuts them into tiles of the shape that some of them take the
// fewest bytes in, unless another one with a few more makes probes much quicker.
func newPacker(l *slice.Layout, c board.Color, group []solve.Sink, first slice.Number) (*packer, error) {
	p := &packer{side: c, group: group, first: first}
	shapes := tile.Shapes(l, c)
	if len(shapes) == 1 {
		p.grid = tile.NewGrid(l, c, shapes[0])
		return p, nil
	}
	entries := min(maxTrial, len(group)*l.Entries()/trialShare)
	least := uint64(math.MaxUint64)
	var best *tile.Grid
	for i, shape := range shapes {
		p.grid = tile.NewGrid(l, c, shape)
		census, _, err := p.sample(entries)
		if err != nil {
			return nil, err
		}
		bits := census.Bits(census.Model()) * 1_000_000 / uint64(max(1, census.Entries()))
		if l.Class.Men() > mostMenBothSides {
			bits += bits * uint64(shape.Ahead(l)) / aheadShare
		}
		if bits < least {
			least, best, p.shape = bits, p.grid, i
		}
	}
	p.grid = best
	return p, nil
}

// aheadShare says what quick probes may cost where they have to look ahead: for
// a tile less to read, one in so many of a table's bytes.
const aheadShare = 5_000

// A shape is tried out on this part of a group's entries, but not on more than
// so many.
const (
	trialShare = 32
	maxTrial   = 100_000
)

// sample counts the decisions of tiles that together have some legal entries,
// or of all, and returns the number of tiles.
func (p *packer) sample(entries int) (census *tile.Census, tiles int, err error) {
	census = &tile.Census{}
	all := p.tiles()
	// Steps of the golden section scatter the tiles evenly, however far we go.
	step := int(uint64(all)*2654435769>>32) | 1
	for gcd(step, all) > 1 {
		step += 2
	}
	for n := 0; tiles < all && census.Entries() < entries; tiles++ {
		if err := p.describe(n, (*spilledTiles).readAlone); err != nil {
			return nil, 0, err
		}
		census.Add(&p.description)
		n = (n + step) % all
	}
	return census, tiles, nil
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func (p *packer) tiles() int { return len(p.group) * p.grid.Tiles() }

// describe describes a tile, numbered from the group's first one on. If it is not
// in memory, read reads it.
func (p *packer) describe(n int, read func(*spilledTiles, *tile.Grid, board.Color, solve.Sink, int) error) error {
	i, n := n/p.grid.Tiles(), n%p.grid.Tiles()
	number := p.first + slice.Number(i)
	if values, ok := p.group[i].(*solve.Values); ok {
		p.description.Describe(p.grid, number, n, values[p.side])
		return nil
	}
	if err := read(&p.spilled, p.grid, p.side, p.group[i], n); err != nil {
		return err
	}
	p.description.DescribeTile(p.grid, number, n, &p.spilled.tile)
	return nil
}

// sampledEntries is about the number of entries that a model is made from.
const sampledEntries = 1_000_000

// train makes the model from some of the tiles, and returns the bits that all
// of them are expected to take.
func (p *packer) train() (bits uint64, err error) {
	census, tiles, err := p.sample(sampledEntries)
	if err != nil {
		return 0, err
	}
	p.model = census.Model()
	return census.Bits(p.model) * uint64(p.tiles()) / uint64(tiles), nil
}

// pack writes the section.
func (p *packer) pack(w io.Writer, observe func(done, of int) error) (ref format.SectionRef, err error) {
	lengths := make([]uint16, 0, p.tiles())
	checksums := make([]byte, 0, format.ChecksumSize*p.tiles())
	ref.Shape = p.shape
	var packed []byte
	for n := range p.tiles() {
		if err := p.describe(n, (*spilledTiles).readInOrder); err != nil {
			return ref, err
		}
		packed = p.model.Encode(&p.description, packed[:0])
		if len(packed) > math.MaxUint16 {
			return ref, fmt.Errorf("a tile takes %d bytes", len(packed))
		}
		if _, err := w.Write(packed); err != nil {
			return ref, err
		}
		ref.Tiles += int64(len(packed))
		lengths = append(lengths, uint16(len(packed)))
		checksums = binary.LittleEndian.AppendUint32(checksums, format.Checksum(packed))
		if n%64 == 63 {
			if err := observe(n, p.tiles()); err != nil {
				return ref, err
			}
		}
	}
	dir := format.EncodeDirectory(p.model, lengths, checksums)
	ref.Directory, ref.Checksum = len(dir), format.Checksum(dir)
	_, err = w.Write(dir)
	return ref, err
}
