package paged

import (
	"time"

	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/scratch"
)

// savedFormat is the version of the checkpoint format. It must increase with any change of the format or of the order
// of rows.
const savedFormat = 3

// A saver decides when to save a checkpoint, and has the room for its record. A checkpoint has the lists up to a ply.
// The bits follow from these and from the bits before ply 0.
type saver struct {
	record scratch.Room
	every  time.Duration
	work   checkpoint.Work
	last   time.Time
	saved  bool // the room has a record of the work
}

// begin starts with other work, and returns its record, or nil.
func (s *saver) begin(work checkpoint.Work) (*checkpoint.Record, error) {
	if s == nil {
		return nil, nil
	}
	r, err := checkpoint.Read(s.record)
	s.work, s.last, s.saved = work, time.Now(), r != nil && r.Of == work
	if !s.saved {
		return nil, err
	}
	return r, nil
}

// restart erases the record, as new data will overwrite its lists.
func (s *saver) restart() error {
	if s == nil {
		return nil
	}
	s.saved = false
	if r, err := checkpoint.Read(s.record); r == nil || err != nil {
		return err
	}
	return checkpoint.Erase(s.record)
}
