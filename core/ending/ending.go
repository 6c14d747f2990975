package ending

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// An Ending has the known bounds of the positions that one position can reach. Only one goroutine may use it.
type Ending struct {
	root    board.Position
	kept    *kept
	solvers []*solver // one for each thread
	observe func(Progress)

	mu       sync.Mutex
	progress Progress
}

// Options are the means to solve an ending.
type Options struct {
	Threads int          // at least one is used
	Memory  int64        // for unpacked slices, in bytes
	Room    scratch.Room // for packed slices
}

// Progress has the work done so far.
type Progress struct {
	Solved    int   // slices, each counted once
	Positions int64 // in them
	Todo      int   // slices of this round that are not done yet
	Bytes     int64 // of packed slices
}

// A PiecesError reports a position with more pieces, kings not counted, than an ending can begin with.
type PiecesError struct{ Pieces int }

// Message returns both numbers as a message.
func (e *PiecesError) Message() words.Message {
	return words.New("core.ending.pieces", "count", e.Pieces, "most", MaxPieces)
}

// Error returns both numbers.
func (e *PiecesError) Error() string { return e.Message().String() }

// errCastling refuses castling rights: positions of a slice have none.
var errCastling = words.Error("core.ending.castling")

// New returns the ending of a position. Nothing is known about it yet. Errors are [*PiecesError], and one about
// castling rights.
func New(root board.Position, o Options) (*Ending, error) {
	if root.Rights != 0 {
		return nil, errCastling
	}
	pieces := 0
	for _, m := range root.Men() {
		if m.Type != board.King && m.Type != board.Pawn {
			pieces++
		}
	}
	if pieces > MaxPieces {
		return nil, &PiecesError{pieces}
	}
	e := &Ending{root: root, kept: newKept(o.Room, o.Memory)}
	for range max(o.Threads, 1) {
		e.solvers = append(e.solvers, &solver{source: e.kept})
	}
	return e, nil
}

// Solve solves slices until the outcomes of the position and of all its moves are known. It ends earlier if no more
// slices can be solved, or if the context ends. The end of the context is not an error: the bounds found by then stay.
//
// Observe, unless it is nil, is called after each slice, by one goroutine at a time.
func (e *Ending) Solve(ctx context.Context, observe func(Progress)) error {
	e.observe = observe
	err := e.solve(ctx)
	if ctx.Err() != nil {
		return nil
	}
	return err
}

func (e *Ending) solve(ctx context.Context) error {
	root, _ := sliceOf(&e.root)
	if err := e.solveAll(ctx, []Slice{root}); err != nil {
		return err
	}
	small := root.pieces.count() == 0
	for {
		if small && e.progress.Solved > fewSlices {
			small = false
			if err := e.solveAll(ctx, beforePromotions(root)); err != nil {
				return err
			}
		}
		f, err := e.frontier(ctx)
		if err != nil {
			return err
		}
		work := slices.Collect(maps.Keys(f.visited))
		if !slices.ContainsFunc(work, e.kept.isStale) {
			next := cheapest(f.hits)
			if len(next) == 0 {
				break
			}
			work = append(work, next...)
		}
		if err := e.solveAll(ctx, inOrder(work)); err != nil {
			return err
		}
	}
	return e.solveAll(ctx, inOrder(slices.Collect(maps.Keys(e.kept.nodes))))
}

// fewSlices is how many slices are solved one round after the other. An ending that needs more of them needs most of
// those before promotions, and these are quicker all at once. A blocked ending needs few: sixteen locked pawns one.
const fewSlices = 512

// mostSlices is how many slices before promotions are solved at once. There is a slice for each set of pawns that the
// kings could capture, so locked pawns lead to millions.
const mostSlices = 1 << 16

// beforePromotions lists the slices that play can reach from one without a promotion, or none if they are too many.
func beforePromotions(from Slice) []Slice {
	n := 0
	list := closure(from, func(s Slice) bool {
		if s.pieces.count() > 0 || n > mostSlices {
			return false
		}
		n++
		return true
	})
	if n > mostSlices {
		return nil
	}
	return list
}

// closure lists the slices that play can reach from one through slices of some kind, in order.
func closure(from Slice, within func(Slice) bool) []Slice {
	seen := map[Slice]bool{from: true}
	list := []Slice{from}
	add := func(s Slice) {
		if !seen[s] && within(s) {
			seen[s] = true
			list = append(list, s)
		}
	}
	for i := 0; i < len(list); i++ {
		list[i].exits(func(e exit) {
			add(e.after)
			for _, s := range e.passing {
				add(s)
			}
		})
	}
	return inOrder(list)
}

// inOrder sorts slices: each comes after all those that play can reach from it.
func inOrder(list []Slice) []Slice {
	slices.SortFunc(list, func(a, b Slice) int {
		return cmp.Or(
			cmp.Compare(a.potential(), b.potential()), cmp.Compare(a.pawns[0], b.pawns[0]),
			cmp.Compare(a.pawns[1], b.pawns[1]), slices.Compare(a.pieces[:], b.pieces[:]),
		)
	})
	return list
}

// cheapest returns the slices with the fewest pieces, of those that can be solved.
func cheapest(hits map[Slice]int) (list []Slice) {
	for pieces := 0; pieces <= MaxPieces && len(list) == 0; pieces++ {
		for s := range hits {
			if s.pieces.count() == pieces {
				list = append(list, s)
			}
		}
	}
	return list
}

// solveAll solves the slices of an ordered list that are stale.
func (e *Ending) solveAll(ctx context.Context, list []Slice) error {
	e.progress.Todo = len(list)
	for len(list) > 0 {
		level := list[0].potential()
		n := 1
		for n < len(list) && list[n].potential() == level {
			n++
		}
		if err := e.solveLevel(ctx, list[:n]); err != nil {
			return err
		}
		list = list[n:]
	}
	return nil
}

// solveLevel solves slices of the same potential, which do not depend on each other.
func (e *Ending) solveLevel(ctx context.Context, list []Slice) error {
	next := make(chan Slice, len(list))
	for _, s := range list {
		next <- s
	}
	close(next)
	group, ctx := errgroup.WithContext(ctx)
	for _, solver := range e.solvers[:min(len(list), len(e.solvers))] {
		group.Go(func() error {
			for s := range next {
				if err := e.solveWith(ctx, solver, s); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// solveWith solves a slice if it is stale.
func (e *Ending) solveWith(ctx context.Context, solver *solver, s Slice) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	_, known := e.kept.find(s)
	if e.kept.isStale(s) {
		changes := e.kept.now()
		b, err := solver.solve(s)
		if err != nil {
			return err
		}
		if err := e.kept.put(s, b, changes); err != nil {
			return err
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.progress.Todo--
	if !known {
		of := frameOf(s.pieces)
		e.progress.Solved++
		e.progress.Positions += 2 * 64 * int64(of.words())
	}
	e.progress.Bytes = e.kept.pile.Bytes()
	if e.observe != nil {
		e.observe(e.progress)
	}
	return nil
}

// frontier returns the frontier of the likely outcomes of the position and its moves.
func (e *Ending) frontier(ctx context.Context) (*frontier, error) {
	positions := []board.Position{e.root}
	for _, m := range e.root.LegalMoves(nil) {
		positions = append(positions, e.root.Play(m))
	}
	f := newFrontier(e.kept, e.solvers[0])
	for _, attacker := range board.Colors {
		for _, wins := range []bool{true, false} {
			c := claim{attacker, wins}
			for _, p := range positions {
				if err := f.add(c, &p); err != nil {
					return nil, err
				}
			}
			if err := f.follow(ctx, c); err != nil {
				return nil, err
			}
		}
	}
	return f, nil
}

// Bounds returns the worst and the best outcome of a position for the side to move, as far as known. A position that
// is not part of the ending has every outcome.
func (e *Ending) Bounds(p *board.Position) (low, high value.Outcome, err error) {
	if p.EnPassant != board.NoSquare { // slices have no such positions
		return e.boundsByMoves(p)
	}
	low, high = value.Loss, value.Win
	s, ok := sliceOf(p)
	if !ok || p.Rights != 0 {
		return low, high, nil
	}
	b, err := e.kept.block(s)
	if err != nil || b == nil {
		return low, high, err
	}
	of := frameOf(s.pieces)
	word, lane := of.locate(p)
	low, high = b.word(p.Turn, word).at(lane).bounds(p.Turn)
	return low, high, nil
}

// boundsByMoves returns the bounds of a position with a legal move by those of its moves.
func (e *Ending) boundsByMoves(p *board.Position) (low, high value.Outcome, err error) {
	low, high = value.Loss, value.Loss
	for _, m := range p.LegalMoves(nil) {
		next := p.Play(m)
		l, h, err := e.Bounds(&next)
		if err != nil {
			return 0, 0, err
		}
		low, high = max(low, -h), max(high, -l)
	}
	return low, high, nil
}

// A Result has the bounds of a position and of its moves, for the side to move.
type Result struct {
	Low, High value.Outcome
	Moves     []Move // the legal moves, best first as far as known
	Progress
}

// A Move is a legal move with the bounds of the position after it, for the side that plays it.
type Move struct {
	board.Move
	Low, High value.Outcome
}

// Result returns the known bounds of the position and its moves.
func (e *Ending) Result() (*Result, error) {
	r := &Result{Progress: e.progress}
	var err error
	if r.Low, r.High, err = e.Bounds(&e.root); err != nil {
		return nil, err
	}
	for _, m := range e.root.LegalMoves(nil) {
		next := e.root.Play(m)
		low, high, err := e.Bounds(&next)
		if err != nil {
			return nil, err
		}
		r.Moves = append(r.Moves, Move{m, -high, -low})
	}
	slices.SortStableFunc(r.Moves, func(a, b Move) int {
		return cmp.Or(cmp.Compare(b.Low, a.Low), cmp.Compare(b.High, a.High))
	})
	return r, nil
}
