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
	"github.com/matewright/matewright/core/solve/methods"
	"github.com/matewright/matewright/core/store"
)

// A sliceCheckpoint is that of a slice that is being made. Where it is nil, nothing is saved.
type sliceCheckpoint struct {
	store   checkpoint.Store
	name    string
	files   *checkpoint.Files
	useless bool // what came of it is wrong
}

// checkpointName is the name of a slice's checkpoint.
func checkpointName(class material.Class, number slice.Number) string {
	return fmt.Sprintf("%v-%d", class, number)
}

// openCheckpoint opens that of a slice. There is none where nothing can be saved, or somebody else makes the same slice.
func (p *production) openCheckpoint(number slice.Number) (*sliceCheckpoint, error) {
	if p.b.options.Checkpoints == nil || !p.plan.Resumable {
		return nil, nil
	}
	k := &sliceCheckpoint{store: p.b.options.Checkpoints, name: checkpointName(p.layout.Class, number)}
	files, err := k.store.Open(k.name)
	switch {
	case errors.Is(err, checkpoint.ErrOpen), errors.Is(err, errors.ErrUnsupported):
		return nil, nil
	case err != nil:
		return nil, err
	}
	k.files = &checkpoint.Files{Bits: p.traffic.Count(files.Bits), Lists: p.traffic.Count(files.Lists), Record: files.Record}
	return k, nil
}

// give gives the files to a solver.
func (k *sliceCheckpoint) give(solver *solve.Solver, every time.Duration) {
	solver.Limit(0, k.files.Bits)
	solver.Keep(k.files, every)
}

// failed notes why a slice was not made. What is damaged, or has led to other bytes than those that are known, would lead there again.
func (k *sliceCheckpoint) failed(err error) {
	if k != nil {
		k.useless = errors.Is(err, scratch.ErrDamaged) || errors.Is(err, known.ErrOther)
	}
}

// finishCheckpoint removes the checkpoint of a slice that is stored, an earlier build's too. There may be an error, such as that
// somebody else makes the same slice: it is listed then, and can be removed.
func (p *production) finishCheckpoint(w *sliceWork) {
	if w.checkpoint != nil {
		w.checkpoint.files.Close()
	}
	if from := p.b.options.Checkpoints; from != nil {
		_ = from.Remove(checkpointName(p.layout.Class, w.number))
	}
}

// abort leaves the checkpoint to who builds the table next, if there is something to go on with.
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

// ClearCheckpoints removes those that nobody needs: with nothing to go on from, or of tables that are whole.
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

// savedMethods returns the methods of the classes with a checkpoint, by the names of the classes. If the checkpoints
// cannot be listed, their slices start again.
func savedMethods(from checkpoint.Store) map[string]solve.Method {
	saved := map[string]solve.Method{}
	if from == nil {
		return saved
	}
	list, _ := from.List()
	for _, e := range list {
		if method, err := methods.All().Named(e.Record.Of.Method); err == nil && saved[e.Record.Of.Class] == nil {
			saved[e.Record.Of.Class] = method
		}
	}
	return saved
}

// Checkpoints lists what is saved of the slices of a class.
func Checkpoints(from checkpoint.Store, class material.Class) (list []checkpoint.Entry, err error) {
	all, err := from.List()
	for _, e := range all {
		if e.Record.Of.Class == class.String() {
			list = append(list, e)
		}
	}
	return list, err
}

// RemoveCheckpoints removes what is saved of the slices of a class.
func RemoveCheckpoints(from checkpoint.Store, class material.Class) error {
	list, err := Checkpoints(from, class)
	for _, e := range list {
		err = errors.Join(err, from.Remove(e.Name))
	}
	return err
}
