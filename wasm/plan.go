//go:build js && wasm

package main

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/service"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
)

// plan answers with the costs of building the classes and all they depend on, each with the
// given memory.
func (e *engine) plan(ctx context.Context, request planRequest) (*service.Plan, error) {
	return e.planWith(ctx, request, e.place().Plan)
}

// A planner is [service.Place.Plan] or [service.Place.Prepare].
type planner func(context.Context, service.Request) (*builder.Job, error)

// planWith answers a request for a plan, by a planner.
func (e *engine) planWith(ctx context.Context, request planRequest, plan planner) (*service.Plan, error) {
	wanted, err := parseWanted(request.Wanted)
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
	saved := map[string]int64{}
	for class, s := range savedShapes(e.metric, e.checkpoints()) {
		saved[class] = s.Bytes
	}
	return service.NewPlan(job, service.Circumstances{
		Metric:     e.metric,
		Memory:     request.Memory.bytes(),
		Beside:     scratchBytes(),
		Most:       mostMemory,
		Saves:      e.checkpoints() != nil,
		Unfinished: there.Unfinished,
		Saved:      saved,
	})
}

// mostMemory is about the largest memory of a worker: WebAssembly's addresses have 32 bits.
const mostMemory = 7 << 29

// parseWanted reads a FEN, or names of classes or of opposed pawns, to build.
func parseWanted(wanted []string) (r service.Request, err error) {
	if len(wanted) == 1 && strings.Contains(wanted[0], "/") {
		read, err := board.ReadFEN(wanted[0])
		r.Positions = []board.Position{read.Position}
		return r, err
	}
	r, err = service.RequestOf(wanted)
	r.Classes = material.WithCastling(r.Classes...)
	return r, err
}

// prepare is plan for a page that is about to build. First it clears the leftovers of dead builders.
func (e *engine) prepare(ctx context.Context, request planRequest) (*service.Plan, error) {
	if err := e.clear(ctx); err != nil {
		return nil, err
	}
	plan, err := e.planWith(ctx, request, e.place().Prepare)
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

// tidy clears the leftovers of dead builders, and the faces that no later class reads. If the later classes are not
// known, faces stay.
func (e *engine) tidy(ctx context.Context, request tidyRequest) error {
	if request.Later == nil {
		return e.clear(ctx)
	}
	return errors.Join(e.clear(ctx), e.removeFaces(ctx, request.Later))
}

// clear clears the leftovers of dead builders, and forgets the data that was read before: tables may have been
// replaced. Only this page has the right to build, and it does not build now. So all data without a table is a
// leftover.
func (e *engine) clear(ctx context.Context) error {
	faces, err := e.openFaces(ctx)
	if err != nil {
		return err
	}
	return errors.Join(e.prober.Forget(), e.place().Tidy(ctx), faces.ClearOrphans(ctx), e.clearScratch())
}

// clearScratch deletes all scratch, which may be tens of gigabytes. The files of a worker that was stopped stay open
// for a moment after its end.
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

// remove deletes a table, or the finished parts of one.
func (e *engine) remove(ctx context.Context, request classRequest) error {
	defer e.prober.Forget()
	class, err := material.Parse(request.Class)
	if err != nil {
		return err
	}
	if checkpoints := e.checkpoints(); checkpoints != nil {
		if err := builder.RemoveCheckpoints(checkpoints, class); err != nil {
			return err
		}
	}
	there, err := catalog.List(ctx, e.store)
	if err != nil {
		return err
	}
	removed := false
	for _, with := range slices.AppendSeq(class.Castling(), maps.Keys(byNameOf(there.Tables)[class])) {
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
