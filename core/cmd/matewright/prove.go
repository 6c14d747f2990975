package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending/shelf"
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
	syzygyFlag
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
	endings := s.shelf()
	defer endings.Close()
	known, err := endings.Answer(s.ctx, &reading.Position)
	if err != nil {
		return err
	}
	if known != nil && known.Settled() {
		return c.writeKept(s, endings, &reading, known)
	}
	r, proof, err := c.search(s, &reading, known)
	if many := (*search.MenError)(nil); errors.As(err, &many) {
		if known == nil {
			return &unknownError{err, &reading}
		}
		return c.writeKept(s, endings, &reading, known)
	}
	if err != nil {
		return err
	}
	if c.JSON {
		out := newReadProof(proof, known, &reading)
		out.Syzygy = s.syzygy != nil
		return cmp.Or(json.NewEncoder(s.stdout).Encode(out), s.ctx.Err())
	}
	warn(s, reading.Warnings)
	c.print(s, r, proof)
	if known != nil {
		printFrom(s, known)
	}
	if s.syzygy != nil {
		fmt.Fprintln(s.stdout, words.New("command.prove.syzygy"))
	}
	if s.kind.HasFiftyMoveRule() {
		fmt.Fprintln(s.stdout, words.New("command.prove.withoutRule"))
	}
	return s.ctx.Err()
}

// search searches for a proof. The known bounds, unless they are nil, narrow those that it finds.
func (c *proveCommand) search(
	s *session, reading *board.Reading, known *shelf.Answer,
) (*search.Result, *search.Proof, error) {
	metric := s.kind.Metric() // tables by the clock have no bounds, so the search uses those of the metric
	lib := library.New(s.readable(kind.ForMetric(metric)), c.readingBytes()).ForMetric(metric)
	defer lib.Close()
	tables := search.WithSyzygy(lib.Reader(s.ctx), s.syzygy)
	engine := search.New(tables, search.NewTable(int64(c.Memory))).UseKnownWins()
	ctx, stop := c.Time.limit(s.ctx)
	defer stop()
	return shelf.Prove(ctx, s.ctx, engine, reading, known)
}

// writeKept writes an answer from kept endings without a search.
func (c *proveCommand) writeKept(
	s *session, endings *shelf.Shelf, reading *board.Reading, known *shelf.Answer,
) error {
	if c.JSON {
		return json.NewEncoder(s.stdout).Encode(newReadProof(known.Proof(reading), known, reading))
	}
	if err := endings.Measure(s.ctx, &reading.Position, known); err != nil {
		return err
	}
	printKept(s, reading, known)
	return nil
}

// A readProof is a proof for programs, with the repairs of its FEN.
type readProof struct {
	*search.Proof
	Endings  []string        `json:"endings,omitempty"` // names of the kept endings that it uses
	Syzygy   bool            `json:"syzygy,omitempty"`  // whether it may use Syzygy files
	Warnings []board.Warning `json:"warnings,omitempty"`
}

func newReadProof(proof *search.Proof, known *shelf.Answer, reading *board.Reading) readProof {
	r := readProof{Proof: proof, Warnings: reading.Warnings}
	if known != nil {
		r.Endings = known.Names()
	}
	return r
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
