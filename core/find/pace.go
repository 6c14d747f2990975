package find

import (
	"math/bits"
	"time"
)

// A Pace estimates how long parts of a search take. Tables do not take the same time everywhere: with a pawn on its
// seventh rank, most moves lead into other tables. So it measures some frames in each part of the tables.
type Pace struct {
	search  *Several
	parts   [paceParts]float64 // seconds for each entry, or -1 before the measurement
	sampled int
}

// paceParts is the number of parts, a power of two.
const paceParts = 64

// paceTime is the least time of a measurement, as clocks of browsers are not precise.
const paceTime = 8 * time.Millisecond

// NewPace returns an estimate for a search. The given one is used only for that: it has the same query.
func NewPace(search *Several) *Pace {
	p := &Pace{search: search}
	for i := range p.parts {
		p.parts[i] = -1
	}
	return p
}

// IsDone reports whether all parts are measured.
func (p *Pace) IsDone() bool { return p.sampled == paceParts }

// Sample measures the next part. The order is that of reversed bits, so early measurements are far from each other. The
// first frames are not measured, as they read data that later ones find in memory.
func (p *Pace) Sample() error {
	part := int(bits.Reverse8(uint8(p.sampled)) >> 2)
	p.sampled++
	end := p.bound(part + 1)
	middle, start := (p.bound(part)+end)/2, time.Now()
	defer p.release()
	first, err := p.walkFor(middle, end)
	if err != nil {
		return err
	}
	if first < end { // otherwise there are no others
		middle, start = first, time.Now()
		first, err = p.walkFor(first, end)
	}
	p.parts[part] = time.Since(start).Seconds() / float64(first-middle)
	return err
}

// walkFor searches frames for some time. It ends before the given entry.
func (p *Pace) walkFor(entry, end int64) (next int64, err error) {
	for start := time.Now(); entry < end && err == nil && time.Since(start) < paceTime; {
		entry, err = p.walk(entry)
	}
	return entry, err
}

// bound returns the first entry of a part.
func (p *Pace) bound(part int) int64 {
	entries := p.search.Entries()
	return entries/paceParts*int64(part) + entries%paceParts*int64(part)/paceParts
}

func (p *Pace) release() {
	for _, each := range p.search.list {
		each.release()
	}
}

// walk searches from an entry to the end of its frame, for all sides to move. A table without any position to be found
// takes no time.
func (p *Pace) walk(entry int64) (next int64, err error) {
	base := int64(0)
	for _, each := range p.search.list {
		if n := each.Entries(); entry >= base+n {
			base += n
			continue
		} else if total, known := each.Total(); known && total == 0 {
			return base + n, nil
		}
		frame := each.frameSize()
		each.Until = (entry - base) - (entry-base)%frame + frame
		_, err = each.Each(entry-base, func(Found) bool { return true })
		return base + each.Until, err
	}
	return entry, err
}

// Seconds returns about how long the entries between two take. A part without a measurement takes as long as the
// nearest one that has one.
func (p *Pace) Seconds(from, until int64) (seconds float64) {
	for part := range p.parts {
		if first, end := max(from, p.bound(part)), min(until, p.bound(part+1)); first < end {
			seconds += p.near(part) * float64(end-first)
		}
	}
	return seconds
}

// near returns the measurement of the nearest part.
func (p *Pace) near(part int) float64 {
	for away := range paceParts {
		for _, i := range [...]int{part - away, part + away} {
			if 0 <= i && i < paceParts && p.parts[i] >= 0 {
				return p.parts[i]
			}
		}
	}
	return 0
}

// Left returns about how many seconds a search still takes from an entry to another one. It began at an earlier entry,
// and has taken some seconds. These correct the measurements, which are too slow or too fast alike.
func (p *Pace) Left(began, at, until int64, taken float64) (seconds float64, known bool) {
	done := p.Seconds(began, at)
	if done == 0 {
		return 0, false
	}
	return p.Seconds(at, until) * taken / done, true
}
