package slice_test

import (
	"math/rand/v2"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
)

// TestWords checks words visited row by row against words unpacked one by one, in ascending and in random order.
func TestWords(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, name := range append(small, large...) {
		l := layout(t, name)
		var words slice.Words
		for range 20 {
			number := draw(r, l.Slices())
			words.Begin(l, number)
			first := draw(r, max(1, l.Words()-300))
			for n := range slice.WordNo(300) {
				wantWord(t, l, &words, number, min(first+n, l.Words()-1))
				wantWord(t, l, &words, number, draw(r, l.Words()))
			}
		}
	}
}

func wantWord(t *testing.T, l *slice.Layout, words *slice.Words, number slice.Number, word slice.WordNo) {
	t.Helper()
	var sc slice.Scene
	apart := l.Scene(number, word, &sc)
	if got := words.Word(word); got != apart {
		t.Fatalf("%v: in word %d of slice %d men stand apart: %v, not %v", l.Class, word, number, apart, got)
	}
	if !apart {
		return
	}
	if *words.Scene() != sc {
		t.Fatalf("%v: word %d of slice %d is %+v, want %+v", l.Class, word, number, *words.Scene(), sc)
	}
	for _, c := range board.Colors {
		if got, want := words.Illegal(c), sc.Illegal(c); got != want {
			t.Fatalf(
				"%v: word %d of slice %d has illegal lanes %x with %v to move, want %x",
				l.Class,
				word,
				number,
				got,
				c,
				want,
			)
		}
	}
}
