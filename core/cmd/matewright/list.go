package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

type listCommand struct {
	JSON bool
}

// Run lists the tables of a metric, unfinished ones, checkpoints and kept endings.
func (c *listCommand) Run(s *session) error {
	there, err := catalog.List(s.ctx, s.store)
	if err != nil {
		return err
	}
	l := newListing(s.kind.Name())
	for _, e := range there.Tables {
		if h, err := decode(s, e); err != nil {
			l.addFaulty(e, err)
		} else {
			l.add(e, h)
		}
	}
	for _, class := range slices.SortedFunc(maps.Keys(there.Unfinished), material.Compare) {
		layout := s.params.Layout(class)
		l.Unfinished = append(
			l.Unfinished,
			listedParts{class.String(), len(catalog.FindUnits(layout, there.Unfinished[class])), format.Units(layout)},
		)
	}
	for _, class := range slices.SortedFunc(maps.Keys(there.Lone), material.Compare) {
		layout := s.params.Layout(class)
		l.Slices = append(
			l.Slices,
			listedSlices{class.String(), len(catalog.FindLone(layout, there.Lone[class])), int(layout.Slices())},
		)
	}
	checkpoints, err := s.place.Checkpoints.List()
	if err != nil {
		return err
	}
	for _, e := range checkpoints {
		saved := listedCheckpoint{
			Class: e.Record.Of.Class,
			Bytes: e.Bytes,
			Saved: time.UnixMilli(e.Record.Saved).UTC(),
			words: savedAt(e.Record),
		}
		if countsSlices(e.Record) {
			saved.Slices = &e.Record.Ply
		} else {
			saved.Ply = new(savedPly(e.Record))
		}
		l.Checkpoints = append(l.Checkpoints, saved)
	}
	for _, e := range there.Unproven {
		l.Unproven = append(l.Unproven, listedUnproven{e.Name, e.Size})
	}
	if l.Endings, err = listEndings(s); err != nil {
		return err
	}
	return c.write(s, l)
}

// A listing has the tables of a metric in a directory.
type listing struct {
	Metric      string             `json:"metric"`
	Bytes       int64              `json:"bytes"` // of the tables
	Tables      []listedTable      `json:"tables"`
	Unfinished  []listedParts      `json:"unfinished"`  // tables with some finished parts
	Slices      []listedSlices     `json:"slices"`      // tables with some slices, built for positions
	Checkpoints []listedCheckpoint `json:"checkpoints"` // of unfinished slices
	Unproven    []listedUnproven   `json:"unproven"`    // tables whose bytes are not the known ones
	Endings     []listedEnding     `json:"endings"`     // kept endings, which have no metric
}

type listedTable struct {
	Class      string `json:"class"`
	Bytes      int64  `json:"bytes"`
	LongestWin *int   `json:"longest_win"`     // in plies; null without wins, or with an error
	Error      string `json:"error,omitempty"` // why it cannot be read

	class material.Class
	words string
}

type listedParts struct {
	Class string `json:"class"`
	Parts int    `json:"parts"`
	Of    int    `json:"of"`
}

type listedSlices struct {
	Class  string `json:"class"`
	Slices int    `json:"slices"`
	Of     int    `json:"of"`
}

type listedCheckpoint struct {
	Class  string    `json:"class"`
	Bytes  int64     `json:"bytes"`
	Ply    *int      `json:"ply,omitempty"`    // the last one, of an unfinished slice
	Slices *int      `json:"slices,omitempty"` // finished ones, of a checkpoint that has whole slices
	Saved  time.Time `json:"saved"`
	words  string
}

type listedUnproven struct {
	Name  string `json:"name"`
	Bytes int64  `json:"bytes"`
}

func newListing(metric string) *listing {
	return &listing{
		Metric:      metric,
		Tables:      []listedTable{},
		Unfinished:  []listedParts{},
		Slices:      []listedSlices{},
		Checkpoints: []listedCheckpoint{},
		Unproven:    []listedUnproven{},
	}
}

// add adds a table with its longest win.
func (l *listing) add(e store.Entry, h *kind.Header) {
	t := listedTable{Class: e.Name, Bytes: e.Size, class: h.Class, words: longestWin(h.Header)}
	if longest := h.LongestWin(); longest != value.Draw {
		plies := h.Metric.Plies(longest)
		t.LongestWin = &plies
	}
	l.Bytes += e.Size
	l.Tables = append(l.Tables, t)
}

// addFaulty adds a table that cannot be read.
func (l *listing) addFaulty(e store.Entry, err error) {
	words := problem.From(err).String()
	l.Bytes += e.Size
	l.Tables = append(l.Tables, listedTable{Class: e.Name, Bytes: e.Size, Error: words, words: words})
}

// write prints a listing as JSON or for people.
func (c *listCommand) write(s *session, l *listing) error {
	if c.JSON {
		encoder := json.NewEncoder(s.stdout)
		encoder.SetIndent("", "  ")
		return encoder.Encode(l)
	}
	l.print(s)
	return nil
}

// castlingTables counts the tables with castling rights of classes that also have a table without rights.
type castlingTables struct{ tables, bytes int64 }

// String returns their number and size.
func (c castlingTables) String() string {
	return words.New("command.list.castling", "tables", c.tables, "size", formatBytes(c.bytes)).String()
}

// print writes a line for each table without castling rights, with the count of those with rights, and sums.
func (l *listing) print(s *session) {
	without := map[material.Class]bool{}
	for _, t := range l.Tables {
		if t.Error == "" && t.class.Rights() == 0 {
			without[t.class] = true
		}
	}
	castling, all := map[material.Class]castlingTables{}, castlingTables{}
	tables := slices.DeleteFunc(slices.Clone(l.Tables), func(t listedTable) bool {
		class := t.class.WithoutRights()
		if t.Error != "" || t.class.Rights() == 0 || !without[class] {
			return false
		}
		castling[class] = castlingTables{castling[class].tables + 1, castling[class].bytes + t.Bytes}
		all.tables++
		all.bytes += t.Bytes
		return true
	})
	var byMen [material.MaxMen + 1]struct{ tables, bytes int64 }
	for _, t := range tables {
		fmt.Fprintf(s.stdout, "%-8s %11s  %s", t.Class, formatBytes(t.Bytes), t.words)
		if of := castling[t.class]; t.Error == "" && of.tables > 0 {
			fmt.Fprintf(s.stdout, "; %v", of)
		}
		fmt.Fprintln(s.stdout)
		if t.Error == "" {
			men := &byMen[t.class.Men()]
			men.tables++
			men.bytes += t.Bytes
		}
	}
	for men, sum := range byMen {
		if sum.tables > 0 {
			fmt.Fprintln(s.stdout, words.New("command.list.men",
				"tables", sum.tables, "men", men, "size", formatBytes(sum.bytes)))
		}
	}
	if all.tables > 0 {
		fmt.Fprintln(s.stdout, all)
	}
	fmt.Fprintln(s.stdout, words.New("command.list.all", "tables", len(l.Tables), "size", formatBytes(l.Bytes)))
	for _, u := range l.Unfinished {
		fmt.Fprintf(s.stdout, "%-8s %v\n", u.Class, words.New("command.list.parts", "parts", u.Parts, "all", u.Of))
	}
	for _, of := range l.Slices {
		fmt.Fprintf(s.stdout, "%-8s %v\n", of.Class,
			words.New("command.list.slices", "slices", of.Slices, "all", of.Of))
	}
	for _, c := range l.Checkpoints {
		fmt.Fprintf(s.stdout, "%-8s %11s  %v\n", c.Class, formatBytes(c.Bytes),
			words.New("command.list.unfinished", "at", c.words))
	}
	for _, u := range l.Unproven {
		fmt.Fprintf(s.stdout, "%s %11s  %v\n", u.Name, formatBytes(u.Bytes), words.New("command.list.unproven"))
	}
	for i := range l.Endings {
		l.Endings[i].print(s)
	}
}
