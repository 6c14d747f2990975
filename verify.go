package matewright

import (
	"context"

	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/verify"
)

// Verified counts the verified positions of a table.
type Verified struct {
	Class     string `json:"class"`
	Positions int64  `json:"positions"` // legal ones that were recomputed; with DTM50 each with all clocks
	Alone     int64  `json:"alone"`     // a random sample of these, recomputed again by separate, simple code
	Sampled   bool   `json:"sampled"`   // the table has six men and no castling: only the sample was recomputed
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
	faces, drop := t.home.NewFaces(t.kind)
	defer drop() // after the verifier has closed them
	verifier := t.kind.NewVerifier(
		t.home.Tables(t.kind),
		kind.VerifierOptions{CacheBytes: t.memory() / 2, Faces: faces},
	)
	defer verifier.Close()
	all := slice.NewLayout(parsed).Positions()
	r, err := verifier.Verify(ctx, parsed, verify.Options{
		Threads: t.threads(),
		Scratch: scratch.FilesIn(t.home.ScratchDir(t.kind)),
		Observe: func(entries int64) { t.observe(parsed.String(), entries, all) },
	})
	if err != nil {
		return nil, coded(err)
	}
	return &Verified{parsed.String(), r.Entries, r.Alone, r.Sampled}, nil
}
