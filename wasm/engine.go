//go:build js && wasm

package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"syscall/js"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/encode"
	"github.com/matewright/matewright/core/exchange"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/search"
	"github.com/matewright/matewright/core/service"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/methods"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/indexeddb"
)

// engine answers the calls of one worker.
type engine struct {
	mu       sync.Mutex
	metric   *value.Metric        // of the tables that are built and listed
	store    tableStore           // of these
	faces    tableStore           // derived, see core/format/face.go; nil until it is asked for
	prober   *probe.Prober        // answers from unproven tables, too, and says so
	proven   func() *probe.Prober // makes one that does not
	proof    *exchange.Proof      // that is to be settled
	unproven string               // the tables that were there when they were listed

	// What was read for the units that were built, and kept of them, for the next one of the same class.
	library *library.Library
	kept    *encode.Kept

	proofs proofs

	running map[string]map[int]func() // what ends the calls under way, by their name and number
	begun   int                       // calls

	all    []material.Class
	shapes map[material.Class]classShape // what is known of them without looking at the store
}

// use takes the stores of some metrics: what the others say is told beside what the first one says.
func (e *engine) use(metrics []*value.Metric, stores []tableStore) {
	e.metric, e.store = metrics[0], stores[0]
	e.proven = func() *probe.Prober {
		prober := new(probe.Prober)
		for i, m := range metrics {
			prober.With(m, stores[i])
		}
		return prober
	}
	e.prober = e.proven().Unproven()
}

// smallMen is how many men the small tables have at most: they take next to no time to build.
const smallMen = 4

// rules answers with what the rules of chess alone tell about a position.
func (e *engine) rules(_ context.Context, asked positionRequest) (*rulesShape, error) {
	read, _, err := asked.parse()
	if err != nil {
		return nil, err
	}
	rules := &rulesShape{Moves: search.Plies(&read.Position, read.Counters), Small: []string{}}
	class, _ := material.OfPosition(&read.Position)
	for _, small := range material.UpTo(smallMen) {
		if class.LeadsTo(small) {
			rules.Small = append(rules.Small, small.String())
		}
	}
	return rules, nil
}

// probe answers with the verdict of a position, and of all its moves.
func (e *engine) probe(ctx context.Context, asked positionRequest) (*probeShape, error) {
	read, by, err := asked.parse()
	if err != nil {
		return nil, err
	}
	r, err := service.Again(e.forget, func() (*probe.Result, error) { return e.prober.ProbeBy(ctx, by, read.Position, read.Counters.Clock) })
	if err != nil {
		return nil, err
	}
	shape := shapeProbe(r, read.Counters)
	shape.Warnings = shapeWarnings(read.Warnings)
	return shape, nil
}

// read answers with the FENs that texts begin with, as this page writes them, or why they are refused.
func (e *engine) read(_ context.Context, asked readRequest) ([]readingShape, error) {
	list := make([]readingShape, len(asked.Texts))
	for i, text := range asked.Texts {
		r, _, err := board.ReadEPD(text, board.ReadFEN)
		if err != nil {
			list[i].Error = shapeProblem(err)
			continue
		}
		list[i] = readingShape{FEN: r.FEN(), Warnings: shapeWarnings(r.Warnings)}
	}
	return list, nil
}

// line answers with best play to mate.
func (e *engine) line(ctx context.Context, asked positionRequest) (*lineShape, error) {
	read, by, err := asked.parse()
	if err != nil {
		return nil, err
	}
	l, err := service.Again(e.forget, func() (*probe.Line, error) { return e.prober.LineBy(ctx, by, read.Position, read.Counters.Clock) })
	if err != nil {
		return nil, err
	}
	shape := shapeLine(l, read.Counters)
	shape.Warnings = shapeWarnings(read.Warnings)
	return shape, nil
}

// pass answers with the verdict that a position had if its side to move could pass.
func (e *engine) pass(ctx context.Context, asked positionRequest) (*passShape, error) {
	read, _, err := asked.parse()
	if err != nil {
		return nil, err
	}
	v, err := service.Again(e.forget, func() (*probe.Verdict, error) { return e.prober.Pass(ctx, read.Position, read.Counters.Clock) })
	return &passShape{v}, err
}

// mostReplayed is more moves than a game has, its variations included.
const mostReplayed = 1000

// replay answers with those moves of a game that are legal, or null moves, each once, without what would follow others: links and files may say anything.
func (e *engine) replay(ctx context.Context, asked replayRequest) (*gameShape, error) {
	start, err := board.ReadFEN(asked.FEN)
	if err != nil {
		return nil, err
	}
	type place struct {
		position board.Position
		counters board.Counters
		number   int  // of the move that leads here
		reached  bool // by legal moves; if not, it is the last place on the way that is
	}
	places := []place{{start.Position, start.Counters, 0, true}}
	known := places[:1:1] // by their numbers
	game := &gameShape{Start: start.FEN(), Warnings: shapeWarnings(start.Warnings), Moves: []playedShape{}, Numbers: []int{}}
	for i, name := range asked.Moves[:min(len(asked.Moves), mostReplayed)] {
		at := place{}
		if before := asked.before(i); before >= 0 && before <= i {
			at = places[before]
		}
		next := at
		next.reached = false
		if at.reached {
			legal := at.position.LegalMoves(nil)
			m, found := at.position.FindMove(name, legal)
			var after board.Position
			var san string
			switch {
			case found:
				after, san = at.position.Play(m), at.position.SAN(m, legal)
			case board.IsNull(name):
				m, san = board.Null, board.NullSAN
				after, found = at.position.Pass()
			}
			if found {
				number, uci := 1, m.String()
				for number < len(known) && (game.Moves[number-1].After != at.number || game.Moves[number-1].UCI != uci) {
					number++
				}
				if number == len(known) {
					next = place{after, at.counters.After(at.position.Turn, m != board.Null && at.position.IsZeroing(m)), number, true}
					known = append(known, next)
					game.Moves = append(game.Moves, playedShape{uci, san, next.position.FENWith(next.counters), at.number})
				}
				next = known[number]
				game.Legal++
			}
		}
		places = append(places, next)
		game.Numbers = append(game.Numbers, next.number)
	}
	return game, nil
}

// forget makes the next answer read the store again, after an error.
func (e *engine) forget(error) error { return e.prober.Forget() }

// forgetJudged forgets what was read of unproven tables as soon as there are others: some were judged.
func (e *engine) forgetJudged(unproven []store.Entry) error {
	names := ""
	for _, entry := range unproven {
		names += fmt.Sprintf("%s %x ", entry.Name, entry.Header)
	}
	e.mu.Lock()
	same := names == e.unproven
	e.unproven = names
	e.mu.Unlock()
	if same {
		return nil
	}
	return e.prober.Forget()
}

// classes lists the classes with up to so many men, and larger ones that the store has something of, with what it has.
func (e *engine) classes(ctx context.Context, asked classesRequest) ([]classShape, error) {
	there, err := catalog.List(ctx, e.store)
	if err != nil {
		return nil, err
	}
	if err := e.forgetJudged(there.Unproven); err != nil {
		return nil, err
	}
	stored := map[string]store.Entry{}
	for _, entry := range there.Tables {
		stored[entry.Name] = entry
	}
	saved := savedShapes(e.metric, e.checkpoints())
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.all == nil {
		e.all, e.shapes = material.UpTo(material.MaxMen), map[material.Class]classShape{}
	}
	e.addShapes(slices.DeleteFunc(slices.Clone(e.all), func(c material.Class) bool { return c.Men() > asked.Men }))
	list := []classShape{}
	for _, class := range e.all {
		entry, whole := stored[class.String()]
		units, lone := there.Unfinished[class], there.Lone[class]
		unproven := unprovenOf(class, there)
		if class.Men() > asked.Men && !whole && len(units) == 0 && len(lone) == 0 && saved[class.String()] == nil && len(unproven) == 0 {
			continue
		}
		e.addShapes([]material.Class{class})
		shape := e.shapes[class]
		if whole {
			shape.addEntry(entry)
		}
		shape.addUnits(class, units)
		shape.addLone(lone)
		shape.addCastling(class, stored)
		shape.Unproven = unproven
		shape.Saved = saved[shape.Name]
		list = append(list, shape)
	}
	return list, nil
}

// addShapes finds out what is known of classes without looking at the store, where it is not known yet. That of many takes a moment.
func (e *engine) addShapes(classes []material.Class) {
	classes = slices.DeleteFunc(classes, func(c material.Class) bool {
		_, known := e.shapes[c]
		return known
	})
	for class, closure := range material.Closures(classes...) {
		e.shapes[class] = shapeClass(class, closure)
	}
}

// details describes a stored table by its header.
func (e *engine) details(ctx context.Context, asked classRequest) (*detailsShape, error) {
	class, err := material.Parse(asked.Class)
	if err != nil {
		return nil, err
	}
	t, err := library.Open(ctx, e.store, class)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	return shapeDetails(t.Header), nil
}

// sum returns the SHA-256 of a table's file, for which all of it is read.
func (e *engine) sum(ctx context.Context, asked classRequest) (*sumShape, error) {
	class, err := material.Parse(asked.Class)
	if err != nil {
		return nil, err
	}
	t, err := library.Open(ctx, e.store, class)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	sum, proven, err := t.Prove(ctx)
	_, isKnown := known.HalfOf(t.Header.Metric, class.String())
	return &sumShape{sum.String(), isKnown, proven}, err
}

// plan says what it takes to build the classes and all they depend on, each with so
// many bytes of memory.
func (e *engine) plan(ctx context.Context, asked planRequest) (*planShape, error) {
	return e.planWith(ctx, asked, e.place().Plan)
}

// place returns where tables are built.
func (e *engine) place() *service.Place {
	return &service.Place{Tables: e.store, Checkpoints: e.checkpoints(), ClearOrphans: e.store.ClearOrphans}
}

// A planner is [service.Place.Plan] or [service.Place.Prepare].
type planner func(context.Context, service.Request) (*builder.Job, error)

// planWith answers a request for a plan, by a planner.
func (e *engine) planWith(ctx context.Context, asked planRequest, plan planner) (*planShape, error) {
	wanted, err := parseWanted(asked.Wanted)
	if err != nil {
		return nil, err
	}
	job, err := plan(ctx, wanted)
	if err != nil {
		return nil, err
	}
	there, err := catalog.List(ctx, e.store)
	if err != nil {
		return nil, err
	}
	shape, err := shapePlan(e.metric, job, there.Unfinished, asked.Memory.bytes())
	if err != nil {
		return nil, err
	}
	shape.addSaved(savedShapes(e.metric, e.checkpoints()))
	return shape, nil
}

// parseWanted reads what is to be built: a FEN, or names of classes.
func parseWanted(wanted []string) (r service.Request, err error) {
	if len(wanted) == 1 && strings.Contains(wanted[0], "/") {
		read, err := board.ReadFEN(wanted[0])
		r.Positions = []board.Position{read.Position}
		return r, err
	}
	classes, err := material.ParseAll(wanted)
	r.Classes = material.WithCastling(classes...)
	return r, err
}

// prepare is plan for a page that is about to build: it clears first what dead builders left.
func (e *engine) prepare(ctx context.Context, asked planRequest) (*planShape, error) {
	if err := e.clear(ctx); err != nil {
		return nil, err
	}
	plan, err := e.planWith(ctx, asked, e.place().Prepare)
	if err != nil {
		return nil, err
	}
	later := []string{}
	for _, step := range plan.Steps {
		later = append(append(later, step.Class), step.Castling...)
		for _, unit := range step.Units {
			later = append(later, unit.Castling...)
		}
	}
	return plan, e.removeFaces(ctx, later)
}

// tidy clears what dead builders left, and the faces that no class reads that is built later. If
// it is not known which these are, faces stay.
func (e *engine) tidy(ctx context.Context, asked tidyRequest) error {
	if asked.Later == nil {
		return e.clear(ctx)
	}
	return errors.Join(e.clear(ctx), e.removeFaces(ctx, asked.Later))
}

// clear clears what dead builders left, and forgets what was read before: tables may have
// been replaced. The page alone has the right to build, and
// does not just now: so what no table owns is nobody's.
func (e *engine) clear(ctx context.Context) error {
	faces, err := e.openFaces(ctx)
	if err != nil {
		return err
	}
	return errors.Join(e.prober.Forget(), e.place().Tidy(ctx), faces.ClearOrphans(ctx), e.clearScratch())
}

// clearScratch deletes all scratch, which may be tens of gigabytes. The files of a worker that was stopped stay open for a
// moment after its end.
func (e *engine) clearScratch() error {
	for range 50 {
		if open, err := e.store.ClearScratch(); err != nil || open == 0 {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
	return nil
}

// removeFaces removes the faces that none of the classes reads.
func (e *engine) removeFaces(ctx context.Context, later []string) error {
	classes, err := material.ParseAll(later)
	if err != nil {
		return err
	}
	needed := map[material.Face]bool{}
	for _, class := range classes {
		for _, f := range builder.ReadBy(slice.NewLayout(class)) {
			needed[f] = true
		}
	}
	faces, err := e.openFaces(ctx)
	if err != nil {
		return err
	}
	lib := library.New(e.store, 0).Faces(faces)
	return lib.RemoveFaces(ctx, func(f material.Face) bool { return needed[f] })
}

// remove deletes a table, and what there is of one that is not finished.
func (e *engine) remove(ctx context.Context, asked classRequest) error {
	defer e.prober.Forget()
	class, err := material.Parse(asked.Class)
	if err != nil {
		return err
	}
	if checkpoints := e.checkpoints(); checkpoints != nil {
		if err := builder.RemoveCheckpoints(checkpoints, class); err != nil {
			return err
		}
	}
	removed := false
	for _, with := range class.Castling() {
		err := catalog.Remove(ctx, e.store, with)
		if err != nil && !errors.Is(err, store.ErrMissing) {
			return err
		}
		removed = removed || err == nil
	}
	err = catalog.Remove(ctx, e.store, class)
	if removed && errors.Is(err, store.ErrMissing) {
		return nil
	}
	return err
}

// progressInterval is the least time between two reports.
const progressInterval = 100 * time.Millisecond

// checkpointInterval is about how much a build can lose that is stopped or killed, for which it is nothing to save more often.
const checkpointInterval = 5 * time.Second

// outsideGo is what of a worker's memory Go's limit does not count: the program's
// data, and what is lost between the pages that memory grows by.
const outsideGo = 10 << 20

// limitHeap has the collector keep the budget of a build. A worker's memory never shrinks, and what is dropped leaves
// holes that small things get into, too small for what is to take its place: a third of the cache is for those.
func limitHeap(class material.Class, metric *value.Metric, budget int64, method solve.Method) {
	limit := budget - outsideGo
	if p, err := builder.Provide(class, metric, budget, method); err == nil {
		limit -= p.Cache / 3
	}
	debug.SetMemoryLimit(limit)
}

// build builds one class, or a unit of it, or some slices, in so many bytes of memory. What it
// depends on must be there. Of what later classes read, its faces are written, and those of others
// are kept.
func (e *engine) build(ctx context.Context, asked buildRequest, report func(progressShape)) (*builtShape, error) {
	later, err := material.ParseAll(asked.Later)
	if err != nil {
		return nil, err
	}
	class, err := material.Parse(asked.Class)
	if err != nil {
		return nil, err
	}
	job, err := planOf(class, asked)
	if err != nil {
		return nil, err
	}
	var method solve.Method
	if asked.Method != "" {
		if method, err = methods.All().Named(asked.Method); err != nil {
			return nil, err
		}
	}
	faces, err := e.openFaces(ctx)
	if err != nil {
		return nil, err
	}
	var built *builtShape
	report = sparsely(report)
	budget := asked.Memory.bytes() - scratchBytes()
	if !inMemory { // where there are tables and a search beside it
		limitHeap(class, e.metric, budget, method)
	}
	breathe := breathing()
	reads, kept := e.turnTo(class, asked.Unit)
	err = builder.Build(ctx, e.store, job, builder.Options{
		Metric:  e.metric,
		Library: reads,
		Kept:    kept,
		Budget:  budget,
		Method:  method,
		Faces:   faces,
		Later:   later,
		Scratch: func() (scratch.File, error) { return e.store.OpenScratch(ctx) },
		Threads: 1,
		Collect: runtime.GC,

		Checkpoints: e.checkpoints(), CheckpointEvery: checkpointInterval,
		Observe: func(p builder.Progress) error {
			runtime.Gosched() // nothing preempts a goroutine here, and the collector waits for its turn while memory grows
			report(shapeProgress(p))
			breathe()
			return ctx.Err()
		},
		Built: func(r builder.Result) { built = built.with(r) },
	})
	if err != nil {
		e.turnAway() // what is kept may be of a unit that was refused
	}
	return built, err
}

// planOf plans what is asked for.
func planOf(class material.Class, asked buildRequest) (*builder.Job, error) {
	castling, err := material.ParseAll(asked.Castling)
	if err != nil {
		return nil, err
	}
	job, err := builder.PlanTables(castling...)
	if err != nil || asked.Unit == castlingUnit {
		return job, err
	}
	own, err := planWithoutRights(class, asked)
	if err != nil {
		return nil, err
	}
	job.Steps = append(own.Steps, job.Steps...)
	return job, nil
}

func planWithoutRights(class material.Class, asked buildRequest) (*builder.Job, error) {
	if len(asked.Slices) == 0 {
		return builder.PlanUnit(slice.NewLayout(class), max(1, asked.Unit))
	}
	lone := make([]slice.Number, len(asked.Slices))
	for i, number := range asked.Slices {
		lone[i] = slice.Number(number)
	}
	return builder.PlanLone(slice.NewLayout(class), lone)
}

// turnTo turns to a class of which a unit is built: the next one of the class reads much of the same, and what this one
// leaves. A whole class has a library of its own.
func (e *engine) turnTo(class material.Class, unit int) (*library.Library, *encode.Kept) {
	if unit == 0 || e.library != nil && e.kept.Layout.Class != class {
		e.turnAway()
	}
	if unit == 0 {
		return nil, nil
	}
	if e.library == nil {
		e.library, e.kept = library.New(e.store, 0).Of(e.metric), encode.NewKept(slice.NewLayout(class))
	}
	return e.library, e.kept
}

// turnAway forgets the class of which units were built.
func (e *engine) turnAway() {
	if e.library != nil {
		e.library.Close()
	}
	e.library, e.kept = nil, nil
}

// file returns a table as a file, of which every byte was held to its checksum.
func (e *engine) file(ctx context.Context, asked classRequest) (js.Value, error) {
	class, err := material.Parse(asked.Class)
	if err != nil {
		return js.Undefined(), err
	}
	t, err := library.Open(ctx, e.store, class)
	if err != nil {
		return js.Undefined(), err
	}
	defer t.Close()
	if err := t.Check(ctx); err != nil {
		return js.Undefined(), err
	}
	blob, err := catalog.Open(ctx, e.store, class)
	if err != nil {
		return js.Undefined(), err
	}
	defer blob.Close()
	return fileOf(ctx, blob, catalog.Parts(blob))
}

// importFile takes the table in a file into the store, if its bytes are those that are known to be right.
func (e *engine) importFile(ctx context.Context, file indexeddb.File, report func(importingShape)) (*importedShape, error) {
	return e.takeIn(ctx, file, false, report)
}

// importAny takes the table in a file into the store, whatever its bytes: if they are not the known ones, as an unproven table, for who
// has it judged then.
func (e *engine) importAny(ctx context.Context, file indexeddb.File, report func(importingShape)) (*importedShape, error) {
	return e.takeIn(ctx, file, true, report)
}

func (e *engine) takeIn(ctx context.Context, file indexeddb.File, unproven bool, report func(importingShape)) (*importedShape, error) {
	report = sparsely(report)
	r, err := exchange.Import(ctx, e.store, file, file.Size(), exchange.Options{
		Metric:   e.metric,
		Unproven: unproven,
		Threads:  1,
		Observe:  func(p exchange.Progress) { report(shapeImport(p)) },
	})
	if err != nil {
		return nil, err
	}
	return shapeImported(r), nil
}

// judge finds out whether an unproven table is right. It changes nothing in the store; what it came to is settled later, by who has the
// right to write.
func (e *engine) judge(ctx context.Context, asked classRequest, report func(importingShape)) (right bool, err error) {
	class, err := material.Parse(asked.Class)
	if err != nil {
		return false, err
	}
	report = sparsely(report)
	e.proof, err = exchange.Prove(ctx, e.store, class, exchange.Options{
		Threads: 1,
		Observe: func(p exchange.Progress) { report(shapeImport(p)) },
	})
	return err == nil && e.proof.Wrong == nil, err
}

// settle puts the table that was judged where it counts or, if it is wrong, removes it and answers with the reason.
func (e *engine) settle(ctx context.Context, _ struct{}) error {
	p := e.proof
	if err := p.Settle(ctx, e.store); err != nil {
		return err
	}
	return p.Wrong
}

// sparsely drops reports that follow others too soon.
func sparsely[T any](report func(T)) func(T) {
	var last time.Time
	return func(p T) {
		if now := time.Now(); now.Sub(last) >= progressInterval {
			last = now
			report(p)
		}
	}
}
