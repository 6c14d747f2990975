package retrograde

import (
	"math/rand/v2"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/solve/kernel"
)

// listed is the expected content of a row of a list.
type listed struct {
	number kernel.RowNo
	lanes  map[board.Square]board.Bitboard
}

// TestRowList fills lists row by row and word by word, with blocks that other
// lists have used, and reads them back.
func TestRowList(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var pool blockPool
	for range 50 {
		var list rowList
		var want []listed
		for number := kernel.RowNo(r.IntN(2)); number < 400; number += 1 + kernel.RowNo(r.IntN(3)) {
			row := listed{number, map[board.Square]board.Bitboard{}}
			words := board.Bitboard(r.Uint64() | 1<<r.IntN(64))
			var lanes [kernel.RowWords]board.Bitboard
			for rest := words; rest != 0; rest = rest.Rest() {
				w := rest.First()
				lanes[w] = board.Bitboard(r.Uint64())
				row.lanes[w] = lanes[w]
			}
			if r.IntN(2) == 0 {
				room, n := list.addRow(number, words, &pool), 0
				for rest := words; rest != 0; rest = rest.Rest() {
					room[n] = lanes[rest.First()]
					n++
				}
			} else {
				for rest := words; rest != 0; rest = rest.Rest() {
					list.addWord(number, rest.First(), lanes[rest.First()], &pool)
				}
			}
			want = append(want, row)
		}
		got := list.read(&pool)
		for _, row := range want {
			if got.number != row.number || got.words.Count() != len(row.lanes) || len(got.lanes) != len(row.lanes) {
				t.Fatalf(
					"read row %d with %d words, want row %d with %d",
					got.number,
					got.words.Count(),
					row.number,
					len(row.lanes),
				)
			}
			n := 0
			for rest := got.words; rest != 0; rest = rest.Rest() {
				if w := rest.First(); got.lanes[n] != row.lanes[w] {
					t.Fatalf("row %d, word %d: read %#x, want %#x", row.number, w, got.lanes[n], row.lanes[w])
				}
				n++
			}
			got.next()
		}
		if got.number >= 0 {
			t.Fatalf("read row %d after the last one", got.number)
		}
		if list.clear(&pool); !list.empty() {
			t.Fatal("a list is not empty after clear")
		}
	}
	if len(pool.free) > 100 {
		t.Errorf("%d blocks were made for lists that never need so many at once", len(pool.free))
	}
}
