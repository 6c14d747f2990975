package dtm50_test

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/dtm50"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/verify"
)

var leveledClasses = flag.String(
	"leveled", "", "more classes, rounds and slices for TestLevels, such as KPvKP:46:0",
)

// TestLevels builds tables in which values have two levels of few rounds, from some slice on. Each position must have
// the values that it has in the usual tables, and the tables must be right by their moves. KPvKP has en passant.
func TestLevels(t *testing.T) {
	list := "KPvK:32:0,KPvK:32:9,KRvKN:46:0"
	if *leveledClasses != "" {
		list += "," + *leveledClasses
	}
	for _, of := range strings.Split(list, ",") {
		t.Run(of, func(t *testing.T) {
			var name string
			var most int
			var from slice.Number
			if _, err := fmt.Sscan(strings.ReplaceAll(of, ":", " "), &name, &most, &from); err != nil {
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
			dtm50.ShortenLevels(t, most, from)
			tabletest.BuildByClock(t, leveled, class)
			if !hasLaterPlanes(t, leveled, class[0]) {
				t.Error("no plane has a later level")
			}
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
	table, lib := open(t, tables, class)
	var words slice.Words
	err := dtm50.EachSlice(t.Context(), table, lib, side, clock, func(number slice.Number, values dtm50.Mates) error {
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

// hasLaterPlanes reports whether some planes of a table have a later level.
func hasLaterPlanes(t *testing.T, tables store.Store, class material.Class) bool {
	t.Helper()
	table, _ := open(t, tables, class)
	isLater := func(ref format.SectionRef) bool { return ref.Later }
	return table.Header.Wide && table.Header.Version() == 3 && slices.ContainsFunc(table.Header.Sections, isLater)
}

// TestForms stores mates after others in both forms, up to the last round of two levels and beyond.
func TestForms(t *testing.T) {
	const last = 496
	for _, related := range []bool{false, true} {
		for from := 1; from <= last; from += 5 {
			for to := from + 2; to <= last+40; to += 2 {
				mate, next := value.Decided(from), value.Decided(to)
				stored, ok := dtm50.NextByte(related, mate, next)
				if fits := to <= 254 && !related || to-from <= 254 && related; ok != fits {
					t.Fatalf("%v after %v, related %v: stored %v", next, mate, related, ok)
				}
				if !ok {
					continue
				}
				if got, ok := dtm50.NextOf(related, mate, stored); ok != (to <= last) || ok && got != next {
					t.Fatalf("%v after %v, related %v: read %v, %v", next, mate, related, got, ok)
				}
			}
		}
	}
}
