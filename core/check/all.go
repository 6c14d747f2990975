package check

import (
	"context"
	"errors"
	"io"
	"sync"

	"github.com/matewright/matewright/core/game"
)

// All judges games, several at once, and calls done with the report of each, in their order. The next function returns
// the next game, and [io.EOF] after the last one.
func (j *Judge) All(ctx context.Context, threads int, next func() (*game.Game, error), done func(*Report) error) error {
	type job struct {
		game   *game.Game
		report *Report
		err    error
		judged chan struct{}
	}
	ctx, stop := context.WithCancel(ctx)
	jobs := make(chan *job)
	order := make(chan *job, 4*threads) // so that one that takes long does not keep the others waiting
	var workers sync.WaitGroup
	defer workers.Wait()
	defer stop()
	for range threads {
		workers.Go(func() {
			for {
				select {
				case it, more := <-jobs:
					if !more {
						return
					}
					it.report, it.err = j.Game(ctx, it.game)
					close(it.judged)
				case <-ctx.Done():
					return
				}
			}
		})
	}
	var ended error
	go func() { // All does not wait for it: the next game may be typed
		defer close(order)
		defer close(jobs)
		for {
			g, err := next()
			if err != nil {
				ended = err
				return
			}
			it := &job{game: g, judged: make(chan struct{})}
			for _, to := range []chan<- *job{order, jobs} {
				select {
				case to <- it:
				case <-ctx.Done():
					ended = ctx.Err()
					return
				}
			}
		}
	}()
	for {
		var it *job
		select {
		case it = <-order:
		case <-ctx.Done():
			return ctx.Err()
		}
		if it == nil {
			break
		}
		select {
		case <-it.judged:
		case <-ctx.Done():
			return ctx.Err()
		}
		if it.err != nil {
			return it.err
		}
		if err := done(it.report); err != nil {
			return err
		}
	}
	if errors.Is(ended, io.EOF) {
		return nil
	}
	return ended
}
