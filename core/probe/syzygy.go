package probe

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/syzygy"
	"github.com/matewright/matewright/core/value"
)

// WithSyzygy adds Syzygy files, instead of those that were added before. Nil means none. They answer if other tables
// lack a position, or have no plies to zeroing. With them [Prober.Any] applies. [Result.Syzygy] marks their answers.
// Without the DTZ file of a position, they only answer with its outcome; see [Result.Unordered]. The caller closes
// them after the prober.
func (pr *Prober) WithSyzygy(tables *syzygy.Tables) *Prober { return pr.withFiles(tables, false) }

// WithSyzygyOutcomes is [Prober.WithSyzygy] without the fifty-move rule: the files answer only if other tables lack a
// position, and only with a win, draw or loss.
func (pr *Prober) WithSyzygyOutcomes(tables *syzygy.Tables) *Prober {
	return pr.withFiles(tables, true)
}

func (pr *Prober) withFiles(tables *syzygy.Tables, withoutRule bool) *Prober {
	pr.inUse.Lock()
	defer pr.inUse.Unlock()
	pr.sources = slices.DeleteFunc(pr.sources, source.isSyzygy)
	if tables == nil {
		return pr
	}
	pr.sources = append(pr.sources, &files{tables, withoutRule})
	return pr.Any()
}

// files is the [source] of Syzygy files.
type files struct {
	*syzygy.Tables
	withoutRule bool
}

func (f *files) rules() *value.Metric { return value.ByFiftyMoves() }
func (f *files) renew() error         { f.Renew(); return nil }
func (f *files) unproven()            {}
func (f *files) isSyzygy() bool       { return true }
func (f *files) hasRule() bool        { return !f.withoutRule }
func (f *files) Close() error         { return nil } // the caller's

func (f *files) missing(_ context.Context, classes []material.Class) (missing []material.Class, err error) {
	for _, class := range classes {
		if !f.Has(class, syzygy.WDLFile) {
			missing = append(missing, class)
		}
	}
	return missing, nil
}

// judge implements [source]. These values do not depend on the clock.
func (f *files) judge(ctx context.Context, list []*pending) {
	for _, a := range list {
		a.judgement, a.err = f.judgeOne(ctx, &a.Position, a.moves)
	}
}

// judgeOne judges a position.
func (f *files) judgeOne(ctx context.Context, p *board.Position, moves []*child) (*judgement, error) {
	j := &judgement{after: make([]value.Value, len(moves)), movePlies: make([]accuracy, len(moves))}
	var err error
	if j.value, j.plies, err = f.value(p, len(moves) > 0); err != nil {
		return nil, err
	}
	for i := range moves {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if j.after[i], j.movePlies[i], err = f.value(&moves[i].after, moves[i].hasReplies); err != nil {
			return nil, err
		}
		if j.after[i] == value.Decided(0) && j.plies != exact {
			j.value, j.plies = f.rules().After(moves[i].kind, j.after[i]), exact // mate in one ply
		}
	}
	return j, nil
}

// value is [syzygy.Tables.Value] with the errors of tables. If only plies are missing, it returns the outcome.
func (f *files) value(p *board.Position, hasMoves bool) (v value.Value, plies accuracy, err error) {
	v, isRounded, err := f.Value(p, hasMoves)
	lacks := (*syzygy.MissingError)(nil)
	switch {
	case errors.As(err, &lacks) && lacks.Kind == syzygy.DTZFile:
		outcome, err := f.Outcome(p)
		return valueOf(outcome), unknown, asOfTables(err)
	case isRounded:
		plies = rounded
	}
	return v, plies, asOfTables(err)
}

// valueOf returns a value of an outcome by the rules of files, for unknown plies.
func valueOf(outcome syzygy.WDL) value.Value {
	const any = value.FiftyMoves / 2 // plies; so that one more is still in time
	switch outcome {
	case syzygy.Win:
		return value.Decided(2*any + 1)
	case syzygy.CursedWin:
		return value.Decided(2*(any+value.FiftyMoves) + 1)
	case syzygy.BlessedLoss:
		return value.Decided(2 * (any + value.FiftyMoves))
	case syzygy.Loss:
		return value.Decided(2 * any)
	}
	return value.Draw
}

// asOfTables returns an error of Syzygy files as one that other sources have.
func asOfTables(err error) error {
	switch {
	case errors.Is(err, syzygy.ErrMissing), errors.Is(err, syzygy.ErrCastling):
		return fmt.Errorf("%w: %w", store.ErrMissing, err)
	case errors.As(err, new(*syzygy.FileError)):
		return fmt.Errorf("%w: %w", store.ErrCorrupt, err)
	}
	return err
}

// addTo implements [source].
func (f *files) addTo(v *Verdict, val value.Value) {
	if !f.withoutRule {
		(&tables{metric: f.rules()}).addTo(v, val)
	} else if v.Category == "" {
		v.Category = val.Outcome().Category()
	}
}
