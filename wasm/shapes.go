//go:build js && wasm

package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/exchange"
	"github.com/matewright/matewright/core/find"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/format/stats"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/search"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// The objects that answer. web/src/engine/border.d.ts has them as JavaScript's types,
// which border makes of these, and of their comments; what only the page's scripts know
// is in types.js beside it.

type resultShape struct {
	OK    bool          `json:"ok"`
	Value any           `json:"value"`
	Error *problemShape `json:"error,omitempty"`
}

type problemShape struct {
	Code    problem.Code   `json:"code"`
	Message string         `json:"message"`           // shown if the page does not have the message of said
	Said    *words.Message `json:"said,omitempty"`    // what happened
	Detail  string         `json:"detail,omitempty"`  // technical details in English, a sentence
	Class   string         `json:"class,omitempty"`   // whose table it is about
	Classes []string       `json:"classes,omitempty"` // of missing: all that are needed
	Missing []string       `json:"missing,omitempty"` // of missing: those that are absent
}

func shapeProblem(err error) *problemShape {
	p := problem.Of(err)
	return &problemShape{
		Code:    p.Code,
		Message: problem.Sentence(p.Words()),
		Said:    &p.Said,
		Detail:  problem.Sentence(p.Detail),
		Class:   withoutRights(p.Class),
		Classes: namesWithoutRights(p.Needed),
		Missing: namesWithoutRights(p.Absent),
	}
}

// withoutRights returns the name of the same men without rights to castle, and other names as they are.
func withoutRights(name string) string {
	class, err := material.Parse(name)
	if err != nil {
		return name
	}
	return class.WithoutRights().String()
}

// namesWithoutRights returns the names of classes, each once: what there is with rights to castle is part of a class for the page.
func namesWithoutRights(classes []material.Class) []string {
	list := []string{}
	for _, c := range classes {
		if name := c.WithoutRights().String(); !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

func names(classes []material.Class) []string {
	list := make([]string, len(classes))
	for i, c := range classes {
		list[i] = c.String()
	}
	return list
}

// warningShape is a [board.Warning]: what was repaired of a FEN.
type warningShape struct {
	Code    board.WarningCode `json:"code"`
	Message string            `json:"message"` // shown if the page does not have the message of said
	Said    *words.Message    `json:"said,omitempty"`
}

func shapeWarnings(list []board.Warning) []warningShape {
	var shapes []warningShape
	for _, w := range list {
		shapes = append(shapes, warningShape{w.Code, w.Words, &w.Said})
	}
	return shapes
}

type readingShape struct {
	FEN      string         `json:"fen,omitempty"`
	Warnings []warningShape `json:"warnings,omitempty"` // what was repaired of it
	Error    *problemShape  `json:"error,omitempty"`    // why it is refused: then there is no FEN
}

type probeShape struct {
	FEN   string     `json:"fen"`
	Class string     `json:"class"`
	Side  board.Side `json:"side"` // to move, in the class's table, the class's first side being White
	probe.Verdict
	InsufficientMaterial bool        `json:"insufficient_material"`
	EnPassant            []string    `json:"en_passant"` // squares that a pawn may just have jumped over, so that it can be taken
	Moves                []moveShape `json:"moves"`      // best first

	Unproven []string     `json:"unproven,omitempty"` // classes of tables that it rests on and that are not checked yet
	Metrics  []metricName `json:"metrics"`            // whose tables have answered
	By       metricName   `json:"by"`                 // that of them which says what moves are best

	Warnings []warningShape `json:"warnings,omitempty"` // what was repaired of the FEN that was asked about
}

type moveShape struct {
	probe.Move
	FEN string `json:"fen"` // the position after the move, with its counters
}

func shapeProbe(r *probe.Result, c board.Counters) *probeShape {
	metrics := make([]metricName, len(r.Told))
	for i, m := range r.Told {
		metrics[i] = nameOf(m)
	}
	return &probeShape{
		FEN:                  r.Position.FENWith(c),
		Class:                r.Class.WithoutRights().String(),
		Side:                 sideOf(&r.Position).Side(),
		Verdict:              r.Verdict,
		InsufficientMaterial: r.InsufficientMaterial,
		EnPassant:            squares(r.Position.EnPassantSquares()),
		Moves:                movesFrom(c, r.Moves),
		Unproven:             names(r.Unproven),
		Metrics:              metrics,
		By:                   nameOf(r.By),
	}
}

// sideOf returns the side to move as the table of a position's class has it.
func sideOf(p *board.Position) board.Color {
	if _, swapped := material.OfPosition(p); swapped {
		return p.Turn.Other()
	}
	return p.Turn
}

func squares(list []board.Square) []string {
	names := make([]string, len(list))
	for i, s := range list {
		names[i] = s.String()
	}
	return names
}

// movesFrom shapes moves of a position with such counters.
func movesFrom(c board.Counters, moves []probe.Move) []moveShape {
	list := make([]moveShape, len(moves))
	for i := range moves {
		list[i], _ = moveAfter(c, &moves[i])
	}
	return list
}

// movesAlong shapes the moves of a line.
func movesAlong(c board.Counters, moves []probe.Move) []moveShape {
	list := make([]moveShape, len(moves))
	for i := range moves {
		list[i], c = moveAfter(c, &moves[i])
	}
	return list
}

func moveAfter(c board.Counters, m *probe.Move) (moveShape, board.Counters) {
	c = c.After(m.After.Turn.Other(), m.Zeroing)
	return moveShape{*m, m.After.FENWith(c)}, c
}

// rulesShape has what holds whatever tables exist.
type rulesShape struct {
	Moves []search.Ply `json:"moves"` // the legal ones
	Small []string     `json:"small"` // classes with up to four men that captures and promotions can lead to
}

type lineShape struct {
	FEN   string      `json:"fen"`
	Moves []moveShape `json:"moves"`

	Unproven []string `json:"unproven,omitempty"` // classes of tables that it rests on and that are not checked yet

	Warnings []warningShape `json:"warnings,omitempty"` // what was repaired of the FEN that was asked about
}

func shapeLine(l *probe.Line, c board.Counters) *lineShape {
	return &lineShape{FEN: l.Start.Position.FENWith(c), Moves: movesAlong(c, l.Moves), Unproven: names(l.Unproven)}
}

type gameShape struct {
	Start    string         `json:"start"`              // the FEN that it begins from
	Warnings []warningShape `json:"warnings,omitempty"` // what was repaired of that

	Moves   []playedShape `json:"moves"`
	Numbers []int         `json:"numbers"` // of each move asked for, or of the last legal one on the way to it
	Legal   int           `json:"legal"`   // so many of the moves asked for
}

type playedShape struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
	FEN string `json:"fen"` // the position after the move, with its counters

	After int `json:"after"` // the number of the move before it, 0 for none
}

// passShape has what the position would be worth, and null in check, and where that would rest on tables that are not checked yet.
type passShape struct {
	Verdict *probe.Verdict `json:"verdict"`
}

type findingShape struct {
	Found   []find.Record `json:"found"`
	Next    int64         `json:"next"`    // where a search goes on
	Entries int64         `json:"entries"` // where it ends
	Total   *int64        `json:"total"`   // null if not known before
}

func newFinding(s *find.Search) *findingShape {
	f := &findingShape{Found: []find.Record{}, Entries: s.Entries()}
	if n, known := s.Total(); known {
		f.Total = &n
	}
	return f
}

type classShape struct {
	Name      string   `json:"name"`
	Men       int      `json:"men"`
	Positions int64    `json:"positions"`       // entries to solve, both sides
	Needs     []string `json:"needs"`           // what it depends on, in building order
	Leads     []string `json:"leads"`           // what one move leads to
	Large     bool     `json:"large,omitempty"` // too large to be searched

	Present  bool          `json:"present"`
	Bytes    int64         `json:"bytes,omitempty"` // units and castling included
	Units    int           `json:"units"`           // that it is built in
	Finished int           `json:"finished"`        // of these, while the table is not there
	Lone     int           `json:"lone"`            // slices that were built for positions, while it is not there
	Saved    *savedShape   `json:"saved,omitempty"` // where a build of it goes on
	Stats    *statsShape   `json:"stats,omitempty"`
	Damaged  *problemShape `json:"damaged,omitempty"` // why the stored table can't be read

	Unproven []string `json:"unproven,omitempty"` // tables, of the class or with rights to castle, that are not checked yet

	Castling *castlingShape `json:"castling,omitempty"` // absent if nobody has a rook
}

// unprovenOf returns those tables of the class, or with rights to castle, that are not checked yet.
func unprovenOf(class material.Class, there *catalog.Listing) (list []string) {
	if len(there.Unproven) == 0 {
		return nil
	}
	for _, of := range material.WithCastling(class) {
		if slices.ContainsFunc(there.Unproven, func(e store.Entry) bool { return e.Name == format.UnprovenName(of) }) {
			list = append(list, of.String())
		}
	}
	return list
}

// castlingShape says what there is of a class's positions in which somebody may still castle.
type castlingShape struct {
	Tables  int      `json:"tables"`  // one for each set of rights
	Present []string `json:"present"` // classes
	Bytes   int64    `json:"bytes"`
}

// addCastling adds the tables of the class with rights to castle.
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

// shapeClass is what is known of a class with a closure without looking at the store.
func shapeClass(c material.Class, closure []material.Class) classShape {
	l := slice.NewLayout(c)
	return classShape{
		Name:      c.String(),
		Men:       c.Men(),
		Positions: l.Positions(),
		Units:     format.Units(l),
		Needs:     names(closure[:len(closure)-1]), // the class itself is the last
		Leads:     names(c.Successors()),
		Large:     library.IsLarge(c),
	}
}

// addEntry adds what the store has of the class.
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

// savedShape is what is kept of a slice in the middle of its solving.
type savedShape struct {
	Ply   int   `json:"ply"`
	Bytes int64 `json:"bytes"`
	At    int64 `json:"at"` // milliseconds since 1970
}

// savedShapes returns what is kept, by class; where several slices of one are, together. What can't be listed now is said another
// time: tables don't depend on it.
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

// sideStatsShape is a side's report without the counts by plies, of which there are many.
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
	Known  bool   `json:"known"`  // it is known which one is right
	Proven bool   `json:"proven"` // this is: every value is right
}

// detailsShape is what there is to say of a table without reading its values.
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
		panic(err) // a builder takes all
	}
	details := &detailsShape{Format: format.Version, Report: *report, JSON: asJSON.String(), CSV: asCSV.String()}
	for _, c := range board.Colors {
		if h.Stores(c) {
			details.Stored = append(details.Stored, c.Side())
		}
	}
	return details
}

type planShape struct {
	Steps   []stepShape `json:"steps"` // in an order to build them in
	Present []string    `json:"present"`
}

type stepShape struct {
	Class     string   `json:"class"`
	Positions int64    `json:"positions"`
	Whole     bool     `json:"whole"` // the table is complete then
	Needs     []string `json:"needs"` // the other steps that have to be done before

	Memory  int64   `json:"memory"`  // bytes that it takes at least
	Method  string  `json:"method"`  // with the memory there is, or else with the least
	How     string  `json:"how"`     // the key of a message: where tables are made
	Slower  string  `json:"slower"`  // if more memory allows a faster method: the key of what this one does instead
	Peak    int64   `json:"peak"`    // bytes that it will hold at most then
	Scratch int64   `json:"scratch"` // bytes outside of memory for a while, at most
	Longer  int64   `json:"longer"`  // bytes more of that if there are mates in more than 126 moves, which nobody knows before
	Saves   bool    `json:"saves"`   // what is known meanwhile: a build that is stopped goes on from there
	Seconds float64 `json:"seconds"` // that one thread would take natively, about
	Read    float64 `json:"read"`    // the share of these after which what exits lead to is read
	Solved  float64 `json:"solved"`  // ... and after which the values are stored
	Stored  int64   `json:"stored"`  // bytes

	// Units, if there are several, can be built each by itself.
	Units    []unitShape `json:"units"`
	Castling []string    `json:"castling"` // classes with rights to castle that are built with the whole; where there are several units, these are one of their own, the last one
}

// unitShape is a unit, or all the slices that are built alone, as number 0, or the castling of the class.
type unitShape struct {
	Number    int      `json:"number"`
	Slices    []int    `json:"slices,omitempty"`   // that are built alone
	Castling  []string `json:"castling,omitempty"` // classes
	Positions int64    `json:"positions"`
	Needs     []int    `json:"needs"` // units
	Bytes     int64    `json:"bytes"` // that are there; 0 if it has to be built
}

// castlingUnit is the number of what has a class's tables with rights to castle.
const castlingUnit = -1

// shapePlan says how a job is done with so much memory for each step. What a class has with rights to castle is part of its step.
func shapePlan(metric *value.Metric, job *builder.Job, unfinished map[material.Class][]store.Entry, memory int64) (*planShape, error) {
	plan := &planShape{Steps: []stepShape{}, Present: []string{}}
	for _, class := range job.Present {
		if class.Rights() == 0 {
			plan.Present = append(plan.Present, class.String())
		}
	}
	absent := map[material.Class]int{} // the step of a class
	for _, s := range job.Steps {
		class := s.Class.WithoutRights()
		n, known := absent[class]
		if !known {
			n = len(plan.Steps)
			plan.Steps = append(plan.Steps, stepShape{Class: class.String(), Whole: true, Needs: []string{}, Units: []unitShape{}, Castling: []string{}})
		}
		step := &plan.Steps[n]
		for _, c := range material.Closure(s.Class) {
			if needed, isAbsent := absent[c.WithoutRights()]; isAbsent && needed != n && !slices.Contains(step.Needs, plan.Steps[needed].Class) {
				step.Needs = append(step.Needs, plan.Steps[needed].Class)
			}
		}
		absent[class] = n // after its own closure was looked through
		var err error
		if s.Class == class {
			step.Whole, step.Units = s.Whole, shapeUnits(s, unfinished[class])
			err = step.addProvision(metric, class, memory)
		} else {
			err = step.addCastling(metric, s, !known)
		}
		if err != nil {
			return nil, err
		}
	}
	return plan, nil
}

// addCastling adds a table with rights to castle to the step of its class, whose own table may be there.
func (s *stepShape) addCastling(metric *value.Metric, step builder.Step, alone bool) error {
	p, err := builder.Provide(step.Class, metric, mostMemory, nil)
	if err != nil {
		return err
	}
	if alone { // it takes what its table without rights would take, to read that
		if err := s.addProvision(metric, step.Class.WithoutRights(), 0); err != nil {
			return err
		}
		s.Positions, s.Seconds, s.Stored, s.Scratch, s.Longer, s.Saves, s.Slower = 0, 0, 0, 0, 0, false, ""
	}
	s.Positions += step.Positions
	s.Seconds += p.Seconds(1)
	s.Stored += p.Stored()
	if len(s.Units) == 0 && !alone {
		s.Castling = append(s.Castling, step.Class.String())
		return nil
	}
	s.castling().add(step)
	return nil
}

// castling returns the unit that has the castling of the class, the last one.
func (s *stepShape) castling() *unitShape {
	if n := len(s.Units); n == 0 || s.Units[n-1].Number != castlingUnit {
		after := []int{}
		for _, unit := range s.Units {
			after = append(after, unit.Number)
		}
		s.Units = append(s.Units, unitShape{Number: castlingUnit, Needs: after})
	}
	return &s.Units[len(s.Units)-1]
}

func (u *unitShape) add(step builder.Step) {
	u.Castling = append(u.Castling, step.Class.String())
	u.Positions += step.Positions
}

// addSaved subtracts what is kept of classes from the scratch that they take.
func (p *planShape) addSaved(saved map[string]*savedShape) {
	for i := range p.Steps {
		if s := saved[p.Steps[i].Class]; s != nil {
			p.Steps[i].Scratch = max(0, p.Steps[i].Scratch-s.Bytes)
		}
	}
}

// mostMemory is the most that a worker can have, about: WebAssembly's addresses have 32 bits.
const mostMemory = 7 << 29

// addProvision adds how the class is made with so much memory, or else with the least.
func (s *stepShape) addProvision(metric *value.Metric, class material.Class, memory int64) error {
	besides := scratchBytes()
	least, err := builder.Least(class, metric, nil)
	if err != nil {
		return err
	}
	s.Memory = least + besides
	p, err := builder.Provide(class, metric, max(memory-besides, least), nil)
	if err != nil {
		return err
	}
	method := p.Solving.Method
	s.Method, s.How, s.Scratch, s.Longer = method.Name(), method.Words().Where, p.Scratch(1), p.LevelScratch()
	s.Saves = p.Solving.Resumable && checkpointsFor(metric) != nil
	if best, err := builder.Provide(class, metric, mostMemory, nil); err == nil && best.Solving.Method != method {
		s.Slower = method.Words().By
	}
	s.Peak, s.Seconds, s.Stored = p.Peak()+besides, p.Seconds(1), p.Stored()
	s.Read, s.Solved = p.Shares()
	s.Positions = slice.NewLayout(class).Positions()
	if !s.Whole {
		s.leaveOut()
	}
	return nil
}

// leaveOut leaves out of the figures the units that are not built.
func (s *stepShape) leaveOut() {
	var positions int64
	for _, unit := range s.Units {
		positions += unit.Positions
	}
	share := float64(positions) / float64(s.Positions)
	s.Positions, s.Seconds, s.Stored = positions, s.Seconds*share, int64(float64(s.Stored)*share)
}

// shapeUnits lists the units of a step, and those of its class that are there.
func shapeUnits(step builder.Step, entries []store.Entry) []unitShape {
	shapes := []unitShape{}
	if len(step.Lone) > 0 {
		lone := unitShape{Positions: step.Positions, Needs: []int{}}
		for _, number := range step.Lone {
			lone.Slices = append(lone.Slices, int(number))
		}
		return append(shapes, lone)
	}
	if l := slice.NewLayout(step.Class); format.Units(l) > 1 {
		for _, s := range builder.Units(l, entries) {
			if s.Bytes > 0 || slices.Contains(step.Units, s.Number) {
				shapes = append(shapes, unitShape{Number: s.Number, Positions: s.Positions, Needs: append([]int{}, s.Needs...), Bytes: s.Bytes})
			}
		}
	}
	return shapes
}

type progressShape struct {
	Class     string        `json:"class"`
	Step      builder.Doing `json:"step"` // reading smaller tables is the first part of solving
	Slice     int           `json:"slice"`
	Slices    int           `json:"slices"`
	Table     int           `json:"table,omitempty"` // while preparing: of those that are read
	Tables    int           `json:"tables,omitempty"`
	Ply       int           `json:"ply"`       // while solving
	Positions int64         `json:"positions"` // done

	ScratchRead    int64 `json:"scratchRead,omitempty"` // bytes so far
	ScratchWritten int64 `json:"scratchWritten,omitempty"`
}

func shapeProgress(p builder.Progress) progressShape {
	return progressShape{
		Class:     p.Class.WithoutRights().String(),
		Step:      p.Doing,
		Slice:     p.Slice,
		Slices:    p.Slices,
		Table:     p.Table,
		Tables:    p.Tables,
		Ply:       p.Ply,
		Positions: p.Positions,

		ScratchRead:    p.ScratchRead,
		ScratchWritten: p.ScratchWritten,
	}
}

type importingShape struct {
	Class string        `json:"class"`
	Step  exchange.Step `json:"step"`
	Done  int64         `json:"done"`
	Of    int64         `json:"of"`
}

func shapeImport(p exchange.Progress) importingShape {
	return importingShape{p.Class.String(), p.Step, p.Done, p.Of}
}

type importedShape struct {
	Class   string `json:"class"`
	Bytes   int64  `json:"bytes"`   // stored
	Proven  bool   `json:"proven"`  // its bytes are those that are known to be right
	Checked int64  `json:"checked"` // otherwise, the positions held to their moves: all

	Unproven bool `json:"unproven,omitempty"` // nobody has looked at its values yet
}

func shapeImported(r *exchange.Result) *importedShape {
	return &importedShape{r.Class.String(), r.Bytes, r.Proven, r.Checked, r.Unproven}
}

type builtShape struct {
	Class         string  `json:"class"`
	Method        string  `json:"method"` // "" if nothing was solved
	How           string  `json:"how"`    // the key of a message: where tables are made
	Positions     int64   `json:"positions"`
	SolveSeconds  float64 `json:"solveSeconds"`  // reading included
	ReadSeconds   float64 `json:"readSeconds"`   // of these, reading finished slices
	EncodeSeconds float64 `json:"encodeSeconds"` // storing included
	Bytes         int64   `json:"bytes"`         // stored

	ScratchRead    int64 `json:"scratchRead,omitempty"` // bytes
	ScratchWritten int64 `json:"scratchWritten,omitempty"`
}

// with returns what was built so far with another table: one with rights to castle comes after that of its class.
func (b *builtShape) with(r builder.Result) *builtShape {
	more := shapeResult(r)
	if b == nil {
		return more
	}
	more.Method, more.How = b.Method, b.How
	more.Positions += b.Positions
	more.SolveSeconds += b.SolveSeconds
	more.ReadSeconds += b.ReadSeconds
	more.EncodeSeconds += b.EncodeSeconds
	more.Bytes += b.Bytes
	more.ScratchRead += b.ScratchRead
	more.ScratchWritten += b.ScratchWritten
	return more
}

func shapeResult(r builder.Result) *builtShape {
	return &builtShape{
		Class:         r.Class.WithoutRights().String(),
		Method:        r.Method.Name(),
		How:           r.Method.Words().Where,
		Positions:     r.Positions,
		SolveSeconds:  r.Solving.Seconds(),
		ReadSeconds:   r.Reading.Seconds(),
		EncodeSeconds: r.Encoding.Seconds(),
		Bytes:         r.Bytes,

		ScratchRead:    r.ScratchRead,
		ScratchWritten: r.ScratchWritten,
	}
}
