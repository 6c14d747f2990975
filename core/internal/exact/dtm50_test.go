package exact

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/dtm50"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// byClock returns the classes with up to four men whose tables by the clock are tested. With -tables these are all,
// else two classes and those that they need.
func byClock(t *testing.T) []material.Class {
	if *tables != "" {
		return material.WithCastling(material.UpTo(men)...)
	}
	return material.Closure(tabletest.Classes(t, "KRvKP", "KBNvK")...)
}

// storedDTM50 returns the tables by the clock: those in the directory of -tables, if they exist, or else small ones,
// which it builds once.
func storedDTM50(t *testing.T) store.Store {
	t.Helper()
	if smallByClock != nil {
		return smallByClock
	}
	if dir := filepath.Join(*tables, "dtm50"); *tables != "" {
		if _, err := os.Stat(dir); err == nil {
			return store.NewFileStore(dir)
		}
	}
	small := store.NewMemStore()
	tabletest.BuildByClock(t, small, byClock(t))
	smallByClock = small
	return small
}

var smallByClock store.Store

// TestDTM50 checks every stored entry of classes with up to four men against the other metrics. The outcome with a
// clock must follow from DTZ50. The plies left by the last pair must be those to the next capture, pawn move or mate.
// With a clock of 0, the plies to mate must equal DTM: no line with up to four men is too long. Sides to move that are
// not stored are checked with three clocks.
func TestDTM50(t *testing.T) {
	clocked := dtm50.NewLibrary(storedDTM50(t))
	defer clocked.Close()
	byRule := library.New(storedBy(t, value.DTZ50), 256<<20).ForMetric(value.DTZ50)
	defer byRule.Close()
	freely := library.New(stored, 256<<20)
	defer freely.Close()
	entries, several := 0, 0
	for _, class := range byClock(t) {
		some, more := wantByClock(t, class, clocked, byRule, freely)
		entries, several = entries+some, several+more
	}
	if entries < 40_000_000 || several < 1_800_000 { // several pairs only of stored sides
		t.Errorf("%d entries, %d with several pairs", entries, several)
	}
	t.Logf("%d entries, %d with several pairs", entries, several)
}

var clockedClasses = flag.String("clocked", "", "classes of five men for TestDTM50OfFive, such as KNNvKP")

// TestDTM50OfFive checks classes of five men in the directory of -tables against DTZ50 and DTM. It checks every stored
// entry, and other sides to move with three clocks. With the rule, a mate may take more plies than DTM.
func TestDTM50OfFive(t *testing.T) {
	if *clockedClasses == "" {
		t.Skip("without the flag -clocked")
	}
	clocked := dtm50.NewLibrary(store.NewFileStore(filepath.Join(*tables, "dtm50")))
	defer clocked.Close()
	byRule := library.New(storedBy(t, value.DTZ50), 256<<20).ForMetric(value.DTZ50)
	defer byRule.Close()
	freely := library.New(stored, 256<<20)
	defer freely.Close()
	for _, class := range tabletest.Classes(t, strings.Split(*clockedClasses, ",")...) {
		entries, several := wantByClock(t, class, clocked, byRule, freely)
		t.Logf("%v: %d entries, %d with several pairs", class, entries, several)
	}
}

// isWrong reports whether the plies to mate with the rule are wrong, given DTM. With up to four men both are equal.
func isWrong(class material.Class, mate, dtm value.Value) bool {
	return mate != dtm && (class.Men() <= 4 || mate.Round() < dtm.Round())
}

// wantByClock checks every entry of a class against DTZ50 and DTM. It returns the numbers of entries, and of those with
// several pairs.
func wantByClock(
	t *testing.T, class material.Class, clocked *library.Library, byRule, freely *library.Library,
) (entries, several int) {
	t.Helper()
	ruled, free := valuesOf(t, byRule, class), valuesOf(t, freely, class)
	table, err := clocked.Open(t.Context(), class)
	if err != nil {
		t.Fatal(err)
	}
	err = dtm50.Walk(t.Context(), table, func(at slice.Place, pairs []dtm50.Pair) error {
		entries++
		dtz, dtm := ruled(at), free(at)
		left := -1
		outcome := value.Drawn
		for i, p := range pairs {
			left, outcome = p.Left, p.Mate.Outcome()
			if i == 0 && isWrong(class, p.Mate, dtm) || outcome != dtm.Outcome() ||
				i > 0 && p.Mate.Round() <= pairs[i-1].Mate.Round() {
				t.Fatalf("%v of %v: %v, and DTM is %v", at, class, pairs, dtm)
			}
		}
		if len(pairs) > 1 {
			several++
		}
		if outcome != value.DTZ50.Outcome(dtz) || outcome != value.Drawn && left != value.DTZ50.Plies(dtz) {
			t.Fatalf("%v of %v: %v, and DTZ50 is %s", at, class, pairs, value.DTZ50.Format(dtz))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, side := range board.Colors {
		if table.Header.Stores(side) {
			continue
		}
		for _, clock := range []int{0, 60, value.FiftyMoves - 1} {
			entries += wantAhead(t, table, clocked, side, clock, ruled, free)
		}
	}
	return entries, several
}

// wantAhead checks every entry with a side to move that the table does not store, with a clock. It returns the number.
func wantAhead(
	t *testing.T, table *library.Table, clocked *library.Library, side board.Color, clock int,
	ruled, free func(slice.Place) value.Value,
) (entries int) {
	t.Helper()
	l := table.Layout
	var words slice.Words
	want := func(number slice.Number, values dtm50.Mates) error {
		words.Begin(l, number)
		for word := range l.Words() {
			if !words.Word(word) {
				continue
			}
			legal := l.SortedLanes(words.Scene()) &^ words.Illegal(side)
			for ; legal != 0; legal = legal.Rest() {
				at := slice.Place{Slice: number, Side: side, Entry: word.At(legal.First())}
				got, dtz, dtm := values.At(at.Entry), ruled(at), free(at)
				outcome, mated := value.DTZ50.Outcome(dtz), dtm == value.Decided(0)
				if clock+value.DTZ50.Plies(dtz) > value.FiftyMoves && !mated {
					outcome = value.Drawn
				}
				if got.Outcome() != outcome || clock == 0 && got != value.Draw && isWrong(l.Class, got, dtm) {
					t.Fatalf("%v of %v, clock %d: %v, DTM is %v and DTZ50 %v", at, l.Class, clock, got, dtm, dtz)
				}
				entries++
			}
		}
		return nil
	}
	if err := dtm50.EachSlice(t.Context(), table, clocked, side, clock, want); err != nil {
		t.Fatal(err)
	}
	return entries
}

// TestDTM50Samples probes random positions of independent programs, some with en passant, as late by the clock as they
// can be won, and a ply later.
func TestDTM50Samples(t *testing.T) {
	prober := new(probe.Prober).WithClock(dtm50.NewLibrary(storedDTM50(t)))
	defer prober.Close()
	classes, asked := byClock(t), 0
	for _, row := range readTSV(t, "samples-3-4-men.tsv.gz") {
		if class, err := material.Parse(row["material"]); err != nil || !slices.Contains(classes, class) {
			continue
		}
		asked++
		p, dtz := tabletest.Position(t, row["fen"]), number(t, row["dtz_exact"])
		want := value.DrawCategory
		switch row["wdl50"] {
		case "2":
			want = value.WinCategory
		case "-2":
			want = value.LossCategory
		}
		if row["mated"] == "1" {
			dtz = 0
		}
		last := value.FiftyMoves - max(dtz, -dtz)
		for _, clock := range []int{0, last, last + 1} {
			if clock == last+1 {
				want = value.DrawCategory
			}
			r, err := prober.ProbeAt(t.Context(), p, clock)
			if err != nil {
				t.Fatalf("%s: %v", row["fen"], err)
			}
			if r.Category != want || (r.DTM50 == nil) != (want == value.DrawCategory) {
				t.Errorf("%s with a clock of %d: %s, want %s", row["fen"], clock, r.Category, want)
			}
			if clock == 0 && r.DTM50 != nil && *r.DTM50 != number(t, row["dtm_plies"]) {
				t.Errorf("%s: mate in %d, want %s", row["fen"], *r.DTM50, row["dtm_plies"])
			}
		}
	}
	if asked < 2000 {
		t.Errorf("only %d positions were probed", asked)
	}
}

// valuesOf returns a function that reads the values of a class one after the other.
func valuesOf(t *testing.T, lib *library.Library, class material.Class) func(at slice.Place) value.Value {
	t.Helper()
	l := slice.NewLayout(class)
	// The first level has all wins and losses that the rule leaves.
	var source solve.Source = lib.Source(t.Context()).At(value.DTZ50.Level(0, 2))
	values, held := solve.NewValues(l), slice.Number(-1)
	if _, err := source.Layout(class); err != nil {
		t.Fatal(err)
	}
	return func(at slice.Place) value.Value {
		if at.Slice != held {
			held = at.Slice
			own, _ := source.Layout(class)
			for _, c := range board.Colors {
				for frame := range l.Frames().Len() {
					span, err := source.Span(own, at.Slice, c, frame)
					if err != nil {
						t.Fatal(err)
					}
					copy(values[c][l.FirstEntry(frame):], span.Frame(frame, l.FrameEntries()))
				}
			}
		}
		return values[at.Side][at.Entry].Value()
	}
}
