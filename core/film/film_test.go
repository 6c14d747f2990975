package film_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/film"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

func quiet(float64) error { return nil }

// TestTwin compares films with counts of all placements of the men on the board, each with its value from the library.
func TestTwin(t *testing.T) {
	for _, name := range []string{"KQvK", "KBvK", "KPvK", "KNvK", "KRvK-h1"} {
		for _, side := range board.Colors {
			lib := library.New(tabletest.Built(t, name), 64<<20)
			class, err := material.Parse(name)
			if err != nil {
				t.Fatal(err)
			}
			got, err := film.New(t.Context(), lib, class, side, quiet)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(twin(t, lib, class, side), contents(got)); diff != "" {
				t.Errorf("%v, %v to move: (-twin +film)\n%s", name, side, diff)
			}
		}
	}
}

// counts are the contents of a film that tests compare: legal positions, and those of each ply by the winner.
type counts struct {
	Legal slice.KingCounts
	Won   map[int][2]slice.KingCounts
}

func contents(f *film.Film) counts {
	c := counts{f.Legal, map[int][2]slice.KingCounts{}}
	for _, ply := range f.Plies {
		c.Won[ply.Plies] = ply.Won
	}
	return c
}

// twin counts the positions of a class with three men.
func twin(t *testing.T, lib *library.Library, class material.Class, side board.Color) counts {
	table, err := lib.Open(t.Context(), class)
	if err != nil {
		t.Fatal(err)
	}
	var positions []board.Position
	var kings [][2]board.Square
	men := table.Layout.Men
	for white := range board.NoSquare {
		for black := range board.NoSquare {
			for third := range board.NoSquare {
				at := [3]board.Square{white, black, third}
				placed := make([]board.Man, len(men))
				for i, m := range men {
					placed[i] = board.Man{Color: m.Color, Type: m.Type, Square: at[i]}
				}
				p := board.NewPosition(side, placed...)
				p.Rights = class.Rights()
				if p.Occupied().Count() == len(men) && p.Check() == nil {
					positions, kings = append(positions, p), append(kings, [2]board.Square{white, black})
				}
			}
		}
	}
	values, _, err := lib.Values(t.Context(), positions)
	if err != nil {
		t.Fatal(err)
	}
	c := counts{Won: map[int][2]slice.KingCounts{}}
	for i, v := range values {
		white, black := kings[i][board.White], kings[i][board.Black]
		c.Legal[board.White][white]++
		c.Legal[board.Black][black]++
		winner := side
		if v.Outcome() == value.Loss {
			winner = side.Other()
		}
		if v != value.Draw {
			won := c.Won[value.DTM.Plies(v)]
			won[winner][board.White][white]++
			won[winner][board.Black][black]++
			c.Won[value.DTM.Plies(v)] = won
		}
	}
	return c
}

// TestStatistics compares the sums over all squares with the statistics of tables. These count the positions of a
// class, like pieces unordered.
func TestStatistics(t *testing.T) {
	for metric, names := range map[*value.Metric][]string{
		value.DTM:   {"KNNvK", "KBvKN", "KPPvK"},
		value.DTZ50: {"KPvK"},
	} {
		tables := tabletest.BuiltBy(t, metric, names...)
		lib := library.New(tables, 64<<20)
		for _, class := range tabletest.Classes(t, names...) {
			table, err := lib.Open(t.Context(), class)
			if err != nil {
				t.Fatal(err)
			}
			for _, side := range board.Colors {
				f, err := film.New(t.Context(), lib, class, side, quiet)
				if err != nil {
					t.Fatal(err)
				}
				want, legal := map[int][2]uint64{}, uint64(0)
				for v, n := range table.Header.Statistics[side].Count {
					v := value.Value(v)
					legal += n.All
					if n.All == 0 {
						continue
					}
					winner := side
					switch metric.Outcome(v) {
					case value.Drawn:
						continue
					case value.Loss:
						winner = side.Other()
					}
					won := want[metric.Plies(v)]
					won[winner] += n.All
					want[metric.Plies(v)] = won
				}
				for king := range f.Legal {
					got := map[int][2]uint64{}
					for _, ply := range f.Plies {
						got[ply.Plies] = [2]uint64{sum(ply.Won[0][king]), sum(ply.Won[1][king])}
					}
					if diff := cmp.Diff(want, got); diff != "" {
						t.Errorf("%v, %s, %v to move: (-statistics +film)\n%s", class, metric.Name(), side, diff)
					}
					if got := sum(f.Legal[king]); got != legal {
						t.Errorf("%v, %v to move: %d legal positions instead of %d", class, side, got, legal)
					}
				}
			}
		}
	}
}

func sum(squares [board.NoSquare]uint64) (total uint64) {
	for _, n := range squares {
		total += n
	}
	return total
}

// TestStop stops a film by an error, and refuses classes that are too large or have no table.
func TestStop(t *testing.T) {
	lib := library.New(tabletest.Built(t, "KQvK"), 1<<20)
	stop := errors.New("stop")
	of := func(name string, observe func(float64) error) error {
		_, err := film.New(context.Background(), lib, tabletest.Classes(t, name)[0], board.White, observe)
		return err
	}
	if err := of("KQvK", func(float64) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("stopped with %v", err)
	}
	for _, name := range []string{"KRvK", "KQQQvKQ"} {
		if err := of(name, quiet); err == nil {
			t.Errorf("%s has a film", name)
		}
	}
}
