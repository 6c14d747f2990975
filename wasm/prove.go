//go:build js && wasm

package main

import (
	"context"
	"errors"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/search"
	"github.com/matewright/matewright/core/service"
	"github.com/matewright/matewright/core/store"
)

type proveRequest struct {
	FEN    string `json:"fen"`
	Memory memory `json:"memory"` // for the table of the search

	Seconds seconds `json:"seconds"` // that it may take
	Beside  bool    `json:"beside"`  // whether a build runs beside it, which has half of the time
}

type refreshRequest struct {
	Beside bool `json:"beside"` // whether a build runs beside the search
}

// prove searches for a proof of a position's outcome. It ends with a proof, when its time is over, after a call of
// rest, or when the next search begins.
func (e *engine) prove(ctx context.Context, request proveRequest, report func(search.Proof)) (*search.Proof, error) {
	read, err := board.ReadFEN(request.FEN)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithTimeout(ctx, request.Seconds.duration())
	defer stop()
	e.proofs.mu.Lock()
	if e.proofs.stop != nil {
		e.proofs.stop()
	}
	e.proofs.stop, e.proofs.beside = stop, request.Beside
	e.proofs.mu.Unlock()
	e.proofs.searching.Lock()
	defer e.proofs.searching.Unlock()
	return service.Again(func(error) error { return e.proofs.forget() }, func() (*search.Proof, error) {
		return e.searchFor(ctx, read.Position, read.Counters, request.Memory.bytes(), report)
	})
}

// refresh makes the search under way look for new tables, and sets whether a build runs beside it.
func (e *engine) refresh(_ context.Context, request refreshRequest) error {
	e.proofs.mu.Lock()
	defer e.proofs.mu.Unlock()
	e.proofs.stale, e.proofs.beside = true, request.Beside
	return nil
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

func (e *engine) searchFor(
	ctx context.Context, p board.Position, counters board.Counters, memory int64, report func(search.Proof),
) (*search.Proof, error) {
	s, err := e.proofs.open(e.store, memory)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	begun, worked := time.Now(), time.Now()
	report = sparsely(report)
	var renewing error
	r, err := s.Prove(ctx, p, search.Limits{Observe: func(r *search.Result) {
		if time.Since(worked) < workInterval {
			return
		}
		report(*s.Proof(r, counters))
		time.Sleep(time.Millisecond) // only a sleep lets messages in, and not one that is over before Go is idle
		beside, stale := e.proofs.poll()
		if stale {
			if renewing = e.proofs.renew(); renewing != nil {
				stop()
			}
		}
		if beside {
			search.RestBeside(ctx, len(p.Men()), begun, time.Since(worked))
		}
		worked = time.Now()
	}})
	if err == nil && !r.Settled() {
		err = renewing
	}
	if err != nil {
		return nil, err
	}
	proof := s.Proof(r, counters)
	if r.Settled() {
		err = e.addLine(context.WithoutCancel(ctx), proof, s, p, counters)
	}
	return proof, err
}

// addLine adds the proof as moves. If they lead into a table, it adds that table's line.
func (e *engine) addLine(
	ctx context.Context, proof *search.Proof, s *search.Search, p board.Position, counters board.Counters,
) error {
	line, err := s.AddLine(ctx, proof, p, counters)
	if err != nil || line.End != search.EndTable {
		return err
	}
	prober := e.proven() // a proof must not use unproven tables
	defer prober.Close()
	rest, err := prober.Line(ctx, line.After)
	if errors.Is(err, store.ErrMissing) { // some of the tables that it leads to
		return nil
	}
	if err != nil {
		return err
	}
	if n := len(proof.Line); n > 0 {
		last, err := board.ReadFEN(proof.Line[n-1].FEN)
		if err != nil {
			return err
		}
		counters = last.Counters
	}
	for _, m := range movesAlong(counters, rest.Moves) {
		proof.Line = append(proof.Line, search.Ply{UCI: m.UCI, SAN: m.SAN, FEN: m.FEN})
	}
	return nil
}
