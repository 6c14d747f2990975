package tile

import (
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// Blocks has the values of a span, in blocks of whole frames. So a span of 16 MiB does not need one piece of memory. A
// heap that is nearly full does not have a piece of that size.
type Blocks [][]value.Byte

// blockEntries is the most entries of a block: those of the largest frame.
const blockEntries = 1 << 18

// NewBlocks returns blocks for the given number of entries, given a function that makes a block.
func NewBlocks(entries int, block func(entries int) []value.Byte) Blocks {
	var b Blocks
	for ; entries > 0; entries -= blockEntries {
		b = append(b, block(min(entries, blockEntries)))
	}
	return b
}

// From returns the values from an entry on, at least to the end of its frame.
func (b Blocks) From(entry int) []value.Byte { return b[entry/blockEntries][entry%blockEntries:] }

// SpanOf returns the span that has a frame, and the first entry of the frame in it.
func (g *Grid) SpanOf(frame slice.FrameNo) (span, first int) {
	size := g.layout.FrameEntries()
	kings := &g.layout.Frames().At(frame).Kings
	if g.king != noMan {
		return g.number[kings[g.king]], int(kings[g.Row]) * size
	}
	span, first, _ = g.layout.FindChunk(frame)
	return span, first
}

// A Span has the size of a span, and its first tile and number of tiles.
type Span struct {
	Entries     int
	Tile, Tiles int
}

// Span returns the size and the tiles of a span.
func (g *Grid) Span(span int) Span {
	size := g.layout.FrameEntries()
	if g.king != noMan {
		tiles := 1 << (6 * len(g.still))
		return Span{Entries: 64 * size, Tile: span * tiles, Tiles: tiles}
	}
	first, end := g.layout.Chunk(span)
	n, all := int(end-first), int(g.layout.Frames().Len())
	return Span{Entries: n * size, Tile: int(first) * g.tiles / all, Tiles: n * g.tiles / all}
}

// Spans returns the number of spans of a slice.
func (g *Grid) Spans() int {
	if g.king != noMan {
		return len(g.kings)
	}
	return g.layout.Chunks()
}

// Still reports whether a man is on one square in all of a tile, and no like man can be on it instead.
func (g *Grid) Still(man int) bool {
	return slices.Contains(g.still, man) && !slices.Contains(g.alike, man) && !slices.Contains(g.alike, man-1)
}

// Frames lists the frames of a span.
func (g *Grid) Frames(span int) []slice.FrameNo {
	frames := g.layout.Frames()
	var list []slice.FrameNo
	if g.king != noMan {
		var kings [2]board.Square
		kings[g.king] = g.kings[span]
		for s := range board.NoSquare {
			kings[g.Row] = s
			if frame, symmetry := frames.Find(kings[0], kings[1]); frame >= 0 && symmetry == board.Identity {
				list = append(list, frame)
			}
		}
		return list
	}
	first, end := g.layout.Chunk(span)
	for frame := first; frame < end; frame++ {
		list = append(list, frame)
	}
	return list
}

// TileSpan returns the span that has a tile.
func (g *Grid) TileSpan(tile int) int {
	if g.king != noMan {
		return tile >> (6 * len(g.still))
	}
	frame := slice.FrameNo(tile) * g.layout.Frames().Len() / slice.FrameNo(g.tiles)
	span, _ := g.SpanOf(frame)
	return span
}

// A part is the unit of reading for consecutive tiles. It is a span, or, in a large span, the tiles with the first of
// the men that stand still on one square.

// part returns the man whose square cuts spans into parts, or noMan if they are parts themselves. If both kings stand
// still, that is only right for chunks of a frame each. Others have no other man that stands still.
func (g *Grid) part() int {
	if g.Span(0).Entries <= g.wholeSpan || len(g.still) == 0 {
		return noMan
	}
	return g.still[0]
}

// TilePart returns the part that has a tile.
func (g *Grid) TilePart(tile int) int {
	if g.part() == noMan {
		return g.TileSpan(tile)
	}
	return tile >> (6 * (len(g.still) - 1))
}

// PartEntries returns the most entries of a part.
func (g *Grid) PartEntries() int {
	if g.part() == noMan {
		return g.Span(0).Entries
	}
	return g.Span(0).Entries / 64
}

// InPart returns the place of an entry in its part, and the stride from lane to lane in it.
func (g *Grid) InPart(entry slice.Entry) (at, lanes int) {
	man, lanes := g.part(), g.stride[g.Lane]
	if man == noMan {
		return g.InSpan(entry), lanes
	}
	stride := g.stride[man]
	if lanes > stride {
		lanes /= 64
	}
	span := g.InSpan(entry)
	return span/(64*stride)*stride + span%stride, lanes
}

// A Run has consecutive entries of a slice, and their place in a part.
type Run struct {
	First   slice.Entry
	Entries int
	At      int
}

// Runs lists the entries of a part.
func (g *Grid) Runs(part int) (runs []Run) {
	man, size := g.part(), g.layout.FrameEntries()
	if man == noMan {
		for _, frame := range g.Frames(part) {
			_, at := g.SpanOf(frame)
			runs = addRun(runs, Run{g.layout.FirstEntry(frame), size, at})
		}
		return runs
	}
	stride := g.stride[man]
	for _, frame := range g.Frames(part >> 6) {
		first := g.layout.FirstEntry(frame) + slice.Entry((part&63)*stride)
		for ; g.layout.FrameOf(first) == frame; first += slice.Entry(64 * stride) {
			at, _ := g.InPart(first)
			runs = addRun(runs, Run{first, stride, at})
		}
	}
	return runs
}

// addRun adds a run to a list, or to the last run of it.
func addRun(runs []Run, run Run) []Run {
	if n := len(runs) - 1; n >= 0 {
		last := &runs[n]
		if last.First+slice.Entry(last.Entries) == run.First && last.At+last.Entries == run.At {
			last.Entries += run.Entries
			return runs
		}
	}
	return append(runs, run)
}

// InSpan returns the place of an entry in its span.
func (g *Grid) InSpan(entry slice.Entry) int {
	_, first := g.SpanOf(g.layout.FrameOf(entry))
	return first + int(entry)%g.layout.FrameEntries()
}
