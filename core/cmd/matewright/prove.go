package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/home"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/search"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

type proveCommand struct {
	FEN    string   `arg:""`
	Time   duration `default:"60s" placeholder:"TIME"`
	Memory byteSize `default:"256MiB" placeholder:"SIZE"`
	JSON   bool
	fenFlag
	cacheFlag
}

// Run prints the proven bounds. A search without a proof is not a failure.
func (c *proveCommand) Run(s *session) error {
	reading, err := c.read(c.FEN)
	if err != nil {
		return err
	}
	if most := min(search.MaxTableBytes, home.SpareMemory()); int64(c.Memory) > most {
		return words.Error("command.prove.memory", "size", formatBytes(int64(c.Memory)), "most", formatBytes(most))
	}
	metric := s.kind.Metric() // tables by the clock have no bounds, so the search uses those of the metric
	lib := library.New(s.tables(kind.ForMetric(metric)), c.readingBytes()).ForMetric(metric)
	defer lib.Close()
	engine := search.New(lib.Reader(s.ctx), search.NewTable(int64(c.Memory))).UseKnownWins()
	ctx := s.ctx
	if c.Time > 0 {
		var stop func()
		ctx, stop = context.WithTimeout(ctx, time.Duration(c.Time))
		defer stop()
	}
	p, counters := reading.Position, reading.Counters
	r, err := engine.Prove(ctx, p, search.Limits{})
	if err != nil {
		return err
	}
	proof := engine.Proof(r, counters)
	if r.Settled() {
		if _, err := engine.AddLine(s.ctx, proof, p, counters); err != nil {
			return err
		}
	}
	if c.JSON {
		return cmp.Or(json.NewEncoder(s.stdout).Encode(readProof{proof, reading.Warnings}), s.ctx.Err())
	}
	warn(s, reading.Warnings)
	c.print(s, r, proof)
	if s.kind.HasFiftyMoveRule() {
		fmt.Fprintln(s.stdout, words.New("command.prove.withoutRule"))
	}
	return s.ctx.Err()
}

// A readProof is a proof for programs, with the repairs of its FEN.
type readProof struct {
	*search.Proof
	Warnings []board.Warning `json:"warnings,omitempty"`
}

func (c *proveCommand) print(s *session, r *search.Result, proof *search.Proof) {
	fmt.Fprintln(s.stdout, proven(r))
	if proof.Line != nil {
		moves := make([]string, len(proof.Line))
		for i, ply := range proof.Line {
			moves[i] = ply.SAN
		}
		fmt.Fprintf(s.stdout, "%s (%s)\n", numbered(r.Position.Turn, moves), words.New(ends[proof.End]))
	}
	for _, m := range proof.Moves {
		fmt.Fprintf(s.stdout, "  %-7s %s\n", m.SAN, words.New(bounds[[2]value.Category{m.Low, m.High}]))
	}
	m := proof.Memory
	fmt.Fprintln(s.stdout, words.New("command.prove.work", "positions", proof.Nodes, "inTables", proof.TableHits,
		"plies", proof.Plies, "used", m.Used, "entries", m.Entries))
}

// proven describes the proven bounds of a position.
func proven(r *search.Result) words.Message {
	mover := r.Position.Turn
	switch {
	case r.Low == value.Win:
		return words.New("command.prove.wins", "side", mover)
	case r.High == value.Loss:
		return words.New("command.prove.wins", "side", mover.Other())
	case r.Settled():
		return words.New("command.prove.draw")
	case r.Low == value.Drawn:
		return halfProof(mover)
	case r.High == value.Drawn:
		return halfProof(mover.Other())
	}
	return words.New("command.prove.open")
}

// halfProof states that a side does not lose, in words that do not look like a result.
func halfProof(safe board.Color) words.Message {
	return words.New("command.prove.half", "side", safe)
}

// bounds has the keys of the messages for the proven bounds of a move.
var bounds = map[[2]value.Category]string{
	{value.WinCategory, value.WinCategory}:   "command.prove.move.wins",
	{value.DrawCategory, value.DrawCategory}: "command.prove.move.draws",
	{value.LossCategory, value.LossCategory}: "command.prove.move.loses",
	{value.DrawCategory, value.WinCategory}:  "command.prove.move.holds",
	{value.LossCategory, value.DrawCategory}: "command.prove.move.noWin",
	{value.LossCategory, value.WinCategory}:  "command.prove.move.unknown",
}

// ends has the keys of the messages for the ends of lines.
var ends = map[search.End]string{
	search.EndMate:       "command.prove.end.mate",
	search.EndStalemate:  "command.prove.end.stalemate",
	search.EndTable:      "command.prove.end.table",
	search.EndMaterial:   "command.prove.end.material",
	search.EndWin:        "command.prove.end.win",
	search.EndRepetition: "command.prove.end.repetition",
	search.EndOpen:       "command.prove.end.open",
}

// A duration is a time, written as 90s or 1h30m.
type duration time.Duration

// UnmarshalText is called by the parser.
func (d *duration) UnmarshalText(text []byte) error {
	parsed, err := time.ParseDuration(string(text))
	if string(text) == "0" {
		parsed, err = 0, nil
	}
	if err != nil || parsed < 0 {
		return words.Error("command.prove.time", "text", strconv.Quote(string(text)))
	}
	*d = duration(parsed)
	return nil
}
