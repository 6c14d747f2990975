package retrograde

import (
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/spill"
	"github.com/matewright/matewright/core/value"
)

// GrandfatherSpilled is grandfather with the values, and all lists, in scratch.
type GrandfatherSpilled struct{}

// Name implements [solve.Method].
func (GrandfatherSpilled) Name() string { return "grandfather-spilled" }

// Slowdown implements [solve.Method]. The numbers of this method and of out-count come from KQRvKQ, KBNvKN, KRRvKR and
// KNNvKN. Together these took 20.4 s to build by grandfather, 25.7 s by out-count, and 28.1 s by this method. Solving
// took 10.9, 16.1 and 13.6 s of that.
func (GrandfatherSpilled) Slowdown() float64 { return 7.9e-9 }

// Words implements [solve.Method].
func (GrandfatherSpilled) Words() solve.Words {
	return solve.Words{Where: "core.method.partlyOnDisk", By: "core.method.by.spilling"}
}

// Plan implements [solve.Method].
func (m GrandfatherSpilled) Plan(l *slice.Layout) solve.Plan {
	entries := int64(l.Entries())
	decided := 2 * entries // packed; usually about half of this
	return solve.Plan{Method: m, Lists: leastLists(l), Scratch: decided + 2*entries, Parts: []solve.Part{
		{Name: solve.BitsPart, Bytes: bitsBytes(l, 3)},
		{Name: solve.ListsPart, Bytes: leastLists(l) + spilledShare*entries>>10},
		{Name: solve.MergingPart, Bytes: min(entries, mergeEntries)},
	}}
}

// spilledShare is the memory for the places of blocks in scratch, in bytes for 1024 entries. A spilled block has some
// 1,000 words, each with several positions.
const spilledShare = 16

// NewSink implements [solve.Method].
func (GrandfatherSpilled) NewSink(l *slice.Layout, metric *value.Metric, levels bool, room scratch.Room) solve.Sink {
	return spill.NewSink(l, metric, levels, room)
}

// NewWorker returns a worker of [Grandfather]. The sink decides between memory and scratch for the values.
func (GrandfatherSpilled) NewWorker(l *slice.Layout, metric *value.Metric) solve.Worker {
	return Grandfather{}.NewWorker(l, metric)
}
