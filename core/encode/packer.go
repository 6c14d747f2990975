package encode

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"sync"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/checksum"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// A packer packs the tiles of one side to move of a group of slices.
type packer struct {
	layout *slice.Layout
	side   board.Color
	shape  int // in tile.Shapes
	grid   *tile.Grid
	group  []solve.Sink // the group's slices
	first  slice.Number // their numbers begin here
	within Within       // nil if all positions are told
	summed bool         // the model may be summed

	storesBothSides bool // see [format.Params.StoresBothSides]

	model *tile.Model
	part  spilledPart
	ahead map[int]*[tile.Size]value.Byte // tiles of a sample, by number
	each  []*tilePacker                  // one for each thread
}

// newPacker returns a packer for the slices of a group, the first of which has
// this number.
func newPacker(l *slice.Layout, c board.Color, group []solve.Sink, first slice.Number, threads int) *packer {
	p := &packer{layout: l, side: c, group: group, first: first}
	for range threads {
		p.each = append(p.each, &tilePacker{of: p})
	}
	return p
}

// chooseShape has the slices cut into tiles of the shape that some of them take the
// fewest bytes in, unless another one with a few more makes probes much quicker.
func (p *packer) chooseShape() error {
	l, c := p.layout, p.side
	shapes := tile.Shapes(l, c)
	if len(shapes) == 1 {
		p.grid = tile.NewGrid(l, c, shapes[0])
		return nil
	}
	entries := min(maxTrial, len(p.group)*l.Entries()/trialShare)
	least := uint64(math.MaxUint64)
	var best *tile.Grid
	for i, shape := range shapes {
		p.grid, p.ahead, p.part.of = tile.NewGrid(l, c, shape), nil, nil
		census := new(tile.Census)
		_, err := p.sample(entries, census.Add)
		if err != nil {
			return err
		}
		bits := census.Bits(census.Model()) * 1_000_000 / uint64(max(1, census.Entries()))
		if !p.storesBothSides {
			bits += bits * uint64(shape.Ahead(l)) / aheadShare
		}
		if bits < least {
			least, best, p.shape = bits, p.grid, i
		}
	}
	p.grid, p.ahead, p.part.of = best, nil, nil
	return nil
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

// sample visits tiles that together have some legal entries, or all, and returns the number of tiles.
func (p *packer) sample(entries int, visit func(*tile.Description)) (tiles int, err error) {
	all := p.tiles()
	// Steps of the golden section scatter the tiles evenly, however far we go.
	step := int(uint64(all)*2654435769>>32) | 1
	for gcd(step, all) > 1 {
		step += 2
	}
	one := p.each[0]
	for n := 0; tiles < all && entries > 0; tiles++ {
		if err := p.readAhead(n, step, min(entries/tile.Size+1, all-tiles)); err != nil {
			return 0, err
		}
		if err := one.describe(n, one.readSampled); err != nil {
			return 0, err
		}
		visit(&one.description)
		entries -= one.description.Entries()
		n = (n + step) % all
	}
	return tiles, nil
}

// mostAhead is how many tiles are read ahead of a sample, and stay for the next one.
const mostAhead = 128

// readAhead sees to it that a tile is at hand whose values are not in memory, with so many more of a sample: they are
// read together, part by part, where each alone would take thousands of reads.
func (p *packer) readAhead(n, step, count int) error {
	i, _ := p.at(n)
	if _, inMemory := p.group[i].(*solve.Values); inMemory || p.ahead[n] != nil {
		return nil
	}
	if p.ahead == nil || len(p.ahead)+count > mostAhead {
		p.ahead = map[int]*[tile.Size]value.Byte{}
	}
	list := make([]int, min(count, mostAhead))
	for k := range list {
		list[k] = (n + k*step) % p.tiles()
	}
	slices.Sort(list)
	one := p.each[0]
	for _, n := range list {
		i, number := p.at(n)
		if err := p.part.read(p.grid, p.side, p.group[i], p.grid.TilePart(number)); err != nil {
			return err
		}
		one.take(p.grid, &p.part, number)
		values := one.tile
		p.ahead[n] = &values
	}
	return nil
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func (p *packer) tiles() int { return len(p.group) * p.grid.Tiles() }

// at returns the slice of a tile that is numbered from the group's first one on, and the tile's number there.
func (p *packer) at(n int) (i, tile int) { return n / p.grid.Tiles(), n % p.grid.Tiles() }

// sampledEntries is about the number of entries that a model is made from.
const sampledEntries = 1_000_000

// train makes the model from some of the tiles, and returns the bits that all
// of them are expected to take.
func (p *packer) train() (bits uint64, err error) {
	defer func() { p.ahead, p.part = nil, spilledPart{} }() // other levels need the memory
	census := new(tile.Census)
	tiles, err := p.sample(sampledEntries, census.Add)
	if err != nil {
		return 0, err
	}
	p.model = census.Model()
	share := func(bits uint64) uint64 { return bits * uint64(p.tiles()) / uint64(tiles) }
	bits = share(census.Bits(p.model))
	if !p.summed {
		return bits, nil
	}
	trainer := new(tile.Trainer)
	for range rounds {
		trainer.Bits()
		if _, err := p.sample(sampledEntries, trainer.Add); err != nil {
			return 0, err
		}
	}
	model := trainer.Model()
	if summed := share(trainer.Bits()); summed+modelBits(model) < bits+modelBits(p.model) {
		p.model, bits = model, summed
	}
	return bits, nil
}

// rounds is how often a [tile.Trainer] is shown what it learns.
const rounds = 2

// modelBits is about what a model takes in a directory, or rather more.
func modelBits(m *tile.Model) uint64 { return 8 * uint64(len(m.Append(nil))) }

// pack writes the section.
func (p *packer) pack(w io.Writer, observe func(done, of int) error) (ref format.SectionRef, err error) {
	lengths := make([]uint16, 0, p.tiles())
	checksums := make([]byte, 0, format.ChecksumSize*p.tiles())
	ref.Shape = p.shape
	for n := 0; n < p.tiles(); {
		end, err := p.packSome(n)
		if err != nil {
			return ref, err
		}
		for _, some := range p.each {
			if _, err := w.Write(some.packed); err != nil {
				return ref, err
			}
			ref.Tiles += int64(len(some.packed))
			lengths = append(lengths, some.lengths...)
			checksums = append(checksums, some.checksums...)
		}
		if n = end; n < p.tiles() {
			if err := observe(n, p.tiles()); err != nil {
				return ref, err
			}
		}
	}
	p.part = spilledPart{} // the next level needs the memory
	dir := format.EncodeDirectory(p.model, lengths, checksums)
	ref.Directory, ref.Checksum = len(dir), checksum.Sum(dir)
	_, err = w.Write(dir)
	return ref, err
}

// mostTogether is how many tiles a thread packs at once.
const mostTogether = 64

// packSome packs some tiles, from one on, each thread as many, and returns where the next ones begin. They are in one
// part, if values are not in memory.
func (p *packer) packSome(first int) (end int, err error) {
	i, n := p.at(first)
	end = min(first+mostTogether*len(p.each), (i+1)*p.grid.Tiles())
	if _, inMemory := p.group[i].(*solve.Values); !inMemory {
		part := p.grid.TilePart(n)
		for last := n + end - 1 - first; p.grid.TilePart(last) != part; last-- {
			end--
		}
		if err := p.part.read(p.grid, p.side, p.group[i], part); err != nil {
			return 0, err
		}
	}
	var others sync.WaitGroup
	errs := make([]error, len(p.each))
	share := (end - first + len(p.each) - 1) / len(p.each)
	for thread, some := range p.each {
		from := min(first+thread*share, end)
		work := func() { errs[thread] = some.pack(from, min(from+share, end)) }
		if thread < len(p.each)-1 {
			others.Go(work)
		} else {
			work()
		}
	}
	others.Wait()
	return end, errors.Join(errs...)
}

// A tilePacker packs tiles, in a thread of its own.
type tilePacker struct {
	of          *packer
	description tile.Description
	told        [tile.Side]board.Bitboard
	spilledTile

	one       []byte
	packed    []byte // one tile after the other
	lengths   []uint16
	checksums []byte
}

// pack packs tiles that follow each other.
func (t *tilePacker) pack(first, end int) error {
	t.packed, t.lengths, t.checksums = t.packed[:0], t.lengths[:0], t.checksums[:0]
	for n := first; n < end; n++ {
		if err := t.describe(n, t.readInPart); err != nil {
			return err
		}
		t.one = t.of.model.Encode(&t.description, t.one[:0])
		if len(t.one) > math.MaxUint16 {
			return fmt.Errorf("a tile takes %d bytes", len(t.one))
		}
		t.packed = append(t.packed, t.one...)
		t.lengths = append(t.lengths, uint16(len(t.one)))
		t.checksums = binary.LittleEndian.AppendUint32(t.checksums, checksum.Sum(t.one))
	}
	return nil
}

// describe describes a tile, numbered from the group's first one on. If it is not
// in memory, read reads it.
func (t *tilePacker) describe(n int, read func(i, n int) error) error {
	p := t.of
	i, n := p.at(n)
	number := p.first + slice.Number(i)
	if p.within != nil {
		p.within(p.grid, i, n, &t.told)
		t.description.Within(&t.told)
	}
	if values, ok := p.group[i].(*solve.Values); ok {
		t.description.Describe(p.grid, number, n, values[p.side])
		return nil
	}
	if err := read(i, n); err != nil {
		return err
	}
	t.description.DescribeTile(p.grid, number, n, &t.tile)
	return nil
}

// readSampled takes a tile that was read ahead.
func (t *tilePacker) readSampled(i, n int) error {
	t.tile = *t.of.ahead[i*t.of.grid.Tiles()+n]
	return nil
}

// readInPart takes a tile from the part that was read.
func (t *tilePacker) readInPart(_, n int) error {
	t.take(t.of.grid, &t.of.part, n)
	return nil
}

// Within says which lanes of a tile are told, by row, of a slice that is numbered from a section's first one on.
type Within func(g *tile.Grid, slice, n int, lanes *[tile.Side]board.Bitboard)
