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
)

// foretellInterval is how long it works before it rests and looks for what has been built meanwhile: that drops what it
// has read of tables of which units are missing.
const foretellInterval = 500 * time.Millisecond

// foretell says how a position ends as soon as that is proven, while what tells the distance is being built. Whoever
// calls it calls stop before anything else is written.
func foretell(s *session, p board.Position) (stop func()) {
	ctx, cancel := context.WithCancel(s.ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		lib := library.New(s.store, foretellCache)
		defer lib.Close()
		foretold(ctx, s.stderr, lib, p)
	}()
	return func() {
		cancel()
		<-ended
	}
}

// foretold searches and says what it finds. An error is none of the build's: who reads the tables in the end hears of
// it.
func foretold(ctx context.Context, out io.Writer, lib *library.Library, p board.Position) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	engine := search.New(lib.Reader(ctx), search.NewTable(foretellTable)).UseKnownWins()
	begun, worked := time.Now(), time.Now()
	r, err := engine.Prove(ctx, p, search.Limits{Observe: func(*search.Result) {
		if time.Since(worked) < foretellInterval {
			return
		}
		search.RestBeside(ctx, len(p.Men()), begun, time.Since(worked))
		if lib.Renew() != nil {
			cancel()
		}
		engine.Use(lib.Reader(ctx))
		worked = time.Now()
	}})
	if err != nil || !r.Settled() {
		return
	}
	newLine(out)
	if r.Low == value.Drawn {
		fmt.Fprintln(out, "Draw: that is proven, and what each move leads to is being worked out.")
	} else {
		fmt.Fprintf(out, "%s: that is proven, and the distance is being worked out.\n", proven(r))
	}
}
