package builder

import (
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/value"
)

// Seconds says about how long it takes to make the table with so many threads, natively,
// if what it depends on is at hand.
func (p *Provision) Seconds(threads int) float64 {
	solving, encoding := p.seconds()
	at := float64(p.threads(threads))
	if p.layout.Slices() == 1 { // all threads pack it, and two may solve it, but for the reading
		if p.Solving.Threads > 1 {
			solving *= readingShareOfLarge + (1-readingShareOfLarge)/2
		}
		return solving + encoding/at
	}
	at = min(at, float64(p.layout.Slices()))    // a slice is solved by one
	return max(encoding, (solving+encoding)/at) // and one at a time is encoded
}

// Shares says about which shares of a thread's time are behind when it has read what exits lead to, and when it has
// solved the table.
func (p *Provision) Shares() (read, solved float64) {
	solving, encoding := p.seconds()
	share := readingShare
	if library.IsLarge(p.Class) {
		share = readingShareOfLarge
	}
	return share * costOf(p.Class).solving / (solving + encoding), solving / (solving + encoding)
}

// seconds returns what a thread takes to solve and to encode all slices.
func (p *Provision) seconds() (solving, encoding float64) {
	c := costOf(p.Class)
	_, promoted := p.unpacked(libraryBytes(p.Cache))
	solving = c.solving + p.Solving.Slowdown*float64(
		p.layout.Positions(),
	) + unpackingSeconds*promotingSlices*float64(
		promoted,
	)
	return solving, c.encoding
}

// Scratch returns about how many bytes are outside of memory at most, with so many threads.
func (p *Provision) Scratch(threads int) int64 {
	at := int64(min(p.threads(threads), int(p.layout.Slices())))
	tables, promoted := p.unpacked(libraryBytes(p.Cache))
	bytes := at * (p.Solving.Scratch + tables + promoted)
	if !p.keeps {
		bytes += p.kept / keptShare
	}
	return bytes
}

// LevelScratch returns how many bytes are outside of memory besides for each level of values after the first, where
// there may be some: that shows only when all is solved.
func (p *Provision) LevelScratch() int64 {
	if !format.TakesLevels(p.layout, p.Metric) {
		return 0
	}
	return 2 * int64(p.layout.Entries())
}

// threads returns how many of so many threads there is memory for.
func (p *Provision) threads(wanted int) int {
	s := shareBudget([]*Provision{p}, p.Budget, wanted)
	return min(s.threads, max(1, int((s.room-p.keptInMemory())/p.footprint)))
}

// Stored returns the bytes of the table in the store.
func (p *Provision) Stored() int64 {
	switch c := costOf(p.Class); p.Metric.Goal() {
	case value.ToZeroing:
		return c.dtzBytes
	case value.ToConversion:
		return c.dtcBytes
	default:
		return c.bytes
	}
}

// Peak returns the most memory that is expected to be held: that of the parts, but no
// more cache than there is to read.
func (p *Provision) Peak() int64 {
	return p.Bytes() - p.Cache + min(p.Cache, p.readable())
}
