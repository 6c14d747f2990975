package retrograde

import (
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/value"
)

// TestCountsLeft solves slices by out-count, and then counts moves again. It checks that the count of each position
// has lost each subtracted move once. Slices have both kings on the diagonal, like pieces, and pawns or no pawns.
func TestCountsLeft(t *testing.T) {
	left := 0
	for _, name := range []string{
		"KQvK", "KBvK", "KPvK", "KQvKR", "KQvKQ", "KRvKN", "KBPvK", "KPvKP", "KBNvK", "KNNvK", "KRRvK",
		"KRvK-h1", "KRvKN-h1", "KRvKR-h1h8", "KRPvK-h1",
	} {
		class, err := material.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		source := newTestSource(t, class)
		l := source.layouts[class]
		for n := range min(3, l.Slices()) {
			wrong, right, err := Miscounted(l, source, n)
			if err != nil || wrong > 0 {
				t.Errorf("%v, slice %d: %d positions have lost count, %d have not, %v", l.Class, n, wrong, right, err)
			}
			left += right
		}
	}
	if left < 1_000_000 {
		t.Errorf("only %d counts were compared", left)
	}
}

// testSource has the values of classes, solved by grandfather.
type testSource struct {
	layouts map[material.Class]*slice.Layout
	values  map[material.Class][]*solve.Values
}

// newTestSource solves a class and all classes that it depends on.
func newTestSource(t *testing.T, class material.Class) *testSource {
	s := &testSource{map[material.Class]*slice.Layout{}, map[material.Class][]*solve.Values{}}
	for _, c := range material.Closure(class) {
		l := slice.NewLayout(c)
		s.layouts[c] = l
		solver := solve.New(Grandfather{}, l, value.DTM, s, nil)
		for n := range l.Slices() {
			values := solve.NewValues(l)
			s.values[c] = append(s.values[c], values)
			if err := solver.Solve(n, values); err != nil {
				t.Fatal(err)
			}
		}
	}
	return s
}

func (s *testSource) Layout(class material.Class) (*slice.Layout, error) {
	return s.layouts[class], nil
}

func (s *testSource) Span(l *slice.Layout, n slice.Number, side board.Color, frame slice.FrameNo) (exits.Span, error) {
	if l.Promoted() < 0 {
		return exits.Span{Values: s.values[l.Class][n][side]}, nil
	}
	values, whole := s.values[l.Class][l.WholeSlice(n)][side], l.Whole()
	cut := make([]value.Byte, l.FrameEntries())
	err := slice.NewCutter[value.Byte](
		l,
	).Frame(n, frame, func(frame slice.FrameNo, _ board.Square) ([]value.Byte, error) {
		return values[whole.FirstEntry(frame):][:whole.FrameEntries()], nil
	}, cut)
	return exits.Span{First: frame, Values: cut}, err
}
