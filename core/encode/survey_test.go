package encode

import (
	"math/rand/v2"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/stats"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// TestSurvey compares the statistics of slices with counts entry by entry, for random values. Some classes have like
// pieces, and symmetry maps some words onto themselves.
func TestSurvey(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{"KQvK", "KBBvK", "KRvKN", "KPvK", "KBPvK", "KPPvK"} {
		class, err := material.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		l := slice.NewLayout(class)
		e, err := NewEncoder(t.Context(), store.NewMemStore(), l, value.DTM, format.UnitPieces(l, 1))
		if err != nil {
			t.Fatal(err)
		}
		var want stats.Statistics
		for number := range min(l.Slices(), 3) {
			values := solve.NewValues(l)
			for c := range values {
				for i := range values[c] {
					values[c][i] = value.Byte(r.IntN(40 + int(number) + i%7))
				}
				surveyEach(&want[c], l, slice.Place{Slice: number, Side: board.Color(c)}, values[c])
			}
			if err := e.survey(number, values); err != nil {
				t.Fatal(err)
			}
		}
		if !e.piece.header.Statistics.Equal(&want) {
			t.Errorf("%s: the statistics differ", name)
		}
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// surveyEach counts the positions of a slice one by one, from a place on.
func surveyEach(s *stats.SideStatistics, l *slice.Layout, at slice.Place, values []value.Byte) {
	for entry := range values {
		at.Entry = slice.Entry(entry)
		p := l.Position(at)
		if p.Occupied().Count() < len(l.Men) || p.Check() != nil {
			continue
		}
		var sc slice.Scene
		word, lane := at.Entry.Word()
		l.Scene(at.Slice, word, &sc)
		orbit, v := l.Orbit(at.Slice, &sc), values[entry].Value()
		if !orbit.Lanes.Has(lane) {
			continue
		}
		n := stats.Count{All: orbit.Placements}
		if orbit.Distinct.Has(lane) {
			n.Distinct = 1
		}
		s.Add(v, n)
		if v.Outcome() == value.Win && v > s.LongestWin {
			s.LongestWin, s.LongestFEN = v, p.FEN()
		}
	}
}
