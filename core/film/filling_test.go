package film_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/film"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/paged"
	"github.com/matewright/matewright/core/solve/retrograde"
)

// TestFilling builds classes by methods that count, and compares the counts after the last ply with films of both sides
// to move. Films have like pieces in one order, and slices have all orders. Other methods report no counts.
func TestFilling(t *testing.T) {
	counting := []solve.Method{retrograde.Grandfather{}, retrograde.OutCount{}, retrograde.GrandfatherSpilled{}}
	for name, orders := range map[string]uint64{"KBvK": 1, "KNNvK": 2, "KPvK": 1, "KRvK-h1": 1} {
		want := filmed(t, name, orders)
		for _, method := range counting {
			got, ok := filled(t, method, name)
			if diff := cmp.Diff(want, got); !ok || diff != "" {
				t.Errorf("%s by %s: counted %v (-film +filling)\n%s", name, method.Name(), ok, diff)
			}
		}
	}
	if _, ok := filled(t, paged.HalfCycles{Small: counting[2]}, "KNNvK"); ok {
		t.Error("a method counts that does not fill")
	}
}

// filmed returns the sums of the films of a class, times the orders of like pieces.
func filmed(t *testing.T, name string, orders uint64) (all solve.Filling) {
	lib := library.New(tabletest.Built(t, name), 64<<20)
	for _, side := range board.Colors {
		f, err := film.New(t.Context(), lib, tabletest.Classes(t, name)[0], side, quiet)
		if err != nil {
			t.Fatal(err)
		}
		for range orders {
			all.Legal.Add(&f.Legal)
			for _, ply := range f.Plies {
				for winner := range ply.Won {
					all.Won[winner].Add(&ply.Won[winner])
				}
			}
		}
	}
	return all
}

// filled returns the sum of the fillings of the slices of a class that is built by a method. It returns false if the
// method does not count.
func filled(t *testing.T, method solve.Method, name string) (all solve.Filling, ok bool) {
	class := tabletest.Classes(t, name)[0]
	var needed []string
	for _, c := range material.Closure(class) {
		if c != class {
			needed = append(needed, c.String())
		}
	}
	tables := tabletest.Built(t, needed...)
	job, err := builder.Plan(t.Context(), tables, class)
	if err != nil {
		t.Fatal(err)
	}
	l := tabletest.Layout(t, name)
	last := map[slice.Number]solve.Filling{}
	err = builder.Build(t.Context(), tables, job, builder.Options{
		Method: method, Threads: 1, Fill: true, Observe: func(p builder.Progress) error {
			if p.Filling != nil {
				last[slice.Number(p.Slice)] = *p.Filling
			}
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	for number, f := range last {
		for i, counts := range []*slice.KingCounts{&f.Legal, &f.Won[board.White], &f.Won[board.Black]} {
			unfolded := l.Unfold(number, counts)
			[]*slice.KingCounts{&all.Legal, &all.Won[board.White], &all.Won[board.Black]}[i].Add(&unfolded)
		}
	}
	return all, len(last) > 0
}

// TestStill finds the slices of KPvK by the placements of their pawns.
func TestStill(t *testing.T) {
	l := tabletest.Layout(t, "KPvK")
	found := map[string]bool{}
	for number := range l.Slices() {
		found[film.Still(l, number)] = true
	}
	if !found["8/3P4/8/8/8/8/8/8"] || !found["8/8/8/8/8/8/P7/8"] || len(found) != 24 {
		t.Errorf("KPvK has the placements %v", found)
	}
	if got := film.Still(tabletest.Layout(t, "KQvK"), 0); got != "8/8/8/8/8/8/8/8" {
		t.Errorf("KQvK has %s", got)
	}
}

// TestShares checks that a share is 0 exactly if no position is won, and 255 exactly if all are.
func TestShares(t *testing.T) {
	l := tabletest.Layout(t, "KPvK")
	const white, black = board.Square(0), board.Square(20)
	var f solve.Filling
	for _, c := range []struct {
		won, legal uint64
		want       byte
	}{{0, 0, 0}, {0, 9, 0}, {9, 9, 255}, {1, 1 << 40, 1}, {1<<40 - 1, 1 << 40, 253}, {1, 2, 127}} {
		f.Legal[board.White][white], f.Won[board.Black][board.White][white] = c.legal, c.won
		if got := film.SharesOf(l, 0, &f)[board.White][board.Black][white]; got != c.want {
			t.Errorf("%d of %d: %d, want %d", c.won, c.legal, got, c.want)
		}
	}
	l = tabletest.Layout(t, "KQvK")
	f = solve.Filling{}
	f.Legal.Count(l.Frames(), [2]board.Square{white, black}, 4)
	f.Won[board.White].Count(l.Frames(), [2]board.Square{white, black}, 2)
	shares := film.SharesOf(l, 0, &f)
	corners := []board.Square{0, 7, 56, 63}
	for square, share := range shares[board.White][board.White] {
		if want := slices.Contains(corners, board.Square(square)); (share == 127) != want || share != 0 && !want {
			t.Errorf("White's king on %v: a share of %d", board.Square(square), share)
		}
	}
}
