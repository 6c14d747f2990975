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
	"github.com/matewright/matewright/core/words"
)

// The memory of a search beside a build, in bytes.
const (
	foretellTable = 64 << 20
	foretellCache = 64 << 20
)

// foretellInterval is the working time of the search between rests. After a rest it looks for new tables, and drops the
// cached data of tables with missing units.
const foretellInterval = 500 * time.Millisecond

// foretell prints the result of a position as soon as it is proven, while the table with the distance is being built.
// The caller calls stop before it writes anything else.
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

// foretold searches and prints a proven result. It ignores errors: the probe after the build reports those of tables.
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
		fmt.Fprintln(out, words.New("command.foretell.draw"))
	} else {
		fmt.Fprintln(out, words.New("command.foretell.proven", "result", proven(r.Position.Turn, r.Low, r.High)))
	}
}
