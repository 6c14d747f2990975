package verify

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// A sampling verifies only a sample of a table, position by position, and does not count the statistics again. It is
// for tables that are too large to be verified whole, and for callers that set [Options].Sample.

// sampleShare is how many times smaller the share of recomputed positions is for tables that are too large to be
// verified whole.
const sampleShare = 1000

// A sampling is the work on a sample, which several goroutines share.
type sampling struct {
	ctx     context.Context
	options Options
	library *library.Library
	table   *library.Table
	entries int64 // of the sample, legal or not

	mu     sync.Mutex // guards the fields below
	next   int64
	failed int64 // the batch of the error
	err    error
	result Result
}

// batch is the number of entries that are recomputed together. The tiles that they need are read together, too. An
// entry may need a thousand.
const batch = 8

func newSampling(ctx context.Context, lib *library.Library, t *library.Table, options Options) *sampling {
	s := &sampling{ctx: ctx, options: options, library: lib, table: t}
	if s.entries = options.Sample; s.entries == 0 {
		s.entries = max(batch, t.Layout.Positions()/int64(options.Every)/sampleShare)
	}
	return s
}

func (s *sampling) run() (*Result, error) {
	var workers sync.WaitGroup
	for range s.options.Threads {
		workers.Go(func() {
			for first := s.take(); first >= 0; first = s.take() {
				judged, err := s.judge(first)
				s.done(first, judged, err)
			}
		})
	}
	workers.Wait()
	if s.err != nil {
		return nil, s.err
	}
	s.result.Sampled = true
	return &s.result, nil
}

// take returns the first entry of the next batch, or -1 if no batch is left.
func (s *sampling) take() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil || s.next >= s.entries {
		return -1
	}
	s.next += batch
	return s.next - batch
}

// done adds the counts of a batch. It keeps the error of the first batch that failed.
func (s *sampling) done(first int64, judged int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil && (s.err == nil || first < s.failed) {
		s.failed, s.err = first, err
	}
	s.result.Entries += int64(judged)
	s.result.Alone += int64(judged)
	if s.options.Observe != nil {
		s.options.Observe(s.table.Layout.Positions() / s.entries * min(s.next, s.entries))
	}
}

// judge recomputes the positions of a batch, and returns their number.
func (s *sampling) judge(first int64) (judged int, err error) {
	chosen := rand.New(rand.NewPCG(uint64(s.options.Seed), uint64(first)))
	var places []slice.Place
	var positions []board.Position
	for range batch {
		at, p := s.draw(chosen)
		if p.Occupied().Count() == len(s.table.Layout.Men) && p.Check() == nil {
			places, positions = append(places, at), append(positions, p)
		}
	}
	stored, computed, err := valuesOf(s.ctx, s.library, s.table.Header.Metric, positions)
	if err != nil {
		return 0, err
	}
	for i := range positions {
		if computed[i] != stored[i] {
			p := s.table.Layout.Position(places[i])
			return 0, &MismatchError{s.table.Layout.Class, s.table.Header.Metric, p.FEN(), stored[i], computed[i]}
		}
	}
	return len(positions), nil
}

// valuesOf looks up the values of some positions, and computes them again from those after their moves, which it looks
// up one by one.
func valuesOf(
	ctx context.Context, lib *library.Library, metric *value.Metric, positions []board.Position,
) (stored, computed []value.Value, err error) {
	all := slices.Clone(positions)
	moves := make([][]board.Move, len(positions))
	for i := range positions {
		moves[i] = positions[i].LegalMoves(nil)
		for _, m := range moves[i] {
			all = append(all, positions[i].Play(m))
		}
	}
	values, _, err := lib.Values(ctx, all)
	if err != nil {
		return nil, nil, err
	}
	stored, children := values[:len(positions)], values[len(positions):]
	for i := range positions {
		var backup value.Backup
		for j, m := range moves[i] {
			backup.Add(metric, value.KindOf(&positions[i], m), children[j])
		}
		children = children[len(moves[i]):]
		computed = append(computed, backup.Value(&positions[i]))
	}
	return stored, computed, nil
}

// draw draws an entry of a side to move that is stored. The other side's entries follow from these.
func (s *sampling) draw(chosen *rand.Rand) (slice.Place, board.Position) {
	l := s.table.Layout
	at := slice.Place{
		Slice: slice.Number(chosen.Int64N(int64(l.Slices()))),
		Side:  board.Color(chosen.IntN(2)),
		Entry: slice.Entry(chosen.Int64N(int64(l.Entries()))),
	}
	if !s.table.Header.Stores(at.Side) {
		at.Side = at.Side.Other()
	}
	return at, l.Position(at)
}
