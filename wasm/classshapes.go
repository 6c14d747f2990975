//go:build js && wasm

package main

import (
	"errors"
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/format/stats"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

type classesRequest struct {
	Men int `json:"men"` // at most, of classes without data in the store
}

type classRequest struct {
	Class string `json:"class"`
}

type classShape struct {
	Name      string   `json:"name"`
	Men       int      `json:"men"`
	Positions int64    `json:"positions"`         // entries to solve, both sides
	Needs     []string `json:"needs"`             // the classes that it depends on, in building order
	Leads     []string `json:"leads"`             // the classes that one move leads to
	Large     bool     `json:"large,omitempty"`   // too large to be searched
	Opposed   string   `json:"opposed,omitempty"` // see [material.ParseOpposed]; absent if the table is one unit

	Present  bool          `json:"present"`
	Bytes    int64         `json:"bytes,omitempty"` // units and castling included, also that of Chess960 and six men
	Units    int           `json:"units"`           // that it is built in
	Finished int           `json:"finished"`        // of these, while the table is not complete
	Lone     int           `json:"lone"`            // slices that were built for positions, while it is not complete
	Saved    *savedShape   `json:"saved,omitempty"` // the checkpoint that a build resumes from
	Stats    *statsShape   `json:"stats,omitempty"`
	Damaged  *problemShape `json:"damaged,omitempty"` // the error of a stored table that cannot be read

	Unproven []string `json:"unproven,omitempty"` // unchecked tables of the class, with or without castling rights

	Castling *castlingShape `json:"castling,omitempty"` // absent if neither side has a rook
}

// unprovenOf returns the unchecked tables of the class, with or without castling rights.
func unprovenOf(class material.Class, there *catalog.Listing) (list []string) {
	if len(there.Unproven) == 0 {
		return nil
	}
	for _, entry := range there.Unproven {
		if of, ok := format.ParseUnprovenName(entry.Name); ok && of.WithoutRights() == class {
			list = append(list, of.String())
		}
	}
	return list
}

// castlingShape has the stored tables of a class with castling rights.
type castlingShape struct {
	Tables  int      `json:"tables"`  // one for each set of rights, as [material.Class.Castling] has them
	Present []string `json:"present"` // classes
	Bytes   int64    `json:"bytes"`
}

// addCastling adds the tables of the class with castling rights.
func (s *classShape) addCastling(class material.Class, stored map[string]store.Entry) {
	all := class.Castling()
	if len(all) == 0 {
		return
	}
	s.Castling = &castlingShape{Tables: len(all), Present: []string{}}
	for _, with := range all {
		entry, there := stored[with.String()]
		if !there {
			continue
		}
		if _, err := (format.Params{}).DecodeEntry(entry); err == nil { // a damaged one is built again
			s.Castling.Present = append(s.Castling.Present, with.String())
			s.Castling.Bytes += entry.Size
		}
	}
	s.Bytes += s.Castling.Bytes
}

// byNameOf returns the bytes of the stored tables with castling rights that are built only by name: see
// [material.Class.IsByName]. The first key is the class of the same men.
func byNameOf(entries []store.Entry) map[material.Class]map[material.Class]int64 {
	tables := map[material.Class]map[material.Class]int64{}
	for _, entry := range entries {
		class, err := material.Parse(entry.Name)
		if err != nil || !class.IsByName() {
			continue
		}
		if tables[class.WithoutRights()] == nil {
			tables[class.WithoutRights()] = map[material.Class]int64{}
		}
		tables[class.WithoutRights()][class] = entry.Size
	}
	return tables
}

// shapeClass returns the data of a class with a closure, without the store.
func shapeClass(c material.Class, closure []material.Class) classShape {
	l := slice.NewLayout(c)
	opposed := ""
	if format.Units(l) > 1 {
		opposed = c.OpposedName()
	}
	return classShape{
		Opposed:   opposed,
		Name:      c.String(),
		Men:       c.Men(),
		Positions: l.Positions(),
		Units:     format.Units(l),
		Needs:     names(closure[:len(closure)-1]), // the class itself is the last
		Leads:     names(c.Successors()),
		Large:     library.IsLarge(c),
	}
}

// addEntry adds the stored table of the class.
func (s *classShape) addEntry(entry store.Entry) {
	s.Bytes = entry.Size
	header, err := (format.Params{}).DecodeEntry(entry)
	if err != nil {
		s.Damaged = shapeProblem(err)
		return
	}
	s.Present = true
	s.Stats = shapeStats(stats.NewReport(header.Class, header.Metric, &header.Statistics))
}

// addUnits adds the units that the store has of the class.
func (s *classShape) addUnits(class material.Class, entries []store.Entry) {
	for _, e := range entries {
		s.Bytes += e.Size
	}
	if len(entries) > 0 && !s.Present {
		s.Finished = len(catalog.FindUnits(slice.NewLayout(class), entries))
	}
}

// addLone adds the slices that the store has alone.
func (s *classShape) addLone(entries []store.Entry) {
	for _, e := range entries {
		s.Bytes += e.Size
	}
	s.Lone = len(entries)
}

// savedShape is the checkpoint of a slice in the middle of its solving.
type savedShape struct {
	Ply   int   `json:"ply"`
	Bytes int64 `json:"bytes"`
	At    int64 `json:"at"` // milliseconds since 1970
}

// savedShapes returns the checkpoints by class, those of several slices as one. It ignores errors of the list: tables
// do not depend on it.
func savedShapes(metric *value.Metric, checkpoints checkpoint.Store) map[string]*savedShape {
	shapes := map[string]*savedShape{}
	if checkpoints == nil {
		return shapes
	}
	list, _ := checkpoints.List()
	for _, e := range list {
		s := shapes[e.Record.Of.Class]
		if s == nil {
			s = &savedShape{}
			shapes[e.Record.Of.Class] = s
		}
		s.Bytes += e.Bytes
		if e.Record.Saved > s.At {
			s.Ply, s.At = metric.Ply(e.Record.Ply), e.Record.Saved
		}
	}
	return shapes
}

type statsShape struct {
	Sides [2]sideStatsShape `json:"sides"`
}

// sideStatsShape is a side's report without the long list of counts by plies.
type sideStatsShape struct {
	Side     board.Side          `json:"stm"`
	All      stats.OutcomeCounts `json:"all"`
	Distinct stats.OutcomeCounts `json:"distinct"`
	Longest  *stats.LongestWin   `json:"longest"` // null if the side never wins
}

func shapeStats(r *stats.Report) *statsShape {
	stats := &statsShape{}
	for i, s := range r.Sides {
		stats.Sides[i] = sideStatsShape{s.Side, s.All, s.Distinct, s.Longest}
	}
	return stats
}

// sumShape is the SHA-256 of a table's file.
type sumShape struct {
	Sum    string `json:"sum"`    // in hex
	Known  bool   `json:"known"`  // the right one is known
	Proven bool   `json:"proven"` // this is the right one: every value is right
}

// detailsShape has the data of a table's header.
type detailsShape struct {
	Format int          `json:"format"`
	Stored []board.Side `json:"stored"` // sides to move
	Report stats.Report `json:"report"`
	JSON   string       `json:"json"` // the report as files
	CSV    string       `json:"csv"`
}

func shapeDetails(h *format.Header) *detailsShape {
	var asJSON, asCSV strings.Builder
	report := stats.NewReport(h.Class, h.Metric, &h.Statistics)
	if err := errors.Join(report.WriteJSON(&asJSON), report.WriteCSV(&asCSV)); err != nil {
		panic(err) // a strings.Builder returns no errors
	}
	details := &detailsShape{Format: format.Version, Report: *report, JSON: asJSON.String(), CSV: asCSV.String()}
	for _, c := range board.Colors {
		if h.Stores(c) {
			details.Stored = append(details.Stored, c.Side())
		}
	}
	return details
}
