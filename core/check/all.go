package check

import (
	"context"
	"errors"
	"io"
	"sync"

	"github.com/matewright/matewright/core/game"
)

// A job is to read and judge some games of a file.
type job struct {
	read    func() []*game.Game
	reports []*Report
	err     error // after these
	judged  chan struct{}
}

// All reads and judges games, several at once, and calls done with the report of each, in their order. It numbers the
// games from 1. The next function returns one that reads the next games, and [io.EOF] after the last one.
func (j *Judge) All(
	ctx context.Context, threads int, next func() (read func() []*game.Game, err error), done func(*Report) error,
) error {
	ctx, stop := context.WithCancel(ctx)
	jobs := make(chan *job)
	order := make(chan *job, 4*threads) // so that one that takes long does not keep the others waiting
	var workers sync.WaitGroup
	defer workers.Wait()
	defer stop()
	for range threads {
		workers.Go(func() { j.work(ctx, jobs) })
	}
	var ended error
	go func() { // All does not wait for it: the next game may be typed
		defer close(order)
		defer close(jobs)
		for {
			read, err := next()
			if err != nil {
				ended = err
				return
			}
			it := &job{read: read, judged: make(chan struct{})}
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
	if err := inOrder(ctx, order, done); err != nil {
		return err
	}
	if errors.Is(ended, io.EOF) {
		return nil
	}
	return ended
}

// work does jobs until there are no more.
func (j *Judge) work(ctx context.Context, jobs <-chan *job) {
	for {
		select {
		case it, more := <-jobs:
			if !more {
				return
			}
			for _, g := range it.read() {
				r, err := j.Game(ctx, g)
				if err != nil {
					it.err = err
					break
				}
				it.reports = append(it.reports, r)
			}
			close(it.judged)
		case <-ctx.Done():
			return
		}
	}
}

// inOrder waits for one job after the other, numbers the games, and calls done with the reports.
func inOrder(ctx context.Context, order <-chan *job, done func(*Report) error) error {
	for number := 0; ; {
		var it *job
		select {
		case it = <-order:
		case <-ctx.Done():
			return ctx.Err()
		}
		if it == nil {
			return nil
		}
		select {
		case <-it.judged:
		case <-ctx.Done():
			return ctx.Err()
		}
		for _, r := range it.reports {
			number++
			r.Game.Number = number
			if err := done(r); err != nil {
				return err
			}
		}
		if it.err != nil {
			return it.err
		}
	}
}
