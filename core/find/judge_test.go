package find_test

import (
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/find"
	"github.com/matewright/matewright/core/internal/metrictest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// A key names a position: the side to move and the men, in order.
type key [1 + material.MaxMen]int

func keyOf(p *board.Position, t board.Symmetry) (k key) {
	k[0] = int(p.Turn)
	for i, m := range p.Men() {
		k[1+i] = int(m.Color)<<12 | int(m.Type)<<8 | int(t.Square(m.Square)) | 1<<16
	}
	slices.Sort(k[1:])
	return k
}

// canonical returns the key of one of all positions that are symmetric to p.
func canonical(p *board.Position) key {
	class, _ := material.OfPosition(p)
	images := board.Symmetry(board.Symmetries)
	if class.Pawns() > 0 {
		images = board.MirrorFiles + 1
	}
	first := keyOf(p, board.Identity)
	for t := range images {
		if k := keyOf(p, t); slices.Compare(k[:], first[:]) < 0 {
			first = k
		}
	}
	return first
}

// uncolored returns the key of one of all positions that are symmetric to p, whichever side is to move and has which
// color.
func uncolored(p *board.Position) key {
	least := key{1 << 30}
	for _, exchange := range []bool{false, true} {
		men := slices.Clone(p.Men())
		for i, m := range men {
			if exchange {
				men[i].Color, men[i].Square = m.Color.Other(), board.FlipRanks.Square(m.Square)
			}
		}
		q := board.NewPosition(board.White, men...)
		if k := canonical(&q); slices.Compare(k[:], least[:]) < 0 {
			least = k
		}
	}
	return least
}

// A judge decides from legal moves whether a position has the properties of a query.
type judge struct {
	testing.TB
	metric  *value.Metric
	library *library.Library
	known   map[board.Position]value.Value
}

func newJudge(t testing.TB, metric *value.Metric, lib *library.Library) judge {
	return judge{t, metric, lib, map[board.Position]value.Value{}}
}

// outcome returns the outcome of a value: with the metric DTZ10, by the rule of ten plies.
func (j judge) outcome(v value.Value) value.Outcome {
	if j.metric == metrictest.DTZ10 && j.metric.Plies(v) > 10 {
		return value.Drawn
	}
	return v.Outcome()
}

// after returns the outcome of a move for the side that makes it.
func (j judge) after(p *board.Position, m board.Move) value.Outcome {
	v := j.value(p.Play(m))
	if j.metric == metrictest.DTZ10 && v != value.Draw && !p.IsZeroing(m) && j.metric.Plies(v) >= 10 {
		return value.Drawn
	}
	return -j.outcome(v)
}

// single returns the move that ends so, if there is just one.
func (j judge) single(p *board.Position, o value.Outcome) (only board.Move, ok bool) {
	kept := 0
	for _, m := range p.LegalMoves(nil) {
		if j.after(p, m) == o {
			only = m
			kept++
		}
	}
	return only, kept == 1
}

// row returns the number of single moves in a row, up to the given number.
func (j judge) row(p board.Position, o value.Outcome, most int) (n int) {
	only, ok := j.single(&p, o)
	if !ok || most == 0 {
		return 0
	}
	reached := p.Play(only)
	var replies []value.Value
	for _, m := range reached.LegalMoves(nil) {
		replies = append(replies, j.metric.After(value.KindOf(&reached, m), j.value(reached.Play(m))))
	}
	for i, m := range reached.LegalMoves(nil) {
		if !slices.ContainsFunc(replies, func(v value.Value) bool { return value.Compare(v, replies[i]) > 0 }) {
			n = max(n, j.row(reached.Play(m), o, most-1))
		}
	}
	return n + 1
}

// stand reports whether the men of a position meet all demands, each by a different man.
func stand(p *board.Position, demands find.Men) bool {
	var met func(i int, taken []board.Square) bool
	met = func(i int, taken []board.Square) bool {
		return i == len(demands.Standing) || slices.ContainsFunc(p.Men(), func(m board.Man) bool {
			d := &demands.Standing[i]
			return d.Type == m.Type && d.Colors[m.Color] && d.Squares.Has(m.Square) &&
				!slices.Contains(taken, m.Square) &&
				met(i+1, append(taken[:i:i], m.Square))
		})
	}
	return met(0, nil)
}

// imageStands reports whether the position or one that is symmetric to it meets all demands.
func imageStands(p *board.Position, demands find.Men) bool {
	class, _ := material.OfPosition(p)
	images := board.Symmetry(board.Symmetries)
	if class.Pawns() > 0 {
		images = board.MirrorFiles + 1
	}
	for t := range images {
		men := slices.Clone(p.Men())
		for i := range men {
			men[i].Square = t.Square(men[i].Square)
		}
		if image := board.NewPosition(p.Turn, men...); stand(&image, demands) {
			return true
		}
	}
	return false
}

func (j judge) value(p board.Position) value.Value {
	v, known := j.known[p]
	if !known {
		var err error
		if v, err = j.library.Value(j.Context(), &p); err != nil {
			j.Fatal(err)
		}
		j.known[p] = v
	}
	return v
}

func (j judge) wanted(p board.Position, q *find.Query) (f find.Found, ok bool) {
	f = find.Found{Position: p, Metric: j.metric, Value: j.value(p)}
	if !q.Values(j.metric, f.Value) || !imageStands(&p, q.Men) {
		return f, false
	}
	switch q.Kind {
	case find.Zugzwang:
		passed := board.NewPosition(p.Turn.Other(), p.Men()...)
		if passed.Check() != nil {
			return f, false
		}
		f.Passed = j.value(passed)
		one, other := j.outcome(f.Value), j.outcome(f.Passed)
		return f, one == value.Loss && other == value.Loss || one == value.Loss && other == value.Drawn ||
			one == value.Drawn && other == value.Loss
	case find.OnlyMove, find.OnlyDraw:
		o := map[find.Kind]value.Outcome{find.OnlyMove: value.Win, find.OnlyDraw: value.Drawn}[q.Kind]
		if f.Move, ok = j.single(&p, o); !ok || j.outcome(f.Value) != o {
			return f, false
		}
		for _, theme := range q.Themes {
			if !slowThemes[theme](&p, f.Move) {
				return f, false
			}
		}
		return f, q.Row <= 1 || j.row(p, o, q.Row) >= q.Row
	}
	return f, true
}

// placements calls f with the men of a class on all squares.
func placements(c material.Class, turn board.Color, f func(board.Position)) {
	men := slices.Clone(slice.NewLayout(c).Men)
	for number := range 1 << (6 * len(men)) {
		var occupied board.Bitboard
		for i := range men {
			men[i].Square = board.Square(number >> (6 * i) & 63)
			occupied |= men[i].Square.Bit()
		}
		if p := board.NewPosition(turn, men...); occupied.Count() == len(men) && p.Check() == nil {
			f(p)
		}
	}
}
