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
)

// An Ending has the known bounds of the positions that one position can reach. Only one goroutine may use it.
type Ending struct {
	root    board.Position
	kept    *kept
	solvers []*solver // one for each thread
	observe func(Progress)

	attackers []board.Color // whose wins are in question
	memory    int64
	most      int  // pieces of the slices that the memory has room for
	complete  bool // no more slices can be solved for these

	mu       sync.Mutex
	progress Progress

	round  []Slice // that an earlier process began last, or nil
	listed bool    // all small slices are in a round
}

// Options are the means to solve an ending.
type Options struct {
	Threads int          // at least one is used
	Memory  int64        // for unpacked slices and solvers, in bytes; see [LeastMemory]
	Room    scratch.Room // for the journal, which has the packed slices

	// Attackers are the sides whose wins are in question, both if it is empty. With one of them, solving ends when it
	// is known whether that side wins. The other bounds may then stay open.
	Attackers []board.Color
}

// Progress has the work done so far.
type Progress struct {
	Solved    int   // slices, each counted once
	Positions int64 // in them
	Todo      int   // slices of this round that are not done yet
	Bytes     int64 // of packed slices
}

// New returns the ending of a position. If the room has the journal of an earlier process for that position, solving
// resumes from there. Errors are [*PiecesError], [*MemoryError], one about castling rights, and those of the room and
// its content.
func New(root board.Position, o Options) (*Ending, error) {
	if err := check(&root); err != nil {
		return nil, err
	}
	e := &Ending{root: root, memory: o.Memory, kept: newKept(o.Room, o.Memory/cacheShare), attackers: o.Attackers}
	for e.most < MaxPieces && solversFor(o.Memory, e.most+1) > 0 {
		e.most++
	}
	if s, _ := sliceOf(&root); s.pieces.count() > e.most {
		return nil, &MemoryError{LeastMemory(s.pieces.count())}
	}
	if len(e.attackers) == 0 {
		e.attackers = board.Colors[:]
	}
	for range max(o.Threads, 1) {
		e.solvers = append(e.solvers, &solver{source: e.kept})
	}
	r, err := e.kept.restore(root.FEN())
	if err != nil {
		return nil, err
	}
	e.round = r.round
	e.complete = r.end.answers(end{e.attackers, e.most})
	for s := range e.kept.nodes {
		e.count(s)
	}
	return e, nil
}

// count adds a slice to the progress.
func (e *Ending) count(s Slice) {
	e.progress.Solved++
	e.progress.Positions += positionsOf(s.pieces)
	e.progress.Bytes = e.kept.journal.pile.Bytes()
}

// Solve solves slices until all that is in question about the position and its moves is known. It ends earlier if no
// more slices can be solved, or if the context ends. The end of the context is not an error: the bounds found by then
// stay.
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
	next := e.round
	if next == nil {
		root, _ := sliceOf(&e.root)
		next = []Slice{root}
	}
	for !e.complete {
		if err := e.solveRound(ctx, next); err != nil {
			return err
		}
		var err error
		if next, err = e.next(ctx); err != nil {
			return err
		}
		if next == nil {
			if err := e.solveRound(ctx, inOrder(slices.Collect(maps.Keys(e.kept.nodes)))); err != nil {
				return err
			}
			e.complete = true
			return e.kept.end(end{e.attackers, e.most})
		}
	}
	return nil
}

// solveRound solves the slices of an ordered list that are stale.
func (e *Ending) solveRound(ctx context.Context, list []Slice) error {
	if err := e.kept.beginRound(list); err != nil {
		return err
	}
	return e.solveAll(ctx, list)
}

// next returns the slices of the next round, in order, or nil if no claim needs any that can be solved.
func (e *Ending) next(ctx context.Context) ([]Slice, error) {
	if !e.listed && e.progress.Solved > fewSlices {
		e.listed = true
		list, err := e.smallSlices(ctx)
		if len(list) > 0 || err != nil {
			return list, err
		}
	}
	f, err := e.frontier(ctx)
	if err != nil {
		return nil, err
	}
	list := slices.Collect(maps.Keys(f.visited))
	if !slices.ContainsFunc(list, e.kept.isStale) {
		unsolved := cheapest(f.hits, e.most)
		if len(unsolved) == 0 {
			return nil, nil
		}
		list = append(list, unsolved...)
	}
	return inOrder(list), nil
}

// fewSlices is how many slices are solved one round after the other. An ending that needs more of them needs most of
// those before promotions, and these are quicker all at once. A blocked ending needs few: sixteen locked pawns one.
const fewSlices = 512

// mostSlices is how many slices before promotions are solved at once. There is a slice for each set of pawns that the
// kings could capture, so locked pawns lead to millions.
const mostSlices = 1 << 16

// smallSlices returns all slices before promotions in order, or none if they are too many, or have pieces.
func (e *Ending) smallSlices(ctx context.Context) ([]Slice, error) {
	if root, _ := sliceOf(&e.root); root.pieces.count() > 0 {
		return nil, nil
	}
	list, err := beforePromotions(ctx, &e.root, mostSlices+1)
	if err != nil || len(list) > mostSlices {
		return nil, err
	}
	return inOrder(list), nil
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

// cheapest returns the slices with the fewest pieces, up to a number of pieces.
func cheapest(hits map[Slice]int, most int) (list []Slice) {
	for pieces := 0; pieces <= most && len(list) == 0; pieces++ {
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
	most := 0
	for _, s := range list {
		next <- s
		most = max(most, s.pieces.count())
	}
	close(next)
	solvers := min(len(list), len(e.solvers), max(solversFor(e.memory, most), 1))
	group, ctx := errgroup.WithContext(ctx)
	for _, solver := range e.solvers[:solvers] {
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
		if err := e.kept.put(s, solver.packer.pack(b), b, changes); err != nil {
			return err
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.progress.Todo--
	if !known {
		e.count(s)
	}
	e.progress.Bytes = e.kept.journal.pile.Bytes()
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
	for _, attacker := range e.attackers {
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
	low, high = b.words[p.Turn][word].at(lane).bounds(p.Turn)
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
	Complete  bool   // Solve has ended by itself
	Progress
}

// A Move is a legal move with the bounds of the position after it, for the side that plays it.
type Move struct {
	board.Move
	Low, High value.Outcome
}

// Result returns the known bounds of the position and its moves.
func (e *Ending) Result() (*Result, error) {
	r := &Result{Complete: e.complete, Progress: e.progress}
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
