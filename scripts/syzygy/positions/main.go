// Positions prints random positions of classes with their values by DTZ50. A line has a FEN and the outcome from -2 to
// 2. The plies to the next capture, pawn move or mate follow, negative for the losing side. Mated sides are left out:
// programs differ in their distance.
//
//	go run ./scripts/syzygy/positions --dir TABLES --count N CLASS...
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

func main() {
	log.SetFlags(0)
	dir := flag.String("dir", "", "directory of the tables by DTZ50")
	count := flag.Int("count", 1000, "positions of each class")
	seed := flag.Uint64("seed", 1, "seed of the random numbers")
	flag.Parse()
	classes, err := material.ParseAll(flag.Args())
	if err != nil {
		log.Fatal(err)
	}
	lib := library.New(store.NewFileStore(*dir), cacheBytes).ForMetric(value.ByFiftyMoves())
	out := bufio.NewWriter(os.Stdout)
	for _, class := range classes {
		positions := choose(class, *count, rand.New(rand.NewPCG(*seed, uint64(len(class.String())))))
		if err := show(out, lib, positions); err != nil {
			log.Fatal(err)
		}
	}
	if err := out.Flush(); err != nil {
		log.Fatal(err)
	}
}

const cacheBytes = 256 << 20

// choose returns random legal positions of a class.
func choose(class material.Class, count int, random *rand.Rand) (positions []board.Position) {
	l := slice.NewLayout(class)
	for len(positions) < count {
		p := l.Position(slice.Place{
			Slice: slice.Number(random.IntN(int(l.Slices()))),
			Entry: slice.Entry(random.IntN(l.Entries())),
			Side:  board.Color(random.IntN(2)),
		})
		if apart(p.Men()) && p.Check() == nil {
			positions = append(positions, p)
		}
	}
	return positions
}

// apart reports whether no two men are on one square.
func apart(men []board.Man) bool {
	taken := board.Bitboard(0)
	for i := range men {
		taken |= men[i].Square.Bit()
	}
	return taken.Count() == len(men)
}

// show prints the positions with their values.
func show(out *bufio.Writer, lib *library.Library, positions []board.Position) error {
	values, _, err := lib.Values(context.Background(), positions)
	if err != nil {
		return err
	}
	m := value.ByFiftyMoves()
	for i, v := range values {
		outcome, sign := 0, 1
		switch m.Category(v) {
		case value.WinCategory:
			outcome = 2
		case value.CursedWinCategory:
			outcome = 1
		case value.BlessedLossCategory:
			outcome, sign = -1, -1
		case value.LossCategory:
			outcome, sign = -2, -1
		}
		plies := 0
		if outcome != 0 {
			if plies = m.Plies(v); plies < 1 {
				continue // mated
			}
			plies *= sign
		}
		fmt.Fprintf(out, "%s\t%d\t%d\n", positions[i].FEN(), outcome, plies)
	}
	return nil
}
