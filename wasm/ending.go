//go:build js && wasm && check

package main

import (
	"context"
	"errors"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/ending/shelf"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/search"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
	"github.com/matewright/matewright/indexeddb"
)

// The memory of a worker that solves, of the slices and solvers in it, and of answers from all endings. The memory of a
// worker never shrinks, and a quarter of it is for garbage and holes.
const (
	solverMemory = 256 << 20
	endingMemory = 160 << 20
	shelfMemory  = 48 << 20
)

// mostPlanned is the number of slices that a plan counts. They take half a second.
const mostPlanned = 50_000

// slowdown is how much longer than a server a browser takes for a slice.
const slowdown = 3

// errNoFiles refuses endings if nothing can store them.
var errNoFiles = words.Error("core.ending.noFiles")

// endings has the endings that are stored, and answers from them.
type endings struct {
	mu    sync.Mutex
	store shelf.Store
	shelf *shelf.Shelf
}

// stored has the endings of the worker, which has one engine.
var stored endings

// open returns the store, and the shelf of it.
func (e *endings) open() (shelf.Store, *shelf.Shelf, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.store == nil {
		if e.store = storeOfEndings(); e.store == nil {
			return nil, nil, errNoFiles
		}
		e.shelf = shelf.New(e.store, shelfMemory)
	}
	return e.store, e.shelf, nil
}

type fenRequest struct {
	FEN string `json:"fen"`
}

type endingPlanShape struct {
	Counts    []sliceCountShape `json:"counts"` // by number of pieces, kings left out
	Slices    int               `json:"slices"` // before promotions
	Positions int64             `json:"positions"`
	More      bool              `json:"more"`     // there are more than were counted
	Seconds   float64           `json:"seconds"`  // to solve these once, about
	Stronger  board.Side        `json:"stronger"` // the side whose wins are in question if only these are
}

type sliceCountShape struct {
	Slices    int   `json:"slices"`
	Positions int64 `json:"positions"`
}

// endingPlan answers with the size of a position's ending.
func (e *engine) endingPlan(ctx context.Context, request fenRequest) (*endingPlanShape, error) {
	read, err := board.ReadFEN(request.FEN)
	if err != nil {
		return nil, err
	}
	if _, _, err := stored.open(); err != nil {
		return nil, err
	}
	p, err := ending.NewPlan(ctx, read.Position, mostPlanned)
	if err != nil {
		return nil, err
	}
	total := p.Total()
	shape := &endingPlanShape{
		Slices: total.Slices, Positions: total.Positions, More: p.More,
		Seconds: slowdown * p.Seconds(1), Stronger: ending.Stronger(&read.Position).Side(),
	}
	for _, n := range p.Counts {
		shape.Counts = append(shape.Counts, sliceCountShape{n.Slices, n.Positions})
	}
	return shape, nil
}

// boundsShape has the known bounds of a position and its moves, as a proof has them.
type boundsShape struct {
	FEN   string              `json:"fen"`
	Low   value.Category      `json:"low"` // the proven bounds of the outcome of the side to move
	High  value.Category      `json:"high"`
	Plies int                 `json:"plies"` // of a win or loss to the next pawn move, capture or mate, or 0
	Mate  *mateShape          `json:"mate"`  // its plies to mate, if they are found
	Moves []measuredMoveShape `json:"moves"` // best first, as far as proven
}

type measuredMoveShape struct {
	search.ProvenMove
	Plies int        `json:"plies"` // to the next pawn move, capture or mate, this move included, or 0
	Mate  *mateShape `json:"mate"`  // to mate, likewise, if they are found
}

// mateShape has bounds of the plies to mate. They are exact if they are the same.
type mateShape struct {
	Least int `json:"least"` // no play forces mate in fewer plies
	Most  int `json:"most"`  // the winner can force mate in as many plies
}

func shapeMate(m ending.Mate) *mateShape {
	if m.Most == 0 {
		return nil
	}
	return &mateShape{m.Least, m.Most}
}

func shapeBounds(a *ending.Answer, read *board.Reading) boundsShape {
	shape := boundsShape{
		FEN: read.FEN(), Low: a.Low.Category(), High: a.High.Category(), Plies: a.Plies,
		Mate:  shapeMate(a.Mate),
		Moves: []measuredMoveShape{},
	}
	for i, m := range shelf.Moves(read, a.Moves) {
		shape.Moves = append(shape.Moves, measuredMoveShape{m, a.Moves[i].Plies, shapeMate(a.Moves[i].Mate)})
	}
	return shape
}

type endingRequest struct {
	FEN  string `json:"fen"`
	Hold bool   `json:"hold"` // only whether the stronger side wins
	Mate bool   `json:"mate"` // find the plies to mate, too
}

// endingShape is an ending as far as it is solved.
type endingShape struct {
	boundsShape
	Name      string  `json:"name"`   // under which it is stored
	Slices    int     `json:"slices"` // solved
	Positions int64   `json:"positions"`
	Todo      int     `json:"todo"`    // slices of this round that are not done yet, or slices without mates
	Bytes     int64   `json:"bytes"`   // of the journal
	Seconds   float64 `json:"seconds"` // since the call
	Complete  bool    `json:"complete"`
}

// ending solves the ending of a position, and resumes an earlier call. It ends when all that is in question is known,
// or when no more slices can be solved. If it ends before, all finished slices are stored.
func (e *engine) ending(ctx context.Context, request endingRequest, report func(endingShape)) (*endingShape, error) {
	read, err := board.ReadFEN(request.FEN)
	if err != nil {
		return nil, err
	}
	store, _, err := stored.open()
	if err != nil {
		return nil, err
	}
	p := read.Position
	file, err := store.Open(ending.Name(&p))
	if err != nil {
		return nil, err
	}
	shape, err := solveEnding(ctx, file, &read, &request, report)
	return shape, errors.Join(err, file.Close())
}

func solveEnding(
	ctx context.Context, file scratch.File, read *board.Reading, request *endingRequest, report func(endingShape),
) (*endingShape, error) {
	begun := time.Now()
	debug.SetMemoryLimit(solverMemory - outsideGo - solverMemory/8)
	options := ending.Options{Threads: 1, Memory: endingMemory, Room: file}
	if request.Hold {
		options.Attackers = []board.Color{ending.Stronger(&read.Position)}
	}
	solved, err := ending.New(read.Position, options)
	if err != nil {
		return nil, err
	}
	worked := time.Now()
	var last *endingShape
	tell := func(todo int, isKnown func() bool) {
		if time.Since(worked) < workInterval {
			return
		}
		if last == nil || !isKnown() {
			last, _ = shapeEnding(solved, nil, read)
		}
		if last != nil {
			last.Todo, last.Seconds = todo, time.Since(begun).Seconds()
			report(*last)
		}
		time.Sleep(time.Millisecond) // only a sleep lets messages in, and the collector
		worked = time.Now()
	}
	err = solved.Solve(ctx, func(p ending.Progress) { tell(p.Todo, func() bool { return last.Bytes == p.Bytes }) })
	var measuring context.Context
	if err == nil && request.Mate && ctx.Err() == nil {
		err = solved.Mates(ctx, func(done, of int) { tell(of-done, func() bool { return true }) })
		measuring = &breathingContext{ctx, time.Now()}
	}
	if err != nil {
		return nil, err
	}
	shape, err := shapeEnding(solved, measuring, read)
	if shape != nil {
		shape.Seconds = time.Since(begun).Seconds()
	}
	return shape, err
}

// shapeEnding shapes the result of an ending, with plies unless the context for them is nil.
func shapeEnding(solved *ending.Ending, measuring context.Context, read *board.Reading) (*endingShape, error) {
	r, err := solved.Result()
	if err == nil && measuring != nil && measuring.Err() == nil {
		err = solved.Measure(measuring, &read.Position, &r.Answer)
	}
	if err != nil {
		return nil, err
	}
	return &endingShape{
		boundsShape: shapeBounds(&r.Answer, read),
		Name:        ending.Name(&read.Position),
		Slices:      r.Solved, Positions: r.Positions, Todo: r.Todo, Bytes: r.Bytes, Complete: r.Complete,
	}, nil
}

// knownShape has the bounds of a position by stored endings.
type knownShape struct {
	boundsShape
	From     []storedEndingShape `json:"from"`
	Complete bool                `json:"complete"` // no more of the ending of this position can be solved
	Held     bool                `json:"held"`     // no more can be solved about wins of the stronger side
}

// storedEndingShape describes an ending that is stored.
type storedEndingShape struct {
	Name     string `json:"name"`
	FEN      string `json:"fen"`
	Bytes    int64  `json:"bytes"`
	Modified int64  `json:"modified"` // milliseconds since 1970
}

func shapeStored(list []shelf.Entry) []storedEndingShape {
	shapes := []storedEndingShape{}
	for _, entry := range list {
		shapes = append(shapes, storedEndingShape{
			entry.Name, entry.Position.FEN(), entry.Bytes, entry.Modified.UnixMilli(),
		})
	}
	return shapes
}

// known answers with the bounds of a position by the stored endings, or null if they narrow none.
func (e *engine) known(ctx context.Context, request fenRequest) (*knownShape, error) {
	return answerStored(ctx, request.FEN, nil)
}

// measured answers as known does, with the plies to the next pawn move, capture or mate. This can take seconds.
func (e *engine) measured(ctx context.Context, request fenRequest) (*knownShape, error) {
	return answerStored(&breathingContext{ctx, time.Now()}, request.FEN, (*shelf.Shelf).Measure)
}

// answerStored answers about a position from the stored endings. Measure, unless it is nil, adds to the answer.
func answerStored(
	ctx context.Context, fen string, measure func(*shelf.Shelf, context.Context, *board.Position, *shelf.Answer) error,
) (*knownShape, error) {
	read, err := board.ReadFEN(fen)
	if err != nil {
		return nil, err
	}
	_, all, err := stored.open()
	if err != nil {
		return nil, nil // then none is stored
	}
	a, err := all.Answer(ctx, &read.Position)
	if a != nil && err == nil && measure != nil {
		err = measure(all, ctx, &read.Position, a)
	}
	if a == nil || err != nil {
		return nil, err
	}
	return &knownShape{
		boundsShape: shapeBounds(&a.Answer, &read),
		From:        shapeStored(a.From),
		Complete:    len(a.Answered) == len(board.Colors),
		Held:        slices.Contains(a.Answered, ending.Stronger(&read.Position)),
	}, nil
}

// A breathingContext lets messages in now and then, when somebody looks whether it has ended.
type breathingContext struct {
	context.Context
	worked time.Time
}

// Err implements [context.Context].
func (c *breathingContext) Err() error {
	if time.Since(c.worked) >= workInterval {
		time.Sleep(time.Millisecond)
		c.worked = time.Now()
	}
	return c.Context.Err()
}

// listEndings answers with the stored endings.
func (e *engine) listEndings(context.Context, struct{}) ([]storedEndingShape, error) {
	store, _, err := stored.open()
	if err != nil {
		return []storedEndingShape{}, nil
	}
	list, err := store.List()
	return shapeStored(list), err
}

type endingNameRequest struct {
	Name string `json:"name"`
}

// removeEnding deletes a stored ending.
func (e *engine) removeEnding(_ context.Context, request endingNameRequest) error {
	store, _, err := stored.open()
	if err != nil {
		return nil
	}
	return store.Remove(request.Name)
}

// endingsFolder is the folder of endings. They don't depend on the metric.
const endingsFolder = "matewright-endings"

// storeOfEndings returns the store of endings, or nil if they cannot be stored.
func storeOfEndings() shelf.Store {
	if inMemory {
		return new(shelf.Memory)
	}
	return indexeddb.Endings(endingsFolder)
}
