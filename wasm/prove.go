//go:build js && wasm

package main

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/search"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// proofs is the search of a worker, and what it remembers from one position to the next.
type proofs struct {
	library *library.Library
	search  *search.Search

	searching sync.Mutex // held by who searches
	mu        sync.Mutex // guards what follows
	stop      func()     // ends the search that is under way
}

// proofCache is the memory for the tables that a search asks.
const proofCache = 48 << 20

// workInterval is how long a search works before it lets the worker hear what it is told.
const workInterval = 100 * time.Millisecond

// prove searches for a proof of how a position ends, until there is one, its time is over, it is told to rest, or the next search
// begins.
func (e *engine) prove(ctx context.Context, asked proveRequest, report func(proofShape)) (*proofShape, error) {
	p, err := board.ParseFEN(asked.FEN)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithTimeout(ctx, asked.Seconds.duration())
	defer stop()
	e.proofs.mu.Lock()
	if e.proofs.stop != nil {
		e.proofs.stop()
	}
	e.proofs.stop = stop
	e.proofs.mu.Unlock()
	e.proofs.searching.Lock()
	defer e.proofs.searching.Unlock()
	shape, err := e.searchFor(ctx, p, asked.Memory.bytes(), report)
	if errors.Is(err, store.ErrMissing) || errors.Is(err, store.ErrCorrupt) { // see again
		e.proofs.library.Close()
		shape, err = e.searchFor(ctx, p, asked.Memory.bytes(), report)
	}
	return shape, err
}

// rest ends the search that is under way.
func (e *engine) rest(context.Context, struct{}) error {
	e.proofs.mu.Lock()
	defer e.proofs.mu.Unlock()
	if e.proofs.stop != nil {
		e.proofs.stop()
	}
	return nil
}

func (e *engine) searchFor(ctx context.Context, p board.Position, memory int64, report func(proofShape)) (*proofShape, error) {
	s, err := e.proofs.open(e.store, memory)
	if err != nil {
		return nil, err
	}
	worked := time.Now()
	report = sparsely(report)
	r, err := s.Prove(ctx, p, search.Limits{Observe: func(r *search.Result) {
		if time.Since(worked) < workInterval {
			return
		}
		report(*shapeProof(r, s.Table().Stats()))
		time.Sleep(1) // only a sleep lets messages in
		worked = time.Now()
	}})
	if err != nil {
		return nil, err
	}
	shape := shapeProof(r, s.Table().Stats())
	if r.Settled() {
		err = e.addLine(context.WithoutCancel(ctx), shape, s, p)
	}
	return shape, err
}

// open returns a search with so much memory, which asks the tables that are there now.
func (pr *proofs) open(tables store.Store, memory int64) (*search.Search, error) {
	if pr.library == nil {
		pr.library = library.New(tables, proofCache)
	}
	if err := pr.library.Renew(); err != nil {
		return nil, err
	}
	if pr.search == nil || pr.search.Table().Stats().Bytes != memory/search.EntryBytes*search.EntryBytes {
		pr.search = nil // its memory goes before the other one's comes
		pr.search = search.New(nil, search.NewTable(memory))
	}
	pr.search.Use(pr.library.Reader(context.Background()))
	return pr.search, nil
}

// addLine adds the proof as moves, and where they lead into a table, that table's line.
func (e *engine) addLine(ctx context.Context, shape *proofShape, s *search.Search, p board.Position) error {
	line, err := s.Line(ctx, p)
	if err != nil {
		return err
	}
	shape.End = line.End
	for _, m := range line.Moves {
		shape.Line = append(shape.Line, shapePly(&p, m))
		p = p.Play(m)
	}
	if line.End != search.EndTable {
		return nil
	}
	rest, err := again(e, func() (*probe.Line, error) { return e.prober.Line(ctx, p) })
	if errors.Is(err, store.ErrMissing) { // some of the tables that it leads to
		return nil
	}
	if err != nil {
		return err
	}
	for _, m := range rest.Moves {
		shape.Line = append(shape.Line, plyShape{m.UCI, m.SAN, m.After.FEN()})
	}
	return nil
}

// proofShape is what a search has found out so far. Outcomes are those of the side to move.
type proofShape struct {
	FEN       string             `json:"fen"`
	Low       value.Category     `json:"low"`   // how it ends at least,
	High      value.Category     `json:"high"`  // and at most: all that is proven
	Moves     []provenMoveShape  `json:"moves"` // best first, as far as is known
	Depth     int                `json:"depth"`
	Plies     int                `json:"plies"`     // of the longest line that was looked at
	Nodes     int64              `json:"nodes"`     // positions that were looked at
	TableHits int64              `json:"tableHits"` // of them in tables
	Table     transpositionShape `json:"table"`
	Line      []plyShape         `json:"line"`          // of what is proven: the loser's moves are those that took most work to refute
	End       search.End         `json:"end,omitempty"` // why the proof needs no more moves, once there is one
}

type provenMoveShape struct {
	plyShape
	Low  value.Category `json:"low"` // for the side that plays it
	High value.Category `json:"high"`
}

// plyShape is a move and the position after it.
type plyShape struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
	FEN string `json:"fen"`
}

// transpositionShape says what the search remembers, and what that did.
type transpositionShape struct {
	Bytes    int64 `json:"bytes"`
	Entries  int64 `json:"entries"`
	Used     int64 `json:"used"`
	Probes   int64 `json:"probes"`
	Hits     int64 `json:"hits"`
	Replaced int64 `json:"replaced"`
}

func shapeProof(r *search.Result, s search.TableStats) *proofShape {
	shape := &proofShape{
		FEN: r.Position.FEN(), Low: r.Low.Category(), High: r.High.Category(),
		Depth: r.Depth, Plies: r.Plies, Nodes: r.Nodes, TableHits: r.TableHits,
		Table: transpositionShape{s.Bytes, s.Entries, s.Used, s.Probes, s.Hits, s.Replaced},
		Moves: []provenMoveShape{}, Line: []plyShape{},
	}
	for _, m := range r.Moves {
		shape.Moves = append(shape.Moves, provenMoveShape{shapePly(&r.Position, m.Move), m.Low.Category(), m.High.Category()})
	}
	return shape
}

func shapePly(p *board.Position, m board.Move) plyShape {
	after := p.Play(m)
	return plyShape{m.String(), p.SAN(m, p.LegalMoves(nil)), after.FEN()}
}
