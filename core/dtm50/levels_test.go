package dtm50_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/dtm50"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/verify"
)

var leveledClasses = flag.String("leveled", "", "more classes and rounds for TestLevels, such as KPvKP:44")

// TestLevels builds tables in which values have two levels of few rounds. Each position must have the values with each
// clock that it has in the usual tables, and the tables must be right by their moves. KPvKP has en passant.
func TestLevels(t *testing.T) {
	list := "KPvK:32,KRvKN:46"
	if *leveledClasses != "" {
		list += "," + *leveledClasses
	}
	for _, of := range strings.Split(list, ",") {
		name, rounds, _ := strings.Cut(of, ":")
		t.Run(name, func(t *testing.T) {
			var most int
			if _, err := fmt.Sscan(rounds, &most); err != nil {
				t.Fatal(err)
			}
			usual, class := built(t, name), tabletest.Classes(t, name)
			leveled := store.NewMemStore()
			if class[0].HasEnPassant() { // the tables that it needs are the usual ones: all take minutes
				leveled = tabletest.Copy(t, usual).(*store.MemStore)
				if err := leveled.Remove(t.Context(), name); err != nil {
					t.Fatal(err)
				}
			}
			dtm50.ShortenLevels(t, most)
			tabletest.BuildByClock(t, leveled, class)
			later := 0
			for _, side := range board.Colors {
				for _, clock := range []int{0, 1, 40, 80, 97, 99} {
					want := valuesOf(t, usual, class[0], side, clock)
					for entry, got := range valuesOf(t, leveled, class[0], side, clock) {
						if got != want[entry] {
							t.Fatalf("entry %d, %v, clock %d: %v, want %v", entry, side, clock, got, want[entry])
						}
						if got.Round() > most {
							later++
						}
					}
				}
			}
			if later == 0 {
				t.Error("no position takes the second level")
			}
			if _, err := verified(t, leveled, class[0], verify.Options{Every: 200}); err != nil {
				t.Error(err)
			}
		})
	}
}

// valuesOf returns the values of all legal positions of a table with a side to move and a clock.
func valuesOf(
	t *testing.T, tables store.Store, class material.Class, side board.Color, clock int,
) (list []value.Value) {
	t.Helper()
	lib := dtm50.NewLibrary(tables)
	defer lib.Close()
	table, err := lib.Open(t.Context(), class)
	if err != nil {
		t.Fatal(err)
	}
	var words slice.Words
	err = dtm50.EachSlice(t.Context(), table, lib, side, clock, func(number slice.Number, values dtm50.Mates) error {
		words.Begin(table.Layout, number)
		for word := range table.Layout.Words() {
			if !words.Word(word) {
				continue
			}
			legal := table.Layout.SortedLanes(words.Scene()) &^ words.Illegal(side)
			for ; legal != 0; legal = legal.Rest() {
				list = append(list, values.At(word.At(legal.First())))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}
