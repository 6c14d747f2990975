package library_test

import (
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/value"
)

// TestStored compares stored values and their views with frames that are converted as a whole.
func TestStored(t *testing.T) {
	metric := value.DTZ50
	lib := library.New(tabletest.BuiltBy(t, metric, "KPvK", "KBNvK"), 100<<20)
	t.Cleanup(func() { lib.Close() })
	for _, name := range []string{"KQvK", "KPvK", "KBNvK"} {
		l := tabletest.Layout(t, name)
		for number := range 2 {
			source := lib.Source(t.Context()).At(metric.Level(number, 2))
			converted := 0
			for frame := range l.Frames().Len() {
				converted += wantStored(t, source, l, frame)
			}
			if number > 0 && converted == 0 { // at the first level, quick wins and losses are their own views
				t.Errorf("%s: the stored values are the views already", name)
			}
		}
	}
}

// wantStored compares a frame, for both sides to move, and returns how many bytes differ from their views.
func wantStored(t *testing.T, source solve.Source, l *slice.Layout, frame slice.FrameNo) (converted int) {
	t.Helper()
	for side := range board.Color(2) {
		span, err := source.Span(l, 0, side, frame)
		if err != nil {
			t.Fatal(err)
		}
		want := slices.Clone(span.Frame(frame, l.FrameEntries()))
		span, views, err := source.(solve.StoredSource).Stored(l, 0, side, frame)
		if err != nil {
			t.Fatal(err)
		}
		for entry, b := range span.Frame(frame, l.FrameEntries()) {
			view := b
			if views != nil {
				view = views[b]
			}
			if view != b {
				converted++
			}
			if view != want[entry] {
				t.Fatalf("%v, frame %d, %v to move: view %d, want %d", l.Class, frame, side, view, want[entry])
			}
		}
	}
	return converted
}
