package main

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/matewright/matewright/core/check"
	"github.com/matewright/matewright/core/words"
)

// mostGames, as the name of a player, stands for the player with the most games.
const mostGames = "*"

// playerNamed returns the record of the player that the user names.
func playerNamed(players *check.Players, name string) (*check.Player, error) {
	player := players.Named(name)
	if name == mostGames {
		if most := players.Most(1); len(most) > 0 {
			player = &most[0]
		}
	}
	if player == nil {
		return nil, words.Error("command.check.noPlayer", "name", name)
	}
	return player, nil
}

// printPlayer prints the record of a player: the sums, and tables of them by material and by the time left.
func printPlayer(out io.Writer, p *check.Player) {
	fmt.Fprintln(out, words.New("command.check.player", "name", p.Name, "games", p.Games, "endings", p.Endings.Endings,
		"wins", p.Endings.WinsThrown, "draws", p.Endings.DrawsThrown, "saved", p.Saved))
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	groups := func(title string, list []check.Group, name func(check.Group) string) {
		if len(list) == 0 {
			return
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t\n", title, words.New("command.check.endings"),
			words.New("command.check.wins"), words.New("command.check.draws"), words.New("command.check.mistakes"),
			words.New("command.check.moves"))
		for _, g := range list {
			fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%d\t\n",
				name(g), g.Endings, g.WinsThrown, g.DrawsThrown, g.Mistakes, g.Moves)
		}
		table.Flush()
	}
	groups(words.New("command.check.class").String(), p.Classes, func(g check.Group) string { return g.Class })
	groups(words.New("command.check.clock").String(), p.Clocks, func(g check.Group) string {
		return words.New("command.check.left", "left", g.Clock).String()
	})
}

// writePlayer prints the record of a player as a JSON object.
func writePlayer(out io.Writer, p *check.Player) error {
	return json.NewEncoder(out).Encode(struct {
		Player *check.Player `json:"player"`
	}{p})
}
