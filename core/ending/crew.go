package ending

import (
	"context"

	"golang.org/x/sync/errgroup"
)

// A crew solves slices on several threads.
type crew struct {
	solvers []*solver // one for each thread
	memory  int64     // bytes for these and for unpacked slices

	limit     func(bytes int64) // limits the memory for unpacked slices, unless it is nil
	wordBytes int64             // of a solver for each word of a slice
}

func newCrew(threads int, memory int64, from source) crew {
	c := crew{memory: memory, wordBytes: wordBytes}
	for range max(threads, 1) {
		c.solvers = append(c.solvers, &solver{source: from})
	}
	return c
}

// forget frees the memory of the solvers.
func (c *crew) forget() {
	for _, s := range c.solvers {
		*s = solver{source: s.source, watch: watch{also: s.watch.also}}
	}
}

// solversFor returns how many solvers the memory has room for, with slices of some pieces.
func (c *crew) solversFor(pieces int) int {
	return int((c.memory - c.memory/otherShare) / solverBytes(pieces, c.wordBytes))
}

// cacheFor returns the memory for unpacked blocks, beside some solvers for slices with some pieces.
func (c *crew) cacheFor(solvers, pieces int) int64 {
	rest := c.memory - c.memory/otherShare - int64(solvers)*solverBytes(pieces, c.wordBytes)
	return max(min(c.memory/cacheShare, rest), 0)
}

// remind makes the solvers call a function from time to time.
func (c *crew) remind(do func()) {
	for _, s := range c.solvers {
		s.watch.also = do
	}
}

// mostPieces returns the largest number of pieces of slices that the memory has room for.
func (c *crew) mostPieces() (most int) {
	for most < MaxPieces && c.solversFor(most+1) > 0 {
		most++
	}
	return most
}

// share divides the memory among some solvers, for slices with up to some pieces, and unpacked slices.
func (c *crew) share(solvers, pieces int) {
	for i, s := range c.solvers {
		if i >= solvers || pieces < MaxPieces {
			s.shrink()
		}
	}
	if c.limit != nil {
		c.limit(c.cacheFor(solvers, pieces))
	}
}

// widest is mostPieces with wide slices.
func (c *crew) widest() int {
	if c.solversFor(mostPieces) > 0 {
		return mostPieces
	}
	return c.mostPieces()
}

// each calls a function for all slices of an ordered list. It has done this for all slices of a lower potential before
// the first one of a potential.
func (c *crew) each(ctx context.Context, list []Slice, do func(context.Context, *solver, Slice) error) error {
	for len(list) > 0 {
		level := list[0].potential()
		n := 1
		for n < len(list) && list[n].potential() == level {
			n++
		}
		if err := c.level(ctx, list[:n], do); err != nil {
			return err
		}
		list = list[n:]
	}
	return nil
}

// level is each for slices of the same potential, which do not depend on each other.
func (c *crew) level(ctx context.Context, list []Slice, do func(context.Context, *solver, Slice) error) error {
	next := make(chan Slice, len(list))
	most := 0
	for _, s := range list {
		next <- s
		most = max(most, s.pieces.count())
	}
	close(next)
	solvers := min(len(list), len(c.solvers), max(c.solversFor(most), 1))
	if most > MaxPieces {
		c.forget()
	}
	c.share(solvers, most)
	group, ctx := errgroup.WithContext(ctx)
	for _, solver := range c.solvers[:solvers] {
		group.Go(func() error {
			for s := range next {
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := do(ctx, solver, s); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}
