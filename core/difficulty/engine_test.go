package difficulty_test

import (
	"bufio"
	"cmp"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/difficulty"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

var (
	engineArgs = flag.String("engine", "", "command line of the UCI engine of TestEngine")
	tablesDir  = flag.String("tables", "", "directory with all tables of five men, for TestEngine")
	perLevel   = flag.Int("positions", 20, "of each level and class")
)

// levelsOfPlay are the limits of an engine for a move: from that of a beginner to ten milliseconds.
var levelsOfPlay = []string{"depth 1", "depth 2", "depth 3", "depth 5", "movetime 10"}

// TestEngine lets an engine play positions of all levels against the best defence and against traps. It logs how often
// the engine throws the result away, by level, and the rank correlation with the chance of each position.
func TestEngine(t *testing.T) {
	if *engineArgs == "" {
		t.Skip("needs -engine and -tables")
	}
	tables := probe.New(store.NewFileStore(*tablesDir)).Cache(3 << 30)
	defer tables.Close()
	e := startEngine(t, strings.Fields(*engineArgs))
	r := rand.New(rand.NewPCG(1, 2))
	var chances []float64
	failures := make([][]float64, len(levelsOfPlay)+1) // the last one has the sum
	byLevel := map[int][]float64{}
	classes := tabletest.Classes(t, "KPvK", "KQvKP", "KRvKP", "KPvKP", "KQvKR", "KPPvKP", "KRPvKR", "KQPvKQ", "KBPvKN",
		"KRvKN", "KPPvK", "KRPvKB", "KNPvKB", "KBPvKB", "KRPvKP")
	for _, class := range classes {
		for _, found := range positionsOf(t, tables, class, r) {
			chances = append(chances, -found.Chance)
			sum := 0.0
			for i, limit := range levelsOfPlay {
				failed := 0.0
				for _, traps := range []bool{false, true} {
					if e.fails(t, tables, found.Result, limit, traps) {
						failed += 0.5
					}
				}
				failures[i] = append(failures[i], failed)
				sum += failed / float64(len(levelsOfPlay))
			}
			failures[len(levelsOfPlay)] = append(failures[len(levelsOfPlay)], sum)
			byLevel[found.Level] = append(byLevel[found.Level], sum)
		}
	}
	for i, limit := range append(levelsOfPlay, "all") {
		t.Logf("%s: %.1f %% thrown away, rank correlation %.2f",
			limit, 100*mean(failures[i]), correlation(ranks(chances), ranks(failures[i])))
	}
	for level := 1; level <= difficulty.Levels; level++ {
		t.Logf("level %d: %.1f %% of %d positions", level, 100*mean(byLevel[level]), len(byLevel[level]))
	}
}

// A rated position has a mistake to make.
type rated struct {
	*probe.Result
	difficulty.Rating
}

// positionsOf returns positions of a class at random, as many of each level, if they are found soon.
func positionsOf(t *testing.T, tables *probe.Prober, class material.Class, r *rand.Rand) (all []rated) {
	count := map[int]int{}
	for range 400 * *perLevel {
		p := tabletest.RandomPosition(r, class)
		result, err := tables.Probe(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		losing := result.Category == value.LossCategory
		if losing || len(result.Moves) == 0 || result.InsufficientMaterial {
			continue
		}
		rating, err := difficulty.Rate(t.Context(), tables, probe.Question{Position: p}, difficulty.MostMoves)
		if err != nil {
			t.Fatal(err)
		}
		if rating.Chance < 1 && count[rating.Level] < *perLevel {
			count[rating.Level]++
			all = append(all, rated{result, rating})
		}
	}
	return all
}

type engine struct {
	args []string
	in   io.Writer
	out  *bufio.Scanner
}

func startEngine(t *testing.T, args []string) *engine {
	command := exec.CommandContext(t.Context(), args[0], args[1:]...)
	in, inErr := command.StdinPipe()
	out, outErr := command.StdoutPipe()
	if err := cmp.Or(inErr, outErr, command.Start()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { command.Wait() })
	e := &engine{args, in, bufio.NewScanner(out)}
	fmt.Fprintln(in, "uci")
	e.until("uciok")
	return e
}

// until returns the next line that begins with a word, or "" if the engine has ended.
func (e *engine) until(word string) string {
	for e.out.Scan() {
		if strings.HasPrefix(e.out.Text(), word) {
			return e.out.Text()
		}
	}
	return ""
}

// fails plays twenty moves of the side to move, and reports whether one gives its result away. GNU Chess 6 ends in
// some positions that it takes for drawn, without a move. Then a new one is started, and nothing is given away.
func (e *engine) fails(t *testing.T, tables *probe.Prober, at *probe.Result, limit string, traps bool) bool {
	const moves = 20
	side, goal := at.Position.Turn, difficulty.ResultOf(&at.Verdict)
	fmt.Fprintln(e.in, "ucinewgame")
	for played := 0; played < moves && len(at.Moves) > 0 && !at.InsufficientMaterial; {
		move := &at.Moves[0]
		var err error
		if at.Position.Turn == side {
			fmt.Fprintf(e.in, "position fen %s\ngo %s\n", at.Position.FEN(), limit)
			answer := strings.TrimPrefix(e.until("bestmove "), "bestmove ")
			uci, _, _ := strings.Cut(answer, " ")
			chosen := slices.IndexFunc(at.Moves, func(m probe.Move) bool { return m.UCI == uci })
			if chosen < 0 {
				*e = *startEngine(t, e.args)
				return false
			}
			if move = &at.Moves[chosen]; !difficulty.Keeps(move, goal) {
				return true
			}
			played++
		} else if traps {
			if move, _, err = difficulty.Trap(t.Context(), tables, at, 0, goal); err != nil {
				t.Fatal(err)
			}
		}
		if at, err = tables.Probe(t.Context(), move.After); err != nil {
			t.Fatal(err)
		}
	}
	return false
}

func mean(list []float64) (mean float64) {
	for _, x := range list {
		mean += x / float64(len(list))
	}
	return mean
}

// ranks returns the rank of each number. Equal numbers share the mean of their ranks.
func ranks(list []float64) []float64 {
	sorted := slices.Sorted(slices.Values(list))
	ranks := make([]float64, len(list))
	for i, x := range list {
		first, _ := slices.BinarySearch(sorted, x)
		end, _ := slices.BinarySearchFunc(sorted, x, func(a, x float64) int {
			if a <= x {
				return -1
			}
			return 1
		})
		ranks[i] = float64(first+end-1) / 2
	}
	return ranks
}

// correlation is Pearson's.
func correlation(x, y []float64) float64 {
	var xx, yy, xy float64
	mx, my := mean(x), mean(y)
	for i := range x {
		xx += (x[i] - mx) * (x[i] - mx)
		yy += (y[i] - my) * (y[i] - my)
		xy += (x[i] - mx) * (y[i] - my)
	}
	return xy / math.Sqrt(xx*yy)
}
