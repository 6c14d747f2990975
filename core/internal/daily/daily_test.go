// Package daily holds the tests of the page's only-moves of the day, and the search that found them. All positions have
// three or four men:
//
//	go test ./core/internal/daily -update
package daily

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/difficulty"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/tables34"
)

var update = flag.Bool("update", false, "search for the positions again")

const file = "../../../web/src/features/daily/positions.json"

// The positions are for the days of 52 weeks, each with a harder position every day.
const (
	weeks = 52
	days  = 7
)

// A puzzle is a position in which each of the user's first moves is the only one that keeps the result.
type puzzle struct {
	FEN    string  `json:"fen"`
	Line   string  `json:"line"`   // in SAN: the user's moves, and the replies between them
	Chance float64 `json:"chance"` // of a careless player in these moves
	Level  int     `json:"level"`  // from the chance
}

// classes are those in which both sides can go wrong.
var classes = []string{
	"KPvK", "KRvKP", "KPvKP", "KQvKP", "KPPvK", "KNPvK", "KBPvK", "KRvKB", "KRvKN", "KQvKR", "KBvKP", "KNvKP", "KBNvK",
}

const (
	fewestRow  = 2 // only moves in a row
	longestRow = 3
	fewest     = 4    // legal moves at each
	candidates = 4000 // positions of a class that are tried
	most       = 45   // puzzles of a class
)

// shipped returns a prober of the shipped tables.
func shipped(t *testing.T) *probe.Prober {
	files, err := fs.Sub(tables34.Files, "dtm")
	if err != nil {
		t.Fatal(err)
	}
	tables := probe.New(store.BesideFiles(store.NewMemStore(), files)).Cache(1 << 30)
	t.Cleanup(func() { tables.Close() })
	return tables
}

// TestPositions checks each position of the page by the tables. Each of the user's moves is the only one, and each
// reply is one of the best. No position is easier than that of the day before in its week.
func TestPositions(t *testing.T) {
	tables := shipped(t)
	if *update {
		write(t, choose(search(t, tables)))
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all []puzzle
	if err := json.Unmarshal(content, &all); err != nil {
		t.Fatal(err)
	}
	if len(all) != weeks*days {
		t.Fatalf("%d positions, want %d", len(all), weeks*days)
	}
	seen := map[string]bool{}
	for i, one := range all {
		p := tabletest.Position(t, one.FEN)
		if seen[one.FEN] {
			t.Errorf("%s is there twice", one.FEN)
		}
		seen[one.FEN] = true
		if found, ok := puzzleOf(t, tables, p); !ok || found != one {
			t.Errorf("%+v, want %+v", one, found)
		}
		if i%days > 0 && one.Chance > all[i-1].Chance {
			t.Errorf("%s is easier than the position of the day before", one.FEN)
		}
	}
}

// puzzleOf returns the puzzle of a position, if it is one. The first move is quiet and the user is not in check, so
// that nothing points at it.
func puzzleOf(t *testing.T, tables *probe.Prober, p board.Position) (found puzzle, ok bool) {
	at := probeAt(t, tables, p)
	goal := difficulty.ResultOf(&at.Verdict)
	if goal < 0 || p.InCheck(p.Turn) || at.InsufficientMaterial {
		return found, false
	}
	row := 0
	for {
		only := onlyMove(at, goal)
		if only == nil || len(at.Moves) < fewest || row == 0 && (only.Zeroing || only.After.InCheck(only.After.Turn)) {
			break
		}
		found.Line += " " + only.SAN
		if row++; row == longestRow {
			break
		}
		reply, next, err := difficulty.Trap(t.Context(), tables, probeAt(t, tables, only.After), 0, goal)
		if err != nil {
			t.Fatal(err)
		}
		if reply == nil || onlyMove(next, goal) == nil || len(next.Moves) < fewest {
			break
		}
		found.Line += " " + reply.SAN
		at = next
	}
	if row < fewestRow {
		return found, false
	}
	rating, err := difficulty.Rate(t.Context(), tables, probe.Question{Position: p}, row)
	if err != nil {
		t.Fatal(err)
	}
	return puzzle{p.FEN(), found.Line[1:], math.Round(1e4*rating.Chance) / 1e4, rating.Level}, true
}

// onlyMove returns the move that keeps a result, if there is just one.
func onlyMove(r *probe.Result, goal int) (only *probe.Move) {
	for i := range r.Moves {
		if m := &r.Moves[i]; difficulty.Keeps(m, goal) {
			if only != nil {
				return nil
			}
			only = m
		}
	}
	return only
}

func probeAt(t *testing.T, tables *probe.Prober, p board.Position) *probe.Result {
	r, err := tables.Probe(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// search finds puzzles at random, as many of each class if that has enough.
func search(t *testing.T, tables *probe.Prober) (found []puzzle) {
	r := rand.New(rand.NewPCG(2026, 12))
	for _, class := range tabletest.Classes(t, classes...) {
		ofClass := 0
		for range candidates {
			p := tabletest.RandomPosition(r, class)
			if r.IntN(2) == 1 {
				p = colorsSwapped(&p)
			}
			if one, ok := puzzleOf(t, tables, p); ok {
				found = append(found, one)
				if ofClass++; ofClass == most {
					break
				}
			}
		}
		t.Logf("%d of %v", ofClass, class)
	}
	return found
}

// colorsSwapped returns the position seen from the other side.
func colorsSwapped(p *board.Position) board.Position {
	men := slices.Clone(p.Men())
	for i := range men {
		men[i].Color, men[i].Square = men[i].Color.Other(), men[i].Square^56
	}
	return board.NewPosition(p.Turn.Other(), men...)
}

// choose gives each day of the week positions of its difficulty. Within that the order is random.
func choose(found []puzzle) (chosen []puzzle) {
	r := rand.New(rand.NewPCG(364, 1))
	r.Shuffle(len(found), func(i, j int) { found[i], found[j] = found[j], found[i] })
	found = found[:weeks*days]
	slices.SortFunc(found, func(a, b puzzle) int { return cmp.Compare(b.Chance, a.Chance) })
	for day := range days {
		ofDay := found[day*weeks : (day+1)*weeks]
		r.Shuffle(weeks, func(i, j int) { ofDay[i], ofDay[j] = ofDay[j], ofDay[i] })
	}
	for week := range weeks {
		for day := range days {
			chosen = append(chosen, found[day*weeks+week])
		}
	}
	return chosen
}

// write writes the file of the page, a position a line.
func write(t *testing.T, all []puzzle) {
	var out bytes.Buffer
	separator := "[\n"
	for _, one := range all {
		line, err := json.Marshal(one)
		if err != nil {
			t.Fatal(err)
		}
		out.WriteString(separator)
		out.Write(line)
		separator = ",\n"
	}
	out.WriteString("\n]\n")
	if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
