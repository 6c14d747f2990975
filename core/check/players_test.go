package check_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
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
	var players, merged check.Players
	list := reports(t, prober, 1, randomGames(t, 200, rand.New(rand.NewPCG(1, 2))))
	for _, r := range list {
		players.Add(r)
		slow.add(r.Game)
	}
	for from := 0; from < len(list); from += 7 {
		merged.Merge(tallyOf(t, list[from:min(from+7, len(list))], from), from)
	}
	all := players.Most(5)
	if diff := cmp.Diff(all, merged.Most(5)); diff != "" {
		t.Errorf("merged: %s", diff)
	}
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

// TestMerge cuts games at random places, and merges the sums of the parts.
func TestMerge(t *testing.T) {
	prober := probe.New(tables(t))
	defer prober.Close()
	random := rand.New(rand.NewPCG(3, 4))
	all := reports(t, prober, 1, randomGames(t, 300, random))
	for _, only := range []string{"", "Player 1", "nobody"} {
		whole := check.Players{Only: only}
		for _, r := range all {
			whole.Add(r)
		}
		for range 20 {
			cuts := []int{0, len(all)}
			for range random.IntN(30) {
				cuts = append(cuts, random.IntN(len(all)+1))
			}
			slices.Sort(cuts)
			parts := check.Players{Only: only}
			for i, from := range cuts[:len(cuts)-1] {
				parts.Merge(tallyOf(t, all[from:cuts[i+1]], from), from)
			}
			if diff := cmp.Diff(whole.Most(5), parts.Most(5)); diff != "" {
				t.Fatalf("%q, cut at %v: %s", only, cuts, diff)
			}
		}
	}
}

// tallyOf sums up a part of the games, after the given number of others, as another process does.
func tallyOf(t *testing.T, all []*check.Report, before int) (tally check.Tally) {
	t.Helper()
	var part check.Players
	for _, r := range all {
		r.Game.Number -= before
		part.Add(r)
		r.Game.Number += before
	}
	text, err := json.Marshal(part.Tally())
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &tally); err != nil {
		t.Fatal(err)
	}
	return tally
}

// TestMostSlips checks the limits of slips, which keep the first ones, with many games of many players. The games are
// added one by one, and merged in parts.
func TestMostSlips(t *testing.T) {
	const games, players, mostOfOne, mostOfAll = 30_000, 150, 500, 50_000
	prober := probe.New(tables(t))
	defer prober.Close()
	random := rand.New(rand.NewPCG(5, 6))
	all := reports(t, prober, 1, randomGames(t, 100, random))
	var added, merged, part check.Players
	want, count, before := map[string][]int{}, 0, 0
	for number := 1; number <= games; number++ {
		r := all[random.IntN(len(all))]
		for i := range r.Game.Tags {
			if side := r.Game.Tags[i].Name; side == "White" || side == "Black" {
				often := random.Float64() * random.Float64() // some players have many more games than others
				r.Game.Tags[i].Value = fmt.Sprint("Player ", int(players*often))
			}
		}
		for _, turn := range board.Colors {
			for _, m := range r.Moves {
				name := r.Game.Tag(turn.String())
				if m.Node.Parent.Position.Turn == turn && m.Mark == check.MarkMistake && m.Node.IsMain() &&
					len(want[name]) < mostOfOne && count < mostOfAll {
					want[name] = append(want[name], number)
					count++
				}
			}
		}
		r.Game.Number = number
		added.Add(r)
		r.Game.Number -= before
		part.Add(r)
		if random.IntN(1000) == 0 || number == games {
			merged.Merge(part.Tally(), before)
			part, before = check.Players{}, number
		}
	}
	full := 0
	for name, want := range want {
		if len(want) == mostOfOne {
			full++
		}
		for how, players := range map[string]*check.Players{"added": &added, "merged": &merged} {
			var got []int
			for _, s := range players.Named(name).Slips {
				got = append(got, s.Game)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, %s: %d slips, want %d", name, how, len(got), len(want))
			}
		}
	}
	if count != mostOfAll || full == 0 {
		t.Errorf("%d slips, and %d players with the most", count, full)
	}
}
