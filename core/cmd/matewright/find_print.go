package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/matewright/matewright/core/difficulty"
	"github.com/matewright/matewright/core/find"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// foundOutput prints the positions of a search: at once, or sorted in the end.
type foundOutput struct {
	*session
	kind    find.Kind
	json    bool
	sorted  bool
	several bool
	search  *find.Several
	list    []ratedFound
}

// ratedFound is a position with its difficulty, or nil if tables on the way are missing.
type ratedFound struct {
	found  find.Found
	search *find.Search // that found it
	rating *difficulty.Rating
}

// head prints the class of the positions that follow.
func (o *foundOutput) head(class string) {
	if !o.json {
		fmt.Fprintln(o.stdout, class)
	}
}

func (o *foundOutput) add(f *find.Found) {
	each := ratedFound{found: *f, search: o.search.Last()}
	if o.sorted {
		o.list = append(o.list, each)
		return
	}
	o.print(&each)
}

// end rates the positions that wait, and prints them from the easiest to the hardest. Those without a rating are last.
func (o *foundOutput) end() error {
	if len(o.list) == 0 {
		return nil
	}
	prober := o.prober()
	defer prober.Close()
	bar := newBar(o.stderr, int64(len(o.list)))
	for i := range o.list {
		bar.show(words.New("command.find.rating").String(), int64(i))
		each := &o.list[i]
		q := probe.Question{Position: each.found.Position}
		rating, err := difficulty.Rate(o.ctx, prober, q, difficulty.MostMoves)
		switch {
		case err == nil:
			each.rating = &rating
		case !probe.Lacks(err):
			bar.hide()
			return err
		}
	}
	bar.hide()
	slices.SortStableFunc(o.list, func(one, other ratedFound) int { return cmp.Compare(other.chance(), one.chance()) })
	for i := range o.list {
		o.print(&o.list[i])
	}
	return nil
}

// chance returns a number that is smaller for harder positions, and smallest without a rating.
func (f *ratedFound) chance() float64 {
	if f.rating == nil {
		return -1
	}
	return f.rating.Chance
}

// print prints a position in a line.
func (o *foundOutput) print(each *ratedFound) {
	f, rating := &each.found, each.rating
	if o.json {
		record := struct {
			find.Record
			Difficulty *difficulty.Rating `json:"difficulty,omitempty"`
		}{f.Record(o.kind), rating}
		if o.several {
			record.Class = f.Class().String()
		}
		for _, class := range each.search.Unproven() {
			record.Unproven = append(record.Unproven, class.String())
		}
		record.Syzygy = each.search.InFiles()
		json.NewEncoder(o.stdout).Encode(record)
		return
	}
	facts := []string{foundValue(f, f.Value, f.Rounded)}
	switch o.kind {
	case find.Zugzwang, find.Cyclic:
		facts = append(facts, words.New("command.find.passed",
			"result", foundValue(f, f.Passed, f.PassedRounded), "color", f.Position.Turn.Other()).String())
	case find.OnlyMove, find.OnlyDraw:
		san := f.Position.SAN(f.Move, f.Position.LegalMoves(nil))
		facts = append(facts, words.New("command.find.only", "move", san).String())
	}
	if f.Value == value.Decided(0) {
		facts[0] = words.New("command.find.checkmated").String()
	}
	if rating != nil {
		facts = append(facts, words.New("command.find.difficulty", "level", rating.Level,
			"levels", difficulty.Levels).String())
	}
	fmt.Fprintf(o.stdout, "%s  %s\n", f.Position.FEN(), strings.Join(facts, ", "))
}

// foundValue describes a value of a position, with both possible numbers of plies if it is rounded.
func foundValue(f *find.Found, v value.Value, rounded bool) string {
	if !rounded {
		return f.Metric.Format(v)
	}
	return words.New("command.find.rounded", "result", f.Metric.Format(v), "more", f.Metric.Plies(v)+1).String()
}
