package solve

import (
	"math/rand/v2"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// TestPlace holds rows to scenes, which unpack one word at a time: where men
// share a square, which lanes are illegal, and in which a king is attacked.
func TestPlace(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, class := range material.UpTo(5) {
		l := slice.NewLayout(class)
		var x exits
		for range 20 {
			slice := slice.Number(r.IntN(int(l.Slices())))
			x.begin(l, slice, value.DTM, nil, value.OnlyLevel)
			for range 20 {
				number := rowNo(r.IntN(x.rows.count))
				x.place(number)
				wantScenes(t, &x, slice, number)
			}
		}
	}
}

func wantScenes(t *testing.T, x *exits, number slice.Number, row rowNo) {
	t.Helper()
	l := x.rows.layout
	var sc slice.Scene
	for w := range board.Square(x.rows.size) {
		if apart := l.Scene(number, slice.WordNo(x.rows.firstOf(row))+slice.WordNo(w), &sc); apart != x.words.Has(w) {
			t.Fatalf("%v, slice %d, row %d, word %d: the men stand apart: %v", l.Class, number, row, w, apart)
		} else if !apart {
			continue
		}
		for _, c := range board.Colors {
			checked, illegal := x.checked[c][w], x.illegal[c][w]
			if checked&^sc.Fixed != sc.Checked(c)&^sc.Fixed || illegal != sc.Illegal(c) {
				t.Fatalf("%v, slice %d, row %d, word %d, %v: checked %x, want %x, illegal %x, want %x",
					l.Class, number, row, w, c, checked, sc.Checked(c), illegal, sc.Illegal(c))
			}
		}
	}
}
