package builder

import (
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/value"
)

// Seconds returns about how long some threads take to make the table natively, if the tables that it depends on are
// stored.
func (p *Provision) Seconds(threads int) float64 {
	solving, encoding := p.seconds()
	at := float64(p.threads(threads))
	if p.layout.Slices() == 1 { // all threads pack it, and two may solve it, except for the reading
		if p.Solving.Threads > 1 {
			solving *= readingShareOfLarge + (1-readingShareOfLarge)/2
		}
		return solving + encoding/at
	}
	at = min(at, float64(p.layout.Slices()))    // a slice is solved by one
	return max(encoding, (solving+encoding)/at) // and one at a time is encoded
}

// Shares returns the approximate shares of a thread's time that pass until the targets of exits are read, and until the
// table is solved.
func (p *Provision) Shares() (read, solved float64) {
	solving, encoding := p.seconds()
	share := readingShare
	if library.IsLarge(p.Class) {
		share = readingShareOfLarge
	}
	return share * costOf(p.Class).solving / (solving + encoding), solving / (solving + encoding)
}

// seconds returns the times in which a thread solves and encodes all slices.
func (p *Provision) seconds() (solving, encoding float64) {
	c := costOf(p.Class)
	_, promoted := p.unpacked(libraryBytes(p.Cache))
	solving = c.solving + p.Solving.Slowdown*float64(p.layout.Positions()) +
		unpackingSeconds*promotingSlices*float64(promoted)
	return solving, c.encoding
}

// Scratch returns about how many bytes are in scratch at most, with the given number of threads.
func (p *Provision) Scratch(threads int) int64 {
	at := int64(min(p.threads(threads), int(p.layout.Slices())))
	tables, promoted := p.unpacked(libraryBytes(p.Cache))
	bytes := at * (p.Solving.Scratch + tables + promoted)
	if !p.keeps {
		bytes += p.kept / keptShare
	}
	return bytes
}

// LevelScratch returns the additional bytes of scratch for each level of values after the first, if the table may have
// levels. Their number is known only when all is solved.
func (p *Provision) LevelScratch() int64 {
	if !format.TakesLevels(p.layout, p.Metric) {
		return 0
	}
	return 2 * int64(p.layout.Entries())
}

// threads returns how many of the wanted threads the memory suffices for.
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

// Peak returns the expected peak of memory: that of the parts, but with no
// more cache than readable data.
func (p *Provision) Peak() int64 {
	return p.Bytes() - p.Cache + min(p.Cache, p.readable())
}
