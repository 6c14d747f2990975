package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/find"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

type findCommand struct {
	Class    string      `arg:""`
	Plies    *pliesRange `placeholder:"N[-M]"`
	Men      string      `placeholder:"PLACES"`
	Zugzwang bool        `xor:"kind"`
	Cyclic   bool        `xor:"kind"`
	OnlyMove bool        `xor:"kind"`
	OnlyDraw bool        `xor:"kind"`
	InARow   int         `placeholder:"N"`
	Theme    string      `placeholder:"THEMES"`
	Side     string      `placeholder:"w|b" enum:"w,b," default:""`
	Limit    uint        `placeholder:"N" xor:"many"`
	Random   bool        `xor:"many,walk"`
	Varied   bool        `xor:"walk"`
	Seed     uint64      `placeholder:"N"`
	JSON     bool
	cacheFlag
	syzygyFlag
}

// A pliesRange is a range of plies.
type pliesRange struct{ least, most int }

// UnmarshalText reads "5" or "5-9".
func (r *pliesRange) UnmarshalText(text []byte) error {
	from, to, isRange := strings.Cut(string(text), "-")
	if !isRange {
		to = from
	}
	var err, errTo error
	r.least, err = strconv.Atoi(from)
	r.most, errTo = strconv.Atoi(to)
	if err != nil || errTo != nil || r.least < 0 || r.most < r.least {
		return words.Error("command.find.plies", "text", strconv.Quote(string(text)))
	}
	return nil
}

func (c *findCommand) needs() kind.Feature { return kind.Search }

// Run prints each position at once, one a line.
func (c *findCommand) Run(s *session) error {
	query, err := c.query()
	if err != nil {
		return err
	}
	lib := library.New(s.store, c.readingBytes()).Unproven()
	defer lib.Close()
	search, err := find.New(s.ctx, lib, query)
	if s.syzygy != nil && errors.Is(err, store.ErrMissing) {
		search, err = inFiles(s, query, err)
	}
	if err != nil {
		return err
	}
	bar := newBar(s.stderr, search.Entries())
	search.Observe = func(entries int64) { bar.show(query.Class.String(), entries) }
	found := uint(0)
	err = c.search(search, func(f find.Found) bool {
		bar.hide()
		c.print(s, query.Kind, &f, search)
		found++
		return c.Limit == 0 || found < c.Limit
	})
	bar.hide()
	fmt.Fprint(s.stderr, doubt(search.Unproven()))
	if search.InFiles() && found > 0 {
		fmt.Fprintln(s.stderr, words.New("command.probe.syzygy", "plies", "exact"))
	}
	if err == nil && found == 0 {
		fmt.Fprintln(s.stderr, words.New("command.find.nothing"))
	}
	return err
}

// inFiles returns a search in Syzygy files, given the error of the missing table.
func inFiles(s *session, query find.Query, missing error) (*find.Search, error) {
	if s.kind.Metric() != value.ByFiftyMoves() {
		return nil, words.Error("command.find.inFiles", "problem", problem.From(missing).Message,
			"metric", strings.ToLower(value.ByFiftyMoves().Name()))
	}
	return find.NewInFiles(s.ctx, s.syzygy, query)
}

func (c *findCommand) query() (find.Query, error) {
	q := find.Query{Both: c.Side == "", Values: find.Everything(), Row: c.InARow}
	class, err := material.Parse(c.Class)
	if err != nil {
		return q, err
	}
	if q.Class = class; c.Side == "b" {
		q.Side = board.Black
	}
	switch {
	case c.Zugzwang:
		q.Kind = find.Zugzwang
	case c.Cyclic:
		q.Kind = find.Cyclic
	case c.OnlyMove:
		q.Kind = find.OnlyMove
	case c.OnlyDraw:
		q.Kind = find.OnlyDraw
	case c.Plies == nil && c.Men == "":
		return q, words.Error("command.find.condition")
	}
	if c.Plies != nil {
		q.Values = find.Within(c.Plies.least, c.Plies.most)
	}
	if q.Themes, err = find.ParseThemes(c.Theme); err != nil {
		return q, err
	}
	q.Men, err = find.ParseMen(c.Men)
	return q, err
}

// search calls found with positions: a random one, some from all parts of the table, or all in the order of the table.
func (c *findCommand) search(search *find.Search, found func(find.Found) bool) (err error) {
	switch {
	case c.Varied:
		_, err = search.Varied(c.Seed, 0, found)
	case c.Random:
		var f find.Found
		var ok bool
		if f, ok, err = search.Random(rand.New(rand.NewPCG(c.Seed, 0))); ok {
			found(f)
		}
	default:
		_, err = search.Each(0, found)
	}
	return err
}

// print prints a position in a line.
func (c *findCommand) print(s *session, kind find.Kind, f *find.Found, search *find.Search) {
	if c.JSON {
		record := f.Record(kind)
		for _, class := range search.Unproven() {
			record.Unproven = append(record.Unproven, class.String())
		}
		record.Syzygy = search.InFiles()
		json.NewEncoder(s.stdout).Encode(record)
		return
	}
	facts := []string{foundValue(f, f.Value, f.Rounded)}
	switch kind {
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
	fmt.Fprintf(s.stdout, "%s  %s\n", f.Position.FEN(), strings.Join(facts, ", "))
}

// foundValue describes a value of a position, with both possible numbers of plies if it is rounded.
func foundValue(f *find.Found, v value.Value, rounded bool) string {
	if !rounded {
		return f.Metric.Format(v)
	}
	return words.New("command.find.rounded", "result", f.Metric.Format(v), "more", f.Metric.Plies(v)+1).String()
}
