package check

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/game"
	"github.com/matewright/matewright/core/value"
)

// Slips that are kept of each player, and of all players.
const (
	mostSlips      = 500
	mostSlipsOfAll = 50_000
)

// Players sums up the moves of players in the endings of their games, as far as tables judge them. The zero value has
// no games.
type Players struct {
	Only string // the name of the only player that is summed up, or "" for all

	byName map[string]*player
	slips  []PlayersSlip // in the order of the games
}

// A Tally is the sum of a part of the games, as data. [Players.Merge] adds it to the sum of the games before.
type Tally struct {
	Players []Player      `json:"players"` // by name, without their slips
	Slips   []PlayersSlip `json:"slips"`   // in the order of the games
}

// A PlayersSlip is a slip with the name of the player.
type PlayersSlip struct {
	Player string `json:"player"`
	Slip
}

// A Player is the record of one player over many games.
type Player struct {
	Name    string  `json:"name"`
	Games   int     `json:"games"` // in the file
	Endings Sums    `json:"endings"`
	Saved   int     `json:"saved"`   // endings in which the opponent threw a win or a draw away
	Classes []Group `json:"classes"` // by material, the one with most thrown results first
	Clocks  []Group `json:"clocks"`  // by the time left, the shortest first; none without clocks
	Slips   []Slip  `json:"slips"`   // in the order of the games, at most 500, and 50,000 of all players
}

// Sums count endings: games in which tables judge a move of the player.
type Sums struct {
	Endings     int `json:"endings"`
	WinsThrown  int `json:"winsThrown"`  // endings in which the player had a win and threw it away, perhaps again
	DrawsThrown int `json:"drawsThrown"` // endings in which the player had a draw and lost it
	Moves       int `json:"moves"`       // of the player in won and drawn positions
	Mistakes    int `json:"mistakes"`    // of these
}

// A Group is the part of the sums that belongs to a class or to a time.
type Group struct {
	Class string `json:"class,omitempty"`
	Clock string `json:"clock,omitempty"` // see [ClockOf]
	Sums
}

// A Slip is a move that threw a result away.
type Slip struct {
	Game   int            `json:"game"`
	Name   string         `json:"name"` // of the game
	Move   string         `json:"move"` // with its number
	FEN    string         `json:"fen"`  // before it
	Class  string         `json:"class"`
	Clock  string         `json:"clock,omitempty"`
	Before value.Category `json:"before"`
	After  value.Category `json:"after"`
	Better string         `json:"better"` // the best move, in SAN
}

// player is a [Player] that is being summed up, without its groups and slips.
type player struct {
	Player
	classes map[string]*Sums
	clocks  map[string]*Sums
	slips   int // that are kept
}

// A clock is a group of times that a player has left.
type clock struct {
	name  string
	below time.Duration
}

// clocks are all of them, from the shortest.
var clocks = []clock{
	{"10s", 10 * time.Second},
	{"30s", 30 * time.Second},
	{"1m", time.Minute},
	{"5m", 5 * time.Minute},
	{"more", 1<<63 - 1},
}

// ClockOf returns the group of the time that a player had left after a move, such as "10s" for less than ten seconds.
// Longer ones are "30s", "1m", "5m" and "more". It returns "" if no comment states the time.
func ClockOf(n *game.Node) string {
	left, ok := n.Clock()
	if !ok {
		return ""
	}
	i := slices.IndexFunc(clocks, func(c clock) bool { return left < c.below })
	return clocks[i].name
}

// Add adds a game. Studies and players without a name are left out.
func (p *Players) Add(r *Report) {
	if r.IsStudy {
		return
	}
	for _, side := range board.Colors {
		of := p.named(r.Game.Tag(side.String()))
		if of == nil {
			continue
		}
		of.Games++
		for _, slip := range of.add(r, side) {
			p.keep(of, slip)
		}
		if r.slips(side.Other()) {
			of.Saved++
		}
	}
}

// named returns the player of a name, or nil for none.
func (p *Players) named(name string) *player {
	if strings.Trim(name, "?. ") == "" || p.Only != "" && name != p.Only {
		return nil
	}
	if p.byName == nil {
		p.byName = map[string]*player{}
	}
	if p.byName[name] == nil {
		p.byName[name] = &player{Player: Player{Name: name}, classes: map[string]*Sums{}, clocks: map[string]*Sums{}}
	}
	return p.byName[name]
}

// slips reports whether a side throws a result away in the game.
func (r *Report) slips(side board.Color) bool {
	return slices.ContainsFunc(r.Moves, func(m *Judged) bool { return m.isOf(side) && m.Mark == MarkMistake })
}

// isOf reports whether a side makes the move in the game itself.
func (m *Judged) isOf(side board.Color) bool {
	return m.Node.IsMain() && m.Node.Position.Turn == side.Other()
}

// keep keeps a slip of a player, up to the limits.
func (p *Players) keep(of *player, slip Slip) {
	if of.slips < mostSlips && len(p.slips) < mostSlipsOfAll {
		of.slips++
		p.slips = append(p.slips, PlayersSlip{of.Name, slip})
	}
}

// add adds the moves of a side, and returns its slips.
func (p *player) add(r *Report, side board.Color) (slips []Slip) {
	wins, draws := map[*Sums]bool{}, map[*Sums]bool{} // those that were thrown away in this game
	reached := map[*Sums]bool{}
	for _, m := range r.Moves {
		if !m.isOf(side) {
			continue
		}
		of := classBefore(m.Node)
		if of.BareKings() {
			continue
		}
		class := of.String()
		groups := []*Sums{&p.Endings, sumsOf(p.classes, class)}
		clock := ClockOf(m.Node)
		if clock != "" {
			groups = append(groups, sumsOf(p.clocks, clock))
		}
		for _, g := range groups {
			reached[g] = true
			if m.Before != value.Loss {
				g.Moves++
			}
			if m.Mark == MarkMistake {
				g.Mistakes++
				wins[g] = wins[g] || m.Before == value.Win
				draws[g] = draws[g] || m.Before == value.Drawn
			}
		}
		if m.Mark == MarkMistake {
			slips = append(slips, slipOf(r, m, class, clock))
		}
	}
	for g := range reached {
		g.Endings++
		if wins[g] {
			g.WinsThrown++
		}
		if draws[g] {
			g.DrawsThrown++
		}
	}
	return slips
}

func sumsOf(groups map[string]*Sums, name string) *Sums {
	if groups[name] == nil {
		groups[name] = new(Sums)
	}
	return groups[name]
}

func slipOf(r *Report, m *Judged, class, clock string) Slip {
	s := Slip{
		Game: r.Game.Number, Name: Name(r.Game), Move: m.Node.Name(), FEN: fenBefore(m.Node),
		Class: class, Clock: clock,
		Before: category(m.Before, m.RuleBefore), After: category(m.After, m.RuleAfter),
	}
	if len(m.Others) > 0 {
		s.Better = m.Others[0].SAN
	}
	return s
}

// Tally returns the sums so far.
func (p *Players) Tally() Tally {
	tally := Tally{Players: []Player{}, Slips: append([]PlayersSlip{}, p.slips...)}
	for _, name := range slices.Sorted(maps.Keys(p.byName)) {
		tally.Players = append(tally.Players, p.byName[name].record())
	}
	return tally
}

// Merge adds the tally of the games that follow those added so far. The numbers of its games begin with 1, and before
// is the number of games before them. Parts that are merged in the order of the games have the sum of the whole. The
// limits of slips keep the first ones, and a slip beyond a limit of its part is also beyond that of the whole.
func (p *Players) Merge(next Tally, before int) {
	for i := range next.Players {
		if of := p.named(next.Players[i].Name); of != nil {
			of.merge(&next.Players[i])
		}
	}
	for _, slip := range next.Slips {
		if of := p.named(slip.Player); of != nil {
			slip.Game += before
			p.keep(of, slip.Slip)
		}
	}
}

func (p *player) merge(next *Player) {
	p.Games += next.Games
	p.Saved += next.Saved
	p.Endings.add(next.Endings)
	for _, g := range next.Classes {
		sumsOf(p.classes, g.Class).add(g.Sums)
	}
	for _, g := range next.Clocks {
		sumsOf(p.clocks, g.Clock).add(g.Sums)
	}
}

func (s *Sums) add(more Sums) {
	s.Endings += more.Endings
	s.WinsThrown += more.WinsThrown
	s.DrawsThrown += more.DrawsThrown
	s.Moves += more.Moves
	s.Mistakes += more.Mistakes
}

// Named returns the record of a player, or nil if no game names the player.
func (p *Players) Named(name string) *Player {
	of := p.byName[name]
	if of == nil {
		return nil
	}
	record := of.record()
	for i := range p.slips {
		if p.slips[i].Player == name {
			record.Slips = append(record.Slips, p.slips[i].Slip)
		}
	}
	return &record
}

// record returns the record of the player without slips.
func (p *player) record() Player {
	record := p.Player
	record.Classes, record.Clocks, record.Slips = []Group{}, []Group{}, []Slip{}
	for class, sums := range p.classes {
		record.Classes = append(record.Classes, Group{Class: class, Sums: *sums})
	}
	slices.SortFunc(record.Classes, func(a, b Group) int {
		thrown := func(g Group) int { return g.WinsThrown + g.DrawsThrown }
		return cmp.Or(thrown(b)-thrown(a), b.Endings-a.Endings, strings.Compare(a.Class, b.Class))
	})
	for _, c := range clocks {
		if sums := p.clocks[c.name]; sums != nil {
			record.Clocks = append(record.Clocks, Group{Clock: c.name, Sums: *sums})
		}
	}
	return record
}

// Most returns the records of the players with the most games, at most a number of them.
func (p *Players) Most(number int) []Player {
	first := func(a, b string) int {
		x, y := p.byName[a], p.byName[b]
		return cmp.Or(y.Games-x.Games, y.Endings.Endings-x.Endings.Endings, strings.Compare(a, b))
	}
	var names []string
	for name := range p.byName {
		at, _ := slices.BinarySearchFunc(names, name, first)
		if at < number {
			names = slices.Insert(names, at, name)
			names = names[:min(number, len(names))]
		}
	}
	records := []Player{}
	for _, name := range names {
		records = append(records, *p.Named(name))
	}
	return records
}
