package exits

import (
	"math/rand/v2"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// TestPlace checks rows against scenes, which unpack one word at a time. It compares the words in which men share a
// square, the illegal lanes, and the lanes in which a king is attacked.
func TestPlace(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, class := range material.UpTo(5) {
		l := slice.NewLayout(class)
		var x Finder
		for range 20 {
			slice := slice.Number(r.IntN(int(l.Slices())))
			x.Begin(l, slice, value.DTM, nil, value.OnlyLevel)
			for range 20 {
				number := kernel.RowNo(r.IntN(x.Rows.Count))
				x.Place(number)
				wantScenes(t, &x, slice, number)
			}
		}
	}
}

func wantScenes(t *testing.T, x *Finder, number slice.Number, row kernel.RowNo) {
	t.Helper()
	l := x.Rows.Layout
	var sc slice.Scene
	for w := range board.Square(x.Rows.Size) {
		if apart := l.Scene(number, slice.WordNo(x.Rows.FirstOf(row))+slice.WordNo(w), &sc); apart != x.Words.Has(w) {
			t.Fatalf("%v, slice %d, row %d, word %d: the men stand apart: %v", l.Class, number, row, w, apart)
		} else if !apart {
			continue
		}
		for _, c := range board.Colors {
			checked, illegal := x.Checked[c][w], x.Illegal[c][w]
			if checked&^sc.Fixed != sc.Checked(c)&^sc.Fixed || illegal != sc.Illegal(c) {
				t.Fatalf("%v, slice %d, row %d, word %d, %v: checked %x, want %x, illegal %x, want %x",
					l.Class, number, row, w, c, checked, sc.Checked(c), illegal, sc.Illegal(c))
			}
		}
	}
}
