package ending

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
)

// An Ending has the known bounds of the positions that one position can reach. Only one goroutine may use it.
type Ending struct {
	Reader
	crew     crew
	reporter reporter // guards the progress

	attackers []board.Color // whose wins are in question
	most      int           // pieces of the slices that the memory has room for, without wide ones
	widest    int           // with them
	complete  bool          // no more slices can be solved for these

	progress Progress

	round  []Slice // that an earlier process began last for this question, or nil
	listed bool    // all small slices were in a round
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
	Bytes     int64 // of the journal
}

// New returns the ending of a position. If the room has the journal of an earlier process for that position, solving
// resumes from there. Errors are [*PiecesError], [*MemoryError], [ErrCastling], and those of the room and
// its content.
func New(root board.Position, o Options) (*Ending, error) {
	if err := Check(&root); err != nil {
		return nil, err
	}
	e := &Ending{Reader: Reader{root: root, kept: newKept(o.Room, o.Memory/cacheShare)}, attackers: o.Attackers}
	e.crew = newCrew(o.Threads, o.Memory, e.kept)
	e.crew.limit = e.kept.limit
	e.crew.remind(e.reporter.remind)
	e.solver, e.most, e.widest = e.crew.solvers[0], e.crew.mostPieces(), e.crew.widest()
	if s, _ := sliceOf(&root); s.pieces.count() > e.most {
		return nil, &MemoryError{LeastMemory(s.pieces.count())}
	}
	if len(e.attackers) == 0 {
		e.attackers = board.Colors[:]
	}
	if err := e.kept.journal.begin(root.FEN()); err != nil {
		return nil, err
	}
	r, err := e.kept.restore()
	if err != nil {
		return nil, err
	}
	if err := e.kept.journal.cut(); err != nil {
		return nil, err
	}
	if q := e.question(); r.round.question == q {
		e.round, e.listed = r.round.slices, r.round.listed
	}
	e.end = r.end
	e.complete = r.end.answers(e.question())
	for s := range e.kept.nodes {
		e.count(s)
	}
	e.progress.Bytes = e.kept.journal.pile.Bytes()
	return e, nil
}

// question returns the goal of solving.
func (e *Ending) question() question { return newQuestion(e.widest, e.attackers) }

// count adds a slice to the progress.
func (e *Ending) count(s Slice) {
	e.progress.Solved++
	e.progress.Positions += positionsOf(s.pieces)
}

// Solve solves slices until all that is in question about the position and its moves is known. It ends earlier if no
// more slices can be solved, or if the context ends. The end of the context is not an error: the bounds found by then
// stay.
//
// Observe, unless it is nil, is called after each slice, and several times a second when slices take longer. One
// goroutine at a time calls it.
func (e *Ending) Solve(ctx context.Context, observe func(Progress)) error {
	if observe != nil {
		e.reporter.begin(func() { observe(e.progress) })
		defer e.reporter.begin(nil)
	}
	err := e.solve(ctx)
	e.crew.share(1, MaxPieces) // for measuring
	if err != nil && errors.Is(err, ctx.Err()) {
		return nil
	}
	return err
}

func (e *Ending) solve(ctx context.Context) error {
	if e.complete {
		return nil
	}
	list := e.round
	if list == nil {
		root, _ := sliceOf(&e.root)
		list = []Slice{root}
		if err := e.begin(list); err != nil {
			return err
		}
	}
	last := false // no claim needs more slices, and all stale ones are solved again
	for {
		changes := e.kept.now()
		if err := e.solveAll(ctx, list); err != nil {
			return err
		}
		if last && e.kept.now() == changes {
			e.complete = true
			return e.kept.end(e.question())
		}
		var err error
		if list, err = e.next(ctx); err != nil {
			return err
		}
		if last = list == nil; last {
			list = e.solved()
		}
		if err := e.begin(inOrder(list)); err != nil {
			return err
		}
	}
}

// begin notes that a round with some slices begins.
func (e *Ending) begin(list []Slice) error {
	return e.kept.beginRound(round{e.question(), e.listed, list})
}

// solved returns the solved slices that the memory has room for.
func (e *Ending) solved() (list []Slice) {
	for s := range e.kept.nodes {
		if s.pieces.count() <= e.most {
			list = append(list, s)
		}
	}
	return list
}

// next returns the slices of the next round, or nil if no claim needs any that can be solved.
func (e *Ending) next(ctx context.Context) ([]Slice, error) {
	if !e.listed {
		list, err := e.allAtOnce(ctx)
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
		unsolved := e.kept.withNeeds(cheapest(f.hits, e.widest), e.most)
		if len(unsolved) == 0 {
			return nil, nil
		}
		list = append(list, unsolved...)
	}
	return list, nil
}

// fewSlices is how many slices are solved one round after the other. An ending that needs more of them needs most of
// those before promotions, and these are quicker all at once. A blocked ending needs few: sixteen locked pawns one.
// With pieces at the start each round takes seconds, and fewWithPieces is the limit.
const (
	fewSlices     = 512
	fewWithPieces = 32
)

// mostSlices is how many slices before promotions are solved at once, and mostPositions is for the positions in them.
// There is a slice for each set of pawns that the men could capture, so locked pawns lead to millions.
const (
	mostSlices    = 1 << 16
	mostPositions = 1 << 34
)

// allAtOnce returns all slices before promotions, once the rounds so far show that most of them matter. It returns none
// if they are too many.
func (e *Ending) allAtOnce(ctx context.Context) ([]Slice, error) {
	few := fewSlices
	if root, _ := sliceOf(&e.root); root.pieces.count() > 0 {
		few = fewWithPieces
	}
	if e.progress.Solved <= few {
		return nil, nil
	}
	e.listed = true
	list, err := beforePromotions(func() error {
		e.reporter.remind()
		return ctx.Err()
	}, &e.root, mostSlices+1)
	if err != nil || len(list) > mostSlices || positionsIn(list) > mostPositions {
		return nil, err
	}
	return list, nil
}

// positionsIn returns the number of positions in some slices.
func positionsIn(list []Slice) (n int64) {
	for _, s := range list {
		n += positionsOf(s.pieces)
	}
	return n
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

// wideAtOnce is how many wide slices are solved in a round, with those that they need. Each takes half a minute, and
// its wins may change the claims.
const wideAtOnce = 4

// cheapest returns the slices with the fewest pieces, up to a number of pieces. Only some wide ones are among them:
// those nearest to the first position that a side is likely to win.
func cheapest(hits map[Slice]bool, most int) (list []Slice) {
	for pieces := 0; pieces <= most && len(list) == 0; pieces++ {
		for s := range hits {
			if s.pieces.count() == pieces && (!s.isWide() || newSlab(s) != nil) {
				list = append(list, s)
			}
		}
	}
	if len(list) > wideAtOnce && list[0].isWide() {
		list = inOrder(list)[len(list)-wideAtOnce:]
	}
	return list
}

// solveAll solves the slices of an ordered list that are stale.
func (e *Ending) solveAll(ctx context.Context, list []Slice) error {
	e.reporter.update(func() { e.progress.Todo = len(list) })
	return e.crew.each(ctx, list, e.solveWith)
}

// solveWith solves a slice if it is stale.
func (e *Ending) solveWith(ctx context.Context, solver *solver, s Slice) error {
	_, known := e.kept.find(s)
	if e.kept.isStale(s) {
		solve := e.kept.solve
		if s.isWide() {
			solve = e.kept.solveWide
		}
		if err := solve(ctx, solver, s); err != nil {
			return err
		}
	}
	e.reporter.update(func() {
		e.progress.Todo--
		if !known {
			e.count(s)
		}
		e.progress.Bytes = e.kept.journal.pile.Bytes()
	})
	return nil
}

// solve solves a slice and stores its block.
func (k *kept) solve(ctx context.Context, solver *solver, s Slice) error {
	changes := k.now()
	open, err := solver.solve(ctx, s)
	if err != nil {
		return err
	}
	var all *[2]*block
	at := func(turn board.Color, word int) codes {
		solver.watch.over() // packing takes long
		return solver.codes(turn, word)
	}
	if s.pieces.count() < MaxPieces { // a larger block takes 20 MiB
		all = solver.blocks(open)
		at = func(turn board.Color, word int) codes { return all[turn].words[word] }
	}
	err = k.put(s, open, solver.packer.pack(solver.words(), open, at), all, changes)
	if s.pieces.count() == MaxPieces {
		solver.packer = packer{} // with up to 10 MiB
	}
	return err
}

// solveWide finds the slab of a wide slice and stores it.
func (k *kept) solveWide(ctx context.Context, solver *solver, s Slice) error {
	changes := k.now()
	b, open, err := solver.solveWide(ctx, s)
	if err != nil {
		return err
	}
	defer func() { solver.packer = packer{} }() // may be large
	return k.put(s, true, solver.packer.packWide(b, open, &solver.geometry), nil, changes)
}

// withNeeds adds the unsolved slices that wide ones of a list depend on. Pawn moves of the defender lead to other wide
// ones. Captures lead to slices with up to a number of pieces, if the attacker is likely to win these.
func (k *kept) withNeeds(list []Slice, most int) []Slice {
	for i := 0; i < len(list); i++ {
		s := list[i]
		if !s.isWide() {
			continue
		}
		attacker := newSlab(s).attacker
		s.exits(func(e exit) {
			after := e.after
			needed := after.pieces.count() <= most && after.ahead()[attacker] != 0
			if e.keepsWords() && e.color != attacker && newSlab(after).attacks(attacker) {
				rank := e.to.Rank()
				needed = rank != 1 && rank != 6 // otherwise it will promote
			}
			if needed && !k.has(after) && !slices.Contains(list, after) {
				list = append(list, after)
			}
		})
	}
	return list
}

// frontier returns the frontier of the likely outcomes of the position and its moves.
func (e *Ending) frontier(ctx context.Context) (*frontier, error) {
	positions := []board.Position{e.root}
	for _, m := range e.root.LegalMoves(nil) {
		positions = append(positions, e.root.Play(m))
	}
	f := newFrontier(e.kept, &e.crew, e.most)
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
