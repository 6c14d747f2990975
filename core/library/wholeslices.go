package library

import (
	"context"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/value"
)

// Values reads a whole slice, both sides to move.
func (t *Table) Values(ctx context.Context, number slice.Number, into *solve.Values) error {
	return t.fill(ctx, number, []value.Level{value.OnlyLevel}, solve.Leveled{into}, func(float64) error { return nil })
}

// Slice reads a whole slice, both sides to move, in as many levels as its values take. Observe is called regularly with
// how much of it is done, from 0 to 1; if it returns an error, that is the end.
func (t *Table) Slice(ctx context.Context, number slice.Number, observe func(done float64) error) (solve.Sink, error) {
	seen := []value.Level{value.OnlyLevel}
	if t.Header.Levels() > 1 {
		seen = exits.LevelsSeen(t.Layout, t.Header.Metric)
	}
	told := make(solve.Leveled, len(seen))
	for i := range told {
		told[i] = solve.NewValues(t.Layout)
	}
	if err := t.fill(ctx, number, seen, told, observe); err != nil {
		return nil, err
	}
	last := 0 // round
	if len(seen) > 1 {
		for _, c := range board.Colors {
			for frame := range t.Layout.Frames().Len() {
				last = max(
					last,
					t.tell(seen, told, slice.Place{Slice: number, Side: c, Entry: t.Layout.FirstEntry(frame)}),
				)
			}
		}
	}
	return told[:t.Header.Metric.Levels(last)], nil
}

// fill fills in what is seen of a slice at some levels, and calls a function after each frame, with how much is done. A
// side to move that is stored comes first: the other one is looked ahead from that.
func (t *Table) fill(
	ctx context.Context,
	number slice.Number,
	levels []value.Level,
	seen solve.Leveled,
	then func(done float64) error,
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
		source.filled = &filledSide{t.Layout, number, c, levels, seen}
	}
	return nil
}

// tell makes of what is seen of a frame at each level what that tells, and returns the last round that a legal position
// has.
func (t *Table) tell(seen []value.Level, told solve.Leveled, first slice.Place) (last int) {
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
				b := told[i][first.Side][entry]
				if !legal.Has(lane) {
					break
				}
				if v = seen[i].Value(b); !seen[i].IsMore(b) {
					break
				}
			}
			if v != value.Draw {
				last = max(last, v.Round())
			}
			for i := range seen {
				told[i][first.Side][entry] = seen[i].Byte(v)
			}
		}
	}
	return last
}
