package library

import (
	"context"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/value"
)

// Values reads a whole slice with both sides to move.
func (t *Table) Values(ctx context.Context, number slice.Number, into *solve.Values) error {
	return t.fill(ctx, number, []value.Level{value.OnlyLevel}, solve.Leveled{into}, func(float64) error { return nil })
}

// Slice reads a whole slice with both sides to move, in the number of levels that its values take. It calls observe
// regularly with the finished part, from 0 to 1. If observe returns an error, Slice ends with it.
func (t *Table) Slice(ctx context.Context, number slice.Number, observe func(done float64) error) (solve.Sink, error) {
	seen := []value.Level{value.OnlyLevel}
	if t.Header.Levels() > 1 {
		seen = exits.LevelsSeen(t.Layout, t.Header.Metric)
	}
	levels := make(solve.Leveled, len(seen))
	for i := range levels {
		levels[i] = solve.NewValues(t.Layout)
	}
	if err := t.fill(ctx, number, seen, levels, observe); err != nil {
		return nil, err
	}
	last := 0 // round
	if len(seen) > 1 {
		for _, c := range board.Colors {
			for frame := range t.Layout.Frames().Len() {
				last = max(
					last,
					t.toLevels(seen, levels, slice.Place{Slice: number, Side: c, Entry: t.Layout.FirstEntry(frame)}),
				)
			}
		}
	}
	return levels[:t.Header.Metric.Levels(last)], nil
}

// fill reads a slice as seen at some levels, and calls then after each frame with the finished part. A stored side to
// move comes first, as a lookahead computes the other one from it.
func (t *Table) fill(
	ctx context.Context, number slice.Number, levels []value.Level, seen solve.Leveled, then func(done float64) error,
) error {
	source := t.library.Source(ctx)
	size, frames := t.Layout.FrameEntries(), t.Layout.Frames().Len()
	sides := board.Colors
	if !t.Header.Stores(sides[0]) {
		sides[0], sides[1] = sides[1], sides[0]
	}
	for n, c := range sides {
		for frame := range frames {
			first := t.Layout.FirstEntry(frame)
			for i, level := range levels {
				span, err := source.At(level).Span(t.Layout, number, c, frame)
				if err != nil {
					return err
				}
				copy(seen[i][c][first:], span.Frame(frame, size))
			}
			if err := then((float64(n) + float64(frame+1)/float64(frames)) / 2); err != nil {
				return err
			}
		}
		source.Keep(&Side{t.Layout, number, c, levels, seen})
	}
	return nil
}

// toLevels converts a frame from values as seen at each level to the bytes of the levels. It returns the last round of
// a legal position.
func (t *Table) toLevels(seen []value.Level, levels solve.Leveled, first slice.Place) (last int) {
	var words slice.Words
	words.Begin(t.Layout, first.Slice)
	word, _ := first.Entry.Word()
	for n := range slice.WordNo(t.Layout.FrameEntries() >> 6) {
		var legal board.Bitboard
		if words.Word(word + n) {
			legal = ^words.Illegal(first.Side)
		}
		for lane := range board.Square(64) {
			entry := (word + n).At(lane)
			v := value.Draw
			for i := range seen {
				b := levels[i][first.Side][entry]
				if !legal.Has(lane) {
					break
				}
				if v = seen[i].Value(b); !seen[i].IsLater(b) {
					break
				}
			}
			if v != value.Draw {
				last = max(last, v.Round())
			}
			for i := range seen {
				levels[i][first.Side][entry] = seen[i].Byte(v)
			}
		}
	}
	return last
}
