package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/search"
	"github.com/matewright/matewright/core/value"
)

// What a search beside a build may take.
const (
	foretellTable = 64 << 20
	foretellCache = 64 << 20
	foretellFirst = time.Second
)

// foretell says how a position ends as soon as that is proven, while what tells the distance is being built. The search
// looks again and again for what has been built meanwhile, each time for longer, and rests as long as it worked.
// Whoever calls it calls stop before anything else is written.
func foretell(s *session, p board.Position) (stop func()) {
	ctx, cancel := context.WithCancel(s.ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		lib := library.New(s.store, foretellCache)
		defer lib.Close()
		engine := search.New(nil, search.NewTable(foretellTable))
		for patience := foretellFirst; ctx.Err() == nil; patience *= 2 {
			if foretold(ctx, s.stderr, lib, engine, p, patience) {
				return
			}
			select {
			case <-ctx.Done():
			case <-time.After(patience):
			}
		}
	}()
	return func() {
		cancel()
		<-ended
	}
}

// foretold searches for so long, and reports whether nothing is left to say. An error is none of the build's: who reads the
// tables in the end hears of it.
func foretold(ctx context.Context, out io.Writer, lib *library.Library, engine *search.Search, p board.Position, patience time.Duration) bool {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if lib.Renew() != nil {
		return true
	}
	engine.Use(lib.Reader(ctx))
	r, err := engine.Prove(ctx, p, search.Limits{})
	if err != nil || !r.Settled() {
		return err != nil && ctx.Err() == nil
	}
	newLine(out)
	if r.Low == value.Drawn {
		fmt.Fprintln(out, "Draw: that is proven, and what each move leads to is being worked out.")
	} else {
		fmt.Fprintf(out, "%s: that is proven, and the distance is being worked out.\n", proven(r))
	}
	return true
}
