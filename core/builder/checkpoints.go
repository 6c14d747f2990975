package builder

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
)

// A keptSlice is the checkpoint of a slice that is being made. Of none, nil, nothing is kept.
type keptSlice struct {
	store   checkpoint.Store
	name    string
	files   *checkpoint.Files
	damaged bool
}

// checkpointName is the name of a slice's checkpoint.
func checkpointName(class material.Class, number slice.Number) string {
	return fmt.Sprintf("%v-%d", class, number)
}

// keep opens the checkpoint of a slice. There is none where nothing can be kept, or somebody else makes the same slice.
func (p *production) keep(number slice.Number) (*keptSlice, error) {
	if p.b.options.Checkpoints == nil || !p.plan.Kept {
		return nil, nil
	}
	k := &keptSlice{store: p.b.options.Checkpoints, name: checkpointName(p.layout.Class, number)}
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
func (k *keptSlice) give(solver *solve.Solver, every time.Duration) {
	solver.Limit(0, k.files.Bits)
	solver.Keep(k.files, every)
}

// failed notes why a slice was not solved: what is damaged can't be gone on with.
func (k *keptSlice) failed(err error) {
	if k != nil {
		k.damaged = errors.Is(err, scratch.ErrDamaged)
	}
}

// finishCheckpoint removes the checkpoint of a slice that is stored, an earlier build's too. There may be an error, such as that
// somebody else makes the same slice: it is listed then, and can be removed.
func (p *production) finishCheckpoint(w *sliceWork) {
	if w.kept != nil {
		w.kept.files.Close()
	}
	if from := p.b.options.Checkpoints; from != nil {
		_ = from.Remove(checkpointName(p.layout.Class, w.number))
	}
}

// abort leaves the checkpoint to who builds the table next, if there is something to go on with.
func (k *keptSlice) abort() error {
	if k == nil {
		return nil
	}
	useless := k.damaged || checkpoint.Read(k.files.Record) == nil
	err := k.files.Close()
	if useless {
		err = errors.Join(err, k.store.Remove(k.name))
	}
	return err
}

// Checkpoints lists what is kept of the slices of a class.
func Checkpoints(from checkpoint.Store, class material.Class) (list []checkpoint.Entry, err error) {
	all, err := from.List()
	for _, e := range all {
		if strings.HasPrefix(e.Name, class.String()+"-") {
			list = append(list, e)
		}
	}
	return list, err
}

// RemoveCheckpoints removes what is kept of the slices of a class.
func RemoveCheckpoints(from checkpoint.Store, class material.Class) error {
	list, err := Checkpoints(from, class)
	for _, e := range list {
		err = errors.Join(err, from.Remove(e.Name))
	}
	return err
}
