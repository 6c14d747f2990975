package steps

import (
	"context"
	"encoding/json"
)

// A Sum has the counts of a step.
type Sum struct {
	Decided  int64 `json:"decided"`  // positions
	LastDue  int   `json:"lastDue"`  // the last ply at which exits decide
	Records  int64 `json:"records"`  // sent between places
	Shuffled int64 `json:"shuffled"` // bytes of these
	Most     int64 `json:"most"`     // bytes that a place got at most, in all steps of a ply
	Places   int   `json:"places"`
}

func (a *Sum) add(b Sum) {
	a.Decided += b.Decided
	a.LastDue = max(a.LastDue, b.LastDue)
	a.Records += b.Records
	a.Shuffled += b.Shuffled
	a.Most = max(a.Most, b.Most)
	a.Places += b.Places
}

// emit emits the sum of one place.
func (a Sum) emit(to func(int, Sum)) {
	a.Places = 1
	to(0, a)
}

type endFn struct {
	Job  Job
	Step string
}

// ProcessElement writes the sum.
func (f *endFn) ProcessElement(ctx context.Context, _ int, sums func(*Sum) bool) error {
	var all Sum
	for one := (Sum{}); sums(&one); one = (Sum{}) {
		all.add(one)
	}
	c, err := f.Job.open()
	if err != nil {
		return err
	}
	b, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return f.Job.Files.Write(ctx, c.done(f.Step), b)
}
