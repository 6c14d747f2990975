package solve

import (
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// grandfatherSpilled is grandfather with the values, and all lists, in scratch.
type grandfatherSpilled struct{}

func (grandfatherSpilled) Name() string { return "grandfather-spilled" }

// Slowdown and those of others come from KQRvKQ, KBNvKN, KRRvKR and KNNvKN: together
// they were built in 20.4 s by grandfather, in 25.7 by out-count, in 28.1 by this, of
// which 10.9, 16.1 and 13.6 s were solving.
func (grandfatherSpilled) Slowdown() float64 { return 7.9e-9 }

func (grandfatherSpilled) Words() Words {
	return Words{Where: "partly on disk", By: "keeping values on disk until they are put together"}
}

func (m grandfatherSpilled) Plan(l *slice.Layout) Plan {
	entries := int64(l.Entries())
	decided := 2 * entries // packed, and mostly half as much
	return Plan{Method: m, Lists: leastLists(l), Scratch: decided + 2*entries, Parts: []Part{
		{bitsPart, bitsBytes(l, 3)},
		{listsPart, leastLists(l) + spilledShare*entries>>10},
		{mergingPart, min(entries, mergeEntries)},
	}}
}

// spilledShare is how much memory it takes to know what is in scratch, in bytes for
// 1024 entries: a spilled block has some 1,000 words, each with several positions.
const spilledShare = 16

func (grandfatherSpilled) NewSink(l *slice.Layout, metric *value.Metric, levels bool, room scratch.Room) Sink {
	return NewSpilled(l, metric, levels, room)
}

// NewWorker returns the same as grandfather does: the sink decides where values are kept.
func (grandfatherSpilled) NewWorker(l *slice.Layout, metric *value.Metric) Worker {
	return grandfather{}.NewWorker(l, metric)
}
