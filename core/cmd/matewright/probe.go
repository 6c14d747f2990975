package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/probe"
)

type probeCommand struct {
	FEN  string `arg:"" help:"The position. Underscores may stand for spaces. With --json, - reads one FEN a line."`
	JSON bool   `help:"Print JSON, in the shape of lichess's tablebase API."`
}

// Run probes one position, or one a line from standard input.
func (c *probeCommand) Run(s *session) error {
	prober := probe.New(s.store)
	defer prober.Close()
	if c.FEN == "-" {
		if !c.JSON {
			return errors.New("reading FENs from standard input needs --json")
		}
		return probeLines(s, prober)
	}
	r, err := prober.Probe(s.ctx, c.FEN)
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(s.stdout).Encode(r)
	}
	fmt.Fprintf(s.stdout, "%s\n", verdict(&r.Position, &r.Verdict))
	for _, m := range r.Moves {
		fmt.Fprintf(s.stdout, "  %-7s %s\n", m.SAN, verdict(&m.After, &m.Verdict))
	}
	return nil
}

// probeLines answers each line with one JSON object. Lines that can't be
// answered get an error field, and the rest goes on.
func probeLines(s *session, prober *probe.Prober) error {
	out := bufio.NewWriter(s.stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	lines := bufio.NewScanner(s.stdin)
	lines.Buffer(nil, 16<<20) // a line that is too long ends it all
	for lines.Scan() {
		fen := strings.TrimSpace(lines.Text())
		if fen == "" {
			continue
		}
		var answer any
		r, err := prober.Probe(s.ctx, fen)
		if err != nil {
			answer = map[string]string{"fen": fen, "error": err.Error()}
		} else {
			answer = r
		}
		if err := encoder.Encode(answer); err != nil {
			return err
		}
		if s.ctx.Err() != nil {
			return s.ctx.Err()
		}
	}
	return errors.Join(lines.Err(), out.Flush())
}

// verdict says in words how a position ends.
func verdict(p *board.Position, v *probe.Verdict) string {
	switch {
	case v.Checkmate:
		return fmt.Sprintf("%v is checkmated", p.Turn)
	case v.Stalemate:
		return "Draw by stalemate"
	case v.DTM == nil:
		return "Draw"
	}
	winner, plies := p.Turn, *v.DTM
	if plies < 0 {
		winner, plies = winner.Other(), -plies
	}
	return fmt.Sprintf("%v mates in %d (%d plies)", winner, (plies+1)/2, plies)
}

type lineCommand struct {
	FEN string `arg:"" help:"The position. Underscores may stand for spaces."`
}

// Run prints the line with move numbers.
func (c *lineCommand) Run(s *session) error {
	prober := probe.New(s.store)
	defer prober.Close()
	r, err := prober.Probe(s.ctx, c.FEN)
	if err != nil {
		return err
	}
	line, err := prober.Line(s.ctx, c.FEN)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.stdout, "%s\n", verdict(&r.Position, &r.Verdict))
	if len(line.Moves) > 0 {
		fmt.Fprintf(s.stdout, "%s\n", numbered(line))
	}
	return nil
}

// numbered writes the moves of a line as in a book: "1. Qb3+ Kd4 2. ...".
func numbered(line *probe.Line) string {
	var words []string
	turn := line.Position.Turn
	for i, m := range line.Moves {
		switch number := (i+int(line.Position.Turn))/2 + 1; {
		case turn == board.White:
			words = append(words, fmt.Sprintf("%d.", number))
		case i == 0:
			words = append(words, fmt.Sprintf("%d...", number))
		}
		words = append(words, m.SAN)
		turn = turn.Other()
	}
	return strings.Join(words, " ")
}
