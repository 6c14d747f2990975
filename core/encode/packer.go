package encode

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"

	"golang.org/x/sync/errgroup"

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
	within Within       // nil if all positions are coded
	summed bool         // the model may be summed
	sparse bool         // empty tiles have no checksum

	storesBothSides bool // see [format.Params.StoresBothSides]

	model *tile.Model
	part  spilledPart
	ahead map[int]*[tile.Size]value.Byte // tiles of a sample, by number
	each  []*tilePacker                  // one for each thread
}

// newPacker returns a packer for the slices of a group, given the number of the first slice.
func newPacker(l *slice.Layout, c board.Color, group []solve.Sink, first slice.Number, threads int) *packer {
	p := &packer{layout: l, side: c, group: group, first: first}
	for range threads {
		p.each = append(p.each, &tilePacker{of: p})
	}
	return p
}

// chooseShape chooses the shape of the tiles. It is the one in which a sample takes the fewest bytes, unless a slightly
// larger one makes probes much quicker.
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

// aheadShare limits the price of quick probes that look ahead. To save reading one tile, a table may take 1/aheadShare
// more bytes.
const aheadShare = 5_000

// A shape is tried on 1/trialShare of a group's entries, but on at most maxTrial.
const (
	trialShare = 32
	maxTrial   = 100_000
)

// sample visits tiles that together have at least the given number of legal entries, or all tiles. It returns the
// number of tiles.
func (p *packer) sample(entries int, visit func(*tile.Description)) (tiles int, err error) {
	all := p.tiles()
	// Steps of the golden section scatter any number of tiles evenly.
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

// mostAhead is the largest number of tiles that are read ahead for a sample, and stay for the next one.
const mostAhead = 128

// readAhead makes sure that a tile is in memory. If it has to read it, it also reads the next tiles of a sample, up to
// count in all. It reads them together, part by part, as reading each tile alone would take thousands of reads.
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

// at returns the slice of a tile, by its index in the group, and the tile's number in that slice. The given number
// counts the tiles of the whole group.
func (p *packer) at(n int) (i, tile int) { return n / p.grid.Tiles(), n % p.grid.Tiles() }

// sampledEntries is the approximate number of entries that a model is made from.
const sampledEntries = 1_000_000

// train makes the model from some of the tiles, and returns the expected number of bits of all tiles.
func (p *packer) train() (bits uint64, err error) {
	defer func() { p.ahead, p.part = nil, spilledPart{} }() // other levels need the memory
	if bits, err = p.count(); err != nil || !p.summed {
		return bits, err
	}
	return p.sum(bits)
}

// count makes the model whose codes are counted. It returns the expected number of bits of all tiles.
func (p *packer) count() (bits uint64, err error) {
	census := new(tile.Census)
	tiles, err := p.sample(sampledEntries, census.Add)
	if err != nil {
		return 0, err
	}
	p.model = census.Model()
	return p.share(census.Bits(p.model), tiles), nil
}

// sum replaces the counted model by a summed one if that takes fewer bits, given the bits of the counted one.
func (p *packer) sum(bits uint64) (uint64, error) {
	trainer, tiles := new(tile.Trainer), 0
	for range rounds {
		trainer.Bits()
		var err error
		if tiles, err = p.sample(sampledEntries, trainer.Add); err != nil {
			return 0, err
		}
	}
	model := trainer.Model()
	if summed := p.share(trainer.Bits(), tiles); summed+modelBits(model) < bits+modelBits(p.model) {
		p.model, bits = model, summed
	}
	return bits, nil
}

// share returns the expected number of bits of all tiles, given that of some.
func (p *packer) share(bits uint64, tiles int) uint64 {
	return bits * uint64(p.tiles()) / uint64(tiles)
}

// rounds is the number of times that a [tile.Trainer] is trained on the sample.
const rounds = 2

// modelBits returns the approximate number of bits of a model in a directory, or a few more.
func modelBits(m *tile.Model) uint64 { return 8 * uint64(len(m.Append(nil))) }

// pack writes the section.
func (p *packer) pack(w io.Writer, observe func(done, of int) error) (ref format.SectionRef, err error) {
	lengths := make([]uint16, 0, p.tiles())
	checksums := make([]byte, 0, format.ChecksumSize*p.tiles())
	ref.Shape, ref.Sparse = p.shape, p.sparse
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
	dir := format.EncodeDirectory(p.model, lengths, checksums, p.sparse)
	ref.Directory, ref.Checksum = len(dir), checksum.Sum(dir)
	_, err = w.Write(dir)
	return ref, err
}

// mostTogether is the largest number of tiles that a thread packs at once.
const mostTogether = 64

// packSome packs some tiles from the first one on, and returns the first tile after them. The threads share the tiles
// evenly. If values are not in memory, the tiles are in one part.
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
	var all errgroup.Group
	share := (end - first + len(p.each) - 1) / len(p.each)
	for thread, some := range p.each {
		from := min(first+thread*share, end)
		all.Go(func() error { return some.pack(from, min(from+share, end)) })
	}
	return end, all.Wait()
}

// A tilePacker packs tiles in one thread.
type tilePacker struct {
	of          *packer
	description tile.Description
	coded       [tile.Side]board.Bitboard
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

// describe describes a tile, given its number in the group. It calls read if the values are not in memory.
func (t *tilePacker) describe(n int, read func(i, n int) error) error {
	p := t.of
	i, n := p.at(n)
	number := p.first + slice.Number(i)
	if p.within != nil {
		p.within(p.grid, i, n, &t.coded)
		t.description.Within(&t.coded)
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

// readSampled copies a tile that was read ahead.
func (t *tilePacker) readSampled(i, n int) error {
	t.tile = *t.of.ahead[i*t.of.grid.Tiles()+n]
	return nil
}

// readInPart copies a tile from the current part.
func (t *tilePacker) readInPart(_, n int) error {
	t.take(t.of.grid, &t.of.part, n)
	return nil
}

// Within sets the coded lanes of a tile, by row. The slice is an index in the group of the section.
type Within func(g *tile.Grid, slice, n int, lanes *[tile.Side]board.Bitboard)
