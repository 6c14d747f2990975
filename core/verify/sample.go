package verify

import (
	"context"
	"math/rand/v2"
	"sync"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// A table that is too large for more, or that nobody wants to wait for, is held to its moves in a sample only, position
// by position, and its statistics are not counted again.

// sampleShare is how many times fewer positions are recomputed of a table that is too large than of others by
// themselves.
const sampleShare = 1000

// A sampling is the work on a sample, which several goroutines share.
type sampling struct {
	ctx     context.Context
	options Options
	library *library.Library
	table   *library.Table
	entries int64 // of the sample, legal or not

	mu     sync.Mutex // guards what follows
	next   int64
	failed int64 // where the error is
	err    error
	result Result
}

// batch is how many entries are looked at together: what they need is read together, too, and may be a thousand tiles
// for each.
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

// take returns the first entry of the next batch, or -1 if there is none.
func (s *sampling) take() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil || s.next >= s.entries {
		return -1
	}
	s.next += batch
	return s.next - batch
}

// done takes note of a batch: of several errors the first batch's counts.
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

// judge recomputes the positions of a batch, and returns how many there are.
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
	var after []board.Position
	ends := make([]int, len(positions))
	moves := make([][]board.Move, len(positions))
	for i := range positions {
		moves[i] = positions[i].LegalMoves(nil)
		for _, m := range moves[i] {
			after = append(after, positions[i].Play(m))
		}
		ends[i] = len(after)
	}
	values, _, err := s.library.Values(s.ctx, append(positions, after...))
	if err != nil {
		return 0, err
	}
	stored, children := values[:len(positions)], values[len(positions):]
	start := 0
	for i := range positions {
		var backup value.Backup
		for j, child := range children[start:ends[i]] {
			backup.Add(s.table.Header.Metric, value.KindOf(&positions[i], moves[i][j]), child)
		}
		start = ends[i]
		if said := backup.Value(&positions[i]); said != stored[i] {
			p := s.table.Layout.Position(places[i])
			return 0, &MismatchError{s.table.Layout.Class, s.table.Header.Metric, p.FEN(), stored[i], said}
		}
	}
	return len(positions), nil
}

// draw draws an entry of a side to move that is stored: the other side's follow from these.
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
