package ending

import (
	_ "embed"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/value"
)

// literature has endings with known results. The columns are a name, a FEN, White's result, the only move that keeps it
// or "-", and the seconds of two threads.
//
//go:embed testdata/literature.tsv
var literature string

// A row is an ending of the literature.
type row struct {
	name     string
	position board.Position
	want     value.Outcome // of the side to move
	only     string        // the only move that keeps it, or "-"
	seconds  float64
}

// rowsOf returns the positions of some rows of the literature.
func rowsOf(t testing.TB, wanted func(*row) bool) (list []board.Position) {
	for _, row := range rows(t) {
		if wanted(&row) {
			list = append(list, row.position)
		}
	}
	return list
}

func rows(t testing.TB) (list []row) {
	t.Helper()
	for i, line := range strings.Split(strings.TrimSpace(literature), "\n") {
		columns := strings.Split(line, "\t")
		if i == 0 {
			continue
		}
		want, ok := map[string]value.Outcome{"win": value.Win, "draw": value.Drawn, "loss": value.Loss}[columns[2]]
		seconds, err := strconv.ParseFloat(columns[4], 64)
		if !ok || err != nil {
			t.Fatalf("line %d: %q", i+1, line)
		}
		r := row{columns[0], tabletest.Position(t, columns[1]), want, columns[3], seconds}
		if r.position.Turn == board.Black {
			r.want = -r.want
		}
		list = append(list, r)
	}
	return list
}

// TestLiterature solves endings whose results are known from the literature, or by an argument of a few lines.
func TestLiterature(t *testing.T) {
	for _, row := range rows(t) {
		t.Run(row.name, func(t *testing.T) {
			if row.seconds >= quick && !long() {
				t.Skip()
			}
			e := newEnding(t, row.position)
			if err := e.Solve(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
			r, err := e.Result()
			if err != nil {
				t.Fatal(err)
			}
			var memory runtime.MemStats
			runtime.ReadMemStats(&memory)
			t.Logf("%d slices, %d bytes, %d MiB of memory", r.Solved, r.Bytes, memory.Sys>>20)
			if r.Low != row.want || r.High != row.want {
				t.Fatalf("%v to %v, want %v", r.Low, r.High, row.want)
			}
			for _, m := range r.Moves {
				if m.Low < m.High {
					t.Errorf("%v: %v to %v", m.Move, m.Low, m.High)
				}
			}
			if row.only != "-" && (r.Moves[0].String() != row.only || r.Moves[1].High >= row.want) {
				t.Errorf("moves %v, want only %s", r.Moves, row.only)
			}
		})
	}
}

// quick is the time of an ending that is solved in every run, in seconds.
const quick = 0.3
