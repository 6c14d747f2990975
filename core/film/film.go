// Package film has the films of tables: how retrograde analysis fills a class, ply by ply back from mate.
//
// Each ply counts the positions that are decided in that number of plies, by the squares of the kings and by the
// winner. [solve.Filling] has the same counts of a slice while it is being solved.
package film

import (
	"context"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// A Film has the positions of a table with one side to move.
type Film struct {
	Side     board.Color      // to move
	Metric   *value.Metric    // of the plies
	Legal    slice.KingCounts // draws included
	Plies    []Ply            // in their order
	Unproven []material.Class // whose unproven tables were read, see [library.Library.Unproven]
}

// A Ply counts the positions that are decided in a number of plies. Cursed wins are draws.
type Ply struct {
	Plies int
	Won   [2]slice.KingCounts // by the side that wins: White's, and Black's
}

// New returns the film of a class with a side to move, which takes longer if the table does not store it. The function
// is called with each frame, and gets the done share of the work. If it returns an error, New ends with it.
func New(
	ctx context.Context, lib *library.Library, class material.Class, side board.Color, observe func(done float64) error,
) (*Film, error) {
	if library.IsLarge(class) {
		return nil, words.Error("core.film.large", "class", class, "most", material.UsualMen)
	}
	t, err := lib.Open(ctx, class)
	if err != nil {
		return nil, err
	}
	s := newSurvey(t.Layout, t.Header.Metric, side)
	s.source = lib.Source(ctx)
	total, frames := float64(t.Layout.Slices()), float64(s.frames.Len())
	for number := range t.Layout.Slices() {
		s.begin(number)
		for frame := range s.frames.Len() {
			if err := observe((float64(number) + float64(frame)/frames) / total); err != nil {
				return nil, err
			}
			if err := s.add(frame); err != nil {
				return nil, err
			}
		}
		s.end()
	}
	s.film.Unproven = s.source.Unproven()
	return s.film, nil
}

// Stored returns a side to move that a table stores: Black, if it stores both.
func Stored(t *library.Table) board.Color {
	if !t.Header.Stores(board.Black) {
		return board.White
	}
	return board.Black
}

// A survey counts the positions of a table slice by slice.
type survey struct {
	layout *slice.Layout
	frames *slice.Frames
	source *library.Source
	film   *Film

	number slice.Number // of the slice at hand, as the fields below
	orbits slice.Orbits
	words  slice.Words
	legal  slice.KingCounts
	counts map[value.Byte]*slice.KingCounts
}

func newSurvey(l *slice.Layout, metric *value.Metric, side board.Color) *survey {
	return &survey{layout: l, frames: l.Frames(), film: &Film{Side: side, Metric: metric}}
}

// begin turns to a slice.
func (s *survey) begin(number slice.Number) {
	s.number, s.orbits = number, s.layout.Orbits(number)
	s.words.Begin(s.layout, number)
	s.legal, s.counts = slice.KingCounts{}, map[value.Byte]*slice.KingCounts{}
}

// add counts the positions of a frame.
func (s *survey) add(number slice.FrameNo) error {
	span, err := s.source.Span(s.layout, s.number, s.film.Side, number)
	if err != nil {
		return err
	}
	values := span.Frame(number, s.layout.FrameEntries())
	kings := s.frames.At(number).Kings
	first, _ := s.layout.FirstEntry(number).Word()
	var counts kernel.LaneCounts
	legal := 0
	for w := range len(values) >> 6 {
		if !s.words.Word(first + slice.WordNo(w)) {
			continue
		}
		orbit := s.orbits.OrbitOf(s.words.Scene())
		lanes := orbit.Lanes &^ s.words.Illegal(s.film.Side)
		word := (*[64]value.Byte)(values[w<<6:])
		if s.layout.Inner == int(board.Black) {
			s.addByLane(kings[board.White], word, lanes)
			continue
		}
		kernel.CountLanes(&counts, word, lanes)
		legal += lanes.Count()
	}
	s.legal.Count(s.frames, kings, uint64(legal))
	for b := range 256 {
		if n := counts.With(value.Byte(b)); n > 0 {
			s.countsOf(value.Byte(b)).Count(s.frames, kings, n)
		}
	}
	return nil
}

// addByLane counts the positions of a word whose lanes are squares of Black's king.
func (s *survey) addByLane(white board.Square, values *[64]value.Byte, lanes board.Bitboard) {
	s.legal.CountLanes(white, lanes)
	for ; lanes != 0; lanes = lanes.Rest() {
		lane := lanes.First()
		s.countsOf(values[lane]).CountLanes(white, lane.Bit())
	}
}

func (s *survey) countsOf(b value.Byte) *slice.KingCounts {
	if s.counts[b] == nil {
		s.counts[b] = new(slice.KingCounts)
	}
	return s.counts[b]
}

// end adds the positions of the slice, and those that are symmetric to them, to the film.
func (s *survey) end() {
	film, metric := s.film, s.film.Metric
	legal := s.layout.Unfold(s.number, &s.legal)
	film.Legal.Add(&legal)
	for b, counts := range s.counts {
		v := b.Value()
		winner := film.Side
		switch metric.Outcome(v) {
		case value.Drawn:
			continue
		case value.Loss:
			winner = winner.Other()
		}
		all := s.layout.Unfold(s.number, counts)
		film.at(metric.Plies(v)).Won[winner].Add(&all)
	}
}

// at returns a ply of the film.
func (f *Film) at(plies int) *Ply {
	i, found := slices.BinarySearchFunc(f.Plies, plies, func(p Ply, plies int) int { return p.Plies - plies })
	if !found {
		f.Plies = slices.Insert(f.Plies, i, Ply{Plies: plies})
	}
	return &f.Plies[i]
}
