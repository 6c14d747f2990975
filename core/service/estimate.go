package service

import (
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// An Estimate is the approximate cost of building a table.
type Estimate struct {
	*builder.Provision
	Least   int64   // bytes of memory: the smallest budget by any method
	Seconds float64 // on a server of 2026, with the tables that it depends on in the store
	Stored  int64   // bytes of the table
	Scratch int64   // bytes of scratch
}

// EstimateStep estimates a step of a job with some bytes of memory and some threads. A step that takes more memory is
// estimated with the least that it takes. If parts of a table are stored, seconds and stored bytes are those of the
// rest.
func EstimateStep(step builder.Step, metric *value.Metric, memory int64, threads int) (*Estimate, error) {
	least, err := builder.Least(step.Class, metric, nil)
	if err != nil {
		return nil, err
	}
	p, err := builder.Provide(step.Class, metric, max(memory, least), nil)
	if err != nil {
		return nil, err
	}
	threads = max(1, threads)
	p.Spread(threads)
	share := float64(step.Positions) / float64(slice.NewLayout(step.Class).Positions())
	return &Estimate{
		Provision: p,
		Least:     least,
		Seconds:   p.Seconds(threads) * share,
		Stored:    int64(float64(p.Stored()) * share),
		Scratch:   p.Scratch(threads),
	}, nil
}
