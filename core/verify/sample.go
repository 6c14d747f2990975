package verify

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// sampledTogether is how many positions are looked up at once, with their moves.
const sampledTogether = 10

// Sample recomputes so many positions of a class, drawn at random, from their legal
// moves. It reads no more than a probe does, so that it is quick for the largest
// tables; a table with a few wrong values may pass. The positions that the header
// says have the longest wins are looked up, too.
//
// Errors are those of [Table]. Observe is called with the number of positions done.
func Sample(ctx context.Context, lib *library.Library, class material.Class, positions int, seed uint64, observe func(done int)) error {
	t, err := lib.Open(ctx, class)
	if err != nil {
		return err
	}
	s := &sampling{ctx, lib, t, rand.New(rand.NewPCG(seed, 0))}
	if err := s.longestWins(); err != nil {
		return err
	}
	for done := 0; done < positions; {
		n := min(sampledTogether, positions-done)
		if err := s.some(n); err != nil {
			return err
		}
		done += n
		observe(done)
	}
	return nil
}

type sampling struct {
	ctx     context.Context
	library *library.Library
	table   *library.Table
	random  *rand.Rand
}

// some recomputes some positions.
func (s *sampling) some(n int) error {
	all := make([]board.Position, n) // and then those after their moves
	for i := range n {
		all[i] = s.draw()
	}
	var moves []board.Move
	var kinds []value.MoveKind // of all moves
	ends := make([]int, n)     // of the positions after each one's moves
	for i := range n {
		p := all[i]
		moves = p.LegalMoves(moves[:0])
		for _, m := range moves {
			all, kinds = append(all, p.Play(m)), append(kinds, value.KindOf(&p, m))
		}
		ends[i] = len(all)
	}
	values, err := s.library.Values(s.ctx, all)
	if err != nil {
		return err
	}
	h := s.table.Header
	for i, at := 0, n; i < n; i++ {
		p := all[i]
		var backup value.Backup
		for ; at < ends[i]; at++ {
			backup.Add(h.Metric, kinds[at-n], values[at])
		}
		if moves := backup.Value(&p); values[i] != moves {
			return &MismatchError{h.Class, h.Metric, p.FEN(), values[i], moves}
		}
	}
	return nil
}

// draw draws a legal position whose value is stored.
func (s *sampling) draw() board.Position {
	l := s.table.Layout
	for {
		at := slice.Place{
			Slice: slice.Number(s.random.IntN(int(l.Slices()))),
			Side:  board.Color(s.random.IntN(2)),
			Entry: slice.Entry(s.random.IntN(l.Entries())),
		}
		if !s.table.Header.Stores(at.Side) {
			continue
		}
		if p := l.Position(at); p.Occupied().Count() == len(l.Men) && p.Check() == nil {
			return p
		}
	}
}

// longestWins holds the longest wins of the header to the table.
func (s *sampling) longestWins() error {
	h := s.table.Header
	for c, side := range h.Statistics {
		if side.LongestWin == value.Draw {
			continue
		}
		p, err := board.ParseFEN(side.LongestFEN)
		if err != nil {
			return err // the header was decoded: it is one
		}
		v := value.Draw
		if class, _ := material.Of(p.Men()); class == h.Class && p.Turn == board.Color(c) {
			if v, err = s.library.Value(s.ctx, &p); err != nil {
				return err
			}
		}
		if v != side.LongestWin {
			return &store.Error{Table: h.Class.String(), Err: fmt.Errorf("%w: the longest win in its header is none", store.ErrCorrupt)}
		}
	}
	return nil
}
