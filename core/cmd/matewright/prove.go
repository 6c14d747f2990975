package main

import (
	"cmp"
	"encoding/json"
	"fmt"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/search"
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
	if err := c.Memory.spare(search.MaxTableBytes); err != nil {
		return err
	}
	metric := s.kind.Metric() // tables by the clock have no bounds, so the search uses those of the metric
	lib := library.New(s.tables(kind.ForMetric(metric)), c.readingBytes()).ForMetric(metric)
	defer lib.Close()
	engine := search.New(lib.Reader(s.ctx), search.NewTable(int64(c.Memory))).UseKnownWins()
	ctx, stop := c.Time.limit(s.ctx)
	defer stop()
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
	fmt.Fprintln(s.stdout, proven(r.Position.Turn, r.Low, r.High))
	if proof.Line != nil {
		moves := make([]string, len(proof.Line))
		for i, ply := range proof.Line {
			moves[i] = ply.SAN
		}
		fmt.Fprintf(s.stdout, "%s (%s)\n", numbered(r.Position.Turn, moves), words.New(ends[proof.End]))
	}
	printMoves(s, proof.Moves)
	m := proof.Memory
	fmt.Fprintln(s.stdout, words.New("command.prove.work", "positions", proof.Nodes, "inTables", proof.TableHits,
		"plies", proof.Plies, "used", m.Used, "entries", m.Entries))
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
