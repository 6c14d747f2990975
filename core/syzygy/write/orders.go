package write

import (
	"cmp"
	"context"
	"math"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/syzygy/layout"
	"github.com/matewright/matewright/core/syzygy/pairs"
)

// An order is a way to number the positions of a side. Its kinds of men are in the order of their factors, the smallest
// first.
type order struct {
	kinds  []layout.Piece
	layout *layout.Layout
	places [2]int  // of the first groups among the factors
	bits   float64 // that a value is estimated to take
}

// arrange returns the pieces of a file and the places of its first groups, given the kinds in the order of their
// factors. The first group has the last three kinds side by side that come up once, or both kings, or the pawns. If
// there is no such group, ok is false.
func arrange(kinds []layout.Piece, count map[layout.Piece]int, lead board.Color) (
	pieces []layout.Piece, orders [2]int, ok bool,
) {
	orders = [2]int{-1, layout.NoOrder}
	add := func(p layout.Piece) {
		for range count[p] {
			pieces = append(pieces, p)
		}
	}
	first := 0 // kinds in the first group
	pawns := layout.Piece{Color: lead, Type: board.Pawn}
	if at := slices.Index(kinds, pawns); at >= 0 {
		orders[0], first = at, 1
		add(pawns)
		other := layout.Piece{Color: lead.Other(), Type: board.Pawn}
		if at := slices.Index(kinds, other); at >= 0 {
			orders[1] = at
			add(other)
		}
	} else {
		first = 2
		if single(kinds, count) >= 3 {
			first = 3
		}
		for at := len(kinds) - first; at >= 0 && orders[0] < 0; at-- {
			if single(kinds[at:at+first], count) == first {
				orders[0] = at
			}
		}
		if orders[0] < 0 {
			return nil, orders, false
		}
		for i := first - 1; i >= 0; i-- {
			add(kinds[orders[0]+i])
		}
	}
	for i, kind := range kinds {
		if (i < orders[0] || i >= orders[0]+first) && i != orders[1] {
			add(kind)
		}
	}
	return pieces, orders, true
}

// single returns the number of kinds that come up once.
func single(kinds []layout.Piece, count map[layout.Piece]int) (n int) {
	for _, kind := range kinds {
		if count[kind] == 1 {
			n++
		}
	}
	return n
}

// permutations calls a function with all orders of kinds, until it returns false.
func permutations(kinds []layout.Piece, from int, do func([]layout.Piece) bool) bool {
	if from == len(kinds) {
		return do(kinds)
	}
	for i := from; i < len(kinds); i++ {
		kinds[from], kinds[i] = kinds[i], kinds[from]
		more := permutations(kinds, from+1, do)
		kinds[from], kinds[i] = kinds[i], kinds[from]
		if !more {
			return false
		}
	}
	return true
}

// allOrders returns all orders of a class and a file of the leading pawn.
func allOrders(class classMen, file int) (list []*order) {
	permutations(slices.Clone(class.kinds), 0, func(kinds []layout.Piece) bool {
		if pieces, orders, ok := arrange(kinds, class.count, class.lead); ok {
			if l, err := layout.New(pieces, orders, file); err == nil {
				list = append(list, &order{kinds: slices.Clone(kinds), layout: l, places: orders})
			}
		}
		return true
	})
	return list
}

// An estimate encodes a sample of the values in segments, with few symbols.
const (
	firstEstimate   = 1 << 16 // values
	secondEstimate  = 1 << 19 // values
	estimateSegment = 1 << 9
	estimateSymbols = 100
	mostDecided     = 3 // kinds
	finalists       = 8
	kept            = 3 // finalists of a file that are those of the next one
)

// A chooser chooses the orders of a side's values, file by file of the leading pawn.
type chooser struct {
	best [][]layout.Piece // the kinds of the best orders of the last file, the best first
}

// choose returns the best order found. by returns the values in an order.
func (c *chooser) choose(
	ctx context.Context, slots pairs.Slots, orders []*order, by func(*order) pairs.Values,
) (*order, error) {
	estimate := func(orders []*order, sample int64) error { return estimate(ctx, slots, orders, sample, by) }
	var final []*order
	if c.best == nil {
		var err error
		if final, err = semifinal(orders, estimate); err != nil {
			return nil, err
		}
	}
	for _, kinds := range c.best {
		i := slices.IndexFunc(orders, func(o *order) bool { return slices.Equal(o.kinds, kinds) })
		final = append(final, orders[i])
	}
	if err := estimate(final, secondEstimate); err != nil {
		return nil, err
	}
	slices.SortStableFunc(final, fewerBits)
	c.best = nil
	for _, o := range final[:min(len(final), kept)] {
		c.best = append(c.best, o.kinds)
	}
	return final[0], nil
}

// semifinal returns the best orders by a small sample. It decides the kinds with the smallest factors first, as they
// change most from a value to the next one.
func semifinal(orders []*order, estimate func(orders []*order, sample int64) error) ([]*order, error) {
	best, estimated := orders[0], []*order(nil)
	for k := range min(len(best.kinds)-1, mostDecided) {
		tried := map[[2]layout.Piece]bool{}
		var wanted, known []*order
		for _, o := range orders {
			if !slices.Equal(o.kinds[:k], best.kinds[:k]) || tried[[2]layout.Piece(o.kinds[k:])] {
				continue
			}
			tried[[2]layout.Piece(o.kinds[k:])] = true
			if known = append(known, o); o.bits == 0 {
				wanted = append(wanted, o)
			}
		}
		if err := estimate(wanted, firstEstimate); err != nil {
			return nil, err
		}
		estimated = append(estimated, wanted...)
		best = slices.MinFunc(known, fewerBits)
	}
	slices.SortStableFunc(estimated, fewerBits)
	return estimated[:min(len(estimated), finalists)], nil
}

func fewerBits(a, b *order) int { return cmp.Compare(a.bits, b.bits) }

// estimate sets the bits of orders by a sample.
func estimate(
	ctx context.Context, slots pairs.Slots, orders []*order, sample int64, by func(*order) pairs.Values,
) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, o := range orders {
		group.Go(func() error {
			return slots.Do(ctx, func() (err error) {
				o.bits, err = pairs.Estimate(by(o), sample, estimateSegment, estimateSymbols)
				o.bits = max(o.bits, math.SmallestNonzeroFloat64)
				return err
			})
		})
	}
	return group.Wait()
}
