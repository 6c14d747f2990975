package main

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/find"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

type findCommand struct {
	Classes  []string    `arg:"" name:"class"`
	UpTo     int         `placeholder:"N"`
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
	Sort     string      `placeholder:"difficulty" enum:"difficulty," default:""`
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

// Run prints each position at once, one a line, or all in the end if they are sorted.
func (c *findCommand) Run(s *session) error {
	query, err := c.query()
	if err != nil {
		return err
	}
	classes, err := c.classes(s)
	if err != nil {
		return err
	}
	lib := library.New(s.store, c.readingBytes()).Unproven()
	defer lib.Close()
	search, err := open(s, lib, query, classes)
	if err != nil {
		return err
	}
	bar := newBar(s.stderr, search.Entries())
	search.Observe = func(entries int64) { bar.show(words.New("command.find.bar").String(), entries) }
	out := &foundOutput{session: s, kind: query.Kind, json: c.JSON, sorted: c.Sort != "", search: search}
	out.several = len(classes) > 1
	found, group := uint(0), ""
	err = c.search(search, func(f find.Found) bool {
		bar.hide()
		if class := f.Class().String(); len(classes) > 1 && class != group && c.Sort == "" {
			group = class
			out.head(group)
		}
		out.add(&f)
		found++
		return c.Limit == 0 || found < c.Limit
	})
	bar.hide()
	err = cmp.Or(err, out.end())
	fmt.Fprint(s.stderr, doubt(search.Unproven()))
	if search.InFiles() && found > 0 {
		fmt.Fprintln(s.stderr, words.New("command.probe.syzygy", "plies", "exact"))
	}
	if err == nil && found == 0 {
		fmt.Fprintln(s.stderr, words.New("command.find.nothing"))
	}
	return err
}

// classes returns the classes to search: the named ones, or for "all" those of finished tables. Tables with castling
// rights and large tables are left out then.
func (c *findCommand) classes(s *session) (list []material.Class, err error) {
	isAll := slices.Equal(c.Classes, []string{"all"})
	if c.UpTo != 0 && !isAll {
		return nil, words.Error("command.find.upTo")
	}
	if !isAll {
		return find.Classes(c.Classes)
	}
	there, err := catalog.List(s.ctx, s.store)
	if err != nil {
		return nil, err
	}
	for _, e := range there.Tables {
		class, err := material.Parse(e.Name)
		if err == nil && class.Rights() == 0 && !library.IsLarge(class) && (c.UpTo == 0 || class.Men() <= c.UpTo) {
			list = append(list, class)
		}
	}
	slices.SortStableFunc(list, func(one, other material.Class) int { return one.Men() - other.Men() })
	switch {
	case len(list) > 0:
		return list, nil
	case c.UpTo != 0:
		return nil, words.Error("command.find.noTables", "dir", s.dir, "men", c.UpTo)
	}
	return nil, words.Error("command.noTables", "dir", s.dir)
}

// open returns a search of the classes. It opens all tables first, so a missing one is an error before any output.
func open(s *session, lib *library.Library, query find.Query, classes []material.Class) (*find.Several, error) {
	list := make([]*find.Search, len(classes))
	for i, class := range classes {
		query.Class = class
		search, err := find.New(s.ctx, lib, query)
		if s.syzygy != nil && errors.Is(err, store.ErrMissing) {
			search, err = inFiles(s, query, err)
		}
		if err != nil {
			return nil, err
		}
		list[i] = search
	}
	return find.Join(list...), nil
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
	if c.Side == "b" {
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
	var err error
	if q.Themes, err = find.ParseThemes(c.Theme); err != nil {
		return q, err
	}
	q.Men, err = find.ParseMen(c.Men)
	return q, err
}

// search calls found with positions: a random one, some from all parts of the table, or all in the order of the table.
func (c *findCommand) search(search *find.Several, found func(find.Found) bool) (err error) {
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
