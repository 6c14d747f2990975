package solve_test

import (
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/solve/framewise"
	"github.com/matewright/matewright/core/value"
)

// TestFrameSteps checks that slices have the same values if they are solved frame by frame.
func TestFrameSteps(t *testing.T) {
	source := newInMemory(t)
	solved := 0
	for _, name := range []string{"KQvKR", "KRvKB", "KBNvK", "KRRvK", "KRvKN", "KBBvK", "KRPvK", "KNNvK"} {
		class, l := source.need(name)
		if !framewise.Applies(l) {
			continue
		}
		solved++
		for number := range min(2, l.Slices()) {
			values := byFrames(t, l, number, source)
			wantView(t, l, values, source.values[class][number])
		}
	}
	if solved < 6 {
		t.Errorf("only %d classes were solved", solved)
	}
}

// framesSolved is a slice that is solved frame by frame.
type framesSolved struct {
	steps   *framewise.Steps
	layout  *slice.Layout
	opening []*framewise.Opening
	decided [2][][][]byte // by ply and frame
}

// byFrames solves a slice, with all frames in one place.
func byFrames(t *testing.T, l *slice.Layout, number slice.Number, source exits.Source) *solve.Values {
	t.Helper()
	s := framesSolved{steps: framewise.New(l, number, value.DTM, source), layout: l}
	last := 0
	for frame := range l.Frames().Len() {
		opening, err := s.steps.Open(frame)
		if err != nil {
			t.Fatal(err)
		}
		s.opening = append(s.opening, opening)
		for _, due := range opening.Due {
			for ply := range due {
				last = max(last, ply)
			}
		}
	}
	values := solve.NewValues(l)
	for ply, found := 0, 1; found > 0 || ply <= last+1; ply++ {
		found = 0
		for _, c := range board.Colors {
			decided, n, err := s.decide(c, ply)
			if err != nil {
				t.Fatal(err)
			}
			s.decided[c] = append(s.decided[c], decided)
			found += n
			for frame, rows := range decided {
				first := slice.FrameNo(frame)
				into := values[c][l.FirstEntry(first):][:l.FrameEntries()]
				if err := s.steps.Put(ply, rows, first, into); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	return values
}

func (s *framesSolved) decide(c board.Color, ply int) (decided [][]byte, found int, err error) {
	frames := s.layout.Frames().Len()
	received := make([][][]byte, frames)
	if from := s.steps.Before(ply); from >= 0 {
		for frame := range frames {
			err := s.steps.Expand(
				c,
				s.decided[c.Other()][from][frame],
				func(to slice.FrameNo, rows []byte) { received[to] = append(received[to], rows) },
			)
			if err != nil {
				return nil, 0, err
			}
		}
	}
	for frame := range frames {
		if ply == 0 {
			received[frame] = [][]byte{s.opening[frame].Checked[c]}
		}
	}
	decided = make([][]byte, frames)
	if ply%2 == 1 {
		for frame := range frames {
			o, n := s.opening[frame], 0
			rows := append(received[frame], o.Due[c][ply])
			if decided[frame], n, err = s.steps.Win(c, frame, rows, o.Won[c]); err != nil {
				return nil, 0, err
			}
			found += n
		}
		return decided, found, nil
	}
	candidates, saved := make([][]byte, frames), make([][][]byte, frames)
	for frame := range frames {
		o := s.opening[frame]
		var targets []slice.FrameNo
		candidates[frame], targets, err = s.steps.Try(
			c, frame, received[frame], o.Due[c][ply], o.Held[c], o.Won[c.Other()])
		if err != nil {
			return nil, 0, err
		}
		for _, to := range targets {
			answer, err := s.steps.Answer(c, candidates[frame], to, s.opening[to].Won[c.Other()])
			if err != nil {
				return nil, 0, err
			}
			saved[frame] = append(saved[frame], answer)
		}
	}
	for frame := range frames {
		n, held := 0, s.opening[frame].Held[c]
		if decided[frame], n, err = s.steps.Lose(c, frame, candidates[frame], saved[frame], held); err != nil {
			return nil, 0, err
		}
		found += n
	}
	return decided, found, nil
}
