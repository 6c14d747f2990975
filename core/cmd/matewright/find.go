package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/find"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/value"
)

type findCommand struct {
	Class    string `arg:"" help:"Such as KRPvK, in any order and case."`
	Plies    *int   `help:"Find what is won or lost in exactly N plies." placeholder:"N" xor:"what" required:""`
	Zugzwang bool   `help:"Find mutual zugzwangs: whoever is to move would rather not be." xor:"what" required:""`
	OnlyMove bool   `help:"Find won positions in which a single legal move keeps the win." xor:"what" required:""`
	Side     string `help:"With this side to move: w, the first of the class, or b. Default: both, w first." placeholder:"w|b" enum:"w,b," default:""`
	Limit    uint   `help:"End after N positions." placeholder:"N" xor:"how many"`
	Random   bool   `help:"Find one position at random." xor:"how many"`
	Seed     uint64 `help:"Choose it differently." placeholder:"N"`
	JSON     bool   `help:"Print a JSON object for each position."`
	cacheFlag
}

// Run prints one position a line, as they are found.
func (c *findCommand) Run(s *session) error {
	class, err := material.Parse(c.Class)
	if err != nil {
		return err
	}
	lib := library.New(s.store, c.readingBytes()).Unproven()
	defer lib.Close()
	found := 0
	for _, side := range c.sides() {
		if c.Side != "" && c.Side[0] != side.Letter() || c.isEnough(found) {
			continue
		}
		query := c.query(class, side)
		search, err := find.New(s.ctx, lib, query)
		if err != nil {
			return err
		}
		bar := newBar(s.stderr, search.Entries())
		search.Observe = func(entries int64) { bar.show(fmt.Sprintf("%v, %v to move", class, side), entries) }
		err = c.search(search, func(f find.Found) bool {
			bar.hide()
			c.print(s, query.Kind, &f, search.Unproven())
			found++
			return !c.isEnough(found)
		})
		bar.hide()
		fmt.Fprint(s.stderr, doubt(search.Unproven()))
		if err != nil {
			return err
		}
	}
	if found == 0 {
		fmt.Fprintln(s.stderr, "There is no such position.")
	}
	return nil
}

// sides returns the sides to move in the order to look at them.
func (c *findCommand) sides() []board.Color {
	sides := []board.Color{board.White, board.Black}
	if c.Random && rand.New(rand.NewPCG(c.Seed, 1)).IntN(2) == 1 {
		slices.Reverse(sides)
	}
	return sides
}

func (c *findCommand) query(class material.Class, side board.Color) find.Query {
	q := find.Query{Class: class, Side: side, Values: find.Everything()}
	switch {
	case c.Zugzwang:
		q.Kind = find.Zugzwang
	case c.OnlyMove:
		q.Kind = find.OnlyMove
	default:
		q.Values = find.Within(*c.Plies, *c.Plies)
	}
	return q
}

// isEnough reports whether so many positions are as many as the user wants.
func (c *findCommand) isEnough(found int) bool {
	return c.Random && found > 0 || c.Limit > 0 && uint64(found) >= uint64(c.Limit)
}

// search calls found with what there is: one at random, or one after the other.
func (c *findCommand) search(search *find.Search, found func(find.Found) bool) error {
	if !c.Random {
		_, err := search.Each(0, found)
		return err
	}
	f, ok, err := search.Random(rand.New(rand.NewPCG(c.Seed, 0)))
	if ok {
		found(f)
	}
	return err
}

// print says what was found in a line.
func (c *findCommand) print(s *session, kind find.Kind, f *find.Found, unproven []material.Class) {
	if c.JSON {
		record := f.Record(kind)
		for _, class := range unproven {
			record.Unproven = append(record.Unproven, class.String())
		}
		json.NewEncoder(s.stdout).Encode(record)
		return
	}
	words := []string{f.Metric.Format(f.Value)}
	switch kind {
	case find.Zugzwang:
		words = append(words, fmt.Sprintf("%s with %v to move", f.Metric.Format(f.Passed), f.Position.Turn.Other()))
	case find.OnlyMove:
		words = append(words, "only "+f.Move.String())
	}
	if f.Value == value.Decided(0) {
		words[0] = "checkmated"
	}
	fmt.Fprintf(s.stdout, "%s  %s\n", f.Position.FEN(), strings.Join(words, ", "))
}
