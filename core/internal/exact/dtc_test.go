package exact

import (
	"cmp"
	"errors"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/verify"
)

// TestDTC compares the DTC tables with the DTM tables, entry by entry. The outcomes must be equal, and DTC must not be
// longer. It probes random positions with both metrics, and verifies some classes by their moves.
func TestDTC(t *testing.T) {
	storedDTC := storedBy(t, value.DTC)
	mates, conversions := library.New(stored, 256<<20), library.New(storedDTC, 256<<20)
	defer mates.Close()
	defer conversions.Close()
	sooner := 0
	for _, class := range material.UpTo(men) {
		n := wantNoLater(t, mates, conversions, class)
		if class.Men() == 3 && class.Pawns() == 0 && n > 0 { // nothing but a draw converts
			t.Errorf("%v: %d positions are converted before mate", class, n)
		}
		sooner += n
	}
	if sooner < 1_000_000 {
		t.Errorf("only %d positions are converted before mate", sooner)
	}

	prober := probe.By(value.DTC, storedDTC).AddMetric(value.DTM, stored)
	defer prober.Close()
	for _, row := range readTSV(t, "samples-3-4-men.tsv.gz") {
		r, err := prober.Probe(t.Context(), tabletest.Position(t, row["fen"]))
		if err != nil {
			t.Fatalf("%s: %v", row["fen"], err)
		}
		if (r.DTC == nil) != (r.DTM == nil) ||
			r.DTC != nil && (max(*r.DTC, -*r.DTC) > max(*r.DTM, -*r.DTM) || *r.DTC**r.DTM < 0) {
			t.Errorf("%s: %+v", row["fen"], r.Verdict)
		}
	}

	some, err := material.ParseAll([]string{"KQvK", "KPvK", "KBNvK", "KRvKP", "KPvKP"})
	if err != nil {
		t.Fatal(err)
	}
	for _, class := range some {
		if _, err := verify.Table(t.Context(), conversions, class, verify.Options{Every: 50}); err != nil {
			t.Error(err)
		}
	}
}

// TestLongestConversions checks the longest conversions, in moves, against published ones. It also checks that exactly
// the classes that need several levels have several.
func TestLongestConversions(t *testing.T) {
	known := map[string]int{ // K. Thompson, Retrograde Analysis of Certain Endgames, 1986
		"KBBvKN": 66, "KBBvKQ": 71, "KNNvKQ": 63, "KRBvKR": 59, "KRNvKR": 33, "KBNvKN": 77,
	}
	storedDTC := storedBy(t, value.DTC)
	for _, class := range material.UpTo(material.UsualMen) {
		table, err := library.Open(t.Context(), storedDTC, class)
		if errors.Is(err, store.ErrMissing) && class.Men() > men {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		defer table.Close()
		if late := table.Header.Levels() > 1; late != value.DTC.TakesLevels(class) {
			t.Errorf("%v is converted late: %v", class, late)
		}
		longest := 0
		for _, side := range table.Header.Statistics {
			longest = max(longest, value.DTC.Plies(side.LongestWin))
		}
		if want, ok := known[class.String()]; ok && (longest+1)/2 != want {
			t.Errorf("%v takes %d plies to convert, want %d moves", class, longest, want)
		}
	}
}

// wantNoLater compares all entries of a class, and returns how many convert before they mate.
func wantNoLater(t *testing.T, mates, conversions *library.Library, class material.Class) (sooner int) {
	t.Helper()
	l := slice.NewLayout(class)
	var read [2]*solve.Values
	var tables [2]*library.Table
	for i, lib := range []*library.Library{mates, conversions} {
		table, err := lib.Open(t.Context(), class)
		if err != nil {
			t.Fatal(err)
		}
		read[i], tables[i] = solve.NewValues(l), table
	}
	var words slice.Words
	for number := range l.Slices() {
		for i, table := range tables {
			if err := table.Values(t.Context(), number, read[i]); err != nil {
				t.Fatal(err)
			}
		}
		words.Begin(l, number)
		for word := range l.Words() {
			if !words.Word(word) {
				continue
			}
			for _, side := range board.Colors {
				for lanes := ^words.Illegal(side); lanes != 0; lanes = lanes.Rest() {
					entry := word.At(lanes.First())
					mate, dtc := read[0][side][entry], read[1][side][entry]
					switch before := earlier[mate][dtc]; {
					case before > 0:
						sooner++
					case before < 0:
						p := l.Position(slice.Place{Slice: number, Side: side, Entry: entry})
						t.Fatalf(
							"%v: %s is a %s, and a %s by DTM",
							class,
							p.FEN(),
							value.DTC.Format(dtc.Value()),
							value.DTM.Format(mate.Value()),
						)
					}
				}
			}
		}
	}
	return sooner
}

// earlier has the plies from a conversion to the mate, by the bytes of both values. The number is negative if the
// conversion comes later, or if the outcomes differ.
var earlier = func() (list [256][256]int) {
	for mate := range list {
		for dtc := range list[mate] {
			m, c := value.Byte(mate).Value(), value.Byte(dtc).Value()
			list[mate][dtc] = -1
			if m.Outcome() == c.Outcome() {
				list[mate][dtc] = value.DTM.Plies(m) - value.DTC.Plies(c)
			}
		}
	}
	return list
}()

// A slowConversion is the outcome of a position: 1 for a win, -1 for a loss, 0 for a draw. The plies are those to a
// conversion or mate.
type slowConversion struct{ outcome, plies int }

// A slowKey is a position of up to four men.
type slowKey struct {
	turn board.Color
	men  [4]board.Man // sorted
}

func slowKeyOf(turn board.Color, men ...board.Man) slowKey {
	key := slowKey{turn: turn}
	in := key.men[:copy(key.men[:], men)]
	slices.SortFunc(in, func(a, b board.Man) int {
		return cmp.Or(cmp.Compare(a.Color, b.Color), cmp.Compare(a.Type, b.Type), cmp.Compare(a.Square, b.Square))
	})
	return key
}

// A slowMove leads to another position of the same set, or converts.
type slowMove struct {
	to      int // or -1
	outcome int // of a conversion, for the side that makes it
}

// convertSlowly decides positions ply by ply, from legal moves alone. Moves that are neither captures nor promotions
// must lead to other positions of the list. Captures and promotions must lead to known positions, or to bare kings.
func convertSlowly(t *testing.T, known map[slowKey]slowConversion, positions []board.Position) {
	t.Helper()
	index := make(map[slowKey]int, len(positions))
	for i, p := range positions {
		index[slowKeyOf(p.Turn, p.Men()...)] = i
	}
	moves := make([][]slowMove, len(positions))
	ends := make([]*slowConversion, len(positions))
	for i, p := range positions {
		legal := p.LegalMoves(nil)
		if len(legal) == 0 && p.InCheck(p.Turn) {
			ends[i] = &slowConversion{-1, 0}
		}
		for _, m := range legal {
			after := p.Play(m)
			key := slowKeyOf(after.Turn, after.Men()...)
			if m.Promotion == board.NoPiece && len(after.Men()) == len(p.Men()) {
				to, ok := index[key]
				if !ok {
					t.Fatalf("%s leads to %s", p.FEN(), after.FEN())
				}
				moves[i] = append(moves[i], slowMove{to: to})
				continue
			}
			end, ok := known[key]
			if !ok && len(after.Men()) > 2 {
				t.Fatalf("%s leads to %s", p.FEN(), after.FEN())
			}
			moves[i] = append(moves[i], slowMove{-1, -end.outcome})
		}
	}
	for plies, more := 1, true; more; plies++ {
		decided := map[int]*slowConversion{}
		for i := range positions {
			if ends[i] == nil && len(moves[i]) > 0 {
				if end := endIn(plies, moves[i], ends); end != nil {
					decided[i] = end
				}
			}
		}
		for i, end := range decided {
			ends[i] = end
		}
		more = len(decided) > 0
	}
	for key, i := range index {
		known[key] = slowConversion{}
		if ends[i] != nil {
			known[key] = *ends[i]
		}
	}
}

// endIn returns the end of a position, given its moves, if it takes exactly the given number of plies.
func endIn(plies int, moves []slowMove, ends []*slowConversion) *slowConversion {
	lost := true
	for _, m := range moves {
		outcome := m.outcome
		if m.to >= 0 {
			if ends[m.to] == nil {
				lost = false
				continue
			}
			outcome = -ends[m.to].outcome
		}
		if outcome > 0 {
			return &slowConversion{1, plies}
		}
		lost = lost && outcome < 0
	}
	if lost {
		return &slowConversion{-1, plies}
	}
	return nil
}

// TestSlowConversions compares tables with the results of a slow solver, which uses no code that the solvers share. It
// solves all positions of three men, and kings around two pawns that block each other.
func TestSlowConversions(t *testing.T) {
	lib := library.New(storedBy(t, value.DTC), 64<<20)
	defer lib.Close()
	known := map[slowKey]slowConversion{}
	compared := 0
	compare := func(positions []board.Position) {
		t.Helper()
		convertSlowly(t, known, positions)
		for part := range slices.Chunk(positions, 1<<12) {
			values, _, err := lib.Values(t.Context(), part)
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range values {
				want := known[slowKeyOf(part[i].Turn, part[i].Men()...)]
				if got := (slowConversion{int(v.Outcome()), value.DTC.Plies(v)}); got != want {
					t.Fatalf("%s is %+v, want %+v", part[i].FEN(), got, want)
				}
				compared++
			}
		}
	}
	for _, piece := range []board.PieceType{board.Queen, board.Rook, board.Bishop, board.Knight, board.Pawn} {
		var positions []board.Position
		for square := range board.NoSquare {
			positions = append(positions, kingsAround(board.Man{Color: board.White, Type: piece, Square: square})...)
		}
		compare(positions)
		for _, p := range positions {
			known[inOtherColors(&p)] = known[slowKeyOf(p.Turn, p.Men()...)]
		}
	}
	const d4, d5 = 27, 35
	compare(
		kingsAround(
			board.Man{Color: board.White, Type: board.Pawn, Square: d4},
			board.Man{Color: board.Black, Type: board.Pawn, Square: d5},
		),
	)
	if compared < 1_500_000 {
		t.Errorf("only %d positions were compared", compared)
	}
}

// kingsAround returns all positions of kings and some other men, with either side to move.
func kingsAround(others ...board.Man) (positions []board.Position) {
	for white := range board.NoSquare {
		for black := range board.NoSquare {
			men := append(
				[]board.Man{
					{Color: board.White, Type: board.King, Square: white},
					{Color: board.Black, Type: board.King, Square: black},
				},
				others...)
			for _, turn := range board.Colors {
				if p := board.NewPosition(turn, men...); p.Occupied().Count() == len(men) && p.Check() == nil {
					positions = append(positions, p)
				}
			}
		}
	}
	return positions
}

// inOtherColors returns the key of a position with exchanged colors.
func inOtherColors(p *board.Position) slowKey {
	men := slices.Clone(p.Men())
	for i := range men {
		men[i].Color, men[i].Square = men[i].Color.Other(), board.FlipRanks.Square(men[i].Square)
	}
	return slowKeyOf(p.Turn.Other(), men...)
}
