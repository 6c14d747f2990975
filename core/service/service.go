// Package service plans and carries out builds in a place: a store of tables with its checkpoints.
//
// Front ends that build share it: the Go package at the root of the module, the command and the browser's engine.
// Each makes a [Request] for its user. A plan is data, a [builder.Job].
package service

import (
	"context"
	"errors"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/store"
)

// A Request lists the tables that the store should have after a build.
type Request struct {
	Classes   []material.Class // tables, with all that they depend on
	Positions []board.Position // without classes: only the units and slices that play can reach from these
	Opposed   material.Class   // alone: likewise from its positions with opposed pawns and without castling rights
	Rebuild   bool             // build the classes even if they are stored
}

// RequestOf reads the names of classes, or a single one of opposed pawns, see [material.ParseOpposed]. Errors match
// [material.ErrClass].
func RequestOf(names []string) (r Request, err error) {
	if len(names) == 1 {
		if class, ok := material.ParseOpposed(names[0]); ok {
			return Request{Opposed: class}, nil
		}
	}
	r.Classes, err = material.ParseAll(names)
	return r, err
}

// IsOpposed reports whether only positions with opposed pawns are wanted.
func (r *Request) IsOpposed() bool { return r.Opposed != (material.Class{}) }

// A Place is where tables of one metric are built.
type Place struct {
	Tables      store.Store
	Checkpoints checkpoint.Store // nil if builds save none
	Claims      store.Claims     // of the store, for joint builds; nil if it has none

	// ClearOrphans, if not nil, deletes files that dead writers left in the store.
	ClearOrphans func(ctx context.Context) error
}

// Tidy deletes orphans, and checkpoints that no build can use. No other build may be running in the place, unless its
// store distinguishes orphans from files that are being written.
func (p *Place) Tidy(ctx context.Context) (err error) {
	if p.ClearOrphans != nil {
		err = p.ClearOrphans(ctx)
	}
	if p.Checkpoints != nil {
		err = errors.Join(err, builder.ClearCheckpoints(ctx, p.Checkpoints, p.Tables))
	}
	return err
}

// TidyAfter tidies after a joint build, given its error or nil. Other processes may have died during the build.
func (p *Place) TidyAfter(ctx context.Context, err error, options builder.Options) error {
	if err != nil || options.Claims == nil {
		return err
	}
	return p.Tidy(ctx)
}

// Plan lists the missing tables of a request. It changes nothing. Errors match [material.ErrClass], are of type
// [*probe.MenError], or are those of the store.
func (p *Place) Plan(ctx context.Context, r Request) (*builder.Job, error) {
	if r.IsOpposed() {
		return builder.PlanOpposed(ctx, p.Tables, r.Opposed)
	}
	if len(r.Classes) == 0 && len(r.Positions) > 0 {
		for i := range r.Positions {
			if err := probe.CheckMen(&r.Positions[i]); err != nil {
				return nil, err
			}
		}
		return builder.PlanPositions(ctx, p.Tables, r.Positions...)
	}
	if r.Rebuild {
		return builder.PlanAgain(ctx, p.Tables, r.Classes...)
	}
	return builder.Plan(ctx, p.Tables, r.Classes...)
}

// Prepare plans a request that is about to be built. First it removes the unfinished units that cannot be used.
func (p *Place) Prepare(ctx context.Context, r Request) (*builder.Job, error) {
	if err := catalog.Clear(ctx, p.Tables); err != nil {
		return nil, err
	}
	return p.Plan(ctx, r)
}

// Build tidies the place and carries out a job. It saves checkpoints in the place, and ignores those of the options. A
// job without steps is not an error. Errors are those of [builder.Build].
func (p *Place) Build(ctx context.Context, job *builder.Job, options builder.Options) error {
	if err := p.Tidy(ctx); err != nil || len(job.Steps) == 0 {
		return err
	}
	options.Checkpoints = p.Checkpoints
	err := builder.Build(ctx, p.Tables, job, options)
	return p.TidyAfter(ctx, err, options)
}
