package main

import (
	"time"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
)

// A measurement has the cost of building one table.
type measurement struct {
	Class     string `json:"class"`
	Method    string `json:"method"`
	Positions int64  `json:"positions"` // entries of both sides

	// Seconds of all threads together. Solving includes reading: decoding smaller tables and finished slices, or
	// looking ahead in them. Encoding includes statistics and storing.
	SolveSeconds       float64 `json:"solve_seconds"`
	ReadSeconds        float64 `json:"read_seconds"`
	EncodeSeconds      float64 `json:"encode_seconds"`
	PositionsPerSecond float64 `json:"positions_per_second"` // of solving
	ElapsedSeconds     float64 `json:"elapsed_seconds"`      // of wall-clock time

	PeakBytes   int64 `json:"peak_bytes"` // see [watchMemory]
	StoredBytes int64 `json:"stored_bytes"`

	ScratchReadBytes    int64 `json:"scratch_read_bytes"` // traffic of storage outside memory
	ScratchWrittenBytes int64 `json:"scratch_written_bytes"`
}

// measure builds a class by some options, even if it is stored. The missing tables that it depends on are built first,
// in the same job, as in any build.
func measure(
	s *session, tables store.Store, class material.Class, options builder.Options,
) (*measurement, error) {
	job, err := builder.PlanAgain(s.ctx, tables, class)
	if err != nil {
		return nil, err
	}
	bar := newBuildBar(s.stderr, job)
	defer bar.finish()
	var last builder.Result
	toCome := len(job.Steps)
	start, memory := time.Now(), watchMemory()
	options.Observe = bar.observe
	options.Built = func(r builder.Result) {
		bar.built(r)
		last = r
		if toCome--; toCome == 1 { // the class itself, which needs all others, begins now
			memory.peak()
			start, memory = time.Now(), watchMemory()
		}
	}
	err = builder.Build(s.ctx, tables, job, options)
	elapsed, peak := time.Since(start), memory.peak()
	if err != nil {
		return nil, err
	}
	m := &measurement{
		Class:          class.String(),
		Method:         last.Method.Name(),
		Positions:      last.Positions,
		SolveSeconds:   last.Solving.Seconds(),
		ReadSeconds:    last.Reading.Seconds(),
		EncodeSeconds:  last.Encoding.Seconds(),
		ElapsedSeconds: elapsed.Seconds(),
		PeakBytes:      peak,
		StoredBytes:    last.Bytes,

		ScratchReadBytes:    last.ScratchRead,
		ScratchWrittenBytes: last.ScratchWritten,
	}
	m.PositionsPerSecond = rate(m.Positions, m.SolveSeconds)
	return m, nil
}

func rate(positions int64, seconds float64) float64 {
	if seconds == 0 {
		return 0
	}
	return float64(positions) / seconds
}
