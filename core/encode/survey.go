package encode

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format/stats"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/value"
)

// survey counts the positions of a slice.
func (e *Encoder) survey(number slice.Number, values solve.Sink) error {
	for first := slice.WordNo(0); first < e.layout.Words(); first += surveyWords {
		if err := e.observe(faceShare + (surveyShare-faceShare)*float64(first)/float64(e.layout.Words())); err != nil {
			return err
		}
		if err := e.surveyPart(number, first, min(first+surveyWords, e.layout.Words()), values); err != nil {
			return err
		}
	}
	return nil
}

func (e *Encoder) surveyPart(number slice.Number, first, end slice.WordNo, values solve.Sink) error {
	levels := values.Levels()
	for i, sink := range levels {
		if err := e.surveyLevel(number, first, end, sink, e.metric.Level(i, len(levels))); err != nil {
			return err
		}
	}
	return nil
}

func (e *Encoder) surveyLevel(
	number slice.Number, first, end slice.WordNo, values solve.Sink, level value.Level,
) error {
	var views [2][]value.Byte
	for c := range views {
		if e.rooms[c] == nil {
			e.rooms[c] = make([]value.Byte, surveyWords<<6)
		}
		var err error
		if views[c], err = values.View(board.Color(c), first.At(0), int(end-first)<<6, e.rooms[c]); err != nil {
			return err
		}
	}
	orbits := e.layout.Orbits(number)
	piece := e.piece
	piece.counts = [2]stats.WordCounts{stats.NewWordCounts(&orbits), stats.NewWordCounts(&orbits)}
	e.words.Begin(e.layout, number)
	for n := first; n < end; n++ {
		if e.words.Word(n) {
			orbit := orbits.OrbitOf(e.words.Scene())
			if orbit.Lanes == 0 {
				continue // an entry with like pieces in another order counts instead
			}
			for _, c := range board.Colors {
				piece.counts[c].Add(&orbit, ^e.words.Illegal(c), views[c][(n-first)<<6:])
			}
		}
	}
	for _, c := range board.Colors {
		side := &piece.header.Statistics[c]
		if longest := piece.counts[c].AddTo(side, piece.header.Metric, level); longest > side.LongestWin {
			side.LongestWin = longest
			side.LongestFEN = stats.FENOf(
				e.layout,
				e.findFirst(level.Byte(longest), slice.Place{Slice: number, Side: c, Entry: first.At(0)}, views[c]),
			)
		}
	}
	return nil
}

// findFirst returns the first position with a byte, given a place and the bytes from there on. One of them must be
// this byte.
func (e *Encoder) findFirst(b value.Byte, at slice.Place, values []value.Byte) slice.Place {
	orbits := e.layout.Orbits(at.Slice)
	for ; ; values, at.Entry = values[64:], at.Entry+64 {
		if word, _ := at.Entry.Word(); !e.words.Word(word) {
			continue
		}
		orbit := orbits.OrbitOf(e.words.Scene())
		if lane, ok := stats.FirstWith(b, orbit.Lanes&^e.words.Illegal(at.Side), values); ok {
			at.Entry |= slice.Entry(lane)
			return at
		}
	}
}
