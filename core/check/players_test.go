package check_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/check"
	"github.com/matewright/matewright/core/game"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// randomGames returns games of random moves between three players, with clocks in some of them.
func randomGames(t *testing.T, number int, r *rand.Rand) string {
	t.Helper()
	var text strings.Builder
	for range number {
		class, err := material.Parse([]string{"KPvKP", "KPvKR", "KRvKR"}[r.IntN(3)])
		if err != nil {
			t.Fatal(err)
		}
		p := slice.NewLayout(class).RandomPosition(board.Colors[r.IntN(2)], r)
		hasClocks := r.IntN(2) == 0
		names := r.Perm(3)
		fmt.Fprintf(&text, "[White \"Player %d\"]\n[Black \"Player %d\"]\n[WhiteElo \"1500\"]\n[FEN %q]\n\n",
			names[0], names[1], p.FEN())
		n := game.Start(p, board.Counters{Number: 1})
		for range 1 + r.IntN(30) {
			legal := n.Position.LegalMoves(nil)
			if len(legal) == 0 {
				break
			}
			n = n.Play(legal[r.IntN(len(legal))])
			fmt.Fprintf(&text, "%s ", n.Name())
			if hasClocks {
				fmt.Fprintf(&text, "{ [%%clk 0:0%d:%02d] } ", r.IntN(8), r.IntN(60))
			}
		}
		text.WriteString("*\n\n")
	}
	return text.String()
}

// slowPlayers sums up the moves of players, each judged by itself.
type slowPlayers struct {
	outcome      func(board.Position) value.Outcome
	games, saved map[string]int
	sums         map[string]map[string]check.Sums // by player, and by class, clock or "" for all
}

func (s *slowPlayers) add(g *game.Game) {
	type group struct{ player, of string }
	white, black := g.Tag("White"), g.Tag("Black")
	s.games[white]++
	s.games[black]++
	reached, wins, draws := map[group]bool{}, map[group]bool{}, map[group]bool{}
	for n := g.Root; len(n.Children) > 0; n = n.Children[0] {
		next, name := n.Children[0], white
		if n.Position.Turn == board.Black {
			name = black
		}
		class, _ := material.OfPosition(&n.Position)
		if class.BareKings() {
			continue
		}
		before, after := s.outcome(n.Position), -s.outcome(next.Position)
		groups := []group{{name, ""}, {name, class.String()}}
		if clock := check.ClockOf(next); clock != "" {
			groups = append(groups, group{name, "at " + clock})
		}
		for _, it := range groups {
			reached[it] = true
			s.change(it.player, it.of, func(sums *check.Sums) {
				if before != value.Loss {
					sums.Moves++
				}
				if after < before {
					sums.Mistakes++
					wins[it] = wins[it] || before == value.Win
					draws[it] = draws[it] || before == value.Drawn
				}
			})
		}
	}
	for it := range reached {
		s.change(it.player, it.of, func(sums *check.Sums) {
			sums.Endings++
			if wins[it] {
				sums.WinsThrown++
			}
			if draws[it] {
				sums.DrawsThrown++
			}
		})
	}
	for name, other := range map[string]string{white: black, black: white} {
		if it := (group{other, ""}); wins[it] || draws[it] {
			s.saved[name]++
		}
	}
}

func (s *slowPlayers) change(player, of string, change func(*check.Sums)) {
	if s.sums[player] == nil {
		s.sums[player] = map[string]check.Sums{}
	}
	sums := s.sums[player][of]
	change(&sums)
	s.sums[player][of] = sums
}

// TestPlayers compares the records of players with those sums.
func TestPlayers(t *testing.T) {
	prober := probe.New(tables(t))
	defer prober.Close()
	slow := &slowPlayers{games: map[string]int{}, saved: map[string]int{}, sums: map[string]map[string]check.Sums{}}
	slow.outcome = func(p board.Position) value.Outcome {
		r, err := prober.Probe(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		return map[value.Category]value.Outcome{
			value.WinCategory: value.Win, value.DrawCategory: value.Drawn, value.LossCategory: value.Loss,
		}[r.Category]
	}
	var players check.Players
	for _, r := range reports(t, prober, 1, randomGames(t, 200, rand.New(rand.NewPCG(1, 2)))) {
		players.Add(r)
		slow.add(r.Game)
	}
	all := players.Most(5)
	if len(all) != 3 || all[0].Games < all[1].Games || all[1].Games < all[2].Games {
		t.Fatalf("%d players", len(all))
	}
	for _, p := range all {
		got := map[string]check.Sums{"": p.Endings}
		for _, g := range p.Classes {
			got[g.Class] = g.Sums
		}
		for _, g := range p.Clocks {
			got["at "+g.Clock] = g.Sums
		}
		if diff := cmp.Diff(slow.sums[p.Name], got); diff != "" {
			t.Errorf("%s: %s", p.Name, diff)
		}
		if p.Games != slow.games[p.Name] || p.Saved != slow.saved[p.Name] || len(p.Slips) != p.Endings.Mistakes ||
			p.Endings.WinsThrown == 0 || p.Endings.DrawsThrown == 0 || len(p.Clocks) < 4 {
			t.Errorf("%s: %d games, %d saved, %d slips", p.Name, p.Games, p.Saved, len(p.Slips))
		}
		for _, s := range p.Slips {
			if s.Better == "" || s.FEN == "" || s.Class == "" {
				t.Errorf("%+v", s)
			}
		}
	}
	if players.Named("nobody") != nil {
		t.Error("nobody has played")
	}
}

// TestClock reads clocks as web sites write them.
func TestClock(t *testing.T) {
	for comment, want := range map[string]string{
		"[%clk 0:00:09.9]":            "10s",
		"[%eval 0.0] [%clk 0:00:10]":  "30s",
		"[%clk 0:00:59]":              "1m",
		"[%clk 00:04:59]":             "5m",
		"[%clk 1:30:00]":              "more",
		"[%clk 4:59]":                 "5m",
		"[%clk ]":                     "",
		"he had ten seconds left":     "",
		"[%emt 0:00:03]":              "",
		"[%clk 999999999999:00:0000]": "",
	} {
		if got := check.ClockOf(&game.Node{Comment: comment}); got != want {
			t.Errorf("%s is %q, want %q", comment, got, want)
		}
	}
}
