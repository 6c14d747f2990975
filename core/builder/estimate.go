package builder

import (
	_ "embed"
	"strconv"
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// costsTSV has what each table took when all were built natively on two threads, by
// the fastest method, in one run: seconds of a thread on a shared core of an EPYC server. The
// bytes stored are always the same; by other metrics a table has others, and takes about as long.
//
//go:embed costs.tsv
var costsTSV string

// A cost is a line of it.
type cost struct {
	bytes             int64
	solving, encoding float64 // seconds
	dtzBytes          int64   // by DTZ50
	dtcBytes          int64   // by DTC
}

// costOf returns what a table takes, about, if it was never built.
func costOf(class material.Class) (c cost) {
	_, line, found := strings.Cut(costsTSV, "\n"+class.String()+"\t")
	if found {
		line, _, _ = strings.Cut(line, "\n")
		var told [5]float64
		for i, number := range strings.Split(line, "\t") {
			told[i], _ = strconv.ParseFloat(number, 64) // fmt can scan a line, too, and makes the page's engine 1 % larger
		}
		return cost{bytes: int64(told[0]), solving: told[1], encoding: told[2], dtzBytes: int64(told[3]), dtcBytes: int64(told[4])}
	}
	positions := float64(slice.NewLayout(class).Positions())
	distinct := positions / float64(likeOrders(class))
	solving := positions * usualSolving * slowerWith[class.Pawns()]
	bytes := distinct * usualBytes
	return cost{bytes: int64(bytes), solving: solving, encoding: distinct * usualEncoding, dtzBytes: int64(bytes * dtzShare), dtcBytes: int64(bytes * dtcShare)}
}

// What tables with six men took for each position, their like pieces being encoded in one order only. Bytes are those of
// KQNvKRB and KQRvKQR, seconds those of KRRvKRR, which took three fifths of the bytes.
const (
	usualBytes    = 0.082
	usualSolving  = 25e-9
	usualEncoding = 19e-9

	dtzShare = 0.37 // of the bytes by DTM that those by DTZ50 are, with up to five men
	dtcShare = 0.5  // and those by DTC
)

// slowerWith says how many times as long solving takes for each position with so many pawns, as with five men: the smaller slices
// are, the more of their moves leave them.
var slowerWith = [...]float64{1, 1.35, 3.8, 4.5, 4.5}

// unpackingSeconds is how long it takes for each position to bring to scratch what promotions of six men lead to: that of KQRRvKN and
// KQQRvKN took some 40 s for both sides to move of a slice.
const unpackingSeconds = 21e-9

// promotingSlices is how many slices of a class with one pawn have it on the seventh rank.
const promotingSlices = 4

// likeOrders returns in how many orders like pieces can stand.
func likeOrders(class material.Class) int {
	orders := 1
	for _, c := range board.Colors {
		for t := board.Queen; t < board.Pawn; t++ {
			for n := 2; n <= class.Count(c, t); n++ {
				orders *= n
			}
		}
	}
	return orders
}

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

// Shares says about which shares of a thread's time are behind when it has read what exits lead to, and when it has solved
// the table.
func (p *Provision) Shares() (read, solved float64) {
	solving, encoding := p.seconds()
	share := readingShare
	if library.IsLarge(p.Class) {
		share = readingShareOfLarge
	}
	return share * costOf(p.Class).solving / (solving + encoding), solving / (solving + encoding)
}

// How much reading takes of what solving takes by the fastest method: as measured of KQRvKQ in Chromium, and of KRRvKRR natively,
// which took 103 s for it.
const (
	readingShare        = 0.38
	readingShareOfLarge = 0.27
)

// seconds returns what a thread takes to solve and to encode all slices.
func (p *Provision) seconds() (solving, encoding float64) {
	c := costOf(p.Class)
	_, promoted := p.unpacked(libraryBytes(p.Cache))
	solving = c.solving + p.Solving.Slowdown*float64(p.layout.Positions()) + unpackingSeconds*promotingSlices*float64(promoted)
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

// LevelScratch returns how many bytes are outside of memory besides for each level of values after the first, where there may be
// some: that shows only when all is solved.
func (p *Provision) LevelScratch() int64 {
	if !format.TakesLevels(p.layout, p.Metric) {
		return 0
	}
	return 2 * int64(p.layout.Entries())
}

// keptShare is how many times smaller values are when they are packed for pawn pushes, about.
const keptShare = 2

// threads returns how many of so many threads there is memory for.
func (p *Provision) threads(wanted int) int {
	options := Options{Budget: p.Budget, Threads: wanted}
	room := shareBudget([]*Provision{p}, &options)
	return min(options.Threads, max(1, int((room-p.keptInMemory())/p.footprint)))
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
