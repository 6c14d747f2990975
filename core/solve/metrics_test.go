package solve_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/metrictest"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/lookahead"
	"github.com/matewright/matewright/core/value"
)

// A count is how a position ends and how soon, in plain numbers, for the side to move.
type count struct{ outcome, plies int }

// isBetter reports whether a count is better. A win is better than a draw, and a draw than a loss. A quick win and a
// slow loss are better than others.
func (n count) isBetter(than count) bool {
	if n.outcome != than.outcome {
		return n.outcome > than.outcome
	}
	return n.plies*n.outcome < than.plies*n.outcome
}

// A converter counts plies to a capture, a promotion or mate from legal moves, one ply ahead. It is slow and obvious,
// and does not use the rules of the metric.
type converter struct {
	*inMemory
	after func(p *board.Position, m board.Move, child count) count // the count of a move that does not lead to a draw
	odd   map[int]int                                              // by outcome: odd losses and even wins, in plies
}

// value returns the value of a position in the tables.
func (c *converter) value(p *board.Position) value.Value {
	class, _ := material.OfPosition(p)
	if class.BareKings() {
		return value.Draw
	}
	at := c.layouts[class].Locate(p)
	return c.values[class][at.Slice][at.Side][at.Entry].Value()
}

func (c *converter) stored(p *board.Position) count {
	v := c.value(p)
	return count{int(v.Outcome()), c.metric.Plies(v)}
}

func (c *converter) fromMoves(p *board.Position) (best count) {
	moves := p.LegalMoves(nil)
	switch {
	case len(moves) == 0 && p.InCheck(p.Turn):
		return count{-1, 0}
	case len(moves) == 0:
		return count{}
	}
	for i, m := range moves {
		after := p.Play(m)
		child := c.stored(&after)
		if after.EnPassant != board.NoSquare { // tables have no such positions
			child = c.fromMoves(&after)
		}
		mine := count{}
		if child.outcome != 0 {
			mine = c.after(p, m, child)
		}
		if i == 0 || mine.isBetter(best) {
			best = mine
		}
	}
	return best
}

// TestMetric solves classes by DTC, with two rounds for each ply, by all methods and by lookahead. It checks that the
// outcomes are those of DTM, and that the plies are one more than after the best move. As plies go down to a conversion
// or a mate, no other values fit.
func TestMetric(t *testing.T) {
	mates := newInMemory(t)
	dtc := &converter{newInMemoryOf(t, value.DTC), func(p *board.Position, m board.Move, child count) count {
		if after := p.Play(m); m.Promotion != board.NoPiece || len(after.Men()) < len(p.Men()) {
			return count{-child.outcome, 1}
		}
		return count{-child.outcome, child.plies + 1}
	}, map[int]int{}}
	for _, name := range []string{"KQvK", "KRvK", "KBvK", "KPvK", "KQQvK", "KPvKP"} {
		class, l := dtc.need(name)
		mates.need(name)
		longer := 0
		for _, n := range someSlices(t, l) {
			for _, method := range allMethods {
				if isFastEnough(method, l) {
					wantSolved(t, dtc.inMemory, method, l, n)
				}
			}
			lookAhead(t, lookahead.New(l, dtc.metric, dtc), l, n, dtc.values[class][n])
			longer += dtc.judge(t, mates, l, n)
		}
		if name == "KPvK" && longer == 0 {
			t.Errorf("%s: no mate takes longer than a conversion", name)
		}
	}
	if dtc.odd[-1] == 0 || dtc.odd[1] == 0 {
		t.Errorf("positions in which the losing side has to convert: %v", dtc.odd)
	}
}

// TestMoveRule makes the checks of TestMetric in a metric with a rule of ten plies without a capture or a pawn move.
// Positions that take longer have the outcomes of DTM, too.
func TestMoveRule(t *testing.T) {
	mates := newInMemory(t)
	cursed := map[count]int{}
	dtz := &converter{newInMemoryOf(t, metrictest.DTZ10), func(p *board.Position, m board.Move, child count) count {
		mine := count{-child.outcome, child.plies + 1}
		if p.IsZeroing(m) {
			mine.plies = 1
			if child.plies > 10 {
				mine.plies = 11
			}
		}
		if mine.plies > 10 {
			cursed[mine]++
		}
		return mine
	}, map[int]int{}}
	for _, name := range []string{"KQvK", "KRvK", "KPvK", "KRvKR", "KRRvK", "KQvKP"} {
		class, l := dtz.need(name)
		mates.need(name)
		for _, n := range someSlices(t, l) {
			for _, method := range allMethods {
				if isFastEnough(method, l) {
					wantSolved(t, dtz.inMemory, method, l, n)
				}
			}
			lookAhead(t, lookahead.New(l, dtz.metric, dtz), l, n, dtz.values[class][n])
			dtz.judge(t, mates, l, n)
		}
	}
	for plies := 11; plies <= 16; plies++ {
		if cursed[count{1, plies}] == 0 || cursed[count{-1, plies}] == 0 {
			t.Errorf("nothing takes %d plies", plies)
		}
	}
}

// someSlices returns the first and the last slice, one between, and those with en passant.
func someSlices(t *testing.T, l *slice.Layout) []slice.Number {
	t.Helper()
	numbers := []slice.Number{0, l.Slices() / 3, l.Slices() - 1}
	for _, fen := range []string{"k7/8/8/8/3p4/8/4P3/K7 w", "k7/4p3/8/3P4/8/8/8/K7 w", "8/8/8/8/1p6/8/P7/K1k5 w"} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if class, _ := material.OfPosition(&p); class == l.Class {
			numbers = append(numbers, l.Locate(&p).Slice)
		}
	}
	slices.Sort(numbers)
	return slices.Compact(numbers)
}

// wantSolved solves a slice by a method.
func wantSolved(t *testing.T, source *inMemory, method solve.Method, l *slice.Layout, number slice.Number) {
	t.Helper()
	sink := method.NewSink(l, source.metric, true, &memoryScratch{})
	if err := solve.New(method, l, source.metric, source, nil).Solve(number, sink); err != nil {
		t.Fatal(err)
	}
	wantView(t, l, sink, source.values[l.Class][number])
}

// judge checks the entries of a slice, or many of a large one, against their moves, and all against the outcomes of
// DTM. It returns the number of entries for which mate takes longer.
func (c *converter) judge(t *testing.T, mates *inMemory, l *slice.Layout, number slice.Number) (longer int) {
	t.Helper()
	const most = 1 << 15
	r := rand.New(rand.NewPCG(uint64(number), 5))
	for entry := range l.Entries() {
		for _, side := range board.Colors {
			at := slice.Place{Slice: number, Side: side, Entry: slice.Entry(entry)}
			p := l.Position(at)
			if p.Occupied().Count() < len(l.Men) || p.Check() != nil {
				continue
			}
			got, mate := c.stored(&p), mates.values[l.Class][number][side][entry].Value()
			if got.outcome != int(mate.Outcome()) || got.plies > value.DTM.Plies(mate) {
				t.Fatalf("%v: %s is %+v, a %s by DTM", l.Class, p.FEN(), got, value.DTM.Format(mate))
			}
			if got.plies < value.DTM.Plies(mate) {
				longer++
			}
			if got.outcome != 0 && (got.plies&1 == 1) != (got.outcome > 0) {
				c.odd[got.outcome]++
			} else if l.Entries() > most && r.IntN(l.Entries()) > most {
				continue
			}
			if want := c.fromMoves(&p); got != want {
				t.Fatalf("%v: %s is %+v, its moves lead to %+v", l.Class, p.FEN(), got, want)
			}
			c.backup(t, &p, got)
		}
	}
	return longer
}

// backup checks [value.Backup] against the count of a position.
func (c *converter) backup(t *testing.T, p *board.Position, want count) {
	t.Helper()
	var backup value.Backup
	for _, m := range p.LegalMoves(nil) {
		after := p.Play(m)
		if after.EnPassant != board.NoSquare {
			return
		}
		backup.Add(c.metric, value.KindOf(p, m), c.value(&after))
	}
	if v := backup.Value(p); int(v.Outcome()) != want.outcome || c.metric.Plies(v) != want.plies {
		t.Fatalf("%s: backed up to a %s, want %+v", p.FEN(), c.metric.Format(v), want)
	}
}
