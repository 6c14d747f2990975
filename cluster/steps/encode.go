package steps

import (
	"context"
	"fmt"
	"os"

	"github.com/matewright/matewright/cluster/beamstore"
	"github.com/matewright/matewright/core/encode"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/solve"
)

type encodeFn struct{ Job Job }

// ProcessElement makes a unit of the table.
func (f *encodeFn) ProcessElement(ctx context.Context, unit int, emit func(int, Sum)) (err error) {
	c, err := f.Job.open()
	if err != nil {
		return err
	}
	stored, err := beamstore.Open(f.Job.Files)
	if err != nil {
		return err
	}
	piece := format.UnitPiece(c.layout, unit)
	encoder, err := encode.NewEncoder(ctx, stored, c.layout, c.metric, []format.Piece{piece})
	if err != nil {
		return err
	}
	room, err := scratch.FilesIn(os.TempDir())()
	if err != nil {
		return err
	}
	defer room.Close()
	encoder.Scratch(room)
	encoder.Accept = func(name string, sum [32]byte) error { return known.Check(c.metric, name, sum) }
	for number := piece.First; number < piece.End && err == nil; number++ {
		var values *solve.Values
		if values, err = c.values(ctx, number); err == nil {
			err = encoder.AddSlice(number, values)
		}
	}
	if closeErr := encoder.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return fmt.Errorf("making %s: %w", piece.Name, err)
	}
	Sum{}.emit(emit)
	return nil
}
