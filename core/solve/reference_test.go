package solve_test

import (
	"fmt"
	"slices"
	"testing"
	"unsafe"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/solve/methods"
	"github.com/matewright/matewright/core/value"
)

// A reference has the values of a class of three men: the kings and a man of White. Its solution is slow and obvious.
// It tries all moves of all positions again and again, without bitboards, slices or symmetries.
type reference [2 << 18]value.Byte

// unknown is the value of a placement that is illegal, or has no value yet.
const unknown = value.Byte(255)

// number numbers the placements of three men.
func number(p *board.Position) int {
	var at [3]int // White's king, Black's, the other man
	for _, m := range p.Men() {
		i := 2
		if m.Type == board.King {
			i = int(m.Color)
		}
		at[i] = int(m.Square)
	}
	return int(p.Turn)<<18 | at[0]<<12 | at[1]<<6 | at[2]
}

func placement(man board.PieceType, number int) board.Position {
	return board.NewPosition(board.Color(number>>18),
		board.Man{Type: board.King, Square: board.Square(number >> 12 & 63)},
		board.Man{Type: board.King, Color: board.Black, Square: board.Square(number >> 6 & 63)},
		board.Man{Type: man, Square: board.Square(number & 63)})
}

// open is a position without a value yet.
type open struct {
	number int
	moves  []int32      // into positions of the class
	exits  []value.Byte // values after the other moves
}

// newReference solves a class. Promoted has the classes after promotions of its pawn.
func newReference(man board.PieceType, promoted map[board.PieceType]*reference) *reference {
	var r reference
	var undecided []*open
	for n := range r {
		r[n] = unknown
		p := placement(man, n)
		if p.Occupied().Count() < 3 || p.Check() != nil {
			continue
		}
		o := &open{number: n}
		for _, m := range p.LegalMoves(nil) {
			after := p.Play(m)
			switch {
			case m.Promotion != board.NoPiece:
				o.exits = append(o.exits, promoted[m.Promotion][number(&after)])
			case len(after.Men()) == 2:
				o.exits = append(o.exits, value.DrawByte)
			default:
				o.moves = append(o.moves, int32(number(&after)))
			}
		}
		if len(o.moves)+len(o.exits) > 0 || p.InCheck(p.Turn) {
			undecided = append(undecided, o)
		} else {
			r[n] = value.DrawByte // stalemate
		}
	}
	for _, o := range settle(undecided, r[:], 0, value.DTM.Wait()) { // three men leave no gaps
		r[o.number] = value.DrawByte
	}
	return &r
}

// settle decides positions round by round, until no more can be decided. Last is the last round in which an exit
// decides. A move to a loss wins a number of rounds later, the wait of the metric. settle returns the positions without
// a value.
func settle(undecided []*open, values []value.Byte, last, wait int) []*open {
	for round := 0; round <= last+1+wait; round++ {
		undecided = slices.DeleteFunc(undecided, func(o *open) bool {
			ends := o.ends(round, values, wait)
			if ends {
				values[o.number] = value.Decided(round).Byte()
				last = max(last, round)
			}
			return ends
		})
	}
	return undecided
}

// ends reports whether a position wins or loses in this round, given all values of earlier rounds. A win needs one move
// that loses for the opponent. In a loss all moves win for the opponent.
func (o *open) ends(round int, values []value.Byte, wait int) bool {
	wins, ago := round%2 == 1, 1
	if wins {
		ago = wait
	}
	ended := func(b value.Byte) bool {
		v := b.Value()
		return b != unknown && v != value.Draw && (v.Outcome() == value.Loss) == wins && v.Round()+ago <= round
	}
	for _, v := range o.exits {
		if ended(v) == wins {
			return wins
		}
	}
	for _, n := range o.moves {
		if ended(values[n]) == wins {
			return wins
		}
	}
	return !wins
}

// referenceMethod is the slow and obvious solution as a method, for the moves inside the slice. It shares only the
// input from exits with the other methods.
type referenceMethod struct{}

// allMethods has the methods of the product and the reference, which is the slowest.
var allMethods = append(methods.All(), referenceMethod{})

var fastest = allMethods[0]

func (referenceMethod) Name() string      { return "reference" }
func (referenceMethod) Slowdown() float64 { return 2e-5 }

func (referenceMethod) Words() solve.Words {
	return solve.Words{Where: "in memory, move by move", By: "looking at all moves again and again"}
}

func (m referenceMethod) Plan(l *slice.Layout) solve.Plan {
	positions := 2 * int64(l.Entries())
	const most = 48 + 4*64 // of an open position: three men have at most 62 moves
	return solve.Plan{Method: m, Parts: []solve.Part{
		{Name: solve.ValuesPart, Bytes: positions},
		{Name: "lists", Bytes: positions * most}},
	}
}

func (referenceMethod) NewSink(l *slice.Layout, _ *value.Metric, _ bool, _ scratch.Room) solve.Sink {
	return solve.NewValues(l)
}

func (referenceMethod) NewWorker(l *slice.Layout, metric *value.Metric) solve.Worker {
	return &referenceWorker{layout: l, metric: metric}
}

type referenceWorker struct {
	layout *slice.Layout
	number slice.Number
	into   *solve.Values
	open   []*open
	lists  int64 // bytes
	last   int   // round in which an exit decides
	metric *value.Metric
}

func (w *referenceWorker) AddImpossible(slice.WordNo) {}

func (w *referenceWorker) Begin(number slice.Number, into solve.Sink, _ solve.Resources) (int, error) {
	values, ok := into.(*solve.Values)
	if !ok {
		return 0, fmt.Errorf("the reference does not write to a %T", into)
	}
	*w = referenceWorker{layout: w.layout, metric: w.metric, number: number, into: values}
	for _, values := range w.into {
		clear(values)
	}
	return 0, nil
}

func (w *referenceWorker) Resume(func() error) (bool, error) { return false, nil }

func (w *referenceWorker) AddWord(c board.Color, word slice.WordNo, known exits.Known) {
	for lanes := ^known.Illegal; lanes != 0; lanes = lanes.Rest() {
		lane := lanes.First()
		entry := word.At(lane)
		p := w.layout.Position(slice.Place{Slice: w.number, Side: c, Entry: entry})
		o := &open{number: w.index(c, entry)}
		for _, m := range p.LegalMoves(nil) {
			if !p.IsZeroing(m) {
				after := p.Play(m)
				to := w.layout.LocateFor(&after, board.White)
				o.moves = append(o.moves, int32(w.index(to.Side, to.Entry)))
			}
		}
		if known.Exits.Has(lane) {
			v := known.Best[lane].Value()
			w.last = max(w.last, v.Round())
			switch v.Outcome() { // of the opponent, after the move
			case value.Win:
				v = value.Decided(v.Round() - w.metric.Wait())
			case value.Loss:
				v = value.Decided(v.Round() - 1)
			}
			o.exits = append(o.exits, v.Byte())
		}
		if len(o.moves)+len(o.exits) > 0 || p.InCheck(c) {
			w.open = append(w.open, o)
			w.lists += int64(unsafe.Sizeof(*o)) + 4*int64(len(o.moves)) + int64(len(o.exits))
		}
	}
}

func (w *referenceWorker) index(c board.Color, entry slice.Entry) int {
	return int(c)*w.layout.Entries() + int(entry)
}

func (w *referenceWorker) Err() error { return nil }

func (w *referenceWorker) Solve(observe solve.Observer) error {
	all := slices.Repeat([]value.Byte{unknown}, 2*w.layout.Entries())
	for _, o := range settle(w.open, all, w.last, w.metric.Wait()) {
		all[o.number] = value.DrawByte
	}
	for i, v := range all {
		if v != unknown {
			w.into[i/w.layout.Entries()][i%w.layout.Entries()] = v
		}
	}
	return observe(solve.Progress{Phase: solve.Solving})
}

func (w *referenceWorker) Holds() []solve.Part {
	return []solve.Part{
		{Name: solve.ValuesPart, Bytes: 2 * int64(w.layout.Entries())},
		{Name: "lists", Bytes: w.lists},
	}
}

// TestReference checks whole classes of three men against the reference.
func TestReference(t *testing.T) {
	source := newInMemory(t)
	references := map[board.PieceType]*reference{}
	for _, man := range []board.PieceType{board.Queen, board.Rook, board.Bishop, board.Knight, board.Pawn} {
		class, err := material.Parse("K" + string(man.Letter()) + "vK")
		if err != nil {
			t.Fatal(err)
		}
		source.solve(class)
		l := source.layouts[class]
		want := newReference(man, references)
		references[man] = want
		compared := 0
		for i, values := range source.values[class] {
			for _, c := range board.Colors {
				for entry, got := range values[c] {
					p := l.Position(slice.Place{Slice: slice.Number(i), Side: c, Entry: slice.Entry(entry)})
					v := want[number(&p)]
					if v == unknown {
						continue
					}
					compared++
					if got != v {
						t.Fatalf("%v: %s is a %v, want %v", class, p.FEN(), got, v)
					}
				}
			}
		}
		if compared < 20_000 {
			t.Errorf("%v: only %d entries were compared", class, compared)
		}
	}
}
