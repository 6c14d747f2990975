package builder

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
)

// A sliceCheckpoint is the checkpoint of a slice under way, or of a whole table by a [Maker]. If it is nil, nothing is
// saved.
type sliceCheckpoint struct {
	store   checkpoint.Store
	name    string
	files   *checkpoint.Files
	useless bool // a build from it would fail
}

// checkpointName is the name of a slice's checkpoint.
func checkpointName(class material.Class, number slice.Number) string {
	return fmt.Sprintf("%v-%d", class, number)
}

// openCheckpoint opens a checkpoint. It returns nil if nothing can be saved, or if another process has it open.
func openCheckpoint(from checkpoint.Store, name string) (*sliceCheckpoint, error) {
	files, err := from.Open(name)
	switch {
	case errors.Is(err, checkpoint.ErrOpen), errors.Is(err, errors.ErrUnsupported):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return &sliceCheckpoint{store: from, name: name, files: files}, nil
}

// give gives the files to a solver.
func (k *sliceCheckpoint) give(solver *solve.Solver, every time.Duration) {
	solver.Limit(0, k.files.Bits)
	solver.Keep(k.files, every)
}

// failed records why a slice was not made. A checkpoint that is damaged, or that led to other bytes than the known
// ones, would fail again.
func (k *sliceCheckpoint) failed(err error) {
	if k != nil {
		k.useless = errors.Is(err, scratch.ErrDamaged) || errors.Is(err, known.ErrOther)
	}
}

// finish removes the checkpoint of a stored table. It ignores errors, as the checkpoint is then listed.
func (k *sliceCheckpoint) finish() {
	if k != nil {
		_ = k.files.Close()
		_ = k.store.Remove(k.name)
	}
}

// abort keeps the checkpoint for the next build of the table, if that can resume from it.
func (k *sliceCheckpoint) abort() error {
	if k == nil {
		return nil
	}
	record, unknown := checkpoint.Read(k.files.Record)
	err := k.files.Close()
	if k.useless || record == nil && unknown == nil {
		err = errors.Join(err, k.store.Remove(k.name))
	}
	return err
}

// ClearCheckpoints removes the checkpoints that are not needed: empty ones, and those of tables that are whole.
func ClearCheckpoints(ctx context.Context, from checkpoint.Store, tables store.Store) error {
	if err := from.Clear(); err != nil {
		return err
	}
	list, err := from.List()
	if err != nil || len(list) == 0 {
		return err
	}
	there, err := listTables(ctx, tables)
	if err != nil {
		return err
	}
	for _, e := range list {
		if class, err := material.Parse(e.Record.Of.Class); err == nil && there.whole[class] {
			if err := from.Remove(e.Name); err != nil && !errors.Is(err, checkpoint.ErrOpen) {
				return err
			}
		}
	}
	return nil
}

// Checkpoints lists the checkpoints of the slices of a class.
func Checkpoints(from checkpoint.Store, class material.Class) (list []checkpoint.Entry, err error) {
	all, err := from.List()
	for _, e := range all {
		if e.Record.Of.Class == class.String() {
			list = append(list, e)
		}
	}
	return list, err
}

// RemoveCheckpoints removes the checkpoints of the slices of a class.
func RemoveCheckpoints(from checkpoint.Store, class material.Class) error {
	list, err := Checkpoints(from, class)
	for _, e := range list {
		err = errors.Join(err, from.Remove(e.Name))
	}
	return err
}
