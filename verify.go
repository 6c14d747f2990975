package matewright

import (
	"context"

	"github.com/matewright/matewright/core/dtm50"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/verify"
)

// Verified counts what was verified of a table.
type Verified struct {
	Class     string `json:"class"`
	Positions int64  `json:"positions"` // legal ones that were recomputed; with DTM50 each with all clocks
	Alone     int64  `json:"alone"`     // a random sample of these, recomputed again by separate, simple code
	Sampled   bool   `json:"sampled"`   // the table has six men: only the sample was recomputed
}

// Verify recomputes the value of every position of a class from its legal moves, and compares it with the stored
// table. The tables that the class depends on must be stored too. They are taken to be right: to verify a table
// without trusting others, verify all tables of its [Plan]. A table that is wrong is an error that matches
// [ErrDamaged]. Other errors match [ErrClass] or [ErrMissing].
func (t *Tables) Verify(ctx context.Context, class string) (*Verified, error) {
	parsed, err := material.Parse(class)
	if err != nil {
		return nil, coded(err)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if t.metric == nil {
		return t.verifyByClock(ctx, parsed)
	}
	faces, drop := t.home.NewFaces(t.metric)
	defer drop() // after the library has closed them
	lib := library.New(t.home.Tables(t.metric), t.memory()/2)
	defer lib.Close()
	if faces != nil {
		lib.Faces(faces)
	}
	all := slice.NewLayout(parsed).Positions()
	r, err := verify.Table(ctx, lib, parsed, verify.Options{
		Threads: t.threads(),
		Observe: func(entries int64) { t.observe(parsed.String(), entries, all) },
	})
	if err != nil {
		return nil, coded(err)
	}
	return &Verified{parsed.String(), r.Entries, r.Alone, r.Sampled}, nil
}

// verifyByClock is [Tables.Verify] for DTM50.
func (t *Tables) verifyByClock(ctx context.Context, class material.Class) (*Verified, error) {
	r, err := dtm50.Verify(ctx, t.home.Tables(nil), class, dtm50.VerifyOptions{Threads: t.threads()})
	if err != nil {
		return nil, coded(err)
	}
	return &Verified{Class: class.String(), Positions: r.Entries, Alone: r.Alone}, nil
}
